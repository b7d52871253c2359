"""Whole hands click by click, with their exact chips, through the real bot and over its death."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.rehearsal import NoAnswer, Storm

X01_DECK = "2c 7d Qs 8h 4s Kd 4d 9c As Jc Kh Ah 3h Kc"


async def test_x01_the_sample_deal_click_by_click(play: Any) -> None:
    async with play(deck=X01_DECK) as table:
        bob, carol, david, alice = (
            table.stage.person(name) for name in ("Bob", "Carol", "David", "Alice")
        )
        await table.begin(bob, carol, david, alice, preset="classic_nl")
        await table.panel(
            "`??\u00a04♠`",
            "`??\u00a0K♦`",
            "`??\u00a04♦`",
            "`??\u00a09♣`",
            f"{david.mention} to act",
        )
        offered = table.newest().buttons()
        assert offered == ["Bring in 1", "Bet 2", "All-in 100", "Bet …", "Peek"]
        await david.click("Bring in 1")
        assert "Check" not in table.newest().buttons()
        await alice.click("Call 1")
        await bob.click("Fold")
        await carol.click("Raise to …")
        await carol.submit(amount=3)
        await david.click("Fold")
        await alice.click("Call 2")
        await table.panel("**Pot 7**", "round 2 of 4", f"{carol.mention} to act")
        await carol.click("Check")
        await alice.click("Check")
        await table.panel("round 3 of 4", f"{alice.mention} to act")
        await alice.click("Bet …")
        await alice.submit(amount=5)
        await carol.click("Fold")
        over = await table.panel("Hand 1 is over")
        assert "Alice wins 7." in over.text
        assert "5 uncalled returned to Alice." in over.text
        assert "8♥" not in table.ann.sees()
        final = {bob: "1,000", carol: "997", david: "999", alice: "1,004"}
        for person, balance in final.items():
            assert f"balance is {balance}." in (await person.slash("leave")).text


async def test_a_fixed_limit_hand_with_a_side_pot(play: Any) -> None:
    """Completion, a raise of one of two sizes, all-in for less: 180 to Cid, the side 42 to Ben."""
    deck = "Ks Qs 9h Kd Jc 3c 2h Kh Jd 9d 2d 4c Qd 9c 2c 5d Qc 9s"
    async with play(deck=deck) as table:
        ann, ben, cid = table.people
        await ann.slash("table open")
        for person, amount in ((ann, 400), (ben, 400), (cid, 60)):
            await person.slash("sit", amount=amount)
        await ben.slash("deal")
        await table.panel("Hand 1", f"{cid.mention} to act")
        await cid.click("Bring in 4")
        await ann.click("Complete to 10")
        await ben.click("Call 10")
        await cid.click("Call 6")
        await table.panel("round 2 of 4", f"{ann.mention} to act")
        await ann.click("Bet 10")
        assert "Raise to …" not in table.newest().buttons()
        assert "20 or 30" in (await ben.slash("raise", amount=25)).text
        await ben.click("Raise to 30")
        await table.panel("Ben raises to 30")
        await cid.click("Call 30")
        await ann.click("Call 20")
        await table.panel("round 3 of 4", f"{ann.mention} to act")
        await ann.click("Bet 20")
        await ben.click("Call 20")
        await cid.click("Call 19")
        await table.panel("round 4 of 4", "Main pot 180", f"{ann.mention} to act")
        await ann.click("Check")
        await ben.click("Bet 20")
        await ann.click("Call 20")
        over = await table.panel("Hand 1 is over")
        assert "Cid wins the main pot of 180 with four of a kind, nines." in over.text
        assert "Ben wins the side pot of 42 with a full house, queens over jacks." in over.text
        answer = await ann.slash("table close")
        assert "Returned: Ann 319, Ben 361, Cid 180." in answer.text
        assert table.balances() == {"Ann": 919, "Ben": 961, "Cid": 1120}


async def test_a_killed_bot_finishes_the_hand_with_the_same_cards(play: Any) -> None:
    """kill -9 after each act of X01: same cards, no chip twice, and the hand ends as ever."""
    async with play(deck=X01_DECK) as table:
        bob, carol, david, alice = (
            table.stage.person(name) for name in ("Bob", "Carol", "David", "Alice")
        )
        await table.begin(bob, carol, david, alice, preset="classic_nl")
        script = (
            (david, "Bring in 1", None),
            (alice, "Call 1", None),
            (bob, "Fold", None),
            (carol, "Raise to …", 3),
            (david, "Fold", None),
            (alice, "Call 2", None),
            (carol, "Check", None),
            (alice, "Check", None),
            (alice, "Bet …", 5),
            (carol, "Fold", None),
        )
        holes = {bob: "2♣", carol: "7♦", david: "Q♠", alice: "8♥"}
        for person, label, amount in script:
            await table.stage.kill_bot()
            await table.stage.start_bot()
            for one, hole in holes.items():
                assert f"Down `{hole}`" in (await one.slash("peek")).text
            await person.click(label)
            if amount is not None:
                await person.submit(amount=amount)
        await table.panel("Hand 1 is over", "Alice wins 7.")
        await table.ann.slash("table close")
        people = {bob.id: 1000, carol.id: 997, david.id: 999, alice.id: 1004}
        assert table.chips() == people


@pytest.mark.parametrize("committed", [False, True], ids=["before", "after"])
async def test_a_bot_killed_around_the_commit_of_a_click_takes_it_once_or_not_at_all(
    play: Any, committed: bool
) -> None:
    async with play(deck=X01_DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        panel = table.newest()
        actor = next(one for one in table.people if f"{one.mention} to act" in panel.text)
        bring_in = ids_of(panel)["Bring in 1"]
        storm = Storm("POST /interactions/*/*/callback", hold=True)
        if committed:  # then the bot dies with its answer on the way
            table.stage.weather.brew(storm)
        click = asyncio.create_task(actor.press(panel, bring_in))
        await (storm.caught.wait() if committed else asyncio.sleep(0))
        await table.stage.kill_bot()
        answers = await asyncio.gather(click, return_exceptions=True)
        assert all(not isinstance(one, Exception) or isinstance(one, NoAnswer) for one in answers)
        await table.stage.start_bot()
        again = await actor.press(panel, bring_in)
        if committed:
            assert again.ephemeral  # it counted before the bot died, and counts no second time
        text = (await table.panel("brings in for 1")).text
        assert text.count("brings in") == 1
        assert "**Pot 1**" in text, again.text
        assert "Returned: Ann 100, Ben 100, Cid 100." in (await ann.slash("table close")).text


async def test_two_people_click_at_one_moment(play: Any) -> None:
    async with play(deck=X01_DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        panel = table.newest()
        actor = next(one for one in table.people if f"{one.mention} to act" in panel.text)
        ids = ids_of(panel)
        others = [one for one in table.people if one is not actor]
        answers = await asyncio.gather(
            others[0].press(panel, ids["Bring in 1"]),
            actor.press(panel, ids["Bring in 1"]),
            others[1].press(panel, ids["Bring in 1"]),
        )
        assert [answer.ephemeral for answer in answers] == [True, False, True]
        await table.panel("**Pot 1**", "brings in for 1")
        actor = next(one for one in table.people if f"{one.mention} to act" in table.newest().text)
        ids = ids_of(panel)
        both = await asyncio.gather(
            actor.press(panel, ids["Call 1"]), actor.press(panel, ids["Fold"])
        )
        assert sorted(answer.ephemeral for answer in both) == [False, True]
        late = next(answer for answer in both if answer.ephemeral)
        assert len(late.text.splitlines()) == 1
        assert "**Pot 2**" in table.newest().text


def ids_of(panel: Any) -> dict[str, str]:
    """Return the custom_ids of a panel's buttons by label."""
    return {one["label"]: one["custom_id"] for one in panel.components if "label" in one}
