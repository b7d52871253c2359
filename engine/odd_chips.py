"""Which of tied hands the odd chips go to (B13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Side
from engine.ranking import low_ranking_of, odd_chip_place, ranking_of
from engine.state import HandState


def odd_chip_order(state: HandState, side: Side, winners: Sequence[int], value: int) -> list[int]:
    """Order tied winners as odd chips go (R-ODD-2 to R-ODD-4)."""
    rules, cards = state.rules, state.cards
    ranking = low_ranking_of(rules) if side is Side.LOW else ranking_of(rules, state.seats)
    made = ranking.made(value)
    places = {
        seat: (odd_chip_place(cards[seat], made, ranking, rules.odd_chip), seat) for seat in winners
    }
    return sorted(winners, key=places.__getitem__)
