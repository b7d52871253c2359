"""Looking into a database beside the one connection that writes: nothing can be written here."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from bot.store.fault import StoreFault
from bot.store.text import read_torn_text


def read_only_uri(path: Path) -> str:
    """Return what SQLite opens a file by for reading alone."""
    return f"file:{quote(str(path))}?mode=ro"


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a database that a bot may be writing; raise StoreFault where that cannot be."""
    return _open(path, read_only_uri(path))


def open_copy(path: Path) -> sqlite3.Connection:
    """Open a database that nobody writes, such as a backup, on a disk that may be read-only.

    One with a log beside it is opened with what stands there. Raises StoreFault.
    """
    alone = not any(_is_there(f"{path}{end}") for end in ("-wal", "-journal"))
    return _open(path, f"{read_only_uri(path)}{'&immutable=1' if alone else ''}")


def _open(path: Path, uri: str) -> sqlite3.Connection:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise StoreFault(f"there is no database {path}") from error
    except OSError as error:
        raise StoreFault(f"{path} cannot be read: {error.strerror}") from error
    refuse_no_file(path)
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        _refuse_unreadable(path)
        raise StoreFault(f"{path} cannot be opened: {error}") from error
    try:
        prepare_reader(connection)
        # Nothing was read of the file so far.
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        connection.close()
        _refuse_unreadable(path)
        raise StoreFault(f"{path} cannot be read: {error}") from error
    return connection


def _is_there(file: str) -> bool:
    return os.path.exists(file)  # noqa: PTH110 - Path's raises where a folder can't be entered


def _refuse_unreadable(path: Path) -> None:
    """Raise StoreFault where this user may not read a file: SQLite can't open it, and says no more.

    It is asked about, not opened: closing it would free the locks that this process has on it.
    """
    effective = os.access in os.supports_effective_ids
    for end in ("", "-wal", "-shm", "-journal"):
        file = f"{path}{end}"
        if _is_there(file) and not os.access(file, os.R_OK, effective_ids=effective):
            raise StoreFault(f"{file} cannot be read: {os.strerror(errno.EACCES)}")


def refuse_no_file(path: Path) -> None:
    """Raise StoreFault for what is there and no file: a folder, a device, a pipe nobody fills."""
    if path.is_dir():
        raise StoreFault(f"{path} is a folder, not a database")
    if path.exists() and not path.is_file():
        raise StoreFault(f"{path} is no plain file, so no database")


def prepare_reader(connection: sqlite3.Connection) -> None:
    """Set what holds for every connection that reads only."""
    read_torn_text(connection)
    for pragma in (
        "busy_timeout = 5000",
        "query_only = ON",
        "temp_store = MEMORY",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")
