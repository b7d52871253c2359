"""What admins change of a house: each a function of the house as it is then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot import alteration
from bot.house import House
from bot.option import OPTIONS
from engine.errors import RefusedRules
from engine.options import BringInMode, Limit
from engine.presets import preset_named

CASINO = preset_named("casino_fixed").rules()
HOUSE = House(variants={"own": CASINO})


def faults_of(change: Callable[[], object]) -> list[str]:
    with pytest.raises(RefusedRules) as caught:
        change()
    return [str(fault) for fault in caught.value.faults]


def test_an_option_is_set_as_people_write_it() -> None:
    after = alteration.set_options(HOUSE, "own", {"ante": "1,200", "burn": "No"})
    assert after.variants["own"] == replace(CASINO, ante=1_200, burn=False)
    assert HOUSE.variants["own"] == CASINO
    back = alteration.set_options(after, "own", {"burn": "default", "ante": "1"})
    assert back == HOUSE


def test_options_that_need_each_other_are_set_in_one_moment() -> None:
    alone = faults_of(lambda: alteration.set_options(HOUSE, "own", {"bring_in": "0"}))
    assert alone == ["bring_in: must be positive where somebody brings in (R-BRING-1)"]
    after = alteration.set_options(HOUSE, "own", {"bring_in": "0", "bring_in_mode": "none"})
    assert after.variants["own"].bring_in_mode is BringInMode.NONE


def test_every_fault_is_told_at_once() -> None:
    given = {"ante": "-1", "limit": "table", "deck": "32", "game": "soko", "wild": "jokers"}
    assert faults_of(lambda: alteration.set_options(HOUSE, "own", given)) == [
        "limit: must be one of fixed, spread, pot, none",
        "option: is not one of those of a game",
        "ante: must be from 0 to 1000000000 chips",
        "deck: this game needs 52 cards (R-DECK-7)",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ante", "0x10"),
        ("ante", ""),
        ("ante", "1.5"),
        ("ante", str(10**18)),
        ("burn", "true"),
        ("buy", "3"),
        ("buy_price", "20;40"),
        ("buy_price", "40, 20"),
        ("raise_cap", "101"),
        ("flush_over_full", "maybe"),
    ],
)
def test_no_value_of_an_option_is_refused_by_its_name(name: str, text: str) -> None:
    (fault,) = faults_of(lambda: alteration.set_options(HOUSE, "own", {name: text}))
    assert fault.startswith(f"{name}: ")


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_that_is_offered_can_be_read(name: str) -> None:
    option = OPTIONS[name]
    for value in (*option.values, option.usual):
        assert option.shown(option.read(value)) == value


def test_prices_are_a_list() -> None:
    hilo = House(variants={"own": preset_named("hilo_declare").rules()})
    given = {"buy": "2", "buy_price": "20, 40"}
    assert alteration.set_options(hilo, "own", given).variants["own"].buy_price == (20, 40)
    given = {"buy": "2", "buy_price": "20 50"}
    assert alteration.set_options(hilo, "own", given).variants["own"].buy_price == (20, 50)


def test_presets_and_unknown_games_stay_as_they_are() -> None:
    (built_in,) = faults_of(lambda: alteration.set_options(HOUSE, "hilo", {"ante": "5"}))
    assert "hilo is built-in" in built_in
    (unknown,) = faults_of(lambda: alteration.set_options(HOUSE, "@everyone", {"ante": "5"}))
    assert unknown == "name: is none of this server's own games: own"


def test_a_game_is_copied_by_a_new_name() -> None:
    after = alteration.copy_game(HOUSE, "pl", "pot_limit")
    assert after.variants["pl"].limit is Limit.POT
    assert alteration.copy_game(after, "pl2", "pl").variants["pl2"] == after.variants["pl"]
    assert (
        "own is there already"
        in faults_of(lambda: alteration.copy_game(HOUSE, "own", "pot_limit"))[0]
    )
    assert faults_of(lambda: alteration.copy_game(HOUSE, "Friday", "hilo"))
    assert faults_of(lambda: alteration.copy_game(HOUSE, "friday", "holdem"))


def test_a_game_is_deleted_from_the_list_too_but_not_while_tables_open_with_it() -> None:
    house = replace(HOUSE, listed=("own", "hilo"))
    after = alteration.delete_game(house, "own")
    assert (dict(after.variants), after.listed) == ({}, ("hilo",))
    usual = alteration.make_default(HOUSE, "own")
    assert "/house default" in faults_of(lambda: alteration.delete_game(usual, "own"))[0]


def test_a_game_that_somebody_changed_meanwhile_is_not_overwritten() -> None:
    after = alteration.renew_game(HOUSE, "own", CASINO, unchanged=True)
    assert after == HOUSE
    (fault,) = faults_of(lambda: alteration.renew_game(HOUSE, "own", CASINO, unchanged=False))
    assert "somebody else meanwhile" in fault


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("min_buy_in", "100", "least", 100),
        ("max_buy_in", "1,000", "most", 1_000),
        ("clock", "0", "clock", 0),
        ("ping", "No", "ping", False),
        ("seats", "6", "seats", 6),
        ("pause", "2.5", "pause", 2.5),
        ("pause", "default", "pause", None),
        ("misses", "0", "misses", 0),
        ("starting_chips", "500", "starting", 500),
        ("daily_chips", "0", "daily", 0),
        ("transfers", "yes", "transfers", True),
        ("transfer_cap", "50", "transfer_cap", 50),
    ],
)
def test_a_setting_is_set_as_people_write_it(
    name: str, text: str, field: str, value: object
) -> None:
    house = replace(House(), pause=9.0)
    assert getattr(alteration.set_setting(house, name, text), field) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("clock", "soon"), ("ping", "1"), ("pause", "long"), ("seats", "--3"), ("channels", "1")],
)
def test_what_is_no_value_of_a_setting_is_refused(name: str, text: str) -> None:
    assert len(faults_of(lambda: alteration.set_setting(House(), name, text))) == 1


def test_channels_come_and_go() -> None:
    house = alteration.add_channel(alteration.add_channel(House(), 5), 6)
    assert alteration.add_channel(house, 5).channels == (6, 5)
    assert alteration.remove_channel(house, 5).channels == (6,)
    assert faults_of(lambda: alteration.remove_channel(house, 9)) == ["channel: is not on the list"]


def test_the_list_of_dealers_begins_with_what_they_choose_from_now() -> None:
    house = alteration.remove_choice(HOUSE, "soko_fi")
    assert "soko_fi" not in house.listed
    assert "own" in house.listed
    assert alteration.add_choice(house, "soko_fi").listed[-1] == "soko_fi"
    assert alteration.usual_choices(house).listed == ()
    last = replace(HOUSE, listed=("own",))
    assert "last on the list" in faults_of(lambda: alteration.remove_choice(last, "own"))[0]
    assert faults_of(lambda: alteration.remove_choice(last, "hilo"))
