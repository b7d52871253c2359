"""The members of guilds, as Discord tells them: asked one by one, and remembered for a minute.

GUILD_MEMBER_REMOVE needs a privileged intent, so that somebody has left is learned by asking.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import discord

from bot.answers import DROPPED

_log = logging.getLogger(__name__)

UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013
FRESH: Final = 60.0
"""Seconds for which somebody who was there is taken for present without asking again."""


class Members:
    """Asks Discord who is still in a guild."""

    def __init__(self, client: discord.Client, now: Callable[[], float] = time.monotonic) -> None:
        """Know nobody yet; `now` counts seconds."""
        self._client = client
        self._now = now
        self._seen: dict[tuple[int, int], float] = {}

    async def present(self, guild: int, user: int, *, anew: bool = False) -> bool:
        """Tell whether a user is in a guild; only Discord's clear no counts as one."""
        home = self._client.get_guild(guild)
        if home is None or (self._is_fresh(guild, user) and not anew):
            return True
        try:
            await home.fetch_member(user)
        except discord.NotFound as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return False
            _log.info("guild %d: a member is not found: %d", guild, error.code)
        except discord.HTTPException as error:
            _log.info("guild %d: a member cannot be asked for: %d", guild, error.status)
        except DROPPED as error:
            _log.info("guild %d: a member cannot be asked for: %s", guild, type(error).__name__)
        else:
            self._remember(guild, user)
        return True

    def _is_fresh(self, guild: int, user: int) -> bool:
        seen = self._seen.get((guild, user))
        return seen is not None and self._now() - seen < FRESH

    def _remember(self, guild: int, user: int) -> None:
        """Note that somebody is there, and forget all whom that was noted of too long ago."""
        now = self._now()
        self._seen.pop((guild, user), None)
        self._seen[guild, user] = now
        for key, seen in list(self._seen.items()):
            if now - seen < FRESH:
                break  # they stand in the order of their time
            del self._seen[key]
