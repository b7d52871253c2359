"""Which cards a game is dealt with: the full deck, a stripped one, or one that follows the players.

The deck is known once the rules and the number of players dealt in are (R-DECK-2 to R-DECK-4).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import FULL_DECK, Card, deck_of
from engine.options import DeckSize
from engine.rules import MOST_SEATS, HouseRules

_LOWEST: Final = {
    DeckSize.FULL: 2,
    DeckSize.FROM_THREES: 3,
    DeckSize.FROM_FOURS: 4,
    DeckSize.FROM_FIVES: 5,
    DeckSize.FROM_SIXES: 6,
    DeckSize.FROM_SEVENS: 7,
    DeckSize.FROM_EIGHTS: 8,
    DeckSize.FROM_NINES: 9,
}


def lowest_rank(rules: HouseRules, players: int) -> int:
    """Return the lowest rank (2-9) in play with so many players dealt in (R-DECK-2, R-DECK-3)."""
    if rules.deck is DeckSize.AUTO:
        return min(9, max(2, 11 - players))
    return _LOWEST[rules.deck]


def deck_for(rules: HouseRules, players: int) -> tuple[Card, ...]:
    """Return the cards of a game in a fixed order, for whoever shuffles them."""
    return deck_of(lowest_rank(rules, players))


@cache
def cards_of(lowest: int) -> frozenset[Card]:
    """Return the cards from a rank up as a set, for whoever verifies a deck."""
    return frozenset(deck_of(lowest))


def most_players(rules: HouseRules) -> int:
    """Return how many players the deck has five cards for, 10 at most (R-DECK-4, R-TABLE-1)."""
    if rules.deck is DeckSize.AUTO:
        return MOST_SEATS
    cards = len(FULL_DECK) - 4 * (_LOWEST[rules.deck] - 2)
    return min(MOST_SEATS, cards // 5)
