"""Low hands compared: R-LOW-1 to R-LOW-4 and the counts of part D."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, Card, parse_cards
from engine.options import LowRank
from engine.ranking import Category, Made, SumRanking, low_ranking_of, qualifies, ranking_of
from engine.rules import HouseRules

fives = st.lists(st.sampled_from(FULL_DECK), min_size=5, max_size=5, unique=True)

# Part D: no pair, pair, two pair, three, straight, flush, full house, four, straight flush.
RISING = (
    Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND,
    Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)  # fmt: skip
WITH_STRAIGHTS = (1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36)
COUNTS = {
    "a5": (1_317_888, 1_098_240, 123_552, 54_912, 0, 0, 3_744, 624, 0),
    "a6": WITH_STRAIGHTS,
    "27": WITH_STRAIGHTS,
}
VALUES = {"a5": 6_175, "a6": 7_462, "27": 7_462}


def low(rank: str, game: str = "low") -> HouseRules:
    return HouseRules.from_options({"ante": 1, "limit": "none", "game": game, "low_rank": rank})


def ranking(rank: str) -> SumRanking:
    return low_ranking_of(low(rank))


@pytest.mark.parametrize(
    ("rule", "rank"), [("R-LOW-1", "a5"), ("R-LOW-2", "a6"), ("R-LOW-3", "27")]
)
def test_all_hands_fall_into_the_counted_categories(rule: str, rank: str) -> None:
    ours = ranking(rank)
    counts = Counter(map(ours.of, combinations(FULL_DECK, 5)))
    assert sum(counts.values()) == 2_598_960
    assert len(counts) == len(ours) == VALUES[rank], rule
    assert len({ours.made(value) for value in counts}) == VALUES[rank], rule
    categories: Counter[Category] = Counter()
    for value, count in counts.items():
        categories[ours.made(value).category] += count
    assert tuple(categories[one] for one in RISING) == COUNTS[rank], rule


def test_r_low_4_all_lows_of_eight_or_better() -> None:
    ours = ranking("a5")
    counts = Counter(map(ours.of, combinations(FULL_DECK, 5)))
    lows = {value: count for value, count in counts.items() if qualifies(ours.made(value))}
    assert (sum(lows.values()), len(lows)) == (57_344, 56)
    assert min(lows) == len(ours) - 56  # they are the best of all


@pytest.mark.parametrize(
    ("hand", "low_enough"),
    [
        ("8c 7d 6h 5s 4c", True), ("8c 7c 6c 5c 4c", True), ("5c 4d 3h 2s Ac", True),
        ("9c 4d 3h 2s Ac", False), ("8c 8d 3h 2s Ac", False), ("Kc 4d 3h 2s Ac", False),
        ("Ac Ad 3h 2s 4c", False),
    ],
)  # fmt: skip
def test_r_low_4_five_different_ranks_to_the_eight(hand: str, *, low_enough: bool) -> None:
    ours = ranking("a5")
    assert qualifies(ours.made(ours.of(parse_cards(hand)))) is low_enough


FALLING = {
    "a5": [
        "5c 4c 3c 2c Ac", "6c 4d 3h 2s Ac", "6c 5d 3h 2s Ac", "8c 4d 3h 2s Ac", "9c 8c 7c 6c 5c",
        "Kc 4d 3h 2s Ac", "Kc Qd Jh Ts 9c", "Ac Ad 4h 3s 2c", "Ac Ad Kh Qs Jc", "2c 2d 4h 3s Ac",
        "Kc Kd Qh Js Tc", "2c 2d Ah As 3c", "2c 2d Ah As Kc", "3c 3d Ah As 2c", "Kc Kd Qh Qs Jc",
        "Ac Ad Ah 3s 2c", "Kc Kd Kh Qs Jc", "Ac Ad Ah 2s 2c", "2c 2d 2h As Ac", "Ac Ad Ah As 2c",
        "Kc Kd Kh Ks Qc",
    ],
    "a6": [
        "6c 4d 3h 2s Ac", "6c 5d 3h 2s Ac", "7c 4d 3h 2s Ac", "Kc Qd Jh Ts Ac", "Kc Qd Jh Ts 8c",
        "Ac Ad 4h 3s 2c", "Kc Kd Qh Js Tc", "2c 2d Ah As 3c", "Ac Ad Ah 3s 2c", "5c 4d 3h 2s Ac",
        "6c 5d 4h 3s 2c", "Kc Qd Jh Ts 9c", "6c 4c 3c 2c Ac", "Kc Qc Jc Tc Ac", "Ac Ad Ah 2s 2c",
        "Ac Ad Ah As 2c", "5c 4c 3c 2c Ac", "Kc Qc Jc Tc 9c",
    ],
    "27": [
        "7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "7c 6d 5h 3s 2c", "8c 5d 4h 3s 2c", "Kc Qd Jh Ts 8c",
        "5c 4d 3h 2s Ac", "6c 4d 3h 2s Ac", "2c 2d 5h 4s 3c", "2c 2d 4h 3s Ac", "Ac Ad 4h 3s 2c",
        "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "6c 5d 4h 3s 2c", "Ac Kd Qh Js Tc", "7c 5c 4c 3c 2c",
        "5c 4c 3c 2c Ac", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "6c 5c 4c 3c 2c", "Ac Kc Qc Jc Tc",
    ],
}  # fmt: skip


@pytest.mark.parametrize("rank", FALLING)
def test_r_low_1_to_3_the_order_from_best_to_worst(rank: str) -> None:
    """R-LOW-1, R-LOW-2, R-LOW-3."""
    ours = ranking(rank)
    values = [ours.of(parse_cards(hand)) for hand in FALLING[rank]]
    assert values[0] == len(ours) - 1
    assert values[-1] == 0
    assert len(set(values)) == len(values)
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("rank", "hand", "made"),
    [
        ("a5", "Ac 2c 3c 4c 5c", Made(Category.HIGH_CARD, (5, 4, 3, 2, 1))),
        ("a5", "Ac Kd Qh Js Tc", Made(Category.HIGH_CARD, (13, 12, 11, 10, 1))),
        ("a5", "Ac Ad 7h 6s 5c", Made(Category.PAIR, (1, 7, 6, 5))),
        ("a5", "Ac Ad 7h 7s 5c", Made(Category.TWO_PAIR, (7, 1, 5))),
        ("a5", "Ac Ad 7h 7s Ah", Made(Category.FULL_HOUSE, (1, 7))),
        ("a6", "Ac 2d 3h 4s 5d", Made(Category.STRAIGHT, (5,))),
        ("a6", "Ac 2c 3c 4c 5c", Made(Category.STRAIGHT_FLUSH, (5,))),
        ("a6", "Ac Kc Qc Jc Tc", Made(Category.FLUSH, (13, 12, 11, 10, 1))),
        ("a6", "Kc Qd Jh Ts 9c", Made(Category.STRAIGHT, (13,))),
        ("27", "Ac 2d 3h 4s 5d", Made(Category.HIGH_CARD, (14, 5, 4, 3, 2))),
        ("27", "Ac 2c 3c 4c 5c", Made(Category.FLUSH, (14, 5, 4, 3, 2))),
        ("27", "Ac Kd Qh Js Tc", Made(Category.STRAIGHT, (14,))),
        ("27", "Ac Ad 7h 6s 5c", Made(Category.PAIR, (14, 7, 6, 5))),
    ],
)
def test_a_low_hand_is_named_by_what_decides_it(rank: str, hand: str, made: Made) -> None:
    ours = ranking(rank)
    assert ours.made(ours.of(parse_cards(hand))) == made


def test_r_hilo_1_each_half_has_its_ranking() -> None:
    hilo = low("a6", "hilo")
    assert ranking_of(hilo, 6).low_rank is None
    assert low_ranking_of(hilo).low_rank is LowRank.A6
    assert low_ranking_of(hilo) is low_ranking_of(low("a6")) is ranking_of(low("a6"), 6)


def slow(cards: list[Card], rank: str) -> tuple[object, ...]:
    """Return what orders low hands, the lowest first, worked out the slow way."""
    ranks = sorted((1 if c.rank == 14 and rank != "27" else c.rank for c in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda one: (one[1], one[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    counted = rank != "a5"
    straight = counted and len(groups) == 5 and ranks[0] - ranks[4] == 4
    flush = counted and len({card.suit for card in cards}) == 1
    order = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
    level = 8 if straight and flush else 5 if flush else 4 if straight else order.index(shape)
    return level, tuple(one for one, _ in groups)


@given(fives, fives, st.sampled_from(["a5", "a6", "27"]))
def test_r_low_1_to_3_agree_with_the_slow_way(
    left: list[Card], right: list[Card], rank: str
) -> None:
    """R-LOW-1, R-LOW-2, R-LOW-3."""
    ours, theirs = ranking(rank).of(left), ranking(rank).of(right)
    assert (ours > theirs) == (slow(left, rank) < slow(right, rank))
    assert (ours == theirs) == (slow(left, rank) == slow(right, rank))
    assert ranking(rank).value(sum(card.key for card in left)) == ours
