"""The database: one writing connection, one plain function a transaction; one beside it reads."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite

from bot.outlast import cancel_again
from bot.store.errand import Errand
from bot.store.fault import StoreFault
from bot.store.line import own_line
from bot.store.lock import LockFile, lock_of
from bot.store.migration import (
    Migration,
    migrate,
    migrations,
    refuse_orphans,
    refuse_other_schema,
    version,
)
from bot.store.reader import prepare_reader, read_only_uri
from bot.store.text import read_torn_text

T = TypeVar("T")
Unit = Callable[[sqlite3.Connection], T]
"""What runs between BEGIN and COMMIT, on the connection's own thread."""

# recursive_triggers: without it INSERT OR REPLACE would get past the triggers against deleting.
# temp_store: a sort needs no folder that can be written besides the database's own.
# secure_delete: what is deleted, a forgotten member above all, is overwritten and in no backup.
_PRAGMAS: Final = (
    ("busy_timeout", "5000", 5000),
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
    ("recursive_triggers", "ON", 1),
    ("secure_delete", "ON", 1),
    ("temp_store", "MEMORY", 2),
    ("trusted_schema", "OFF", 0),
)

_LEAST_FREE: Final = 64 * 1024
"""Bytes without which SQLite cannot begin: an index of 32 KiB stands beside its log."""


class Store:
    """An open database; nobody else writes to it while it is open.

    A second connection, which cannot write, serves reports: a long one holds no table up.
    """

    def __init__(self, connection: aiosqlite.Connection, lock: LockFile) -> None:
        self._connection = connection
        self._lock = lock
        self._reader: aiosqlite.Connection | None = None
        self.line = 0
        """The line of the database (`bot.store.line`), known once it is open."""

    @classmethod
    async def open(cls, path: Path, steps: Sequence[Migration] | None = None) -> Store:
        """Open the database at `path`, made with its folder where it is missing.

        `steps` are the migrations, those of the code where None. Raises StoreFault with one clear
        line: locked, damaged, another program's, newer than the code, not to be written.
        """
        path, lock = lock_of(path)
        try:
            connection = await _connect(path)
        except BaseException:
            lock.free()
            raise
        store = cls(connection, lock)
        try:
            store.line = await store._on_thread(
                lambda: _make_ready(store._raw, path, migrations() if steps is None else steps)
            )
            store._reader = await _connect_reader(path)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close the database and give its lock back; what is under way ends first.

        The writer goes last: then SQLite takes its log into the file and removes it.
        """
        try:
            if self._reader is not None:
                await self._reader.close()
        finally:
            try:
                await self._connection.close()
            finally:
                self._lock.free()

    async def write(self, unit: Unit[T]) -> T:
        """Run `unit` as one transaction and return what it returns.

        Any exception of it rolls everything back and is raised. A cancelled caller waits for the
        true outcome, gets it, and is cancelled at its next await.
        """
        return await self._on_thread(lambda: _transaction(self._raw, unit))

    async def read(self, unit: Unit[T]) -> T:
        """Run `unit` on one state of the database; whatever it writes is taken back."""
        return await self._on_thread(lambda: _reading(self._raw, unit))

    async def report(self, unit: Unit[T]) -> T:
        """Run `unit` on one state of the database, beside whatever is written meanwhile.

        For what may take long and decides nothing: it sees all that was committed before it
        began. Whatever it tries to write fails with sqlite3.OperationalError.
        """
        reader = self._reader
        if reader is None:
            raise StoreFault("the database is not open yet")
        return await self._on_thread(lambda: _reading(reader._conn, unit), reader)  # noqa: SLF001

    async def remember(self, name: str, value: str) -> None:
        """Keep a value by its name for later runs of the process."""
        await self.remember_all({name: value})

    async def remember_all(self, values: Mapping[str, str]) -> None:
        """Keep values by their names for later runs of the process, all of them at once."""
        await self.write(
            lambda connection: connection.executemany(
                "INSERT INTO memo VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                list(values.items()),
            )
        )

    async def recall(self, name: str) -> str | None:
        """Return the value kept by that name, or None."""
        row = await self.read(
            lambda connection: connection.execute(
                "SELECT value FROM memo WHERE name = ?", (name,)
            ).fetchone()
        )
        return None if row is None else str(row[0])

    async def recall_all(self, prefix: str) -> dict[str, str]:
        """Return the values kept by names that begin so."""
        rows = await self.read(
            lambda connection: connection.execute(
                "SELECT name, value FROM memo WHERE substr(name, 1, ?) = ?", (len(prefix), prefix)
            ).fetchall()
        )
        return {str(name): str(value) for name, value in rows}

    async def forget(self, name: str) -> None:
        """Drop the value kept by that name, where there is one."""
        await self.write(
            lambda connection: connection.execute("DELETE FROM memo WHERE name = ?", (name,))
        )

    @property
    def _raw(self) -> sqlite3.Connection:
        return self._connection._conn  # noqa: SLF001 - as in _on_thread

    async def _on_thread(
        self,
        work: Callable[[], T],
        connection: aiosqlite.Connection | None = None,
    ) -> T:
        """Run something on a connection's thread, the writer's where none is named."""
        used, errand = connection or self._connection, Errand(work)
        try:
            # aiosqlite offers single statements only; this runs several as one, on its thread,
            # and queues before it waits, so that no cancellation can come in between.
            await used._execute(errand.run)  # type: ignore[no-untyped-call]  # noqa: SLF001
        except asyncio.CancelledError:
            try:
                await errand.wait()
            finally:
                cancel_again()
        except ValueError as error:
            raise StoreFault("the database is closed") from error
        return errand.outcome()


async def _connect(path: Path) -> aiosqlite.Connection:
    try:
        # Tried here first: a connection that aiosqlite fails to make leaves its thread behind.
        sqlite3.connect(path).close()
        return await aiosqlite.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be opened: {error}") from error


async def _connect_reader(path: Path) -> aiosqlite.Connection:
    """Open the connection that reads only; the file has been opened for writing already."""
    try:
        reader = await aiosqlite.connect(read_only_uri(path), uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be read: {error}") from error
    await reader._execute(lambda: prepare_reader(reader._conn))  # type: ignore[no-untyped-call]  # noqa: SLF001
    return reader


def _make_ready(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> int:
    """Make a database ready and return its line."""
    read_torn_text(connection)
    try:
        version(connection, path, steps)
        _set_pragmas(connection, path)
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            told = " ".join(str(found).split())
            raise StoreFault(f"{path} is damaged ({told}): restore a backup")
        migrate(connection, path, steps)
        refuse_orphans(connection)
        refuse_other_schema(connection, path, steps)
    except (sqlite3.Error, OSError) as error:
        raise StoreFault(f"{path} cannot be used: {_reason(error, path)}") from error
    return _line(connection, path)


def _line(connection: sqlite3.Connection, path: Path) -> int:
    """Return the line of the database, begun where it has none.

    Raises StoreFault where nothing can be written: SQLite opens such a file without a word.
    """
    number = connection.execute("PRAGMA user_version").fetchone()[0]

    def unit(raw: sqlite3.Connection) -> int:
        # The number stays the same; BEGIN IMMEDIATE alone would begin a mere reader here.
        raw.execute(f"PRAGMA user_version = {number}")
        return own_line(raw)

    try:
        return _transaction(connection, unit)
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be written: {_reason(error, path)}") from error


def _reason(error: sqlite3.Error | OSError, path: Path) -> str:
    """Return why SQLite fails; beside its log it does not know a full disk when it meets one."""
    code = getattr(error, "sqlite_errorcode", None) or 0
    if code & 0xFF == sqlite3.SQLITE_IOERR and shutil.disk_usage(path.parent).free < _LEAST_FREE:
        return f"the disk is full ({error})"
    return str(error)


def _set_pragmas(connection: sqlite3.Connection, path: Path) -> None:
    for name, value, meant in _PRAGMAS:
        connection.execute(f"PRAGMA {name} = {value}")
        found = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if found != meant:
            raise StoreFault(f"{path}: SQLite does not take {name} = {value} (it says {found})")


def _transaction(connection: sqlite3.Connection, unit: Unit[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = unit(connection)
        connection.execute("COMMIT")
    except BaseException:
        # Some faults (a full disk) have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _reading(connection: sqlite3.Connection, unit: Unit[T]) -> T:
    connection.execute("BEGIN")
    try:
        return unit(connection)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
