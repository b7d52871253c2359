"""Cards in text: rank and suit sign in one code span, so that no colour and no emoji is needed.

Discord turns a bare suit sign into a small picture, black on a dark ground for two of the suits;
in a code span it stays a sign in the colour of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import RANKS, Suit

if TYPE_CHECKING:
    from engine.cards import Card

BACK: Final = "??"
"""A card nobody may see, as the hand files write it; a drawn back looks like a missing glyph."""

SPACE: Final = "\u00a0"
"""A space at which no line breaks: a row of cards stays whole on a phone."""

_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


@cache
def card_text(card: Card | None) -> str:
    """Return a card as "K♦" or "10♠", a card back for None."""
    if card is None:
        return BACK
    rank = RANKS[card.rank - 2]
    return ("10" if rank == "T" else rank) + _SIGNS[card.suit]


def widths_of(rows: Iterable[Sequence[Card | None]]) -> list[int]:
    """Return how many signs wide each column of cards is where rows stand below each other."""
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        for column, card in enumerate(row):
            widths[column] = max(widths[column], len(card_text(card)))
    return widths


def row_text(cards: Iterable[Card | None], widths: Sequence[int] = ()) -> str:
    """Return cards side by side in one code span, nothing for no cards.

    `widths` are those of the columns. Discord drops the space at a span's ends, so the first card
    is filled up behind it and the others before.
    """
    texts = [card_text(card) for card in cards]
    for column, width in enumerate(widths[: len(texts)]):
        fill = str.rjust if column else str.ljust
        texts[column] = fill(texts[column], width, SPACE)
    return f"`{SPACE.join(texts)}`" if texts else ""
