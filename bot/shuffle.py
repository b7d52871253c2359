"""The shuffle: the only chance in the house (R-DECK-8)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from engine.cards import Card

Cards = tuple[Card, ...]

_ENTROPY: Final = random.SystemRandom()


class Shuffle:
    """Gives each hand its deck and its reserve, a second permutation of the deck (R-DECK-11)."""

    def __init__(self, seed: int | None = None, decks: Iterable[Cards] = ()) -> None:
        """Shuffle by the system's entropy, or for a rehearsal by a seed.

        `decks` are for a rehearsal too: the first cards of the decks of the first hands, completed
        by the cards not named, in fixed order.
        """
        self._chance = _ENTROPY if seed is None else random.Random(seed)  # noqa: S311 - a rehearsal
        self._decks = iter(tuple(decks))

    def draw(self, cards: Cards) -> tuple[Cards, Cards]:
        """Return the deck and the reserve of the next hand, which is dealt with these cards."""
        scripted = next(self._decks, None)
        reserve = self._permutation(cards)
        if scripted is None:
            return self._permutation(cards), reserve
        named = set(scripted)
        return (*scripted, *(card for card in cards if card not in named)), reserve

    def _permutation(self, cards: Cards) -> Cards:
        return tuple(self._chance.sample(cards, len(cards)))
