"""Dealer's choice through the real bot: a button, a private menu, and the hand it begins."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rehearsal.weather import Storm


async def begun(table: Any, *people: Any, **options: Any) -> None:
    """Open a table of dealer's choice, seat people, and ask for a hand; the last one deals."""
    await table.ann.slash("table open", **{"preset": "dealers_choice", **options})
    for person in people:
        await person.slash("sit", amount=100)
    await people[0].slash("deal")
    await table.panel(f"{people[-1].mention} deals next and chooses the game")


def options(message: Any) -> dict[str, str]:
    (select,) = [part for row in message.payload["components"] for part in row["components"]]
    return {option["value"]: option["label"] for option in select["options"]}


async def test_the_dealer_picks_from_a_menu_that_he_alone_sees(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await begun(table, ann, ben, cid)
        panel = table.newest()
        answer = await cid.click("Choose the game")
        assert answer.ephemeral
        menu = cid.last_private()
        assert "You deal the next hand: which game?" in menu.text
        assert len(options(menu)) == 18
        assert options(menu)["soko_fi"] == "Sökö (Finnish), pot limit"
        assert menu not in ann.messages()
        await cid.choose("Sökö (Finnish), pot limit", private=True)
        hand = await table.panel("Hand 1 · Sökö (Finnish), pot limit", "to act")
        assert hand is not panel
        assert menu.text == "You choose: Sökö (Finnish), pot limit. The cards are dealt."
        await table.stage.wait_for(lambda: panel.buttons(enabled=True) == [])


async def test_others_get_one_private_line(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await begun(table, ann, ben, cid)
        answer = await ben.click("Choose the game")
        assert answer.ephemeral
        assert answer.text == "The dealer of the next hand chooses its game."
        assert (await ann.slash("deal")).text == (
            "The dealer of the next hand is choosing its game."
        )
        stranger = table.stage.person("Dee")
        assert (await stranger.click("Choose the game")).text == answer.text


async def test_deal_says_who_chooses(play: Any) -> None:
    async with play() as table:
        ann, ben = table.ann, table.ben
        await ann.slash("table open", preset="dealers_choice")
        for person in (ann, ben):
            await person.slash("sit", amount=100)
        assert (await ann.slash("deal")).text == "Ben deals and chooses the game first."


async def test_whatever_needs_a_hand_says_that_its_game_is_chosen_first(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        assert (await ann.slash("table open", preset="dealers_choice")).ephemeral
        assert (await ann.slash("peek")).text == "No hand is running; /deal starts one."
        for person in table.people:
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await table.panel(f"{cid.mention} deals next and chooses the game")
        for answer in (
            await ann.slash("buy"),
            await ben.slash("standpat"),
            await cid.slash("declare", way="low"),
            await ben.slash("peek"),
            await ben.slash("check"),
        ):
            assert answer.text == "The dealer of the next hand is choosing its game."


async def test_an_old_or_doubled_choice_does_nothing(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await begun(table, ann, ben, cid)
        await cid.click("Choose the game")
        first = cid.last_private()
        await cid.click("Choose the game")
        second = cid.last_private()
        (pick,) = [row["components"][0]["custom_id"] for row in first.payload["components"]]
        await cid.press(first, pick, values=["hilo_8"], copies=2)
        await table.panel("Hand 1 · High-low, cards speak, eight or better")
        await cid.choose("soko_fi", message=second)
        assert second.text == "Too late: the hand has moved on and nothing was done."
        assert second.payload["components"] == []  # the menu is gone
        assert "High-low" in table.newest().text


async def test_a_menu_of_a_table_that_is_gone_goes_too(play: Any) -> None:
    async with play() as table:
        await begun(table, *table.people)
        await table.cid.click("Choose the game")
        menu = table.cid.last_private()
        await table.ann.slash("table close")
        await table.cid.choose("soko_fi", message=menu)
        assert menu.text.startswith("There is no table")
        assert menu.payload["components"] == []


async def test_a_game_that_was_not_offered_is_refused(play: Any) -> None:
    async with play() as table:
        await begun(table, *table.people)
        await table.cid.click("Choose the game")
        menu = table.cid.last_private()
        (pick,) = [row["components"][0]["custom_id"] for row in menu.payload["components"]]
        answer = await table.cid.press(menu, pick, values=["dealers_choice"], raw=True)
        assert answer.text == "Too late: the hand has moved on and nothing was done."
        await table.cid.choose("manila_32", message=menu)
        await table.panel("Hand 1 · Asian/Manila stud, 32 cards")


async def test_seven_cannot_have_a_game_for_six(play: Any) -> None:
    async with play() as table:
        people = [*table.people, *map(table.stage.person, ("Dee", "Eve", "Fay"))]
        await begun(table, *people)
        dealer = people[-1]
        await dealer.click("Choose the game")
        menu = dealer.last_private()
        assert "manila_32" in options(menu)
        gus = table.stage.person("Gus")
        await gus.slash("sit", amount=100)
        answer = await dealer.choose("manila_32", message=menu)
        assert answer.text == ("That game cannot be dealt to 7 players: its deck has cards for 6.")
        await dealer.click("Choose the game")
        assert "manila_32" not in options(dealer.last_private())
        assert "Not for 7 players: Asian/Manila stud, 32 cards" in dealer.last_private().text
        await dealer.choose("131_nl", private=True)
        await table.panel("Hand 1 · 1-3-1, no limit")


async def test_the_menu_outlives_the_process(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await begun(table, ann, ben, cid, scale=2)
        await cid.click("Choose the game")
        menu = cid.last_private()
        await table.stage.kill_bot()
        await table.stage.start_bot()
        assert f"{cid.mention} deals next and chooses the game" in table.newest().text
        await cid.choose("casino_fixed", message=menu)
        await table.panel("Hand 1 · Five-card stud, casino fixed limit", "bets 20/40")


@pytest.mark.parametrize("deaths", [1, 2])
async def test_the_panel_of_a_choice_that_was_made_has_no_button_after_a_kill(
    play: Any, deaths: int
) -> None:
    async with play() as table:
        await begun(table, *table.people)
        panel = table.newest()
        route = f"PATCH /channels/*/messages/{panel.id}"
        storm = table.stage.weather.brew(Storm(route, hold=True, times=9))
        await table.cid.click("Choose the game")
        await table.cid.choose("soko_fi", private=True)
        await table.panel("Hand 1", "to act")
        for _ in range(deaths):
            await storm.caught.wait()
            storm.caught.clear()
            await table.stage.kill_bot()
            await table.stage.start_bot()
        table.stage.weather.clear()
        assert panel is not table.newest()
        await table.stage.wait_for(lambda: panel.buttons(enabled=True) == [], timeout=30)


async def test_the_clock_runs_out_and_the_first_game_is_dealt(play: Any) -> None:
    async with play() as table:
        await begun(table, *table.people, clock=1)
        await table.panel("Hand 1 · Five-card stud, casino fixed limit")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"choice": "fixed"}, "the games follow one another, one an orbit"),
        ({"choice": "orbit"}, "a dealer's pick holds until the deal is back"),
        ({"scale": 5}, "18 games, all amounts times 5"),
    ],
)
async def test_a_choice_opens_dealers_choice(play: Any, given: dict[str, Any], words: str) -> None:
    async with play() as table:
        await table.ann.slash("table open", **given)
        await table.panel("Dealer's choice", words)


async def test_one_game_takes_no_choice(play: Any) -> None:
    async with play() as table:
        answer = await table.ann.slash("table open", preset="hilo", choice="orbit")
        assert answer.text == "choice: is for the preset dealers_choice; hilo is one game."
