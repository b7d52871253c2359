"""Opening tables: whole or not at all, whoever is cancelled meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import pytest

from bot.clock import AGAIN_AFTER
from bot.picture import Phase
from tests.bot.conftest import ANN, BEN, GUILD

if TYPE_CHECKING:
    from tests.bot.conftest import House


async def test_an_opening_that_is_cancelled_while_it_waits_is_done(house: House) -> None:
    """A dropped connection cancels no command: its table is there, in memory as in the store."""
    began, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def busy(connection: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(10)

    blocked = asyncio.create_task(house.store.write(busy))
    await began.wait()
    writing, waiting = (asyncio.create_task(house.open(channel=channel)) for channel in (1, 2))
    for _ in range(5):
        await asyncio.sleep(0)
    for task in (writing, waiting):
        task.cancel()
    go_on.set()
    await asyncio.wait([blocked, writing, waiting])
    assert [table.channel for table in house.tables.open_tables()] == [1, 2]
    await house.tables.shut()
    await house.restart()
    assert [table.channel for table in house.tables.open_tables()] == [1, 2]


async def test_who_opens_is_told_the_true_outcome_before_he_is_cancelled(house: House) -> None:
    told: list[int] = []

    async def ask() -> None:
        told.append((await house.open(channel=7)).channel)
        await asyncio.Event().wait()

    async with house.tables._opening:  # another is being opened
        task = asyncio.create_task(ask())
        for _ in range(3):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.wait([task])
    assert told == [7]
    assert task.cancelled()
    assert house.tables.at(7).channel == 7


async def test_a_full_disk_keeps_no_table_of_a_lost_server_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first could not be closed; the others are, and it is closed once there is room."""
    first, second = await house.dealt(ANN, BEN), await house.open(channel=5)
    write = house.store.write
    failed: list[Any] = []

    async def full_once(unit: Any) -> Any:
        if not failed:
            failed.append(unit)
            raise sqlite3.OperationalError("database or disk is full")
        return await write(unit)

    monkeypatch.setattr(house.store, "write", full_once)
    await house.tables.close_where(lambda table: table.guild == GUILD)
    assert (first.phase, second.phase) == (Phase.PLAYING, Phase.CLOSED)
    await house.turn(AGAIN_AFTER)
    assert first.phase is Phase.CLOSED
