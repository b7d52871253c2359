"""What the staff of a server does to the bot in mid-hand: PEERS' rule is pause, then refund.

The whole list of faults is in `test_weather.py`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from bot.rehearsal.permissions import Permission
from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"
EDITS = "PATCH /channels/*/messages/*"
POSTS = "POST /channels/*/messages"
STILL = "The table stands still"


@pytest.fixture
def play(play: Any) -> Any:
    """Set the stage without rate limits: they have tests of their own, and cost seconds."""

    @asynccontextmanager
    async def unlimited(**options: Any) -> AsyncIterator[Any]:
        async with play(**options) as table:
            table.stage.rest.buckets.enforced = False
            yield table

    return unlimited


def one_line(answer: Any) -> str:
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    return str(answer.text)


def noted(table: Any) -> list[str]:
    """Return when a table closes that cannot be shown, as the store has it."""
    path = f"file:{table.stage.database}?mode=ro"
    with closing(sqlite3.connect(path, uri=True)) as connection:
        rows = connection.execute("SELECT value FROM memo WHERE name LIKE 'unseen%'")
        return [str(row[0]) for row in rows]


async def stands_still(table: Any, *, raw: bool = False) -> None:
    """Wait until what is asked by command is refused with one clear line; it changes nothing."""
    text = ""
    for _ in range(100):
        text = one_line(await table.cid.slash("sit", raw=raw, amount=1))
        if STILL in text:
            break
    assert "view and write here, or unlock the thread; else everyone is paid out <t:" in text


@pytest.mark.parametrize(
    "lost", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL], ids=["send", "view"]
)
async def test_a_permission_lost_in_mid_hand_pauses_and_goes_on_when_it_is_back(
    play: Any, lost: Permission
) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        ann, ben, _ = table.people
        stage = table.stage
        await table.begin(ann, ben)
        await table.actor().click("Bring in")
        actor = table.actor()
        panel = await table.panel("brings in")
        stage.staff.deny_bot(stage.table, lost)
        await stands_still(table)
        assert STILL in one_line(await actor.slash("call"))
        assert "2♣" in (await table.ann.slash("peek")).text  # what was dealt is still there
        if lost is Permission.SEND_MESSAGES:  # an edit needs no more than to see the channel
            assert "may not write" in (await table.panel(STILL)).text
            assert panel.buttons(enabled=True) == []
        before = len(stage.rest.served)
        stage.staff.deny_bot(stage.table, Permission.NONE)
        await stage.wait_for(lambda: any(m == "PATCH" for m, _, _ in stage.rest.served[before:]))
        await table.panel("brings in", "to act")
        await actor.click("Fold")
        await table.panel("Hand 2", "to act")
        assert panel.buttons(enabled=True) == []


async def test_a_permission_lost_while_the_bot_was_away_pauses_at_the_start(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben)
        await table.actor().click("Bring in")  # the panel is noted: it can be edited later
        await stage.kill_bot()
        stage.staff.deny_bot(stage.table, Permission.VIEW_CHANNEL)
        await stage.start_bot()
        await stands_still(table)
        until = noted(table)
        stage.staff.deny_bot(stage.table, Permission.SEND_MESSAGES)
        await stage.kill_bot()  # a restart does not put the closing off, though an edit is taken
        await stage.start_bot()
        await table.panel(STILL)
        assert STILL in one_line(await table.ann.slash("call"))
        assert noted(table) == until != []
        stage.staff.deny_bot(stage.table, Permission.NONE)
        await table.panel("to act")
        await table.actor().click("Fold")


async def test_a_refusal_that_no_event_foretold_pauses_and_is_tried_again(play: Any) -> None:
    """Discord says 50001 though all that the bot knows of its roles allows the post."""
    async with play(deck=DECK, pause=0.05) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben)
        await table.actor().click("Bring in")
        storm = stage.weather.brew(Storm(POSTS, status=403, code=50001))
        await table.actor().click("Fold")
        await asyncio.wait_for(storm.caught.wait(), 5)
        await stands_still(table)
        role = stage.guild.everyone
        stage.staff.set_permissions(stage.guild, role, role.permissions)  # anything is told
        await table.panel("Hand 2", "to act")
        await table.actor().click("Bring in")
        assert stage.bot_output.count("Discord refuses the panel") == 1


async def test_without_embed_links_nothing_pauses(play: Any) -> None:
    """A panel is no embed: what it needs is to be seen and written."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben)
        stage.staff.deny_bot(stage.table, Permission.EMBED_LINKS | Permission.ATTACH_FILES)
        await table.actor().click("Bring in")
        await table.panel("brings in", "to act")
        await stage.person("Dee").slash("sit", amount=100)
        await table.panel("Dee")


async def enter_thread(table: Any) -> Any:
    """Open a thread, and let Ann, Ben and Cid look into it."""
    thread = table.stage.staff.open_thread(table.stage.table, "cards")
    for person in table.people:
        person.enter(thread)
    return thread


async def test_an_archived_thread_is_taken_up_again_by_a_new_panel(play: Any) -> None:
    """PEERS: no pause where the bot itself can end it; an edit is refused there (50083)."""
    async with play(deck=DECK) as table:
        thread = await enter_thread(table)
        await table.begin(table.ann, table.ben)
        first = table.newest()
        table.stage.staff.archive(thread)
        await table.cid.slash("sit", raw=True, amount=100)
        again = await table.panel("Cid", "to act")
        assert again is not first
        assert not thread.archived
        await table.stage.wait_for(lambda: first.buttons(enabled=True) == [])
        await table.actor().click("Bring in")


async def test_a_locked_thread_pauses_and_goes_on_when_it_is_unlocked(play: Any) -> None:
    async with play(deck=DECK) as table:
        thread = await enter_thread(table)
        await table.begin(table.ann, table.ben)
        table.stage.staff.archive(thread, locked=True)
        await stands_still(table, raw=True)
        table.stage.staff.reopen(thread)
        await table.panel("to act")
        await table.actor().click("Bring in")


async def test_a_thread_that_may_not_be_written_in_pauses(play: Any) -> None:
    async with play(deck=DECK) as table:
        await enter_thread(table)
        stage = table.stage
        await table.begin(table.ann, table.ben)
        stage.staff.deny_bot(stage.table, Permission.SEND_MESSAGES_IN_THREADS)
        await stands_still(table)
        await table.panel(STILL)
        stage.staff.deny_bot(stage.table, Permission.NONE)
        await table.panel("to act")
        await table.actor().click("Bring in")


async def test_a_deleted_thread_pays_everybody_out(play: Any) -> None:
    async with play(deck=DECK) as table:
        thread = await enter_thread(table)
        await table.begin(*table.people)
        table.stage.staff.delete_channel(thread)
        await table.paid_out(3000)


async def test_a_bot_removed_in_mid_hand_and_invited_again_has_paid_everybody_out(
    play: Any,
) -> None:
    """PEERS: the removal closes with a refund, and balances stay; told of twice it is one."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people)
        stage.staff.remove_bot(stage.guild)
        stage.gateway.repeat("GUILD_DELETE")
        await table.paid_out(3000)
        stage.staff.invite_bot(stage.guild)
        stage.gateway.repeat("GUILD_CREATE")
        await table.begin(table.ann, table.ben)
        await table.actor().click("Bring in")
        await table.panel("brings in")


async def test_a_bot_removed_and_invited_again_while_it_was_away_goes_on(play: Any) -> None:
    """It is in the server as before, and nothing tells it otherwise."""
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben)
        await stage.kill_bot()
        stage.staff.remove_bot(stage.guild)
        stage.staff.invite_bot(stage.guild)
        await stage.start_bot()
        await table.actor().click("Bring in")
        await table.panel("brings in")


async def test_an_outage_of_the_server_holds_the_clock_and_closes_nothing(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben, clock=2)
        stage.staff.black_out(stage.guild)
        await asyncio.sleep(0)
        other = stage.found_guild("Other", ["table"])
        dee = stage.person("Dee", permissions=Permission.MANAGE_GUILD, guild=other)
        eve = stage.person("Eve", guild=other)
        await dee.slash("table open", clock=2)
        for person in (dee, eve):
            await person.slash("sit", amount=100)
        await dee.slash("deal")
        await stage.wait_for(lambda: "Hand 1 is over" in dee.sees(), timeout=20)  # by its clock
        assert "brings in" not in table.newest().text
        stage.staff.light_up(stage.guild)
        stage.gateway.repeat("GUILD_CREATE")
        await table.actor().click("Bring in")
        await table.panel("brings in", "to act")


async def test_a_bot_removed_in_an_outage_keeps_no_clock_held_when_it_is_invited_again(
    play: Any,
) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        stage = table.stage
        await table.begin(*table.people, clock=0)
        stage.staff.black_out(stage.guild)
        stage.staff.remove_bot(stage.guild)
        await table.paid_out(3000)
        stage.staff.invite_bot(stage.guild)
        await table.begin(table.ann, table.ben, clock=2)
        await table.panel("Hand 1 is over")  # by its clock


async def test_a_member_banned_in_mid_hand_is_out_at_once_and_the_hand_goes_on(play: Any) -> None:
    """PEERS 10: nobody waits for him, and what he has left is his again at its end."""
    async with play(deck=DECK, pause=60) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, clock=0)
        table.stage.staff.ban(table.stage.guild, cid.user)
        await table.panel("Cid brings in for 4", "leaving", f"{ann.mention} to act")
        await ann.click("Complete to 10")
        await ben.click("Fold")
        over = await table.panel("Hand 1 is over", "Ann wins")
        assert "has left" in over.text
        assert table.balances() == {"Ann": 900, "Ben": 900, "Cid": 995}
