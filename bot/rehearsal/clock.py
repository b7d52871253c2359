"""The rehearsal's one clock."""

import time
from datetime import UTC, datetime


class Clock:
    """Tells the time, and can be turned forward by a test.

    The limits of three seconds and of fifteen minutes are measured on it, so that a test need not
    wait for them.
    """

    def __init__(self) -> None:
        self._turned = 0.0

    def now(self) -> float:
        """Gives seconds since 1970."""
        return time.time() + self._turned

    def turn(self, seconds: float) -> None:
        """Moves the clock forward by so many seconds; a negative number raises ValueError."""
        if seconds < 0:
            raise ValueError("a clock is only turned forward")
        self._turned += seconds

    def stamp(self) -> str:
        """Gives the time as Discord writes it in a message."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat()
