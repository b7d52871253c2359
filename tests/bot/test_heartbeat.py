"""The heartbeat: when the file is touched, and what `doorcard health` says of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import heartbeat as hearts
from bot.__main__ import main
from bot.heartbeat import Heartbeat, Unwell, heartbeat_file, verify_alive
from bot.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chips.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path)
    yield store
    await store.close()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - a file tells nobody
            await asyncio.sleep(0.001)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearts, "EVERY", 0.001)
    monkeypatch.setattr(hearts, "_SOON", 0.001)


async def test_it_beats_while_all_answers_and_is_gone_at_the_end(path: Path, store: Store) -> None:
    file = heartbeat_file(path)
    heart = Heartbeat(path, store, lambda: True)
    heart.begin()
    await until(file.exists)
    verify_alive(path)
    os.utime(file, (1, 1))
    await until(lambda: file.stat().st_mtime > 1)
    await heart.stop()
    assert not file.exists()
    with pytest.raises(Unwell, match="no bot is at work on "):
        verify_alive(path)


async def test_what_a_killed_bot_has_left_does_not_make_a_starting_one_well(
    path: Path, store: Store
) -> None:
    file = heartbeat_file(path)
    file.touch()
    asked = asyncio.Event()

    def not_yet() -> bool:
        asked.set()
        return False

    heart = Heartbeat(path, store, not_yet)
    heart.begin()
    await asked.wait()
    with pytest.raises(Unwell, match="not started yet"):
        verify_alive(path)
    await heart.stop()


async def test_a_stuck_database_stops_it_and_it_goes_on_when_that_answers(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearts, "_PATIENCE", 0.01)
    file, free, began = heartbeat_file(path), threading.Event(), threading.Event()

    def stuck(_connection: object) -> None:
        began.set()
        assert free.wait(10)

    reading = asyncio.create_task(store.read(stuck))
    await until(began.is_set)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return True

    heart = Heartbeat(path, store, count)
    heart.begin()
    await until(lambda: asked > 3)
    assert not file.exists()
    free.set()
    await reading
    await until(file.exists)
    await heart.stop()


async def test_a_stuck_database_is_asked_once_until_it_answers(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearts, "_PATIENCE", 0.001)
    free, began, statements = threading.Event(), threading.Event(), list[str]()

    def stuck(connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(statements.append)
        began.set()
        assert free.wait(10)

    reading = asyncio.create_task(store.read(stuck))
    await until(began.is_set)
    rounds = 0

    def some_rounds() -> bool:
        nonlocal rounds
        rounds += 1
        return rounds <= 5

    heart = Heartbeat(path, store, some_rounds)
    heart.begin()
    await until(lambda: rounds > 6)
    free.set()
    await reading
    await store.read(lambda connection: connection.set_trace_callback(None))  # after all others
    await heart.stop()
    assert len([one for one in statements if "sqlite_schema" in one]) == 1


async def test_a_database_that_fails_stops_it(
    path: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """A round that went by afterwards has had the time to touch the file."""
    await store.close()
    heart = Heartbeat(path, store, lambda: True)
    heart.begin()
    await until(lambda: caplog.text.count("not answer: the database is closed") > 2)
    assert not heartbeat_file(path).exists()
    await heart.stop()


async def test_a_file_that_cannot_be_written_is_told_once(
    tmp_path: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return True

    heart = Heartbeat(tmp_path / "no folder" / "chips.db", store, count)
    heart.begin()
    await until(lambda: asked > 3)
    await heart.stop()
    assert caplog.text.count("cannot be written: No such file or directory") == 1


async def test_a_link_has_the_heartbeat_of_its_database(path: Path, store: Store) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    heart = Heartbeat(link, store, lambda: True)
    heart.begin()
    await until(heartbeat_file(path).exists)
    verify_alive(link)
    await heart.stop()


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (30, None),
        (-30, None),
        (61, "the last heartbeat is 61 s old"),
        (7000, "the last heartbeat is 7000 s old"),
        (-3600, "the last heartbeat is 3600 s in the future: the clock was set back"),
    ],
)
def test_health_is_one_line_and_its_code(
    path: Path,
    age: float,
    words: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DOORCARD_DATABASE", str(path))
    file = heartbeat_file(path)
    file.touch()
    then = time.time() - age
    os.utime(file, (then, then))
    code = main(["health"])
    out, said = capsys.readouterr()
    if words is None:
        assert (code, out, said) == (0, "", "")
    else:
        assert (code, out) == (1, "")
        assert said.startswith(f"doorcard: {words}")
        assert len(said.splitlines()) == 1


def test_health_needs_no_token_and_refuses_wrong_settings(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("DOORCARD_DATABASE", str(path))
    assert main(["health"]) == 1
    assert "no bot is at work" in capsys.readouterr().err
    monkeypatch.setenv("DOORCARD_DATABAES", str(path))
    assert main(["health"]) == 2
    assert "DOORCARD_DATABAES in the environment is no setting" in capsys.readouterr().err
