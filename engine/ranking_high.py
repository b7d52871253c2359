"""The rankings of high poker, with the full deck and stripped ones (R-HIGH-1 to R-HIGH-3)."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from engine.cards import ACE
from engine.decks import lowest_rank
from engine.options import FlushOverFull
from engine.ranking_tables import Category, Made, SumRanking, made_of, multisets, ranks_sum
from engine.rules import HouseRules


def high_ranking() -> SumRanking:
    """Return the ranking of high poker with the full deck (R-HIGH-1, R-HIGH-2), built once."""
    return _high(2, low_straight=True, flush_over_full=False)


def high_ranking_of(rules: HouseRules, players: int) -> SumRanking:
    """Return the high ranking of a game with so many players dealt in, built once.

    Stripped decks have their own lowest straight and put the flush above the full house, unless
    the rules say otherwise (R-HIGH-3, R-DECK-5, R-DECK-6).
    """
    lowest = lowest_rank(rules, players)
    full = lowest == 2
    flush_over_full = rules.flush_over_full is FlushOverFull.YES or (
        rules.flush_over_full is FlushOverFull.AUTO and not full
    )
    return _high(lowest, low_straight=rules.low_straight or full, flush_over_full=flush_over_full)


@cache
def _high(lowest: int, *, low_straight: bool, flush_over_full: bool) -> SumRanking:
    bottom = lowest if low_straight else 0
    plain = {ranks_sum(five): made_of(five, bottom, flush=False) for five in multisets(lowest)}
    flush = {
        ranks_sum(five): made_of(five, bottom, flush=True)
        for five in combinations(range(lowest, ACE + 1), 5)
    }
    return SumRanking(plain, flush, _flush_over_full if flush_over_full else highness)


def highness(one: Made) -> tuple[int, tuple[int, ...]]:
    """Return what orders hands from the lowest to the highest, which wins (R-HIGH-1)."""
    return one.category, one.ranks


def _flush_over_full(one: Made) -> tuple[int, tuple[int, ...]]:
    """Change the places of flush and full house, which stand side by side (R-DECK-6)."""
    changed = {Category.FLUSH: Category.FULL_HOUSE, Category.FULL_HOUSE: Category.FLUSH}
    return changed.get(one.category, one.category), one.ranks
