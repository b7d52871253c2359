"""A rehearsal whose bot dies where it is told to, and is started again within a blink."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.rehearsal.buckets import Buckets, Draw
from bot.rehearsal.process import ROOT
from bot.rehearsal.stage import Rehearsal
from tests.crash.fuse import Fuse

EPOCH = 1_800_000_000.0
"""Seconds since 1970 when an evening begins."""

PAUSE = 5
"""Seconds between two hands."""

PATIENCE = 20.0
"""Seconds of real time after which a bot that does not come to rest is taken for stuck."""


class Stuck(Exception):
    """The bot does not come to rest."""


class Unlimited(Buckets):
    """Limits nothing: people here act in milliseconds, and a bot that waits would only be late."""

    def draw(self, route: str, major: str) -> Draw:
        """Let a request pass, and tell of no limit."""
        del route, major
        return Draw({})

    def draw_old_edit(self, channel_id: int) -> None:
        """Let an edit of an old message pass."""
        del channel_id


class Mortal(Rehearsal):
    """A pretend Discord with a bot that is forked anew for each of its lives.

    `decks` are those of the evening's hands in order; each life is given those of the hands that
    have not begun. `record` is where the states are written that it commits, `sabotage` a fault.
    """

    def __init__(
        self, decks: Sequence[str], *, record: Path | None = None, sabotage: str | None = None
    ) -> None:
        """Prepare the stage; the process that forks starts when it is entered."""
        super().__init__(seed=1)
        self.rest.buckets = Unlimited(self.clock)
        self.decks = tuple(decks)
        self.lives = 0
        self._record = record
        self._sabotage = sabotage
        self._turns = 0

    async def __aenter__(self) -> Self:
        """Set the stage, and load the bot's code in a process that forks."""
        await super().__aenter__()
        self.fuse = Fuse(self.folder / "fuse")
        self.fuse.now = EPOCH
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("COV_CORE")
        }
        for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
            environment.pop(name, None)
        environment["PYTHONPATH"] = str(ROOT)
        self._places = self.folder / "places"
        self._forks = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.crash.launch",
            cwd=ROOT,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())
        self._dying: asyncio.Task[int] | None = None
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the bot, and the process that forks."""
        await self.kill()
        stdin = self._forks.stdin
        assert stdin is not None
        stdin.close()
        await self._forks.wait()
        await self._reading
        await super().__aexit__(kind, error, trace)
        self.fuse.close()

    @property
    def alive(self) -> bool:
        """Tell whether a bot lives."""
        return self._dying is not None and not self._dying.done()

    async def live(
        self,
        spared: Collection[str] | None = None,
        environment: dict[str, str] | None = None,
    ) -> bool:
        """Start a bot that dies at the first place not `spared` (None: at none).

        Waits until it is dead or at rest, connected and with its tables back; tells whether it
        lives.
        """
        assert not self.alive
        self.lives += 1
        self._places.write_text("")
        self.fuse.renew(sparing=spared is not None)
        self.gateway.turns.begin_anew()  # the lives are meant to be long apart
        self._turns = 0
        dealt = hands_begun(self.database)
        asked = {
            "environment": self._environment()
            | {"DOORCARD_DECK": ";".join(self.decks[dealt:]), "DOORCARD_PAUSE": str(PAUSE)}
            | (environment or {}),
            "folder": str(self.folder),
            "fuse": str(self.folder / "fuse"),
            "places": str(self._places),
            "spared": list(spared or ()),
            "record": self._record and str(self._record),
            "sabotage": self._sabotage,
        }
        assert self._forks.stdin is not None
        self._forks.stdin.write(json.dumps(asked).encode() + b"\n")
        self.pid = int(await self._line())
        self._dying = asyncio.create_task(self._end())
        alive = await self.settled()
        self.fuse.spare_all()
        return alive

    async def live_through_all(self, died: Callable[[str], None]) -> None:
        """Start a bot again and again, until one has died at every place on the way to rest.

        Each dies at the first place at which none has died yet; `died` is told where. The last one
        lives. Raises AssertionError where it has met a place at which none has died.
        """
        places: list[str] = []
        while not await self.live(places):
            await self.died()
            places.append(self.fuse.died_at)
            assert places[-1] not in places[:-1], f"died twice at {places[-1]!r}"
            died(places[-1])
        unmet = [place for place in self.met() if place not in places]
        assert places, "NOT MET: no bot has died on the way to rest"
        assert not unmet, f"NOT MET on the way to rest: {', '.join(unmet)}"

    def begin(self, place: str = "") -> None:
        """Begin to write down the places that are met anew; the bot dies at that one, if any."""
        self._places.write_text("")
        self.fuse.begin(place)

    def met(self) -> tuple[str, ...]:
        """Return the places that were met since the last beginning, or in this life."""
        return tuple(self._places.read_text().splitlines())

    async def settled(self) -> bool:
        """Wait until the bot has nothing to do any more, or is dead; tell whether it lives."""

        def at_rest() -> bool:
            fuse = self.fuse
            return fuse.ready and fuse.idle and fuse.turned >= self._turns

        try:
            async with asyncio.timeout(PATIENCE):
                while self.alive:
                    # Requests it has made may still be on their way out of the pretend Discord.
                    await asyncio.sleep(0.001)
                    if at_rest():
                        return True
        except TimeoutError:
            raise Stuck(f"no rest in {PATIENCE} s:\n{self.bot_output[-3000:]}") from None
        return False

    async def stirred(self, met: int) -> None:
        """Wait until more places than so many are met, or the bot is dead.

        What is not answered is on its way to a bot that is at rest still.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while self.alive:
                    await asyncio.sleep(0.001)
                    if len(self.met()) > met:
                        return
        except TimeoutError:
            raise Stuck(f"nothing met in {PATIENCE} s:\n{self.bot_output[-3000:]}") from None

    def turn(self, now: float) -> None:
        """Turn the time of the room."""
        self.fuse.now = now
        if self.alive:
            self._turns += 1
            os.kill(self.pid, signal.SIGUSR1)

    async def ended(self) -> None:
        """Wait until no bot lives."""
        assert self._dying is not None
        await asyncio.shield(self._dying)

    async def died(self) -> None:
        """Wait until the bot is dead, and what it has sent has come to Discord."""
        assert self._dying is not None
        code = await self._dying
        assert code == -signal.SIGKILL, f"the bot ended with {code}:\n{self.bot_output[-3000:]}"
        await asyncio.sleep(0.005)

    async def kill(self) -> None:
        """End the bot from outside (SIGKILL)."""
        if self.alive:
            os.kill(self.pid, signal.SIGKILL)
            await self.died()

    async def _end(self) -> int:
        code = int(await self._line())
        self.world.changed()
        return code

    async def _line(self) -> bytes:
        assert self._forks.stdout is not None
        line = await self._forks.stdout.readline()
        if not line:
            raise Stuck(f"the process that forks is gone:\n{self.bot_output[-3000:]}")
        return line

    async def _read(self) -> None:
        assert self._forks.stderr is not None
        while line := await self._forks.stderr.readline():
            self._output.append(line.decode(errors="replace").rstrip("\n"))


def hands_begun(path: Path) -> int:
    """Count the hands in a database; 0 where there is none yet."""
    return int(asked_of(path, "SELECT count(*) FROM hand", ((0,),))[0][0])


def asked_of(path: Path, sql: str, missing: Any = ()) -> Any:
    """Return the rows that a database has for a question, `missing` where it has no such table."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute(sql).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error) or "unable to open" in str(error):
            return missing
        raise
