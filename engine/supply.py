"""Where the new card of a buyer comes from: the stub, or a supply rebuilt from it (R-DECK-11)."""

from __future__ import annotations

from engine.cards import Card
from engine.state import HandState
from engine.stub import Stub


def can_be_had(state: HandState, seat: int) -> bool:
    """Tell whether there is a card for a buyer, whichever of his own he gives up."""
    return _next(state, seat) is not None or bool(_rebuilt(state, seat))


def draw(state: HandState, seat: int) -> Card:
    """Take the next card for a buyer from the supply, which is rebuilt where it has none for him.

    He has given up his card already. A supply that was rebuilt stays until it is used up.
    """
    card = _next(state, seat)
    if card is None:
        # What is left of the old supply are his own discards: they lie aside until a later rebuild.
        state.stub = Stub(_rebuilt(state, seat), (), turned=True)
        state.rebuilt = True
        card = state.stub.cards[0]
    cards = tuple(other for other in state.stub.cards if other is not card)
    state.stub = state.stub._replace(cards=cards)
    return card


def _next(state: HandState, seat: int) -> Card | None:
    own = _own_discards(state, seat)
    return next((card for card in state.stub.cards if card not in own), None)


def _rebuilt(state: HandState, seat: int) -> tuple[Card, ...]:
    """Return a new supply for a buyer: all that is out of play but his own discards, in order.

    That are the burned cards, the folded hands and the others' discards; the order is that of the
    second permutation.
    """
    held = {card for live in state.live for card in state.cards[live]}
    barred = held | _own_discards(state, seat)
    return tuple(card for card in state.reserve if card not in barred)


def _own_discards(state: HandState, seat: int) -> set[Card]:
    return {card for buyer, _, card in state.discards if buyer == seat}
