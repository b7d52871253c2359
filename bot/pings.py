"""Calls to the actor before his time runs out: posted once, and deleted when he has acted.

An edit of the panel notifies nobody, a new message does. No failure here undoes anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED
from bot.picture import Moment, Phase
from bot.render.ping import ping_text
from bot.watcher import What

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

    from bot.picture import Picture
    from bot.store import Store
    from bot.table import Table
    from bot.watcher import Change

_log = logging.getLogger(__name__)

_TRIES: Final = 3
_UNKNOWN: Final = 0
"""Stands for the id of a ping that is being posted."""
_PATIENCE: Final = 10.0
"""Seconds after which a request is given up."""

Spawn = Callable[["Coroutine[Any, Any, None]"], object]


class _Call:
    """What one table has to do with pings: what should stand, and what does."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.picture: Picture | None = None
        self.wanted: Picture | None = None
        self.message: int | None = None
        self.of: Moment | None = None
        self.read = False
        self.busy = False

    @property
    def now(self) -> Moment | None:
        """Return the decision that is due, or None."""
        picture = self.picture
        if picture is None or picture.phase is not Phase.PLAYING:
            return None
        return picture.moment

    @property
    def is_late(self) -> bool:
        """Tell whether a message stands that calls nobody any more."""
        return self.message is not None and self.of != self.now

    @property
    def settled(self) -> bool:
        """Tell whether nothing is left to be done."""
        return self.read and self.wanted is None and not self.is_late


class Pings:
    """Posts a ping for each warning, and deletes it when its moment has passed."""

    def __init__(
        self, client: discord.Client, store: Store, spawn: Spawn, first_delay: float
    ) -> None:
        """Call nobody yet; `first_delay` is the wait in seconds before a failed request's retry."""
        self._client = client
        self._store = store
        self._spawn = spawn
        self._first_delay = first_delay
        self._calls: dict[int, _Call] = {}

    def changed(self, table: Table, change: Change) -> None:
        """Take note of a change; plain and fast, it runs under the table's lock."""
        call = self._calls.get(table.id)
        if call is None:
            call = self._calls[table.id] = _Call(table)
        call.picture = change.picture
        if change.kind is What.WARNED:
            call.wanted = change.picture
        elif call.wanted is not None and call.wanted.moment != call.now:
            call.wanted = None
        if not call.settled and not call.busy:
            call.busy = True
            self._spawn(self._settle(call))
        elif change.picture.phase is Phase.CLOSED and call.settled:
            self._calls.pop(table.id, None)

    async def _settle(self, call: _Call) -> None:
        try:
            while not call.settled:
                if not call.read:
                    await self._recall(call)
                elif call.is_late:
                    await self._delete(call)
                else:
                    await self._post(call)
        except Exception:  # noqa: BLE001 -- a fault of ours is reported; the game goes on
            _log.exception("table %d: its pings could not be seen to", call.table.id)
        finally:
            call.busy = False
        if call.table.phase is Phase.CLOSED:
            self._calls.pop(call.table.id, None)

    async def _recall(self, call: _Call) -> None:
        """Find out whether an earlier process has left a ping, or was about to post one."""
        call.read = True
        kept = await self._store.recall(_memo(call.table)) or ""
        if not kept:
            return
        message, hand, turn = (int(number) for number in kept.split(":"))
        moment = Moment(call.table.id, hand, turn)
        if message != _UNKNOWN:
            call.message, call.of = message, moment
        elif moment == call.now:
            call.wanted = call.picture  # if it was posted, its nonce leads to it

    async def _post(self, call: _Call) -> None:
        picture, call.wanted = call.wanted, None
        view = None if picture is None else picture.view
        if picture is None or view is None or picture.due_at is None:
            return
        moment, actors = picture.moment, [picture.players[seat] for seat in view.actors]
        text = ping_text(actors, picture.due_at)
        meant = discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(person.id) for person in actors],
            roles=False,
            replied_user=False,
        )
        nonce = f"ping.{moment.table}.{moment.hand}.{moment.turn}"[-25:]
        posted: list[int] = []

        async def send() -> None:
            message = await self._channel(call).send(text, allowed_mentions=meant, nonce=nonce)
            posted.append(message.id)

        await self._remember(call, f"{_UNKNOWN}:{moment.hand}:{moment.turn}")
        # The nonce makes a repeated post the same message.
        await self._try(call, send, lambda: call.now == moment)
        if posted:
            call.message, call.of = posted[-1], moment
            await self._remember(call, f"{call.message}:{moment.hand}:{moment.turn}")

    async def _delete(self, call: _Call) -> None:
        message = call.message
        assert message is not None  # noqa: S101 -- is_late was asked just before
        old = self._channel(call).get_partial_message(message)
        gone = await self._try(call, old.delete, lambda: True)
        call.message = call.of = None
        if gone:
            await self._remember(call, "")

    async def _try(
        self, call: _Call, send: Callable[[], Awaitable[None]], wanted: Callable[[], bool]
    ) -> bool:
        """Send a few times; tell whether it is done or its message or channel is gone.

        What was refused is sent again only while it is wanted. What was lost may have arrived, and
        is sent again all the same: only so a message is known that has to go again.
        """
        refused = False
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._first_delay * 2 ** (number - 1))
            if refused and not wanted():
                return False
            try:
                async with asyncio.timeout(_PATIENCE):
                    await send()
            except discord.NotFound:
                return True
            except discord.HTTPException as error:
                _log.info("table %d: a ping meets %d %d", call.table.id, error.status, error.code)
                refused = True
                if error.status < 500 and error.status != 429:
                    return False
            except DROPPED as error:
                refused = False
                _log.info("table %d: a ping is lost: %s", call.table.id, type(error).__name__)
            else:
                return True
        return False

    async def _remember(self, call: _Call, kept: str) -> None:
        await self._store.remember(_memo(call.table), kept)

    def _channel(self, call: _Call) -> discord.PartialMessageable:
        table = call.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)


def _memo(table: Table) -> str:
    return f"ping of table {table.id}"
