"""A time that stands still until it is turned, for a bot in a process of its own."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class TurnedTimer:
    """Something that is called when the time has come to it, unless it is cancelled."""

    when: float
    number: int
    callback: Callable[[], None]
    timers: set[TurnedTimer]

    def cancel(self) -> None:
        """Take it back."""
        self.timers.discard(self)


class TurnedTime:
    """Tells the instant it was last turned to; timers fire when it is turned past them."""

    def __init__(self, instant: float) -> None:
        """Stand at an instant, in seconds since 1970."""
        self._now = instant
        self._timers: set[TurnedTimer] = set()
        self._serial = itertools.count()

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> TurnedTimer:
        """Call back once the time is turned to `when`, at once where it stands there."""
        timer = TurnedTimer(when, next(self._serial), callback, self._timers)
        self._timers.add(timer)
        if when <= self._now:
            asyncio.get_running_loop().call_soon(self._fire)
        return timer

    def turn_to(self, instant: float) -> None:
        """Let it be another instant, never an earlier one, and fire what is due, in order."""
        self._now = max(self._now, instant)
        self._fire()

    def _fire(self) -> None:
        due = [timer for timer in self._timers if timer.when <= self._now]
        for timer in sorted(due, key=lambda one: (one.when, one.number)):
            if timer in self._timers:  # the one before may have cancelled it
                self._timers.discard(timer)
                timer.callback()
