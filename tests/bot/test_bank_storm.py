"""Fifty members do everything at random while all kinds of things go wrong: no chip is lost.

DOORCARD_STORM is how many things they do (10,000), DOORCARD_STORM_SEED what decides everything.
"""

# ruff: noqa: S608 - the statements are the test's own words

from __future__ import annotations

import asyncio
import logging
import os
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import pytest

from bot.bank import DAY, Bank, Order
from bot.cashier import Cashier
from bot.house import House as Rules
from bot.opening import Opening
from bot.person import Person
from bot.picture import Phase
from bot.random_hand import illegal_act, random_act
from bot.refusal import Refusal
from bot.store import Store
from bot.store.standings import By
from bot.store.store import Unit
from bot.store.why import OUTSIDE
from bot.table import Table
from engine.errors import IllegalAction
from engine.presets import preset_named
from tests.bot.conftest import House, Members

T = TypeVar("T")

OPERATIONS: Final = int(os.environ.get("DOORCARD_STORM", "10000"))
SEED: Final = int(os.environ.get("DOORCARD_STORM_SEED", "5"))
CAP: Final = 300
GUILDS: Final = {901: (10, 11, 12), 902: (20, 21)}
"""Two guilds, with the channels of each; all members are in both."""

PRESETS: Final = ("casino_fixed", "classic_nl", "hilo_buy", "hilo_declare", "dealers_choice")
PEOPLE: Final = tuple(Person(number, f"Player {number}") for number in range(1, 51))
ALLOWED: Final = (Refusal, IllegalAction, sqlite3.OperationalError, asyncio.CancelledError)
"""How an operation may end beside well: refused, struck by a fault of the database, cancelled."""

Operation = Callable[[str], Awaitable[object]]
"""Something to do, with the key of the interaction that asks for it."""


class Everybody(Members):
    """A roll on which everybody is, in any guild."""

    async def present(self, guild: int, user: int, *, anew: bool = False) -> bool:
        return True


class Weather:
    """Statements of the database that break off: SQLite rolls their transaction back by itself.

    BEGIN and ROLLBACK are not struck: SQLite would do them and say that it did not.
    """

    def __init__(self, chance: random.Random) -> None:
        self.foul = False
        self.still = False
        self.struck = 0
        self._armed = False
        self._chance = chance

    def strike(self) -> int:
        """Tell SQLite whether to break off; it asks every few steps of a statement."""
        if self.still or not (self.foul and self._armed and self._chance.random() < 0.01):
            return 0
        self._armed = False
        self.struck += 1
        return 1

    def over(self, store: Store) -> None:
        """Let it break over what is written to a store and read from it."""
        write, read = store.write, store.read

        async def struck_write(unit: Unit[T]) -> T:
            return await write(lambda connection: self._struck(unit, connection))

        async def struck_read(unit: Unit[T]) -> T:
            return await read(lambda connection: self._struck(unit, connection))

        store.write = struck_write  # type: ignore[method-assign]
        store.read = struck_read  # type: ignore[method-assign]

    def _struck(self, unit: Unit[T], connection: sqlite3.Connection) -> T:
        self._armed = True
        try:
            return unit(connection)
        finally:
            self._armed = False


class Storm:
    """A room in two guilds, and everything that may happen there."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.chance = random.Random(seed)
        self.weather = Weather(random.Random(seed + 1))
        self.done: Counter[str] = Counter()
        self.left = OPERATIONS
        self._keys = 0
        self._calm = asyncio.Lock()

    async def begin(self) -> None:
        """Start the room, or start it again as after a crash."""
        house = self.house
        await house.restart()
        rules = Rules(transfers=True, transfer_cap=CAP)
        self.cashier = Cashier(house.store, Bank(house.store, lambda _: rules), house.clock)
        self.weather.over(house.store)
        await house.store.read(
            lambda connection: connection.set_progress_handler(self.weather.strike, 40)
        )

    async def rage(self) -> None:
        """Let everybody do things until enough are done, with restarts in between."""
        while self.left > 0:
            goal = self.left - OPERATIONS // 5
            await asyncio.gather(*(self._live(person, goal) for person in PEOPLE))
            await self._audit()
            await self.begin()

    async def end(self) -> None:
        """Close every table: all chips are back in balances."""
        for table in self.house.tables.open_tables():
            await table.close(None)

    async def _live(self, person: Person, goal: int) -> None:
        while self.left > goal:
            self.left -= 1
            if self.left % 500 == 0:
                await self._audit()
            if self.left % 97 == 0:
                self.weather.foul = not self.weather.foul
            name, operation = self._draw(person)
            await self._do(name, operation)

    async def _do(self, name: str, operation: Operation) -> None:
        """Do something once, twice with one key, or cancelled somewhere on its way."""
        chance, key = self.chance, self._key()
        copies = 2 if chance.random() < 0.1 else 1
        tasks = [asyncio.ensure_future(operation(key)) for _ in range(copies)]
        if chance.random() < 0.15:
            for _ in range(chance.randrange(8)):
                await asyncio.sleep(0)
            tasks[0].cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException) and not isinstance(outcome, ALLOWED):
                raise outcome
        well = [one for one in outcomes if not isinstance(one, BaseException)]
        self.done[name] += bool(well)
        if copies == 2 and name not in ("look", "time", "play"):
            assert len(well) < 2, f"{name} was done twice for one key"

    def _draw(self, person: Person) -> tuple[str, Operation]:
        chance = self.chance
        guild = chance.choice(tuple(GUILDS))
        other = chance.choice(PEOPLE)
        amount = chance.choice((0, -1, 1, 7, 50, 100, 200, 300, 400, 10**18))
        operations: dict[str, tuple[float, Operation]] = {
            "act": (12, self._act(person)),
            "play": (25, self._play()),
            "deal": (8, self._at(lambda table, key: table.deal(person, key))),
            "sit": (14, self._at(lambda table, key: table.sit(person, amount, key))),
            "leave": (5, self._at(lambda table, key: table.leave(person, key))),
            "remove": (1, self._at(lambda table, key: table.remove(other, key))),
            "sit out": (1, self._at(lambda table, key: table.sit_out(person, key))),
            "back": (3, self._at(lambda table, key: table.come_back(person, key))),
            "close": (0.3, self._at(lambda table, key: table.close(person, key))),
            "open": (3, self._open(person)),
            "daily": (4, lambda key: self.cashier.daily(guild, person, key)),
            "give": (6, lambda key: self.cashier.give(guild, person, other, amount, key)),
            "grant": (
                2,
                lambda key: self.cashier.grant(guild, Order(person, other, amount, "gale"), key),
            ),
            "take": (
                2,
                lambda key: self.cashier.take(guild, Order(person, other, amount, "gale"), key),
            ),
            "look": (6, self._look(person, guild)),
            "time": (4, self._turn_time()),
        }
        names = tuple(operations)
        (name,) = chance.choices(names, [operations[one][0] for one in names])
        return name, operations[name][1]

    def _at(self, work: Callable[[Table, str], Awaitable[object]]) -> Operation:
        guild = self.chance.choice(tuple(GUILDS))
        channel = self.chance.choice(GUILDS[guild])

        async def operation(key: str) -> object:
            return await work(self.house.tables.at(channel), key)

        return operation

    def _act(self, person: Person) -> Operation:
        """Let whoever is to act at a table do so, or somebody who is not, mostly legally."""
        tables = [one for one in self.house.tables.open_tables() if one.phase is Phase.PLAYING]
        if not tables:
            return self._at(lambda table, key: table.deal(person, key))
        picture = self.chance.choice(tables).picture()
        assert picture.view is not None
        seat = self.chance.choice(picture.view.actors)
        options = next(one for one in picture.view.choices if one.seat == seat)
        actor = picture.players[seat] if self.chance.random() < 0.9 else person
        drawn = random_act if self.chance.random() < 0.95 else illegal_act
        action = drawn(options, self.chance)

        async def operation(key: str) -> object:
            table = self.house.tables.numbered(picture.table, picture.line, picture.channel)
            return await table.act(actor, picture.moment, action, key)

        return operation

    def _play(self) -> Operation:
        """Let whoever is to act at a table do so, again and again, through a hand or two."""
        guild = self.chance.choice(tuple(GUILDS))
        channel, acts = self.chance.choice(GUILDS[guild]), self.chance.randrange(1, 14)

        async def operation(key: str) -> object:
            for number in range(acts):
                table = self.house.tables.at(channel)
                picture = table.picture()
                if picture.phase is Phase.PLAYING and picture.view is not None:
                    options = self.chance.choice(picture.view.choices)
                    actor = picture.players[options.seat]
                    action = random_act(options, self.chance)
                    with suppress(Refusal, IllegalAction):
                        await table.act(actor, picture.moment, action, f"{key}-{number}")
                elif picture.seats:
                    someone = self.chance.choice(picture.seats).person
                    with suppress(Refusal):
                        await table.deal(someone, f"{key}-{number}")
            return None

        return operation

    def _open(self, person: Person) -> Operation:
        guild = self.chance.choice(tuple(GUILDS))
        channel, name = self.chance.choice(GUILDS[guild]), self.chance.choice(PRESETS)

        async def operation(key: str) -> object:
            return await self.house.tables.open(
                Opening(
                    guild=guild,
                    channel=channel,
                    host=person,
                    rules=preset_named(name).rules(),
                    preset=name,
                    least=1,
                    most=400,
                    clock=60,
                ),
                key,
            )

        return operation

    def _look(self, person: Person, guild: int) -> Operation:
        """Read what members can read; nothing of it may be below zero."""
        by, page = self.chance.choice(tuple(By)), self.chance.randrange(9)

        async def operation(key: str) -> object:
            holding = await self.cashier.holding(guild, person.id)
            assert holding is None or min(holding.balance, holding.at_tables) >= 0
            await self.cashier.journal(guild, person.id, page)
            return await self.cashier.leaderboard(guild, by, page)

        return operation

    def _turn_time(self) -> Operation:
        seconds = self.chance.choice((1, 5, 30, 61, 61, 3_600, 20_000, -3_600, -DAY))

        async def operation(key: str) -> object:
            self.house.time.turn(seconds)
            return None

        return operation

    async def _audit(self) -> None:
        """Go over the books in the midst of it: they are sound between any two transactions."""
        async with self._calm:
            self.weather.still = True
            audit = await self.house.audit()
            self.weather.still = False
        assert audit.sound, audit

    def _key(self) -> str:
        self._keys += 1
        return f"storm-{self._keys}"


@pytest.fixture
async def storm(tmp_path: Path) -> AsyncIterator[Storm]:
    house = House(tmp_path / "doorcard.sqlite3")
    house.members = Everybody()
    house.time.seconds = 20_000.0 * DAY  # its jumps lead back by years, and never before 1970
    await house.start()
    storm = Storm(house, SEED)
    await storm.begin()
    yield storm
    await house.stop()


@pytest.mark.slow
async def test_no_chip_is_lost_in_a_storm(storm: Storm, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)  # deadlines that the weather struck are logged, and retried
    try:
        await storm.rage()
        storm.weather.foul = False
        await storm._audit()
        await storm.end()
        await storm._audit()
        await verify_books(storm)
    except BaseException:
        print(f"the seed was {SEED}; so far: {dict(storm.done)}")  # noqa: T201 - for the report
        raise
    missing = {"act", "sit", "leave", "deal", "daily", "give", "grant", "take"} - set(+storm.done)
    assert not missing or OPERATIONS < 5_000, f"{missing} never went well (seed {SEED})"
    assert storm.weather.struck > OPERATIONS // 1_000, f"the weather was fair (seed {SEED})"


async def verify_books(storm: Storm) -> None:
    """Verify, by statements of the test's own, what no transfer may ever break."""

    def unit(connection: sqlite3.Connection) -> None:
        def none(sql: str) -> None:
            assert connection.execute(sql).fetchall() == [], f"{sql} (seed {SEED})"

        sums = connection.execute(
            "SELECT guild, sum(chips) FROM account JOIN balance USING (account_id) GROUP BY guild"
        ).fetchall()
        assert sums == [(guild, 0) for guild in GUILDS], f"{sums} (seed {SEED})"
        none("SELECT * FROM balance WHERE kind <> 'house' AND chips < 0")
        none("SELECT * FROM balance WHERE kind IN ('stack', 'table') AND chips <> 0")
        none(
            "SELECT payee, cast(at / 86400 AS INTEGER) FROM transfer WHERE why = 'daily chips'"
            " GROUP BY 1, 2 HAVING count(*) > 1"
        )
        none(
            "SELECT payer, cast(at / 86400 AS INTEGER) FROM transfer WHERE why = 'gift'"
            f" GROUP BY 1, 2 HAVING sum(amount) > {CAP}"
        )
        none(
            "SELECT * FROM transfer LEFT JOIN reason USING (transfer_id)"
            " WHERE (why IN ('grant', 'take')) <> (text IS NOT NULL)"
        )
        none(
            "SELECT hand_id FROM hand WHERE state = 'over' AND (SELECT count(*) FROM outcome"
            " WHERE outcome.hand_id = hand.hand_id) <> (SELECT count(*) FROM hand_seat"
            " WHERE hand_seat.hand_id = hand.hand_id)"
        )
        # What hands have brought, added up one by one, is what a leaderboard makes of the rest.
        hands = (
            "SELECT coalesce(sum(CASE WHEN payee = account_id THEN amount ELSE -amount END), 0)"
            " FROM account JOIN transfer ON account_id IN (payer, payee)"
            " WHERE holder = player.account_id AND why = 'hand'"
        )
        rest = (
            f"chips - (SELECT coalesce(sum(amount), 0) FROM transfer"
            f" WHERE payee = player.account_id AND {OUTSIDE})"
            f" + (SELECT coalesce(sum(amount), 0) FROM transfer"
            f" WHERE payer = player.account_id AND {OUTSIDE})"
        )
        none(
            "SELECT * FROM account AS player JOIN balance USING (account_id)"
            f" WHERE player.kind = 'player' AND ({hands}) <> {rest}"
        )

    await storm.house.store.read(unit)
