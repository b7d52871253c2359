"""The order to stop, as the bot takes it: no step begins, what is under way ends, then it goes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot import client
from bot.cashier import Cashier
from bot.client import Doorcard
from bot.picture import Phase
from bot.refusal import No, Refusal
from bot.rehearsal.process import ROOT
from engine.actions import Action, Verb
from tests.bot.conftest import ANN, BEN, House

if TYPE_CHECKING:
    from bot.table import Table


@pytest.fixture
async def bot(house: House) -> Doorcard:
    """A bot that was never connected, with the room's tables."""
    cashier = Cashier(house.store, house.bank, house.clock)
    bot = Doorcard(lambda *_: house.tables, house.store, house.houses, None, cashier=cashier)
    await bot._async_setup_hook()
    return bot


@pytest.fixture
async def table(house: House) -> Table:
    return await house.dealt(ANN, BEN)


class Work:
    """Somebody who is being answered, for as long as the test wants."""

    def __init__(self, bot: Doorcard) -> None:
        self.answered = asyncio.Event()
        self._bot = bot
        self.task = asyncio.create_task(self._answer())

    async def _answer(self) -> None:
        self._bot.note_work()
        await self.answered.wait()


async def test_after_the_order_no_hand_is_dealt_and_nobody_timed_out(
    house: House, bot: Doorcard, table: Table
) -> None:
    await house.finish(table)
    other = await house.open(channel=801)
    for person in (ANN, BEN):
        await other.sit(person, 100, house.key())
    await other.deal(ANN, house.key())
    work = Work(bot)
    await asyncio.sleep(0)
    leaving = asyncio.create_task(bot.close())
    await asyncio.wait({leaving}, timeout=0.2)
    await house.turn(100)
    assert (table.phase, table.picture().hand) == (Phase.BETWEEN, 1)
    assert other.picture().turn == 0
    for ask in (
        table.deal(ANN, house.key()),
        other.act(house.actor(other), other.picture().moment, Action(Verb.BRING_IN), house.key()),
    ):
        with pytest.raises(Refusal) as refused:
            await ask
        assert refused.value.code is No.STILL_STARTING
    with pytest.raises(Refusal, match=No.STILL_STARTING):
        house.tables.at(801)
    work.answered.set()
    await leaving
    await house.restart()


async def test_who_is_being_answered_is_waited_for(house: House, bot: Doorcard) -> None:
    work = Work(bot)
    await asyncio.sleep(0)
    leaving = asyncio.create_task(bot.close())
    done, _ = await asyncio.wait({leaving}, timeout=0.3)
    assert not done
    assert not bot.is_closed()
    work.answered.set()
    await asyncio.wait_for(leaving, 5)
    assert bot.is_closed()
    await house.restart()


async def test_who_is_never_answered_holds_no_stop_back(
    house: House, bot: Doorcard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LEAVE", 0.05)
    work = Work(bot)
    await asyncio.sleep(0)
    await asyncio.wait_for(bot.close(), 5)
    assert bot.is_closed()
    work.task.cancel()
    await house.restart()


async def test_a_gateway_that_does_not_take_leave_is_dropped(
    house: House,
    bot: Doorcard,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Deaf:
        """A shard of the library whose other end reads nothing."""

        async def close(self) -> None:
            await asyncio.Event().wait()

    hung_up: list[bool] = []

    async def hang_up() -> None:
        hung_up.append(True)

    inside: Any = bot
    inside._AutoShardedClient__shards[0] = Deaf()
    monkeypatch.setattr(client, "HANG_UP", 0.05)
    monkeypatch.setattr(bot.http, "close", hang_up)
    with caplog.at_level("INFO"):
        await asyncio.wait_for(bot.close(), 5)
    assert hung_up == [True]
    assert "the connection is dropped" in caplog.text
    await house.restart()


LAST_BREATH = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.process import serve
from bot.settings import read_settings

async def main():
    asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
    await serve(read_settings(Path(".env")))

asyncio.run(main())
for number in (signal.SIGTERM, signal.SIGINT):
    os.kill(os.getpid(), number)
print("alive")
"""


def test_a_second_order_changes_nothing_at_the_last_breath(tmp_path: Path) -> None:
    """After the loop is closed nobody is there to take it, and the process would die of it."""
    done = subprocess.run(
        [sys.executable, "-c", LAST_BREATH],
        cwd=tmp_path,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "x" * 40},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr
