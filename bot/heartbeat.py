"""The heartbeat: a file beside the database that is touched while the bot does its work."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.outlast import outlast
from bot.store.names import true_path
from bot.words import _

if TYPE_CHECKING:
    from bot.store import Store

EVERY: Final = 10.0
"""Seconds between two beats."""

STALE: Final = 60.0
"""Seconds after which a bot without a beat counts as stuck."""

_SOON: Final = 1.0
"""Seconds until the next try while something does not answer."""

_PATIENCE: Final = 5.0
"""Seconds within which the database must answer."""

_log = logging.getLogger(__name__)


class Unwell(Exception):
    """No bot does its work on this database; the message is one clear line."""


class Heartbeat:
    """Touches the file as long as gateway and database answer; it is gone before and after."""

    def __init__(self, path: Path, store: Store, gateway_answers: Callable[[], bool]) -> None:
        """Prepare the heartbeat of the database at `path`."""
        self._file = heartbeat_file(path)
        self._store = store
        self._gateway_answers = gateway_answers
        self._asked: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._unwritten = False

    def begin(self) -> None:
        """Take away what a killed process has left, and beat from now on."""
        self._remove()
        self._beating = asyncio.create_task(self._beat())
        self._beating.add_done_callback(_tell_end)

    async def stop(self) -> None:
        """Beat no more: a bot that has ended is not well."""
        for task in (self._beating, self._asked):
            if task is not None:
                task.cancel()
                await asyncio.wait({task})
        self._remove()

    async def _beat(self) -> None:
        while True:
            well = self._gateway_answers() and await self._database_answers()
            if well:
                # To its end: a touch that outlives its bot would make a dead one look well.
                await outlast(asyncio.ensure_future(asyncio.to_thread(self._touch)))
            await asyncio.sleep(EVERY if well else _SOON)

    async def _database_answers(self) -> bool:
        """Ask the database something, and not again before it has answered."""
        if self._asked is None:
            self._asked = asyncio.create_task(self._ask())
        done, _pending = await asyncio.wait({self._asked}, timeout=_PATIENCE)
        if not done:
            return False
        asked, self._asked = self._asked, None
        fault = asked.exception()
        if fault is not None:
            _log.warning("the database does not answer: %s", fault)
        return fault is None

    async def _ask(self) -> None:
        await self._store.read(
            lambda connection: connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        )

    def _touch(self) -> None:
        """Set the file's time by this machine's clock; a volume may have another."""
        now = time.time()
        try:
            self._file.touch()
            os.utime(self._file, (now, now))
        except OSError as error:
            if not self._unwritten:
                _log.warning("the heartbeat %s cannot be written: %s", self._file, error.strerror)
            self._unwritten = True
        else:
            self._unwritten = False

    def _remove(self) -> None:
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("the heartbeat %s cannot be removed: %s", self._file, error.strerror)


def _tell_end(beating: asyncio.Task[None]) -> None:
    if not beating.cancelled():
        _log.error("the heart has stopped", exc_info=beating.exception())


def heartbeat_file(database: Path) -> Path:
    """Return the heartbeat's file; a link to a database has the heartbeat of what it leads to.

    Raises StoreFault as `true_path` does.
    """
    path = true_path(database)
    return path.with_name(f"{path.name}.heartbeat")


def age_of(database: Path) -> float | None:
    """Return how many seconds ago the bot of a database was well, None where it never was.

    After a jump of the clock backwards the age is negative. Raises OSError where the file cannot
    be looked at.
    """
    try:
        return time.time() - heartbeat_file(database).stat().st_mtime
    except FileNotFoundError:
        return None


def verify_alive(database: Path) -> None:
    """Raise Unwell unless the bot of a database was well within the last minute."""
    try:
        age = age_of(database)
    except OSError as error:
        raise Unwell(
            _("the heartbeat {path} cannot be read: {why}").format(
                path=heartbeat_file(database), why=error.strerror
            )
        ) from error
    if age is None:
        raise Unwell(
            _("no bot is at work on {path}: it has not started yet, or has ended").format(
                path=database
            )
        )
    # A clock that was set back makes a file of the future: it says nothing about now.
    if not -STALE < age < STALE:
        raise Unwell(_stuck(age))


def _stuck(age: float) -> str:
    if age < 0:
        words = _("the last heartbeat is {seconds} s in the future: the clock was set back")
    else:
        words = _("the last heartbeat is {seconds} s old: Discord or the database does not answer")
    return words.format(seconds=round(abs(age)))
