"""The card that orders tied hands by suit, and the order it gives: R-ODD-2, R-ODD-4."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.options import OddChip
from engine.ranking import Ranking, low_ranking_of, odd_chip_card, odd_chip_place, ranking_of
from engine.rules import HouseRules

GAMES: dict[str, dict[str, object]] = {
    "high": {},
    "32": {"deck": "32"},
    "soko": {"game": "soko"},
    "a5": {"game": "low", "low_rank": "a5"},
    "a6": {"game": "low", "low_rank": "a6"},
    "27": {"game": "low", "low_rank": "27"},
}


def ranking(game: str) -> Ranking:
    rules = HouseRules.from_options({"ante": 1, "limit": "none", **GAMES[game]})
    return low_ranking_of(rules) if game in ("a5", "a6", "27") else ranking_of(rules, 2)


def card_of(game: str, hand: str, odd_chip: OddChip = OddChip.SUIT) -> str:
    ours, cards = ranking(game), parse_cards(hand)
    return odd_chip_card(cards, ours.made(ours.of(cards)), ours, odd_chip).text


@pytest.mark.parametrize(
    ("game", "hand", "card"),
    [
        ("high", "Ac 2d 3h 4s 5d", "5d"),  # the ace counts low in the lowest straight
        ("high", "As 2s 3s 4s 5s", "5s"),
        ("high", "Ac Kd Qh Js Td", "Ac"),
        ("high", "Ac Ah Qh Js Td", "Ah"),  # of two equal ranks the higher suit
        ("high", "3d 3s Kc 2h 9d", "Kc"),  # the highest card, not the pair
        ("high", "Ah 2d 3h 4s 6d", "Ah"),
        ("32", "Ah 7d 8h 9c Ts", "Ts"),
        ("32", "Ah 7d 8h 9c Js", "Ah"),
        ("a5", "5c 4d 3h 2s Ac", "5c"),
        ("a5", "Kc Ad Qh 2s 3c", "Kc"),
        ("a5", "Ac Ad 7h 6s 5c", "7h"),  # the highest card, not the pair
        ("a5", "7c 7d 6h 5s Ac", "7d"),
        ("a6", "6c 4d 3h 2s Ac", "6c"),
        ("a6", "5c 4d 3h 2s As", "5c"),  # in the straight as well
        ("a6", "As Kd Qh Jc Tc", "Kd"),
        ("27", "7c 5d 4h 3s 2c", "7c"),
        ("27", "5s 4d 3h 2s Ac", "Ac"),  # no straight: the ace is high
        ("27", "Kd Qd Ah Jc Tc", "Ah"),
        ("soko", "5s 8c 7d 6h Kd", "Kd"),  # the odd card counts as any other
        ("soko", "5s 8c 7d 6h 3d", "8c"),
        ("soko", "5s 8c 7d 6h 8s", "8s"),
        ("soko", "5s 8c 7d 6h Ac", "Ac"),  # an odd ace is high
        ("soko", "As 2d 3c 4h 4d", "4h"),  # the ace of the run A-2-3-4 is low
        ("soko", "As 2d 3c 4h 2c", "4h"),
        ("soko", "As 2d 3c 4h 7d", "7d"),
        ("soko", "Ad 2d 3c 4h As", "As"),  # the odd one of two aces is high
        ("soko", "As 2d 3c 4h 5d", "5d"),
        ("soko", "Jc Qd Kh As 2d", "As"),
        ("soko", "As 2s 3s 4s 9d", "As"),  # a 4-flush is no run
    ],
)
def test_r_odd_2_the_card_that_orders_tied_hands(game: str, hand: str, card: str) -> None:
    assert card_of(game, hand) == card


@pytest.mark.parametrize(
    ("game", "hand", "card"),
    [
        ("a5", "5c 4d 3h 2s Ac", "Ac"),
        ("a5", "As Ad 7h 6s 5c", "Ad"),  # of two equal lowest ranks the lower suit
        ("a5", "Ks Kd 7h 6s 5c", "5c"),
        ("a6", "5c 4d 3h 2s As", "As"),
        ("a6", "2s 2d 7h 6s 5c", "2d"),
        ("27", "5s 4d 3h 2s Ac", "2s"),
        ("27", "5s 4d 2h 2s Ac", "2h"),
        ("high", "5s 4d 2h 2s Ac", "Ac"),  # high hands go by their highest card
        ("high", "Ac 2d 3h 4s 5d", "5d"),
        ("soko", "As 2d 3c 4h 7d", "7d"),
    ],
)
def test_r_odd_2_suit_low_takes_the_lowest_card_of_lows(game: str, hand: str, card: str) -> None:
    assert card_of(game, hand, OddChip.SUIT_LOW) == card


@pytest.mark.parametrize(
    ("game", "odd_chip", "order"),
    [
        # The eights are h s d, the aces s c d, the twos c d h.
        ("a5", "suit", [1, 0, 2]),
        ("a5", "suit_low", [1, 2, 0]),
        ("27", "suit", [0, 2, 1]),
        ("27", "suit_low", [0, 1, 2]),
        ("high", "suit", [0, 2, 1]),
        ("high", "suit_low", [0, 2, 1]),
        ("a5", "position", [0, 1, 2]),
        ("high", "position", [0, 1, 2]),
    ],
)
def test_r_odd_2_the_order_of_tied_hands(game: str, odd_chip: str, order: list[int]) -> None:
    """R-ODD-4."""
    hands = [parse_cards(hand) for hand in ("8h 4d 3c 2c As", "8s 4h 3s 2d Ac", "8d 4s 3h 2h Ad")]
    ours = ranking(game)
    made = ours.made(ours.of(hands[0]))
    places = [odd_chip_place(cards, made, ours, OddChip(odd_chip)) for cards in hands]
    assert sorted(range(3), key=lambda seat: (places[seat], seat)) == order
