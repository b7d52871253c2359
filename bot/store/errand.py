"""An errand: work for a connection's thread, whose true outcome is known to who sent it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.outlast import outlast

T = TypeVar("T")


class Errand(Generic[T]):
    """Runs once on another thread; its sender may ask for the outcome there and then, or wait.

    Nearly every sender is called back by the thread's own queue, so that nothing is made for
    those who must wait in another way (being cancelled) before one does.
    """

    __slots__ = ("_done", "_failed", "_result", "_waiting", "_work")

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._done = False
        self._result: list[T] = []
        self._failed: BaseException | None = None
        self._waiting: asyncio.Future[None] | None = None

    def run(self) -> None:
        """Do the work, on the thread; what it raises is handed to the sender, whatever it is."""
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised by `outcome`
            self._failed = error
        # First this, then the look at who waits; `wait` does it the other way round. So whoever
        # comes second sees the other.
        self._done = True
        waiting = self._waiting
        if waiting is not None:
            waiting.get_loop().call_soon_threadsafe(_ring, waiting)

    def outcome(self) -> T:
        """Return what the work has returned, or raise what it has raised."""
        if self._failed is not None:
            raise self._failed
        return self._result[0]

    async def wait(self) -> None:
        """Wait until the work has run, even when cancelled meanwhile."""
        self._waiting = waiting = asyncio.get_running_loop().create_future()
        if self._done:
            _ring(waiting)
        await outlast(waiting)


def _ring(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
