"""All tables of the room: opened, found by channel or number, and read back after a restart."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from dataclasses import replace
from functools import partial
from typing import Final

from bot import dealing
from bot.bank import Bank
from bot.broken import BrokenHand
from bot.clock import Clock
from bot.dealing import Pace
from bot.outlast import outlast
from bot.person import Person
from bot.refusal import No, Refusal
from bot.restoring import Stored, read_tables, replay, resume, state_of, terms_of
from bot.room import Room
from bot.shuffle import Shuffle
from bot.state import State
from bot.step import Step, take_request, write_step
from bot.store import Store
from bot.store.ledger import Ledger
from bot.store.tables import NewTable, TableRow, TableRows
from bot.table import Table
from bot.watcher import Watcher, What
from engine.errors import RefusedRules
from engine.rules import HouseRules, not_dealt_yet

MOST_BUY_IN: Final = 10_000_000
"""The largest buy-in limit, in chips: what ten players win stays far inside the engine's limits."""

LONGEST_CLOCK: Final = 3_600
"""The longest turn clock, in seconds."""

_log = logging.getLogger(__name__)


class Tables:
    """The open tables; each channel has one at most."""

    def __init__(
        self,
        store: Store,
        bank: Bank,
        shuffle: Shuffle,
        clock: Clock,
        pause: float,
        watcher: Watcher,
    ) -> None:
        """Make a room without tables yet; `pause` is the seconds between two hands."""
        self._room = Room(store, bank, shuffle, clock, pause, watcher)
        self._by_id: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._opening = asyncio.Lock()
        self._ready = False

    async def restore(self) -> tuple[Table, ...]:
        """Read back what was open when the process ended, and set its clocks again.

        A hand that does not replay to its digests is void. Until this is done everything is
        refused with STILL_STARTING.
        """
        for stored in await self._room.store.read(read_tables):
            await self._restore(stored)
        self._ready = True
        return self.open_tables()

    async def open(  # noqa: PLR0913 - what a table is opened with, each by its name
        self,
        *,
        guild: int,
        channel: int,
        host: Person,
        rules: HouseRules,
        preset: str,
        least: int,
        most: int,
        clock: int,
        key: str,
    ) -> Table:
        """Open a table in a channel; buy-in limits are chips, `clock` seconds a turn (0: none).

        Raises RefusedRules for what is not dealt yet, and Refusal: STILL_STARTING, TABLE_EXISTS,
        BAD_LIMITS, BAD_CLOCK, DOUBLED.
        """
        self._refuse_unless_ready()
        _verify(rules, least, most, clock)
        text = json.dumps(rules.to_options(), sort_keys=True)
        table = NewTable(guild, channel, host.id, preset, text, least, most, clock)
        return await outlast(asyncio.ensure_future(self._open(table, key)))

    def open_tables(self) -> tuple[Table, ...]:
        """Return all open tables."""
        return tuple(self._by_id.values())

    def at(self, channel: int) -> Table:
        """Return the table of a channel; raise Refusal: NO_TABLE, STILL_STARTING."""
        self._refuse_unless_ready()
        table = self._by_channel.get(channel)
        if table is None:
            raise Refusal(No.NO_TABLE)
        return table

    def numbered(self, table_id: int) -> Table:
        """Return an open table by its number; raise Refusal: NO_TABLE, STILL_STARTING."""
        self._refuse_unless_ready()
        table = self._by_id.get(table_id)
        if table is None:
            raise Refusal(No.NO_TABLE)
        return table

    async def shut(self) -> None:
        """Stop for the end of the process: steps under way are finished, nothing new begins."""
        self._ready = False
        async with self._opening:
            for table in tuple(self._by_id.values()):
                await table.shut()
        await self._room.clock.stop()

    async def _open(self, new: NewTable, key: str) -> Table:
        at = self._room.clock.now()
        mark = State(version=1).mark

        def unit(connection: sqlite3.Connection) -> int:
            take_request(connection, key, at)
            rows = TableRows(connection)
            if rows.is_open(new.channel):
                raise Refusal(No.TABLE_EXISTS)
            table_id = rows.add(new)
            rows.mark(table_id, mark)
            Ledger(connection).pot(new.guild, table_id)
            return table_id

        async with self._opening:
            self._refuse_unless_ready()
            table_id = await self._room.store.write(unit)
            table = self._add(TableRow(table_id, new, mark, None), State(version=mark.version))
        _log.info(
            "opened guild=%s table=%s preset=%s by=%s", new.guild, table.id, new.preset, new.host
        )
        table.show(What.OPENED, key)
        return table

    async def _restore(self, stored: Stored) -> None:
        pace = Pace(self._room.clock.now(), stored.row.opened.clock, self._room.pause)
        play, broken = None, None
        try:
            terms_of(stored.row)
            play = replay(stored)
        except RefusedRules:
            _log.exception("table %s is closed: its rules are not dealt", stored.row.table_id)
            await self._retire(stored)
            return
        except BrokenHand as error:
            broken = error
            _log.exception("the last hand of table %s is broken", stored.row.table_id)
        state = replace(state_of(stored), play=play)
        table = self._add(stored.row, state)
        await table.resume(*resume(state, broken, pace))

    async def _retire(self, stored: Stored) -> None:
        """Close a table that cannot be played any more and pay everybody out."""
        decision = dealing.close(state_of(stored))
        row = stored.row
        step = Step(
            row.opened.guild,
            row.table_id,
            decision.state.mark,
            decision.entries,
            self._room.clock.now(),
        )
        await self._room.store.write(partial(write_step, bank=self._room.bank, step=step))

    def _add(self, row: TableRow, state: State) -> Table:
        table = Table(terms_of(row), self._room, state, panel=row.panel, closed=self._forget)
        self._by_id[table.id] = table
        self._by_channel[table.channel] = table
        return table

    def _forget(self, table: Table) -> None:
        self._by_id.pop(table.id, None)
        if self._by_channel.get(table.channel) is table:
            del self._by_channel[table.channel]

    def _refuse_unless_ready(self) -> None:
        if not self._ready:
            raise Refusal(No.STILL_STARTING)


def _verify(rules: HouseRules, least: int, most: int, clock: int) -> None:
    faults = not_dealt_yet(rules)
    if faults:
        raise RefusedRules(faults)
    if not 1 <= least <= most <= MOST_BUY_IN:
        raise Refusal(No.BAD_LIMITS, MOST_BUY_IN)
    if not 0 <= clock <= LONGEST_CLOCK:
        raise Refusal(No.BAD_CLOCK, LONGEST_CLOCK)
