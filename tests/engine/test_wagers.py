"""The exact totals a seat is offered, all-ins that fall short included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.actions import Verb, Wager

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

UPS = "* / 9s Ac 2s / Jc Qc 2c"
IN = {"ante": 1, "bring_in_mode": "low"}
FIXED = {**IN, "bring_in": 4, "small": 10, "big": 20}
SPREAD = {**IN, "bring_in": 2, "limit": "spread", "spread_min": 5, "spread_max": 10}
POT = {**IN, "bring_in": 4, "limit": "pot"}
UNIT = {**SPREAD, "ante": 5, "bring_in": 5, "spread_min": 10, "spread_max": 20, "chip_unit": 5}


@pytest.mark.parametrize(
    ("rules", "stack", "wager"),
    [
        (FIXED, 99, Wager(Verb.COMPLETE, 10, 10, (10,))),
        (FIXED, 8, Wager(Verb.COMPLETE, 7, 7, (7,))),
        (SPREAD, 99, Wager(Verb.BET, 5, 10)),
        (SPREAD, 6, Wager(Verb.BET, 5, 5)),
        (SPREAD, 5, Wager(Verb.BET, 4, 4, (4,))),
        (SPREAD, 9, Wager(Verb.BET, 5, 8)),
        (UNIT, 100, Wager(Verb.BET, 10, 20, (), 5)),
        (UNIT, 15, Wager(Verb.BET, 10, 10, (), 5)),
        ({**POT, "ante": 3}, 99, Wager(Verb.BET, 5, 9)),
        ({**POT, "limit": "none"}, 30, Wager(Verb.BET, 5, 29)),
    ],
)
def test_r_bring_4_what_the_bring_in_player_may_open_for(
    deal: Deal, rules: dict[str, object], stack: int, wager: Wager
) -> None:
    """R-TABLE-2: where chips of 5 are the smallest every multiple of them."""
    assert deal(rules, [200, 200, stack], UPS).options(2).wager == wager


@pytest.mark.parametrize(
    ("rules", "stacks", "lines", "seat", "wager"),
    [
        (FIXED, [99, 99, 99], "p3 cbr 10", 0, Wager(Verb.RAISE, 20, 20, (20,))),
        (FIXED, [21, 99, 99], "p3 cbr 10", 0, Wager(Verb.RAISE, 20, 20, (20,))),
        (FIXED, [16, 99, 99], "p3 cbr 10", 0, Wager(Verb.RAISE, 15, 15, (15,))),
        (SPREAD, [99, 99, 99], "p3 pb", 0, Wager(Verb.RAISE, 5, 10)),
        (SPREAD, [99, 99, 99], "p3 cbr 7", 0, Wager(Verb.RAISE, 14, 17)),
        (SPREAD, [15, 99, 99], "p3 cbr 7", 0, Wager(Verb.RAISE, 14, 14)),
        (SPREAD, [14, 99, 99], "p3 cbr 7", 0, Wager(Verb.RAISE, 13, 13, (13,))),
        (SPREAD, [99, 99, 99], "p3 pb|p1 cc|p2 cc", 2, Wager(Verb.BET, 5, 10)),
        (UNIT, [205, 205, 205], "p3 cbr 10", 0, Wager(Verb.RAISE, 20, 30, (), 5)),
        (POT, [99, 99, 99], "p3 pb", 0, Wager(Verb.RAISE, 8, 15)),
    ],
)
def test_what_may_be_bet_or_raised_to(
    deal: Deal,
    play: Play,
    rules: dict[str, object],
    stacks: list[int],
    lines: str,
    seat: int,
    wager: Wager,
) -> None:
    hand = play(deal(rules, stacks, UPS), *lines.split("|"))
    assert hand.options(seat).wager == wager


@pytest.mark.parametrize(("all_in", "reopened"), [(199, False), (200, True)])
def test_r_nl_3_short_all_ins_that_make_a_full_raise_reopen_the_betting(
    deal: Deal, play: Play, all_in: int, *, reopened: bool
) -> None:
    rules = {"ante": 1, "limit": "none", "min_bet": 100}
    stacks = [999, 999, all_in + 1]
    hand = play(deal(rules, stacks, UPS), "p2 cbr 100", f"p3 cbr {all_in}", "p1 cc")
    assert (hand.options(1).wager is not None) is reopened


@pytest.mark.parametrize(("second", "reopened"), [(199, False), (200, True)])
def test_r_nl_3_two_short_all_ins_that_rise_by_a_full_raise_together_reopen_it(
    deal: Deal, play: Play, second: int, *, reopened: bool
) -> None:
    """Each alone is short: 150 over 100, then 199 or 200 over 150."""
    rules = {"ante": 1, "limit": "none", "min_bet": 100}
    rows = "2c 3c 4c 5c / Ks Qh 9d 8d"
    hand = play(deal(rules, [999, 999, 151, second + 1], rows), "p1 cbr 100", "p2 cc")
    hand = play(hand, "p3 cbr 150", f"p4 cbr {second}")
    assert (hand.options(0).wager is not None) is reopened


@pytest.mark.parametrize(
    ("short_all_in", "all_in", "reopened"),
    [("half", 14, False), ("half", 15, True), ("full", 19, False), ("full", 20, True)],
)
def test_r_fix_9_a_rise_of_half_a_bet_or_of_all_of_it_reopens(
    deal: Deal, play: Play, short_all_in: str, all_in: int, *, reopened: bool
) -> None:
    rules = {"ante": 1, "small": 10, "big": 20, "short_all_in": short_all_in}
    hand = play(deal(rules, [99, 99, all_in + 1], UPS), "p2 cbr 10", f"p3 cbr {all_in}", "p1 cc")
    assert (hand.options(1).wager is not None) is reopened
