"""The rankings of Sökö, where four cards to a straight or a flush count (R-SOKO-1 to R-SOKO-5).

The sum of the keys tells that four cards are of one suit, but not which card is the odd one: the
twelve suit patterns of a 4-flush take a slower way, one hand in 23.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Final, assert_never

from engine.cards import ACE, Card, Suit
from engine.options import SokoRank
from engine.ranking_high import highness
from engine.ranking_tables import (
    FLUSH_SUMS,
    RANK_WEIGHTS,
    SUIT_SUMS,
    SUIT_WEIGHTS,
    Category,
    Made,
    Order,
    Ranking,
    made_of,
    multisets,
    ranks_sum,
    valued,
    values_of,
)

_ODD_SUITS: Final = {
    4 * SUIT_WEIGHTS[suit] + SUIT_WEIGHTS[odd]: odd for suit in Suit for odd in Suit if odd != suit
}
"""The odd card's suit, by the sum of five suits' weights of which four are the same."""

_BELOW: Final = {Category.FOUR_STRAIGHT: 1, Category.FOUR_FLUSH: 2, Category.PAIR: 3}
"""The places of those kinds that `soko_rank=below` puts elsewhere than `Category` does."""


def soko_order(soko_rank: SokoRank) -> Order:
    """Return what orders hands from the lowest to the highest, which wins (R-SOKO-1)."""
    match soko_rank:
        case SokoRank.BETWEEN:
            return highness
        case SokoRank.BELOW:
            return lambda one: (_BELOW.get(one.category, one.category), one.ranks)
        case _:
            assert_never(soko_rank)


def run_top(ranks: Collection[int]) -> int:
    """Return the top rank of four in a row among some, 0 where there are none (R-SOKO-3).

    The ace is at home at both ends: A-2-3-4 has the top 4, J-Q-K-A has 14.
    """
    held = {*ranks, 1} if ACE in ranks else {*ranks}
    for top in range(ACE, 3, -1):
        if held.issuperset(range(top - 3, top + 1)):
            return top
    return 0


@cache
def soko_ranking(soko_rank: SokoRank) -> Ranking:
    """Return the ranking of Sökö, built once."""
    order = soko_order(soko_rank)
    plain = {ranks_sum(five): _plain(five, order) for five in multisets(2)}
    flush = {
        ranks_sum(five): made_of(five, 2, flush=True) for five in combinations(RANK_WEIGHTS, 5)
    }
    four_flush = {odd: _four_flushes(odd, plain, order) for odd in RANK_WEIGHTS}
    tables = (plain, flush, *four_flush.values())
    value_of = values_of(chain.from_iterable(table.values() for table in tables), order)
    return Ranking(value_of, _look_up(value_of, plain, flush, four_flush))


def _plain(five: Sequence[int], order: Order) -> Made:
    """Return what five ranks make of mixed suits, the best kind they hold (R-SOKO-2)."""
    made = made_of(five, 2, flush=False)
    top = run_top(five)
    if not top:
        return made
    odd = list(five)
    for rank in range(top - 3, top + 1):
        odd.remove(rank if rank > 1 else ACE)
    return max(made, Made(Category.FOUR_STRAIGHT, (top, *odd)), key=order)


def _four_flushes(odd: int, plain: Mapping[int, Made], order: Order) -> dict[int, Made]:
    """Return what four cards of a suit and an odd one of rank `odd` make (R-SOKO-2, R-SOKO-4)."""
    made = {}
    for four in combinations(sorted(RANK_WEIGHTS, reverse=True), 4):
        ranks = ranks_sum((*four, odd))
        made[ranks] = max(Made(Category.FOUR_FLUSH, (*four, odd)), plain[ranks], key=order)
    return made


def _look_up(
    value_of: Mapping[Made, int],
    plain: Mapping[int, Made],
    flush: Mapping[int, Made],
    four_flush: Mapping[int, Mapping[int, Made]],
) -> Callable[[Iterable[Card]], int]:
    flush_values = valued(flush, value_of)
    by_suits: list[Mapping[int, int] | None] = [valued(plain, value_of)] * SUIT_SUMS
    for suits in FLUSH_SUMS:
        by_suits[suits] = flush_values
    for suits in _ODD_SUITS:
        by_suits[suits] = None
    by_odd = {odd: valued(made, value_of) for odd, made in four_flush.items()}
    odd_suits = _ODD_SUITS

    def of(cards: Iterable[Card]) -> int:
        one, two, three, four, five = cards
        key = one.key + two.key + three.key + four.key + five.key
        table = by_suits[key & 255]
        if table is not None:
            return table[key >> 8]
        odd_suit = odd_suits[key & 255]
        for card in (one, two, three, four, five):
            if card.suit is odd_suit:
                return by_odd[card.rank][key >> 8]
        raise AssertionError("four cards of a suit have a fifth beside them")

    return of
