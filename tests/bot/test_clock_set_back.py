"""The computer's clock is set back an hour while the bot runs: nobody waits so long (R-TABLE-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot import keeping, queueing
from bot.decision import Pace
from bot.person import Person
from bot.picture import Phase
from bot.queueing import KEPT
from bot.state import State
from tests.bot.conftest import ANN, BEN, TurnedTime, TurnedTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.conftest import House

DEE = Person(99, "Dee")
HOUR = 3_600


class TwoTimes(TurnedTime):
    """The computer's time, which may be set, and the time that passes, by which timers ring."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def call_at(self, when: float, callback: Callable[[], None]) -> TurnedTimer:
        return super().call_at(self.passed + max(0.0, when - self.seconds), callback)

    def turn(self, seconds: float) -> None:
        wall = self.seconds + seconds
        self.seconds = self.passed
        super().turn(seconds)
        self.passed, self.seconds = self.seconds, wall


@pytest.fixture
async def set_back(house: House) -> House:
    await house.stop()
    house.time = TwoTimes()
    await house.start()
    return house


async def test_a_turn_takes_no_longer_than_two_clocks(set_back: House) -> None:
    table = await set_back.dealt(ANN, BEN)
    moment = table.picture().moment
    set_back.time.seconds -= HOUR
    for _ in range(3):
        assert table.picture().moment == moment
        await set_back.turn(40)
    assert table.picture().moment != moment


async def test_the_next_hand_begins_after_its_pause(set_back: House) -> None:
    table = await set_back.dealt(ANN, BEN)
    await set_back.finish(table)
    assert table.phase is Phase.BETWEEN
    set_back.time.seconds -= HOUR
    for _ in range(3):
        await set_back.turn(20)
    assert table.phase is not Phase.BETWEEN


def test_a_restart_after_it_puts_nothing_off() -> None:
    now = 1_000_000.0
    [kept] = queueing.renewed((queueing.Waiter(1, DEE, now + HOUR),), now, keeping.GRACE)
    assert kept.until == now + KEPT
    state = State(version=1, idle_at=now + keeping.IDLE + HOUR)
    renewed = keeping.renewed(state, Pace(now, 60, 5.0, 2)).state
    assert renewed.idle_at == now + keeping.IDLE


async def test_a_seat_is_kept_no_longer(set_back: House) -> None:
    table = await set_back.dealt(*(Person(number, f"P{number}") for number in range(1, 11)))
    await table.wait(DEE, set_back.key())
    await table.leave(Person(1, "P1"), set_back.key())
    await set_back.finish(table)
    assert list(table.picture().called) == [DEE]
    set_back.time.seconds -= HOUR
    for _ in range(3):
        await set_back.turn(KEPT)
    assert table.picture().called == ()
