"""The people of `make play`: they play what they know nothing of."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bot.rehearsal import Rehearsal
from bot.rehearsal.evening import Evening, NoGame, Stuck, games_offered

BOT = (sys.executable, str(Path(__file__).with_name("declaring_bot.py")))


def evening(stage: Rehearsal, game: str | None, hands: int = 3, seed: int = 1) -> Evening:
    stop = asyncio.Event()
    return Evening(stage, stop, hands=hands, seed=seed, game=game, pace=0.01)


def told(stage: Rehearsal) -> list[str]:
    """Gives the first texts of all messages as they were in turn."""
    return [
        payload["components"][0]["content"]
        for message in stage.world.messages.values()
        for payload in message.versions
        if payload["components"]
    ]


@pytest.mark.parametrize("seed", [1, 2])
async def test_private_menus_are_gone_through_by_all_at_once(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Four people who press without a breath would wait for the channel's rate limit all the time.
    monkeypatch.setattr("bot.rehearsal.buckets.LIMITS", {})
    async with Rehearsal(command=BOT) as stage:
        await stage.start_bot()
        assert await evening(stage, "hilo_declare", seed=seed).play() >= 3
        words = told(stage)
        assert words[0] == "## hilo_declare"
        assert sum("Hand 2 is over" in text for text in words) == 1
        # A declaration each of four people in three hands: every one of them in its own menu.
        assert sum("You declared" in text for text in words) >= 12
        assert len({text for text in words if "You declared" in text}) > 1
        assert stage.violations == []


async def test_a_game_is_picked_of_those_offered() -> None:
    async with Rehearsal(command=BOT) as stage:
        await stage.start_bot()
        assert await games_offered(stage) == ["hilo_declare", "soko_fi", "never_playable"]
        with pytest.raises(NoGame, match="no game 'soko'; there are: hilo_declare, soko_fi"):
            await evening(stage, "soko").play()


async def test_a_table_that_does_not_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.rehearsal.evening.PATIENCE", 0.3)
    async with Rehearsal(command=BOT) as stage:
        await stage.start_bot()
        with pytest.raises(Stuck, match="no panel comes; the bot said: Open"):
            await evening(stage, "soko_fi").play()
