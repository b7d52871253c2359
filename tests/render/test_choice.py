"""Dealer's choice in words: the panel while a game is chosen and after, and the dealer's menu."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.game import preset_games, scaled
from bot.person import Person
from bot.picture import ChoiceView, Menu, Moment, Note, Phase
from bot.render.choice import asked_text, menu_text, menu_view, picked_text
from bot.render.controls import MENU_PATTERN, PATTERN, Press, read_control
from bot.render.panel import has_controls, panel_view
from engine.actions import Action, Verb
from engine.options import Choice

CHOICE = ChoiceView(Choice.HAND, "Dealer's choice", 1, 18, None)
FOLD, BRING_IN = Action(Verb.FOLD), Action(Verb.BRING_IN)


@pytest.fixture
def over(started: Any) -> Any:
    """A hand of lowball that is over; Cid, whose id ends in 2, deals."""
    stage = started(("Ann", "Ben", "Cid"), (100,) * 3, preset="casino_lowball")
    stage = stage.act(BRING_IN, FOLD, FOLD)
    assert stage.hand.over
    return stage


def choosing(stage: Any, **changes: Any) -> Any:
    chooser = stage.people[0]
    picture = stage.picture(phase=Phase.CHOOSING, turn=40, choice=replace(CHOICE, chooser=chooser))
    return replace(picture, **changes)


def menu(players: int = 3, scale: int = 1) -> Menu:
    games = scaled(preset_games(), scale)
    moment = Moment(3, 12, 40, 5)
    if players < 7:
        return Menu(moment, games, (), players, games[0], picked=False)
    barred = tuple(game for game in games if game.name == "manila_32")
    offered = tuple(game for game in games if game not in barred)
    return Menu(moment, offered, barred, players, games[0], picked=True)


def test_the_dealer_is_called_to_choose(over: Any, read: Any) -> None:
    picture = choosing(over)
    panel = read(panel_view(picture))
    assert f"**<@{over.people[0].id}> deals next and chooses the game** · <t:" in panel.text
    (button,) = panel.buttons
    assert (button["label"], button["custom_id"]) == ("Choose the game", "dc:5:3:12:40:choose")
    assert has_controls(picture)


def test_without_a_clock_no_time_is_told(over: Any, read: Any) -> None:
    panel = read(panel_view(choosing(over, due_at=None)))
    assert "chooses the game**" in panel.text
    assert "<t:" not in panel.text


def test_an_old_panel_asks_nobody(over: Any, read: Any) -> None:
    panel = read(panel_view(choosing(over), live=False))
    assert panel.buttons == []
    assert "chooses" not in panel.text


def test_the_hand_that_is_over_keeps_its_game(over: Any, read: Any) -> None:
    panel = read(panel_view(choosing(over)))
    assert "### Hand 12 · Lowball, casino" in panel.text
    assert "bring-in 4, high card" in panel.text
    assert "-# Dealer's choice: the dealer picks the game of each hand" in panel.text


@pytest.mark.parametrize(
    ("scale", "words"), [(1, "-# 18 games\n"), (5, "-# 18 games, all amounts times 5\n")]
)
def test_where_no_hand_is_shown_the_list_stands_for_the_stakes(
    over: Any, read: Any, scale: int, words: str
) -> None:
    choice = replace(CHOICE, scale=scale)
    for changes in ({"view": None, "players": (), "hand": 0}, {"note": Note.VOIDED}):
        picture = over.picture(phase=Phase.WAITING, choice=choice, **changes)
        panel = read(panel_view(picture))
        assert words in panel.text
        assert "bring-in" not in panel.text


@pytest.mark.parametrize("choice", [Choice.HAND, Choice.ORBIT, Choice.FIXED])
def test_each_kind_of_choice_has_words_of_its_own(over: Any, read: Any, choice: Choice) -> None:
    panel = read(panel_view(over.picture(choice=replace(CHOICE, choice=choice))))
    words = {
        Choice.HAND: "the dealer picks the game of each hand",
        Choice.ORBIT: "a dealer's pick holds until the deal is back",
        Choice.FIXED: "the games follow one another, one an orbit",
    }
    assert [one for one in words if words[one] in panel.text] == [choice]


def test_no_game_for_so_many_is_told(over: Any, read: Any) -> None:
    picture = over.picture(phase=Phase.WAITING, choice=CHOICE, note=Note.NO_GAME)
    assert "None of the table's games could be dealt" in read(panel_view(picture)).text
    picture = over.picture(phase=Phase.WAITING, note=Note.TOO_MANY)
    assert "let some sit out (/sitout) or leave" in read(panel_view(picture)).text


@pytest.mark.parametrize(("players", "scale"), [(2, 1), (3, 1_000_000), (7, 1), (10, 50)])
async def test_the_menu_holds_to_discords_limits(read: Any, players: int, scale: int) -> None:
    asked = menu(players, scale)
    (select,) = [part for part in read(menu_view(asked)).walk() if part["type"] == 3]
    assert (select["min_values"], select["max_values"]) == (1, 1)
    options = select["options"]
    assert [option["value"] for option in options] == [game.name for game in asked.games]
    assert 1 <= len(options) <= 25
    for option in options:
        assert all(1 <= len(option[key]) <= 100 for key in ("label", "value", "description"))
    assert select["custom_id"] == "dc:5:3:12:40:pick"
    assert len(menu_text(asked)) <= 2000


async def test_an_option_tells_the_game_and_what_it_plays_for(read: Any) -> None:
    (select,) = [part for part in read(menu_view(menu(scale=2))).walk() if part["type"] == 3]
    options = {option["value"]: option for option in select["options"]}
    assert options["casino_fixed"]["label"] == "Five-card stud, casino fixed limit"
    assert options["casino_fixed"]["description"].startswith("ante 2 · bring-in 8, low card")


def test_what_cannot_be_dealt_is_named() -> None:
    words = menu_text(menu(7))
    assert "Not for 7 players: Asian/Manila stud, 32 cards" in words
    assert "Picked last, and dealt if your time runs out: Five-card stud" in words
    assert "Not for" not in menu_text(menu(6))


def test_the_stacks_may_bar_a_game_too() -> None:
    games = {game.name: game for game in preset_games()}
    odd = [
        replace(games[name], rules=replace(games[name].rules, chip_unit=5))
        for name in ("home_fixed", "home_lowball")
    ]
    words = menu_text(replace(menu(), barred=tuple(odd)))
    assert f"-# Not for stacks that are not in chips of 5: {odd[0].title}, {odd[1].title}" in words
    assert "Not for 3 players" not in words


def test_menus_and_buttons_are_told_apart() -> None:
    text = f"dc:1:2:3:{Press.PICK}"
    assert MENU_PATTERN.fullmatch(text)
    assert not PATTERN.fullmatch(text)
    control = read_control(text)
    assert control is not None
    assert (control.press, control.value, control.custom_id) == (Press.PICK, "", text)


def test_the_answers(over: Any) -> None:
    picture = choosing(over)
    assert asked_text(picture, picture.chooser.id).startswith("You deal: press")
    assert asked_text(picture, 5) == "Ann deals and chooses the game first."
    assert picked_text("Sökö (Finnish), pot limit") == (
        "You choose: Sökö (Finnish), pot limit. The cards are dealt."
    )


def test_a_choosers_name_is_no_markup(over: Any) -> None:
    rogue = Person(77, "**[x](http://y)**")
    picture = choosing(over, choice=replace(CHOICE, chooser=rogue))
    assert not re.search(r"(?<!\\)[*\[]", asked_text(picture, 5))
