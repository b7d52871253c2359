"""What was seen, told as it is seen."""

from __future__ import annotations

import time
from typing import TextIO


class Sights:
    """Writes a line for each thing that is as it must be, with the seconds since the start."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._began = time.monotonic()

    def tell(self, words: str) -> None:
        """Write what comes, or came of it all."""
        self._out.write(f"{words}\n")
        self._out.flush()

    def see(self, words: str) -> None:
        """Write what was seen."""
        self.tell(f"{time.monotonic() - self._began:6.0f} s  {words}")
