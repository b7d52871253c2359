"""Buys through the real bot: the menu of one's own cards, and down cards that nobody else sees."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

X38 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s 8d Ad 9h 7s 3d 6c 9d"
X39 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s Qh Ad 9h 7s 3d 6c 2s"


@asynccontextmanager
async def buying(
    play: Any, deck: str = X38, preset: str = "hilo_buy", plain: bool = False
) -> AsyncIterator[Any]:
    """Play X38 or X39 up to the (first) buy."""
    async with play(deck=deck, plain=plain) as table:
        ann, _ben, cid = table.people
        await ann.slash("table open", preset=preset, min_buy_in=15, max_buy_in=400)
        for person in table.people:
            await person.slash("sit", amount=15 if (person, deck) == (cid, X39) else 200)
        await ann.slash("deal")
        await table.panel("Hand 1")
        three = deck == X38
        labels = [*["Check"] * 3, "Bet 10", "Call 10", "Call 10", *["Check"] * (2 + three)]
        for number, label in enumerate(labels, 1):
            await table.actor().click(label)
            if number < len(labels):
                await table.panel(f"round {1 + number // 3}")
        await table.panel("the buy" if preset == "hilo_buy" else "buy 1 of 2")
        yield table


async def buys(person: Any, card: str) -> Any:
    """Open the menu of one's own cards, press one, and return the menu."""
    answer = await person.click("Buy a card")
    assert answer.ephemeral
    menu = person.last_private()
    await person.click(f"Give up {card}", message=menu)
    return menu


async def declares(table: Any, **ways: str) -> None:
    for name, way in ways.items():
        await getattr(table, name).slash("declare", way=way)
    await table.panel("Hand 1 is over")


async def closed(table: Any) -> dict[str, int]:
    await table.ann.slash("table close")
    return {name: chips - 1000 for name, chips in table.balances().items()}


def shown_to(table: Any, person: Any) -> str:
    return json.dumps(table.stage.everything_visible_to(person), ensure_ascii=False)


async def test_x38_click_by_click_to_its_stacks(play: Any) -> None:
    async with buying(play) as table:
        ann, ben, cid = table.people
        panel = await table.panel(f"{ann.mention} to act")
        assert panel.buttons() == ["Buy a card (20)", "Stand pat", "Peek"]
        await ann.click("Stand pat")
        await table.panel("Ann stands pat", f"{ben.mention} to act")
        menu = await buys(ben, "7♠")
        assert menu.text.startswith(
            "You gave up `7♠` for `6♣`. You hold `2♥\u00a07♣\u00a04♦\u00a03♠\u00a06♣`: seven high"
        )
        assert menu.buttons() == []
        await table.panel("Ben buys a card for 20", "bought a card, gave up `7♠`")
        await buys(cid, "8♦")
        panel = await table.panel("round 4 of 4", f"{cid.mention} to act", "**Pot 85**")
        await cid.click("Bet 20")
        await ann.click("Call 20")
        await ben.click("Call 20")
        await table.panel("still to declare")
        await declares(table, ann="high", ben="low", cid="high")
        assert await closed(table) == {"Ann": -35, "Ben": 17, "Cid": 18}


async def test_x39_two_buys_with_kill_9_in_the_middle_of_everything(play: Any) -> None:
    async with buying(play, X39, "hilo_buy2") as table:
        ann, ben, cid = table.people

        async def again() -> None:
            await table.stage.kill_bot()
            await table.stage.start_bot()

        await ann.click("Stand pat")
        await table.panel(f"{ben.mention} to act")
        await ben.click("Buy a card")
        menu = ben.last_private()
        await again()
        await ben.click("Give up 7♠", message=menu)  # a menu of the process that was killed
        assert menu.text.startswith("You gave up `7♠` for `6♣`.")
        await again()
        await table.panel("round 4 of 5", "Ben buys a card for 20")
        for person, label in ((ann, "Check"), (ben, "Bet 20"), (ann, "Call 20")):
            await person.click(label)
        await table.panel("buy 2 of 2", f"{ann.mention} to act")
        await buys(ann, "5♠")
        await again()
        await ben.slash("standpat")
        await table.panel("round 5 of 5")
        await ann.click("Check")
        await ben.click("Check")
        await table.panel("still to declare")
        await ben.click("Declare")
        menu = ben.last_private()
        await ben.click("Low", message=menu)
        await again()
        await table.panel(f"{ann.mention} and {cid.mention} still to declare")
        assert "low" not in table.newest().text.split("Pot")[1]
        await declares(table, ann="high", cid="high")
        assert await closed(table) == {"Ann": -25, "Ben": 17, "Cid": 8}


async def test_nobody_else_ever_sees_a_down_card_that_was_bought(play: Any) -> None:
    async with buying(play) as table:
        ann, ben, cid = table.people
        menu = await buys(ann, "K♦ (down)")
        assert menu.text.startswith("You gave up `K♦` for `6♣`. You hold `6♣\u00a0K♣")
        await table.panel("Ann buys a card for 20", "bought a card", f"{ben.mention} to act")
        peek = await ann.slash("peek")
        assert "Down `6♣`" in peek.text
        assert "You gave up `K♦`." in peek.text
        for person in (ben, cid):
            await person.slash("peek")
            for hidden in ("K♦", "6♣"):
                assert hidden not in shown_to(table, person)
        assert "act='p1 sd ??'" in table.stage.bot_output
        for hidden in ("Kd", "6c", "K♦", "6♣"):
            # A session's id may begin like a card: whole words alone are cards.
            assert not re.search(rf"\b{hidden}\b", table.stage.bot_output)


async def test_an_old_or_doubled_press_pays_once(play: Any) -> None:
    async with buying(play) as table:
        ann, ben, _cid = table.people
        await ann.click("Buy a card")
        first = ann.last_private()
        await ann.click("Buy a card")
        second = ann.last_private()
        await ann.press(first, id_of(first, "Give up K♦ (down)"), copies=2)
        await table.panel("Ann buys a card for 20", "**Ann** (165)", f"{ben.mention} to act")
        await table.stage.wait_for(lambda: second.buttons() == [])
        assert second.text == "You buy a card for 20."
        await ann.press(second, id_of(second, "Give up K♣", version=0))
        assert second.text == "You buy a card for 20."
        assert "**Ann** (165)" in table.newest().text


@pytest.mark.parametrize("by", ["command", "panel"])
async def test_who_stands_pat_otherwise_has_no_menu_left(play: Any, by: str) -> None:
    async with buying(play) as table:
        ann, ben, _cid = table.people
        await ann.slash("buy")
        menu = ann.last_private()
        if by == "command":
            await ann.slash("standpat")
        else:
            await ann.click("Stand pat", message=table.newest())
        await table.panel("Ann stands pat", f"{ben.mention} to act")
        await table.stage.wait_for(lambda: menu.buttons() == [])
        assert menu.text == "You stand pat."


async def test_others_get_one_private_line(play: Any) -> None:
    async with buying(play) as table:
        ann, ben, _cid = table.people
        for answer in (
            await ben.click("Buy a card"),
            await ben.click("Stand pat"),
            await ben.slash("buy"),
        ):
            assert (answer.ephemeral, answer.text) == (True, "It is not your turn.")
        stranger = table.stage.person("Dee")
        assert (await stranger.click("Buy a card")).text == "You are not dealt into this hand."
        await ann.click("Buy a card")
        menu = ann.last_private()
        answer = await ben.press(menu, id_of(menu, "Give up K♦ (down)"))
        assert (answer.ephemeral, answer.text) == (True, "It is not your turn.")


async def test_the_commands_buy_and_stand_pat(play: Any) -> None:
    async with buying(play) as table:
        ann, ben, cid = table.people
        answer = await ann.slash("buy")
        assert answer.ephemeral
        assert answer.text.startswith("A new card costs 20; the pot is 45.")
        await ann.click("Stand pat", message=ann.last_private())
        assert ann.last_private().text == "You stand pat."
        await table.panel("Ann stands pat")
        assert (await ben.slash("standpat")).text == "You stand pat."
        check = await cid.slash("check")
        assert check.text == "Bets come later. You may stand pat or buy a card for 20."
        await cid.slash("standpat")
        await table.panel("round 4 of 4")
        late = await table.actor().slash("buy")
        assert late.text.startswith("No card can be bought now.")


@pytest.mark.parametrize("said", ["buy Kd", "buy 2c", "buy", "give up the king of diamonds"])
async def test_a_down_card_is_not_bought_for_aloud(play: Any, said: str) -> None:
    """Whether he holds the card makes no difference: the answer tells nothing of it."""
    async with buying(play) as table:
        await table.ann.say(f"@Doorcard {said}")
        reply = await table.stage.wait_for(lambda: replied(table))
        assert reply.text == (
            "Say the up card you give up, or choose in private: `/buy`, or “Buy a card” here."
        )
        assert "**Ann** (185)" in table.newest().text


async def test_an_up_card_is_bought_for_aloud(play: Any) -> None:
    async with buying(play, plain=True) as table:
        ann, ben, cid = table.people
        await ann.say("stand pat")
        await table.panel("Ann stands pat")
        await cid.say("buy 8d")
        reply = await table.stage.wait_for(lambda: replied(table))
        assert reply.text == "It is not your turn."
        await ben.say("buy the 7 of spades")
        await table.panel("Ben buys a card for 20", "gave up `7♠`", f"{cid.mention} to act")
        await cid.say("@Doorcard what now?")
        reply = await table.stage.wait_for(lambda: replied(table, 2))
        assert reply.text == (
            "It is your turn. You can say `stand pat` and"
            " `buy 7s` (an up card you give up, for 20)."
        )


def id_of(menu: Any, label: str, version: int = -1) -> str:
    rows = menu.versions[version]["components"]
    parts = [part for row in rows for part in row["components"]]
    found = [one["custom_id"] for one in parts if one.get("label") == label]
    assert len(found) == 1
    return str(found[0])


def replied(table: Any, count: int = 1) -> Any:
    """Return the bot's newest reply to a message, once there are so many."""
    found = [one for one in table.ann.messages() if one.payload.get("message_reference")]
    found = [one for one in found if one.author.bot]
    return found[-1] if len(found) >= count else None
