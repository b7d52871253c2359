"""Calls to the actor before his time runs out: posted once, and deleted when he has acted.

An edit of the panel notifies nobody, a new message does. No failure here undoes anything: a ping
that cannot be deleted is noted until Discord says that it is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED
from bot.directory import Directory
from bot.nonce import holds
from bot.picture import Moment, Phase
from bot.render.ping import ping_text
from bot.standing import Ping, Pinged
from bot.watcher import What

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

    from bot.picture import Picture
    from bot.store import Store
    from bot.table import Table
    from bot.watcher import Change

_log = logging.getLogger(__name__)

_TRIES: Final = 3
_PATIENCE: Final = 10.0
"""Seconds after which a request is given up."""
_ANYTHING: Final = "…"
"""What is posted only to find out which message has a nonce; it is deleted at once."""
_NOBODY: Final = discord.AllowedMentions.none()

Spawn = Callable[["Coroutine[Any, Any, None]"], object]


class _Outcome(Enum):
    """What came of a request."""

    DONE = auto()
    GONE = auto()
    """Its message or its channel is not there."""
    REFUSED = auto()
    LOST = auto()
    """It may have taken effect: no answer to it came."""


class _Call:
    """What one table has to do with pings: what should stand, and what does."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.picture: Picture | None = None
        self.wanted: Picture | None = None
        self.pings: dict[Moment, Ping] = {}
        self.tried: set[Moment] = set()
        self.read = False
        self.busy = False

    @property
    def now(self) -> Moment | None:
        """Return the decision that is due, or None."""
        picture = self.picture
        return picture.moment if picture is not None and picture.deciders else None

    @property
    def late(self) -> Ping | None:
        """Return a ping that calls nobody any more and was not tried to be deleted just now."""
        past = (ping for moment, ping in self.pings.items() if moment != self.now)
        return next((ping for ping in past if ping.moment not in self.tried), None)

    @property
    def settled(self) -> bool:
        """Tell whether nothing is left to be done for now."""
        return self.read and self.wanted is None and self.late is None

    @property
    def over(self) -> bool:
        """Tell whether the table is closed and nothing of it stands."""
        closed = self.picture is None or self.picture.phase is Phase.CLOSED
        return closed and self.read and not self.pings


class Pings:
    """Posts a ping for each warning, and deletes it when its moment has passed."""

    def __init__(
        self, client: discord.Client, store: Store, spawn: Spawn, first_delay: float
    ) -> None:
        """Call nobody yet; `first_delay` is the wait in seconds before a failed request's retry."""
        self._client = client
        self._pinged = Pinged(store)
        self._spawn = spawn
        self._first_delay = first_delay
        self._calls: Directory[int, _Call] = Directory()

    def changed(self, table: Table, change: Change) -> None:
        """Take note of a change; plain and fast, it runs under the table's lock."""
        call = self._call(table.id, table.guild)
        call.picture = change.picture
        if change.kind is What.WARNED:
            call.wanted = change.picture
        elif call.wanted is not None and call.wanted.moment != call.now:
            call.wanted = None
        self._see_to(call)

    def nudge(self, guild: int | None = None) -> None:
        """Try again at once to delete what could not be deleted, in all guilds or one."""
        for call in self._calls.of(guild):
            self._see_to(call)

    async def close_all(self, is_open: Callable[[int], bool]) -> None:
        """Delete the pings of tables that are closed: their process died too early."""
        for ping in await self._pinged.all():
            table = ping.moment.table
            call = self._calls.get(table)
            if is_open(table) or (call is not None and call.picture):
                continue
            call = self._call(table, ping.guild)
            call.read = True
            call.pings.setdefault(ping.moment, ping)
            self._see_to(call)

    def _call(self, table: int, guild: int) -> _Call:
        call = self._calls.get(table)
        return call or self._calls.add(table, guild, _Call(table))

    def _see_to(self, call: _Call) -> None:
        """Begin whatever there is to do; what has failed before is tried once more."""
        call.tried.clear()
        if not call.settled and not call.busy:
            call.busy = True
            self._spawn(self._settle(call))
        elif call.over and not call.busy:
            self._calls.pop(call.table)

    async def _settle(self, call: _Call) -> None:
        try:
            while not call.settled:
                late = call.late
                if not call.read:
                    await self._recall(call)
                elif call.wanted is not None:
                    await self._post(call, call.wanted)
                elif late is not None:
                    call.tried.add(late.moment)
                    await self._clear(call, late)
        except Exception:  # noqa: BLE001 -- a fault of ours is reported; the game goes on
            _log.exception("table %d: its pings could not be seen to", call.table)
        finally:
            call.busy = False
        if call.over:
            self._calls.pop(call.table)

    async def _recall(self, call: _Call) -> None:
        """Find out which pings an earlier process has left, or was about to post."""
        call.read = True
        for ping in await self._pinged.of(call.table):
            call.pings.setdefault(ping.moment, ping)
            if ping.message is None and ping.moment == call.now:
                call.wanted = call.picture  # if it was posted, its nonce leads to it

    async def _post(self, call: _Call, picture: Picture) -> None:
        call.wanted = None
        actors = picture.deciders
        if not actors or picture.due_at is None:
            return
        meant = discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(person.id) for person in actors],
            roles=False,
            replied_user=False,
        )
        ping = Ping(picture.moment, picture.guild, picture.channel)
        await self._note(call, ping)
        text = ping_text(actors, picture.due_at)
        outcome = await self._send(call, ping, text, meant, lambda: call.now == ping.moment)
        if outcome in (_Outcome.GONE, _Outcome.REFUSED):
            await self._forget(call, ping)

    async def _clear(self, call: _Call, ping: Ping) -> None:
        """Delete a ping; of one whose answer was lost, find out first which message it is."""
        if ping.message is None:
            # The nonce leads to it; a message that is made now, later, notifies nobody.
            if await self._send(call, ping, _ANYTHING, _NOBODY, lambda: True) is _Outcome.GONE:
                await self._forget(call, ping)
            ping = call.pings.get(ping.moment, ping)
        if ping.message is None:
            return
        old = self._channel(ping).get_partial_message(ping.message)
        if await self._try(call, old.delete, lambda: True) in (_Outcome.DONE, _Outcome.GONE):
            await self._forget(call, ping)

    async def _send(
        self,
        call: _Call,
        ping: Ping,
        text: str,
        meant: discord.AllowedMentions,
        wanted: Callable[[], bool],
    ) -> _Outcome:
        """Post a ping and note its message; the nonce makes a repeated post the same message."""
        posted: list[int] = []

        async def send() -> None:
            channel = self._channel(ping)
            message = await channel.send(text, allowed_mentions=meant, nonce=ping.nonce)
            posted.append(message.id)
            if text is not _ANYTHING and not holds(message, text):
                await message.edit(content=text, allowed_mentions=meant)

        outcome = await self._try(call, send, wanted)
        if posted:
            await self._note(call, ping.at(posted[-1]))
        return outcome

    async def _try(
        self, call: _Call, send: Callable[[], Awaitable[None]], wanted: Callable[[], bool]
    ) -> _Outcome:
        """Send a few times; once an answer was lost, what is refused later is lost still.

        What was refused is sent again only while it is wanted. What was lost may have arrived, and
        is sent again all the same: only so a message is known that has to go again.
        """
        refused, outcome = False, _Outcome.REFUSED
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._first_delay * 2 ** (number - 1))
            if refused and not wanted():
                break
            try:
                async with asyncio.timeout(_PATIENCE):
                    await send()
            except discord.NotFound:
                return _Outcome.GONE
            except discord.HTTPException as error:
                _log.info("table %d: a ping meets %d %d", call.table, error.status, error.code)
                refused = True
                if error.status < 500 and error.status != 429:
                    break
            except DROPPED as error:
                refused, outcome = False, _Outcome.LOST
                _log.info("table %d: a ping is lost: %s", call.table, type(error).__name__)
            else:
                return _Outcome.DONE
        return outcome

    async def _note(self, call: _Call, ping: Ping) -> None:
        call.pings[ping.moment] = ping
        await self._pinged.note(ping)

    async def _forget(self, call: _Call, ping: Ping) -> None:
        call.pings.pop(ping.moment, None)
        await self._pinged.forget(ping)

    def _channel(self, ping: Ping) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(ping.channel, guild_id=ping.guild)
