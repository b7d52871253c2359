"""What up cards are worth: who must bring in (B5) and who opens a round (B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final, assert_never

from engine.cards import FULL_DECK, Card, Suit
from engine.options import BringInMode, BringInTie, OpenTie
from engine.rules import HouseRules

_MOST_UP: Final = 4
_SUIT_BITS: Final = 8


def open_strength(cards: Sequence[Card]) -> int:
    """Return what up to four up cards are worth for opening; a larger one is better (R-OPEN-3).

    Groups count first, then their ranks, then the side cards; straights, flushes and full houses
    never count. Only hands of as many cards are to be compared.
    """
    key = 0
    for card in cards:
        key += card.key
    return _STRENGTHS[len(cards)][key >> _SUIT_BITS]


def _strength(cards: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    groups = sorted(
        ((count, rank) for rank, count in Counter(card.rank for card in cards).items()),
        reverse=True,
    )
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _strengths(count: int) -> dict[int, int]:
    """Return the order of all hands of `count` up cards, by the sum of their keys' ranks."""
    suited = tuple(card for card in FULL_DECK if card.suit is Suit.CLUBS)
    hands = sorted(combinations_with_replacement(suited, count), key=_strength)
    return {
        sum(card.key for card in cards) >> _SUIT_BITS: place for place, cards in enumerate(hands)
    }


_STRENGTHS: Final = tuple(_strengths(count) for count in range(_MOST_UP + 1))


def shows_pair(cards: Sequence[Card]) -> bool:
    """Tell whether up cards hold a pair or better (R-FIX-4)."""
    return len({card.rank for card in cards}) < len(cards)


def opener(rules: HouseRules, up_cards: Mapping[int, Sequence[Card]]) -> int:
    """Return the seat whose up cards open the round, able or not (R-OPEN-1 to R-OPEN-6).

    `up_cards` holds the live seats; seat 0 is the first clockwise from the dealer.
    """
    best = -1
    tied: list[int] = []
    for seat, cards in up_cards.items():
        strength = open_strength(cards)
        if strength > best:
            best, tied = strength, [seat]
        elif strength == best:
            tied.append(seat)
    if len(tied) == 1:
        return tied[0]
    match rules.open_tie:
        case OpenTie.POSITION:
            return min(tied)
        case OpenTie.SUIT | OpenTie.SUIT_HIGH:
            return max(tied, key=lambda seat: max((c.rank, c.suit) for c in up_cards[seat]))
        case _:
            assert_never(rules.open_tie)


def bring_in_seat(rules: HouseRules, up_cards: Mapping[int, Sequence[Card]]) -> int | None:
    """Return the seat that must bring in by its door card, or None (R-BRING-1 to R-BRING-3)."""
    by_suit = rules.bring_in_tie is BringInTie.SUIT

    def doors(by_seat: int) -> list[tuple[int, int, int]]:
        return [
            (card.rank, card.suit if by_suit else by_seat * seat, seat)
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
