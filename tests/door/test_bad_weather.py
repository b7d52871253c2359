"""Discord hangs, drops, refuses and forgets: the table goes on, and nobody is told a falsehood."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from bot.rehearsal.permissions import Permission
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm
from bot.rehearsal.world import BOT_PERMISSIONS

DECK = "2c 7d Qs 9c Kd 4d"
ANSWERS = "POST /interactions/*/*/callback"
EDITS = "PATCH /channels/*/messages/*"
POSTS = "POST /channels/*/messages"


async def test_a_hanging_answer_does_not_hold_the_next_hand_back(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        ann, ben, _ = table.people
        await table.begin(ann, ben)
        await table.actor().click("Bring in")
        storm = table.stage.weather.brew(Storm(ANSWERS, hold=True))
        click = asyncio.create_task(table.actor().click("Fold"))
        await storm.caught.wait()
        await table.panel("Hand 2")
        storm.release()
        await asyncio.gather(click, return_exceptions=True)


async def test_a_hanging_post_is_sent_again(play: Any) -> None:
    async with play(deck=DECK) as table:
        storm = table.stage.weather.brew(Storm(POSTS, hold=True))
        await table.ann.slash("table open", clock=0)
        await storm.caught.wait()
        await table.ann.slash("sit", amount=100)
        await table.panel("**Ann** (100)", timeout=20)
        storm.release()


async def test_an_edit_survives_many_429(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.ann.slash("table open")
        await table.panel("Nobody is seated")
        table.stage.weather.brew(Storm(EDITS, status=429, times=6, retry_after=0.05))
        await table.ann.slash("sit", amount=100)
        await table.panel("**Ann** (100)")


async def test_a_purged_panel_is_posted_again(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        lost = table.newest()
        table.stage.staff.purge([lost])
        again = await table.panel("Hand 1")
        assert again is not lost


async def test_a_panel_whose_post_was_lost_before_the_next_hand_has_no_live_buttons(
    play: Any,
) -> None:
    """Discord has it, the bot does not know: it is found once the next hand has a panel."""
    async with play(deck=DECK, pause=0.5) as table:
        await table.begin(table.ann, table.ben, clock=0)
        await table.actor().click("Bring in")
        lost, stage = await table.panel("to act", "Fold"), table.stage
        storm = stage.weather.brew(Storm(POSTS, drop=True, late=True, hold=True))
        stage.staff.purge([lost])
        await storm.caught.wait()
        astray = await table.panel("to act", "Fold")
        await table.actor().slash("fold")
        await stage.wait_for(lambda: hands(stage) == 2)
        storm.release()
        await table.panel("Hand 2", "to act")
        await stage.wait_for(lambda: astray.buttons(enabled=True) == [])


async def test_a_dropped_answer_is_sent_again_and_called_no_fault(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.ann.slash("table open")
        for late in (False, True):
            table.stage.weather.brew(Storm(ANSWERS, drop=True, late=late))
            answer = await table.ben.slash("sit" if not late else "leave", **_sit(late))
            assert "balance" in answer.text
        assert "fault" not in table.stage.bot_output


async def test_a_file_that_discord_drops_is_no_fault_of_ours_and_the_asker_is_told(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        table.stage.weather.brew(Storm("PATCH /webhooks/*", drop=True))
        answer = await table.ann.slash("privacy export")
        await table.stage.wait_for(lambda: "please ask again" in answer.text)
        assert "fault" not in table.stage.bot_output


async def test_a_file_for_a_channel_that_is_deleted_meanwhile_is_no_fault_of_ours(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        ben = table.stage.person("Ben", channel=table.stage.lobby)
        storm = table.stage.weather.brew(Storm("PATCH /webhooks/*", hold=True))
        asked = asyncio.create_task(ben.slash("privacy export"))
        await storm.caught.wait()
        table.stage.staff.delete_channel(table.stage.lobby)
        storm.release()
        await asked
        hooks = f"/webhooks/{table.stage.world.application_id}/"
        served = table.stage.rest.served
        await table.stage.wait_for(lambda: [1 for m, p, _ in served if m == "POST" and hooks in p])
        assert "fault" not in table.stage.bot_output


async def test_a_hand_whose_stacks_were_changed_from_outside_is_void(play: Any) -> None:
    """Chips at a table are escrow: a stack that moved in mid-hand calls the hand off."""
    async with play(deck=DECK, faulty=True) as table:
        ann, ben, _ = table.people
        await table.begin(ann, ben)
        await table.actor().click("Bring in")
        with sqlite3.connect(table.stage.database) as connection:
            connection.execute("UPDATE balance SET chips = chips - 10 WHERE kind = 'stack'")
            connection.execute("UPDATE balance SET chips = chips + 20 WHERE kind = 'house'")
        connection.close()
        answer = await table.actor().click("Fold")
        assert answer.ephemeral
        assert "paused" in answer.text
        await table.panel("Hand 1 was voided", "The table is paused")
        assert "began with 100" in table.stage.bot_output


async def test_a_table_whose_channel_is_deleted_pays_everybody_out(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        await table.begin(*table.people, clock=0)
        table.stage.staff.delete_channel(table.stage.table)
        await table.paid_out(3000)
        assert set(table.chips().values()) == {1000}


async def test_a_table_of_a_server_that_removes_the_bot_pays_everybody_out(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        await table.begin(*table.people, clock=0)
        table.stage.staff.remove_bot(table.stage.guild)
        await table.paid_out(3000)


async def test_a_table_that_closed_without_the_bot_has_no_live_buttons_once_it_is_invited_again(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        stage, panel = table.stage, await table.panel("to act")
        stage.staff.remove_bot(stage.guild)
        await stage.wait_for(lambda: any(status == 403 for _, _, status in stage.rest.served))
        assert panel.buttons(enabled=True) != []
        stage.world.member(stage.guild, stage.world.bot)
        stage.world.grant(stage.guild, stage.world.bot, BOT_PERMISSIONS, managed=True)
        stage.staff.invite_bot(stage.guild)
        await stage.wait_for(lambda: panel.buttons(enabled=True) == [])


async def test_a_table_that_closed_unshown_has_no_live_buttons_once_the_next_process_may_show_it(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people, clock=0)
        stage, panel = table.stage, await table.panel("to act")
        stage.staff.deny_bot(stage.table, Permission.VIEW_CHANNEL)
        await table.ann.slash("table close")
        await stage.kill_bot()
        await stage.start_bot()
        assert panel.buttons(enabled=True) != []
        stage.staff.deny_bot(stage.table, Permission.NONE)
        assert await table.panel("Hand 1 was voided", "The table is closed") is panel
        assert panel.buttons(enabled=True) == []


async def test_a_channel_that_was_deleted_meanwhile_is_noticed_at_the_start(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        await table.begin(*table.people, clock=0)
        await table.stage.kill_bot()
        table.stage.staff.delete_channel(table.stage.table)
        await table.stage.start_bot()
        await table.paid_out(3000)


async def test_a_panel_closed_just_before_a_kill_is_shown_closed_afterwards(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        panel = await table.panel("to act")
        table.stage.weather.brew(Storm(EDITS, hold=True, times=9))
        await table.ann.slash("table close")
        await table.stage.kill_bot()
        table.stage.weather.clear()
        assert panel.buttons(enabled=True) != []
        await table.stage.start_bot()
        assert await table.panel("Hand 1 was voided", "The table is closed") is panel
        assert panel.buttons(enabled=True) == []
        await settled(table)


async def test_a_table_closed_just_before_a_kill_tells_how_its_last_hand_ended(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(table.ann, table.ben)
        await table.actor().click("Bring in")
        await table.actor().click("Fold")
        panel = await table.panel("Hand 1 is over", "Next hand at")
        table.stage.weather.brew(Storm(EDITS, hold=True, times=9))
        await table.ann.slash("table close")
        await table.stage.kill_bot()
        table.stage.weather.clear()
        await table.stage.start_bot()
        assert await table.panel("Hand 1 is over", "The table is closed") is panel
        assert "Next hand" not in panel.text
        await settled(table)


async def test_a_table_closed_just_before_a_kill_in_a_lost_channel_is_looked_after_once(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        table.stage.weather.brew(Storm(EDITS, hold=True, times=9))
        await table.ann.slash("table close")
        await table.stage.kill_bot()
        table.stage.weather.clear()
        table.stage.staff.delete_channel(table.stage.table)
        await table.stage.start_bot()
        await settled(table)


async def settled(table: Any) -> None:
    """Wait until the bot looks after no panel any more; nothing but its database tells."""
    for _ in range(250):
        connection = sqlite3.connect(f"file:{table.stage.database}?mode=ro", uri=True)
        left = connection.execute("SELECT name FROM memo WHERE name LIKE 'panel of%'").fetchall()
        connection.close()
        if not left:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{left} is noted still")


async def test_a_server_that_removed_the_bot_while_it_was_away_pays_everybody_out(
    play: Any,
) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.stage.kill_bot()
        table.stage.found_guild("Other", ["table"])
        table.stage.staff.remove_bot(table.stage.guild)
        del table.stage.world.guilds[table.stage.guild.id]
        await table.stage.start_bot()
        await table.paid_out(3000)


def hands(stage: Rehearsal) -> int:
    """Count the hands that have begun."""
    with closing(sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM hand").fetchone()[0])


def _sit(late: bool) -> dict[str, int]:
    return {} if late else {"amount": 100}
