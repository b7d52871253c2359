"""Messages beside the panels: posted once each, after a crash too, and then forgotten.

What is to be told is in the store with the step that caused it, and goes from there when Discord
has it. A post that is repeated bears the same nonce, which makes it the same message. Changes of
the rules of one table become one message while none of them was tried to be posted: what was tried,
in this process or before it, may be there already under its nonce, and stays what it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED
from bot.following import gathered
from bot.nonce import holds, nonce_of
from bot.notice import Told
from bot.render.notice import notice_text
from bot.store.notices import NoticeRows

if TYPE_CHECKING:
    import sqlite3

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
        self,
        client: discord.Client,
        store: Store,
        spawn: Spawn,
        first_delay: float,
        now: Callable[[], float],
    ) -> None:
        """Tell nothing yet; `first_delay` is the wait in seconds before a failed post's retry.

        `now` returns seconds since 1970 by the clock of the tables.
        """
        self._client = client
        self._store = store
        self._spawn = spawn
        self._first_delay = first_delay
        self._now = now
        self._left: dict[int, dict[str, Notice]] = {}
        self._untried: set[str] = set()
        self._busy: set[int] = set()
        self._recalled = self._recalling = False

    def told(self, notices: tuple[Notice, ...]) -> None:
        """Take note of what is to be told; plain and fast, it runs under a table's lock."""
        for notice in notices:
            self._untried.add(notice.key)
            self._left.setdefault(notice.channel, {})[notice.key] = notice
        self._begin()

    def nudge(self, guild: int | None = None) -> None:
        """Try again what could not be told, in all guilds or one.

        At first also what an earlier process has left, in all guilds: that is read once, and until
        it is read nothing is told, since it comes first.
        """
        if self._recalled:
            self._begin(guild)
        elif not self._recalling:
            self._recalling = True
            self._spawn(self._recall())

    def closed(self, table: int) -> None:
        """Tell nothing any more that the closing of a table has made untrue; plain and fast."""
        for notices in self._left.values():
            for key, notice in tuple(notices.items()):
                if notice.is_outdated(table):
                    del notices[key]
                    self._untried.discard(key)

    def forget(self, user: int) -> None:
        """Tell nothing any more that names somebody."""
        for notices in self._left.values():
            for key, notice in tuple(notices.items()):
                if notice.new.person is not None and notice.new.person.id == user:
                    del notices[key]
                    self._untried.discard(key)

    async def _recall(self) -> None:
        try:
            rows = await self._store.read(lambda connection: NoticeRows(connection).all())
        finally:
            self._recalling = False
        told, self._left = self._left, {}
        new = (notice for notices in told.values() for notice in notices.values())
        for notice in (*rows, *new):
            self._left.setdefault(notice.channel, {})[notice.key] = notice
        self._recalled = True
        self._begin()

    def _begin(self, guild: int | None = None) -> None:
        if not self._recalled:
            return
        for channel, notices in self._left.items():
            if not notices or channel in self._busy:
                continue
            if guild in (None, next(iter(notices.values())).guild):
                self._busy.add(channel)
                self._spawn(self._tell(channel))

    async def _tell(self, channel: int) -> None:
        notices = self._left[channel]
        try:
            while notices:
                key, notice = next(iter(notices.items()))
                if len(same := self._of_same_rules(notices, notice)) > 1:
                    await self._gather(notices, same)
                    continue
                self._untried.discard(key)
                if not await self._post(notice):
                    return  # the next nudge tries again
                await self._drop(key)
                notices.pop(key, None)
        except Exception:  # noqa: BLE001 -- a fault of ours is reported; the game goes on
            _log.exception("channel %d could not be told something", channel)
        finally:
            self._busy.discard(channel)
            if not notices:
                del self._left[channel]

    def _of_same_rules(self, notices: dict[str, Notice], notice: Notice) -> tuple[Notice, ...]:
        """Return what can become one message with a notice: changes of the same table's rules."""
        if notice.new.kind is not Told.RULES or notice.key not in self._untried:
            return ()
        return tuple(
            one
            for one in notices.values()
            if one.new.kind is Told.RULES and one.key in self._untried and one.table == notice.table
        )

    async def _gather(self, notices: dict[str, Notice], same: tuple[Notice, ...]) -> None:
        """Make one of several notices: the last with all changes, or none if nothing is left."""
        last = same[-1]
        changes = gathered(one.new.changes for one in same)
        whole = replace(last, new=replace(last.new, changes=changes)) if changes else None
        await self._store.write(partial(_write_gathered, same=same, whole=whole))
        for one in same:
            still = notices.pop(one.key, None)  # a table that has closed meanwhile tells nothing
            if one is last and still is not None and whole is not None:
                notices[one.key] = whole
            else:
                self._untried.discard(one.key)

    async def _drop(self, key: str) -> None:
        await self._store.write(lambda connection: NoticeRows(connection).drop(key))

    async def _post(self, notice: Notice) -> bool:
        """Post a notice; tell whether there is nothing left to do about it."""
        until = notice.new.until
        if until is not None and until <= self._now():
            return True  # the seat is kept no more: Discord or the process was away too long
        place = self._client.get_partial_messageable(notice.channel, guild_id=notice.guild)
        text, meant = notice_text(notice.new), _mentioned(notice)
        nonce = nonce_of(self._store.line, notice.key)
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._first_delay * 2 ** (number - 1))
                if notice.key not in self._left[notice.channel]:
                    return True  # meanwhile it was made untrue, or names who is forgotten
            try:
                async with asyncio.timeout(_PATIENCE):
                    posted = await place.send(text, allowed_mentions=meant, nonce=nonce)
                    if not holds(posted, text):
                        await posted.edit(content=text, allowed_mentions=meant)
            except discord.HTTPException as error:
                _log.info("channel %d: a notice meets %d", notice.channel, error.status)
                if error.status < 500 and error.status != 429:
                    return True  # there is no such channel, or the bot may not speak there
            except DROPPED as error:
                _log.info("channel %d: a notice is lost: %s", notice.channel, type(error).__name__)
            else:
                return True
        return False


def _write_gathered(
    connection: sqlite3.Connection, same: tuple[Notice, ...], whole: Notice | None
) -> None:
    rows = NoticeRows(connection)
    kept = whole is not None and rows.holds(whole.key)
    for one in same:
        rows.drop(one.key)
    if kept and whole is not None:
        rows.add(whole)


def _mentioned(notice: Notice) -> discord.AllowedMentions:
    """Return whom a notice may call: who gets a seat, and nobody else."""
    person = notice.new.person
    if notice.new.kind is not Told.SEAT_FREE or person is None:
        return discord.AllowedMentions.none()
    return discord.AllowedMentions(
        everyone=False, users=[discord.Object(person.id)], roles=False, replied_user=False
    )
