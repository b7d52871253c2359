"""Panels that a killed process had posted and did not live to note: none keeps live buttons."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.rehearsal.permissions import Permission
from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"
POSTS = "POST /channels/*/messages"
NONCE_LIFE = 6 * 60
"""Seconds after which Discord does not know an enforced nonce any more."""


async def leave_a_panel(table: Any) -> Any:
    """Kill the bot between Discord's taking the panel of a hand and its own noting it."""
    stage = table.stage
    await table.ann.slash("table open", clock=0)
    for person in (table.ann, table.ben):
        await person.slash("sit", amount=100)
    await table.panel("**Ben** (100)")
    storm = stage.weather.brew(Storm(POSTS, hold=True, late=True))
    await table.ann.slash("deal")
    await asyncio.wait_for(storm.caught.wait(), 5)
    left = await table.panel("Hand 1")
    await stage.kill_bot()
    stage.weather.clear()
    stage.clock.turn(NONCE_LIFE)
    return left


async def test_one_is_found_among_the_last_messages_after_the_restart(play: Any) -> None:
    async with play(deck=DECK) as table:
        left = await leave_a_panel(table)
        assert left.buttons(enabled=True) != []
        await table.stage.start_bot()
        await table.stage.wait_for(lambda: left.buttons(enabled=True) == [])
        panel = await table.panel("Hand 1", "to act")
        assert panel is not left
        await table.actor().click("Bring in")
        await table.panel("brings in")


async def test_where_the_bot_may_not_read_one_is_cleaned_by_its_first_press(play: Any) -> None:
    async with play(deck=DECK) as table:
        left = await leave_a_panel(table)
        table.stage.staff.deny_bot(table.stage.table, Permission.READ_MESSAGE_HISTORY)
        await table.stage.start_bot()
        panel = await table.stage.wait_for(
            lambda: table.newest() is not left and table.newest().buttons(enabled=True)
        )
        await table.ann.slash("table close")
        assert left.buttons(enabled=True) != []
        answer = await table.ben.click("Fold" if "[Fold" in left.text else "Peek", message=left)
        assert answer.ephemeral
        assert "There is no table" in answer.text
        await table.stage.wait_for(lambda: left.buttons(enabled=True) == [])
        del panel
