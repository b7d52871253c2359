"""Five cards ranked: one number to compare, larger is better, and the hand's name.

A card's key holds its rank and its suit as weights whose sums are unique (cards.py), so the sum of
five keys finds the hand's value in two look-ups. Sums are additive: whoever keeps a running sum of
a player's cards needs no loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from engine.cards import ACE, Card, Suit, deck_of
from engine.decks import lowest_rank
from engine.options import FlushOverFull
from engine.rules import HouseRules

_SUIT_BITS: Final = 8
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1


class Category(IntEnum):
    """The kinds of five-card hand in the order of high poker (R-HIGH-1)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


@dataclass(frozen=True, slots=True)
class Made:
    """What five cards make: the category and the ranks (2-14) that decide it.

    The ranks of the groups come first, then the side cards from the top; a straight has its top
    card alone, 5 for A-2-3-4-5 (R-HIGH-2, R-DECK-5).
    """

    category: Category
    ranks: tuple[int, ...]


class Ranking:
    """One ranking of five-card hands as look-up tables.

    `value` returns the value of five cards given the sum of their keys; a larger one wins.
    """

    __slots__ = ("_made", "value")

    value: Callable[[int], int]

    def __init__(
        self, plain: Mapping[int, Made], flush: Mapping[int, Made], falling: Sequence[Category]
    ) -> None:
        place = {category: -number for number, category in enumerate(falling)}
        made = {*plain.values(), *flush.values()}
        self._made = tuple(sorted(made, key=lambda one: (place[one.category], one.ranks)))
        value_of = {one: value for value, one in enumerate(self._made)}
        plain_values = {ranks: value_of[one] for ranks, one in plain.items()}
        flush_values = {ranks: value_of[one] for ranks, one in flush.items()}
        flush_codes = {5 * card.key & _SUIT_MASK for card in deck_of(9)[:4]}
        self.value = _look_up(
            tuple(flush_values if code in flush_codes else plain_values for code in range(181))
        )

    def of(self, cards: Iterable[Card]) -> int:
        """Return the value of five cards; a larger one wins."""
        one, two, three, four, five = cards
        return self.value(one.key + two.key + three.key + four.key + five.key)

    def made(self, value: int) -> Made:
        """Return what the cards of that value make."""
        return self._made[value]

    def __len__(self) -> int:
        return len(self._made)


def _look_up(by_suits: tuple[Mapping[int, int], ...]) -> Callable[[int], int]:
    """Return the look-up as a function of its own, which costs half of what a method does."""

    def value(key: int) -> int:
        return by_suits[key & 255][key >> 8]

    return value


def highest_card(cards: Iterable[Card], made: Made) -> Card:
    """Return the card that orders tied hands by suit (R-ODD-2).

    That is the highest in rank, of two equal ones the higher suit; in the lowest straight the ace
    counts low, so its five is the highest.
    """
    wheel = made.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and made.ranks[0] < ACE

    def order(card: Card) -> tuple[int, Suit]:
        return (1 if wheel and card.rank == ACE else card.rank, card.suit)

    return max(cards, key=order)


def high_ranking() -> Ranking:
    """Return the ranking of high poker with the full deck (R-HIGH-1, R-HIGH-2), built once."""
    return _high(2, low_straight=True, flush_over_full=False)


def ranking_of(rules: HouseRules, players: int) -> Ranking:
    """Return the ranking that decides the pots of a game with so many players dealt in, built once.

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
def _high(lowest: int, *, low_straight: bool, flush_over_full: bool) -> Ranking:
    suited = {card.rank: card.key for card in deck_of(lowest) if card.suit is Suit.CLUBS}
    bottom = lowest if low_straight else 0
    plain = {
        _ranks_key(suited, ranks): _made_of(ranks, bottom, flush=False)
        for ranks in _multisets(suited)
    }
    flush = {
        _ranks_key(suited, ranks): _made_of(ranks, bottom, flush=True)
        for ranks in combinations(sorted(suited), 5)
    }
    falling = sorted(Category, reverse=True)
    if flush_over_full:
        house = falling.index(Category.FULL_HOUSE)
        falling[house : house + 2] = [Category.FLUSH, Category.FULL_HOUSE]
    return Ranking(plain, flush, falling)


def _ranks_key(keys: Mapping[int, int], ranks: tuple[int, ...]) -> int:
    return sum(keys[rank] for rank in ranks) >> _SUIT_BITS


def _multisets(ranks: Iterable[int]) -> Iterator[tuple[int, ...]]:
    for five in combinations_with_replacement(sorted(ranks), 5):
        if five[0] != five[4]:  # there is no fifth card of a rank
            yield five


def _made_of(ranks: tuple[int, ...], bottom: int, *, flush: bool) -> Made:
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    counts = tuple(count for _, count in groups)
    by_group = tuple(rank for rank, _ in groups)
    top = _straight_top(by_group, bottom) if len(groups) == 5 else 0
    if top:
        return Made(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, (top,))
    if flush:
        return Made(Category.FLUSH, by_group)
    match counts:
        case (4, 1):
            return Made(Category.FOUR_OF_A_KIND, by_group)
        case (3, 2):
            return Made(Category.FULL_HOUSE, by_group)
        case (3, 1, 1):
            return Made(Category.THREE_OF_A_KIND, by_group)
        case (2, 2, 1):
            return Made(Category.TWO_PAIR, by_group)
        case (2, 1, 1, 1):
            return Made(Category.PAIR, by_group)
        case _:
            return Made(Category.HIGH_CARD, by_group)


def _straight_top(falling: tuple[int, ...], bottom: int) -> int:
    """Return the top rank of five different ranks in a row, 0 where they are none (R-HIGH-2).

    The ace also stands below `bottom`, the lowest rank of the deck, 0 for nowhere (R-DECK-5).
    """
    if falling[0] - falling[4] == 4:
        return falling[0]
    if falling == (ACE, bottom + 3, bottom + 2, bottom + 1, bottom):
        return bottom + 3
    return 0
