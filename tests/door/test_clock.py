"""Time passes: who is slow is called, who is not there sits out, who has left is gone."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"  # Cid's four of diamonds brings in
POSTS = "POST /channels/*/messages"
DELETES = "DELETE /channels/*/messages/*"
MEMBERS = "GET /guilds/*/members/*"


def calls(table: Any) -> list[Any]:
    """Return the messages that call somebody to his turn and stand in the channel now."""
    public = [message for message in table.ann.messages() if not message.ephemeral]
    return [message for message in public if "your turn" in message.payload["content"]]


async def forgotten(table: Any) -> None:
    """Wait until the bot's database notes no call any more; nothing else tells."""
    for _ in range(250):
        if not noted(table):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{noted(table)} are noted still")


def noted(table: Any) -> list[str]:
    """Return the names of the calls that the bot's database notes."""
    with closing(sqlite3.connect(f"file:{table.stage.database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT name FROM memo WHERE name LIKE 'ping%'").fetchall()
    return [name for (name,) in rows]


def requests(table: Any, part: str) -> int:
    """Count the requests the bot has made whose path holds a part."""
    return sum(part in path for _, path, _ in table.stage.rest.served)


@pytest.mark.slow
async def test_a_slow_actor_is_called_once_and_the_call_goes_when_he_acts(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=10)
        (call,) = await stage.wait_for(lambda: calls(table))
        assert call.payload["content"].startswith(f"{table.cid.mention}, your turn: <t:")
        assert call.pinged == (table.cid.id,)
        panel = table.newest()
        assert panel.pinged == ()
        await stage.kill_bot()
        await stage.start_bot()
        assert calls(table) == [call]
        await table.cid.click("Bring in 4")
        await stage.wait_for(lambda: not calls(table))
        assert call.deleted
        assert table.newest() is panel
        # Where he acts before the new process has renewed the clocks, it is the next who gains.
        (another,) = await stage.wait_for(lambda: calls(table), timeout=20)
        assert another.pinged == (table.ann.id,)
        await stage.wait_for(lambda: not calls(table))  # his time has run out
        await table.panel("Ann folds")


async def test_a_call_that_fails_holds_nothing_up(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=10)
        storm = stage.weather.brew(Storm(POSTS, status=403, times=9))
        await storm.caught.wait()
        stage.weather.clear()
        await table.panel("Cid brings in for 4")
        assert calls(table) == []


@pytest.mark.parametrize(("status", "times"), [(503, 3), (403, 1)])
async def test_a_call_that_cannot_be_deleted_goes_at_the_next_act(
    play: Any, status: int, times: int
) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=10)
        (call,) = await stage.wait_for(lambda: calls(table))
        storm = stage.weather.brew(Storm(DELETES, status=status, times=times))
        await table.cid.click("Bring in 4")
        await stage.wait_for(lambda: storm.times == 0)
        assert not call.deleted
        await table.ann.click("Complete to 10")
        await stage.wait_for(lambda: call.deleted)
        await forgotten(table)


async def test_a_call_whose_answer_is_lost_goes_when_its_moment_has_passed(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=10)
        stage.weather.brew(Storm(POSTS, drop=True, late=True, times=3))
        (call,) = await stage.wait_for(lambda: calls(table))
        await table.panel("Cid brings in for 4")  # by his clock
        await stage.wait_for(lambda: call.deleted)
        assert not [one for one in calls(table) if one.pinged == (table.cid.id,)]


async def test_a_call_of_a_closed_table_goes_at_the_next_start(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        await table.begin(*table.people, clock=10)
        (call,) = await stage.wait_for(lambda: calls(table))
        storm = stage.weather.brew(Storm(DELETES, hold=True, drop=True))
        await table.ann.slash("table close")
        await storm.caught.wait()
        await stage.kill_bot()
        stage.weather.clear()
        assert not call.deleted
        await stage.start_bot()
        await stage.wait_for(lambda: call.deleted)


async def test_who_does_not_answer_sits_out_and_comes_back_by_a_button(play: Any) -> None:
    async with play(deck=DECK, pause=0.3) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, clock=3)
        await table.panel("Cid brings in for 4")  # by his clock
        await ann.click("Complete to 10")
        await ben.click("Fold")
        panel = await table.panel("Hand 1 is over")  # by his clock again
        await table.panel("Hand 2", "sits out")
        await table.stage.wait_for(lambda: not panel.buttons(enabled=True))
        assert "I'm back" in table.newest().buttons(enabled=True)
        assert "You do not sit out" in (await ann.click("I'm back")).text
        dee = table.stage.person("Dee")
        assert "You are not seated here" in (await dee.click("I'm back")).text
        await cid.click("I'm back")
        back = await table.stage.wait_for(
            lambda: table.newest() if "sits out" not in table.newest().text else None
        )
        assert "I'm back" not in back.buttons()
        assert "waits for the next hand" in back.text
        await table.actor().click("Bring in")
        await table.actor().click("Fold")
        third = await table.panel("Hand 3", "to act")
        assert "sits out" not in third.text
        assert "waits" not in third.text


async def test_an_abandoned_table_deals_one_hand_and_waits(play: Any) -> None:
    async with play(deck=DECK, pause=0.1) as table:
        await table.begin(*table.people, clock=1)
        over = await table.panel("Hand 1 is over", "Nobody answered")
        assert over.buttons() == []
        asked = requests(table, "/members/")
        assert asked == 2 + 3  # before the deal, but for Ann who asked for it; at each time-out
        await table.ann.slash("deal")
        assert requests(table, "/members/") == asked  # who was there within a minute is there
        await table.panel("Hand 2", "to act")


async def test_with_one_player_left_the_table_waits_for_the_others(play: Any) -> None:
    async with play(deck=DECK, pause=0.1) as table:
        ann, ben, _ = table.people
        await table.begin(ann, ben, clock=2)
        slow = table.actor()
        other = ben if slow is ann else ann
        await table.panel("brings in")
        await other.click("Complete to 10")
        waiting = await table.panel("Hand 1 is over", "fewer than two players are ready")
        assert waiting.buttons(enabled=True) == ["I'm back"]
        assert "It takes two players" in (await other.slash("deal")).text
        await slow.click("I'm back")
        await table.panel("/deal starts a hand")
        assert table.newest().buttons() == []
        await other.slash("deal")
        await table.panel("Hand 2", "to act")


async def test_a_member_who_has_left_the_server_is_noticed_when_his_time_runs_out(
    play: Any,
) -> None:
    async with play(deck=DECK, pause=60) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, clock=2)
        table.stage.staff.part(table.stage.guild, cid.user)
        await table.panel("Cid brings in for 4", "leaving")
        await ann.click("Complete to 10")
        await ben.click("Fold")
        over = await table.panel("Hand 1 is over", "Ann wins")
        assert "has left" in over.text
        assert table.balances() == {"Ann": 900, "Ben": 900, "Cid": 995}


async def test_a_member_who_has_left_the_server_is_not_dealt_in(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.ann.slash("table open", clock=0)
        for person in (ann, ben, cid):
            await person.slash("sit", amount=100)
        table.stage.staff.part(table.stage.guild, cid.user)
        await ann.slash("deal")
        panel = await table.panel("Hand 1", "to act")
        assert "Cid" not in panel.text
        assert table.balances()["Cid"] == 1000


async def test_a_discord_that_knows_nothing_takes_nobody_for_gone(play: Any) -> None:
    async with play(deck=DECK) as table:
        storms = [
            table.stage.weather.brew(Storm(MEMBERS, status=403, times=2)),
            table.stage.weather.brew(Storm(MEMBERS, hold=True, times=9)),
        ]
        await table.begin(*table.people, clock=1)
        assert storms[0].caught.is_set()
        await table.panel("Cid brings in for 4", timeout=15)
        for storm in storms:
            storm.release()
        assert "leaving" not in table.newest().text
