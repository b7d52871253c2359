"""The end of a hand: who shows, who mucks, and the pots paid (B13)."""

from __future__ import annotations

from engine import pots, winners
from engine.betting import CLOCKWISE
from engine.declaring import last_round_start
from engine.events import Mucked, PotAwarded, Shown, Side
from engine.options import Show
from engine.pots import Pot
from engine.state import HandState
from engine.winners import Hands, Worth


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
    must = state.live if everyone else _winners(awards)
    # For each contested pot and side the best value shown so far.
    bars: list[tuple[tuple[int, ...], dict[Side, int]]] = [(seats, {}) for seats in contested]
    for seat in showing_order(state):
        plays = hands.plays(seat)
        # Beaten wherever he must win by showing, he mucks; an all-in bars it (R-SHOW-4).
        if not (seat in must or _may_win(seat, plays, bars, hands)):
            state.mucked[seat] = True
            state.note(Mucked(seat))
            continue
        _show(state, seat)
        for contenders, best in bars:
            if seat in contenders:
                for side, value in plays.items():
                    if value > best.get(side, -1):
                        best[side] = value


def _winners(awards: tuple[PotAwarded, ...]) -> frozenset[int]:
    """Return who wins part of a contested pot: he shows, whatever was shown before (R-SHOW-4)."""
    contested = [award for award in awards if len(award.contenders) > 1]
    return frozenset([seat for award in contested for seat, _ in award.shares])


def _may_win(
    seat: int,
    plays: Worth,
    bars: list[tuple[tuple[int, ...], dict[Side, int]]],
    hands: Hands,
) -> bool:
    """Tell whether a hand is unbeaten by those shown so far, in some pot it contests."""
    least = int(hands.must_be_alone(seat))
    needed = len(plays) if hands.needs_all(seat) else 1
    for contenders, best in bars:
        if seat in contenders and plays:
            unbeaten = [
                side for side, value in plays.items() if value >= best.get(side, -1) + least
            ]
            if len(unbeaten) >= needed:
                return True
    return False


def _show(state: HandState, seat: int) -> None:
    if not state.shown[seat]:
        state.shown[seat] = True
        state.note(Shown(seat, state.cards[seat]))
