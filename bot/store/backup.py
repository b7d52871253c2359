"""A backup of a database, made while a bot plays on it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.store.copying import give_second_name, sync, write_copy
from bot.store.fault import StoreFault
from bot.store.migration import migrations, version
from bot.store.names import is_its_own, true_path
from bot.store.reader import open_read_only


@dataclass(frozen=True, slots=True)
class Copied:
    """A backup that is on the disk: its size in bytes, and of which schema it is."""

    size: int
    schema: int


def back_up(database: Path, target: Path) -> Copied:
    """Copy a database into a new file, which is there whole or not at all.

    Raises StoreFault with one clear line: no database, another program's, a target that is there
    already or cannot be written, a full disk.
    """
    database = true_path(database)
    _refuse_target(database, target)
    with closing(open_read_only(database)) as source:
        try:
            schema = version(source, database, migrations())
            if not schema:
                raise StoreFault(f"{database} is empty: there is nothing to copy")
            size = _place(source, target)
        except sqlite3.Error as error:
            raise StoreFault(f"{database} cannot be copied: {error}") from error
        except OSError as error:
            raise StoreFault(f"{target} cannot be written: {error.strerror}") from error
    return Copied(size, schema)


def _refuse_target(database: Path, target: Path) -> None:
    try:
        if target.is_dir():
            raise StoreFault(f"{target} is a folder: name a file in it")
        if is_its_own(database, target):
            raise StoreFault(f"{target} belongs to the database itself: name another file")
        if os.path.lexists(target):
            raise StoreFault(f"{target} is there already: nothing is overwritten")
        if not target.parent.is_dir():
            raise StoreFault(f"{target.parent} is no folder: make it first")
    except OSError as error:
        raise StoreFault(f"{target} cannot be written: {error.strerror}") from error


def _place(source: sqlite3.Connection, target: Path) -> int:
    descriptor, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
    os.close(descriptor)
    unfinished = Path(name)
    try:
        write_copy(source, unfinished)
        size = unfinished.stat().st_size
        try:
            give_second_name(unfinished, target)
        except FileExistsError:
            raise StoreFault(f"{target} is there already: nothing is overwritten") from None
        sync(target.parent)
        return size
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            unfinished.with_name(f"{unfinished.name}{end}").unlink(missing_ok=True)
