"""`doorcard doctor`: alone, and beside a Discord that it can ask."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.heartbeat import heartbeat_file
from bot.rehearsal.permissions import Permission
from bot.rehearsal.process import ROOT
from bot.rehearsal.stage import Rehearsal
from bot.store import Store

REAL = "MTIz.abc-DEF_456.secret"


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, said = capsys.readouterr()
    assert said == ""
    assert REAL not in out
    return out.splitlines()


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database, and no token."""
    for name in [name for name in os.environ if name.startswith(("DISCORD_", "DOORCARD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOORCARD_DATABASE", "chips.db")

    async def make() -> None:
        await (await Store.open(tmp_path / "chips.db")).close()

    asyncio.run(make())
    return tmp_path / "chips.db"


def test_without_a_token_the_rest_is_looked_at(
    alone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 1
    told = lines(capsys)
    assert told[0].startswith("ok:    doorcard ")
    assert "discord.py 2." in told[0]
    assert any(line.startswith(f"ok:    SQLite {sqlite3.sqlite_version}") for line in told)
    assert any(line.startswith("WRONG: settings: no token") for line in told)
    assert any(f"database {alone}: schema " in line for line in told)
    assert "ok:    database: its pages and rows are whole" in told
    assert "note:  no bot is running on this database" in told
    assert any(line.startswith("ok:    disk of ") for line in told)


async def test_the_sizes_of_a_database_and_of_its_log_are_told(
    alone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told_beside(size: str) -> bool:
        return any(f"{size} in its log" in line for line in lines(capsys))

    store = await Store.open(alone)
    try:
        await store.remember("who", "x" * 10_000)
        log = alone.with_name(f"{alone.name}-wal").stat().st_size
        await asyncio.to_thread(main, ["doctor"])
    finally:
        await store.close()
    assert log > 10_000
    assert told_beside(f" bytes and {log:,}")
    await asyncio.to_thread(main, ["doctor"])
    size = alone.stat().st_size  # noqa: ASYNC240 - a small file
    assert told_beside(f", {size:,} bytes and 0")


def test_a_database_that_is_not_there_yet_is_no_fault(
    alone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone.unlink()
    main(["doctor"])
    assert f"note:  database {alone}: it is made when the bot starts" in lines(capsys)
    assert not alone.exists()


def test_an_older_schema_is_a_note(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(alone)) as connection:
        connection.execute("PRAGMA user_version = 5")
    main(["doctor"])
    assert any("schema 5 of " in line and "after a copy" in line for line in lines(capsys))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("PRAGMA user_version = 99", "was written by a newer Doorcard"),
        ("PRAGMA application_id = 5", "is a database of another program"),
        ("INSERT INTO pending VALUES (7, 1, 'high', NULL)", "damaged (a row of pending has lost"),
    ],
)
def test_what_is_wrong_with_a_database_is_told(
    alone: Path, statement: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(alone)) as connection, connection:
        connection.execute(statement)
    assert main(["doctor"]) == 1
    assert any(line.startswith("WRONG: ") and words in line for line in lines(capsys))


def test_a_torn_text_is_told_by_its_place(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(alone)) as connection, connection:
        connection.execute("INSERT INTO house VALUES (900, CAST(x'67ff61' AS TEXT))")
        connection.execute("INSERT INTO member VALUES (900, 1, CAST(x'41c3' AS TEXT))")
        connection.execute("INSERT INTO member VALUES (900, 2, 'Zoë')")
    assert main(["doctor"]) == 1
    told = "database: damaged (guild 900: the name of member 1 is torn and 1 more): the bot plays"
    assert any(line.startswith(f"WRONG: {told}") for line in lines(capsys))


def test_a_file_that_is_no_database_is_told(
    alone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone.write_text("hello" * 1000)
    assert main(["doctor"]) == 1
    assert any("WRONG: database" in line and "not a database" in line for line in lines(capsys))


async def test_a_bot_that_is_stuck_or_not_ready_is_told(
    alone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await Store.open(alone)
    try:
        await asyncio.to_thread(main, ["doctor"])
        assert "note:  a bot is running, and is not ready yet" in lines(capsys)
        heartbeat_file(alone).touch()
        await asyncio.to_thread(main, ["doctor"])
        assert any("ok:    a bot is running; its last heart" in line for line in lines(capsys))
        then = time.time() - 100
        os.utime(heartbeat_file(alone), (then, then))
        assert await asyncio.to_thread(main, ["doctor"]) == 1
        assert any("WRONG: the last heartbeat is 100 s old" in line for line in lines(capsys))
    finally:
        await store.close()


def examine(stage: Rehearsal, **environment: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "doctor"],
        cwd=stage.folder,
        env={
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": stage.token,
            "DOORCARD_DISCORD_URL": stage.url,
            "DOORCARD_DATABASE": str(stage.database),
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert stage.token not in done.stdout
    return done.returncode, done.stdout.splitlines()


async def doctor(stage: Rehearsal, **environment: str) -> tuple[int, list[str]]:
    return await asyncio.to_thread(lambda: examine(stage, **environment))


async def test_it_names_what_the_bot_lacks_where_tables_are() -> None:
    async with Rehearsal() as stage:
        await stage.start_bot()
        ann: Any = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
        await ann.slash("table open")
        async with asyncio.timeout(10):
            while not heartbeat_file(stage.database).exists():  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
        code, told = await doctor(stage)
        place = f"guild {stage.guild.id}"
        assert code == 0, told
        assert f"ok:    {place}: nothing is lacking in 1 channel with tables" in told
        assert any(line.endswith("privileged intents: none needed") for line in told)
        assert any(line.startswith("ok:    a bot is running; ") for line in told)
        stage.staff.deny_bot(stage.table, Permission.EMBED_LINKS | Permission.ATTACH_FILES)
        code, told = await doctor(stage, DOORCARD_MESSAGE_CONTENT="true")
        assert code == 1
        assert (
            f"WRONG: {place}, channel {stage.table.id}, where a table is open:"
            " the bot lacks Embed Links, Attach Files"
        ) in told
        assert any("DOORCARD_MESSAGE_CONTENT is on and the Message Con" in line for line in told)
        assert await stage.stop_bot() == 0
        stage.staff.remove_bot(stage.guild)
        code, told = await doctor(stage)
        assert f"WRONG: {place}: the bot is not in it any more" in told


async def test_a_token_that_is_refused_and_a_discord_that_is_away() -> None:
    async with Rehearsal() as stage:
        code, told = await doctor(stage, DISCORD_TOKEN="doorcard-rehearsal-" + "0" * 32)
        assert (code, told[-1]) == (1, "WRONG: Discord refuses the token: look at DISCORD_TOKEN")
        code, told = await doctor(stage, DOORCARD_DISCORD_URL="http://127.0.0.1:9")
        assert code == 1
        assert told[-1].startswith("WRONG: Discord cannot be reached (")
        assert told[-1].endswith("): permissions were not looked at")
