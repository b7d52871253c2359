"""Whether so many chips may be brought to a table, and to which place."""

from __future__ import annotations

from math import ceil

from bot.person import Person
from bot.queueing import MOST_WAITING, in_force, kept, waiter_of
from bot.refusal import No, Refusal
from bot.seating import Seat, free_place, seat_of
from bot.state import State
from bot.terms import Terms


def place_for(terms: Terms, state: State, person: Person, amount: int) -> int:
    """Return the place of who buys in, or refuse the amount.

    Who has a seat and is in no hand that runs may buy more as a newcomer may. Raises Refusal:
    BUY_IN_TOO_SMALL, BUY_IN_TOO_BIG, ODD_BUY_IN (R-TABLE-2), TABLE_FULL, SEAT_KEPT, ALREADY_SEATED,
    ODD_AND_FULL, HAND_RUNNING (R-TABLE-4), STILL_IN_HAND.
    """
    seated = seat_of(state.seats, person)
    stack, unit = 0 if seated is None else seated.stack, terms.rules.chip_unit
    if seated is not None:
        refuse_top_up(terms, state, seated)
    if amount < 1 or (stack == 0 and amount < terms.least):
        raise Refusal(No.BUY_IN_TOO_SMALL, 1 if stack else terms.least)
    if stack + amount > terms.most:
        raise Refusal(No.BUY_IN_TOO_BIG, terms.most - stack)
    if (stack + amount) % unit:  # a stack may be odd since the unit has changed
        raise Refusal(No.ODD_BUY_IN, unit)
    return _free_place(terms, state, person) if seated is None else seated.place


def refuse_to_wait(terms: Terms, state: State, person: Person, now: float) -> None:
    """Raise Refusal for who need not or may not wait for a seat.

    ALREADY_SEATED, STILL_IN_HAND, ALREADY_WAITING with his place, SEAT_FREE, LET_LAPSE, QUEUE_FULL.
    """
    seated = seat_of(state.seats, person)
    if seated is not None:
        raise Refusal(No.STILL_IN_HAND if seated.leaving else No.ALREADY_SEATED)
    waiter = waiter_of(state.waiting, person)
    if waiter is not None:
        raise Refusal(No.ALREADY_WAITING, state.waiting.index(waiter) + 1)
    if terms.places - len(state.seats) > kept(state.waiting):
        raise Refusal(No.SEAT_FREE)
    for lapse in in_force(state.lapses, now):
        if lapse.user == person.id:
            raise Refusal(No.LET_LAPSE, ceil(lapse.until))
    if len(state.waiting) >= MOST_WAITING:
        raise Refusal(No.QUEUE_FULL, MOST_WAITING)


def _free_place(terms: Terms, state: State, person: Person) -> int:
    place = free_place(state.seats)
    free = terms.places - len(state.seats)
    if place is None or free < 1:
        raise Refusal(No.TABLE_FULL, len(state.seats))
    if free <= kept(state.waiting, person):
        raise Refusal(No.SEAT_KEPT)
    return place


def refuse_top_up(terms: Terms, state: State, seated: Seat) -> None:
    """Raise Refusal where a seated player may buy no chips now, however few.

    ALREADY_SEATED: he has the most; ODD_AND_FULL: so much that none of the games can be dealt to
    him (R-TABLE-2), and what is missing is too much; HAND_RUNNING, STILL_IN_HAND.
    """
    if seated.leaving:
        raise Refusal(No.STILL_IN_HAND)
    if state.in_hand(seated):
        raise Refusal(No.HAND_RUNNING)
    unit = terms.rules.chip_unit
    if seated.stack + unit - seated.stack % unit <= terms.most:
        return
    units = [game.rules.chip_unit for game in terms.games]
    if all(seated.stack % one for one in units):
        raise Refusal(No.ODD_AND_FULL, min(units), terms.most)
    raise Refusal(No.ALREADY_SEATED)
