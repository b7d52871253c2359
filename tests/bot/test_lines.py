"""The line of a shard after a refused connection: it asks for what it missed, and holds none up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.shards import Line, ShardedBot


class Socket:
    """A connection of the library that stands, and says nothing."""

    gateway = "ws://127.0.0.1:1"

    def __init__(self, shard: int, session: str | None) -> None:
        self.shard_id = shard
        self.session_id = session
        self.sequence = 41

    async def poll_event(self) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        del code


class Opening:
    """What is asked of the gateway: each connection waits until it is let through."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.refuse = False
        self.hangs: set[int] = set()

    async def from_client(self, _client: object, **asked: Any) -> Socket:
        self.asked.append(asked)
        if self.refuse:
            raise OSError("refused")
        if asked["shard_id"] in self.hangs:
            await asyncio.Event().wait()
        return Socket(asked["shard_id"], asked.get("session"))


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch) -> Opening:
    opening = Opening()
    monkeypatch.setattr(DiscordWebSocket, "from_client", opening.from_client)
    return opening


class Lines:
    """Lines of a bot that is connected nowhere."""

    def __init__(self, bot: ShardedBot) -> None:
        self._bot = bot
        self.events: asyncio.Queue[Any] = asyncio.Queue()
        self.all: list[Line] = []

    def add(self, shard: int, session: str | None) -> Line:
        socket: Any = Socket(shard, session)
        line = Line(socket, self._bot, self.events.put_nowait)
        line._backoff = SimpleNamespace(delay=lambda: 0.0)  # type: ignore[assignment]
        self.all.append(line)
        return line


@pytest.fixture
async def lines() -> AsyncIterator[Lines]:
    bot = ShardedBot(command_prefix="!", intents=discord.Intents.none())
    await bot._async_setup_hook()
    bot._reconnect = True  # as `connect` sets it
    lines = Lines(bot)
    yield lines
    for line in lines.all:
        await line.close()


async def test_after_a_refused_connection_it_resumes_its_session(
    lines: Lines, opening: Opening
) -> None:
    """However often it is refused: what was pressed meanwhile is told by a RESUME alone."""
    line = lines.add(2, "session")
    opening.refuse = True
    for count in (1, 2):
        await line.reconnect()
        event = await asyncio.wait_for(lines.events.get(), 5)
        assert isinstance(event.error, OSError)
        assert len(opening.asked) == count
    opening.refuse = False
    await line.reconnect()
    assert line._again is not None
    await asyncio.wait_for(line._again, 5)
    for asked in opening.asked:
        assert (asked["resume"], asked["session"], asked["sequence"]) == (True, "session", 41)


async def test_one_that_never_had_a_session_identifies(lines: Lines, opening: Opening) -> None:
    line = lines.add(0, None)
    await line.reconnect()
    assert line._again is not None
    await asyncio.wait_for(line._again, 5)
    assert [asked["resume"] for asked in opening.asked] == [False]


async def test_one_that_waits_holds_no_other_up(lines: Lines, opening: Opening) -> None:
    """The library goes through its shards one after the other; neither way may wait there."""
    opening.hangs = {0}
    stuck, other = lines.add(0, "a"), lines.add(1, "b")
    async with asyncio.timeout(5):
        await stuck.reconnect()
        await stuck.reidentify(ReconnectWebSocket(0, resume=True))
        await other.reidentify(ReconnectWebSocket(1, resume=True))
        assert other._again is not None
        await other._again
    assert stuck._again is not None
    assert not stuck._again.done()
    assert [asked["shard_id"] for asked in opening.asked].count(1) == 1
