"""The clock: deadlines act through the table's gate, and a late one does nothing."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from typing import TYPE_CHECKING

import pytest

from bot.clock import AGAIN_AFTER, Clock, RealTime
from bot.person import Person
from bot.picture import Phase
from bot.shuffle import Shuffle
from bot.tables import Tables
from bot.watcher import What
from engine.actions import Action, Verb

if TYPE_CHECKING:
    from bot.table import Table
    from engine.view import HandView
    from tests.bot.conftest import House

ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"


@pytest.fixture
async def table(house: House) -> Table:
    house.decks = [CID_BRINGS_IN]
    await house.restart()
    return await house.dealt(ANN, BEN, CID)


def seen(table: Table) -> HandView:
    view = table.picture().view
    assert view is not None
    return view


async def test_time_runs_out_as_the_rules_say(house: House, table: Table) -> None:
    """R-TABLE-7, X64: Cid posts the bring-in, Ann facing it is folded."""
    assert table.picture().due_at == house.time.now() + 60
    await house.turn(59.9)
    assert table.picture().turn == 0
    await house.turn(0.1)
    assert seen(table).seats[2].bet == 4
    assert house.watch.kinds[-1] is What.TIMED_OUT
    await house.turn(60)
    assert seen(table).seats[0].folded
    assert house.watch.changes[-1].key is None


async def test_a_check_that_is_free_is_made(house: House, table: Table) -> None:
    for verb in (Verb.BRING_IN, Verb.CALL, Verb.CALL):
        await house.act(table, verb)
    assert seen(table).round == 2
    await house.turn(60)
    assert not any(seat.folded for seat in seen(table).seats)
    assert table.picture().turn == 4


async def test_an_act_gives_the_next_actor_his_whole_time(house: House, table: Table) -> None:
    await house.turn(50)
    await house.act(table, Verb.BRING_IN)
    assert table.picture().due_at == house.time.now() + 60
    await house.turn(50)
    assert table.picture().turn == 1


async def test_a_click_and_the_clock_at_one_moment_count_once(house: House, table: Table) -> None:
    actor, moment = house.actor(table), table.picture().moment
    click = asyncio.create_task(table.act(actor, moment, Action(Verb.BRING_IN), house.key()))
    await house.turn(60)
    await asyncio.wait([click])
    assert table.picture().turn == 1


async def test_a_deal_and_the_end_of_the_pause_at_one_moment_deal_once(
    house: House, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await house.finish(table)
    deal = asyncio.create_task(table.deal(ANN, house.key()))
    await house.turn(5)
    await deal
    assert (table.picture().hand, table.phase) == (2, Phase.PLAYING)
    assert "could not be acted on" not in caplog.text


async def test_the_whole_hand_plays_itself_when_nobody_is_there(house: House, table: Table) -> None:
    await house.turn(60)
    await house.turn(60)
    await house.turn(60)
    assert table.phase is Phase.WAITING
    assert [seat.stack for seat in table.picture().seats] == [199, 199, 202]


async def test_without_a_clock_nobody_is_timed_out(house: House) -> None:
    table = await house.open(clock=0)
    for person in (ANN, BEN):
        await table.sit(person, 100, house.key())
    await table.deal(ANN, house.key())
    assert table.picture().due_at is None
    await house.turn(100_000)
    assert table.picture().turn == 0


async def test_a_closed_tables_deadline_does_nothing(house: House, table: Table) -> None:
    await table.close(ANN, house.key())
    changes = len(house.watch.changes)
    await house.turn(60)
    assert len(house.watch.changes) == changes


async def test_a_deadline_that_could_not_be_stored_is_tried_again(
    house: House, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def full_disk(connection: sqlite3.Connection) -> None:
        connection.execute(
            "CREATE TEMP TRIGGER full_disk BEFORE INSERT ON main.act"
            " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )

    await house.store.write(full_disk)
    await house.turn(60)
    assert table.picture().turn == 0
    assert "could not be acted on" in caplog.text
    await house.store.write(lambda connection: connection.execute("DROP TRIGGER temp.full_disk"))
    await house.turn(AGAIN_AFTER)
    assert table.picture().turn == 1


class TestHeld:
    """The gateway is gone: nobody can press anything, so nobody is timed out."""

    async def test_nobody_is_timed_out_and_has_twenty_seconds_afterwards(
        self, house: House, table: Table
    ) -> None:
        house.tables.holds.begin()
        await house.turn(600)
        assert table.picture().turn == 0
        await house.release()
        due_at = table.picture().due_at
        assert due_at == house.time.now() + 20
        assert house.watch.kinds[-1] is What.RESTORED
        assert await stored_due_at(house) == due_at
        await house.turn(19.9)
        assert table.picture().turn == 0
        await house.turn(0.1)
        assert table.picture().turn == 1
        await house.turn(60)
        assert table.picture().turn == 2

    async def test_who_has_more_time_left_keeps_it(self, house: House, table: Table) -> None:
        due_at = table.picture().due_at
        await house.turn(10)
        changes = len(house.watch.changes)
        house.tables.holds.begin()
        await house.turn(10)
        await house.release()
        assert (table.picture().due_at, len(house.watch.changes)) == (due_at, changes)
        await house.turn(40)
        assert table.picture().turn == 1

    async def test_no_hand_begins_and_the_next_waits_its_pause(
        self, house: House, table: Table
    ) -> None:
        await house.finish(table)
        house.tables.holds.begin()
        await house.turn(600)
        assert (table.picture().hand, table.phase) == (1, Phase.BETWEEN)
        await house.release()
        await house.turn(4.9)
        assert table.picture().hand == 1
        await house.turn(0.1)
        assert table.picture().hand == 2

    async def test_what_is_done_meanwhile_sets_no_deadline_before_the_end(
        self, house: House, table: Table
    ) -> None:
        house.tables.holds.begin()
        await house.act(table, Verb.BRING_IN)
        await house.turn(600)
        assert table.picture().turn == 1
        await house.release()
        await house.turn(20)
        assert table.picture().turn == 2

    async def test_a_room_without_deadlines_stays_as_it_is(self, house: House) -> None:
        table = await house.open()
        changes = len(house.watch.changes)
        house.tables.holds.begin()
        await house.release()
        await house.turn(100)
        assert (table.phase, len(house.watch.changes)) == (Phase.WAITING, changes)

    async def test_a_renewal_that_cannot_be_stored_is_tried_again(
        self, house: House, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        house.tables.holds.begin()
        await house.turn(600)
        full = (
            "CREATE TEMP TRIGGER full_disk BEFORE UPDATE ON main.tables"
            " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
        await house.store.write(lambda connection: connection.execute(full))
        await house.release()
        assert "could not be acted on" in caplog.text
        await house.store.write(
            lambda connection: connection.execute("DROP TRIGGER temp.full_disk")
        )
        await house.turn(AGAIN_AFTER)
        assert table.picture().due_at == house.time.now() + 20

    async def test_a_restart_begins_held_where_it_is_asked_to(
        self, house: House, table: Table
    ) -> None:
        """The bot holds its clocks from before the tables are back until it is connected."""
        house.time.timers.clear()
        house.tables = Tables(
            house.store, house.bank, house.houses, Shuffle(7), house.clock, 5.0, house.watch
        )
        house.tables.holds.begin()
        await house.tables.restore()
        await house.turn(600)
        again = house.tables.numbered(table.id, house.store.line, table.channel)
        assert again.picture().turn == 0
        await house.release()
        assert again.picture().due_at == house.time.now() + 20

    async def test_after_shutting_nothing_is_renewed(self, house: House, table: Table) -> None:
        house.tables.holds.begin()
        await house.turn(600)
        await house.tables.shut()
        changes = len(house.watch.changes)
        await house.release()
        assert len(house.watch.changes) == changes
        await house.restart()


async def stored_due_at(house: House) -> float:
    """Return the deadline of the one table as a restart would find it."""
    return await house.store.read(
        lambda connection: float(connection.execute("SELECT due_at FROM tables").fetchone()[0])
    )


async def test_real_time_calls_back() -> None:
    rang = asyncio.Event()

    async def ring() -> None:
        rang.set()

    clock = Clock(RealTime())
    assert abs(clock.now() - time.time()) < 5
    clock.set(1, clock.now() + 0.01, ring)
    await asyncio.wait_for(rang.wait(), 5)
    await clock.stop()


async def test_a_stopped_clock_sets_nothing_any_more() -> None:
    clock = Clock(RealTime())
    clock.set(1, clock.now() + 1000, asyncio.Event().wait)  # type: ignore[arg-type]
    await clock.stop()
    clock.set(1, clock.now(), asyncio.Event().wait)  # type: ignore[arg-type]
    clock.act_now(1, asyncio.Event().wait)  # type: ignore[arg-type]
    assert not clock._timers
    assert not clock._acting
