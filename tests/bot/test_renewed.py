"""A deadline that fired before an outage does nothing once its table has time again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.keeping import IDLE, IDLE_GRACE
from bot.person import Person
from bot.picture import Phase
from bot.queueing import KEPT
from bot.watcher import What
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))


@pytest.fixture
async def table(house: House) -> Table:
    house.decks = ["Ah Ks Qs Kd 7h 2c"]
    await house.restart()
    return await house.dealt(ANN, BEN, CID)


async def fire(house: House, seconds: float) -> asyncio.Event:
    """Let a deadline pass whose roll call hangs until the event is set."""
    house.members.answering = asyncio.Event()
    asked = len(house.members.asked)
    house.time.turn(seconds)
    await house.until(lambda: len(house.members.asked) > asked)
    return house.members.answering


async def test_no_time_out_passes_while_the_clocks_are_held(house: House, table: Table) -> None:
    answering = await fire(house, 60)
    house.tables.holds.begin()
    answering.set()
    await house.turn(0)
    assert table.picture().turn == 0
    await house.release()
    await house.turn(20)
    assert table.picture().turn == 1


async def begin(house: House, table: Table, seconds: float) -> asyncio.Lock:
    """Let a deadline pass that waits at the gate until the lock is released."""
    lock = table._gate._lock
    await lock.acquire()
    house.time.turn(seconds)
    await asyncio.sleep(0)
    assert house.clock._acting
    return lock


async def test_no_kept_seat_lapses_while_the_clocks_are_held(house: House) -> None:
    await house.change(seats=2)
    table = await house.open()
    for person in (ANN, BEN):
        await table.sit(person, 100, house.key())
    await table.wait(CID, house.key())
    await table.leave(ANN, house.key())
    lock = await begin(house, table, KEPT)
    house.tables.holds.begin()
    lock.release()
    await house.turn(0)
    assert table.picture().called == (CID,)
    await house.release()
    await house.turn(19)
    assert table.picture().called == (CID,)
    await house.turn(1)
    assert table.picture().waiting == ()


async def test_no_idle_table_closes_while_the_clocks_are_held(house: House) -> None:
    table = await house.open()
    lock = await begin(house, table, IDLE)
    house.tables.holds.begin()
    lock.release()
    await house.turn(0)
    assert house.tables.open_tables() == (table,)
    await house.release()
    await house.turn(IDLE_GRACE - 1)
    assert house.tables.open_tables() == (table,)
    await house.turn(1)
    assert house.tables.open_tables() == ()


async def test_no_time_out_passes_before_a_renewed_deadline(house: House, table: Table) -> None:
    answering = await fire(house, 60)
    house.tables.holds.begin()
    house.tables.holds.end()
    await house.until(lambda: table.picture().due_at == house.time.now() + 20)
    answering.set()
    await house.turn(19)
    assert table.picture().turn == 0
    await house.turn(1)
    assert table.picture().turn == 1


async def test_a_time_out_from_before_an_outage_does_not_overtake_the_renewal(
    house: House, table: Table
) -> None:
    async with table._gate._lock:
        house.time.turn(60)
        await house.until(lambda: bool(table._gate._lock._waiters))
        house.tables.holds.begin()
        house.tables.holds.end()
    await house.turn(0)
    assert table.picture().turn == 0
    assert table.picture().due_at == house.time.now() + 20


async def test_nobody_is_sent_off_by_a_time_out_that_is_late(house: House, table: Table) -> None:
    house.members.gone = {CID.id}
    answering = await fire(house, 60)
    house.tables.holds.begin()
    answering.set()
    await house.turn(0)
    assert not any(place.leaving for place in table.picture().seats)


async def test_no_hand_begins_while_the_clocks_are_held(house: House, table: Table) -> None:
    await house.finish(table)
    answering = await fire(house, 5)
    house.tables.holds.begin()
    answering.set()
    await house.turn(0)
    assert table.phase is Phase.BETWEEN
    house.members.answering = None
    await house.release()
    await house.turn(4)
    assert table.phase is Phase.BETWEEN
    await house.turn(1)
    assert table.picture().hand == 2


async def test_nobody_is_warned_while_the_clocks_are_held(house: House, table: Table) -> None:
    async with table._gate._lock:
        house.time.turn(40)
        await house.until(lambda: bool(table._gate._lock._waiters))
        house.tables.holds.begin()
    await house.turn(0)
    assert What.WARNED not in house.watch.kinds
    await house.release()
    await house.turn(0)
    assert house.watch.kinds.count(What.WARNED) == 1


async def test_a_timer_that_rings_early_is_set_again(house: House, table: Table) -> None:
    await house.turn(40)
    timer = next(timer for timer in house.time.timers if not timer.off)
    house.time.timers.remove(timer)
    timer.callback()  # the computer's clock was set back meanwhile
    await house.turn(0)
    assert table.picture().turn == 0
    await house.turn(20)
    assert table.picture().turn == 1


async def test_a_turn_that_begins_before_the_renewal_has_its_clock_and_no_more(
    house: House,
) -> None:
    table = await house.open(clock=10)
    for person in (ANN, BEN):
        await table.sit(person, 100, house.key())
    await table.deal(ANN, house.key())
    house.tables.holds.begin()
    acting = asyncio.create_task(house.act(table, Verb.BRING_IN))
    for _ in range(3):
        await asyncio.sleep(0)
    assert table._gate._lock.locked()
    house.tables.holds.end()
    await acting
    await house._acted()
    assert table.picture().turn == 1
    assert table.picture().due_at == house.time.now() + 10
