"""The bot's own process, as in production."""

import asyncio
import ctypes
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOT_COMMAND = (sys.executable, "-m", "bot")
OURS = ("DISCORD_", "DOORCARD_")
LINES = 5000
STOPPING = 10.0
"""Seconds a bot gets to end after SIGTERM."""

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class BotProcess:
    """A bot that was started: its output, and how to end it."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        output: deque[str],
        ended: Callable[[], None],
    ) -> None:
        self._process = process
        self._watching = asyncio.create_task(self._watch(ended))
        self._reading = [
            asyncio.create_task(_read(stream, output))
            for stream in (process.stdout, process.stderr)
            if stream is not None
        ]

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        output: deque[str],
        ended: Callable[[], None],
    ) -> "BotProcess":
        """Starts a bot in an empty folder, so that no `.env` is found.

        `ended` is called when it has ended. No variable of the parent's that concerns the bot is
        inherited. It gets a process group of its own: Ctrl-C is for the stage, which lets the
        people leave first.
        """
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
        paths = [str(ROOT), inherited.get("PYTHONPATH", "")]
        inherited["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        inherited["PYTHONUNBUFFERED"] = "1"
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=inherited | dict(environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            process_group=0,
            preexec_fn=_die_with_parent if _LIBC is not None else None,
        )
        return cls(process, output, ended)

    @property
    def pid(self) -> int:
        """Gives the process id."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """Gives how it ended, or None while it runs."""
        return self._process.returncode

    async def kill(self) -> None:
        """Ends it at once (SIGKILL)."""
        if self._process.returncode is None:
            self._process.kill()
        await self._ended()

    async def stop(self) -> int:
        """Asks it to end (SIGTERM) and gives its exit code; TimeoutError after ten seconds."""
        if self._process.returncode is None:
            self.ask_to_stop()
        try:
            await asyncio.wait_for(self._process.wait(), STOPPING)
        except TimeoutError:
            await self.kill()
            raise
        return await self._ended()

    def ask_to_stop(self) -> None:
        """Asks it to end (SIGTERM) and waits for nothing.

        Not by the library's own way, which also looks whether it has ended, and so may take the
        exit code away from who waits for it.
        """
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGTERM)

    async def wait(self) -> int:
        """Waits until it has ended by itself and gives its exit code."""
        return await self._ended()

    async def _ended(self) -> int:
        await self._watching
        return await self._process.wait()

    async def _watch(self, ended: Callable[[], None]) -> None:
        await self._process.wait()
        await asyncio.gather(*self._reading)
        ended()


def _die_with_parent() -> None:
    """Lets the kernel end the bot when the stage is killed and can't (Linux only)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


async def _read(stream: asyncio.StreamReader, output: deque[str]) -> None:
    while line := await stream.readline():
        output.append(line.decode(errors="replace").rstrip("\n"))
