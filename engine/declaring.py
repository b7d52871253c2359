"""The declaration of high-low: who declares, in which order, and when it is told (B15)."""

from __future__ import annotations

from typing import assert_never

from engine import showing
from engine.actions import Action, Declaration, Verb
from engine.betting import CLOCKWISE
from engine.course import Phase, betting_rounds
from engine.events import Acted
from engine.options import Declare, DeclareFrom
from engine.rules import HouseRules
from engine.state import HandState


def choices(rules: HouseRules) -> tuple[Declaration, ...]:
    """Return what may be declared (R-DECL-4)."""
    one_way = (Declaration.HIGH, Declaration.LOW)
    return (*one_way, Declaration.BOTH) if rules.both else one_way


def begin(state: HandState) -> None:
    """Ask every live seat, all-in ones too, all at once or one after the other (R-DECL-1, 10)."""
    state.phase = Phase.DECLARING
    if state.rules.declare is Declare.SIMULTANEOUS:
        state.owing = tuple(sorted(state.live))
        state.actor = state.owing[0]
        return
    state.queue = _in_sequence(state)
    _ask_next(state)


def perform(state: HandState, seat: int, action: Action) -> None:
    """Take a declaration; those of a simultaneous one are told when the last is made (R-DECL-2)."""
    state.chosen[seat] = action.declaration
    if state.rules.declare is Declare.SIMULTANEOUS:
        state.owing = tuple(one for one in state.owing if one != seat)
        state.actor = state.owing[0] if state.owing else None
        if state.owing:
            return
        told = sorted(state.chosen)
    else:
        told = [seat]
        _ask_next(state)
    for one in told:
        state.declared[one] = state.chosen[one]
        state.note(Acted(one, Action(Verb.DECLARE, declaration=state.chosen[one]), 0, all_in=False))


def last_round_start(state: HandState) -> int:
    """Return the aggressor of the last betting round, else its opener (R-SHOW-3, R-DECL-3).

    He may have folded. Where nobody acted in that round it is the best live hand showing.
    """
    betting = state.betting
    start = betting.aggressor if betting.aggressor >= 0 else betting.first
    if start < 0 or betting.number < betting_rounds(state.rules):
        return showing.opener(state.rules, state.live)
    return start


def _in_sequence(state: HandState) -> tuple[int, ...]:
    match state.rules.declare_from:
        case DeclareFrom.LAST_RAISER:
            start = last_round_start(state)
        case DeclareFrom.OPENER:
            start = _last_opener(state)
        case DeclareFrom.DEALER_LEFT:
            start = 0
        case _:
            assert_never(state.rules.declare_from)
    return tuple(seat for seat in CLOCKWISE[state.seats][start] if seat in state.live)


def _last_opener(state: HandState) -> int:
    betting = state.betting
    if betting.first < 0 or betting.number < betting_rounds(state.rules):
        return showing.opener(state.rules, state.live)
    return betting.first


def _ask_next(state: HandState) -> None:
    state.actor, state.queue = (state.queue[0], state.queue[1:]) if state.queue else (None, ())
