"""The end of a hand: who shows, who mucks, and the pots paid (B13)."""

from __future__ import annotations

from engine import pots, winners
from engine.betting import CLOCKWISE
from engine.declaring import last_round_start
from engine.events import Mucked, PotAwarded, Shown, Side
from engine.options import Show
from engine.pots import Pot
from engine.state import HandState
from engine.winners import Hands


def settle(state: HandState) -> None:
    """Show hands in turn and pay every pot, the last side pot first (R-SHOW-1 to 5, R-SIDE-4)."""
    live = state.live
    layers = pots_of(state)
    hands = winners.read_hands(state) if len(live) > 1 else Hands({})
    last = len(layers) - 1
    awards = tuple(
        [winners.award(state, last - at, pot, hands) for at, pot in enumerate(layers[::-1])]
    )
    if len(live) > 1:
        _show_in_turn(state, layers, hands, awards)
    state.fresh += awards
    for award in awards:
        for seat, chips in award.shares:
            state.stacks[seat] += chips
    state.awards = awards
    state.paid = [0] * state.seats
    state.fees = []


def pots_of(state: HandState) -> tuple[Pot, ...]:
    """Return the pots as they stand, fees for new cards included, main pot first (R-BUY-7)."""
    layers = pots.layers(state.paid, state.live)
    return pots.with_fees(layers, state.fees, state.live) if state.fees else layers


def show_all(state: HandState) -> None:
    """Turn up the down cards of every live seat that has not shown yet (R-ALLIN-4)."""
    for seat in state.live:
        _show(state, seat)


def showing_order(state: HandState) -> list[int]:
    """Return the live seats in the order in which they show (R-SHOW-3)."""
    folded = state.folded
    start = last_round_start(state)
    return [seat for seat in CLOCKWISE[state.seats][start] if not folded[seat]]


def _show_in_turn(
    state: HandState, layers: tuple[Pot, ...], hands: Hands, awards: tuple[PotAwarded, ...]
) -> None:
    # Whoever contests a pot alone wins it without showing (R-SIDE-3).
    contested = [pot.contenders for pot in layers if len(pot.contenders) > 1]
    stacks = state.stacks
    everyone = state.rules.show is Show.ALL or 0 in [stacks[seat] for seat in state.live]
    must = _winners(awards)
    best: dict[tuple[int, Side], int] = {}
    for seat in showing_order(state):
        # Beaten wherever he must win by showing, he mucks; an all-in bars it (R-SHOW-4).
        if not (everyone or seat in must or _may_win(seat, contested, hands, best)):
            state.mucked[seat] = True
            state.note(Mucked(seat))
            continue
        _show(state, seat)
        for number, contenders in enumerate(contested):
            if seat not in contenders:
                continue
            for side in hands.sides_of(seat):
                value = hands.values[side][seat]
                best[number, side] = max(value, best.get((number, side), value))


def _winners(awards: tuple[PotAwarded, ...]) -> frozenset[int]:
    """Return who wins part of a contested pot: he shows, whatever was shown before (R-SHOW-4)."""
    contested = [award for award in awards if len(award.contenders) > 1]
    return frozenset(seat for award in contested for seat in award.winners)


def _may_win(
    seat: int,
    contested: list[tuple[int, ...]],
    hands: Hands,
    best: dict[tuple[int, Side], int],
) -> bool:
    """Tell whether a hand is unbeaten by those shown so far, in some pot it contests."""
    sides, alone = hands.sides_of(seat), hands.must_be_alone(seat)
    enough = all if hands.needs_all(seat) else any
    return any(
        sides
        and enough(
            hands.values[side][seat] >= best.get((number, side), -1) + alone for side in sides
        )
        for number, contenders in enumerate(contested)
        if seat in contenders
    )


def _show(state: HandState, seat: int) -> None:
    if not state.shown[seat]:
        state.shown[seat] = True
        state.note(Shown(seat, state.cards[seat]))
