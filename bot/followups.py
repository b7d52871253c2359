"""The last answered interaction of each player, by which he can be told something in private.

An interaction's token lives 15 minutes; it is kept in memory for 14, and never written anywhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.render.private import private_view

if TYPE_CHECKING:
    from bot.person import Person
    from bot.table import Table

_log = logging.getLogger(__name__)

TOKEN_TOO_OLD: Final = 50027
_PATIENCE: Final = 5.0
"""Seconds after which a push is given up, and the player is named in the panel instead."""

LIFE: Final = 14 * 60.0
"""How long a token is used, in seconds: a minute less than Discord takes it (50027)."""


@dataclass(frozen=True, slots=True)
class _Door:
    webhook: discord.Webhook
    at: float


class Followups:
    """Remembers for each channel and member the newest interaction that has been answered."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Keep nothing yet; `now` counts seconds."""
        self._now = now
        self._doors: dict[tuple[int, int], _Door] = {}

    def answered(self, interaction: discord.Interaction[Any]) -> None:
        """Remember an interaction whose first answer has been given; others are left alone."""
        if interaction.channel_id is not None and interaction.response.is_done():
            self.remember(interaction.channel_id, interaction.user.id, interaction.followup)

    async def push(self, table: Table, person: Person) -> bool:
        """Send a player his cards of a hand just dealt; tell whether they have reached him."""
        webhook, private = self.of(table.channel, person.id), table.private(person)
        if webhook is None or private is None:
            return False
        try:
            async with asyncio.timeout(_PATIENCE):
                await webhook.send(view=private_view(private, turn=False), ephemeral=True)
        except discord.HTTPException as error:
            self.forget(table.channel, person.id, webhook)
            if error.status not in (401, 404) and error.code != TOKEN_TOO_OLD:
                _log.warning(
                    "table %d: cards not pushed: %d %d", table.id, error.status, error.code
                )
            return False
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.info("table %d: cards not pushed: %s", table.id, type(error).__name__)
            return False
        return True

    def remember(self, channel: int, member: int, webhook: discord.Webhook) -> None:
        """Keep an answered interaction's webhook, and forget all that are too old."""
        now = self._now()
        self._doors.pop((channel, member), None)
        self._doors[channel, member] = _Door(webhook, now)
        # They stand in the order of their time: only the first can be too old.
        while now - self._doors[oldest := next(iter(self._doors))].at >= LIFE:
            del self._doors[oldest]

    def of(self, channel: int, member: int) -> discord.Webhook | None:
        """Return the webhook that still reaches a member in a channel, None where none does."""
        door = self._doors.get((channel, member))
        if door is None or self._now() - door.at >= LIFE:
            return None
        return door.webhook

    def forget_all(self, member: int) -> None:
        """Drop every webhook of a member."""
        for key in [key for key in self._doors if key[1] == member]:
            del self._doors[key]

    def forget(self, channel: int, member: int, webhook: discord.Webhook) -> None:
        """Drop a webhook that Discord has refused, unless a newer one has taken its place."""
        door = self._doors.get((channel, member))
        if door is not None and door.webhook is webhook:
            del self._doors[channel, member]
