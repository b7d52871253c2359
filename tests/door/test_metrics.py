"""The figures for Prometheus: what they count, what they never tell, and who can ask."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from pathlib import Path

import aiohttp

from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.process import ROOT
from bot.rehearsal.stage import Rehearsal


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def figures(port: int) -> dict[str, float]:
    url = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain")
        text = await answer.text()
    assert not re.search("Ann|Ben|Card Club", text)
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_they_count_what_happens_at_the_tables() -> None:
    port = free_port()
    async with Rehearsal(seed=1, environment={"DOORCARD_METRICS_PORT": str(port)}) as stage:
        await stage.start_bot()
        ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
        ben = stage.person("Ben")
        before = await figures(port)
        assert before["doorcard_tables_open"] == before["doorcard_act_seconds_count"] == 0
        assert before["doorcard_gateway_shards"] == before["doorcard_guilds"] == 1
        assert 0 < before['doorcard_gateway_latency_seconds{shard="0"}'] < 5
        await ann.slash("table open")
        for person in (ann, ben):
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await _actor(ann, ben).click("Bring in")
        stage.gateway.cut()
        async with asyncio.timeout(10):
            while not (await figures(port)).get("doorcard_gateway_disconnects_total"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        after = await figures(port)
        assert after["doorcard_tables_open"] == after["doorcard_hands_running"] == 1
        assert after["doorcard_act_seconds_count"] == 1
        assert 0 < after["doorcard_act_seconds_sum"] < 1
        answered = sum(n for name, n in after.items() if "requests_total" in name)
        assert answered == len(stage.rest.served)
        assert 'doorcard_discord_requests_total{status="101"}' not in after
        assert after["doorcard_gateway_disconnects_total"] == 1
        assert after["doorcard_notices_waiting"] == 0
        assert after["doorcard_database_bytes"] > 100_000
        assert await stage.stop_bot() == 0


def _actor(ann: Person, ben: Person) -> Person:
    panels = [message.text for message in ann.messages() if "to act" in message.text]
    return next(one for one in (ann, ben) if f"{one.mention} to act" in panels[-1])


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "bot"],
            cwd=tmp_path,
            env={
                "PYTHONPATH": f"{ROOT}:{':'.join(sys.path)}",
                "DISCORD_TOKEN": "doorcard-rehearsal-" + "0" * 32,
                "DOORCARD_DISCORD_URL": "http://127.0.0.1:9",
                "DOORCARD_METRICS_PORT": str(port),
            },
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(f"doorcard: DOORCARD_METRICS_PORT: 127.0.0.1:{port}: ")
    assert len(done.stderr.splitlines()) == 1


async def test_who_never_ends_his_request_does_not_keep_the_bot_from_stopping() -> None:
    port = free_port()
    async with Rehearsal(environment={"DOORCARD_METRICS_PORT": str(port)}) as stage:
        await stage.start_bot()
        _, asking = await asyncio.open_connection("127.0.0.1", port)
        asking.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
        await asking.drain()
        assert await figures(port)  # so the bot has taken the other connection too
        assert await stage.stop_bot() == 0  # TimeoutError after ten seconds
        asking.close()
