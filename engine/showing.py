"""What up cards are worth: who must bring in (B5) and who opens a round (B6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, assert_never

from engine.cards import ACE, Card, Suit
from engine.options import BringInMode, BringInTie, DealForm, Game, OpenTie, SokoOpen, SokoRank
from engine.ranking_high import highness
from engine.ranking_low import ace_rank, lowness
from engine.ranking_soko import run_top, soko_order
from engine.ranking_tables import (
    RANK_WEIGHTS,
    SUIT_WEIGHTS,
    Category,
    Made,
    Order,
    grouped,
    ranks_sum,
    valued,
    values_of,
)
from engine.rules import HouseRules

_MOST_UP: Final = 4
_FOUR_SUITED: Final = frozenset(4 * weight for weight in SUIT_WEIGHTS)
"""The sums of the suits' weights that four up cards of one suit have."""

_FALLING: Final = tuple(sorted(RANK_WEIGHTS, reverse=True))

# Bound once, as in actions.py: asked for with every round.
_LOW: Final = Game.LOW
_SOKO: Final = Game.SOKO

_Strength = Callable[[Sequence[Card]], int]


def open_strength(rules: HouseRules, cards: Sequence[Card]) -> int:
    """Return what up to four up cards are worth for opening; a larger one is better.

    Groups count first, then their ranks, then the side cards; straights, flushes and full houses
    never count (R-OPEN-3). In low games the lowest is best (R-OPEN-4), in Sökö four cards to a
    flush or a straight may count (R-SOKO-6). Only hands of as many cards are to be compared.
    """
    return _strength_by(rules)(cards)


def _strength_by(rules: HouseRules) -> _Strength:
    """Return the function that tells what up cards are worth under these rules, built once."""
    game = rules.game
    if game is _LOW:
        return _low_strength(ace_rank(rules.low_rank))
    if game is _SOKO and rules.soko_open is SokoOpen.FULL and rules.deal is DealForm.ONE_FOUR:
        return _soko_strength(rules.soko_rank)
    return _high_strength()


@cache
def _high_strength() -> _Strength:
    return _by_ranks(grouped, highness)


@cache
def _low_strength(ace: int) -> _Strength:
    def made_of(ranks: Sequence[int]) -> Made:
        return grouped([ace if rank == ACE else rank for rank in ranks])

    return _by_ranks(made_of, lowness)


def _by_ranks(made_of: Callable[[Sequence[int]], Made], order: Order) -> _Strength:
    tables = []
    for count in range(_MOST_UP + 1):
        made = {ranks_sum(ranks): made_of(ranks) for ranks in _multisets(count)}
        tables.append(valued(made, values_of(made.values(), order)))

    def strength(cards: Sequence[Card]) -> int:
        key = 0
        for card in cards:
            key += card.key
        return tables[len(cards)][key >> 8]

    return strength


@cache
def _soko_strength(soko_rank: SokoRank) -> _Strength:
    """Return the strength by which four open cards of a 4-flush or 4-straight count (R-SOKO-6)."""
    plain = {ranks_sum(four): _soko_four(four) for four in _multisets(_MOST_UP)}
    suited = {
        ranks_sum(four): Made(Category.FOUR_FLUSH, four) for four in combinations(_FALLING, 4)
    }
    values = values_of((*plain.values(), *suited.values()), soko_order(soko_rank))
    plain_values, suited_values = valued(plain, values), valued(suited, values)
    of_fewer = _high_strength()

    def strength(cards: Sequence[Card]) -> int:
        if len(cards) < _MOST_UP:
            return of_fewer(cards)
        key = sum([card.key for card in cards])
        return (suited_values if key & 255 in _FOUR_SUITED else plain_values)[key >> 8]

    return strength


def _soko_four(ranks: Sequence[int]) -> Made:
    top = run_top(ranks)
    return Made(Category.FOUR_STRAIGHT, (top,)) if top else grouped(ranks)


def _multisets(count: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(_FALLING, count)


def shows_pair(cards: Sequence[Card]) -> bool:
    """Tell whether up cards hold a pair or better (R-FIX-4)."""
    return len({card.rank for card in cards}) < len(cards)


def opener(rules: HouseRules, up_cards: Mapping[int, Sequence[Card]]) -> int:
    """Return the seat whose up cards open the round, able or not (R-OPEN-1 to R-OPEN-6).

    `up_cards` holds the live seats; seat 0 is the first clockwise from the dealer.
    """
    strength_of = _strength_by(rules)
    best = -1
    tied: list[int] = []
    for seat, cards in up_cards.items():
        strength = strength_of(cards)
        if strength > best:
            best, tied = strength, [seat]
        elif strength == best:
            tied.append(seat)
    return tied[0] if len(tied) == 1 else _first_of(rules, tied, up_cards)


def _first_of(
    rules: HouseRules, tied: Sequence[int], up_cards: Mapping[int, Sequence[Card]]
) -> int:
    """Return which of equal hands opens (R-OPEN-5, R-OPEN-6)."""
    ace = _ace_of(rules)

    def suit(seat: int) -> Suit:
        ranked = [(ace if c.rank == ACE else c.rank, c.suit) for c in up_cards[seat]]
        return max(ranked)[1]

    match rules.open_tie:
        case OpenTie.POSITION:
            return min(tied)
        case OpenTie.SUIT if rules.game is _LOW:
            return min(tied, key=suit)
        case OpenTie.SUIT | OpenTie.SUIT_HIGH:
            return max(tied, key=suit)
        case _:
            assert_never(rules.open_tie)


def _ace_of(rules: HouseRules) -> int:
    """Return what a single ace counts: 1 in low games of a5 and a6, else 14 (R-BRING-3)."""
    return ace_rank(rules.low_rank) if rules.game is _LOW else ACE


def bring_in_seat(rules: HouseRules, up_cards: Mapping[int, Sequence[Card]]) -> int | None:
    """Return the seat that must bring in by its door card, or None (R-BRING-1 to R-BRING-3)."""
    by_suit = rules.bring_in_tie is BringInTie.SUIT
    ace = _ace_of(rules)

    def doors(by_seat: int) -> list[tuple[int, int, int]]:
        return [
            (
                ace if card.rank == ACE else card.rank,
                card.suit if by_suit else by_seat * seat,
                seat,
            )
            for seat, (card, *_) in up_cards.items()
        ]

    match rules.bring_in_mode:
        case BringInMode.NONE:
            return None
        case BringInMode.LOW:
            return min(doors(1))[-1]
        case BringInMode.HIGH:
            return max(doors(-1))[-1]
        case BringInMode.BEST:
            return opener(rules, up_cards)
        case _:
            assert_never(rules.bring_in_mode)
