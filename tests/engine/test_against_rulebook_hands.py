"""Hands and boards compared with the second reading: play comes to many of them too rarely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.actions import Action, Verb
from engine.cards import FULL_DECK, Card
from engine.decks import deck_for
from engine.hand import Hand
from engine.ranking import Ranking, low_ranking_of, qualifies, ranking_of
from engine.rules import HouseRules
from engine.showing import opener
from tests.engine.reading_cards import High, Low, Soko, best_showing
from tests.engine.reading_compare import follow

if TYPE_CHECKING:
    from tests.engine.conftest import Deal

# Hands by the thousand: to measure their coverage would double their time.
pytestmark = pytest.mark.unmeasured

FIXED = {"ante": 1, "small": 10, "big": 20}
HANDS, BOARDS = 6_000, 12_000
LOW_RANKS = ("a5", "a6", "27")


def near(deck: Sequence[Card], chance: Random) -> list[Card]:
    """Return the cards of a deck, or those of a few ranks or a suit: straights, flushes, pairs."""
    match chance.randrange(3):
        case 0:
            low = chance.randrange(1, 11)
            some = [c for c in deck if low <= c.rank <= low + 5 or (c.rank == 14 and low <= 2)]
        case 1:
            suit = chance.randrange(4)
            some = [c for c in deck if c.suit == suit or not chance.randrange(20)]
        case _:
            some = list(deck)
    return some if len(some) >= 5 else list(deck)


def assert_same_order(
    ours: High | Low, theirs: Ranking, deck: Sequence[Card], chance: Random
) -> None:
    """Compare the order of many hands, and which of them are equal."""
    values: dict[tuple[int, tuple[int, ...]], tuple[int, list[Card]]] = {}
    for _ in range(HANDS):
        cards = chance.sample(near(deck, chance), 5)
        category, ranks = ours.worth(cards)
        value = theirs.of(cards)
        first = values.setdefault((category, tuple(ranks)), (value, cards))
        assert first[0] == value, (cards, first)
    order = [values[worth] for worth in sorted(values)]
    for (worse, these), (better, those) in pairwise(order):
        assert worse < better, (these, those)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"flush_over_full": True},
        {"deck": 48},
        {"deck": 32},
        {"deck": 32, "low_straight": False},
        {"deck": 32, "flush_over_full": False},
        {"deck": 24},
        {"game": "hilo"},
        {"game": "soko"},
        {"game": "soko", "soko_rank": "below"},
    ],
    ids=str,
)
def test_r_high_r_soko_hands_are_in_the_same_order(options: dict[str, object]) -> None:
    """R-HIGH-1 to 3, R-DECK-5, R-DECK-6, R-SOKO-1 to 5."""
    rules = HouseRules.from_options({**FIXED, **options})
    ours = (Soko if rules.game == "soko" else High)(rules, 4)
    assert_same_order(ours, ranking_of(rules, 4), deck_for(rules, 4), Random(str(options)))


@pytest.mark.parametrize("game", ["low", "hilo"])
@pytest.mark.parametrize("low_rank", LOW_RANKS)
def test_r_low_hands_are_in_the_same_order(low_rank: str, game: str) -> None:
    """R-LOW-1 to 3; a flush that beats a full house for high changes nothing for low."""
    options: dict[str, object] = {**FIXED, "game": game, "low_rank": low_rank}
    if game == "hilo":
        options["flush_over_full"] = True
    rules = HouseRules.from_options(options)
    theirs = low_ranking_of(rules) if game == "hilo" else ranking_of(rules, 4)
    assert_same_order(Low(low_rank), theirs, FULL_DECK, Random(low_rank))


def test_r_low_4_the_same_hands_are_eight_or_better() -> None:
    ours, chance = Low("a5"), Random(8)
    theirs = low_ranking_of(HouseRules.from_options({**FIXED, "game": "hilo", "qualifier": 8}))
    told = []
    for _ in range(HANDS):
        cards = chance.sample(near(FULL_DECK, chance), 5)
        told.append(ours.qualifies(cards))
        assert qualifies(theirs.made(theirs.of(cards))) == told[-1], cards
    assert len(set(told)) == 2


def boards(chance: Random) -> Iterator[dict[int, list[Card]]]:
    """Yield what two to six players show, seats of folded hands left out."""
    for _ in range(BOARDS):
        number = chance.choice((1, 2, 3, 4, 4, 4))
        shown: dict[int, list[Card]] = {}
        rest = list(FULL_DECK)
        for seat in chance.sample(range(10), chance.randint(2, 6)):
            shown[seat] = chance.sample(near(rest, chance), number)
            rest = [card for card in rest if card not in shown[seat]]
        yield dict(sorted(shown.items()))


def test_r_open_the_same_board_opens() -> None:
    """R-OPEN-1 to 6, R-SOKO-6, each with every option value."""
    chance = Random("boards")
    games = ["high", "low", "hilo", "soko", "soko"]
    for shown in boards(chance):
        options = {
            **FIXED,
            "game": chance.choice(games),
            "low_rank": chance.choice(LOW_RANKS),
            "open_tie": chance.choice(["suit", "position", "suit_high"]),
            "soko_rank": chance.choice(["between", "below"]),
            "soko_open": chance.choice(["full", "plain"]),
        }
        rules = HouseRules.from_options(options)
        assert opener(rules, shown) == best_showing(rules, shown), (options, shown)


A5, A6, DEUCE = ({"game": "low", "low_rank": rank} for rank in LOW_RANKS)


@pytest.mark.parametrize(
    ("options", "one", "two", "odd"),
    [
        ({}, "As 2d 3c 4h 5h", "Ac 2s 3d 4c 5d", 0),  # the ace is low: the fives decide
        ({}, "As Kd Qc Jh 9h", "Ac Ks Qd Jc 9d", 0),
        ({}, "Ac Ad 9c 5h 2h", "Ah As 9d 5c 2d", 1),  # the higher of its aces
        ({"odd_chip": "suit_low"}, "As Kd Qc Jh 9h", "Ac Ks Qd Jc 9c", 0),  # for tied lows alone
        ({"odd_chip": "position"}, "Ac Kd Qc Jh 9h", "As Ks Qd Jc 9c", 0),
        ({"deck": 32}, "As 7d 8c 9h Th", "Ac 7s 8d 9c Td", 0),
        ({"deck": 32, "low_straight": False}, "Ac 7d 8c 9h Th", "As 7s 8d 9c Td", 1),
        (A5, "As 2d 3c 4h 8h", "Ac 2s 3d 4c 8d", 0),  # the ace is low: the eights decide
        (A5, "Ah As 5c 4d 2d", "Ac Ad 5d 4c 2c", 1),
        ({**A5, "odd_chip": "suit_low"}, "As 2d 3c 4h 8h", "Ac 2s 3d 4c 8d", 1),
        ({**A5, "odd_chip": "suit_low"}, "As Ac 3c 4h 8h", "Ah Ad 3d 4c 8d", 0),
        (A6, "As 2d 3c 4h 8h", "Ac 2s 3d 4c 8d", 0),
        (DEUCE, "As 2d 3c 4h 8h", "Ac 2s 3d 4c 8d", 0),
        (DEUCE, "Ac 2d 3c 4h 8s", "As 2s 3d 4c 8d", 1),  # the ace is high
        ({**DEUCE, "odd_chip": "suit_low"}, "Ac 2s 3c 4h 8s", "As 2d 3d 4c 8d", 1),
        ({"game": "soko"}, "As 2d 3c 4h 9h", "Ac 2s 3d 4c 9d", 0),  # the odd nine
        ({"game": "soko"}, "Ac 2d 3c 4h 2h", "As 2s 3d 4c 2c", 0),  # A-2-3-4: the fours
        ({"game": "soko"}, "Ac Ad 2h 3c 4s", "As Ah 2c 3d 4c", 1),  # a second ace is high
        ({"game": "soko"}, "Ac 2c 3c 4c 9d", "Ah 2h 3h 4h 9c", 1),  # a 4-flush: the ace is high
        ({"game": "soko", "soko_rank": "below"}, "Ac Ad 2h 3c 4s", "As Ah 2c 3d 4c", 1),  # a pair
    ],
    ids=str,
)
def test_r_odd_2_who_takes_the_odd_chip(
    deal: Deal, options: dict[str, object], one: str, two: str, odd: int
) -> None:
    """R-ODD-2, R-ODD-4: two equal hands and three antes, of which the third player's is lost."""
    rows = [" ".join(row) for row in zip(one.split(), two.split(), strict=True)]
    unused = [card.text for card in FULL_DECK if card.text not in f"{one} {two}"][-2:]
    rows[:2] = [f"{row} {card}" for row, card in zip(rows[:2], unused, strict=True)]

    def choose(hand: Hand, _: Random) -> tuple[int, Action]:
        return hand.actors[0], Action(Verb.FOLD if hand.actors == (2,) else Verb.CHECK)

    judge = follow(deal({**FIXED, **options}, [100] * 3, " / ".join(rows)), Random(0), choose)
    assert judge.folded == [False, False, True]
    ((_, parts),) = judge.awards().items()
    ((_, shares),) = parts.items()
    assert shares == {odd: 2, 1 - odd: 1}
