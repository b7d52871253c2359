"""The books: double entry, sums, and an audit that finds what is wrong."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.bank import Bank
from bot.house import House as GuildsHouse
from bot.opening import Opening
from bot.person import Person
from bot.store.ledger import Ledger

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD = 900
ANN, BEN = Person(1, "Ann"), Person(2, "Ben")


@pytest.fixture
async def table(house: House) -> Table:
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    return table


def rows(house: House, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(house.path) as connection:
        found = connection.execute(sql).fetchall()
    connection.close()
    return found


async def test_the_house_is_minus_all_it_gave_out(house: House, table: Table) -> None:
    house_account = rows(house, "SELECT chips FROM balance WHERE kind = 'house'")
    assert house_account == [(-2000,)]
    assert (await house.audit()).sums == ((GUILD, 0),)


async def test_a_hand_is_paid_through_the_tables_account(house: House, table: Table) -> None:
    moves = rows(
        house,
        "SELECT payer.kind, payee.kind FROM transfer"
        " JOIN account AS payer ON payer.account_id = payer"
        " JOIN account AS payee ON payee.account_id = payee"
        " WHERE why = 'hand' ORDER BY transfer_id",
    )
    assert moves == [("stack", "table"), ("table", "stack")]
    assert rows(house, "SELECT chips FROM balance WHERE kind = 'table'") == [(0,)]


async def test_guilds_share_nothing(house: House, table: Table) -> None:
    other = await house.tables.open(
        Opening(
            guild=GUILD + 1,
            channel=1,
            host=ANN,
            rules=table.rules,
            preset=table.preset,
            least=1,
            most=1000,
            clock=0,
        ),
        "other",
    )
    await other.sit(ANN, 1000, house.key())
    assert await house.bank.balance(GUILD, ANN.id) == 800
    assert await house.bank.balance(GUILD + 1, ANN.id) == 0
    assert (await house.audit()).sums == ((GUILD, 0), (GUILD + 1, 0))


async def test_who_was_never_seen_has_no_account(house: House) -> None:
    assert await house.bank.balance(GUILD, 12345) is None


async def test_a_house_that_gives_nothing(house: House) -> None:
    bank = Bank(house.store, lambda guild: GuildsHouse(starting=0))

    def unit(connection: sqlite3.Connection) -> int:
        ledger = Ledger(connection)
        return ledger.chips(bank.welcome(ledger, GUILD, ANN, 0.0))

    assert await house.store.write(unit) == 0


async def test_results_that_do_not_sum_to_zero_are_not_paid(house: House, table: Table) -> None:
    def unit(connection: sqlite3.Connection) -> None:
        house.bank.settle(Ledger(connection), 1, 1, ((2, 5), (3, -4)), 0.0)

    with pytest.raises(ValueError, match="do not sum to 0"):
        await house.store.write(unit)


@pytest.mark.parametrize(
    ("found", "statement"),
    [
        ("sums", "UPDATE balance SET chips = chips + 1 WHERE kind = 'player'"),
        ("drifted", "UPDATE balance SET chips = chips + 1 WHERE kind = 'player'"),
        ("drifted", "DELETE FROM balance WHERE kind = 'table'"),
        ("stray", "UPDATE balance SET chips = 5 WHERE kind = 'table'"),
        ("stray", "DELETE FROM seat WHERE place = 0"),
        ("stray", "UPDATE balance SET chips = 1 WHERE kind = 'stack'"),
    ],
)
async def test_an_audit_finds_what_was_forged(
    house: House, table: Table, found: str, statement: str
) -> None:
    await house.turn(5)

    async def audit_of_forged() -> object:
        def unit(connection: sqlite3.Connection) -> object:
            connection.execute(statement)
            ledger = Ledger(connection)
            return {
                "sums": tuple(chips for _, chips in ledger.sums() if chips),
                "drifted": tuple(ledger.drifted()),
                "stray": tuple(ledger.stray()),
            }[found]

        return await house.store.read(unit)

    assert (await house.audit()).sound
    assert await audit_of_forged() != ()


async def test_no_immutable_row_names_a_person(house: House, table: Table) -> None:
    """So that a person can be forgotten while the books stay balanced."""
    named = Person(777_000_777_000_777, "Nemo")
    await table.sit(named, 100, house.key())
    await house.turn(5)
    await house.finish(table)
    for name in ("transfer", "act", "hand", "hand_seat"):
        text = repr(rows(house, f"SELECT * FROM {name}"))  # noqa: S608 - the test's own words
        assert text != "[]"
        assert "777000777" not in text
        assert "Nemo" not in text
