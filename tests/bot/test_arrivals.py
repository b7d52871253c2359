"""What a guild that becomes available costs: its own tables are looked at, and no others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.cashier import Cashier
from bot.client import Doorcard
from bot.clock import Clock
from bot.leftovers import Leftovers
from bot.opening import Opening
from bot.painting import Painting
from bot.person import Person
from bot.pings import Pings
from bot.reach import Reaches
from bot.shuffle import Shuffle
from bot.store import Store
from bot.table import Table
from bot.tables import Tables
from cogs.outages import Outages
from engine.presets import preset_named
from tests.bot.conftest import House, TurnedTime

if TYPE_CHECKING:
    from bot.board import Board
    from bot.roll import Roll

GUILDS, TABLES = 12, 3
HOST = Person(1, "Ann")


@pytest.fixture
async def bot(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doorcard]:
    """A bot whose Discord never answers, with some tables in each of some guilds."""

    def tables_of(board: Board, roll: Roll) -> Tables:
        shuffle, clock = Shuffle(7), house.clock
        return Tables(house.store, house.bank, house.houses, shuffle, clock, 5.0, board, roll)

    async def hang(*_asked: object, **_more: object) -> None:
        await asyncio.Event().wait()

    cashier = Cashier(house.store, house.bank, house.clock)
    bot = Doorcard(tables_of, house.store, house.houses, None, cashier=cashier)
    monkeypatch.setattr(bot.http, "request", hang)
    await bot.board.recall()
    await bot.tables.restore()
    for number in range(GUILDS * TABLES):
        await bot.tables.open(
            Opening(
                guild=900 + number // TABLES,
                channel=5000 + number,
                host=HOST,
                rules=preset_named("casino_fixed").rules(),
                preset="casino_fixed",
                least=None,
                most=None,
                clock=None,
            ),
            house.key(),
        )
    yield bot
    await bot.board.shut(0)
    await bot.tables.shut()


@pytest.fixture
def work(bot: Doorcard, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is done once for each table, or asks the database, from now on."""
    counts: Counter[str] = Counter()

    def count(owner: type[Any], name: str) -> None:
        monkeypatch.setattr(owner, name, _counted(getattr(owner, name), counts))

    count(Painting, "look_again")
    count(Pings, "_see_to")
    count(Reaches, "of")
    count(Table, "go_on")
    count(Table, "hold")
    count(Table, "follow")
    count(Store, "read")
    count(Leftovers, "_close")
    return counts


def _counted(real: Callable[..., Any], counts: Counter[str]) -> Callable[..., Any]:
    @wraps(real)
    def counted(*args: Any, **more: Any) -> Any:
        counts[real.__name__] += 1
        return real(*args, **more)

    return counted


def guild(number: int) -> discord.Guild:
    return cast("discord.Guild", discord.Object(number))


def held(house: House, bot: Doorcard) -> list[Table]:
    """Return the tables whose clocks stand still."""
    return [one for one in bot.tables.open_tables() if house.clock.is_held_beside(one.id, None)]


async def settle(house: House) -> None:
    """Wait for what was begun by the clock, and let the rest begin."""
    await house.turn(0)
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_guild_that_arrives_looks_at_its_own_tables_alone(
    house: House, bot: Doorcard, work: Counter[str]
) -> None:
    await Outages(bot).on_guild_available(guild(903))
    await settle(house)
    assert work["look_again"] == work["_see_to"] == TABLES
    assert work["of"] <= 3 * TABLES
    assert work["go_on"] == work["hold"] == work["follow"] == 0
    assert work["read"] <= 1  # what channels are still to be told: once


async def test_a_start_asks_as_much_of_each_table_however_many_guilds_there_are(
    house: House, bot: Doorcard, work: Counter[str]
) -> None:
    for number in range(GUILDS):
        await Outages(bot).on_guild_available(guild(900 + number))
    await Outages(bot).on_guild_available(guild(1))
    await settle(house)
    assert work["look_again"] == work["_see_to"] == GUILDS * TABLES
    assert work["follow"] == 0
    assert work["read"] <= 1


async def test_an_outage_holds_and_releases_the_tables_of_its_guild_alone(
    house: House, bot: Doorcard, work: Counter[str]
) -> None:
    await Outages(bot).on_guild_unavailable(guild(903))
    assert work["hold"] == TABLES
    assert {one.guild for one in held(house, bot)} == {903}
    await Outages(bot).on_guild_available(guild(903))
    await settle(house)
    assert work["go_on"] == work["follow"] == TABLES
    assert held(house, bot) == []


async def test_a_shard_that_is_back_releases_its_own_tables_and_only_what_was_held(
    house: House, bot: Doorcard, work: Counter[str]
) -> None:
    bot.shard_count = 1
    await Outages(bot).on_shard_connect(0)
    bot.tables.holds.end("never held")
    await settle(house)
    assert work["go_on"] == work["follow"] == 0
    bot.tables.holds.begin(1, lambda one: one in (901, 902))
    bot.tables.holds.end(1)
    await settle(house)
    assert work["hold"] == work["go_on"] == work["follow"] == 2 * TABLES


async def test_each_leftover_is_seen_to_once_however_many_guilds_arrive(
    house: House, bot: Doorcard, work: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed table's panel whose process died: only its guild's arrival looks at it."""
    await house.store.remember("panel of table 99", "77:1:5000:905")
    await bot.board.recall()
    work.clear()
    monkeypatch.setattr(bot, "get_guild", guild)
    monkeypatch.setattr(Painting, "look_again", lambda *_: None)
    for number, closed in ((900, 0), (901, 0), (905, 1), (905, 1), (902, 1)):
        await Outages(bot).on_guild_available(guild(number))
        await settle(house)
        assert work["_close"] == closed


async def test_a_hold_takes_back_the_deadlines_of_its_table_alone() -> None:
    """With as many tables as a shard has it must not look at those of all the others."""
    looked: Counter[str] = Counter()

    class Key(tuple[int, str]):
        __slots__ = ()

        def __getitem__(self, at: Any) -> Any:
            looked["keys"] += 1
            return super().__getitem__(at)

    async def never() -> None:
        raise AssertionError("held")

    time = TurnedTime()
    clock = Clock(time)
    for table in range(50):
        for name in ("turn", "idle"):
            clock.set(Key((table, name)), time.now() + 1, never)
    looked.clear()
    clock.hold(7, "outage")
    assert looked["keys"] <= 10
    assert sum(not timer.off for timer in time.timers) == 98
    await clock.stop()
