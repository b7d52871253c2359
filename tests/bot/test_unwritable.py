"""A database that cannot be written, or a copy that cannot be read: why is told in one line."""

# ruff: noqa: ASYNC240 - a test waits for its own small files

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import Store, StoreFault
from bot.store.migration import Migration
from bot.store.reader import open_copy, open_read_only
from bot.store.restore import restore

NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[None]:
    """Open files as a user without privileges: root may write whatever its mode says.

    The kernel keeps this per thread, and threads made meanwhile inherit it.
    """
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None)
    libc.setfsuid(NOBODY)
    try:
        yield
    finally:
        libc.setfsuid(0)


@pytest.fixture
def kept() -> Iterator[Path]:
    """A database of an earlier run, in a folder that everybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="doorcard-"))
    asyncio.run(_made(folder / "chips.db"))
    yield folder / "chips.db"
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def _made(path: Path) -> None:
    await (await Store.open(path)).close()


unprivileged = pytest.mark.skipif(
    os.geteuid() == 0 and sys.platform != "linux", reason="root cannot be held back here"
)


@unprivileged
async def test_a_file_that_cannot_be_written_is_refused(kept: Path) -> None:
    kept.parent.chmod(0o777)
    kept.with_name("chips.db.lock").chmod(0o666)
    kept.chmod(0o444)
    with as_nobody(), pytest.raises(StoreFault, match="cannot be written: attempt to write a"):
        await Store.open(kept)


@unprivileged
async def test_a_log_that_cannot_be_written_is_refused(kept: Path) -> None:
    """SQLite would read the database without it, and fail at the first act."""
    kept.parent.chmod(0o777)
    for name in ("chips.db", "chips.db.lock", "chips.db-wal", "chips.db-shm"):
        kept.with_name(name).touch()
        kept.with_name(name).chmod(0o444 if "-" in name else 0o666)
    with as_nobody(), pytest.raises(StoreFault, match="cannot be written"):
        await Store.open(kept)


@unprivileged
@pytest.mark.parametrize(("mode", "words"), [(0o444, "lock cannot be opened"), (0o666, "readonly")])
async def test_a_folder_that_cannot_be_written_is_refused(
    kept: Path, mode: int, words: str
) -> None:
    for path in kept.parent.iterdir():
        path.chmod(mode)
    kept.parent.chmod(0o555)
    with as_nobody(), pytest.raises(StoreFault, match=words):
        await Store.open(kept)


@unprivileged
@pytest.mark.parametrize("logged", [False, True])
def test_a_backup_that_cannot_be_read_is_not_restored_and_told_so(
    kept: Path, *, logged: bool
) -> None:
    """SQLite says no more than that it is unable to open it; that may be for its log."""
    kept.parent.chmod(0o777)
    kept.with_name("chips.db.lock").unlink()
    copy = kept.with_name("copy.db")
    shutil.copy(kept, copy)
    hidden = kept.with_name("copy.db-wal") if logged else copy
    hidden.touch()
    copy.chmod(0o644)
    hidden.chmod(0)
    before = kept.read_bytes()
    with as_nobody(), pytest.raises(StoreFault) as told:
        restore(kept, copy)
    assert str(told.value) == f"{hidden} cannot be read: Permission denied"
    assert kept.read_bytes() == before


@unprivileged
@pytest.mark.parametrize("opened", [open_read_only, open_copy])
def test_a_database_in_a_folder_that_cannot_be_entered_is_told(
    kept: Path, opened: Callable[[Path], sqlite3.Connection]
) -> None:
    kept.parent.chmod(0o600)
    with as_nobody(), pytest.raises(StoreFault) as told:
        opened(kept)
    assert str(told.value) == f"{kept} cannot be read: Permission denied"


async def test_a_disk_that_is_full_from_the_start_is_told(tmp_path: Path) -> None:
    """SQLite has rolled back by itself then: that a second rollback fails is not the reason."""
    script = "PRAGMA max_page_count = 3;\nCREATE TABLE more (x);\nCREATE TABLE most (x);\n"
    script += "INSERT INTO most VALUES (zeroblob(99999));"
    with pytest.raises(StoreFault, match="cannot be used: database or disk is full"):
        await Store.open(tmp_path / "chips.db", [Migration(1, script)])
