"""Who must bring in and who opens: B5 and B6, by up cards alone."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.limits import round_sizes
from engine.rules import HouseRules
from engine.showing import bring_in_seat, open_strength, opener, shows_pair

FIXED = {"ante": 1, "small": 10, "big": 20}


GAMES: dict[str, dict[str, object]] = {
    "high": {},
    "hilo a5": {"game": "hilo", "low_rank": "a5"},
    "a5": {"game": "low", "low_rank": "a5"},
    "a6": {"game": "low", "low_rank": "a6"},
    "27": {"game": "low", "low_rank": "27"},
    "soko": {"game": "soko"},
    "soko below": {"game": "soko", "soko_rank": "below"},
    "soko plain": {"game": "soko", "soko_open": "plain"},
    "soko 1-3-1": {"game": "soko", "deal": "1-3-1"},
}


def rules(
    mode: str = "none", tie: str = "suit", open_tie: str = "suit", game: str = "high"
) -> HouseRules:
    bring_in = 0 if mode == "none" else 4
    return HouseRules.from_options(
        {**FIXED, "bring_in_mode": mode, "bring_in": bring_in, "bring_in_tie": tie,
         "open_tie": open_tie, **GAMES[game]}
    )  # fmt: skip


def strengths(game: str, hands: list[str]) -> list[int]:
    return [open_strength(rules(game=game), parse_cards(hand)) for hand in hands]


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
    assert_falling("high", falling)
    assert_falling("hilo a5", falling)
    assert_falling("soko plain", falling)
    assert_falling("soko 1-3-1", falling)  # R-SOKO-6: never there
    for game in ("high", "hilo a5", "soko", "soko below"):
        assert_falling(game, ["3c 3d 3h", "7c 7d 8h", "Ac Kd Qh"])


def assert_falling(game: str, hands: list[str]) -> None:
    order = strengths(game, hands)
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == len(order)


@pytest.mark.parametrize(("straight", "better"), [("8c 7d 6h 5s", "9c 2d 3h 4s")])
def test_r_open_3_straights_and_flushes_never_count(straight: str, better: str) -> None:
    assert_falling("high", [better, straight])
    suited, mixed = strengths("high", ["8c 7c 6c 5c", "8d 7c 6c 5c"])
    assert suited == mixed


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


ACE_LOW = [
    "4c 3d 2h Ac", "5c 3d 2h Ac", "5c 4c 3c 2c", "Kc 3d 2h Ac", "Kc Qd Jh Ts", "Ac Ad 3h 2s",
    "Ac Ad Kh Qs", "2c 2d 3h As", "Kc Kd Qh Js", "2c 2d Ah As", "Kc Kd Ah As", "Kc Kd Qh Qs",
    "Ac Ad Ah 2s", "2c 2d 2h As", "Kc Kd Kh Qs", "Ac Ad Ah As", "Kc Kd Kh Ks",
]  # fmt: skip
ACE_HIGH = [
    "5c 4d 3h 2c", "5c 4c 3c 2d", "6c 4d 3h 2c", "Kc Qd Jh Ts", "Ac 4d 3h 2c", "Ac Kd Qh Jc",
    "2c 2d 4h 3s", "2c 2d Ah 3s", "Ac Ad 3h 2s", "3c 3d 2h 2s", "Ac Ad 2h 2s", "2c 2d 2h 3s",
    "Ac Ad Ah 2s", "2c 2d 2h 2s", "Ac Ad Ah As",
]  # fmt: skip


@pytest.mark.parametrize(("game", "falling"), [("a5", ACE_LOW), ("a6", ACE_LOW)])
def test_r_open_4_open_lows_from_best_to_worst(game: str, falling: list[str]) -> None:
    assert_falling(game, falling)
    assert_falling(game, ["2c Ad", "Kc Ad", "Kc Qd", "Ac Ad", "Kc Kd"])
    assert_falling(game, ["2c 2d Kh", "3c 3d 4h"])
    assert_falling(game, ["Ac", "2c", "Tc", "Kc"])


def test_r_open_4_the_ace_is_high_in_deuce_to_seven() -> None:
    """A-2-3-4 of any suits and partial straights and flushes are plain cards."""
    straight, suited = strengths("27", ACE_HIGH[:2])
    assert straight == suited
    assert_falling("27", ACE_HIGH[1:])
    assert_falling("27", ["2c", "Tc", "Kc", "Ac"])


@pytest.mark.parametrize("game", ["a5", "a6", "27"])
def test_r_open_4_part_straights_and_flushes_are_as_good_as_any(game: str) -> None:
    for suited, mixed in (("9c 8c 7c 6c", "9c 8d 7h 6s"), ("Ac 2c 3c 4c", "Ac 2d 3h 4s")):
        ours, theirs = strengths(game, [suited, mixed])
        assert ours == theirs
    assert_falling(game, ["9c 8d 7h 6s", "Tc 5d 3h 2s"])


SOKO_UP = [
    "2c 2d 2h 2s", "2c 2d 2h 3s", "3c 3d 2h 2s", "Ac Kc Qc 9c", "Ac 4c 3c 2c", "8c 7c 6c 5c",
    "5c 4c 3c 2c", "Ac Kd Qh Js", "Kc Qd Jh Ts", "5c 4d 3h 2s", "Ac 4d 3h 2s", "Ac Ad Kh Qs",
    "2c 2d 4h 3s", "Ac Kd Qh 9s",
]  # fmt: skip


def test_r_soko_6_four_open_cards_of_a_flush_or_a_straight_count() -> None:
    assert_falling("soko", SOKO_UP)
    assert_falling("soko below", [*SOKO_UP[:3], *SOKO_UP[11:13], *SOKO_UP[3:11], SOKO_UP[13]])
    clubs, hearts = strengths("soko", ["Ac Kc Qc 9c", "Ah Kh Qh 9h"])
    assert clubs == hearts


@pytest.mark.parametrize(
    ("game", "ups", "seat"),
    [
        ("soko", ("Ac Ad Kh Qs", "2c 5c 7c 8c", "5c 4d 3h 2s"), 1),
        ("soko", ("Ac Ad Kh Qs", "2c 5c 7c 8d", "5c 4d 3h 2s"), 2),
        ("soko", ("Ac Ad Kh Ks", "2c 5c 7c 8c", "5c 4d 3h 2s"), 0),
        ("soko below", ("Ac Ad Kh Qs", "2c 5c 7c 8c", "5c 4d 3h 2s"), 0),
        ("soko below", ("Ac Kd Qh 9s", "2c 5c 7c 8c", "5c 4d 3h 2s"), 1),
        ("soko plain", ("Ac Kd Qh 9s", "2c 5c 7c 8c", "2d 2h 4d 3h"), 2),
        ("soko plain", ("Ac Kd Qh 9s", "2c 5c 7c 8c", "5c 4d 3h 2s"), 0),
        ("soko", ("2c 2d 4h", "Ac Kc Qc", "6d 5d 4d"), 0),  # three cards are none of the kinds
        ("soko 1-3-1", ("2c 2d 4h", "Ac Kc Qc", "6d 5d 4d"), 0),
        ("soko", ("Kc Qd Jh Ts", "Kd Qh Js Tc"), 1),  # equal 4-straights go by the suit
        ("soko", ("Ah 4d 3c 2s", "As 4c 3s 2d"), 1),  # of the ace, though the run is four high
    ],
)
def test_r_soko_6_who_opens_the_last_round(game: str, ups: tuple[str, ...], seat: int) -> None:
    assert opener(rules(game=game), seats(*ups)) == seat  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "game", "tie", "ups", "seat"),
    [
        ("R-OPEN-1", "a5", "suit", ("2c", "Ad", "Kc"), 1),
        ("R-OPEN-1", "a6", "suit", ("2c", "Ad", "Kc"), 1),
        ("R-OPEN-1", "27", "suit", ("3c", "Ad", "Kc"), 0),
        ("R-OPEN-1", "hilo a5", "suit", ("2c", "Ad", "Kc"), 1),
        ("R-OPEN-1", "soko", "suit", ("2c", "Ad", "Kc"), 1),
        ("R-OPEN-2", "a5", "suit", ("2c 2d", "Kd Qc", "Ac As"), 1),
        ("R-OPEN-2", "a5", "suit", ("2c 2d", "", "Ac As"), 2),
        ("R-OPEN-2", "27", "suit", ("2c 2d", "", "Ac As"), 0),
        ("R-OPEN-2", "hilo a5", "suit", ("2c 2d", "Kd Qc", "3c As"), 0),
        ("R-OPEN-5", "a5", "suit", ("As", "Ac", "Ad"), 1),  # the lower suit opens
        ("R-OPEN-5", "a5", "suit_high", ("Ac", "As", "Ad"), 1),
        ("R-OPEN-6", "a5", "position", ("Kc", "As", "Ac"), 1),
        ("R-OPEN-5", "a5", "suit", ("8h 2c Ac", "8d 2s As"), 1),  # by the highest card
        ("R-OPEN-5", "a5", "suit", ("8h Ac", "8d As"), 1),  # not by the ace, which is low
        ("R-OPEN-5", "a5", "suit_high", ("8h Ac", "8d As"), 0),
        ("R-OPEN-5", "27", "suit", ("8h Ac", "8d As"), 0),  # there the ace is highest
        ("R-OPEN-5", "a6", "suit", ("2c 2s 9h", "2d 2h 9d"), 1),  # not by the pair
        ("R-OPEN-5", "a5", "suit", ("9c 9s 2c", "9d 9h 2d"), 1),  # of two the higher suit
        ("R-OPEN-5", "a5", "suit_high", ("9c 9s 2c", "9d 9h 2d"), 0),
        ("R-OPEN-5", "hilo a5", "suit", ("8s Ac", "8d As"), 1),
        ("R-OPEN-5", "soko", "suit", ("8s Ac", "8d As"), 1),
    ],
)
def test_who_opens_in_other_games(
    rule: str, game: str, tie: str, ups: tuple[str, ...], seat: int
) -> None:
    assert opener(rules(open_tie=tie, game=game), seats(*ups)) == seat, rule  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "game", "mode", "tie", "open_tie", "ups", "seat"),
    [
        ("R-BRING-3", "a5", "high", "suit", "suit", ("Ac", "Kd", "9d"), 1),
        ("R-BRING-3", "a6", "high", "suit", "suit", ("Ac", "Kd", "9d"), 1),
        ("R-BRING-3", "27", "high", "suit", "suit", ("Ac", "Kd", "9d"), 0),
        ("R-BRING-3", "hilo a5", "high", "suit", "suit", ("Ac", "Kd", "9d"), 0),
        ("R-BRING-3", "soko", "high", "suit", "suit", ("Ac", "Kd", "9d"), 0),
        ("R-BRING-3", "a5", "high", "suit", "suit", ("Kc", "Kd", "Kh", "As"), 2),
        ("R-BRING-3", "a5", "high", "position", "suit", ("As", "Kd", "Kh"), 1),
        ("R-BRING-3", "a5", "high", "suit", "suit", ("Ac", "As", "Ah"), 1),
        ("R-BRING-2", "hilo a5", "low", "suit", "suit", ("Ac", "2d", "9d"), 1),
        ("R-BRING-2", "soko", "low", "suit", "suit", ("Ac", "2d", "2c"), 2),
        ("R-BRING-1", "a5", "best", "suit", "suit", ("Kc", "Ad", "2d"), 1),
        ("R-BRING-1", "27", "best", "suit", "suit", ("Kc", "Ad", "2d"), 2),
        ("R-BRING-1", "a5", "best", "suit", "suit", ("Kc", "Ad", "Ac"), 2),
        ("R-BRING-1", "a5", "best", "suit", "suit_high", ("Kc", "Ad", "Ac"), 1),
        ("R-BRING-1", "a5", "best", "suit", "position", ("Kc", "Ad", "Ac"), 1),
        ("R-BRING-1", "hilo a5", "best", "suit", "suit", ("Kc", "Ad", "2d"), 1),
        ("R-BRING-1", "a5", "none", "suit", "suit", ("Kc", "Ad", "2d"), None),
    ],
)
def test_who_must_bring_in_in_other_games(
    rule: str,
    game: str,
    mode: str,
    tie: str,
    open_tie: str,
    ups: tuple[str, ...],
    seat: int | None,
) -> None:
    house = rules(mode, tie, open_tie, game)
    assert bring_in_seat(house, seats(*ups)) == seat, rule  # type: ignore[arg-type]


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
