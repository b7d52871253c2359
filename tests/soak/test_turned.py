"""The time of a simulation stands still until it is turned."""

from __future__ import annotations

import asyncio

from tests.soak.turned import TurnedTime


async def test_timers_fire_in_order_once_the_time_is_turned_past_them() -> None:
    time, fired = TurnedTime(100.0), list[str]()
    time.call_at(120.0, lambda: fired.append("late"))
    time.call_at(110.0, lambda: fired.append("early"))
    time.call_at(130.0, lambda: fired.append("never")).cancel()
    time.turn_to(109.9)
    assert fired == []
    time.turn_to(140.0)
    assert fired == ["early", "late"]


async def test_a_timer_can_cancel_the_next_one() -> None:
    time, fired = TurnedTime(0.0), list[str]()
    second = time.call_at(2.0, lambda: fired.append("second"))
    time.call_at(1.0, lambda: fired.append("first"))
    time.call_at(1.5, second.cancel)
    time.turn_to(9.0)
    assert fired == ["first"]


async def test_what_is_due_already_fires_without_a_turn_but_not_at_once() -> None:
    time, fired = TurnedTime(50.0), asyncio.Event()
    time.call_at(40.0, fired.set)
    assert not fired.is_set()
    await asyncio.wait_for(fired.wait(), 1)


async def test_the_time_never_goes_back() -> None:
    time = TurnedTime(50.0)
    time.turn_to(40.0)
    assert time.now() == 50.0
