"""Books in which chips stand that nobody can have: SQLite itself adds up to 2^63 and no further."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from bot.bank import Order
from bot.books import read_books
from bot.cashier import Cashier
from bot.store.ledger import Ledger
from bot.store.outcomes import Outcomes
from bot.store.standings import By, read_standings
from bot.store.sums import halves, whole
from tests.bot.conftest import ANN, BEN, GUILD, House

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

MOST: Final = 2**63 - 1


@pytest.fixture
async def house(house: House) -> House:
    """A room where Ann has two stacks, hands are over, and Ben has given her chips twice."""
    await house.change(transfers=True)
    table = await house.dealt(ANN, BEN)
    for _ in range(4):
        await house.finish(table)
        await house.turn(5)
    await (await house.open(channel=801)).sit(ANN, 200, house.key())
    cashier = Cashier(house.store, house.bank, house.clock)
    for _ in range(2):
        await cashier.grant(GUILD, Order(ANN, BEN, 50, "a prize"), house.key())
        await cashier.give(GUILD, BEN, ANN, 50, house.key())
    return house


async def forged(house: House, read: Callable[[sqlite3.Connection], object]) -> object:
    """Read books that hold as much as a row can, in every row; it is all taken back."""

    def unit(connection: sqlite3.Connection) -> object:
        connection.execute("DROP TRIGGER transfer_cannot_change")
        connection.execute("UPDATE balance SET chips = ? WHERE kind <> 'house'", (MOST,))
        connection.execute("UPDATE transfer SET amount = ?", (MOST,))
        return read(connection)

    return await house.store.read(unit)


def player(connection: sqlite3.Connection, user: int) -> int:
    return Ledger(connection).player(GUILD, user) or 0


async def test_an_audit_in_discord_tells_what_is_wrong(house: House) -> None:
    def read(connection: sqlite3.Connection) -> object:
        books = read_books(connection, GUILD, 0)
        ann = next(line for line in books.accounts if line.user == ANN.id)
        return books.sound, ann.balance, ann.at_tables, max(line.chips for line in books.tables)

    assert await forged(house, read) == (False, MOST, 2 * MOST, 2 * MOST)


async def test_a_member_is_told_what_stands_in_them(house: House) -> None:
    def read(connection: sqlite3.Connection) -> object:
        ledger = Ledger(connection)
        return (
            ledger.at_tables(player(connection, ANN.id)),
            ledger.given_since(player(connection, BEN.id), 0),
        )

    assert await forged(house, read) == (2 * MOST, 2 * MOST)


@pytest.mark.parametrize("by", By)
async def test_a_leaderboard_has_places_for_all(house: House, by: By) -> None:
    def read(connection: sqlite3.Connection) -> object:
        return [
            (one.user, type(one.chips)) for one in read_standings(connection, GUILD, by, 0, 9)[1]
        ]

    found = await forged(house, read)
    assert sorted(found) == [(ANN.id, int), (BEN.id, int)]  # type: ignore[call-overload]


async def test_statistics_count_hands(house: House) -> None:
    def read(connection: sqlite3.Connection) -> object:
        rows = Outcomes(connection).games(player(connection, ANN.id))
        return [(row.hands, abs(row.net)) for row in rows]

    assert await forged(house, read) == [(4, MOST)]


async def test_the_halves_of_a_sum_make_it_whole(house: House) -> None:
    chips = [MOST, MOST, -MOST - 1, 2**32, -1, 2**32 - 1, 0]

    def read(connection: sqlite3.Connection) -> object:
        high, low = halves("value")
        return connection.execute(
            f"SELECT {high}, {low} FROM json_each(?)",  # noqa: S608 - our own words
            (json.dumps(chips),),
        ).fetchone()

    assert whole(*await house.store.read(read)) == sum(chips)  # type: ignore[misc]
    assert whole(None, None) == 0
