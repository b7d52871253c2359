"""All tables of the room: opened, found by channel or number, closed."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.bank import Bank
from bot.clock import AGAIN_AFTER, Clock, TableClock
from bot.directory import Directory
from bot.holds import Holds
from bot.keeping import IDLE
from bot.meter import UNREAD
from bot.opening import Opening, write_opening
from bot.outlast import outlast
from bot.refusal import No, Refusal
from bot.restoring import read_rows
from bot.revival import Revival
from bot.roll import EVERYBODY, Roll
from bot.room import Room
from bot.shuffle import Shuffle
from bot.state import State
from bot.store import Store
from bot.store.tables import NewTable, TableRow
from bot.stored_terms import terms_of
from bot.table import Table
from bot.terms import Terms
from bot.watcher import Watcher, What

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.house import House
    from bot.houses import Houses
    from bot.meter import Meter

_NO_TABLE: Final = 0

_log = logging.getLogger(__name__)


class Tables:
    """The open tables; each channel has one at most."""

    def __init__(  # noqa: PLR0913 -- the parts of a room, put together once
        self,
        store: Store,
        bank: Bank,
        houses: Houses,
        shuffle: Shuffle,
        clock: Clock,
        pause: float,
        watcher: Watcher,
        roll: Roll = EVERYBODY,
        *,
        meter: Meter = UNREAD,
    ) -> None:
        """Make a room without tables yet; `pause` is the seconds between two hands.

        Tables follow the `houses` of their guilds, to be restored before them.
        """
        self._clock = clock
        own = TableClock(clock, _NO_TABLE)
        self._room = Room(store, bank, shuffle, own, pause, watcher, roll, meter)
        self._houses = houses
        self._by_id: Directory[int, Table] = Directory()
        self._by_channel: dict[int, Table] = {}
        self.holds = Holds(self._by_id, self._let_follow)
        self.revival = Revival(self._room, houses, self._table)
        self._opening = asyncio.Lock()
        self._ready = False
        houses.subscribe(self._house_changed)

    async def restore(self) -> tuple[Table, ...]:
        """Read back what was open when the process ended, and set its clocks again.

        A hand that does not replay to its digests is void, a table that cannot be read closes.
        Until this is done everything is refused with STILL_STARTING. Raises sqlite3.Error where
        the database itself fails.
        """
        for row in await self._room.store.read(read_rows):
            table = await self.revival.bring_back(row)
            if table is not None:
                self._add(table)
        self._ready = True
        return self.open_tables()

    async def open(self, opening: Opening, key: str) -> Table:
        """Open a table; `key` names the interaction that asks.

        Raises RefusedRules and Refusal as `Opening.row`, and Refusal: STILL_STARTING, TABLE_EXISTS,
        DOUBLED.
        """
        self._refuse_unless_ready()
        new = opening.row(self._houses.of(opening.guild))
        return await outlast(asyncio.ensure_future(self._open(new, key)))

    def open_tables(self) -> tuple[Table, ...]:
        """Return all open tables."""
        return self._by_id.all()

    def of(self, guild: int) -> tuple[Table, ...]:
        """Return the open tables of a guild, without a look at any other."""
        return self._by_id.of(guild)

    def is_open(self, table_id: int) -> bool:
        """Tell whether a table is open."""
        return table_id in self._by_id

    def at(self, channel: int) -> Table:
        """Return the table of a channel; raise Refusal: NO_TABLE, STILL_STARTING."""
        self._refuse_unless_ready()
        table = self._by_channel.get(channel)
        if table is None:
            raise Refusal(No.NO_TABLE)
        return table

    def numbered(self, table_id: int, line: int, channel: int | None) -> Table:
        """Return the open table that a control was drawn for, pressed in a channel.

        Raises Refusal: STALE where it is of another line of the database, or of another channel's
        table: it was drawn for a table that is no more. Else NO_TABLE, STILL_STARTING.
        """
        self._refuse_unless_ready()
        if line != self._room.store.line:
            raise Refusal(No.STALE)
        table = self._by_id.get(table_id)
        if table is None:
            raise Refusal(No.NO_TABLE)
        if table.channel != channel:
            raise Refusal(No.STALE)
        return table

    async def forget(self, user: int) -> None:
        """Let no table name somebody any more who has been forgotten."""
        for table in self.open_tables():
            await table.forget(user)

    async def close_where(self, wanted: Callable[[Table], bool]) -> None:
        """Close tables whose place is gone; everyone is paid out.

        What fails at one keeps no other from closing, and is tried again.
        """
        for table in self.open_tables():
            if wanted(table):
                try:
                    await _close(table)
                except Exception:  # noqa: BLE001 - a full disk; reported, and tried again
                    _log.exception("table %s could not be closed", table.id)
                    again = self._clock.now() + AGAIN_AFTER
                    self._clock.set(("gone", table.id), again, partial(_close, table))

    async def send_off(self, guild: int, user: int) -> None:
        """Let who is surely gone from a guild leave its tables."""
        for table in self.of(guild):
            with suppress(Refusal):  # it is just being closed
                await table.send_off(user)

    def now(self) -> float:
        """Return seconds since 1970, by the room's clock."""
        return self._room.clock.now()

    async def shut(self) -> None:
        """Stop for the end of the process: steps under way are finished, nothing new begins."""
        self._ready = False
        async with self._opening:
            for table in self._by_id.all():
                await table.shut()
        await self._clock.stop()

    async def _open(self, new: NewTable, key: str) -> Table:
        at = self._room.clock.now()
        mark = State(version=1, idle_at=at + IDLE).mark
        async with self._opening:
            self._refuse_unless_ready()
            table_id = await self._room.store.write(
                partial(write_opening, new=new, mark=mark, at=at, key=key)
            )
            terms = terms_of(TableRow(table_id, new, mark, None), self._room.store.line)
            table = self._table(terms, State(version=mark.version, idle_at=mark.idle_at), None)
            self._add(table)
            table.watch()
        _log.info(
            "opened guild=%s table=%s preset=%s by=%s", new.guild, table.id, new.preset, new.host
        )
        table.show(What.OPENED, key)
        await self._follow(table)  # its house may have changed meanwhile
        return table

    def _house_changed(self, guild: int, before: House, after: House) -> None:
        """Let a guild's tables take over what its house has changed."""
        del before, after
        for table in self.of(guild):
            self._let_follow(table)

    def _let_follow(self, table: Table) -> None:
        """Let a table take over its house; a fault is tried again, but not while it is held."""
        self._room.clock.act_now((table.id, "house"), partial(self._follow, table))

    async def _follow(self, table: Table) -> None:
        """Let a table take over its house, unless that stands for one that cannot be read."""
        if not self._houses.is_whole(table.guild):
            return
        try:
            await table.follow(self._houses.of(table.guild))
        except Refusal as refusal:
            _log.info("table %s does not follow its house: %s", table.id, refusal.code)

    def _table(self, terms: Terms, state: State, panel: int | None) -> Table:
        room = replace(self._room, clock=TableClock(self._clock, terms.id))
        table = Table(terms, room, state, panel=panel, closed=self._forget)
        self.holds.meet(table)
        return table

    def _add(self, table: Table) -> None:
        self._by_id.add(table.id, table.guild, table)
        self._by_channel[table.channel] = table

    def _forget(self, table: Table) -> None:
        self._by_id.pop(table.id)
        self._clock.forget(table.id)
        if self._by_channel.get(table.channel) is table:
            del self._by_channel[table.channel]

    def _refuse_unless_ready(self) -> None:
        if not self._ready:
            raise Refusal(No.STILL_STARTING)


async def _close(table: Table) -> None:
    with suppress(Refusal):  # somebody closed it just before
        await table.close(None)
