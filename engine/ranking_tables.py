"""Five cards ranked: one number to compare, larger is better, and the hand's name.

A card's key holds its rank and its suit as weights whose sums are unique (cards.py), so the sum of
five keys finds the hand's value in two look-ups. Sums are additive: whoever keeps a running sum of
a player's cards needs no loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations_with_replacement
from typing import Final

from engine.cards import ACE, FULL_DECK, Card, Suit
from engine.options import LowRank

SUIT_BITS: Final = 8
"""The low bits of a key that hold the sum of the suits' weights; those above hold the ranks'."""

SUIT_WEIGHTS: Final = tuple(card.key & (1 << SUIT_BITS) - 1 for card in FULL_DECK[:4])
FLUSH_SUMS: Final = frozenset(5 * weight for weight in SUIT_WEIGHTS)
SUIT_SUMS: Final = 5 * SUIT_WEIGHTS[-1] + 1
"""One more than the largest sum of five suits' weights."""

RANK_WEIGHTS: Final[Mapping[int, int]] = {
    card.rank: card.key >> SUIT_BITS for card in FULL_DECK if card.suit is Suit.CLUBS
}
"""The weight of each rank (2-14), as the upper bits of a key hold it."""


class Category(IntEnum):
    """The kinds of five-card hand in the order of Sökö, which holds high poker's (R-SOKO-1)."""

    HIGH_CARD = 0
    PAIR = 1
    FOUR_STRAIGHT = 2
    FOUR_FLUSH = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10


@dataclass(frozen=True, slots=True)
class Made:
    """What five cards make: the category and the ranks (2-14) that decide it.

    The ranks of the groups come first, then the side cards from the top. A straight has its top
    card alone, 5 for A-2-3-4-5 (R-HIGH-2, R-DECK-5), a 4-straight the top of its run and the odd
    card, 4 and the odd card for A-2-3-4 (R-SOKO-3), a 4-flush its four from the top and the odd
    card (R-SOKO-4). In the low rankings a5 and a6 the ace is 1 (R-LOW-1, R-LOW-2).
    """

    category: Category
    ranks: tuple[int, ...]


Order = Callable[[Made], tuple[int, tuple[int, ...]]]
"""What orders hands from the one that loses to all to the one that beats all."""


def values_of(made: Iterable[Made], order: Order) -> dict[Made, int]:
    """Return the value of each hand, from 0 up without a gap; the keys rise with it."""
    return {one: value for value, one in enumerate(sorted({*made}, key=order))}


def valued(made: Mapping[int, Made], values: Mapping[Made, int]) -> dict[int, int]:
    """Return a look-up table: a hand's value by the sum of its ranks."""
    return {ranks: values[one] for ranks, one in made.items()}


class Ranking:
    """One ranking of five-card hands as look-up tables.

    `of` returns the value of five cards; a larger one wins, in low rankings too. `low_rank` names
    a low ranking, None for those in which the high hand wins.
    """

    __slots__ = ("_rising", "low_rank", "of")

    of: Callable[[Iterable[Card]], int]
    low_rank: LowRank | None

    def __init__(
        self,
        rising: Iterable[Made],
        of: Callable[[Iterable[Card]], int],
        low_rank: LowRank | None = None,
    ) -> None:
        self._rising = tuple(rising)
        self.of = of
        self.low_rank = low_rank

    def made(self, value: int) -> Made:
        """Return what the cards of that value make."""
        return self._rising[value]

    def __len__(self) -> int:
        return len(self._rising)


class SumRanking(Ranking):
    """A ranking for which the sum of five keys suffices: all but Sökö's.

    `value` returns the value of five cards given that sum.
    """

    __slots__ = ("value",)

    value: Callable[[int], int]

    def __init__(
        self,
        plain: Mapping[int, Made],
        flush: Mapping[int, Made],
        order: Order,
        low_rank: LowRank | None = None,
    ) -> None:
        values = values_of((*plain.values(), *flush.values()), order)
        plain_values, flush_values = valued(plain, values), valued(flush, values)
        by_suits = tuple(
            flush_values if suits in FLUSH_SUMS else plain_values for suits in range(SUIT_SUMS)
        )
        super().__init__(values, _of_cards(by_suits), low_rank)
        self.value = _of_sum(by_suits)


# Functions of their own cost half of what methods do.


def _of_sum(by_suits: tuple[Mapping[int, int], ...]) -> Callable[[int], int]:
    def value(key: int) -> int:
        return by_suits[key & 255][key >> 8]

    return value


def _of_cards(by_suits: tuple[Mapping[int, int], ...]) -> Callable[[Iterable[Card]], int]:
    def of(cards: Iterable[Card]) -> int:
        one, two, three, four, five = cards
        key = one.key + two.key + three.key + four.key + five.key
        return by_suits[key & 255][key >> 8]

    return of


def ranks_sum(ranks: Iterable[int]) -> int:
    """Return what the upper bits of the sum of some cards' keys hold, by their ranks (2-14)."""
    return sum([RANK_WEIGHTS[rank] for rank in ranks])


def multisets(lowest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of five cards of a deck that begins at `lowest`, each case once, rising."""
    for five in combinations_with_replacement(range(lowest, ACE + 1), 5):
        if five[0] != five[4]:  # there is no fifth card of a rank
            yield five


def grouped(ranks: Iterable[int]) -> Made:
    """Return what up to five ranks make where straights and flushes do not count."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    by_group = tuple(rank for rank, _ in groups)
    match tuple(count for _, count in groups):
        case (4, *_):
            return Made(Category.FOUR_OF_A_KIND, by_group)
        case (3, 2):
            return Made(Category.FULL_HOUSE, by_group)
        case (3, *_):
            return Made(Category.THREE_OF_A_KIND, by_group)
        case (2, 2, *_):
            return Made(Category.TWO_PAIR, by_group)
        case (2, *_):
            return Made(Category.PAIR, by_group)
        case _:
            return Made(Category.HIGH_CARD, by_group)


def made_of(ranks: Iterable[int], bottom: int, *, flush: bool) -> Made:
    """Return what five ranks make, of one suit where `flush` says so.

    The ace also stands below `bottom`, the lowest rank of the deck, 0 for nowhere (R-DECK-5).
    """
    made = grouped(ranks)
    top = _straight_top(made.ranks, bottom) if len(made.ranks) == 5 else 0
    if top:
        return Made(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, (top,))
    return Made(Category.FLUSH, made.ranks) if flush else made


def _straight_top(falling: tuple[int, ...], bottom: int) -> int:
    """Return the top rank of five different ranks in a row, 0 where they are none (R-HIGH-2)."""
    if falling[0] - falling[4] == 4:
        return falling[0]
    if falling == (ACE, bottom + 3, bottom + 2, bottom + 1, bottom):
        return bottom + 3
    return 0
