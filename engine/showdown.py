"""The end of a hand: who shows, who mucks, and who is paid what (B13)."""

from __future__ import annotations

from typing import assert_never

from engine import pots, showing
from engine.cards import Suit
from engine.events import Mucked, PotAwarded, Shown
from engine.options import OddChip, Show
from engine.pots import Pot
from engine.ranking import highest_card, ranking_of
from engine.state import LAST_STREET, HandState


def settle(state: HandState) -> None:
    """Show hands in turn and pay every pot, the last side pot first (R-SHOW-1 to 5, R-SIDE-4)."""
    live = state.live()
    layers = pots.layers(state.paid, live)
    values = dict.fromkeys(live, 0)
    if len(live) > 1:
        values = {seat: ranking_of(state.rules).of(state.cards[seat]) for seat in live}
        _show_in_turn(state, layers, values)
    awards = tuple(
        _award(state, number, pot, values) for number, pot in reversed(tuple(enumerate(layers)))
    )
    for award in awards:
        for seat, chips in award.shares:
            state.stacks[seat] += chips
        state.note(award)
    state.awards = awards
    state.paid = [0] * state.seats


def show_all(state: HandState) -> None:
    """Turn up the down cards of every live seat that has not shown yet (R-ALLIN-4)."""
    for seat in state.live():
        _show(state, seat)


def showing_order(state: HandState) -> list[int]:
    """Return the live seats in the order in which they show (R-SHOW-3)."""
    betting = state.betting
    start = betting.aggressor if betting.aggressor >= 0 else betting.first
    if start < 0 or betting.number < LAST_STREET - 1:
        start = showing.opener(state.rules, state.up_cards())
    start = state.next_live(start)
    seats = state.seats
    return sorted(state.live(), key=lambda seat: (seat - start) % seats)


def _show_in_turn(state: HandState, layers: tuple[Pot, ...], values: dict[int, int]) -> None:
    all_in = any(state.stacks[seat] == 0 for seat in values)
    everyone = all_in or state.rules.show is Show.ALL
    for seat in showing_order(state):
        if everyone or not _is_beaten(state, seat, layers, values):
            _show(state, seat)
        else:
            state.mucked[seat] = True
            state.note(Mucked(seat))


def _is_beaten(
    state: HandState, seat: int, layers: tuple[Pot, ...], values: dict[int, int]
) -> bool:
    """Tell whether hands already shown beat a seat in every pot it must win by showing (R-SHOW-4).

    A pot it contests alone is its own without showing (R-SIDE-3).
    """
    contested = [
        pot.contenders for pot in layers if seat in pot.contenders and len(pot.contenders) > 1
    ]
    return all(
        any(state.shown[other] and values[other] > values[seat] for other in contenders)
        for contenders in contested
    )


def _show(state: HandState, seat: int) -> None:
    if not state.shown[seat]:
        state.shown[seat] = True
        state.note(Shown(seat, state.cards[seat]))


def _award(state: HandState, number: int, pot: Pot, values: dict[int, int]) -> PotAwarded:
    best = max(values[seat] for seat in pot.contenders)
    winners = [seat for seat in pot.contenders if values[seat] == best]
    if len(winners) > 1:
        winners = _odd_chip_order(state, winners, best)
    return PotAwarded(number, pot.chips, pot.contenders, pots.shares(pot.chips, winners))


def _odd_chip_order(state: HandState, winners: list[int], value: int) -> list[int]:
    """Order tied winners as odd chips go (R-ODD-2 to R-ODD-4); for highs suit_low is suit."""
    made = ranking_of(state.rules).made(value)

    def suit(seat: int) -> Suit:
        return highest_card(state.cards[seat], made).suit

    match state.rules.odd_chip:
        case OddChip.POSITION:
            return sorted(winners)
        case OddChip.SUIT | OddChip.SUIT_LOW:
            return sorted(winners, key=lambda seat: (-suit(seat), seat))
        case _:
            assert_never(state.rules.odd_chip)
