"""Copies of a database: whole, verified, and on the disk before anybody counts on them."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.fault import StoreFault
from bot.store.orphans import first_orphan

NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
"""What a file system says that lets a file have one name only."""


def write_copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database in one step into a single new file and verify that; raise StoreFault.

    One step: of a database that is written meanwhile the copy holds one state. What is there is
    overwritten. Raises sqlite3.Error and OSError too, for a full disk above all.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        source.backup(copy, pages=-1)
        # A copy is one file that can be carried about: nothing of it stands in a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()
        verify_copy(copy, target)
    sync(target)


def verify_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreFault for a database that is damaged: its pages, or rows that lost others."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreFault(f"{path} is damaged ({' '.join(str(found).split())})")
    orphan = first_orphan(connection)
    if orphan is not None:
        raise StoreFault(f"{path} is damaged: {orphan}")


def sync(path: Path) -> None:
    """Wait until a file, or which files are in a folder, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_second_name(path: Path, name: Path) -> None:
    """Let a file be called `name` too, or be copied there where files have one name only.

    Raises FileExistsError where something is called so.
    """
    try:
        os.link(path, name)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        with path.open("rb") as source, name.open("xb") as copy:
            shutil.copyfileobj(source, copy)
        sync(name)
