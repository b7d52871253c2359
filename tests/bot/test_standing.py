"""Notes of the pings that stand: each line of the database has its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.picture import Moment
from bot.standing import Ping, Pinged
from bot.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "doorcard.sqlite3")
    yield store
    await store.close()


async def test_what_is_noted_is_read_and_forgotten_line_by_line(store: Store) -> None:
    pinged = Pinged(store)
    lines = [Ping(Moment(1, 2, 3, line), 900, 800, 70 + line) for line in (0, 5, 6)]
    other = Ping(Moment(11, 2, 3, 5), 900, 801)
    for ping in (*lines, other):
        await pinged.note(ping)
    assert {*await pinged.of(1)} == {*lines}
    assert {*await pinged.all()} == {*lines, other}
    await pinged.forget(lines[1])
    assert {*await pinged.of(1)} == {lines[0], lines[2]}
    assert len({ping.nonce for ping in (*lines, other)}) == 4


async def test_one_of_before_lines_is_read_and_forgotten(store: Store) -> None:
    await store.remember("ping.1.2.3", "70:800:900")
    (ping,) = await Pinged(store).of(1)
    assert ping == Ping(Moment(1, 2, 3, 0), 900, 800, 70)
    await Pinged(store).forget(ping)
    assert await Pinged(store).all() == ()
