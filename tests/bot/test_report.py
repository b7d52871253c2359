"""Reports: read beside the tables' transactions, on a connection that cannot write."""

# ruff: noqa: ASYNC240 - a test waits for its own small files

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store, StoreFault


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "chips.db")
    yield store
    await store.close()


def note(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO memo VALUES ('a', 'b')")


def count(connection: sqlite3.Connection) -> int:
    """Count what the tests have noted: the store notes things of its own."""
    ours = "SELECT count(*) FROM memo WHERE name = 'a' OR name GLOB 'n[0-9]*'"
    return int(connection.execute(ours).fetchone()[0])


async def test_a_long_report_holds_nothing_up_and_stays_on_its_state(store: Store) -> None:
    began, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def unit(connection: sqlite3.Connection) -> tuple[int, int]:
        before = count(connection)
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(10)
        return before, count(connection)

    report = asyncio.create_task(store.report(unit))
    await began.wait()
    async with asyncio.timeout(5):
        await store.write(note)
        assert await store.read(count) == 1
    go_on.set()
    assert await report == (0, 0)
    assert await store.report(count) == 1


async def test_a_report_sees_what_was_committed_before_it(store: Store) -> None:
    for number in range(20):
        await store.remember(f"n{number}", "x")
        assert await store.report(count) == number + 1


async def test_a_report_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await store.report(note)
    assert await store.report(count) == 0


async def test_a_cancelled_report_ends_before_its_caller(store: Store) -> None:
    began, go_on, ended = asyncio.Event(), threading.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def unit(_connection: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(10)
        ended.set()

    async def caller() -> None:
        await store.report(unit)
        await asyncio.Event().wait()

    task = asyncio.create_task(caller())
    await began.wait()
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_a_closed_store_reports_nothing_and_leaves_one_file(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "other.db")
    await store.write(note)
    await store.report(count)
    await store.close()
    with pytest.raises(StoreFault, match="closed"):
        await store.report(count)
    left = sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("other"))
    assert left == ["other.db", "other.db.lock"]
