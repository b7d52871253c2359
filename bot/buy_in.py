"""Whether so many chips may be brought to a table, and to which place."""

from __future__ import annotations

from bot.refusal import No, Refusal
from bot.seating import Seat, free_place
from bot.state import State
from bot.terms import Terms


def place_for(terms: Terms, state: State, seated: Seat | None, amount: int) -> int:
    """Return the place of who buys in, or refuse the amount; `seated` is his seat, if he has one.

    Raises Refusal: BUY_IN_TOO_SMALL, BUY_IN_TOO_BIG, ODD_BUY_IN (R-TABLE-2), TABLE_FULL,
    ALREADY_SEATED, HAND_RUNNING, STILL_IN_HAND.
    """
    stack, unit = 0 if seated is None else seated.stack, terms.rules.chip_unit
    if seated is not None:
        _refuse_top_up(terms, state, seated)
    if amount < 1 or (stack == 0 and amount < terms.least):
        raise Refusal(No.BUY_IN_TOO_SMALL, 1 if stack else terms.least)
    if stack + amount > terms.most:
        raise Refusal(No.BUY_IN_TOO_BIG, terms.most - stack)
    if amount % unit:
        raise Refusal(No.ODD_BUY_IN, unit)
    place = free_place(state.seats, terms.places) if seated is None else seated.place
    if place is None:
        raise Refusal(No.TABLE_FULL, terms.places)
    return place


def _refuse_top_up(terms: Terms, state: State, seated: Seat) -> None:
    if seated.leaving:
        raise Refusal(No.STILL_IN_HAND)
    if state.running is not None:
        raise Refusal(No.HAND_RUNNING)
    if seated.stack >= terms.most:
        raise Refusal(No.ALREADY_SEATED)
