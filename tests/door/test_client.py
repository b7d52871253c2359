"""Starting and stopping: what is said, and with which exit code."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

from bot.rehearsal.process import BOT_COMMAND, ROOT
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm

WRONG_TOKEN = "doorcard-rehearsal-" + "0" * 32


async def run_bot(folder: Path, **environment: str) -> tuple[int, str]:
    """Run the bot to its end and return the exit code and what it wrote."""
    process = await asyncio.create_subprocess_exec(
        *BOT_COMMAND,
        cwd=folder,
        env={"PATH": "", "PYTHONPATH": str(ROOT), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode or 0, out.decode()


async def test_without_a_token_one_line_names_make_play(tmp_path: Path) -> None:
    code, said = await run_bot(tmp_path)
    assert code == 2
    assert "make play" in said
    assert len(said.splitlines()) == 1


async def test_an_unreachable_discord_is_one_line(tmp_path: Path) -> None:
    code, said = await run_bot(
        tmp_path, DISCORD_TOKEN=WRONG_TOKEN, DOORCARD_DISCORD_URL="http://127.0.0.1:9"
    )
    assert code == 1
    assert "Discord cannot be reached" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert WRONG_TOKEN not in said


async def test_a_refused_token_is_one_line(tmp_path: Path) -> None:
    async with Rehearsal() as stage:
        code, said = await run_bot(
            tmp_path, DISCORD_TOKEN=WRONG_TOKEN, DOORCARD_DISCORD_URL=stage.url
        )
    assert code == 1
    assert "Discord refuses the token" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert WRONG_TOKEN not in said


async def test_a_database_of_a_newer_version_is_one_line(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "new.sqlite3")
    connection.execute("PRAGMA user_version = 9999")
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()
    code, said = await run_bot(
        tmp_path,
        DISCORD_TOKEN=WRONG_TOKEN,
        DOORCARD_DISCORD_URL="http://127.0.0.1:9",
        DOORCARD_DATABASE=str(tmp_path / "new.sqlite3"),
    )
    assert code == 2
    assert len(said.splitlines()) == 1


async def test_commands_are_synced_once_and_again_when_they_changed(play: Any) -> None:
    async with play() as table:
        stage = table.stage
        await stage.stop_bot()
        await stage.start_bot()
        await stage.stop_bot()
        assert stage.bot_output.count("commands synced") == 1
        connection = sqlite3.connect(stage.database)
        connection.execute("UPDATE memo SET value = 'older'")
        connection.commit()
        connection.close()
        await stage.start_bot()
        await stage.stop_bot()
        assert stage.bot_output.count("commands synced") == 2
        await stage.start_bot()


async def test_a_bot_that_is_stopped_at_once_stops_cleanly(play: Any) -> None:
    async with play() as table:
        for _ in range(3):
            await table.stage.stop_bot()
            await table.stage.start_bot()


async def test_a_gateway_that_refuses_the_first_connection_is_one_line(tmp_path: Path) -> None:
    async with Rehearsal() as stage:
        stage.weather.brew(Storm("GET /gateway", status=503, times=9))
        script = "import sys, bot.client as c\nfrom bot.__main__ import main\n"
        script += "import yarl\np = c.point_at\n"
        script += "def q(u):\n    p(u)\n"
        script += "    c.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL('ws://127.0.0.1:9')\n"
        script += "c.point_at = q\nsys.exit(main([]))\n"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            script,
            cwd=tmp_path,
            env={
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": stage.token,
                "DOORCARD_DISCORD_URL": stage.url,
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await asyncio.wait_for(process.communicate(), 30)
        said = out.decode()
        assert process.returncode == 1, said
        assert "gateway cannot be reached" in said.splitlines()[-1]
