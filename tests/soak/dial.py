"""The dial on the test's side: it turns the time of a bot in another process, over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

PORT: Final = "SOAK_DIAL"
"""The variable that tells the bot's process the port of the dial."""

PATIENCE: Final = 5.0
"""Seconds in which a bot that runs must have taken a turn of its time."""


class Dial:
    """Turns the bot's time; a bot that starts later begins at the instant it is turned to."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Turn to what `now` says, in seconds since 1970."""
        self._now = now
        self._server: asyncio.Server | None = None
        self._hands: dict[asyncio.StreamWriter, asyncio.StreamReader] = {}
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for writer in self._hands:
            writer.close()
        if self._server is not None:
            self._server.close()

    async def turn(self) -> None:
        """Tell every bot that runs what time it is, and wait until it has taken it."""
        for writer, reader in list(self._hands.items()):
            try:
                writer.write(f"{self._now()!r}\n".encode())
                async with asyncio.timeout(PATIENCE):
                    taken = await reader.readline()
            except (OSError, TimeoutError):
                taken = b""
            if not taken:  # that process is gone, or is about to be
                self._hands.pop(writer, None)
                writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(f"{self._now()!r}\n".encode())
            await writer.drain()
            await reader.readline()
            self._hands[writer] = reader
