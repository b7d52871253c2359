"""The warning: once a turn, before the deadline, and not again after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.deadline import notice
from bot.person import Person
from bot.picture import Phase
from bot.watcher import What
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

CHANNEL = 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"


@pytest.fixture
async def table(house: House) -> Table:
    house.decks = [CID_BRINGS_IN]
    await house.restart()
    return await house.dealt(ANN, BEN, CID)


def warned(house: House) -> int:
    return house.watch.kinds.count(What.WARNED)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(0, None), (9, None), (10, 5), (15, 5), (18, 6), (30, 10), (60, 20), (61, 20), (3600, 20)],
)
def test_a_third_of_the_clock_is_left(clock: int, seconds: int | None) -> None:
    assert notice(clock) == seconds


async def test_the_actor_is_warned_once_and_then_timed_out(house: House, table: Table) -> None:
    before = table.picture()
    await house.turn(39.9)
    assert warned(house) == 0
    await house.turn(0.1)
    change = house.watch.changes[-1]
    assert change.kind is What.WARNED
    assert change.picture == before
    await house.turn(19.9)
    assert (warned(house), table.picture().turn) == (1, 0)
    await house.turn(0.1)
    assert (warned(house), table.picture().turn) == (1, 1)


async def test_each_turn_has_a_warning_of_its_own(house: House, table: Table) -> None:
    await house.turn(40)
    await house.act(table, Verb.BRING_IN)
    await house.turn(39)
    assert warned(house) == 1
    await house.turn(1)
    assert warned(house) == 2
    await house.turn(20)
    assert table.picture().turn == 2
    assert house.watch.kinds[-1] is What.TIMED_OUT


async def test_who_acts_in_time_is_not_warned(house: House, table: Table) -> None:
    await house.turn(39)
    await house.act(table, Verb.BRING_IN)
    await house.turn(39)
    assert warned(house) == 0


async def test_a_restart_does_not_warn_again(house: House, table: Table) -> None:
    await house.turn(40)
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert again.picture().due_at == house.time.now() + 20
    await house.turn(19)
    assert warned(house) == 1
    await house.turn(1)
    assert (warned(house), again.picture().turn) == (1, 1)
    await house.turn(40)
    assert warned(house) == 2


async def test_a_restart_before_the_warning_still_warns(house: House, table: Table) -> None:
    await house.turn(39)
    await house.restart()
    assert house.tables.at(CHANNEL).picture().due_at == house.time.now() + 21
    await house.turn(1)
    assert warned(house) == 1


async def test_a_process_that_slept_over_the_deadline_warns_nobody(
    house: House, table: Table
) -> None:
    await house.turn(60)
    assert (warned(house), table.picture().turn) == (0, 1)


async def test_somebody_who_sits_down_does_not_bring_a_second_warning(
    house: House, table: Table
) -> None:
    await house.turn(40)
    await table.sit(Person(4, "Dee"), 100, house.key())
    await house.turn(19)
    assert warned(house) == 1
    await house.turn(1)
    assert table.picture().turn == 1


async def test_a_warning_that_could_not_be_stored_does_not_hold_the_time_out_up(
    house: House, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def unwarned(connection: object) -> None:
        connection.execute(  # type: ignore[attr-defined]
            "CREATE TEMP TRIGGER unwarned BEFORE UPDATE OF warned ON main.tables"
            " WHEN NEW.warned BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )

    await house.store.write(unwarned)
    await house.turn(40)
    assert "could not be acted on" in caplog.text
    for _ in range(4):
        await house.turn(5)
    assert (warned(house), table.picture().turn) == (0, 1)


async def test_a_short_clock_warns_nobody(house: House) -> None:
    table = await house.open(clock=9)
    for person in (ANN, BEN):
        await table.sit(person, 100, house.key())
    await table.deal(ANN, house.key())
    for _ in range(9):
        await house.turn(1)
    assert (warned(house), table.picture().turn) == (0, 1)


async def test_the_pause_between_hands_warns_nobody(house: House, table: Table) -> None:
    await house.finish(table)
    assert table.phase is Phase.BETWEEN
    await house.turn(4)
    await house.turn(1)
    assert (warned(house), table.picture().hand) == (0, 2)
