"""What members and managers ask of the bank: daily chips, gifts, grants and takes, what is told."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.bank import DAY, Bank, Order
from bot.cashier import Cashier, Holding
from bot.house import House as Rules
from bot.person import Person
from bot.refusal import No, Refusal
from bot.store.standings import By
from bot.store.why import Why

if TYPE_CHECKING:
    from tests.bot.conftest import House

GUILD, OTHER = 900, 901
ANN, BEN, CID = Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cid")


class Window:
    """A cashier over a room's store, whose guilds' rules a test may change."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rules = {GUILD: Rules(transfers=True), OTHER: Rules()}
        self.bank = Bank(house.store, lambda guild: self.rules[guild])
        self.cashier = Cashier(house.store, self.bank, house.clock)

    async def daily(self, person: Person = ANN, guild: int = GUILD, key: str = "") -> int:
        return (await self.cashier.daily(guild, person, key or self.house.key())).balance

    async def give(self, giver: Person, receiver: Person, amount: int, guild: int = GUILD) -> int:
        return await self.cashier.give(guild, giver, receiver, amount, self.house.key())

    async def grant(self, member: Person, amount: int, reason: str = "a prize") -> int:
        order = Order(CID, member, amount, reason)
        return await self.cashier.grant(GUILD, order, self.house.key())

    async def take(self, member: Person, amount: int, reason: str = "a mistake") -> int:
        order = Order(CID, member, amount, reason)
        return await self.cashier.take(GUILD, order, self.house.key())

    async def total(self, person: Person, guild: int = GUILD) -> int | None:
        holding = await self.cashier.holding(guild, person.id)
        return None if holding is None else holding.total


@pytest.fixture
def window(house: House) -> Window:
    return Window(house)


async def refused(asked: Awaitable[object]) -> tuple[No, tuple[int, ...]]:
    with pytest.raises(Refusal) as found:
        await asked
    return found.value.code, found.value.numbers


def instant(window: Window, day: int, second: float = 0.0) -> None:
    window.house.time.seconds = day * DAY + second


# Daily chips


async def test_daily_chips_are_had_once_a_utc_day(window: Window) -> None:
    instant(window, 20, 3_600)
    first = await window.cashier.daily(GUILD, ANN, "k1")
    assert (first.chips, first.balance, first.next_at) == (200, 1_200, 21 * DAY)
    instant(window, 20, DAY - 0.001)
    assert await refused(window.daily()) == (No.DAILY_TAKEN, (21 * DAY,))
    instant(window, 21)
    assert await window.daily() == 1_400
    assert await refused(window.daily()) == (No.DAILY_TAKEN, (22 * DAY,))


async def test_a_claim_just_before_midnight_and_one_just_after(window: Window) -> None:
    instant(window, 20, DAY - 0.001)
    assert await window.daily() == 1_200
    instant(window, 21, 0.001)
    assert await window.daily() == 1_400


@pytest.mark.parametrize("back", [1.0, 3_600.0, DAY, 10 * DAY])
async def test_a_clock_that_jumps_back_gives_nothing_twice(window: Window, back: float) -> None:
    instant(window, 20, 10)
    await window.daily()
    window.house.time.seconds -= back
    assert await refused(window.daily()) == (No.DAILY_TAKEN, (21 * DAY,))
    instant(window, 21)
    assert await window.daily() == 1_400


async def test_a_clock_that_jumps_ahead_gives_no_days_between(window: Window) -> None:
    instant(window, 20)
    await window.daily()
    instant(window, 400)
    assert await window.daily() == 1_400
    assert await refused(window.daily()) == (No.DAILY_TAKEN, (401 * DAY,))


async def test_twenty_clicks_at_one_moment_give_once(window: Window) -> None:
    asked = (window.daily() for _ in range(20))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert answers.count(1_200) == 1
    refusals = [one.code for one in answers if isinstance(one, Refusal)]
    assert refusals == [No.DAILY_TAKEN] * 19


async def test_a_doubled_click_gives_once_even_at_midnight(window: Window) -> None:
    instant(window, 20, DAY - 1)
    assert await window.daily(key="click") == 1_200
    instant(window, 21)
    assert await refused(window.daily(key="click")) == (No.DOUBLED, ())
    assert await window.daily() == 1_400


async def test_a_restart_gives_nothing_twice(window: Window) -> None:
    await window.daily()
    await window.house.restart()
    assert (await refused(Window(window.house).daily()))[0] is No.DAILY_TAKEN


async def test_each_member_and_each_guild_has_a_day_of_its_own(window: Window) -> None:
    await window.daily(ANN)
    assert await window.daily(BEN) == 1_200
    assert await window.daily(ANN, OTHER) == 1_200


async def test_a_house_without_daily_chips(window: Window) -> None:
    window.rules[GUILD] = Rules(daily=0)
    assert await refused(window.daily()) == (No.NO_DAILY, ())
    assert await window.total(ANN) is None


async def test_the_amounts_are_those_of_the_house(window: Window) -> None:
    window.rules[GUILD] = Rules(starting=50, daily=7)
    assert await window.daily() == 57


async def test_the_database_itself_refuses_a_second_daily(window: Window) -> None:
    await window.daily()

    def unit(connection: sqlite3.Connection) -> None:
        connection.execute(
            "INSERT INTO transfer (payer, payee, amount, why, at)"
            " SELECT payer, payee, amount, why, at FROM transfer WHERE why = 'daily chips'"
        )

    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        await window.house.store.write(unit)


# Gifts


async def test_a_gift_moves_chips_between_balances(window: Window) -> None:
    assert await window.give(ANN, BEN, 300) == 700
    assert await window.total(BEN) == 1_300


async def test_gifts_are_off_unless_the_house_allows_them(window: Window) -> None:
    assert await refused(window.give(ANN, BEN, 1, OTHER)) == (No.NO_TRANSFERS, ())


async def test_nobody_gives_to_himself(window: Window) -> None:
    assert await refused(window.give(ANN, ANN, 1)) == (No.TO_ONESELF, ())


@pytest.mark.parametrize("amount", [0, -1, 10**18, -(10**18), 10**9 + 1])
async def test_what_is_no_amount_is_refused(window: Window, amount: int) -> None:
    for asked in (window.give(ANN, BEN, amount), window.grant(ANN, amount)):
        assert await refused(asked) == (No.BAD_AMOUNT, (10**9,))
    await window.daily()
    assert await refused(window.take(ANN, amount)) == (No.BAD_AMOUNT, (10**9,))
    assert await window.total(ANN) == 1_200


async def test_gifts_of_a_day_are_capped(window: Window) -> None:
    window.rules[GUILD] = Rules(transfers=True, transfer_cap=500)
    instant(window, 20, DAY - 1)
    await window.give(ANN, BEN, 300)
    await window.give(ANN, CID, 100)
    assert await refused(window.give(ANN, CID, 101)) == (No.TOO_GENEROUS, (100, 500))
    instant(window, 21)
    assert await window.give(ANN, BEN, 500) == 100
    instant(window, 20)  # a clock that jumps back frees nothing
    assert await refused(window.give(ANN, BEN, 1)) == (No.TOO_GENEROUS, (0, 500))


async def test_a_lowered_cap_leaves_nothing_below_zero(window: Window) -> None:
    await window.give(ANN, BEN, 300)
    window.rules[GUILD] = Rules(transfers=True, transfer_cap=100)
    assert await refused(window.give(ANN, BEN, 1)) == (No.TOO_GENEROUS, (0, 100))


async def test_gifts_at_one_moment_stay_below_the_cap(window: Window) -> None:
    window.rules[GUILD] = Rules(transfers=True, transfer_cap=500)
    gifts = (window.give(ANN, BEN, 100) for _ in range(10))
    answers = await asyncio.gather(*gifts, return_exceptions=True)
    assert sum(isinstance(one, int) for one in answers) == 5
    assert await window.total(BEN) == 1_500


async def test_chips_at_a_table_cannot_be_given(window: Window) -> None:
    table = await window.house.open()
    await table.sit(ANN, 400, window.house.key())
    assert await refused(window.give(ANN, BEN, 601)) == (No.NOT_ENOUGH_CHIPS, (600,))
    assert await window.give(ANN, BEN, 600) == 0
    assert await window.cashier.holding(GUILD, ANN.id) == Holding(0, 400)


async def test_a_refused_gift_opens_no_account(window: Window) -> None:
    assert (await refused(window.give(ANN, BEN, 1_001)))[0] is No.TOO_GENEROUS
    assert await window.total(ANN) is None
    assert await window.total(BEN) is None


# Grants and takes


async def test_managers_grant_and_take_of_the_balance(window: Window) -> None:
    assert await window.grant(ANN, 500) == 1_500
    assert await window.take(ANN, 1_500) == 0
    assert await refused(window.take(ANN, 1)) == (No.TOO_MUCH_TO_TAKE, (0,))
    assert (await window.house.audit()).sound


async def test_chips_at_a_table_cannot_be_taken(window: Window) -> None:
    table = await window.house.open()
    await table.sit(ANN, 400, window.house.key())
    assert await refused(window.take(ANN, 601)) == (No.TOO_MUCH_TO_TAKE, (600,))


async def test_nothing_is_taken_of_who_has_no_account(window: Window) -> None:
    assert await refused(window.take(ANN, 1)) == (No.NO_ACCOUNT, ())


@pytest.mark.parametrize(
    "reason", ["", "   ", "\n\t", "x" * 201, "\0", "\u200b\u202e", "\ud800", "\u2800", "\u3164 \0"]
)
async def test_a_reason_is_needed_and_short(window: Window, reason: str) -> None:
    assert await refused(window.grant(ANN, 1, reason)) == (No.BAD_REASON, (200,))
    assert await refused(window.take(ANN, 1, reason)) == (No.BAD_REASON, (200,))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE reason SET text = 'another'",
        "DELETE FROM reason",
        "INSERT OR REPLACE INTO reason SELECT transfer_id, 'another' FROM reason",
        "INSERT INTO reason SELECT transfer_id, 'another' FROM reason",
        "UPDATE transfer SET amount = 1",
        "DELETE FROM transfer WHERE why = 'grant'",
    ],
)
async def test_what_was_granted_and_why_cannot_be_changed(window: Window, statement: str) -> None:
    await window.grant(ANN, 500, "  the\n prize ")
    with pytest.raises(sqlite3.IntegrityError):
        await window.house.store.write(lambda connection: connection.execute(statement))
    (order,) = (await window.cashier.books(GUILD)).orders
    assert (order.chips, order.user, order.by, order.reason) == (500, 1, 3, "the prize")


async def test_a_doubled_order_is_done_once(window: Window) -> None:
    order = Order(CID, ANN, 500, "a prize")
    assert await window.cashier.grant(GUILD, order, "click") == 1_500
    for ask in (window.cashier.grant, window.cashier.take):
        assert await refused(ask(GUILD, order, "click")) == (No.DOUBLED, ())


# What is told


async def test_a_journal_tells_every_transfer_of_its_member(window: Window) -> None:
    house = window.house
    await window.daily()
    await window.give(ANN, BEN, 100)
    await window.give(BEN, ANN, 50)
    await window.grant(ANN, 30, "a prize")
    await window.take(ANN, 10, "a mistake")
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    await table.leave(ANN, house.key())
    journal = await window.cashier.journal(GUILD, ANN.id, 0)
    assert journal is not None
    lines = list(reversed(journal.lines))
    told = [(line.why, line.chips) for line in lines]
    won = lines[7].chips
    assert won
    assert told == [
        (Why.START, 1_000),
        (Why.DAILY, 200),
        (Why.GIFT, -100),
        (Why.GIFT, 50),
        (Why.GRANT, 30),
        (Why.TAKE, -10),
        (Why.BUY_IN, -200),
        (Why.HAND, won),
        (Why.LEAVE, 200 + won),
    ]
    assert [line.name for line in lines] == ["", "", "Ben", "Ben", "Cid", "Cid", "", "", ""]
    assert [line.reason for line in lines if line.reason] == ["a prize", "a mistake"]
    assert [line.channel for line in lines[6:]] == [800, 800, 800]
    assert lines[7].hand == 1


@pytest.mark.parametrize(
    ("wanted", "number"), [(0, 0), (1, 1), (2, 2), (3, 2), (10**18, 2), (-5, 0)]
)
async def test_pages_beyond_the_last_are_the_last(window: Window, wanted: int, number: int) -> None:
    for _ in range(24):
        await window.grant(ANN, 1)
    journal = await window.cashier.journal(GUILD, ANN.id, wanted)
    assert journal is not None
    assert (journal.page.number, journal.page.pages) == (number, 3)
    assert len(journal.lines) == (10, 10, 5)[number]


async def test_without_an_account_there_is_no_journal(window: Window) -> None:
    assert await window.cashier.journal(GUILD, ANN.id, 0) is None


async def test_leaderboards_count_chips_at_tables_and_what_hands_brought(window: Window) -> None:
    house = window.house
    await window.grant(BEN, 5_000)
    await window.grant(CID, 1)
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    won = (await window.total(ANN) or 0) - 1_000
    chips = await window.cashier.leaderboard(GUILD, By.BALANCE, 0)
    assert (chips.lines[0].rank, chips.lines[0].name) == (1, "Ben")
    assert {one.user: one.chips for one in chips.lines} == {
        1: 1_000 + won,
        2: 6_000 - won,
        3: 1_001,
    }
    winnings = await window.cashier.leaderboard(GUILD, By.WINNINGS, 0)
    assert {one.user: one.chips for one in winnings.lines} == {1: won, 2: -won, 3: 0}
    assert [one.chips for one in winnings.lines] == sorted((won, 0, -won), reverse=True)


async def test_equal_chips_have_one_rank(window: Window) -> None:
    for person in (ANN, BEN, CID):
        await window.daily(person)
    await window.give(ANN, BEN, 10)
    await window.give(BEN, ANN, 10)
    board = await window.cashier.leaderboard(GUILD, By.BALANCE, 0)
    assert [one.rank for one in board.lines] == [1, 1, 1]


async def test_who_was_forgotten_is_on_no_leaderboard_and_in_the_books(window: Window) -> None:
    for person in (ANN, BEN):
        await window.daily(person)

    def forget(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE account SET owner = NULL WHERE owner = 2")
        connection.execute("DELETE FROM member WHERE user = 2")

    await window.house.store.write(forget)
    for by in By:
        board = await window.cashier.leaderboard(GUILD, by, 0)
        assert [one.name for one in board.lines] == ["Ann"]
    books = await window.cashier.books(GUILD)
    assert [(line.user, line.balance) for line in books.accounts] == [(1, 1_200), (0, 1_200)]
    assert books.sound


async def test_guilds_share_nothing_but_their_members(window: Window) -> None:
    await window.daily(ANN)
    await window.grant(ANN, 77)
    await window.daily(BEN, OTHER)
    assert await window.total(ANN, OTHER) is None
    assert await window.total(BEN) is None
    for guild, names, chips in ((GUILD, ["Ann", "Cid"], 2_277), (OTHER, ["Ben"], 1_200)):
        books = await window.cashier.books(guild)
        assert [line.name for line in books.accounts] == names
        assert (books.balances, books.house, books.total) == (chips, -chips, 0)
        board = await window.cashier.leaderboard(guild, By.BALANCE, 0)
        assert [one.name for one in board.lines] == names
    assert [order.chips for order in (await window.cashier.books(OTHER)).orders] == []


async def test_the_books_tell_tables_and_what_is_wrong(window: Window) -> None:
    house = window.house
    await house.dealt(ANN, BEN)
    books = await window.cashier.books(GUILD)
    assert books.sound
    assert [(table.channel, table.seated, table.chips) for table in books.tables] == [(800, 2, 400)]
    assert (books.balances, books.at_tables, books.house) == (1_600, 400, -2_000)
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("UPDATE balance SET chips = chips + 5 WHERE account_id = 3")
        connection.execute("UPDATE balance SET chips = 5 WHERE kind = 'table'")
    forged = await window.cashier.books(GUILD)
    assert not forged.sound
    assert forged.total == 10
    assert {one.owner.kind for one in forged.mismatches} >= {"table"}
    assert (await window.cashier.books(OTHER)).sound
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("UPDATE balance SET chips = chips - 5 WHERE account_id = 3")
        connection.execute("UPDATE balance SET chips = 0 WHERE kind = 'table'")


async def test_a_cancelled_asker_gets_it_whole_or_not_at_all(window: Window) -> None:
    asks: list[Callable[[], Awaitable[int]]] = [
        lambda: window.daily(BEN),
        lambda: window.give(ANN, BEN, 10),
        lambda: window.grant(ANN, 10),
    ]
    for ask in asks:
        task = asyncio.ensure_future(ask())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
    assert (await window.house.audit()).sound


@pytest.mark.parametrize(
    ("given", "kept"),
    [("\0abc", "abc"), ("a\ud800b", "a b"), ("a\u200bb\u202e", "ab"), ("a\n\tb", "a b")],
)
async def test_a_reason_is_kept_as_it_is_seen(window: Window, given: str, kept: str) -> None:
    await window.grant(ANN, 1, given)
    (order,) = (await window.cashier.books(GUILD)).orders
    assert order.reason == kept
