"""A buy round: who is asked, what he pays, and the card he gets for the one he gives up (B15)."""

from __future__ import annotations

from typing import assert_never

from engine import pots, showing, supply
from engine.actions import Action, Verb
from engine.betting import CLOCKWISE
from engine.course import Phase
from engine.events import Acted, CardDealt, NoCardToBuy
from engine.options import BuyOrder
from engine.state import HandState, lies_up


def begin(state: HandState, number: int) -> None:
    """Begin buy `number` (1 or 2); without anybody to ask it has no actor (R-BUY-9)."""
    rules = state.rules
    state.phase = Phase.BUYING
    state.price = rules.prices[number - 1]
    match rules.buy_order:
        case BuyOrder.DEALER_LEFT:
            first = 0
        case BuyOrder.OPENER:
            first = showing.opener(rules, state.live)
        case _:
            assert_never(rules.buy_order)
    state.queue = CLOCKWISE[state.seats][first]
    _ask_next(state)


def perform(state: HandState, seat: int, action: Action) -> None:
    """Let the actor stand pat, or pay and have a new card at once (R-BUY-2 to R-BUY-4)."""
    if action.verb is Verb.DISCARD:
        _buy(state, seat, action)
    else:
        state.note(Acted(seat, action, 0, all_in=False))
    _ask_next(state)


def _ask_next(state: HandState) -> None:
    """Find the next live seat that can pay the whole price, and for which there is a card.

    All-in players and poorer ones are passed over (R-BUY-6).
    """
    state.actor = None
    while state.queue:
        seat, *others = state.queue
        state.queue = tuple(others)
        if seat not in state.live or state.stacks[seat] < state.price:
            continue
        if supply.can_be_had(state, seat):
            state.actor = seat
            return
        state.note(NoCardToBuy(seat))
    state.price = 0


def _buy(state: HandState, seat: int, action: Action) -> None:
    place, price = action.place, state.price
    able = [one for one in state.live if state.stacks[one]]
    state.pay_fee(seat, price, pots.contesters(state.paid, state.live, able, seat))
    state.note(Acted(seat, action, price, all_in=not state.stacks[seat]))
    cards = [*state.cards[seat]]
    state.discards.append((seat, place, cards[place]))
    cards[place] = card = supply.draw(state, seat)
    state.cards[seat] = tuple(cards)
    rules = state.rules
    state.live[seat] = tuple([one for at, one in enumerate(cards) if lies_up(rules, at)])
    state.note(CardDealt(seat, place, card if lies_up(rules, place) else None))
