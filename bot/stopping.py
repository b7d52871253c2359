"""The order to stop: SIGTERM or SIGINT, from the first moment of the process to its last."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import FrameType

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Stop:
    """Waits for the order to stop; given again it changes nothing.

    A handler of Python's own serves, not the loop's: that one is taken back when the loop closes,
    and a second SIGTERM would kill the process at its last breath. Process 1 of a container has
    no default either, so it listens before anything else begins.
    """

    def __init__(self) -> None:
        """Listen from now on; the running loop is woken by a signal."""
        loop, self._asked = asyncio.get_running_loop(), asyncio.Event()

        def ask(_number: int, _frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._asked.set)

        for number in _SIGNALS:
            signal.signal(number, ask)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)  # held back while the bot loaded

    @property
    def asked(self) -> bool:
        """Tell whether the order was given."""
        return self._asked.is_set()

    async def wait(self) -> None:
        """Wait for the order."""
        await self._asked.wait()

    def ignore(self) -> None:
        """Ignore the order from now on: the process is ending."""
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
