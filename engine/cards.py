"""Cards, their notation ("Kd"), and the full and stripped decks."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from engine.errors import BadNotation

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
ACE: Final = 14

# Sums of up to five of these are unique for each multiset of ranks and of suits, so that the sum
# of the keys of a hand names its ranks and its suit pattern at once (see ranking.py).
_RANK_WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUIT_WEIGHTS: Final = (0, 1, 6, 36)


class Suit(IntEnum):
    """The suits in their order low to high, where suits are used at all (R-BRING-2)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Card:
    """One of the 52 cards; there is exactly one object for each, so cards compare by identity."""

    __slots__ = ("key", "rank", "suit", "text")

    rank: int
    suit: Suit
    text: str
    key: int

    def __init__(self, rank: int, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit
        self.text = RANKS[rank - 2] + SUITS[suit]
        self.key = _RANK_WEIGHTS[rank - 2] << 8 | _SUIT_WEIGHTS[suit]

    def __repr__(self) -> str:
        return self.text

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (parse_card, (self.text,))

    @staticmethod
    def of(text: str) -> Card:
        """Return the card written as "Kd"; raise BadNotation for anything else."""
        return parse_card(text)


FULL_DECK: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit) for rank in range(2, ACE + 1) for suit in Suit
)
_BY_TEXT: Final = {card.text: card for card in FULL_DECK}


def parse_card(text: str) -> Card:
    """Read one card in strict notation: rank 2-9 T J Q K A, then suit c d h s.

    Raises BadNotation for anything else, lower-case ranks and upper-case suits included.
    """
    card = _BY_TEXT.get(text)
    if card is None:
        raise BadNotation(f"{text!r} is not a card: write a rank 23456789TJQKA and a suit cdhs")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written together ("AsKd") or apart ("As Kd").

    Raises BadNotation for a bad card or one that stands twice.
    """
    cards = tuple(
        parse_card(word[at : at + 2]) for word in text.split() for at in range(0, len(word), 2)
    )
    if len(set(cards)) != len(cards):
        twice = sorted({card.text for card in cards if cards.count(card) > 1})
        raise BadNotation(f"{' '.join(twice)} stands twice in {text!r}")
    return cards


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards apart, as `_deck` holds them: "As Kd 7h"."""
    return " ".join(card.text for card in cards)


def deck_of(lowest_rank: int) -> tuple[Card, ...]:
    """Return the cards from `lowest_rank` (2-9) up to the aces, in a fixed order (R-DECK-2)."""
    if not 2 <= lowest_rank <= 9:
        raise ValueError(f"a deck begins at a rank from 2 to 9, not {lowest_rank}")
    return FULL_DECK[(lowest_rank - 2) * 4 :]
