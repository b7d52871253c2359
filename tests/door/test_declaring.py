"""A declaration through the real bot: private menus, changed minds, kill -9, and the secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

X30 = "Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d"
SECRET = "That stays a secret until everyone has chosen"  # noqa: S105 - words of the bot
DUE = "still to declare"


@asynccontextmanager
async def declaring(play: Any, **options: Any) -> AsyncIterator[Any]:
    """Play X30 click by click up to its declaration."""
    plain = options.pop("plain", False)
    async with play(deck=X30, plain=plain) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, **{"preset": "hilo_declare", **options})
        for number, label in enumerate(("Bet 10", "Call 10", "Call 10", *["Check"] * 9), 1):
            await table.actor().click(label)
            await table.panel(f"round {1 + number // 3} of 4" if number < 12 else DUE)
        yield table


async def chooses(person: Any, way: str) -> Any:
    """Open the menu of a declaration and press a button in it; return the menu."""
    answer = await person.click("Declare")
    assert answer.ephemeral
    menu = person.last_private()
    await person.click(way, message=menu)
    return menu


def shown_to(table: Any, person: Any) -> str:
    """Return all that somebody was ever shown."""
    return json.dumps(table.stage.everything_visible_to(person), ensure_ascii=False)


def stacks(table: Any) -> dict[str, int]:
    return {name: chips - 900 for name, chips in table.balances().items()}


async def closed(table: Any) -> dict[str, int]:
    await table.ann.slash("table close")
    return stacks(table)


async def test_x30_click_by_click_to_its_stacks(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        assert table.newest().buttons() == ["Declare", "Peek"]
        menu = await chooses(ben, "Low")
        assert menu.text.startswith("What do you declare?\nYou hold `2♥\u00a07♣\u00a04♦\u00a03♠")
        assert "seven high; low: 7-6-4-3-2." in menu.text
        assert "You have chosen **low**; you can change it" in menu.text
        panel = await table.panel("has chosen")
        assert f"**{ann.mention} and {cid.mention} still to declare**" in panel.text
        await ben.click("High", message=menu)
        assert "You have chosen **high**" in menu.text
        mine = await chooses(ann, "High")
        await table.panel(f"**{cid.mention} still to declare**")
        await chooses(cid, "Low")
        over = await table.panel("Hand 1 is over")
        assert "Ann wins 23, the high half of 45, with a pair of kings." in over.text
        assert "Cid wins 22, the low half of 45" in over.text
        assert over.text.count("declares high") == 2
        assert over.text.count("declares low") == 1
        assert cid.last_private().text == (
            "You declare low. Everyone has chosen: the panel tells the rest."
        )
        told = "You declare {way}. Everyone has chosen: the panel tells the rest."
        for left, way in ((mine, "high"), (menu, "high")):
            await table.stage.wait_for(lambda left=left: left.buttons() == [])
            assert left.text == told.format(way=way)
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


async def test_nobody_sees_a_choice_before_all_have_chosen(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        menu = await chooses(ben, "Low")
        await table.panel("has chosen")
        first = table.newest().text
        await ben.click("High", message=menu)
        await ben.click("Low", message=menu)
        for person in (ann, cid):
            shown = shown_to(table, person)
            assert "has chosen" in shown
            assert "chosen **" not in shown
            assert "declares" not in shown
            assert "2♥" not in shown
            assert menu not in person.messages()
        assert table.newest().text == first
        assert "p2 has chosen" in table.stage.bot_output
        assert "dc low" not in table.stage.bot_output
        assert "low" not in table.stage.bot_output.split("p2 has chosen", 1)[1]


async def test_kill_9_in_the_middle_of_choices_that_wait(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        menu = await chooses(ben, "Low")
        await chooses(cid, "Low")
        await table.panel(f"**{ann.mention} still to declare**")
        await table.stage.kill_bot()
        await table.stage.start_bot()
        assert "You have chosen **low**" in (await ben.slash("peek")).text
        assert "Declare what you play for" in (await ann.slash("peek")).text
        await ben.click("High", message=menu)
        assert "You have chosen **high**" in menu.text
        await table.stage.kill_bot()
        await table.stage.start_bot()
        assert "chosen **" not in shown_to(table, ann)
        await chooses(ann, "High")
        await table.panel("Hand 1 is over")
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


async def test_a_menu_of_another_process_becomes_what_came_of_it_when_it_is_pressed(
    play: Any,
) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        menu = await chooses(ben, "Low")
        await table.stage.kill_bot()
        await table.stage.start_bot()
        for person, way in ((ann, "high"), (cid, "low")):
            await person.slash("declare", way=way)
        await table.panel("Hand 1 is over")
        assert menu.buttons() == ["High", "Low"]
        await ben.click("High", message=menu)
        assert menu.text == "You declare low. Everyone has chosen: the panel tells the rest."
        assert menu.buttons() == []


async def test_a_void_hand_leaves_no_menu(play: Any) -> None:
    async with declaring(play) as table:
        menu = await chooses(table.ben, "Low")
        await table.ann.slash("table close")
        await table.stage.wait_for(lambda: menu.buttons() == [])
        assert menu.text == "That is over; the panel shows the rest."


async def test_two_choose_at_the_same_moment(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        menus = []
        for person in table.people:
            await person.click("Declare")
            menus.append(person.last_private())
        await cid.click("Low", message=menus[2])
        answers = await asyncio.gather(
            ann.click("High", message=menus[0]), ben.click("High", message=menus[1])
        )
        assert all(answer.ephemeral for answer in answers)
        await table.panel("Hand 1 is over")
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


async def test_a_doubled_press_counts_once(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        await ben.click("Declare")
        menu = ben.last_private()
        low = next(one["custom_id"] for one in menu.components if one.get("label") == "Low")
        await ben.press(menu, low, copies=2)
        await table.panel(f"**{ann.mention} and {cid.mention} still to declare**")
        assert "You have chosen **low**" in menu.text


async def test_the_command_declares_in_private_and_can_be_changed(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        answer = await ben.slash("declare", way="low")
        assert answer.ephemeral
        assert "You have chosen **low**" in answer.text
        await ben.click("High", private=True)
        assert "You have chosen **high**" in ben.last_private().text
        both = await ben.slash("declare", way="both")
        assert both.text.startswith("Nobody may declare both ways here: high or low.")
        await ann.slash("declare", way="high")
        last = await cid.slash("declare", way="low")
        assert last.text == "You declare low. Everyone has chosen: the panel tells the rest."
        late = await cid.slash("declare", way="high")
        assert late.text == "No hand is running; /deal starts one."
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


async def test_who_does_not_play_gets_one_private_line(play: Any) -> None:
    async with declaring(play) as table:
        stranger = table.stage.person("Dee")
        answer = await stranger.click("Declare")
        assert (answer.ephemeral, answer.text) == (True, "You are not dealt into this hand.")
        answer = await stranger.slash("declare", way="low")
        assert answer.text == "You are not dealt into this hand."


@pytest.mark.parametrize("plain", [False, True])
async def test_what_is_said_aloud_is_not_taken(play: Any, plain: bool) -> None:
    async with declaring(play, plain=plain) as table:
        said = "declare low" if plain else "@Doorcard declare low"
        await table.ben.say(said)
        reply = await table.stage.wait_for(lambda: replied(table))
        assert reply.text.startswith(SECRET)
        assert "has chosen" not in table.newest().text
        assert "Declare what you play for" in (await table.ben.slash("peek")).text


async def test_who_leaves_is_not_waited_for(play: Any) -> None:
    async with declaring(play) as table:
        ann, ben, cid = table.people
        await ben.slash("leave")
        panel = await table.panel("has chosen · leaving")
        assert f"**{ann.mention} and {cid.mention} still to declare**" in panel.text
        answer = await ben.slash("declare", way="low")
        assert answer.text == "You are not seated here; /sit takes a seat."
        await chooses(ann, "High")
        await chooses(cid, "Low")
        await table.panel("Hand 1 is over")
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


async def test_the_clock_declares_high_for_the_rest(play: Any) -> None:
    async with declaring(play, clock=6) as table:
        await chooses(table.cid, "Low")
        over = await table.panel("Hand 1 is over")
        assert over.text.count("declares high") == 2
        assert await closed(table) == {"Ann": 108, "Ben": 85, "Cid": 107}


def replied(table: Any) -> Any:
    """Return the newest public message that answers another."""
    found = [one for one in table.ann.messages() if one.payload.get("message_reference")]
    return found[-1] if found else None
