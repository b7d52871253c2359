"""What a seat may do at this turn, found from the state of the hand (R-BET-1, R-BRING-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import declaring, limits
from engine.actions import Options, Wager, Why, WhyNot
from engine.course import Phase
from engine.state import HandState


def options_of(state: HandState, seat: int) -> Options:
    """Return what an actor may do."""
    return _OPTIONS[state.phase](state, seat)


def why_idle(state: HandState, seat: int) -> WhyNot:
    """Return why a seat that is not to act may do nothing."""
    if not 0 <= seat < state.seats:
        return WhyNot(Why.NOT_DEALT_IN)
    if state.phase is Phase.OVER:
        return WhyNot(Why.HAND_OVER)
    if state.folded[seat]:
        return WhyNot(Why.FOLDED)
    if seat in state.chosen:
        return WhyNot(Why.DECLARED)
    if state.stacks[seat] == 0 and state.phase is not Phase.DECLARING:
        return WhyNot(Why.ALL_IN)
    return WhyNot(Why.NOT_YOUR_TURN, () if state.actor is None else (state.actor,))


def _bring_in_options(state: HandState, seat: int) -> Options:
    stack = state.stacks[seat]
    opened = limits.opening(state.rules, stack, state.pot)
    wager = opened if isinstance(opened, Wager) else None
    return Options(
        seat=seat,
        stack=stack,
        fold=seat != state.designated,
        bring_in=min(stack, state.rules.bring_in),
        wager=wager,
        no_wager=None if isinstance(opened, Wager) else opened,
    )


def betting_options(state: HandState, seat: int, *, wagers: bool = True) -> Options:
    """Return what the actor of a betting round may do; without `wagers` those are left out."""
    betting, stack = state.betting, state.stacks[seat]
    bet, level = betting.bets[seat], betting.level
    owed = level - bet
    call = owed if owed < stack else stack  # noqa: FURB136 -- asked for with every act
    wager = no_wager = None
    if wagers and state.able < 2:
        no_wager = WhyNot(Why.NOBODY_TO_RAISE)
    elif wagers:
        raised = limits.wager(state.rules, betting, seat, stack, state.pot)
        if isinstance(raised, Wager):
            wager = raised
        else:
            no_wager = raised
    # Made as the events are (events.py).
    return tuple.__new__(
        Options, (seat, stack, bet, level, True, owed == 0, call, 0, wager, no_wager, None, 0, ())
    )


def _beside_options(state: HandState, seat: int) -> Options:
    """Return what a seat may do in a buy or in a declaration (R-BUY-2, R-DECL-4)."""
    stack = state.stacks[seat]
    if state.phase is Phase.BUYING:
        return Options(seat, stack, price=state.price)
    return Options(seat, stack, declarations=declaring.choices(state.rules))


_OPTIONS: Final[Mapping[Phase, Callable[[HandState, int], Options]]] = {
    Phase.BRING_IN: _bring_in_options,
    Phase.BETTING: betting_options,
    Phase.BUYING: _beside_options,
    Phase.DECLARING: _beside_options,
}
