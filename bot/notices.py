"""Messages beside the panels: posted once each, after a crash too, and then forgotten.

What is to be told is in the store with the step that caused it, and goes from there when Discord
has it. A post that is repeated bears the same nonce, which makes it the same message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED
from bot.notice import Told
from bot.render.notice import notice_text
from bot.store.notices import NoticeRows

if TYPE_CHECKING:
    from bot.notice import Notice
    from bot.store import Store

_log = logging.getLogger(__name__)

_PATIENCE: Final = 10.0
"""Seconds after which a request is given up."""
_TRIES: Final = 4

Spawn = Callable[["Coroutine[Any, Any, None]"], object]


class Notices:
    """Posts what channels are told, one after the other in each channel."""

    def __init__(
        self, client: discord.Client, store: Store, spawn: Spawn, first_delay: float
    ) -> None:
        """Tell nothing yet; `first_delay` is the wait in seconds before a failed post's retry."""
        self._client = client
        self._store = store
        self._spawn = spawn
        self._first_delay = first_delay
        self._left: dict[int, dict[str, Notice]] = {}
        self._busy: set[int] = set()
        self._read = False

    def told(self, notices: tuple[Notice, ...]) -> None:
        """Take note of what is to be told; plain and fast, it runs under a table's lock."""
        for notice in notices:
            self._left.setdefault(notice.channel, {})[notice.key] = notice
        self._begin()

    def nudge(self) -> None:
        """Try again what could not be told, and at first what an earlier process has left."""
        if self._read:
            self._begin()
        else:
            self._read = True
            self._spawn(self._recall())

    def closed(self, table: int) -> None:
        """Tell nothing any more that the closing of a table has made untrue; plain and fast."""
        for notices in self._left.values():
            for key, notice in tuple(notices.items()):
                if notice.is_outdated(table):
                    del notices[key]

    def forget(self, user: int) -> None:
        """Tell nothing any more that names somebody."""
        for notices in self._left.values():
            for key, notice in tuple(notices.items()):
                if notice.new.person is not None and notice.new.person.id == user:
                    del notices[key]

    async def _recall(self) -> None:
        left = await self._store.read(lambda connection: NoticeRows(connection).all())
        self.told(tuple(left))

    def _begin(self) -> None:
        for channel, notices in self._left.items():
            if notices and channel not in self._busy:
                self._busy.add(channel)
                self._spawn(self._tell(channel))

    async def _tell(self, channel: int) -> None:
        notices = self._left[channel]
        try:
            while notices:
                key, notice = next(iter(notices.items()))
                if not await self._post(notice):
                    return  # the next nudge tries again
                await self._drop(key)
                notices.pop(key, None)
        except Exception:  # noqa: BLE001 -- a fault of ours is reported; the game goes on
            _log.exception("channel %d could not be told something", channel)
        finally:
            self._busy.discard(channel)

    async def _drop(self, key: str) -> None:
        await self._store.write(lambda connection: NoticeRows(connection).drop(key))

    async def _post(self, notice: Notice) -> bool:
        """Post a notice; tell whether there is nothing left to do about it."""
        until = notice.new.until
        if until is not None and until <= time.time():
            return True  # the seat is kept no more: Discord or the process was away too long
        place = self._client.get_partial_messageable(notice.channel, guild_id=notice.guild)
        text, meant = notice_text(notice.new), _mentioned(notice)
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._first_delay * 2 ** (number - 1))
                if notice.key not in self._left[notice.channel]:
                    return True  # meanwhile it was made untrue, or names who is forgotten
            try:
                async with asyncio.timeout(_PATIENCE):
                    await place.send(text, allowed_mentions=meant, nonce=notice.key[-25:])
            except discord.HTTPException as error:
                _log.info("channel %d: a notice meets %d", notice.channel, error.status)
                if error.status < 500 and error.status != 429:
                    return True  # there is no such channel, or the bot may not speak there
            except DROPPED as error:
                _log.info("channel %d: a notice is lost: %s", notice.channel, type(error).__name__)
            else:
                return True
        return False


def _mentioned(notice: Notice) -> discord.AllowedMentions:
    """Return whom a notice may call: who gets a seat, and nobody else."""
    person = notice.new.person
    if notice.new.kind is not Told.SEAT_FREE or person is None:
        return discord.AllowedMentions.none()
    return discord.AllowedMentions(
        everyone=False, users=[discord.Object(person.id)], roles=False, replied_user=False
    )
