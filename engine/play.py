"""How a hand runs: antes, deals, bring-in, betting rounds and its end.

Every function here changes the state it is given; `Hand` hands in a private copy.
"""

from __future__ import annotations

from typing import assert_never

from engine import limits, pots, showdown, showing
from engine.actions import WAGERS, Action, Verb
from engine.betting import BettingRound
from engine.events import Acted, AntePosted, CardDealt, UncalledReturned
from engine.state import LAST_STREET, HandState, Phase


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
    match action.verb:
        case Verb.FOLD:
            state.folded[seat] = True
        case Verb.CHECK:
            pass
        case Verb.CALL:
            _put_in(state, seat, state.betting.level)
        case Verb.BRING_IN:
            _post_bring_in(state, seat)
        case Verb.COMPLETE | Verb.BET | Verb.RAISE:
            _wager(state, seat, action.amount)
        case _:
            assert_never(action.verb)
    chips = before - state.stacks[seat]
    state.note(Acted(seat, action, chips, chips > 0 and state.stacks[seat] == 0))
    _after_act(state, seat, action.verb)
    _go_on(state)


def _deal_first_cards(state: HandState) -> None:
    for place in (0, 1):
        cards, state.stub = state.stub.deal(state.seats)
        for seat, card in enumerate(cards):
            state.cards[seat] += (card,)
            state.note(CardDealt(seat, place, card if place else None))


def _deal_street(state: HandState) -> None:
    live = state.live()
    cards, state.stub = state.stub.deal_street(len(live), burn=state.rules.burn)
    place = state.street
    state.street += 1
    for seat, card in zip(live, cards, strict=True):
        state.cards[seat] += (card,)
        state.note(CardDealt(seat, place, card))


def _begin_round(state: HandState) -> None:
    """Set up the betting round of this street and find who starts it (B5, B6)."""
    able = state.able()
    up_cards = state.up_cards()
    number = state.street - 1
    open_pair = any(showing.shows_pair(cards) for cards in up_cards.values())
    sizes = limits.round_sizes(state.rules, number, open_pair=open_pair)
    state.betting = BettingRound.begin(number, state.seats, sum(able), sizes)
    state.actor = None
    if sum(able) < 2:
        state.closed = True
        return
    designated = showing.bring_in_seat(state.rules, up_cards) if number == 1 else None
    if designated is not None:
        state.phase = Phase.BRING_IN
        state.designated = designated
        state.actor = _next_able(state, designated)
    else:
        state.phase = Phase.BETTING
        state.actor = _next_able(state, showing.opener(state.rules, up_cards))


def _next_able(state: HandState, seat: int) -> int:
    """Return the seat itself if it is able, else the next able one (R-BRING-7, R-OPEN-8)."""
    able = state.able()
    while not able[seat]:
        seat = (seat + 1) % state.seats
    return seat


def _put_in(state: HandState, seat: int, total: int) -> None:
    """Pay until the seat's bet is `total`, or all it has."""
    chips = min(total - state.betting.bets[seat], state.stacks[seat])
    state.pay(seat, chips)
    state.betting.bets[seat] += chips


def _post_bring_in(state: HandState, seat: int) -> None:
    """Post the bring-in, all chips where they are fewer: the others owe it in full (R-BRING-8)."""
    rules, betting = state.rules, state.betting
    _put_in(state, seat, rules.bring_in)
    betting.level = rules.bring_in
    if limits.bring_in_is_bet(rules):
        betting.full_level = betting.full_size = rules.bring_in
        betting.fulls = 1
    else:
        betting.posted = True


def _wager(state: HandState, seat: int, total: int) -> None:
    betting = state.betting
    size = limits.full_size(state.rules, betting, total)
    _put_in(state, seat, total)
    betting.raise_level(seat, total, size)
    if not size:
        # An opening for more than the bring-in, all-in or not, stands in its place (R-BRING-4).
        betting.posted = state.phase is Phase.BRING_IN


def _after_act(state: HandState, seat: int, verb: Verb) -> None:
    state.betting.note_act(seat)
    if state.phase is Phase.BRING_IN and (verb is Verb.BRING_IN or verb in WAGERS):
        state.brought_in = seat
        state.phase = Phase.BETTING


def _go_on(state: HandState) -> None:
    """Run everything nobody decides until somebody must act or the hand is over."""
    while True:
        if not state.closed and state.actor is not None:
            state.actor = _find_actor(state)
            if state.actor is not None:
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
    able = state.able()
    last = state.actor
    if last is None or sum(not folded for folded in state.folded) == 1:
        return None
    if state.phase is Phase.BRING_IN:
        return _next_able(state, last) if sum(able) > 1 else None
    betting = state.betting
    if betting.first < 0 and betting.level == 0:
        return betting.next_actor(last - 1, able)
    return betting.next_actor(last, able)


def _see_cap(state: HandState) -> None:
    betting = state.betting
    if not betting.cap_lifted:
        betting.cap_lifted = limits.lifts_cap(state.rules, betting, sum(state.able()))


def _end_round(state: HandState) -> None:
    seat, chips = pots.uncalled(state.betting.bets)
    if chips:
        state.pay(seat, -chips)
        state.betting.bets[seat] -= chips
        state.note(UncalledReturned(seat, chips))


def _close_if_settled(state: HandState) -> None:
    """End all betting once at most one live seat has chips; show early (R-ALLIN-3, R-ALLIN-4)."""
    if sum(state.able()) > 1:
        return
    state.closed = True
    state.actor = None
    if state.rules.all_in_show and state.street < LAST_STREET:
        showdown.show_all(state)
