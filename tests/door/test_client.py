"""Starting and stopping: what is said, and with which exit code."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.rehearsal.process import BOT_COMMAND, ROOT
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm

WRONG_TOKEN = "doorcard-rehearsal-" + "0" * 32


async def run_bot(
    folder: Path, command: Sequence[str] = BOT_COMMAND, **environment: str
) -> tuple[int, str]:
    """Run the bot to its end and return the exit code and what it wrote."""
    process = await asyncio.create_subprocess_exec(
        *command,
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


async def test_what_the_bot_makes_is_for_its_own_user_alone(tmp_path: Path) -> None:
    """The database holds the decks of running hands."""
    made = tmp_path / "data" / "doorcard.sqlite3"
    await run_bot(
        tmp_path,
        DISCORD_TOKEN=WRONG_TOKEN,
        DOORCARD_DISCORD_URL="http://127.0.0.1:9",
        DOORCARD_DATABASE=str(made),
    )
    there = [made.parent, *made.parent.iterdir()]
    assert made in there
    assert [path for path in there if path.stat().st_mode & 0o077] == []


async def test_a_refused_token_is_one_line(tmp_path: Path) -> None:
    async with Rehearsal() as stage:
        code, said = await run_bot(
            tmp_path, DISCORD_TOKEN=WRONG_TOKEN, DOORCARD_DISCORD_URL=stage.url
        )
    assert code == 2  # to start again would not help
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


@pytest.mark.slow
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


async def test_an_order_to_stop_while_the_bot_still_loads_is_taken(tmp_path: Path) -> None:
    """Process 1 of a container would be deaf to it, and any other die of it."""
    script = "import os, signal, sys, bot.settings as s\nfrom bot.__main__ import main\n"
    script += "read = s.read_settings\ndef stopped(path):\n"
    script += "    os.kill(os.getpid(), signal.SIGTERM)\n    return read(path)\n"
    script += "s.read_settings = stopped\nsys.exit(main([]))\n"
    code, said = await run_bot(
        tmp_path,
        (sys.executable, "-c", script),
        DISCORD_TOKEN=WRONG_TOKEN,
        DOORCARD_DISCORD_URL="http://127.0.0.1:9",
    )
    assert code == 0, said
    assert "the chips are in" in said
    assert "Discord" not in said


async def test_a_gateway_that_refuses_the_first_connection_is_one_line(tmp_path: Path) -> None:
    async with Rehearsal() as stage:
        stage.weather.brew(Storm("GET /gateway", status=503, times=9))
        script = "import sys, bot.client as c\nfrom bot.__main__ import main\n"
        script += "import yarl, bot.endpoint as e\np = c.point_at\n"
        script += "def q(u):\n    p(u)\n"
        script += "    e.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL('ws://127.0.0.1:9')\n"
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


SYNC = "PUT /applications/*/commands"
ANSWERS = "POST /interactions/*/*/callback"


def edit(database: Path, statement: str) -> None:
    """Change the database of a bot that does not run."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def hasty_bot(**constants: float) -> tuple[str, ...]:
    """Return the command of a bot with other waits of bot.syncing, in seconds."""
    script = "import sys, bot.syncing as s\nfrom bot.__main__ import main\n"
    script += "".join(f"s.{name} = {value}\n" for name, value in constants.items())
    return (sys.executable, "-c", f"{script}sys.exit(main([]))")


async def with_changed_commands(table: Any, storm: Storm, **constants: float) -> None:
    """Start the bot of a running hand again, as if its commands had changed, into a storm."""
    stage = table.stage
    await table.begin(table.ann, table.ben, clock=0)
    await stage.stop_bot()
    edit(stage.database, "UPDATE memo SET value = value || 'x' WHERE name = 'commands synced'")
    stage.weather.brew(storm)
    stage.command = hasty_bot(**constants)
    await stage.start_bot()
    await table.actor().click("Bring in")
    await table.panel("brings in")


async def test_commands_that_discord_refuses_keep_no_table_from_its_players(play: Any) -> None:
    async with play() as table:
        stage = table.stage
        await with_changed_commands(table, Storm(SYNC, status=403), PATIENCE=60)
        await stage.stop_bot()
        assert _puts(table) == [200, 403]
        assert "commands are not synced (Discord answers 403): again in 300 s" in stage.bot_output
        await stage.start_bot()
        await stage.stop_bot()
        assert stage.bot_output.count("commands synced") == 2
        await stage.start_bot()


async def test_commands_that_discord_refuses_are_told_to_it_again(play: Any) -> None:
    async with play() as table:
        storm = Storm(SYNC, status=403)
        await with_changed_commands(table, storm, AGAIN_AFTER=0.05)
        await table.stage.wait_for(lambda: _puts(table) == [200, 403, 200])


async def test_commands_that_hang_keep_no_bot_from_starting(play: Any) -> None:
    async with play() as table:
        await with_changed_commands(table, Storm(SYNC, hold=True), PATIENCE=0.05)
        table.stage.weather.clear()
        await table.stage.wait_for(lambda: _puts(table) == [200, 200])


def _puts(table: Any) -> list[int]:
    return [status for method, _, status in table.stage.rest.served if method == "PUT"]


async def test_a_first_start_whose_commands_are_refused_is_one_line(tmp_path: Path) -> None:
    async with Rehearsal() as stage:
        stage.weather.brew(Storm(SYNC, status=403))
        code, said = await run_bot(
            tmp_path, DISCORD_TOKEN=stage.token, DOORCARD_DISCORD_URL=stage.url
        )
    assert code == 1
    assert "Discord turns the bot away" in said.splitlines()[-1]
    assert "Traceback" not in said


async def test_answers_under_way_at_the_end_are_no_fault(play: Any) -> None:
    async with play() as table:
        stage = table.stage
        await table.begin(table.ann, table.ben, clock=0)
        storms = [stage.weather.brew(Storm(ANSWERS, hold=True)) for _ in range(4)]
        asked = [
            asyncio.create_task(one)
            for one in (
                table.actor().click("Bring in"),
                table.ann.slash("peek"),
                table.cid.slash("sit", amount=1),
                table.cid.slash("leave"),
            )
        ]
        for storm in storms:
            await asyncio.wait_for(storm.caught.wait(), 3)
        code = await stage.stop_bot()
        for task in asked:
            task.cancel()
        stage.weather.clear()
        await asyncio.gather(*asked, return_exceptions=True)
        assert code == 0
        assert "Traceback" not in stage.bot_output
        assert stage.bot_output.count("an answer was given up") == 4
        await stage.start_bot()


async def test_while_the_gateway_is_gone_nobody_is_timed_out(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PEERS' restart rule for a lost connection: twenty seconds at least, when it is back."""
    async with play(pause=0.05, faulty=True) as table:  # the library tells refusals as tracebacks
        stage = table.stage
        await table.begin(table.ann, table.ben, clock=2)
        await table.panel("brings in")  # the clock runs
        serve, until = stage.gateway.serve, time.monotonic() + 2.5

        async def refuse(request: web.Request) -> web.StreamResponse:
            down = time.monotonic() < until
            return web.Response(status=503) if down else await serve(request)

        monkeypatch.setattr(stage.gateway, "serve", refuse)
        resumed = stage.gateway.resumed
        stage.gateway.cut()
        await stage.wait_for(lambda: stage.gateway.resumed > resumed, timeout=30)
        await stage.wait_for(lambda: _deadline(table.newest().text) > time.time() + 15)
        with closing(sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)) as connection:
            assert connection.execute("SELECT count(*) FROM act").fetchone() == (1,)
            assert connection.execute("SELECT count(*) FROM hand").fetchone() == (1,)
        await table.actor().click("Call")
        await table.panel("calls")


def _deadline(text: str) -> int:
    """Return the instant that a panel counts down to."""
    found = re.search(r"<t:(\d+):R>", text)
    return 0 if found is None else int(found[1])


async def test_a_table_that_cannot_be_read_back_is_shown_closed(play: Any) -> None:
    async with play(faulty=True) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben, clock=0)
        panel = table.newest()
        await stage.kill_bot()
        edit(stage.database, "UPDATE tables SET rules = '{'")
        await stage.start_bot()
        await table.paid_out(2000)
        await table.panel("closed")
        assert table.newest() is panel
        assert panel.buttons(enabled=True) == []
        answer = await table.ann.slash("sit", amount=100)
        assert "no table in this channel" in answer.text


async def test_a_fault_of_ours_that_ends_the_bot_tells_no_token(tmp_path: Path) -> None:
    script = "import os, sys, bot.process\nfrom bot.__main__ import main\n"
    script += "async def serve(_settings):\n    raise LookupError(os.environ['DISCORD_TOKEN'])\n"
    script += "bot.process.serve = serve\nsys.exit(main([]))\n"
    code, said = await run_bot(
        tmp_path,
        (sys.executable, "-c", script),
        DISCORD_TOKEN=WRONG_TOKEN,
        DOORCARD_DISCORD_URL="http://127.0.0.1:9",
    )
    assert code == 1
    assert said.splitlines()[-1] == "    LookupError: ***"
    assert WRONG_TOKEN not in said
