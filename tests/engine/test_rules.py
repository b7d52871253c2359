"""House rules: the refused combinations of part F, reading and writing, games not dealt yet."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks import deck_for
from engine.errors import RefusedRules
from engine.hand import Hand
from engine.presets import PRESETS, preset_named
from engine.rules import MOST_CHIPS, HouseRules

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

FIXED = {"ante": 1, "limit": "fixed", "small": 10, "big": 20}
NO_LIMIT = {"ante": 1, "limit": "none"}
SPREAD = {"ante": 1, "limit": "spread", "spread_min": 2, "spread_max": 10}
HILO = {**FIXED, "game": "hilo"}
LOW_IN = {"bring_in_mode": "low", "bring_in": 4}


def refused(options: dict[str, object]) -> list[str]:
    """Return the options named when these rules are refused, [] where they are not."""
    try:
        HouseRules.from_options(options)
    except RefusedRules as error:
        return sorted(fault.option for fault in error.faults if str(fault))
    return []


@pytest.mark.parametrize(
    "options",
    [
        FIXED,
        NO_LIMIT,
        SPREAD,
        {**FIXED, **LOW_IN},
        {**FIXED, "bring_in_mode": "high", "bring_in": 10},  # R-BRING-10: equal is allowed
        {**FIXED, "small": 20},  # R-FIX-1: big may equal small
        {**NO_LIMIT, "ante": 0, "bring_in_mode": "best", "bring_in": 1},
        {**NO_LIMIT, **LOW_IN, "min_bet": 4},  # R-POT-1: equal is allowed
        {**SPREAD, "spread_max_late": 10, "bring_in_mode": "low", "bring_in": 10},
        {**FIXED, "game": "low", "bring_in_mode": "high", "bring_in": 1},
        {**HILO, "qualifier": 8},
        {**HILO, "declare": "sequential", "both": True},
        {**HILO, "buy": 2},  # R-BUY-5: one and two big bets
        {**NO_LIMIT, "buy": 1, "buy_price": [7]},
        {**FIXED, "deck": 32, "flush_over_full": "no", "low_straight": False},
        {**FIXED, "deck": "auto"},
        {**FIXED, "raise_cap": 0, "clock": 0},
        {**FIXED, "ante": MOST_CHIPS},
    ],
)
def test_rules_that_can_be_played(options: dict[str, object]) -> None:
    assert refused(options) == []


@pytest.mark.parametrize(
    ("rule", "options", "named"),
    [
        ("R-ANTE-2", {**FIXED, "ante": 0}, ["ante"]),
        ("R-ANTE-2", {**FIXED, "bring_in": 4}, ["bring_in"]),
        ("R-BRING-1", {**FIXED, "bring_in_mode": "low"}, ["bring_in"]),
        ("R-BRING-1", {**FIXED, "bring_in_mode": "high"}, ["bring_in"]),
        ("R-BRING-1", {**NO_LIMIT, "bring_in_mode": "best"}, ["bring_in"]),
        ("R-BRING-2", {**FIXED, **LOW_IN, "game": "low"}, ["bring_in_mode"]),
        ("R-BRING-10", {**FIXED, "bring_in_mode": "low", "bring_in": 11}, ["bring_in"]),
        ("R-FIX-1", {**FIXED, "small": 0}, ["small"]),
        ("R-FIX-1", {**FIXED, "big": 9}, ["big"]),
        ("R-FIX-1", {"ante": 1}, ["big", "small"]),
        ("R-POT-1", {**NO_LIMIT, **LOW_IN, "min_bet": 3}, ["min_bet"]),
        ("R-POT-1", {**NO_LIMIT, **LOW_IN, "limit": "pot", "min_bet": 3}, ["min_bet"]),
        ("R-SPR-1", {**SPREAD, "spread_min": 11}, ["spread_max"]),
        ("R-SPR-1", {**SPREAD, "bring_in_mode": "low", "bring_in": 11}, ["bring_in"]),
        ("R-SPR-1", {**SPREAD, "spread_max_late": 9}, ["spread_max_late"]),
        ("R-SPR-1", {"ante": 1, "limit": "spread"}, ["spread_max", "spread_min"]),
        ("R-DECK-6", {**FIXED, "game": "low", "flush_over_full": "yes"}, ["flush_over_full"]),
        ("R-DECK-6", {**FIXED, "game": "soko", "flush_over_full": "no"}, ["flush_over_full"]),
        ("R-DECK-7", {**FIXED, "game": "low", "deck": 32}, ["deck"]),
        ("R-DECK-7", {**HILO, "deck": "auto"}, ["deck"]),
        ("R-DECK-7", {**FIXED, "game": "soko", "deck": 48}, ["deck"]),
        ("R-LOW-4", {**FIXED, "qualifier": 8}, ["qualifier"]),
        ("R-LOW-4", {**HILO, "qualifier": 8, "low_rank": "a6"}, ["qualifier"]),
        ("R-LOW-4", {**HILO, "qualifier": 8, "low_rank": "27"}, ["qualifier"]),
        ("R-DECL-12", {**HILO, "qualifier": 8, "declare": "simultaneous"}, ["qualifier"]),
        ("R-DECL-1", {**FIXED, "declare": "simultaneous"}, ["declare"]),
        ("R-DECL-4", {**HILO, "both": True}, ["both"]),
        ("R-BUY-4", {**NO_LIMIT, "buy": 1}, ["buy_price"]),
        ("R-BUY-5", {**FIXED, "buy": 2, "buy_price": [40]}, ["buy_price"]),
        ("R-BUY-5", {**NO_LIMIT, "buy": 2, "buy_price": [40]}, ["buy_price"]),
        ("R-BUY-5", {**FIXED, "buy": 2, "buy_price": [20, 20]}, ["buy_price"]),
        ("R-BUY-5", {**FIXED, "buy": 2, "buy_price": [20, 19]}, ["buy_price"]),
        ("R-TABLE-2", {**FIXED, "ante": -1}, ["ante"]),
        ("R-TABLE-2", {**FIXED, "ante": MOST_CHIPS + 1}, ["ante"]),
        ("R-TABLE-2", {**FIXED, "ante": 1.0}, ["ante"]),
        ("R-TABLE-2", {**FIXED, "ante": "1"}, ["ante"]),
        ("R-TABLE-2", {**FIXED, "ante": True}, ["ante"]),
        ("R-TABLE-2", {**FIXED, "small": 10.5}, ["small"]),
        ("R-TABLE-2", {**FIXED, "buy_price": [0]}, ["buy_price"]),
        ("R-TABLE-2", {**FIXED, "buy_price": 20}, ["buy_price"]),
        ("R-TABLE-2", {**FIXED, "buy_price": [2.5]}, ["buy_price"]),
        ("R-TABLE-7", {**FIXED, "clock": -1}, ["clock"]),
        ("R-FIX-6", {**FIXED, "raise_cap": -1}, ["raise_cap"]),
        ("R-FIX-6", {**FIXED, "raise_cap": None}, ["raise_cap"]),
        ("F", {**FIXED, "gmae": "high"}, ["gmae"]),
        ("F", {**FIXED, "game": "omaha"}, ["game"]),
        ("F", {**FIXED, "game": ["high"]}, ["game"]),
        ("F", {**FIXED, "limit": "Fixed"}, ["limit"]),
        ("F", {**FIXED, "deck": 53}, ["deck"]),
        ("F", {**FIXED, "buy": 3}, ["buy"]),
        ("F", {**FIXED, "burn": 1}, ["burn"]),
        ("F", {**FIXED, "burn": "yes"}, ["burn"]),
    ],
)
def test_refused_combination_names_its_option(
    rule: str, options: dict[str, object], named: list[str]
) -> None:
    assert refused(options) == named, rule


def test_everything_refused_is_named_at_once() -> None:
    options = {
        "game": "low", "deck": 32, "bring_in_mode": "low", "bring_in": 30, "small": 20, "big": 10,
        "both": True, "qualifier": 8, "buy": 2, "buy_price": [5, 5], "raise_cap": -1,
    }  # fmt: skip
    assert set(refused(options)) == {
        "deck", "bring_in_mode", "bring_in", "big", "both", "qualifier", "buy_price", "raise_cap",
    }  # fmt: skip


def test_an_unreadable_amount_does_not_hide_the_other_refusals() -> None:
    """Part F lists both among the combinations that are refused all at once."""
    assert refused({**FIXED, "small": 2.5, "bring_in_mode": "low"}) == ["bring_in", "small"]
    assert refused({**FIXED, "gmae": 1, "ante": 0}) == ["ante", "gmae"]


def test_yes_and_no_are_booleans_in_the_notation() -> None:
    """HAND_HISTORY: in `_rules` part F's yes and no are true and false."""
    for name in ("low_straight", "burn", "open_pair_big", "all_in_show"):
        rules = HouseRules.from_options({**FIXED, name: False})
        assert getattr(rules, name) is False
        assert rules.to_options()[name] is False


@pytest.mark.parametrize(("written", "value"), [(True, "yes"), (False, "no"), ("auto", "auto")])
def test_r_deck_6_flush_over_full_is_read_as_the_notation_writes_it(
    written: object, value: str
) -> None:
    rules = HouseRules.from_options({**FIXED, "deck": 32, "flush_over_full": written})
    assert rules.flush_over_full == value


@pytest.mark.parametrize(
    ("flush_over_full", "stacks"),
    [("auto", (101, 99)), ("no", (101, 99)), ("yes", (99, 101)), (True, (99, 101))],
)
def test_r_deck_6_flush_over_full_with_52_cards(
    deal: Deal, play: Play, flush_over_full: object, stacks: tuple[int, int]
) -> None:
    """Ann has a full house, Ben a flush."""
    rules = {**FIXED, "flush_over_full": flush_over_full}
    over = play(deal(rules, [100, 100], "9s Qc / 9c 7c / 9d 3c / 2d 5c / 2h 8c"), "*")
    assert over.stacks == stacks


def test_defaults_are_those_of_part_f() -> None:
    assert {field.name: field.default for field in fields(HouseRules)} == {
        "game": "high", "deal": "1-4", "deck": "52", "low_straight": True,
        "flush_over_full": "auto", "burn": True, "ante": 0, "bring_in_mode": "none",
        "bring_in": 0, "bring_in_tie": "suit", "open_tie": "suit", "limit": "fixed", "small": 0,
        "big": 0, "spread_min": 0, "spread_max": 0, "spread_max_late": 0, "min_bet": 0,
        "open_pair_big": True, "late_rounds": "big_only", "raise_cap": 3, "cap_lift": "start",
        "min_raise": "full", "short_all_in": "half", "odd_chip": "suit", "show": "winners",
        "all_in_show": True, "low_rank": "a5", "qualifier": "none", "soko_rank": "between",
        "soko_open": "full", "declare": "none", "declare_from": "last_raiser", "both": False,
        "both_tie": "lose", "both_fail": "next_best", "buy": 0, "buy_price": (),
        "buy_order": "dealer_left", "buy_bet": "after_each", "choice": "none", "choice_scale": 1,
        "clock": 60, "chip_unit": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "least", "late"),
    [
        ({**NO_LIMIT, "ante": 3}, 3, 0),
        ({**NO_LIMIT, **LOW_IN}, 4, 0),
        ({**NO_LIMIT, **LOW_IN, "min_bet": 9}, 9, 0),
        ({**SPREAD}, 1, 10),
        ({**SPREAD, "spread_max_late": 12}, 1, 12),
    ],
)
def test_r_pot_1_and_r_spr_1_defaults_that_follow(
    options: dict[str, object], least: int, late: int
) -> None:
    rules = HouseRules.from_options(options)
    assert rules.least_bet == least
    assert rules.late_spread_max == late


@pytest.mark.parametrize("name", PRESETS)
def test_presets_come_back_as_written(name: str) -> None:
    rules = HouseRules.from_options(PRESETS[name].options)
    assert HouseRules.from_options(rules.to_options()) == rules


@given(st.data())
def test_options_come_back_as_written(data: st.DataObject) -> None:
    """to_options holds what differs from the defaults, in TOML's own types."""
    names = ("bring_in_tie", "open_tie", "odd_chip", "show", "cap_lift", "short_all_in")
    options: dict[str, object] = dict(data.draw(st.sampled_from([FIXED, NO_LIMIT, SPREAD, HILO])))
    kinds = {field.name: type(field.default) for field in fields(HouseRules)}
    for name in data.draw(st.sets(st.sampled_from(names))):
        options[name] = str(data.draw(st.sampled_from(list(kinds[name]))))  # type: ignore[call-overload]
    options |= data.draw(
        st.fixed_dictionaries(
            {}, optional={"burn": st.booleans(), "clock": st.integers(0, 600), "deck": st.just(52)}
        )
    )
    rules = HouseRules.from_options(options)
    written = rules.to_options()
    assert HouseRules.from_options(written) == rules
    assert all(type(value) in (bool, int, str, list) for value in written.values())
    assert not {"deck"} & written.keys()


def test_all_that_is_wrong_with_the_seats_is_told_at_once_when_a_hand_starts() -> None:
    """R-DECK-4, R-TABLE-2."""
    rules = HouseRules.from_options({"ante": 5, "limit": "pot", "chip_unit": 5, "deck": 32})
    with pytest.raises(RefusedRules) as error:
        Hand.start(rules, [7] * 7, deck_for(rules, 7))
    assert [fault.option for fault in error.value.faults] == ["deck", "stacks"]


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "short_auto"])
def test_every_preset_deals_a_hand(name: str) -> None:
    """What is chosen at the table is no concern of a hand (R-CHOICE-1)."""
    rules = preset_named(name).rules()
    hand = Hand.start(rules, [100] * 3, deck_for(rules, 3))
    assert hand.actors


@pytest.mark.parametrize("times", [1, 5, 100])
def test_r_choice_1_every_amount_is_scaled(times: int) -> None:
    rules = HouseRules.from_options(
        {**HILO, "bring_in_mode": "high", "bring_in": 2, "buy": 2, "buy_price": [7, 9]}
    )
    scaled = rules.scaled(times)
    amounts = (scaled.ante, scaled.bring_in, scaled.small, scaled.big, scaled.min_bet)
    assert amounts == (times, 2 * times, 10 * times, 20 * times, 0)
    assert scaled.prices == (7 * times, 9 * times)
    assert scaled.raise_cap == rules.raise_cap
    spread = HouseRules.from_options({**SPREAD, "spread_max_late": 20}).scaled(times)
    assert (spread.spread_min, spread.spread_max, spread.spread_max_late) == (
        2 * times,
        10 * times,
        20 * times,
    )
    with pytest.raises(RefusedRules, match="big"):
        rules.scaled(MOST_CHIPS)


def test_r_buy_4_and_5_a_card_costs_big_bets_where_no_price_is_given() -> None:
    assert HouseRules.from_options({**HILO, "buy": 1}).prices == (20,)
    assert HouseRules.from_options({**HILO, "buy": 2}).prices == (20, 40)
    assert HouseRules.from_options({**HILO, "buy": 2, "buy_price": [5, 6]}).prices == (5, 6)
    assert HouseRules.from_options({**HILO, "buy": 2, "buy_price": [15]}).prices == (15, 40)
    assert HouseRules.from_options(HILO).prices == ()


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        ({**FIXED, "ante": 5, "chip_unit": 5}, []),
        ({**FIXED, "chip_unit": 5}, ["ante"]),
        ({**FIXED, "ante": 10, "chip_unit": 4}, ["ante", "small"]),
        ({**FIXED, "ante": 5, "chip_unit": 5, "buy": 1, "buy_price": [7]}, ["buy_price"]),
    ],
)
def test_r_table_2_every_amount_is_a_whole_number_of_chips(
    options: dict[str, object], faults: list[str]
) -> None:
    assert refused(options) == faults


def test_an_unknown_preset_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(RefusedRules, match="casino_fixed"):
        preset_named("omaha")


def test_presets_differ_from_the_defaults_as_part_e_says() -> None:
    assert preset_named("casino_fixed").rules().to_options() == {
        "ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20,
    }  # fmt: skip
    assert preset_named("casino_fixed_modern").rules().open_pair_big is False
    assert preset_named("home_fixed").rules().to_options() == {
        "ante": 5, "small": 10, "big": 20, "late_rounds": "free", "min_raise": "any",
    }  # fmt: skip
    assert preset_named("classic_nl").rules().to_options() == {
        "bring_in_mode": "low", "bring_in": 1, "limit": "none", "min_bet": 1,
        "open_tie": "position",
    }  # fmt: skip
    assert preset_named("spread_1_5_10").rules().to_options() == {
        "ante": 1, "bring_in_mode": "low", "bring_in": 1, "limit": "spread", "spread_min": 1,
        "spread_max": 5, "spread_max_late": 10, "open_tie": "position",
    }  # fmt: skip
    pot_limit = {"ante": 1, "bring_in_mode": "high", "bring_in": 2, "limit": "pot"}
    assert preset_named("pot_limit").rules().to_options() == pot_limit
    assert preset_named("manila_32").rules().to_options() == {**pot_limit, "deck": 32}
    assert preset_named("131_nl").rules().to_options() == {
        "deal": "1-3-1", "ante": 1, "bring_in_mode": "low", "bring_in": 2, "limit": "none",
        "open_tie": "position",
    }  # fmt: skip
    assert preset_named("short_auto").rules().to_options() == {
        "deck": "auto", "ante": 2, "limit": "pot",
    }  # fmt: skip
