"""Retention: what goes after a while, and what the database lets nobody take away."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.past import Gap, NoPast, tell
from bot.person import Person
from bot.privacy import Privacy
from bot.render.past import gap_text
from bot.retention import COPIES_KEPT, DAY, Gone, Retention
from bot.stats import Statistics
from bot.store.retention import strip
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
PLACE = (900, 800)


@pytest.fixture
async def table(house: House) -> Table:
    """A table at which two hands are over and the third runs."""
    table = await house.dealt(ANN, BEN)
    for _ in range(2):
        await house.finish(table)
        await house.turn(5)
    assert table.picture().moment.hand == 3
    return table


async def select(house: House, sql: str) -> list[Any]:
    return await house.store.read(lambda connection: connection.execute(sql).fetchall())


def retention(house: House, days: int) -> Retention:
    return Retention(house.store, house.path, house.clock, days)


async def test_old_hands_lose_cards_and_acts_and_nothing_else(house: House, table: Table) -> None:
    kept = (
        "SELECT hand_id, table_id, number, rules, began_at, state, game FROM hand",
        "SELECT * FROM hand_seat",
        "SELECT * FROM outcome",
        "SELECT * FROM transfer",
        "SELECT * FROM balance",
    )
    before = [await select(house, sql) for sql in kept]
    record = await Statistics(house.store).record(900, ANN.id)
    house.time.seconds += 31 * DAY
    assert (await retention(house, 30).tidy()).hands == 2
    assert [await select(house, sql) for sql in kept] == before
    assert await Statistics(house.store).record(900, ANN.id) == record
    assert await select(house, "SELECT DISTINCT hand_id FROM act ORDER BY 1") == []
    rows = await select(house, "SELECT number, kept, deck = '', reserve = '' FROM hand")
    assert rows == [(1, 0, 1, 1), (2, 0, 1, 1), (3, 1, 0, 0)]
    assert (await retention(house, 30).tidy()).hands == 0
    await house.restart()
    await house.finish(house.tables.at(800))


async def test_what_is_not_old_enough_stays(house: House, table: Table) -> None:
    house.time.seconds += 29 * DAY
    assert (await retention(house, 30).tidy()).hands == 0


async def requests_of(house: House) -> int:
    return int((await select(house, "SELECT count(*) FROM request"))[0][0])


async def test_0_days_are_for_ever(house: House, table: Table) -> None:
    house.time.seconds += 10_000 * DAY
    assert (await retention(house, 0).tidy()).hands == 0


async def test_the_last_hand_of_an_open_table_stays_until_it_closes(
    house: House, table: Table
) -> None:
    await house.finish(table)
    house.time.seconds += 31 * DAY
    assert (await retention(house, 30).tidy()).hands == 2
    await house.restart()
    table = house.tables.at(800)
    assert table.picture().moment.hand == 3
    await table.close(None)
    assert (await retention(house, 30).tidy()).hands == 1


async def test_a_called_off_hand_goes_too(house: House, table: Table) -> None:
    await table.close(None)
    house.time.seconds += 31 * DAY
    assert (await retention(house, 30).tidy()).hands == 3


async def test_hands_that_nobody_counted_are_counted_first(house: House, table: Table) -> None:
    """As an earlier schema left them; one that cannot be played again stays as it is."""
    counted = await select(house, "SELECT * FROM outcome")
    raw = house.store._raw
    for statement in (
        "PRAGMA recursive_triggers = OFF",
        "DROP TRIGGER outcome_cannot_go",
        "DROP TRIGGER act_cannot_change",
        "DELETE FROM outcome",
        "UPDATE act SET digest = 'other' WHERE hand_id = 2 AND seq = 1",
    ):
        await house.store._on_thread(partial(raw.execute, statement))
    house.time.seconds += 31 * DAY
    assert (await retention(house, 30).tidy()).hands == 1
    assert await select(house, "SELECT * FROM outcome") == [row for row in counted if row[0] == 1]
    assert await select(house, "SELECT hand_id FROM hand WHERE kept = 0") == [(1,)]


async def test_history_says_that_a_hand_is_kept_no_longer(house: House, table: Table) -> None:
    house.time.seconds += 31 * DAY
    await retention(house, 30).tidy()
    with pytest.raises(NoPast) as missing:
        await tell(house.store, PLACE, ANN.id, 2, "off")
    assert (missing.value.gap, missing.value.numbers) == (Gap.KEPT_NO_LONGER, (2,))
    assert gap_text(missing.value) == (
        "Hand 2 is too old: its cards and acts are kept no longer, only what it came to."
    )


async def test_a_member_is_told_what_is_left(house: House, table: Table) -> None:
    house.time.seconds += 31 * DAY
    await retention(house, 30).tidy()
    privacy = Privacy(house.store, house.tables, None)  # type: ignore[arg-type]
    told = (await privacy.export(ANN, "off", 10**7)).content.decode()
    assert told.count('"cards": null') == 2
    assert told.count('"won"') == 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hand SET deck = '', reserve = '', kept = 0 WHERE state = 'running'",
        "UPDATE hand SET deck = '' WHERE number = 1",
        "UPDATE hand SET kept = 0 WHERE number = 1",
        "UPDATE hand SET deck = '', reserve = '', kept = 0, rules = '{}' WHERE number = 1",
        "UPDATE hand SET deck = '', reserve = '', kept = 0, began_at = 0 WHERE number = 1",
        "UPDATE hand SET deck = '', reserve = '', kept = 0, state = 'void' WHERE number = 1",
        "UPDATE hand SET deck = '', reserve = '', kept = 0, game = 'x' WHERE number = 1",
        "DELETE FROM act WHERE hand_id = 1",
        "DELETE FROM hand WHERE number = 1",
        "DELETE FROM hand_seat",
        "DELETE FROM outcome",
        "INSERT OR REPLACE INTO hand SELECT hand_id, table_id, number, rules, '', reserve,"
        " began_at, state, game, kept FROM hand WHERE number = 1",
    ],
)
async def test_nothing_else_can_be_taken_away(house: House, table: Table, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.write(lambda connection: connection.execute(statement))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hand SET deck = 'As', kept = 1 WHERE number = 1",
        "UPDATE hand SET deck = 'As' WHERE number = 1",
        "UPDATE hand SET rules = '{}' WHERE number = 1",
    ],
)
async def test_what_is_gone_is_not_made_up(house: House, table: Table, statement: str) -> None:
    await house.store.write(lambda connection: strip(connection, [1]))
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.write(lambda connection: connection.execute(statement))


async def test_the_last_hand_of_an_open_table_is_the_databases_own_affair(
    house: House, table: Table
) -> None:
    await house.finish(table)
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.write(lambda connection: strip(connection, [3]))


async def test_it_runs_some_minutes_after_the_start_and_then_every_day(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By the room's clock, and a day on also where it has failed."""
    daily, gone, failed = retention(house, 1), "taken away for age", "again in a day"
    daily.begin()
    with caplog.at_level("INFO"):
        await house.turn(299)
        assert daily._task is None
        await house.turn(1)
        await told(caplog, gone, 1)
        await house.turn(DAY - 1)
        assert caplog.text.count(gone) == 1
        with monkeypatch.context() as broken:
            broken.setattr(house.store, "report", _broken)
            await house.turn(1)
            await told(caplog, failed, 1)
        await house.turn(DAY - 1)
        assert (caplog.text.count(gone), caplog.text.count(failed)) == (1, 1)
        await house.turn(1)
        await told(caplog, gone, 2)
        assert caplog.text.count("hands=0 ") == 1  # the first time nothing was old enough
        last = daily._task
        await daily.stop()
        await house.turn(3 * DAY)
        assert daily._task is last


async def test_what_takes_long_holds_no_stop_back_and_is_not_begun_twice(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    async def for_ever(_work: object) -> None:
        begun.append(1)
        await asyncio.Event().wait()

    monkeypatch.setattr(house.store, "report", for_ever)
    daily = retention(house, 1)
    daily.begin()
    await house.turn(300)
    await house.until(lambda: bool(begun))
    await house.turn(DAY)
    await asyncio.wait_for(house.tables.shut(), 5)
    await asyncio.wait_for(daily.stop(), 5)
    assert begun == [1]
    await house.restart()


async def _broken(_work: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


async def told(caplog: pytest.LogCaptureFixture, words: str, times: int) -> None:
    """Wait until something is logged so often; the retention rests between its pieces."""
    async with asyncio.timeout(10):
        while caplog.text.count(words) < times:  # noqa: ASYNC110 - the log wakes nobody
            await asyncio.sleep(0.01)
    assert caplog.text.count(words) == times


async def test_old_requests_and_copies_go(house: House, table: Table) -> None:
    now = house.time.seconds
    for name, age in (("schema-6", COPIES_KEPT + 1), ("schema-7", COPIES_KEPT - 1), ("bak", 9e5)):
        copy = house.path.with_name(f"{house.path.name}.{name}")
        copy.touch()
        os.utime(copy, (now - age + 8 * DAY, now - age + 8 * DAY))
    many = await requests_of(house)
    assert many > 0
    house.time.seconds += 8 * DAY
    assert await retention(house, 30).tidy() == Gone(0, many, 1)
    assert not house.path.with_name(f"{house.path.name}.schema-6").exists()
    assert house.path.with_name(f"{house.path.name}.schema-7").exists()
    assert await requests_of(house) == 0


async def test_a_table_plays_on_while_many_old_hands_go(house: House) -> None:
    table = await house.dealt(ANN, BEN)
    for _ in range(25):
        await house.act(table, Verb.BRING_IN)
        await house.act(table, Verb.FOLD)
        await house.turn(5)
    house.time.seconds += 31 * DAY
    assert (await retention(house, 30).tidy()).hands == 25
    await house.act(table, Verb.BRING_IN)


async def test_what_is_torn_keeps_nothing_else_that_is_old(house: House, table: Table) -> None:
    """A hand that cannot be counted stays; a key that is no UTF-8 goes like any other."""
    tear = (
        "DROP TRIGGER act_cannot_change",
        "UPDATE act SET line = CAST(x'67ff61' AS TEXT) WHERE hand_id = 1 AND seq = 2",
        "DROP TRIGGER outcome_cannot_go",
        "DELETE FROM outcome",
        "UPDATE request SET key = CAST(x'67ff61' AS TEXT)"
        " WHERE key = (SELECT min(key) FROM request)",
    )
    for statement in tear:
        await house.store.write(partial(run, statement=statement))
    many = await requests_of(house)
    house.time.seconds += 31 * DAY
    assert await retention(house, 30).tidy() == Gone(1, many, 0)
    assert await requests_of(house) == 0
    assert await select(house, "SELECT hand_id FROM hand WHERE kept = 1") == [(1,), (3,)]


def run(connection: sqlite3.Connection, statement: str) -> None:
    connection.execute(statement)
