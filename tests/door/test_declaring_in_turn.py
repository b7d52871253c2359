"""Declarations in sequence, and both ways, through the real bot (R-DECL-3 to 11).

Ann holds a pair of kings, Ben seven high with the best low, Cid queen high (X30); in SWEEP Ben has
the best hand both ways, in SPLIT Ann the best high and Ben the best low.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

X30 = "Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d"
SWEEP = "Kd Ac Qd Qh 2h Js Ts 9s 3d 8c Th 7c 4s 5h Tc 3h 6c 2d"
SIDE = "Kd Ad Ac Qh 8h 2h Ts 9s 7d 3d Th 7c 4s 5s Tc 3h 2c 6c"
SPLIT = "Kd 2h Kc 7c As 5s 4d Ah Jd 3s Ad 9h 6c"
SWEEP_OF_TWO = "Kd Ac Qh 2h Ts 9s 3d Th 7c 4s Tc 3h 6c"
ROUND = ("Check",) * 3
OPENED = ("Bet 10", "Call 10", "Call 10", *ROUND, *ROUND)
IN_TURN = {"declare": "sequential", "both": "yes"}


@asynccontextmanager
async def playing(
    play: Any,
    *,
    deck: str = X30,
    rules: dict[str, str] | None = None,
    stacks: tuple[int, ...] = (100, 100, 100),
    **options: Any,
) -> AsyncIterator[Any]:
    """Open a table with a variant of the house's own, and deal to so many people."""
    async with play(deck=deck) as table:
        ann = table.ann
        await ann.slash("house save", name="friday", **{"from": "hilo_declare"})
        pairs: dict[str, str] = {}
        for number, (option, value) in enumerate((rules or IN_TURN).items(), 1):
            end = "" if number == 1 else f"_{number}"
            pairs |= {f"option{end}": option, f"value{end}": value}
        await ann.slash("house set", variant="friday", **pairs)
        await ann.slash("table open", preset="friday", min_buy_in=15, **options)
        for person, amount in zip(table.people, stacks, strict=False):
            await person.slash("sit", amount=amount)
        await ann.slash("deal")
        await table.panel("Hand 1")
        yield table


async def clicks(table: Any, *labels: str) -> None:
    """Let whoever is to act click, and wait for the next picture each time."""
    for label in labels:
        before = table.newest().text
        await table.actor().click(label)
        await table.stage.wait_for(lambda before=before: table.newest().text != before)


async def over(table: Any, *words: str) -> str:
    """Wait for the end of the hand and return its panel."""
    return str((await table.panel("Hand 1 is over", *words)).text)


async def closed(table: Any) -> dict[str, int]:
    """Close the table and return what each has won or lost."""
    await table.ann.slash("table close")
    return {name: chips - 1000 for name, chips in table.balances().items()}


async def again(table: Any) -> None:
    await table.stage.kill_bot()
    await table.stage.start_bot()


def to_act(person: Any) -> str:
    return f"**{person.mention} to act**"


async def test_in_turn_click_by_click_with_kill_9_between(play: Any) -> None:
    """Ben bet last, so he begins; who declares both and is second one way has nothing."""
    async with playing(play) as table:
        ann, ben, cid = table.people
        await clicks(table, *OPENED, "Check", "Bet 20", "Call 20", "Call 20")
        panel = await table.panel("the declaration", to_act(ben))
        assert panel.buttons() == ["High", "Low", "Both ways", "Peek"]
        for other in (ann, cid):
            answer = await other.click("High")
            assert (answer.ephemeral, answer.text) == (True, "It is not your turn.")
        stranger = table.stage.person("Dee")
        assert (await stranger.click("Low")).text == "You are not dealt into this hand."
        await ben.click("Both ways")
        panel = await table.panel("Ben declares both ways", to_act(cid))
        assert " · declares both ways" in panel.text
        assert "act='p2 dc both'" in table.stage.bot_output
        await again(table)
        panel = await table.panel("declares both ways", to_act(cid))
        late = await ben.press(panel, id_of(panel, "Low"), version=0)
        assert late.ephemeral
        await again(table)
        assert (await ben.slash("declare", way="low")).text == "You have declared."
        await cid.click("Low", message=table.newest())
        await table.panel("Cid declares low", to_act(ann))
        await again(table)
        await ann.click("High", message=await table.panel(to_act(ann)))
        text = await over(table)
        assert "Ann wins 53, the high half of 105, with a pair of kings." in text
        assert "Cid wins 52, the low half of 105, with Q-10-9-8-3." in text
        assert await closed(table) == {"Ann": 18, "Ben": -35, "Cid": 17}


async def test_both_ways_wins_both_halves(play: Any) -> None:
    async with playing(play, deck=SWEEP) as table:
        await clicks(table, *OPENED, *ROUND)
        await table.panel(to_act(table.ann))
        await clicks(table, "High", "Both ways", "Low")
        text = await over(table)
        assert "Ben wins" in text
        assert "Ann wins" not in text
        assert "Cid wins" not in text
        assert await closed(table) == {"Ann": -15, "Ben": 30, "Cid": -15}


async def test_with_nobody_left_one_way_the_other_takes_all(play: Any) -> None:
    async with playing(play) as table:
        await clicks(table, *OPENED, *ROUND)
        await table.panel(to_act(table.ann))
        await clicks(table, "High", "Both ways", "High")
        text = await over(table)
        assert "Nobody won it low." in text
        assert "Ann wins 45" in text
        assert await closed(table) == {"Ann": 30, "Ben": -15, "Cid": -15}


async def test_one_declaration_for_all_pots_and_each_is_judged_by_itself(play: Any) -> None:
    """All-in Cid declares at his place and takes the low of the main pot; the side pot is Ben's."""
    async with playing(play, deck=SIDE, stacks=(100, 100, 15)) as table:
        ann, ben, cid = table.people
        await clicks(table, *OPENED[:3], *["Check"] * 5, "Bet 20", "Call 20")
        for person, label in ((ben, "Both ways"), (cid, "Low"), (ann, "High")):
            panel = await table.panel("the declaration", to_act(person))
            await person.click(label, message=panel)
        text = await over(table)
        assert "Ann wins 23, the high half of the main pot of 45, with king high." in text
        assert "Cid wins 22, the low half of the main pot of 45, with 6-5-3-2-A." in text
        assert await closed(table) == {"Ann": -12, "Ben": 5, "Cid": 7}


async def test_a_doubled_press_declares_once_and_nobody_for_the_next(play: Any) -> None:
    async with playing(play) as table:
        ann, ben, _cid = table.people
        await clicks(table, *OPENED, *ROUND)
        panel = await table.panel(to_act(ann))
        await ann.press(panel, id_of(panel, "Low"), copies=2)
        panel = await table.panel("Ann declares low", to_act(ben))
        assert panel.text.count("declares") == 2  # beside the seat, and as the last act
        late = await ann.click("High", message=panel)
        assert (late.ephemeral, late.text) == (True, "You have declared.")
        assert table.newest().text == panel.text


async def test_in_turn_it_is_said_aloud_or_by_the_command(play: Any) -> None:
    async with playing(play, rules={"declare": "sequential"}) as table:
        ann, ben, cid = table.people
        await clicks(table, *OPENED, *ROUND)
        assert (await table.panel(to_act(ann))).buttons() == ["High", "Low", "Peek"]
        both = await ann.slash("declare", way="both")
        assert both.text.startswith("Nobody may declare both ways here: high or low.")
        await ann.say("@Doorcard declare high")
        await table.panel("Ann declares high", to_act(ben))
        early = await cid.slash("declare", way="low")
        assert (early.ephemeral, early.text) == (True, "It is not your turn.")
        assert (await ben.slash("declare", way="low")).text == "You declare low."
        await cid.click("High", message=await table.panel("Ben declares low", to_act(cid)))
        await over(table)
        assert await closed(table) == {"Ann": 8, "Ben": 7, "Cid": -15}


async def test_the_clock_declares_high_and_the_next_is_asked(play: Any) -> None:
    async with playing(play, clock=6) as table:
        ann, ben, cid = table.people
        await clicks(table, *OPENED, *ROUND)
        await table.panel(to_act(ann))
        panel = await table.panel("declares high", to_act(ben), timeout=20)
        late = await ann.press(panel, id_of(panel, "Low", -2))
        assert late.ephemeral
        await ben.click("Low", message=panel)
        await cid.click("High", message=await table.panel(to_act(cid)))
        await over(table)
        assert await closed(table) == {"Ann": 8, "Ben": 7, "Cid": -15}


async def test_who_leaves_declares_high_when_his_turn_comes(play: Any) -> None:
    """Cid leaves before it, Ben in it: both high, and Ann has it all."""
    async with playing(play) as table:
        ann, ben, cid = table.people
        await clicks(table, *OPENED, *ROUND)
        panel = await table.panel(to_act(ann))
        await cid.slash("leave")
        await ann.click("High", message=panel)
        panel = await table.panel("Ann declares high", to_act(ben))
        assert panel.text.count("declares") == 2  # nothing of Cid's yet
        await ben.slash("leave")
        text = await over(table)
        assert text.count("declares high") == 3
        assert "Nobody in it declared low." in text
        assert "Ann wins 45" in text
        assert await closed(table) == {"Ann": 30, "Ben": -15, "Cid": -15}


@pytest.mark.parametrize(
    ("deck", "ways", "won"),
    [
        (SPLIT, ("Both ways", "Both ways"), 0),  # both fail: the cards speak (R-DECL-9)
        (SPLIT, ("High", "Both ways"), 15),
        (SWEEP_OF_TWO, ("Both ways", "Both ways"), -15),
    ],
    ids=["both fail", "second one way", "both halves"],
)
async def test_two_choose_at_once_and_may_both_ways(
    play: Any, deck: str, ways: tuple[str, str], won: int
) -> None:
    async with playing(play, deck=deck, rules={"both": "yes"}, stacks=(100, 100)) as table:
        ann, ben, _cid = table.people
        await clicks(table, *OPENED[:2], *["Check"] * 6)
        await table.panel(f"{ann.mention} and {ben.mention} still to declare")
        await ben.click("Declare")
        menu = ben.last_private()
        assert menu.buttons() == ["High", "Low", "Both ways"]
        await ben.click("Low", message=menu)
        await ben.click(ways[1], message=menu)
        assert f"You have chosen **{ways[1].lower()}**" in menu.text
        await table.panel(f"**{ann.mention} still to declare**")
        await again(table)
        shown = json.dumps(table.stage.everything_visible_to(ann), ensure_ascii=False)
        assert "declares" not in shown
        await ann.click("Declare")
        await ann.click(ways[0], message=ann.last_private())
        told = (await over(table)).count(" · declares both ways")
        assert told == ways.count("Both ways")
        assert await closed(table) == {"Ann": won, "Ben": -won}


def id_of(panel: Any, label: str, version: int = -1) -> str:
    """Return the custom_id of a button as the panel has, or once had, it."""
    found: list[str] = []

    def walk(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            if part.get("label") == label:
                found.append(part["custom_id"])
            walk(part.get("components", []))

    walk(panel.versions[version]["components"])
    (one,) = found
    return one
