"""Which ranking decides a game's pots, and which card orders hands that tie in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.cards import ACE, Card, Suit
from engine.options import Game, OddChip
from engine.ranking_high import high_ranking, high_ranking_of
from engine.ranking_low import ace_rank, low_ranking, qualifies
from engine.ranking_soko import soko_ranking
from engine.ranking_tables import Category, Made, Ranking, SumRanking
from engine.rules import HouseRules

__all__ = [
    "Category",
    "Made",
    "Ranking",
    "SumRanking",
    "high_ranking",
    "low_ranking_of",
    "odd_chip_card",
    "odd_chip_place",
    "qualifies",
    "ranking_of",
]


def ranking_of(rules: HouseRules, players: int) -> Ranking:
    """Return the ranking of a game with so many players dealt in, built once.

    It ranks the hand that plays for high, or the only one: in low games that is the low hand.
    """
    match rules.game:
        case Game.HIGH | Game.HILO:
            return high_ranking_of(rules, players)
        case Game.LOW:
            return low_ranking(rules.low_rank)
        case Game.SOKO:
            return soko_ranking(rules.soko_rank)
        case _:
            assert_never(rules.game)


def low_ranking_of(rules: HouseRules) -> SumRanking:
    """Return the ranking of the low half in high-low, and of low games, built once."""
    return low_ranking(rules.low_rank)


def odd_chip_place(cards: Iterable[Card], made: Made, ranking: Ranking, odd_chip: OddChip) -> int:
    """Return a tied hand's place in the order of odd chips, the smallest first (R-ODD-2).

    Places are equal only where no suit decides: then the seats do (R-ODD-4).
    """
    match odd_chip:
        case OddChip.POSITION:
            return 0
        case OddChip.SUIT | OddChip.SUIT_LOW:
            suit = odd_chip_card(cards, made, ranking, odd_chip).suit
            return suit if _takes_lowest(ranking, odd_chip) else -suit
        case _:
            assert_never(odd_chip)


def odd_chip_card(cards: Iterable[Card], made: Made, ranking: Ranking, odd_chip: OddChip) -> Card:
    """Return the card whose suit orders a hand among those that tie with it (R-ODD-2).

    `made` is what the five cards make in `ranking`, the one that is split. The card is the highest
    in rank there, of two equal ones the higher suit. For lows under `suit_low` it is the lowest,
    of two equal ones the lower suit.
    """
    ace = _ace(made, ranking)

    def order(card: Card) -> tuple[int, Suit]:
        return (ace if card.rank == ACE else card.rank, card.suit)

    return (min if _takes_lowest(ranking, odd_chip) else max)(cards, key=order)


def _takes_lowest(ranking: Ranking, odd_chip: OddChip) -> bool:
    return odd_chip is OddChip.SUIT_LOW and ranking.low_rank is not None


def _ace(made: Made, ranking: Ranking) -> int:
    """Return what the ace of a hand counts for R-ODD-2, where the hand has one."""
    if ranking.low_rank is not None:
        return ace_rank(ranking.low_rank)
    match made:
        case Made(Category.STRAIGHT | Category.STRAIGHT_FLUSH, (top,)):
            return ACE if top == ACE else 1
        case Made(Category.FOUR_STRAIGHT, (4, odd)):
            # With two aces the one of the higher suit is taken for the odd card, which is high.
            return ACE if odd == ACE else 1
        case _:
            return ACE
