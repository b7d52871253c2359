"""A whole evening through the real bot: open, sit, deal, peek, press, write, leave, close."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from typing import Any

# Ann is first clockwise from the dealer Cid. Door cards: Ann 9c, Ben Kd, Cid 4d, who brings in.
DECK = "2c 7d Qs 9c Kd 4d"


async def test_a_hand_from_the_first_command_to_the_last(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        panel = await table.panel(f"{cid.mention} to act")
        assert "2♣" in ann.sees()
        assert "2♣" not in ben.sees()
        assert "Q♠" in (await cid.slash("peek")).text
        await cid.click("Bring in 1")
        answer = await ann.click("Raise to …")
        assert "How much in all?" in answer.text
        await ann.submit(amount="6")
        await table.panel("Ann raises to 6", f"{ben.mention} to act")
        await ben.click("Fold")
        await cid.click("Fold")
        over = await table.panel("Hand 1 is over")
        assert over is panel
        assert "Ann wins 2." in over.text
        assert "5 uncalled returned to Ann." in over.text
        assert over.buttons(enabled=True) == []
        assert "balance is 1,001" in (await ann.slash("leave")).text
        assert "Returned: Ben 100, Cid 99." in (await ann.slash("table close")).text
        await table.panel("The table is closed")
        assert table.balances() == {"Ann": 1001, "Ben": 1000, "Cid": 999}


async def test_the_next_hand_has_a_message_of_its_own_and_pushed_cards(play: Any) -> None:
    async with play(pause=0.05) as table:
        ann, ben, _ = table.people
        await table.begin(ann, ben)
        first = table.newest()
        actor = ann if ann.mention + " to act" in first.text else ben
        other = ben if actor is ann else ann
        await actor.click("Bring in")
        await other.click("Fold")
        second = await table.panel("Hand 2")
        assert second is not first
        assert "Hand 1 is over" in first.text
        assert first.buttons(enabled=True) == []

        def pushed() -> bool:
            return all("hand 2" in person.sees() for person in (ann, ben))

        await table.stage.wait_for(pushed)


async def test_a_fold_where_a_check_is_free_asks_first(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.click("Bring in 4")
        await ann.click("Call 4")
        await ben.click("Call 4")
        panel = await table.panel("round 2 of 4")
        people = {person.mention: person for person in table.people}
        actor = next(p for m, p in people.items() if f"{m} to act" in panel.text)
        answer = await actor.click("Fold")
        assert answer.ephemeral
        assert "check for free" in answer.text
        assert f"{actor.mention} to act" in table.newest().text
        assert "You fold." in (await actor.click("Fold anyway")).text
        await table.panel(f"{actor.name} folds")


async def test_a_deleted_panel_is_posted_again(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        lost = table.newest()
        table.stage.staff.delete_message(lost)
        again = await table.panel("Hand 1")
        assert again is not lost
        await table.cid.click("Bring in 4")
        await table.panel("Cid brings in for 4")


async def test_a_stopped_bot_goes_on_where_it_was(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, _, cid = table.people
        await table.begin(*table.people)
        await cid.click("Bring in 4")
        panel = table.newest()
        await table.stage.kill_bot()
        await table.stage.start_bot()
        await ann.click("Call 4")
        await table.panel("Ann calls 4")
        assert table.newest() is panel
        assert "2♣" in (await ann.click("Peek")).text


async def test_a_panel_that_a_killed_bot_had_not_noted_is_found_again(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, _, cid = table.people
        await table.ann.slash("table open")
        opening = await table.panel("Nobody is seated")
        for person in table.people:
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        panel = await table.panel("Hand 1")
        await table.stage.kill_bot()
        with sqlite3.connect(table.stage.database) as connection:
            connection.execute("UPDATE tables SET panel = ?", (opening.id,))
            connection.execute(
                "UPDATE memo SET value = ? WHERE name LIKE 'panel%'", (f"{opening.id}:0",)
            )
        connection.close()
        await table.stage.start_bot()
        await cid.click("Bring in 4")
        await ann.click("Call 4")
        assert await table.panel("Ann calls 4") is panel
        assert "Hand 1" not in opening.text


async def test_nobody_is_ever_sent_a_down_card_that_is_not_his(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.click("Bring in 4")
        await ann.click("Complete to 10")
        await ben.click("Call 10")
        await cid.click("Fold")
        for person in (ann, ben, cid):
            await person.slash("peek")
        while "is over" not in table.newest().text:
            said = table.newest().text
            actor = next(p for p in table.people if f"{p.mention} to act" in said)
            other = next(p for p in (ann, ben) if p is not actor)
            hidden = {ann: "2♣", ben: "7♦", cid: "Q♠"}
            for person in table.people:
                shown = json.dumps(table.stage.everything_visible_to(person), ensure_ascii=False)
                assert hidden[person] in shown
                assert not [h for p, h in hidden.items() if p is not person and h in shown]
            await actor.click("Fold" if "round 4" in said else "Check")
            if "round 4" in said:
                await actor.click("Fold anyway")
                await table.panel(f"{other.name} wins")


async def test_of_many_clicks_at_one_moment_one_counts(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        panel = table.newest()
        button = next(c["custom_id"] for c in panel.components if c.get("label") == "Bring in 4")
        answers = await asyncio.gather(*(cid.press(panel, button, version=0) for _ in range(20)))
        told = [answer.text for answer in answers if answer.ephemeral]
        assert len(told) == 19
        assert all("Too late" in text or "not your turn" in text for text in told)
        await table.panel("**Pot 7**", f"{ann.mention} to act")
