"""Cards in text: rank and suit sign in one code span, so that no colour and no emoji is needed.

Discord turns a bare suit sign into a small picture, black on a dark ground for two of the suits;
in a code span it stays a sign in the colour of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.cards import RANKS, Suit

if TYPE_CHECKING:
    from engine.cards import Card

BACK: Final = "▯"
_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def card_text(card: Card | None) -> str:
    """Return a card as "K♦" or "10♠", a card back for None."""
    if card is None:
        return BACK
    rank = RANKS[card.rank - 2]
    return ("10" if rank == "T" else rank) + _SIGNS[card.suit]


def row_text(cards: Iterable[Card | None]) -> str:
    """Return cards side by side in one code span, nothing for no cards."""
    texts = [card_text(card) for card in cards]
    return f"`{' '.join(texts)}`" if texts else ""
