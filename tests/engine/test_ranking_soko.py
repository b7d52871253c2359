"""Sökö's hands compared: R-SOKO-1 to R-SOKO-5 and the counts of part D."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, Card, parse_cards
from engine.ranking import Category, Made, Ranking, ranking_of
from engine.rules import HouseRules

RANKS = ["between", "below"]

fives = st.lists(st.sampled_from(FULL_DECK), min_size=5, max_size=5, unique=True)


@st.composite
def nearly_suited(draw: st.DrawFn) -> list[Card]:
    """Draw four cards of a suit and any fifth, in any order."""
    suit = draw(st.sampled_from(FULL_DECK)).suit
    four = draw(
        st.lists(
            st.sampled_from([card for card in FULL_DECK if card.suit is suit]),
            min_size=4,
            max_size=4,
            unique=True,
        )
    )
    fifth = draw(st.sampled_from([card for card in FULL_DECK if card not in four]))
    return draw(st.permutations([*four, fifth]))


hands = fives | nearly_suited()


def ranking(rank: str = "between") -> Ranking:
    options = {"ante": 1, "limit": "none", "game": "soko", "soko_rank": rank}
    return ranking_of(HouseRules.from_options(options), 2)


def made(hand: str, rank: str = "between") -> Made:
    ours = ranking(rank)
    return ours.made(ours.of(parse_cards(hand)))


# Part D, from the straight flush down to the high card of `between`.
FALLING = sorted(Category, reverse=True)
TOP = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552)
COUNTS = {
    "between": (*TOP, 110_940, 92_208, 1_047_552, 1_150_080),
    "below": (*TOP, 76_620, 75_840, 1_098_240, 1_150_080),
}
VALUES = {"between": 16_707, "below": 13_847}


@pytest.mark.parametrize("rank", RANKS)
def test_r_soko_1_all_hands_fall_into_the_counted_categories(rank: str) -> None:
    """R-SOKO-2."""
    ours = ranking(rank)
    counts = Counter(map(ours.of, combinations(FULL_DECK, 5)))
    assert sum(counts.values()) == 2_598_960
    assert len(counts) == len(ours) == VALUES[rank]
    assert len({ours.made(value) for value in counts}) == VALUES[rank]
    categories: Counter[Category] = Counter()
    for value, count in counts.items():
        categories[ours.made(value).category] += count
    assert tuple(categories[one] for one in FALLING) == COUNTS[rank]


@pytest.mark.parametrize(
    ("rank", "four_flushes", "four_straights"),
    [("between", 34_320, 16_368), ("below", 0, 0)],
)
def test_r_soko_2_a_pair_may_lie_within_where_the_four_rank_above_it(
    rank: str, four_flushes: int, four_straights: int
) -> None:
    """R-SOKO-3, R-SOKO-4."""
    ours = ranking(rank)
    of = [ours.made(value).category for value in range(len(ours))]
    extra = (Category.FOUR_STRAIGHT, Category.FOUR_FLUSH)
    held = Counter(
        of[value]
        for hand in combinations(FULL_DECK, 5)
        if of[value := ours.of(hand)] in extra and len({card.rank for card in hand}) == 4
    )
    assert (held[Category.FOUR_FLUSH], held[Category.FOUR_STRAIGHT]) == (
        four_flushes,
        four_straights,
    )


def test_r_soko_3_the_eleven_runs_by_their_top_card() -> None:
    ours = ranking()
    tops: Counter[int] = Counter()
    for value, count in Counter(map(ours.of, combinations(FULL_DECK, 5))).items():
        if ours.made(value).category is Category.FOUR_STRAIGHT:
            tops[ours.made(value).ranks[0]] += count
    assert tops == {4: 9_168, 14: 9_168, **dict.fromkeys(range(5, 14), 8_208)}


ORDERS = {
    "between": [
        "As Ks Qs Js Ts", "2c 2d 2h 2s 3c", "2c 2d 2h 3s 3c", "7c 5c 4c 3c 2c", "5c 4d 3c 2c Ac",
        "2c 2d 2h 4s 3c", "3c 3d 2h 2s 4c", "As Ks Qs Js Ad", "As Ks Qs Js 9d", "5s 4s 3s 2s 7d",
        "As Kd Qc Jh Ad", "As Kd Qc Jh 2d", "Ks Qd Jc Th 8d", "Ac 2d 3h 4s Ad", "Ac 2d 3h 4s Kd",
        "Ac 2d 3h 4s 2c", "As Ad Kc Qd Th", "2c 2d 3h 4s 6c", "As Kd Qc 9h 8d", "7c 6d 4c 3c 2d",
    ],
    "below": [
        "As Ks Qs Js Ts", "3c 3d 2h 2s 4c", "As Ad Kc Qd Jh", "As Ks Qs Ad 2s", "2c 2d 3h 4s 5c",
        "As Ks Qs Js 9d", "5s 4s 3s 2s 7d", "As Kd Qc Jh 9d", "Ac 2d 3h 4s 6d", "As Kd Qc 9h 8d",
    ],
}  # fmt: skip


@pytest.mark.parametrize("rank", RANKS)
def test_r_soko_1_the_order_from_best_to_worst(rank: str) -> None:
    values = [ranking(rank).of(parse_cards(hand)) for hand in ORDERS[rank]]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert values[0] == len(ranking(rank)) - 1


@pytest.mark.parametrize(
    ("rule", "hand", "what"),
    [
        ("R-SOKO-3", "5s 8c 7d 6h Kd", Made(Category.FOUR_STRAIGHT, (8, 13))),
        ("R-SOKO-3", "5s 8c 7d 6h Ad", Made(Category.FOUR_STRAIGHT, (8, 14))),
        ("R-SOKO-3", "5s 8c 7d 6h 6d", Made(Category.FOUR_STRAIGHT, (8, 6))),
        ("R-SOKO-3", "As 2c 3d 4h Ad", Made(Category.FOUR_STRAIGHT, (4, 14))),
        ("R-SOKO-3", "As 2c 3d 4h 6d", Made(Category.FOUR_STRAIGHT, (4, 6))),
        ("R-SOKO-3", "As Kc Qd Jh Ad", Made(Category.FOUR_STRAIGHT, (14, 14))),
        ("R-SOKO-3", "Qc Kd Ah 2s 7d", Made(Category.HIGH_CARD, (14, 13, 12, 7, 2))),
        ("R-SOKO-3", "Kc Ad 2h 3s 3d", Made(Category.PAIR, (3, 14, 13, 2))),
        ("R-SOKO-2", "As 2c 3d 4h 5d", Made(Category.STRAIGHT, (5,))),
        ("R-SOKO-2", "2c 3c 4c 5c 6d", Made(Category.STRAIGHT, (6,))),
        ("R-SOKO-2", "2c 3c 4c 5c 9c", Made(Category.FLUSH, (9, 5, 4, 3, 2))),
        ("R-SOKO-2", "2c 3c 4c 5d 9c", Made(Category.FOUR_FLUSH, (9, 4, 3, 2, 5))),
        ("R-SOKO-4", "Ks 9s 5s 2s Kd", Made(Category.FOUR_FLUSH, (13, 9, 5, 2, 13))),
        ("R-SOKO-5", "8h 7h 6h 5h Ad", Made(Category.FOUR_FLUSH, (8, 7, 6, 5, 14))),
        ("R-SOKO-5", "Ah 2h 3h 4h 9d", Made(Category.FOUR_FLUSH, (14, 4, 3, 2, 9))),
    ],
)
def test_a_soko_hand_is_named_by_what_decides_it(rule: str, hand: str, what: Made) -> None:
    assert made(hand) == what, rule


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        ("Ks 9s 5s 2s Kd", Made(Category.PAIR, (13, 9, 5, 2))),
        ("5s 8c 7d 6h 6d", Made(Category.PAIR, (6, 8, 7, 5))),
        ("5s 8c 7d 6h Kd", Made(Category.FOUR_STRAIGHT, (8, 13))),
        ("Ks 9s 5s 2s Qd", Made(Category.FOUR_FLUSH, (13, 9, 5, 2, 12))),
    ],
)
def test_r_soko_2_below_a_pair_is_the_better_of_two_kinds(hand: str, what: Made) -> None:
    assert made(hand, "below") == what


@given(nearly_suited(), st.randoms(use_true_random=False))
def test_r_soko_4_the_order_of_the_cards_is_nothing(hand: list[Card], chance: object) -> None:
    again = list(hand)
    chance.shuffle(again)  # type: ignore[attr-defined]
    for rank in RANKS:
        assert ranking(rank).of(hand) == ranking(rank).of(iter(again))


def slow(cards: list[Card], rank: str) -> tuple[object, ...]:
    """Return what orders Sökö's hands, all the kinds of a hand worked out the slow way."""
    names = ["high", "pair", "4-straight", "4-flush", "two pair", "three", "straight", "flush"]
    names += ["full", "four", "straight flush"]
    if rank == "below":
        names[1:4] = ["4-straight", "4-flush", "pair"]
    return max((names.index(kind), ranks) for kind, ranks in kinds(cards))


def kinds(cards: list[Card]) -> list[tuple[str, tuple[int, ...]]]:
    ranks = sorted((card.rank for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda one: (one[1], one[0]), reverse=True)
    by_group = tuple(one for one, _ in groups)
    shapes = {
        (1, 1, 1, 1, 1): "high", (2, 1, 1, 1): "pair", (2, 2, 1): "two pair", (3, 1, 1): "three",
        (3, 2): "full", (4, 1): "four",
    }  # fmt: skip
    found = [(shapes[tuple(count for _, count in groups)], by_group)]
    runs = {tuple(range(top, top - 5, -1)): top for top in range(6, 15)}
    runs[14, 5, 4, 3, 2] = 5
    straight = runs.get(tuple(ranks))
    flush = len({card.suit for card in cards}) == 1
    if straight:
        found.append(("straight flush" if flush else "straight", (straight,)))
    if flush:
        found.append(("flush", by_group))
    fours = {tuple(range(top, top - 4, -1)): top for top in range(5, 15)}
    fours[14, 4, 3, 2] = 4
    for odd in cards:
        four = sorted((card.rank for card in cards if card is not odd), reverse=True)
        if tuple(four) in fours:
            found.append(("4-straight", (fours[tuple(four)], odd.rank)))
        if len({card.suit for card in cards if card is not odd}) == 1:
            found.append(("4-flush", (*four, odd.rank)))
    return found


@given(hands, hands, st.sampled_from(RANKS))
def test_r_soko_1_to_5_agree_with_the_slow_way(
    left: list[Card], right: list[Card], rank: str
) -> None:
    """R-SOKO-1, R-SOKO-2, R-SOKO-3, R-SOKO-4, R-SOKO-5."""
    ours, theirs = ranking(rank).of(left), ranking(rank).of(right)
    slow_left, slow_right = slow(left, rank), slow(right, rank)
    assert (ours > theirs) == (slow_left > slow_right)
    assert (ours == theirs) == (slow_left == slow_right)
