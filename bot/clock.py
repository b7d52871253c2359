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

    When one passes its table is asked to act on it.
    """

    def __init__(self, time_source: Time | None = None) -> None:
        self._time = time_source or RealTime()
        self._timers: dict[Hashable, Timer] = {}
        self._acting: set[asyncio.Task[None]] = set()
        self._held = False
        self._holds = 0
        self._stopped = False

    @property
    def holds(self) -> int:
        """Return how often the clock was held so far: what fired before a hold is not valid."""
        return self._holds

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._time.now()

    def set(self, key: Hashable, due_at: float, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at `due_at`, in place of the table's deadline before."""
        self.clear(key)
        if not self._stopped and not self._held:
            self._timers[key] = self._time.call_at(due_at, lambda: self._begin(key, act))

    def clear(self, key: Hashable) -> None:
        """Take a table's deadline back."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def act_now(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        """Let `act` run at once, in place of the table's deadline; tried again like one."""
        self.clear(key)
        if not self._stopped:
            self._begin(key, act)

    def hold(self) -> None:
        """Let no deadline pass: all are taken back, and those set meanwhile are not kept."""
        self._held = True
        self._holds += 1
        self._clear_all()

    def release(self) -> None:
        """Let deadlines pass again that are set from now on."""
        self._held = False

    async def stop(self) -> None:
        """Take all deadlines back and wait for what is under way."""
        self._stopped = True
        self._clear_all()
        while self._acting:
            await asyncio.wait(self._acting)

    def _clear_all(self) -> None:
        for key in tuple(self._timers):
            self.clear(key)

    def _begin(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        self._timers.pop(key, None)
        task = asyncio.ensure_future(self._run(key, act))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _run(self, key: Hashable, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except Exception:  # noqa: BLE001 - reported here, and tried again
            _log.exception("the deadline of table %s could not be acted on", key)
            if key not in self._timers:
                self.set(key, self.now() + AGAIN_AFTER, act)
