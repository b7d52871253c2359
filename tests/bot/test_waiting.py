"""Waiting for a seat at a full table: whom a free one is kept for, and for how long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.notice import Told
from bot.person import Person
from bot.picture import Phase
from bot.queueing import KEPT, LAPSED, MOST_WAITING, Waiter, served
from bot.refusal import No
from bot.store.tables import TableRows
from tests.bot.conftest import refused

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

CHANNEL = 800
ANN, BEN, CID, DEE, EVE = (
    Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee", "Eve"), 1)
)


async def full(house: House) -> Table:
    """Ann and Ben at a table of two, for which Cid and Dee wait."""
    await house.change(seats=2)
    table = await house.open()
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    assert await table.wait(CID, house.key()) == 1
    assert await table.wait(DEE, house.key()) == 2
    return table


async def lapses(house: House) -> list[tuple[int, float]]:
    return await house.store.read(lambda connection: TableRows(connection).lapses(1))


def names(people: tuple[Person, ...]) -> list[str]:
    return [person.name for person in people]


def calls(house: House) -> list[str]:
    told = [notice.new for change in house.watch.changes for notice in change.notices]
    return [new.person.name for new in told if new.kind is Told.SEAT_FREE and new.person]


class TestJoining:
    async def test_who_waits_is_shown_in_order(self, house: House) -> None:
        table = await full(house)
        assert names(table.picture().waiting) == ["Cid", "Dee"]
        assert table.picture().called == ()
        assert table.picture().is_full

    async def test_a_free_seat_needs_no_waiting(self, house: House) -> None:
        table = await house.open()
        await refused(table.wait(ANN, house.key()), No.SEAT_FREE)

    async def test_nobody_waits_twice_or_with_a_seat(self, house: House) -> None:
        table = await full(house)
        await refused(table.wait(DEE, house.key()), No.ALREADY_WAITING, 2)
        await refused(table.wait(ANN, house.key()), No.ALREADY_SEATED)

    async def test_a_doubled_press_counts_once(self, house: House) -> None:
        table = await full(house)
        await table.wait(EVE, "twice")
        await refused(table.wait(EVE, "twice"), No.DOUBLED)
        assert len(table.picture().waiting) == 3

    async def test_the_line_has_an_end(self, house: House) -> None:
        table = await full(house)
        for number in range(MOST_WAITING - 2):
            await table.wait(Person(100 + number, "more"), house.key())
        await refused(table.wait(EVE, house.key()), No.QUEUE_FULL, MOST_WAITING)

    async def test_leaving_gives_up_waiting(self, house: House) -> None:
        table = await full(house)
        left = await table.leave(CID, house.key())
        assert (left.queued, left.chips) == (True, 0)
        assert names(table.picture().waiting) == ["Dee"]
        await refused(table.leave(CID, house.key()), No.NOT_SEATED)


class TestBeingCalled:
    async def test_the_seat_is_kept_for_the_first_who_waits(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        assert names(table.picture().called) == ["Cid"]
        assert calls(house) == ["Cid"]
        await refused(table.sit(EVE, 100, house.key()), No.SEAT_KEPT)
        await refused(table.sit(DEE, 100, house.key()), No.SEAT_KEPT)
        await table.sit(CID, 100, house.key())
        assert names(table.picture().waiting) == ["Dee"]
        assert calls(house) == ["Cid"]

    async def test_after_a_minute_the_next_is_called(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT - 1)
        assert names(table.picture().called) == ["Cid"]
        await house.turn(1)
        assert names(table.picture().waiting) == names(table.picture().called) == ["Dee"]
        assert calls(house) == ["Cid", "Dee"]
        await refused(table.sit(CID, 100, house.key()), No.SEAT_KEPT)
        await house.turn(KEPT)
        assert table.picture().waiting == ()
        await table.sit(CID, 100, house.key())

    async def test_a_seat_that_is_left_in_mid_hand_is_free_at_its_end(self, house: House) -> None:
        table = await full(house)
        await table.sit(ANN, 100, house.key())
        await house.change(seats=3)
        await table.sit(CID, 200, house.key())
        await table.deal(ANN, house.key())
        await table.leave(CID, house.key())
        if table.phase is Phase.PLAYING:
            assert table.picture().called == ()
            await house.finish(table)
        assert names(table.picture().called) == ["Dee"]

    async def test_more_seats_call_more_people(self, house: House) -> None:
        table = await full(house)
        await house.change(seats=4)
        assert names(table.picture().called) == ["Cid", "Dee"]
        assert calls(house) == ["Cid", "Dee"]
        await house.change(seats=3)
        assert names(table.picture().called) == ["Cid"]
        assert names(table.picture().waiting) == ["Cid", "Dee"]

    async def test_two_at_once_for_one_seat(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        done = await asyncio.gather(
            *(table.sit(person, 100, house.key()) for person in (EVE, DEE, CID, CID)),
            return_exceptions=True,
        )
        seated = [one for one in done if not isinstance(one, BaseException)]
        assert len(table.picture().seats) == 2
        assert [seat.person.name for seat in table.picture().seats] == ["Cid", "Ben"]
        assert len(seated) == 2  # the second of Cid's two tops his stack up

    async def test_who_cannot_pay_keeps_his_call(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await refused(table.sit(CID, 39, house.key()), No.BUY_IN_TOO_SMALL, 40)
        assert names(table.picture().called) == ["Cid"]

    async def test_a_manager_removes_who_waits(self, house: House) -> None:
        table = await full(house)
        assert (await table.remove(CID, house.key())).queued
        assert names(table.picture().waiting) == ["Dee"]

    async def test_a_closed_table_is_waited_for_by_nobody(self, house: House) -> None:
        table = await full(house)
        await table.close(ANN, house.key())
        rows = await house.store.read(lambda c: c.execute("SELECT * FROM waiting").fetchall())
        assert (table.picture().waiting, rows) == ((), [])


class TestLapsing:
    async def test_who_lets_a_kept_seat_lapse_is_told(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT)
        told = [notice.new for notice in house.watch.changes[-1].notices]
        assert [(new.kind, new.person) for new in told] == [
            (Told.LAPSED, CID),
            (Told.SEAT_FREE, DEE),
        ]

    async def test_two_cannot_keep_a_seat_by_waiting_in_turns(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT)
        again = int(house.time.now() + LAPSED)
        await refused(table.wait(CID, house.key()), No.LET_LAPSE, again)
        await table.wait(EVE, house.key())  # who comes meanwhile has his chance
        await house.turn(KEPT)
        await refused(table.wait(DEE, house.key()), No.LET_LAPSE, again + int(KEPT))
        await house.turn(KEPT)
        assert table.picture().waiting == ()
        await table.sit(CID, 100, house.key())  # now it is everybody's

    async def test_giving_up_a_kept_seat_is_no_way_around_it(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await table.leave(CID, house.key())
        assert names(table.picture().called) == ["Dee"]
        await refused(table.wait(CID, house.key()), No.LET_LAPSE, int(house.time.now() + LAPSED))

    async def test_who_gave_up_before_he_was_called_may_wait_again(self, house: House) -> None:
        table = await full(house)
        await table.leave(CID, house.key())
        assert await table.wait(CID, house.key()) == 2

    async def test_after_a_while_he_may_wait_again(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT)
        await table.sit(DEE, 100, house.key())
        await house.turn(LAPSED - 1)
        await refused(table.wait(CID, house.key()), No.LET_LAPSE, int(house.time.now() + 1))
        await house.restart()
        table = house.tables.at(CHANNEL)
        await refused(table.wait(CID, house.key()), No.LET_LAPSE, int(house.time.now() + 1))
        await house.turn(1)
        await table.wait(CID, house.key())
        assert await lapses(house) == []

    async def test_who_has_sat_down_since_may_wait_again(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT)
        await house.turn(KEPT)
        await table.sit(CID, 100, house.key())
        await table.leave(CID, house.key())
        await table.sit(EVE, 100, house.key())
        assert await table.wait(CID, house.key()) == 1
        await refused(table.wait(DEE, house.key()), No.LET_LAPSE, int(house.time.now() + LAPSED))

    async def test_who_is_removed_while_waiting_is_told_and_may_wait_again(
        self, house: House
    ) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await table.remove(CID, house.key())
        told = [notice.new for notice in house.watch.changes[-1].notices]
        assert [(new.kind, new.person) for new in told] == [
            (Told.DISMISSED, CID),
            (Told.SEAT_FREE, DEE),
        ]
        assert await table.wait(CID, house.key()) == 2

    async def test_a_closed_table_keeps_no_lapse(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(KEPT)
        assert [user for user, _ in await lapses(house)] == [CID.id]
        await table.close(ANN, house.key())
        assert await lapses(house) == []


class TestRestart:
    async def test_whose_call_is_out_of_date_after_an_outage_is_called_anew(
        self, house: House
    ) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        house.time.seconds += 300
        await house.restart()
        assert names(house.tables.at(CHANNEL).picture().called) == ["Cid"]
        called = [one.new for one in await house.told() if one.new.kind is Told.SEAT_FREE]
        assert [new.person for new in called] == [CID, CID]
        assert called[-1].until == house.time.now() + 20
        await house.restart()
        assert len([one for one in await house.told() if one.new.kind is Told.SEAT_FREE]) == 2

    async def test_the_line_and_the_calls_are_read_back(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        await house.turn(50)
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert names(table.picture().waiting) == ["Cid", "Dee"]
        assert names(table.picture().called) == ["Cid"]
        await house.turn(19)  # a while more than was left of his minute
        assert names(table.picture().called) == ["Cid"]
        await house.turn(1)
        assert names(table.picture().called) == ["Dee"]
        called = [one.new for one in await house.told() if one.new.kind is Told.SEAT_FREE]
        assert [new.person for new in called] == [CID, DEE]

    async def test_time_that_nobody_could_use_does_not_count(self, house: House) -> None:
        table = await full(house)
        await table.leave(ANN, house.key())
        house.tables.holds.begin()
        await house.turn(500)
        assert names(table.picture().called) == ["Cid"]
        await house.release()
        await house.turn(19)
        await table.sit(CID, 100, house.key())
        assert names(table.picture().waiting) == ["Dee"]

    async def test_a_call_that_was_not_written_down_was_not_made(self, house: House) -> None:
        table = await full(house)
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE INSERT ON notice"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        with pytest.raises(Exception, match="torn"):
            await table.leave(ANN, house.key())
        assert (len(table.picture().seats), table.picture().called) == (2, ())
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))


def test_seats_are_kept_in_order_and_taken_back_from_the_last() -> None:
    queue = tuple(Waiter(n, Person(n, str(n))) for n in (1, 2, 3))
    two = served(queue, 2, 100.0)
    assert [one.until for one in two] == [160.0, 160.0, None]
    assert [one.until for one in served(two, 1, 120.0)] == [160.0, None, None]
    assert [one.number for one in served(two, 1, 160.0)] == [3]
    assert served((), 5, 0.0) == ()
    assert [one.until for one in served(queue, -3, 0.0)] == [None, None, None]
