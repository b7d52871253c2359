"""How a hand that is over came out for those who were in it."""

from __future__ import annotations

from bot.store.outcomes import Outcome
from engine.hand import Hand
from engine.view import view


def outcomes_of(hand: Hand) -> tuple[Outcome, ...]:
    """Return how a hand that is over came out for each seat."""
    seats = view(hand, None).seats
    contested = sum(not seat.folded for seat in seats) > 1
    return tuple(Outcome(seat.won, contested and not seat.folded) for seat in seats)
