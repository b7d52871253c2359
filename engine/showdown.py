"""The end of a hand: who shows, who mucks, and who is paid what (B13)."""

from __future__ import annotations

from typing import assert_never

from engine import pots, showing
from engine.betting import CLOCKWISE
from engine.cards import Suit
from engine.events import Mucked, PotAwarded, Shown
from engine.options import OddChip, Show
from engine.pots import Pot
from engine.ranking import highest_card, ranking_of
from engine.state import LAST_STREET, HandState


def settle(state: HandState) -> None:
    """Show hands in turn and pay every pot, the last side pot first (R-SHOW-1 to 5, R-SIDE-4)."""
    live = state.live
    layers = pots.layers(state.paid, live)
    values = dict.fromkeys(live, 0)
    if len(live) > 1:
        ranking = ranking_of(state.rules, state.seats)
        values = {seat: ranking.of(state.cards[seat]) for seat in live}
        _show_in_turn(state, layers, values)
    last = len(layers) - 1
    awards = tuple(
        [_award(state, last - place, pot, values) for place, pot in enumerate(layers[::-1])]
    )
    state.fresh += awards
    for award in awards:
        for seat, chips in award.shares:
            state.stacks[seat] += chips
    state.awards = awards
    state.paid = [0] * state.seats


def show_all(state: HandState) -> None:
    """Turn up the down cards of every live seat that has not shown yet (R-ALLIN-4)."""
    for seat in state.live:
        _show(state, seat)


def showing_order(state: HandState) -> list[int]:
    """Return the live seats in the order in which they show (R-SHOW-3)."""
    betting = state.betting
    start = betting.aggressor if betting.aggressor >= 0 else betting.first
    if start < 0 or betting.number < LAST_STREET - 1:
        start = showing.opener(state.rules, state.live)
    folded = state.folded
    return [seat for seat in CLOCKWISE[state.seats][start] if not folded[seat]]


def _show_in_turn(state: HandState, layers: tuple[Pot, ...], values: dict[int, int]) -> None:
    rules, stacks = state.rules, state.stacks
    everyone = rules.show is Show.ALL or 0 in [stacks[seat] for seat in values]
    # Whoever contests a pot alone wins it without showing (R-SIDE-3).
    contested = [pot.contenders for pot in layers if len(pot.contenders) > 1]
    best = [-1] * len(contested)
    for seat in showing_order(state):
        value = values[seat]
        unbeaten = [
            number
            for number, contenders in enumerate(contested)
            if value >= best[number] and seat in contenders
        ]
        # Beaten in every pot he must win by showing, he mucks; an all-in bars it (R-SHOW-4).
        if not (unbeaten or everyone):
            state.mucked[seat] = True
            state.note(Mucked(seat))
            continue
        _show(state, seat)
        for number in unbeaten:
            best[number] = value


def _show(state: HandState, seat: int) -> None:
    if not state.shown[seat]:
        state.shown[seat] = True
        state.note(Shown(seat, state.cards[seat]))


def _award(state: HandState, number: int, pot: Pot, values: dict[int, int]) -> PotAwarded:
    best = max([values[seat] for seat in pot.contenders])
    winners = [seat for seat in pot.contenders if values[seat] == best]
    if len(winners) > 1:
        winners = _odd_chip_order(state, winners, best)
    return PotAwarded(number, pot.chips, pot.contenders, pots.shares(pot.chips, winners))


def _odd_chip_order(state: HandState, winners: list[int], value: int) -> list[int]:
    """Order tied winners as odd chips go (R-ODD-2 to R-ODD-4); for highs suit_low is suit."""
    made = ranking_of(state.rules, state.seats).made(value)

    def suit(seat: int) -> Suit:
        return highest_card(state.cards[seat], made).suit

    match state.rules.odd_chip:
        case OddChip.POSITION:
            return sorted(winners)
        case OddChip.SUIT | OddChip.SUIT_LOW:
            return sorted(winners, key=lambda seat: (-suit(seat), seat))
        case _:
            assert_never(state.rules.odd_chip)
