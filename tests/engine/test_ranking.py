"""High hands compared: R-HIGH-1, R-HIGH-2, R-DECK-5, R-DECK-6 and the counts of part D."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, Card, parse_cards
from engine.decks import deck_for
from engine.ranking import Category, Made, high_ranking, ranking_of
from engine.rules import HouseRules

fives = st.lists(st.sampled_from(FULL_DECK), min_size=5, max_size=5, unique=True)


def test_r_high_1_all_hands_fall_into_the_counted_categories() -> None:
    ranking = high_ranking()
    value = ranking.value
    keys = [card.key for card in FULL_DECK]
    counts = Counter(map(value, map(sum, combinations(keys, 5))))
    assert sum(counts.values()) == 2_598_960
    assert len(counts) == len(ranking) == 7_462
    categories: Counter[Category] = Counter()
    for one, count in counts.items():
        categories[ranking.made(one).category] += count
    assert dict(categories) == {
        Category.STRAIGHT_FLUSH: 40,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


# Part D, in the order of FALLING.
STRIPPED = {
    "48": (36, 528, 3_168, 3_132, 9_180, 42_240, 95_040, 760_320, 798_660),
    "44": (32, 440, 2_640, 1_816, 8_160, 31_680, 71_280, 506_880, 463_080),
    "40": (28, 360, 2_160, 980, 7_140, 23_040, 51_840, 322_560, 249_900),
    "36": (24, 288, 1_728, 480, 6_120, 16_128, 36_288, 193_536, 122_400),
    "32": (20, 224, 1_344, 204, 5_100, 10_752, 24_192, 107_520, 52_020),
    "28": (16, 168, 1_008, 68, 4_080, 6_720, 15_120, 53_760, 17_340),
    "24": (12, 120, 720, 12, 3_060, 3_840, 8_640, 23_040, 3_060),
}
HANDS = {
    "48": 1_712_304, "44": 1_086_008, "40": 658_008, "36": 376_992, "32": 201_376, "28": 98_280,
    "24": 42_504,
}  # fmt: skip
FALLING = (
    Category.STRAIGHT_FLUSH, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH,
    Category.STRAIGHT, Category.THREE_OF_A_KIND, Category.TWO_PAIR, Category.PAIR,
    Category.HIGH_CARD,
)  # fmt: skip


def counted(options: dict[str, object]) -> tuple[int, ...]:
    """Return how many hands of the deck make each category, the best first."""
    rules = HouseRules.from_options({"ante": 1, "limit": "none", **options})
    ranking = ranking_of(rules, 2)
    cards = deck_for(rules, 2)
    categories: Counter[Category] = Counter()
    for value, count in Counter(map(ranking.of, combinations(cards, 5))).items():
        categories[ranking.made(value).category] += count
    assert len({ranking.made(value) for value in range(len(ranking))}) == len(ranking)
    return tuple(categories[one] for one in FALLING)


@pytest.mark.parametrize("deck", STRIPPED)
def test_r_high_3_all_hands_of_a_stripped_deck_fall_into_the_counted_categories(deck: str) -> None:
    """R-DECK-2, R-DECK-5."""
    counts = counted({"deck": deck})
    assert counts == STRIPPED[deck]
    assert sum(counts) == HANDS[deck]


def test_r_deck_5_without_the_lowest_straight_a_fifth_of_the_straights_is_gone() -> None:
    straight_flush, _, _, flush, straight, *_, nothing = counted(
        {"deck": "32", "low_straight": False}
    )
    assert (straight_flush, straight) == (16, 4_080)
    assert (flush, nothing) == (204 + 4, 52_020 + 1_020)


@pytest.mark.parametrize("low_straight", [True, False])
def test_r_deck_5_the_lowest_straight_is_there_with_52_cards_in_any_case(
    *, low_straight: bool
) -> None:
    rules = HouseRules.from_options({"ante": 1, "limit": "none", "low_straight": low_straight})
    ranking = ranking_of(rules, 10)
    assert ranking.made(ranking.of(parse_cards("Ac 2d 3h 4s 5d"))).category is Category.STRAIGHT


def test_r_deck_6_flush_over_full_changes_places_and_nothing_else() -> None:
    rules = HouseRules.from_options({"ante": 1, "limit": "none", "flush_over_full": True})
    ours, plain = ranking_of(rules, 2), high_ranking()
    assert len(ours) == 7_462
    order = [ours.made(value).category for value in range(7_462)]
    places = list(dict.fromkeys(order))
    assert places == [
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT,
        Category.FULL_HOUSE,
        Category.FLUSH,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
    ]
    for category in Category:
        made = [ours.made(v) for v in range(7_462) if ours.made(v).category is category]
        assert made == [plain.made(v) for v in range(7_462) if plain.made(v).category is category]


def test_r_high_1_the_order_from_best_to_worst() -> None:
    falling = [
        "As Ks Qs Js Ts", "5h 4h 3h 2h Ah", "2c 2d 2h 2s 3c", "2c 2d 2h As Ac", "7c 5c 4c 3c 2c",
        "6c 5d 4c 3c 2c", "5c 4d 3c 2c Ac", "2c 2d 2h 4s 3c", "3c 3d 2h 2s 4c", "2c 2d 5c 4c 3h",
        "As Kd Qc Jh 9d", "7c 5d 4c 3c 2c",
    ]  # fmt: skip
    values = [high_ranking().of(parse_cards(hand)) for hand in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert values[0] == len(high_ranking()) - 1
    assert values[-1] == 0


@pytest.mark.parametrize("hand", ["Qc Kd Ah 2s 3d", "Kc Ad 2h 3s 4d", "Jc Qd Kh As 2d"])
def test_r_high_2_no_straight_goes_around_the_ace(hand: str) -> None:
    made = high_ranking().made(high_ranking().of(parse_cards(hand)))
    assert made.category is Category.HIGH_CARD


@pytest.mark.parametrize(
    ("hand", "made"),
    [
        ("Ac 2d 3h 4s 5d", Made(Category.STRAIGHT, (5,))),
        ("Ac Kd Qh Js Td", Made(Category.STRAIGHT, (14,))),
        ("2d 2c As 2h Ad", Made(Category.FULL_HOUSE, (2, 14))),
        ("3d 3c As 2h 2d", Made(Category.TWO_PAIR, (3, 2, 14))),
        ("3d 3c As 2h 9d", Made(Category.PAIR, (3, 14, 9, 2))),
        ("3d 3c 3s 2h 9d", Made(Category.THREE_OF_A_KIND, (3, 9, 2))),
        ("3d 3c 3s 3h 9d", Made(Category.FOUR_OF_A_KIND, (3, 9))),
        ("3d 5d 9d 8d 2d", Made(Category.FLUSH, (9, 8, 5, 3, 2))),
    ],
)
def test_a_hand_is_named_by_what_decides_it(hand: str, made: Made) -> None:
    assert high_ranking().made(high_ranking().of(parse_cards(hand))) == made


def plain_rank(cards: list[Card]) -> tuple[object, ...]:
    """Return what orders hands, worked out the slow way."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda one: (one[1], one[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    by_group = tuple(rank for rank, _ in groups)
    if ranks == [14, 5, 4, 3, 2]:
        ranks, by_group = [5, 4, 3, 2, 1], (5, 4, 3, 2, 1)
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card.suit for card in cards}) == 1
    order = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
    level = 8 if straight and flush else 5 if flush else 4 if straight else order.index(shape)
    return level, by_group


@given(fives, fives)
def test_r_high_1_agrees_with_the_slow_way(left: list[Card], right: list[Card]) -> None:
    ours, theirs = high_ranking().of(left), high_ranking().of(right)
    slow_left, slow_right = plain_rank(left), plain_rank(right)
    assert (ours > theirs) == (slow_left > slow_right)
    assert (ours == theirs) == (slow_left == slow_right)
