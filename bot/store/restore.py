"""A backup put in the place of a database; what was there is kept beside it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.copying import give_second_name, sync, write_copy
from bot.store.fault import StoreFault
from bot.store.ledger import Ledger
from bot.store.line import end_line
from bot.store.lock import lock_of
from bot.store.migration import (
    migrations,
    refuse_foreign,
    refuse_other_schema,
    version,
)
from bot.store.names import RESTORING, is_worked_on, true_path
from bot.store.reader import open_copy

_BROKEN: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PATIENCE: Final = 2.0
"""Seconds that a backup or an audit of the present database is waited for."""

_LOGS: Final = ("-wal", "-journal")
_TOLD: Final = "DELETE FROM memo WHERE name = 'commands synced'"
"""Discord may have been told other commands since: they are told it anew."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup in its place: of which schema it is, and where what was there before is kept."""

    schema: int
    aside: Path | None


def restore(database: Path, backup: Path) -> Restored:
    """Put a backup in the place of a database that no bot uses; raise StoreFault with one line.

    The backup is verified first: its pages, its schema, its chips. It stays as it is: one that is
    called as what is deleted here is refused. At any instant either the old database or the new one
    is in its place, whole.
    """
    database, lock = lock_of(database)
    try:
        if true_path(backup) == database:
            raise StoreFault(f"{backup} is the database itself: name a backup")
        if is_worked_on(database, backup):
            raise StoreFault(f"{backup} is a file of the database: give it another name first")
        unfinished = database.with_name(f"{database.name}{RESTORING}")
        try:
            schema = _fetch(backup, unfinished)
            aside = _put_aside(database)
            unfinished.replace(database)
            sync(database.parent)
        finally:
            for end in ("", *_LOGS):
                _beside(unfinished, end).unlink(missing_ok=True)
    except OSError as error:
        raise StoreFault(f"{error.filename or database} fails: {error.strerror}") from error
    finally:
        lock.free()
    return Restored(schema, aside)


def _fetch(backup: Path, unfinished: Path) -> int:
    """Copy a backup beside the database and verify the copy; return its schema."""
    unfinished.unlink(missing_ok=True)
    with closing(open_copy(backup)) as source:
        try:
            schema = version(source, backup, migrations())
            if not schema:
                raise StoreFault(f"{backup} is empty: it is no backup")
            write_copy(source, unfinished)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
                _verify(copy, backup, schema)
                copy.execute(_TOLD)
                end_line(copy)
        except sqlite3.Error as error:
            raise StoreFault(f"{backup} cannot be restored: {error}") from error
    sync(unfinished)
    return schema


def _verify(copy: sqlite3.Connection, backup: Path, schema: int) -> None:
    steps = [step for step in migrations() if step.number <= schema]
    refuse_other_schema(copy, backup, steps)
    ledger = Ledger(copy)
    wrong = [guild for guild, chips in ledger.sums() if chips]
    accounts = [*ledger.overdrawn(), *ledger.drifted(), *ledger.stray()]
    if wrong or accounts:
        told = f"they do not add up in guilds: {len(wrong)}, accounts: {len(accounts)}"
        raise StoreFault(f"the chips of {backup} are wrong ({told}): take another backup")


def _put_aside(database: Path) -> Path | None:
    """Give the present database a second name, by the date, with all that belongs to it.

    What is in its log is brought into the file first. Where that cannot be, since the database is
    damaged, the log is kept beside it: it must not meet the new one. It is kept too where a file
    can have one name only: then what is put aside is a copy, as it was with its log.
    """
    if not database.exists():
        _drop_logs(database)
        return None
    aside = _free_name(database)
    give_second_name(database, aside)
    for end in _LOGS:
        log = _beside(database, end)
        if log.exists():
            give_second_name(log, _beside(aside, end))
    if _take_log_in(database, aside) and aside.samefile(database):
        for end in _LOGS:
            _beside(aside, end).unlink(missing_ok=True)
    sync(database.parent)
    _drop_logs(database)
    return aside


def _take_log_in(database: Path, aside: Path) -> bool:
    """Bring all that is in the log into the file; False where the database is damaged.

    Otherwise the names that were given are taken back before StoreFault is raised.
    """
    try:
        with closing(sqlite3.connect(database, timeout=_PATIENCE, isolation_level=None)) as old:
            refuse_foreign(old, database)
            old.execute("PRAGMA journal_mode = DELETE").fetchone()
    except (sqlite3.Error, StoreFault) as error:
        if (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in _BROKEN:
            return False
        for end in ("", *_LOGS):
            _beside(aside, end).unlink(missing_ok=True)
        if isinstance(error, StoreFault):
            raise
        raise StoreFault(f"{database} cannot be put aside: {error}") from error
    return True


def _free_name(database: Path) -> Path:
    day = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    name, number = f"{database.name}.before-{day}", 1
    while database.with_name(name).exists():
        number += 1
        name = f"{database.name}.before-{day}-{number}"
    return database.with_name(name)


def _drop_logs(database: Path) -> None:
    for end in (*_LOGS, "-shm"):
        _beside(database, end).unlink(missing_ok=True)
    sync(database.parent)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")
