"""A process that has loaded the bot and forks one for each line it reads.

Each fork is a bot as `python -m bot` starts it, with an event loop, a database and a connection of
its own; only the loading of its code is done once. It meets a point before and after each COMMIT
and before and after each request to Discord, and kills itself (SIGKILL) at the one it is told.

A line is JSON: `environment`, `folder`, `fuse` and `places` (paths), `spared` (places at which it
lives on where the fuse is sparing), `record` (a path, or null), `sabotage` (a name, or null). The
answers are lines too: the process's number, and how it ended.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import re
import selectors
import signal
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import aiohttp

import bot.client
import bot.process
from bot.clock import Timer
from bot.settings import read_settings
from bot.store import Store
from tests.crash.fuse import Fuse
from tests.crash.sabotage import SABOTAGES
from tests.crash.snapshot import snapshot

_PR_SET_PDEATHSIG = 1


_NUMBER = re.compile(r"\d{5,}|rehearsed-\w+")


class Life:
    """What one bot does on the way: the points it meets, and whether it has anything to do."""

    def __init__(
        self, fuse: Fuse, places: Path, spared: Collection[str], record: Path | None
    ) -> None:
        self.fuse = fuse
        self.busy = 0
        self.mortal = True
        self._places = os.open(places, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._spared = frozenset(spared)
        self._record = record
        self._last = ""
        self._round = 0
        self._met: Counter[str] = Counter()
        self._lock = threading.Lock()  # the store commits on a thread of its own

    def meet(self, label: str) -> None:
        """Come to a point; at the one that is told the process ends, and nothing else is done."""
        with self._lock:
            place = self._place(_NUMBER.sub("…", label))
            os.write(self._places, f"{place}\n".encode())
            fuse = self.fuse
            due = place == fuse.armed or (fuse.sparing and place not in self._spared)
            if due and self.mortal:
                fuse.died_at = place
                os.kill(os.getpid(), signal.SIGKILL)

    def _place(self, label: str) -> str:
        """Return a point's label, with how often it was met in this round from the second on."""
        if self._round != self.fuse.round:
            self._round = self.fuse.round
            self._met.clear()
        self._met[label] += 1
        times = self._met[label]
        return label if times == 1 else f"{label} ({times})"

    def committed(self, connection: sqlite3.Connection) -> None:
        """Write down the state after a commit, where it is another than before."""
        if self._record is None:
            return
        state = json.dumps(snapshot(connection))
        if state != self._last:
            self._last = state
            with self._record.open("a") as file:
                file.write(state + "\n")


def _watch_commits(life: Life) -> None:
    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
            if sql != "COMMIT":
                return super().execute(sql, *rest)
            life.meet("before COMMIT")
            cursor = super().execute(sql, *rest)
            life.meet("after COMMIT")
            life.committed(self)
            return cursor

    connect = sqlite3.connect

    def connecting(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **{"factory": Connection, **named})
        return connection

    setattr(sqlite3, "connect", connecting)  # noqa: B010 - mypy forbids the plain assignment
    on_thread = Store._on_thread

    async def counted(self: Store, *given: Any) -> Any:
        life.busy += 1
        try:
            return await on_thread(self, *given)
        finally:
            life.busy -= 1

    setattr(Store, "_on_thread", counted)  # noqa: B010


def _watch_requests(life: Life) -> None:
    request = aiohttp.ClientSession._request

    async def watched(self: Any, method: str, url: Any, **named: Any) -> Any:
        words = f"{method} {str(url).split('/', 3)[-1]}"
        life.meet(f"before {words}")
        life.busy += 1
        try:
            answer = await request(self, method, url, **named)
            life.meet(f"after {words}")
            if answer.status != 101:  # a socket has no end to be read
                await answer.read()
            return answer
        finally:
            life.busy -= 1

    setattr(aiohttp.ClientSession, "_request", watched)  # noqa: B010


class _Selector(selectors.DefaultSelector):
    """Tells the fuse when the loop goes to sleep with nothing of its own under way."""

    life: Life

    def select(self, timeout: float | None = None) -> Any:
        asleep = (timeout is None or timeout > 0) and not self.life.busy
        self.life.fuse.idle = asleep
        try:
            return super().select(timeout)
        finally:
            if asleep:
                self.life.fuse.idle = False


class TurnedTimer:
    """A deadline of the turned time."""

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.off = False

    def cancel(self) -> None:
        """Take it back."""
        self.off = True


class TurnedTime:
    """The time of the fuse: it stands still until it is turned, and a signal tells that it was."""

    def __init__(self, fuse: Fuse) -> None:
        self._fuse = fuse
        self._timers: list[TurnedTimer] = []

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._fuse.now

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at `when`, soon where that has passed."""
        timer = TurnedTimer(when, callback)
        self._timers.append(timer)
        if when <= self.now():
            asyncio.get_running_loop().call_soon(self.pass_on)
        return timer

    def turned(self) -> None:
        """Take note that the time was turned."""
        self._fuse.turned += 1
        self.pass_on()

    def pass_on(self) -> None:
        """Call whom it is time for."""
        due = [timer for timer in self._timers if timer.when <= self.now()]
        self._timers = [timer for timer in self._timers if timer.when > self.now()]
        for timer in due:
            if not timer.off:
                timer.callback()


def _live(asked: dict[str, Any]) -> None:
    """Be a bot until it ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # the answers are not for its log
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    fuse = Fuse(Path(asked["fuse"]))
    record = Path(asked["record"]) if asked["record"] else None
    life = Life(fuse, Path(asked["places"]), asked["spared"], record)
    _watch_commits(life)
    _watch_requests(life)
    if asked["sabotage"]:
        SABOTAGES[asked["sabotage"]](life)
    _Selector.life = life
    time = TurnedTime(fuse)

    class Quick(bot.client.Doorcard):
        """Waits for its guilds no longer than a Discord on this machine needs."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._connection.guild_ready_timeout = 0.02

        async def setup_hook(self) -> None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, time.turned)
            await super().setup_hook()

        async def on_ready(self) -> None:
            await super().on_ready()
            fuse.ready = True

    setattr(bot.process, "Doorcard", Quick)  # noqa: B010
    settings = read_settings(Path(".env"))
    bot.process.begin_log(settings)
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_Selector())) as runner:
        runner.run(bot.process.serve(settings, time))


def main() -> None:
    """Fork a bot for each line that comes, one at a time, and tell how it ended."""
    for name in bot.client.EXTENSIONS:
        __import__(name)
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            code = 1
            try:
                _live(json.loads(line))
                code = 0
            except BaseException:
                sys.excepthook(*sys.exc_info())
                raise
            finally:
                os._exit(code)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
