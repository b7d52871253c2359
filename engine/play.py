"""How a hand runs: antes, deals, bring-in, betting rounds and its end.

Every function here changes the state it is given; `Hand` hands in a private copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import limits, pots, showdown, showing
from engine.actions import Action, Verb
from engine.betting import BettingRound
from engine.cards import Card
from engine.events import Acted, AntePosted, CardDealt, UncalledReturned
from engine.options import CapLift, Limit
from engine.state import LAST_STREET, HandState, Phase, lies_up

# Bound once, as in actions.py: asked for with every act.
_BRINGING_IN: Final = Phase.BRING_IN
_BETTING: Final = Phase.BETTING
_HEADS_UP: Final = CapLift.HEADS_UP


def begin(state: HandState) -> None:
    """Take the antes, deal a down and an up card to each seat, and open round 1 (B3 to B5)."""
    for seat, stack in enumerate(state.stacks):
        ante = min(stack, state.rules.ante)
        if ante:
            state.pay(seat, ante)
            state.note(AntePosted(seat, ante))
    _deal_first_cards(state)
    _begin_round(state)
    _go_on(state)


def perform(state: HandState, seat: int, action: Action) -> None:
    """Carry out a legal act of the actor and everything that follows from it."""
    before = state.stacks[seat]
    state.turn += 1
    _ACTS[action.verb](state, seat, action.amount)
    left = state.stacks[seat]
    state.fresh.append(Acted(seat, action, before - left, left == 0 < before))
    state.betting.note_act(seat)
    _go_on(state)


def _deal_first_cards(state: HandState) -> None:
    downs, stub = state.stub.deal(state.seats)
    ups, state.stub = stub.deal(state.seats)
    state.cards = tuple(zip(downs, ups, strict=True))
    state.fresh += [CardDealt(seat, 0, None) for seat in range(state.seats)]
    state.fresh += [CardDealt(seat, 1, card) for seat, card in enumerate(ups)]


def _deal_street(state: HandState) -> None:
    live = state.live()
    dealt, state.stub = state.stub.deal_street(len(live), burn=state.rules.burn)
    place = state.street
    state.street += 1
    up, shown = lies_up(state.rules, place), state.shown
    cards: list[tuple[Card, ...]] = [*state.cards]
    for seat, card in zip(live, dealt, strict=True):
        cards[seat] += (card,)
        # The hand of an all-in already turned up stays open: so does 1-3-1's last card (R-ALLIN-4).
        state.fresh.append(CardDealt(seat, place, card if up or shown[seat] else None))
    state.cards = tuple(cards)


def _begin_round(state: HandState) -> None:
    """Set up the betting round of this street and find who starts it (B5, B6)."""
    able, number = state.able, state.street - 1
    up_cards = state.up_cards()
    asked = number == 2 and state.rules.open_pair_big  # R-FIX-4
    open_pair = asked and any(showing.shows_pair(cards) for cards in up_cards.values())
    sizes = limits.round_sizes(state.rules, number, open_pair=open_pair)
    state.betting = BettingRound.begin(number, state.seats, able, sizes)
    state.actor = None
    if able < 2:
        state.closed = True
        return
    state.betting.cap_lifted = limits.lifts_cap(state.rules, state.betting, able)
    designated = showing.bring_in_seat(state.rules, up_cards) if number == 1 else None
    if designated is not None:
        state.phase = _BRINGING_IN
        state.designated = designated
        state.actor = _next_able(state, designated)
    else:
        state.phase = _BETTING
        state.actor = _next_able(state, showing.opener(state.rules, up_cards))


def _next_able(state: HandState, seat: int) -> int:
    """Return the seat itself if it is able, else the next able one (R-BRING-7, R-OPEN-8)."""
    while not state.stacks[seat] or state.folded[seat]:
        seat = (seat + 1) % state.seats
    return seat


def _fold(state: HandState, seat: int, _total: int) -> None:
    state.fold(seat)


def _stay(_state: HandState, _seat: int, _total: int) -> None:
    """Check."""


def _call(state: HandState, seat: int, _total: int) -> None:
    _put_in(state, seat, state.betting.level)


def _put_in(state: HandState, seat: int, total: int) -> None:
    """Pay until the seat's bet is `total`, or all it has."""
    chips = min(total - state.betting.bets[seat], state.stacks[seat])
    state.pay(seat, chips)
    state.betting.bets[seat] += chips


def _post_bring_in(state: HandState, seat: int, _total: int) -> None:
    """Post the bring-in, all chips where they are fewer: the others owe it in full (R-BRING-8)."""
    rules, betting = state.rules, state.betting
    _put_in(state, seat, rules.bring_in)
    betting.level = rules.bring_in
    if limits.bring_in_is_bet(rules):
        betting.full_level = betting.full_size = rules.bring_in
        betting.fulls = 1
    else:
        betting.posted = True
    _note_brought_in(state, seat)


def _wager(state: HandState, seat: int, total: int) -> None:
    betting = state.betting
    size = limits.full_size(state.rules, betting, total)
    _put_in(state, seat, total)
    betting.raise_level(seat, total, size)
    if not size:
        # In pot and no limit an opening for more than the bring-in stands in its place (R-BRING-4);
        # in spread limit such an opening is a short all-in, completed like any other (R-SPR-3).
        spread = state.rules.limit is Limit.SPREAD
        betting.posted = state.phase is _BRINGING_IN and not spread
    if state.phase is _BRINGING_IN:
        _note_brought_in(state, seat)


def _note_brought_in(state: HandState, seat: int) -> None:
    state.brought_in = seat
    state.phase = _BETTING


_ACTS: Final[Mapping[Verb, Callable[[HandState, int, int], None]]] = {
    Verb.FOLD: _fold,
    Verb.CHECK: _stay,
    Verb.CALL: _call,
    Verb.BRING_IN: _post_bring_in,
    Verb.COMPLETE: _wager,
    Verb.BET: _wager,
    Verb.RAISE: _wager,
}


def _go_on(state: HandState) -> None:
    """Run everything nobody decides until somebody must act or the hand is over."""
    while True:
        if not state.closed and state.actor is not None:
            state.actor = _find_actor(state)
            if state.actor is not None:
                if state.rules.cap_lift is _HEADS_UP:
                    _see_cap(state)
                return
        _end_round(state)
        if len(state.live()) == 1:
            break
        _close_if_settled(state)
        if state.street == LAST_STREET:
            break
        _deal_street(state)
        if not state.closed:
            _begin_round(state)
    state.phase = Phase.OVER
    state.actor = None
    showdown.settle(state)


def _find_actor(state: HandState) -> int | None:
    """Return who acts next in this round, None where it is over; `actor` acted last or starts."""
    last = state.actor
    if last is None or state.folded.count(False) == 1:
        return None
    if state.phase is _BRINGING_IN:
        return _next_able(state, last) if state.able > 1 else None
    betting = state.betting
    if betting.first < 0 and betting.level == 0:
        last -= 1
    return betting.next_actor(last, state.stacks, state.folded, several=state.able > 1)


def _see_cap(state: HandState) -> None:
    betting = state.betting
    if not betting.cap_lifted:
        betting.cap_lifted = limits.lifts_cap(state.rules, betting, state.able)


def _end_round(state: HandState) -> None:
    seat, chips = pots.uncalled(state.betting.bets)
    if chips:
        state.pay(seat, -chips)
        state.betting.bets[seat] -= chips
        state.note(UncalledReturned(seat, chips))


def _close_if_settled(state: HandState) -> None:
    """End all betting once at most one live seat has chips; show early (R-ALLIN-3, R-ALLIN-4)."""
    if state.able > 1:
        return
    state.closed = True
    state.actor = None
    if state.rules.all_in_show and state.street < LAST_STREET:
        showdown.show_all(state)
