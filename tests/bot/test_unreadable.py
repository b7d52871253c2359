"""One table that cannot be read back: it alone closes, is paid out, and shown as closed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.tables import Tables
from bot.watcher import What
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.watcher import Change
    from tests.bot.conftest import House

GUILD, CHANNEL, OTHER = 900, 800, 801
PEOPLE = ANN, BEN, CID = tuple(Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))


@pytest.fixture
async def house(house: House) -> House:
    """Table 1 in its second hand, which Ben has left, and a table beside it."""
    table = await house.dealt(*PEOPLE)
    await house.finish(table)
    await house.turn(5)
    await house.act(table, Verb.BRING_IN)
    await table.leave(BEN, house.key())
    await table.remember_panel(12345)
    beside = await house.open(channel=OTHER)
    await beside.sit(ANN, 100, house.key())
    return house


async def reopened(house: House, *statements: str) -> list[Change]:
    """Crash, write what no bot of this version writes, start; return what the watcher is told."""
    house.time.timers.clear()

    def unit(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TRIGGER hand_keeps_its_start")
        for statement in statements:
            connection.execute(statement)
        connection.execute(made)

    made = await house.store.read(
        lambda connection: connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'hand_keeps_its_start'"
        ).fetchone()[0]
    )
    await house.store.write(unit)
    told = len(house.watch.changes)
    await house.restart()
    return house.watch.changes[told:]


UNREADABLE = [
    "UPDATE tables SET rules = '{' WHERE table_id = 1",
    "UPDATE tables SET rules = '[]' WHERE table_id = 1",
    "UPDATE tables SET rules = '{\"wild_cards\": 4}' WHERE table_id = 1",
    "UPDATE tables SET rules = json_set(rules, '$.game', 'low') WHERE table_id = 1",
    "UPDATE tables SET rules = '', preset = 'of a later version' WHERE table_id = 1",
    "UPDATE tables SET phase = 'waiting' WHERE table_id = 1",
    "UPDATE tables SET phase = 'between' WHERE table_id = 1",
    "UPDATE hand SET state = 'void' WHERE table_id = 1 AND state = 'running'",
    "UPDATE hand SET state = 'over' WHERE table_id = 1 AND state = 'running'",
]


@pytest.mark.parametrize("statement", UNREADABLE)
async def test_it_closes_alone_and_everybody_has_his_chips(house: House, statement: str) -> None:
    before = [await chips(house, person) for person in PEOPLE]
    changes = await reopened(house, statement)
    with pytest.raises(Refusal) as caught:
        house.tables.at(CHANNEL)
    assert caught.value.code is No.NO_TABLE
    assert [seat.stack for seat in house.tables.at(OTHER).picture().seats] == [100]
    assert [await chips(house, person) for person in PEOPLE] == before
    balances = [await house.bank.balance(GUILD, person.id) or 0 for person in PEOPLE]
    assert sum(balances) == 2900
    closed = [change.picture for change in changes if change.kind is What.CLOSED]
    assert [(one.table, one.channel, one.phase, one.hand) for one in closed] == [
        (1, CHANNEL, Phase.CLOSED, 2)
    ]
    assert closed[0].seats == ()
    assert closed[0].note is (None if "UPDATE hand" in statement else Note.VOIDED)
    await house.open()
    assert house.tables.at(CHANNEL).id == 3


async def test_it_is_closed_for_good(house: House) -> None:
    await reopened(house, UNREADABLE[0])
    told = len(house.watch.changes)
    await house.restart()
    assert [change.picture.table for change in house.watch.changes[told:]] == [2]


async def test_whoever_shows_it_is_told_its_message(house: House) -> None:
    """The board closes the panel by it."""
    await reopened(house, UNREADABLE[0])
    assert house.watch.panels[-2:] == [12345, None]


async def test_a_note_of_another_version_says_nothing(house: House) -> None:
    await reopened(house, "UPDATE tables SET note = 'of a later version'")
    picture = house.tables.at(CHANNEL).picture()
    assert (picture.phase, picture.hand, picture.note) == (Phase.PLAYING, 2, None)


async def test_one_that_cannot_even_be_paid_out_stops_nobody(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    connection_fails = (
        "CREATE TEMP TRIGGER no_closing BEFORE UPDATE OF phase ON main.tables"
        " WHEN NEW.table_id = 1 BEGIN SELECT RAISE(ABORT, 'not this one'); END"
    )
    await house.store.write(lambda connection: connection.execute(connection_fails))
    house.tables = Tables(
        house.store,
        house.bank,
        house.houses,
        house.tables._room.shuffle,
        house.clock,
        5.0,
        house.watch,
    )
    await house.tables.restore()
    assert "its chips stay" in caplog.text
    assert [table.id for table in house.tables.open_tables()] == [2]
    await house.store.write(lambda connection: connection.execute("DROP TRIGGER temp.no_closing"))


async def test_a_database_that_fails_closes_no_table(house: House) -> None:
    """A full disk keeps the bot from starting; nobody loses his hand by it."""
    full = (
        "CREATE TEMP TRIGGER full BEFORE UPDATE ON main.tables BEGIN SELECT no_such_function(); END"
    )
    await house.store.write(lambda connection: connection.execute(full))
    with pytest.raises(sqlite3.OperationalError):
        await house.tables.restore()
    await house.store.write(lambda connection: connection.execute("DROP TRIGGER temp.full"))
    await house.restart()
    assert house.tables.at(CHANNEL).phase is Phase.PLAYING


async def chips(house: House, person: Person) -> int:
    """Return all chips of somebody, those at tables too."""

    def unit(connection: sqlite3.Connection) -> int:
        rows = connection.execute(
            "SELECT sum(chips) FROM account JOIN balance USING (account_id)"
            " WHERE owner = ? OR holder IN (SELECT account_id FROM account WHERE owner = ?)",
            (person.id, person.id),
        )
        return int(rows.fetchone()[0])

    return await house.store.read(unit)
