"""The rankings of low hands: ace-to-five, ace-to-six and deuce-to-seven (R-LOW-1 to R-LOW-4)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import assert_never

from engine.cards import ACE
from engine.options import LowRank
from engine.ranking_tables import (
    Category,
    Made,
    SumRanking,
    grouped,
    made_of,
    multisets,
    ranks_sum,
)


def ace_rank(low_rank: LowRank) -> int:
    """Return what the ace counts: 1 in a5 and a6, 14 in deuce-to-seven (R-LOW-1 to R-LOW-3)."""
    return ACE if low_rank is LowRank.DEUCE_SEVEN else 1


@cache
def low_ranking(low_rank: LowRank) -> SumRanking:
    """Return a ranking of low hands, in which the lower hand has the larger value; built once."""
    plain = {ranks_sum(five): _made_of(five, low_rank, flush=False) for five in multisets(2)}
    flush = {
        ranks_sum(five): _made_of(five, low_rank, flush=True)
        for five in combinations(range(2, ACE + 1), 5)
    }
    return SumRanking(plain, flush, lowness, low_rank)


def lowness(one: Made) -> tuple[int, tuple[int, ...]]:
    """Return what orders hands from the highest to the lowest, which wins."""
    return -one.category, tuple(-rank for rank in one.ranks)


def qualifies(made: Made) -> bool:
    """Tell whether an ace-to-five low is eight or better (R-LOW-4)."""
    return made.category is Category.HIGH_CARD and made.ranks[0] <= 8


def _made_of(five: tuple[int, ...], low_rank: LowRank, *, flush: bool) -> Made:
    ace = ace_rank(low_rank)
    ranks = [ace if rank == ACE else rank for rank in five]
    match low_rank:
        case LowRank.A5:
            return grouped(ranks)
        case LowRank.A6 | LowRank.DEUCE_SEVEN:
            # The ace has one place alone: no straight has it at the other end (R-LOW-2, R-LOW-3).
            return made_of(ranks, 0, flush=flush)
        case _:
            assert_never(low_rank)
