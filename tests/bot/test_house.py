"""A house as a value: its games, and everything that is refused of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.game import ListedGame
from bot.house import House, faults, verify_name
from engine.errors import RefusedRules
from engine.options import Choice
from engine.presets import PRESETS, preset_named
from engine.rules import HouseRules

HILO = preset_named("hilo").rules()
CHOSEN = preset_named("dealers_choice").rules()


def refused(house: House) -> list[str]:
    return [fault.option for fault in faults(house)]


def test_a_new_house_is_sound_and_has_the_presets() -> None:
    house = House()
    assert faults(house) == ()
    assert [game.name for game in house.games()] == list(PRESETS)
    assert [game.name for game in house.choices()] == [
        name for name in PRESETS if name != "dealers_choice"
    ]


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"least": 0}, ["min_buy_in"]),
        ({"least": 401}, ["min_buy_in"]),
        ({"most": 10**18}, ["max_buy_in"]),
        ({"clock": -1}, ["clock"]),
        ({"clock": 3_601}, ["clock"]),
        ({"seats": 1}, ["seats"]),
        ({"seats": 11}, ["seats"]),
        ({"pause": 0.0}, ["pause"]),
        ({"pause": 61.0}, ["pause"]),
        ({"pause": float("nan")}, ["pause"]),
        ({"misses": -1}, ["misses"]),
        ({"misses": 21}, ["misses"]),
        ({"starting": -1}, ["starting_chips"]),
        ({"daily": 10**18}, ["daily_chips"]),
        ({"transfer_cap": 0}, ["transfer_cap"]),
        ({"channels": (5, 5)}, ["channels"]),
        ({"channels": tuple(range(1, 52))}, ["channels"]),
        ({"game": "holdem"}, ["game"]),
        ({"listed": ("hilo", "hilo")}, ["games"]),
        ({"listed": ("dealers_choice",)}, ["games"]),
        ({"listed": ("holdem",)}, ["games"]),
        ({"variants": {"hilo": HILO}}, ["name"]),
        ({"variants": {"**@everyone**": HILO}}, ["name"]),
        ({"variants": {f"game{number}": HILO for number in range(51)}}, ["name"]),
    ],
)
def test_each_wrong_setting_is_named(given: dict[str, Any], options: list[str]) -> None:
    assert refused(replace(House(), **given)) == options


def test_all_that_is_wrong_is_named_at_once() -> None:
    house = House(least=0, clock=-5, seats=99, game="holdem")
    assert refused(house) == ["min_buy_in", "clock", "seats", "game"]


@pytest.mark.parametrize("name", ["a", "friday-night", "x_2", "a" * 32])
def test_a_name_of_letters_and_digits_is_taken(name: str) -> None:
    verify_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "A", "a" * 33, "a b", "@everyone", "*a*", "_a", "a-", "a\n", "ä", "casino_fixed"],
)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(RefusedRules) as caught:
        verify_name(name)
    assert [fault.option for fault in caught.value.faults] == ["name"]


def test_own_games_stand_beside_the_presets_under_names_without_markup() -> None:
    house = House(variants={"late_night": HILO, "a": HILO})
    assert [game.name for game in house.games()][-2:] == ["a", "late_night"]
    assert house.game_named("late_night") == ListedGame("late_night", "late night", HILO)
    assert house.game_named("hilo").title == PRESETS["hilo"].title
    assert "a" in [game.name for game in house.choices()]
    with pytest.raises(RefusedRules):
        house.game_named("holdem")


def test_dealers_choose_from_no_more_than_a_menu_holds() -> None:
    many = House(variants={f"game{number:02}": HILO for number in range(50)})
    assert len(many.choices()) == 25
    assert [game.name for game in replace(many, listed=("game49", "hilo")).choices()] == [
        "game49",
        "hilo",
    ]
    chosen = House(variants={"mixed": CHOSEN})
    assert "mixed" not in [game.name for game in chosen.choices()]


def test_a_table_opens_with_the_usual_game_or_the_one_that_is_named() -> None:
    house = House(game="own", variants={"own": HILO, "mixed": replace(CHOSEN, choice_scale=3)})
    assert house.game_to_open(None, None, None).name == "own"
    assert house.game_to_open("soko_fi", None, None).name == "soko_fi"
    assert house.game_to_open(None, Choice.ORBIT, None).name == "dealers_choice"
    mixed = replace(house, game="mixed").game_to_open(None, Choice.FIXED, None)
    assert (mixed.name, mixed.rules.choice, mixed.rules.choice_scale) == ("mixed", Choice.FIXED, 3)
    with pytest.raises(RefusedRules):
        house.game_to_open("own", Choice.HAND, None)


def test_the_clock_is_the_games_own_where_it_has_one() -> None:
    house = House(clock=30)
    assert house.clock_of(house.game_named("hilo").rules) == 30
    assert house.clock_of(replace(HILO, clock=5)) == 5


def test_tables_are_opened_in_named_channels_and_what_lies_in_them() -> None:
    assert House().opens_in(1)
    house = House(channels=(7, 8))
    assert house.opens_in(7)
    assert house.opens_in(1, 8)
    assert not house.opens_in(1, None)


def test_rules_that_a_house_holds_are_whole() -> None:
    with pytest.raises(RefusedRules):
        HouseRules()
