"""SIGTERM: acts under way end, tables are told, and the process ends with 0 within ten seconds."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"
ANSWERS = "POST /interactions/*/*/callback"
EDITS = "PATCH /channels/*/messages/*"
FOREVER = 10_000


async def test_a_stopping_bot_tells_its_tables_and_is_back_with_the_hand_as_it_was(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, clock=0)
        idle = table.stage.person("Ann", channel=table.stage.lobby)
        await idle.slash("table open")
        await cid.click("Bring in 4")
        before = await table.panel("brings in")
        cards = (await ann.click("Peek")).text
        assert await table.stage.stop_bot() == 0
        assert "The bot stops for now" in before.text
        assert "The hand goes on where it stands, and all chips are safe" in before.text
        assert before.buttons(enabled=True) == []
        assert "The bot stops for now" in idle.sees()
        await table.stage.start_bot()
        again = await table.panel("brings in", "to act")
        assert again is before
        assert "The bot stops" not in again.text
        assert (await ann.click("Peek")).text == cards
        await ann.click("Call 4")
        await table.panel("Ann calls 4")


async def test_an_act_under_way_is_answered_and_there_after_the_restart(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, clock=0)
        storm = table.stage.weather.brew(Storm(ANSWERS, hold=True))
        click = asyncio.create_task(cid.click("Bring in 4"))
        await storm.caught.wait()
        stopping = asyncio.create_task(table.stage.stop_bot())
        await table.panel("The bot stops for now")
        storm.release()
        answer = await click
        assert answer.interaction.answered.is_set()
        assert await stopping == 0
        await table.stage.start_bot()
        await table.panel("Cid brings in for 4", "to act")


async def test_a_discord_that_limits_and_refuses_holds_no_stop_back(play: Any) -> None:
    """The tables that were not told are shown at the start."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=0)
        stage.weather.brew(Storm(EDITS, status=429, retry_after=60, times=FOREVER))
        began = time.monotonic()
        assert await stage.stop_bot() == 0
        assert time.monotonic() - began < 10
        stage.weather.clear()
        await stage.start_bot()
        await table.actor().click("Bring in")


async def test_a_hung_discord_holds_no_stop_back_nor_does_a_second_order(play: Any) -> None:
    """Everything hangs, the gateway too: the connection is dropped, with code 0 all the same."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=0)
        stage.weather.brew(Storm("*", hold=True, times=FOREVER))
        stage.gateway.hang()
        bot, began = stage.bot, time.monotonic()
        stopping = asyncio.create_task(stage.stop_bot())
        while bot.exit_code is None:
            bot.ask_to_stop()
            await asyncio.wait({stopping}, timeout=0.05)
        assert await stopping == 0
        assert time.monotonic() - began < 10
        stage.weather.clear()
        await stage.start_bot()
        await table.actor().click("Bring in")
