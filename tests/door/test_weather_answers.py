"""What Discord does to requests: an act counts once, is shown, and nobody is told a falsehood.

The whole list of faults is in `test_weather.py`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from bot.rehearsal.answer import NoAnswer
from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"
ANSWERS = "POST /interactions/*/*/callback"
EDITS = "PATCH /channels/*/messages/*"
POSTS = "POST /channels/*/messages"


@pytest.fixture
def play(play: Any) -> Any:
    """Set the stage without rate limits but those that a storm brings."""

    @asynccontextmanager
    async def unlimited(**options: Any) -> AsyncIterator[Any]:
        async with play(**options) as table:
            table.stage.rest.buckets.enforced = False
            yield table

    return unlimited


def acts(table: Any) -> int:
    """Count the acts in the database."""
    path = f"file:{table.stage.database}?mode=ro"
    with closing(sqlite3.connect(path, uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM act").fetchone()[0])


def live(table: Any) -> set[str]:
    """Return what the buttons carry that can be pressed: it is other at each turn."""
    shown = (c for c in table.newest().components if not c.get("disabled"))
    return {c["custom_id"] for c in shown if "custom_id" in c}


async def click_through(table: Any, storm: Storm, *, answered: bool) -> None:
    """Let the actor act in a storm on his answer; the act counts once, and is shown."""
    actor, before, buttons = table.actor(), acts(table), live(table)
    table.stage.weather.brew(storm)
    label = "Check" if "[Check]" in table.newest().text else "Call"
    try:
        await actor.click(label)
    except NoAnswer:
        assert not answered
    else:
        assert answered
    await table.stage.wait_for(lambda: live(table) not in (set(), buttons))
    assert acts(table) == before + 1


async def test_a_click_in_a_storm_counts_once_and_is_answered(play: Any) -> None:
    """429 of a bucket and of the bot, 500, 503, a reset before and after it took effect (40060)."""
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        await table.cid.click("Bring in 4")
        for storm in (
            Storm(ANSWERS, status=429, retry_after=0.1),
            Storm(ANSWERS, status=429, retry_after=0.1, everywhere=True),
            Storm(ANSWERS, status=503),
            Storm(ANSWERS, status=503, late=True),
            Storm(ANSWERS, drop=True),
            Storm(ANSWERS, drop=True, late=True),
            Storm(ANSWERS, status=500),
        ):
            await click_through(table, storm, answered=True)
        assert "fault" not in table.stage.bot_output


async def test_an_answer_that_is_refused_or_late_leaves_the_act_and_the_panel_shows_it(
    play: Any,
) -> None:
    """An answer after three seconds, and Discord out of order: the channel edit follows."""
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        await table.cid.click("Bring in 4")
        for storm in (Storm(ANSWERS, delay=3.2), Storm(ANSWERS, status=503, times=2)):
            await click_through(table, storm, answered=False)
        assert "fault" not in table.stage.bot_output


async def test_a_command_that_cannot_be_answered_in_time_counts_once(play: Any) -> None:
    """10062: nobody can be told any more, and the panel tells it."""
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        table.stage.weather.brew(Storm(ANSWERS, status=404, code=10062))
        with pytest.raises(NoAnswer):
            await table.cid.slash("bring-in")
        await table.panel("Cid brings in for 4")
        assert acts(table) == 1


async def test_a_panel_is_shown_through_every_fault_of_an_edit(play: Any) -> None:
    """429 of the whole bot, 500, 502, 503, resets before and after the effect."""
    async with play(deck=DECK) as table:
        await table.ann.slash("table open", clock=0)
        await table.panel("Nobody is seated")
        for name, storm in (
            ("Ann", Storm(EDITS, status=429, retry_after=0.1, everywhere=True)),
            ("Ben", Storm(EDITS, status=500)),
            ("Cid", Storm(EDITS, status=502)),
            ("Dee", Storm(EDITS, status=503)),
            ("Eve", Storm(EDITS, drop=True, late=True)),
        ):
            table.stage.weather.brew(storm)
            await table.stage.person(name).slash("sit", amount=100)
            await table.panel(f"**{name}** (100)")
            assert storm.times == 0


async def test_a_token_of_fifteen_minutes_ago_pushes_nothing_and_peek_serves(play: Any) -> None:
    """50027: the token is dropped without a word, and the panel names who is to press Peek."""
    async with play(deck=DECK, pause=0.05) as table:
        ann, ben, _ = table.people
        stage = table.stage
        await table.begin(ann, ben, clock=0)
        await table.actor().click("Bring in")
        folds, other = table.actor(), None
        other = ben if folds is ann else ann
        storm = stage.weather.brew(Storm("POST /webhooks/*", status=401, code=50027, times=2))
        await folds.click("Fold")
        await table.panel("Hand 2", "press Peek to see your cards")
        assert storm.times == 0
        answer = await other.click("Peek")
        assert answer.ephemeral
        assert "cards not pushed" not in stage.bot_output


async def test_a_bot_globally_limited_goes_on_taking_clicks(play: Any) -> None:
    """Interaction answers are exempt from the global limit: no click waits for it."""
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        storm = table.stage.weather.brew(Storm(EDITS, status=429, retry_after=2, everywhere=True))
        await table.stage.person("Dee").slash("sit", amount=100)
        await asyncio.wait_for(storm.caught.wait(), 5)
        began = asyncio.get_running_loop().time()
        await table.cid.click("Bring in 4")
        await table.ann.click("Call 4")
        assert asyncio.get_running_loop().time() - began < 1.5
        await table.panel("Dee", "Ann calls 4")
