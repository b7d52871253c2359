"""What happens to the gateway: clocks hold, nothing closes, what was missed counts once.

The whole list of faults is in `test_weather.py`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

DECK = "2c 7d Qs 9c Kd 4d"


@pytest.fixture
def play(play: Any) -> Any:
    """Set the stage without rate limits: they have tests of their own, and cost seconds."""

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


async def back(table: Any, sessions: int) -> None:
    """Wait until the gateway has greeted or resumed the bot once more."""
    gateway = table.stage.gateway
    await table.stage.wait_for(lambda: gateway.identified + gateway.resumed > sessions, timeout=30)


async def test_a_click_while_the_connection_is_down_counts_once_when_it_resumes(play: Any) -> None:
    """RESUME replays it, and Discord tells of it twice besides."""
    async with play(deck=DECK) as table:
        gateway = table.stage.gateway
        await table.begin(*table.people)
        gateway.lose(0)
        await table.stage.wait_for(lambda: not gateway.connected)
        click = asyncio.create_task(table.cid.click("Bring in 4"))
        table.stage.repeat_last_dispatch()
        await asyncio.sleep(0)
        gateway.find(0)
        await click
        await table.panel("Cid brings in for 4", "to act")
        assert acts(table) == 1


async def test_a_click_while_the_gateway_refuses_connections_counts_once_when_it_resumes(
    play: Any,
) -> None:
    """The session outlasts a connection that is not taken, and what was pressed meanwhile too."""
    async with play(deck=DECK, faulty=True) as table:  # the library logs each refusal in full
        gateway, stage = table.stage.gateway, table.stage
        await table.begin(*table.people)
        gateway.refuses = True
        gateway.cut()
        await stage.wait_for(lambda: any(status == 503 for _, _, status in stage.rest.served))
        click = asyncio.create_task(table.cid.click("Bring in 4"))
        await asyncio.sleep(0)
        gateway.refuses = False
        await asyncio.gather(click, return_exceptions=True)  # it may be too late for an answer
        await table.panel("Cid brings in for 4", "to act")
        assert acts(table) == 1
        assert (gateway.identified, gateway.resumed) == (1, 1)


async def test_every_way_to_lose_a_session_leaves_the_table_as_it_was(play: Any) -> None:
    """Op 7, op 9 that can be resumed and that cannot, a RESUME that comes too late."""
    async with play(deck=DECK) as table:
        gateway = table.stage.gateway
        await table.begin(*table.people)
        for lose, label in (
            (gateway.reconnect, "Bring in 4"),
            (lambda: gateway.invalidate(resumable=True), "Call 4"),
            (lambda: gateway.invalidate(resumable=False), "Call 4"),
            (gateway.cut, "Check"),
        ):
            before, count = gateway.identified + gateway.resumed, acts(table)
            actor = table.actor()
            lose()
            if lose == gateway.cut:
                await table.stage.wait_for(lambda: not gateway.connected)
                gateway.forget()
            await back(table, before)
            await actor.click(label)
            assert acts(table) == count + 1
        assert table.newest().buttons(enabled=True) != []


async def test_what_is_told_of_twice_happens_once(play: Any) -> None:
    """A deleted panel is posted once more, a deleted channel pays once; a click counts once."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people)
        lost = await table.panel("to act")
        stage.staff.delete_message(lost)
        stage.gateway.repeat("MESSAGE_DELETE")
        await stage.wait_for(lambda: "Hand 1" in table.newest().text)
        again = table.newest()
        assert again is not lost
        bring_in = next(
            c["custom_id"] for c in again.components if "Bring in" in c.get("label", "")
        )
        await table.cid.press(again, bring_in, copies=2)
        await table.panel("Cid brings in for 4", "to act")
        assert acts(table) == 1
        panels = [m for m in table.ann.messages() if not m.ephemeral]
        assert sum("Hand 1" in panel.text for panel in panels) == 1
        stage.gateway.repeat("MESSAGE_CREATE")
        stage.staff.delete_channel(stage.table)
        stage.gateway.repeat("CHANNEL_DELETE")
        await table.paid_out(3000)
        assert set(table.chips().values()) == {1000}
