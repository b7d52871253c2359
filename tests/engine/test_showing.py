"""Who must bring in and who opens: B5 and B6, by up cards alone."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.limits import round_sizes
from engine.rules import HouseRules
from engine.showing import bring_in_seat, open_strength, opener, shows_pair

FIXED = {"ante": 1, "small": 10, "big": 20}


def rules(mode: str = "none", tie: str = "suit", open_tie: str = "suit") -> HouseRules:
    bring_in = 0 if mode == "none" else 4
    return HouseRules.from_options(
        {**FIXED, "bring_in_mode": mode, "bring_in": bring_in, "bring_in_tie": tie,
         "open_tie": open_tie}
    )  # fmt: skip


def seats(*ups: str) -> dict[int, tuple[object, ...]]:
    return {seat: parse_cards(cards) for seat, cards in enumerate(ups) if cards}


@pytest.mark.parametrize(
    ("rule", "mode", "tie", "open_tie", "ups", "seat"),
    [
        ("R-BRING-1", "none", "suit", "suit", ("Ah", "2c", "9d"), None),
        ("R-BRING-2", "low", "suit", "suit", ("Ah", "2d", "9d"), 1),
        ("R-BRING-2", "low", "suit", "suit", ("Ac", "Ad", "Kd"), 2),  # the ace is highest
        ("R-BRING-2", "low", "suit", "suit", ("2s", "2h", "2d", "2c"), 3),
        ("R-BRING-2", "low", "suit", "suit", ("2s", "2h", "2d"), 2),
        ("R-BRING-2", "low", "position", "suit", ("9c", "2s", "2c"), 1),
        ("R-BRING-2", "low", "suit", "position", ("9c", "2s", "2c"), 2),
        ("R-BRING-3", "high", "suit", "suit", ("Kh", "Ac", "9d"), 1),
        ("R-BRING-3", "high", "suit", "suit", ("Ac", "As", "Ad", "Ah"), 1),
        ("R-BRING-3", "high", "position", "suit", ("9c", "Ac", "As"), 1),
        ("R-BRING-1", "best", "suit", "suit", ("9c", "Ac", "As"), 2),
        ("R-BRING-2", "best", "position", "suit", ("9c", "Ac", "As"), 2),
        ("R-BRING-2", "best", "suit", "position", ("9c", "Ac", "As"), 1),
        ("R-BRING-2", "best", "suit", "suit_high", ("9c", "Ac", "As"), 2),
    ],
)
def test_who_must_bring_in(
    rule: str, mode: str, tie: str, open_tie: str, ups: tuple[str, ...], seat: int | None
) -> None:
    assert bring_in_seat(rules(mode, tie, open_tie), seats(*ups)) == seat, rule  # type: ignore[arg-type]


def test_r_open_3_open_hands_from_best_to_worst() -> None:
    falling = [
        "2c 2d 2h 2s", "Ac Ad Ah Ks", "3c 3d 3h Ac", "3c 3d 3h 2c", "Ac Ad 2h 2s", "Kc Kd Qh Qs",
        "Kc Kd Jh Js", "Ac Ad Kh Qs", "2c 2d Ah Ks", "2c 2d 3h 4s", "Ac Kd Qh Js", "Ac Kd Qh 2s",
        "9c 8d 7h 6s", "9c 8c 7c 5c", "5c 4d 3h 2s",
    ]  # fmt: skip
    strengths = [open_strength(parse_cards(cards)) for cards in falling]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)
    example = ["3c 3d 3h", "7c 7d 8h", "Ac Kd Qh"]
    order = [open_strength(parse_cards(cards)) for cards in example]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize(("straight", "better"), [("8c 7d 6h 5s", "9c 2d 3h 4s")])
def test_r_open_3_straights_and_flushes_never_count(straight: str, better: str) -> None:
    assert open_strength(parse_cards(straight)) < open_strength(parse_cards(better))
    assert open_strength(parse_cards("8c 7c 6c 5c")) == open_strength(parse_cards("8d 7c 6c 5c"))


@pytest.mark.parametrize(
    ("rule", "tie", "ups", "seat"),
    [
        ("R-OPEN-1", "suit", ("9c", "Kc", "Qs"), 1),
        ("R-OPEN-2", "suit", ("Ac Kd", "2c 2d", "Qs Js"), 1),
        ("R-OPEN-2", "suit", ("", "2c 2d", "Qs Js"), 1),  # folded hands do not count
        ("R-OPEN-5", "suit", ("9c", "Kc", "Ks", "Kh"), 2),
        ("R-OPEN-5", "suit", ("9s Kc 9d", "9h Kd 9c"), 1),  # the king decides, not the nines
        ("R-OPEN-5", "suit", ("9c Kd 9d", "9s Kc 9h"), 0),
        ("R-OPEN-5", "suit", ("Ac Ad 5s", "Ah As 5c"), 1),  # of two equal ones the higher suit
        ("R-OPEN-5", "suit", ("Ac As 5c", "Ah Ad 5s"), 0),
        ("R-OPEN-5", "suit_high", ("Ac As 5c", "Ah Ad 5s"), 0),
        ("R-OPEN-6", "position", ("9c", "Kc", "Ks"), 1),
        ("R-OPEN-6", "position", ("Ac Ad 5s", "Ah As 5c"), 0),
        ("R-OPEN-6", "position", ("Ac Ad 5s", "Ah As 6c"), 1),
    ],
)
def test_who_opens(rule: str, tie: str, ups: tuple[str, ...], seat: int) -> None:
    assert opener(rules(open_tie=tie), seats(*ups)) == seat, rule  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "pair"),
    [("Ac Ad", True), ("Ac Kd", False), ("Ac Kd Ah", True), ("2c 2d 2h", True), ("Ac", False)],
)
def test_r_fix_4_what_shows_a_pair(cards: str, pair: bool) -> None:
    assert shows_pair(parse_cards(cards)) is pair


@pytest.mark.parametrize(
    ("rule", "options", "number", "open_pair", "sizes"),
    [
        ("R-FIX-2", {}, 1, True, (10,)),
        ("R-FIX-4", {}, 2, False, (10,)),
        ("R-FIX-4", {}, 2, True, (10, 20)),
        ("R-FIX-4", {"open_pair_big": False}, 2, True, (10,)),
        ("R-FIX-8", {}, 3, False, (20,)),
        ("R-FIX-8", {}, 4, True, (20,)),
        ("R-FIX-8", {"late_rounds": "free"}, 3, False, (10, 20)),
        ("R-FIX-8", {"late_rounds": "free"}, 4, False, (10, 20)),
        ("R-FIX-8", {"late_rounds": "free"}, 2, False, (10,)),
        ("R-FIX-1", {"big": 10, "late_rounds": "free"}, 3, False, (10,)),
        ("R-NL-1", {"limit": "none"}, 1, False, ()),
    ],
)
def test_sizes_of_a_round(
    rule: str, options: dict[str, object], number: int, open_pair: bool, sizes: tuple[int, ...]
) -> None:
    house = HouseRules.from_options({**FIXED, **options})
    assert round_sizes(house, number, open_pair=open_pair) == sizes, rule
