"""All tables of the room: opened, found by channel or number, and read back after a restart."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.bank import Bank
from bot.broken import BrokenHand
from bot.clock import AGAIN_AFTER, Clock, TableClock
from bot.directory import Directory
from bot.game import ListedGame, preset_games, scaled, verify_list, write_games
from bot.gate import pace_of
from bot.house import LONGEST_CLOCK, MOST_BUY_IN
from bot.houses import USUAL_HOUSE
from bot.keeping import IDLE
from bot.meter import UNREAD
from bot.outlast import outlast
from bot.person import Person
from bot.refusal import No, Refusal
from bot.restoring import (
    closing,
    coming_of,
    known_terms,
    last_terms,
    pending_of,
    read_closed,
    read_remains,
    read_rows,
    read_table,
    replay,
    resume,
    state_of,
    terms_of,
)
from bot.roll import EVERYBODY, Roll
from bot.room import Room
from bot.scribe import take_request
from bot.shuffle import Shuffle
from bot.state import State
from bot.store import Store
from bot.store.fault import is_stores_fault
from bot.store.ledger import Ledger
from bot.store.tables import NewTable, TableRow, TableRows
from bot.table import Table
from bot.terms import Terms
from bot.watcher import Watcher, What
from engine.options import Choice
from engine.rules import HouseRules

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bot.house import House
    from bot.houses import Houses
    from bot.meter import Meter

_NO_TABLE: Final = 0

_OUT: Final = "out"
"""Why the tables of a guild are held that is not there for a while."""

_log = logging.getLogger(__name__)


def _anywhere(guild: int) -> bool:
    del guild
    return True


class Tables:
    """The open tables; each channel has one at most."""

    def __init__(  # noqa: PLR0913 -- the parts of a room, put together once
        self,
        store: Store,
        bank: Bank,
        shuffle: Shuffle,
        clock: Clock,
        pause: float,
        watcher: Watcher,
        roll: Roll = EVERYBODY,
        houses: Houses | None = None,
        *,
        meter: Meter = UNREAD,
    ) -> None:
        """Make a room without tables yet; `pause` is the seconds between two hands.

        Tables follow the `houses` of their guilds, to be restored before them; without any they are
        played by the usual one.
        """
        self._clock = clock
        own = TableClock(clock, _NO_TABLE)
        self._room = Room(store, bank, shuffle, own, pause, watcher, roll, meter)
        self._held: dict[Hashable, Callable[[int], bool]] = {}
        self._out: set[int] = set()
        self._house_of: Callable[[int], House] = _usual if houses is None else houses.of
        self._is_whole: Callable[[int], bool] = _anywhere if houses is None else houses.is_whole
        if houses is not None:
            houses.subscribe(self._house_changed)
        self._by_id: Directory[int, Table] = Directory()
        self._by_channel: dict[int, Table] = {}
        self._opening = asyncio.Lock()
        self._ready = False

    async def restore(self) -> tuple[Table, ...]:
        """Read back what was open when the process ended, and set its clocks again.

        A hand that does not replay to its digests is void, a table that cannot be read closes.
        Until this is done everything is refused with STILL_STARTING. Raises sqlite3.Error where
        the database itself fails.
        """
        for row in await self._room.store.read(read_rows):
            await self._restore(row)
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
        least: int | None,
        most: int | None,
        clock: int | None,
        key: str,
        games: tuple[ListedGame, ...] | None = None,
    ) -> Table:
        """Open a table in a channel; buy-in limits are chips, `clock` seconds a turn (0: none).

        Of those three the house's is taken where one is None, and followed when the house changes
        it; the house's limits times the scale of the rules. `games` are what its dealers choose
        from where the rules have a choice; None: all presets.

        Raises RefusedRules for a list that no menu can offer and for amounts that its scale makes
        too large, and Refusal: STILL_STARTING, TABLE_EXISTS, BAD_LIMITS, BAD_CLOCK, DOUBLED.
        """
        self._refuse_unless_ready()
        house = self._house_of(guild)
        limits = _limits(house, rules, least, most, clock)
        listed = None
        if rules.choice is not Choice.NONE:
            games = preset_games() if games is None else games
            verify_list(games)
            scaled(games, rules.choice_scale)  # refused before anything is written
            listed = write_games(games)
        text = json.dumps(rules.to_options(), sort_keys=True)
        table = NewTable(
            guild,
            channel,
            host.id,
            preset,
            text,
            *limits,
            listed,
            pause=house.pause,
            ping=house.ping,
            misses=house.misses,
            seats=house.seats,
            keeps_least=least is not None,
            keeps_most=most is not None,
            keeps_clock=clock is not None,
        )
        return await outlast(asyncio.ensure_future(self._open(table, key)))

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
        if line != self._line:
            raise Refusal(No.STALE)
        table = self._by_id.get(table_id)
        if table is None:
            raise Refusal(No.NO_TABLE)
        if table.channel != channel:
            raise Refusal(No.STALE)
        return table

    @property
    def _line(self) -> int:
        return self._room.store.line

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

    def hold(self, why: Hashable = None, guilds: Callable[[int], bool] = _anywhere) -> None:
        """Let nobody be timed out and no hand begin in some guilds: no click can come from there.

        Tables that are there later are held too, until `go_on` is told the same `why`.
        """
        self._held[why] = guilds
        for table in self._where(guilds):
            table.hold(why)

    def go_on(self, why: Hashable = None) -> None:
        """Let time pass again where nothing else holds it; deadlines are as after a restart.

        Each table that was held follows its house again too: while time is held nothing that fails
        is tried anew.
        """
        guilds = self._held.pop(why, None)
        if guilds is not None:
            self._release(self._where(guilds), why)

    def hold_guild(self, guild: int) -> None:
        """Hold one guild as `hold` does, until `go_on_in`; only its tables are looked at."""
        self._out.add(guild)
        for table in self.of(guild):
            table.hold(_OUT)

    def go_on_in(self, guild: int) -> None:
        """Let time pass again in a guild that `hold_guild` holds."""
        if guild in self._out:
            self._out.remove(guild)
            self._release(self.of(guild), _OUT)

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
            terms = terms_of(TableRow(table_id, new, mark, None), self._line)
            table = self._table(terms, State(version=mark.version, idle_at=mark.idle_at), None)
            self._add(table)
            table.watch()
        _log.info(
            "opened guild=%s table=%s preset=%s by=%s", new.guild, table.id, new.preset, new.host
        )
        table.show(What.OPENED, key)
        await self._follow(table)  # its house may have changed meanwhile
        return table

    async def _restore(self, row: TableRow) -> None:
        """Bring a table back; whatever of it cannot be read closes that table and no other."""
        try:
            await self._bring_back(row)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("table %s cannot be read back and closes", row.table_id)
            await self._retire(row)

    async def _bring_back(self, row: TableRow) -> None:
        stored = await self._room.store.read(partial(read_table, row))
        terms, state, broken = terms_of(row, self._line), state_of(stored), None
        try:
            play = replay(stored)
            state = replace(state, play=play, pending=pending_of(stored, play))
        except BrokenHand as error:
            broken = error
            _log.exception("the last hand of table %s is broken", row.table_id)
        table = self._table(terms, state, row.panel)
        table.expect(coming_of(row, terms))
        state = replace(state, unseen_until=await table.recall_unseen())
        await table.resume(*resume(state, broken, pace_of(terms, self._room)))
        if self._is_whole(table.guild):
            await table.follow(self._house_of(table.guild), again=True)
        self._add(table)

    async def _retire(self, row: TableRow) -> None:
        """Close a table that cannot be read back, pay everybody out, and show that."""
        try:
            remains = await self._room.store.read(partial(read_remains, row))
            state, decision = closing(row, remains)
            table = self._table(last_terms(row, self._line), state, row.panel)
            await table.resume(decision, What.CLOSED)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("table %s cannot be closed either: its chips stay", row.table_id)

    async def show_closed(self, table_id: int) -> bool:
        """Show a table that is closed as it was then; tell whether it can be read back."""
        try:
            row = await self._room.store.read(partial(read_closed, table_id))
            if row is None:
                return False
            stored = await self._room.store.read(partial(read_table, row))
            state = replace(state_of(stored), play=replay(stored))
            self._table(known_terms(row, self._line), state, row.panel).show(What.CLOSED)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("closed table %s cannot be shown", table_id)
            return False
        return True

    def _house_changed(self, guild: int, before: House, after: House) -> None:
        """Let a guild's tables take over what its house has changed; a fault is tried again."""
        del before, after
        for table in self.of(guild):
            self._let_follow(table)

    def _where(self, guilds: Callable[[int], bool]) -> tuple[Table, ...]:
        """Return the open tables of some guilds; each guild is asked about once."""
        wanted = filter(guilds, self._by_id.guilds())
        return tuple(table for guild in wanted for table in self.of(guild))

    def _release(self, tables: tuple[Table, ...], why: Hashable) -> None:
        for table in tables:
            table.go_on(why)
            self._let_follow(table)

    def _let_follow(self, table: Table) -> None:
        self._room.clock.act_now((table.id, "house"), partial(self._follow, table))

    async def _follow(self, table: Table) -> None:
        """Let a table take over its house, unless that stands for one that cannot be read."""
        if not self._is_whole(table.guild):
            return
        try:
            await table.follow(self._house_of(table.guild))
        except Refusal as refusal:
            _log.info("table %s does not follow its house: %s", table.id, refusal.code)

    def _table(self, terms: Terms, state: State, panel: int | None) -> Table:
        room = replace(self._room, clock=TableClock(self._clock, terms.id))
        table = Table(terms, room, state, panel=panel, closed=self._forget)
        for why, guilds in self._held.items():
            if guilds(terms.guild):
                table.hold(why)
        if terms.guild in self._out:
            table.hold(_OUT)
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


def _usual(guild: int) -> House:
    """Return the house of a guild that has changed nothing."""
    del guild
    return USUAL_HOUSE


def _limits(
    house: House, rules: HouseRules, least: int | None, most: int | None, clock: int | None
) -> tuple[int, int, int]:
    """Return the buy-in limits and the clock, the house's where not given, or refuse them."""
    least = house.least * rules.choice_scale if least is None else least
    most = house.most * rules.choice_scale if most is None else most
    clock = house.clock_of(rules) if clock is None else clock
    if not 1 <= least <= most <= MOST_BUY_IN:
        raise Refusal(No.BAD_LIMITS, MOST_BUY_IN, least, most)
    if not 0 <= clock <= LONGEST_CLOCK:
        raise Refusal(No.BAD_CLOCK, LONGEST_CLOCK)
    return least, most, clock
