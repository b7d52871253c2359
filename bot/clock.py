"""The clock: the one source of time, and what must happen at an instant of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Protocol

AGAIN_AFTER: Final = 5.0
"""Seconds until a deadline whose act failed (a full disk) is tried again."""

_log = logging.getLogger(__name__)


class Timer(Protocol):
    """Something that will be called, unless it is cancelled."""

    def cancel(self) -> None:
        """Take it back."""


class Time(Protocol):
    """A source of time, so that tests can turn it."""

    def now(self) -> float:
        """Return seconds since 1970."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at `when`, at once where that has passed."""


class RealTime:
    """The computer's time."""

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at `when` on the running loop."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), callback)


class Clock:
    """Deadlines by key: a table's number, alone or with the name of one of its others.

    When one passes its table is asked to act on it. A table's clock can be held, by as many as
    there are reasons; the others go on.
    """

    def __init__(self, time_source: Time | None = None) -> None:
        self._time = time_source or RealTime()
        self._timers: dict[Hashable, dict[Hashable, Timer]] = {}  # by table, then by key
        self._acting: set[asyncio.Task[None]] = set()
        self._held: dict[Hashable, set[Hashable]] = {}
        self._holds: dict[Hashable, int] = {}
        self._stopped = False

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._time.now()

    def set(self, key: Hashable, due_at: float, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at `due_at`, in place of the table's deadline before."""
        self.clear(key)
        if not self._stopped and not self._held.get(_table_of(key)):
            timer = self._time.call_at(due_at, lambda: self._begin(key, act))
            self._timers.setdefault(_table_of(key), {})[key] = timer

    def clear(self, key: Hashable) -> None:
        """Take a table's deadline back."""
        timer = self._pop(key)
        if timer is not None:
            timer.cancel()

    def act_now(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at once, in place of the table's deadline; tried again like one."""
        self.clear(key)
        if not self._stopped:
            self._begin(key, act)

    def holds(self, table: Hashable) -> int:
        """Return how often a table was held so far: what fired before a hold is not valid."""
        return self._holds.get(table, 0)

    def hold(self, table: Hashable, why: Hashable) -> None:
        """Let no deadline of a table pass: all are taken back, those set meanwhile not kept."""
        self._held.setdefault(table, set()).add(why)
        self._holds[table] = self.holds(table) + 1
        for key in tuple(self._timers.get(table, ())):
            self.clear(key)

    def release(self, table: Hashable, why: Hashable) -> bool:
        """Hold a table for one reason less; tell whether its deadlines now pass again.

        Only those that are set from now on.
        """
        reasons = self._held.get(table, set())
        if why not in reasons:
            return False
        reasons.remove(why)
        return not reasons

    def is_held_beside(self, table: Hashable, why: Hashable) -> bool:
        """Tell whether a table is held for another reason than that one."""
        return bool(self._held.get(table, set()) - {why})

    def forget(self, table: Hashable) -> None:
        """Forget a table that is closed."""
        self._held.pop(table, None)
        self._holds.pop(table, None)

    async def stop(self) -> None:
        """Take all deadlines back and wait for what is under way."""
        self._stopped = True
        for key in [key for timers in self._timers.values() for key in timers]:
            self.clear(key)
        while self._acting:
            await asyncio.wait(self._acting)

    def _begin(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        self._pop(key)
        task = asyncio.ensure_future(self._run(key, act))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    def _pop(self, key: Hashable) -> Timer | None:
        table = _table_of(key)
        timers = self._timers.get(table, {})
        timer = timers.pop(key, None)
        if not timers:
            self._timers.pop(table, None)
        return timer

    async def _run(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except Exception:  # noqa: BLE001 - reported here, and tried again
            _log.exception("the deadline of table %s could not be acted on", key)
            if key not in self._timers.get(_table_of(key), ()):
                self.set(key, self.now() + AGAIN_AFTER, act)


class TableClock:
    """The clock as one table sees it."""

    def __init__(self, clock: Clock, table: int) -> None:
        self._clock = clock
        self._table = table

    @property
    def holds(self) -> int:
        """Return how often it was held so far: what fired before a hold is not valid."""
        return self._clock.holds(self._table)

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._clock.now()

    def set(self, key: Hashable, due_at: float, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at `due_at`, in place of the deadline of that key before."""
        self._clock.set(key, due_at, act)

    def clear(self, key: Hashable) -> None:
        """Take a deadline back."""
        self._clock.clear(key)

    def act_now(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at once, in place of the deadline of that key; tried again like one."""
        self._clock.act_now(key, act)

    def hold(self, why: Hashable) -> None:
        """Let no deadline of the table pass."""
        self._clock.hold(self._table, why)

    def release(self, why: Hashable) -> bool:
        """Hold it for one reason less; tell whether deadlines that are set now pass again."""
        return self._clock.release(self._table, why)

    def is_held_beside(self, why: Hashable) -> bool:
        """Tell whether it is held for another reason than that one."""
        return self._clock.is_held_beside(self._table, why)


def _table_of(key: Hashable) -> Hashable:
    """Return the table of a deadline's key."""
    return key[0] if isinstance(key, tuple) else key
