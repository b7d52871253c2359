"""How a hand runs: antes, deals, bring-in, betting rounds and its end; buys have their own file.

Every function here changes the state it is given, which no hand but the one to come holds on to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from typing import Final

from engine import buying, declaring, limits, pots, showdown, showing
from engine.actions import Action, Verb
from engine.betting import CLOCKWISE, BettingRound
from engine.cards import Card
from engine.course import Phase, Stage, course_of
from engine.events import Acted, AntePosted, UncalledReturned, cards_dealt
from engine.options import CapLift, Game, Limit
from engine.rules import MOST_SEATS
from engine.state import HandState, lies_up

# Bound once, as in actions.py: asked for with every act.
_BRINGING_IN: Final = Phase.BRING_IN
_BETTING: Final = Phase.BETTING
_BUYING: Final = Phase.BUYING
_DECLARING: Final = Phase.DECLARING
_HEADS_UP: Final = CapLift.HEADS_UP
_LOW: Final = Game.LOW

_DOWN_CARDS: Final = tuple(cards_dealt(0, range(MOST_SEATS), repeat(None)))
"""The first cards of all seats, which nobody sees."""


def begin(state: HandState) -> None:
    """Take the antes, deal a down and an up card to each seat, and open round 1 (B3 to B5)."""
    if state.rules.ante:
        _take_antes(state, state.rules.ante)
    state.course = course_of(state.rules)
    _deal_first_cards(state)
    state.begin_stage()
    _begin_round(state, 1)
    if state.actor is None:
        _run_on(state)
    state.count_chips()


def _take_antes(state: HandState, ante: int) -> None:
    for seat, stack in enumerate(state.stacks):
        chips = ante if ante < stack else stack  # noqa: FURB136 -- a call less for every seat
        state.pay(seat, chips)
        state.fresh.append(tuple.__new__(AntePosted, (seat, chips)))


def perform(state: HandState, seat: int, action: Action) -> None:
    """Carry out a legal act of the actor and everything that follows from it."""
    state.turn += 1
    state.told += state.fresh
    if state.phase is _BUYING or state.phase is _DECLARING:
        _perform_beside(state, seat, action)
        return
    stacks, before = state.stacks, state.stacks[seat]
    _ACTS[action.verb](state, seat, action.amount)
    left = stacks[seat]
    state.fresh = [tuple.__new__(Acted, (seat, action, before - left, left == 0 < before))]
    state.betting.note_act(seat)
    state.actor = actor = _next_actor(state, seat)
    if actor is None:
        _run_on(state)
    elif state.rules.cap_lift is _HEADS_UP:
        _see_cap(state)
    state.count_chips()


def _perform_beside(state: HandState, seat: int, action: Action) -> None:
    """Carry out an act of a buy or of a declaration."""
    state.fresh = []
    if state.phase is _BUYING:
        buying.perform(state, seat, action)
    else:
        declaring.perform(state, seat, action)
    if state.actor is None:
        _run_on(state)
    state.count_chips()


def _deal_first_cards(state: HandState) -> None:
    downs, stub = state.stub.deal(state.seats)
    ups, state.stub = stub.deal(state.seats)
    state.cards = [*zip(downs, ups, strict=True)]
    state.live = {seat: (card,) for seat, card in enumerate(ups)}
    state.fresh += _DOWN_CARDS[: state.seats]
    state.fresh += cards_dealt(1, state.live, ups)


def _deal_street(state: HandState) -> None:
    live, cards = state.live, state.cards
    dealt, state.stub = state.stub.deal_street(len(live), burn=state.rules.burn)
    place = state.street
    state.street += 1
    for seat, card in zip(live, dealt, strict=True):
        cards[seat] += (card,)
    seen: Iterable[Card | None] = dealt
    if lies_up(state.rules, place):
        for seat, card in zip(live, dealt, strict=True):
            live[seat] += (card,)
    else:
        # The hand of an all-in already turned up stays open: so does 1-3-1's last card (R-ALLIN-4).
        shown = state.shown
        seen = [card if shown[seat] else None for seat, card in zip(live, dealt, strict=True)]
    state.fresh += cards_dealt(place, live, seen)


def _begin_round(state: HandState, number: int) -> None:
    """Set up a betting round and find who starts it (B5, B6); close betting where nobody can."""
    able, up_cards = state.able, state.live
    # R-FIX-4; a pair is no better a hand in lowball.
    asked = number == 2 and state.rules.open_pair_big and state.rules.game is not _LOW
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
    bets, stack = state.betting.bets, state.stacks[seat]
    owed = total - bets[seat]
    chips = owed if owed < stack else stack  # noqa: FURB136 -- paid with every act
    state.pay(seat, chips)
    bets[seat] += chips


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


def _run_on(state: HandState) -> None:
    """Run everything nobody decides until somebody must act or the hand is over."""
    while state.actor is None:
        if state.course[state.stage].phase is _BETTING:
            _end_round(state)
        if len(state.live) > 1:
            _close_if_settled(state)
        state.stage += 1
        if len(state.live) == 1 or state.stage == len(state.course):
            state.phase = Phase.OVER
            showdown.settle(state)
            return
        _enter(state, state.course[state.stage])


def _enter(state: HandState, stage: Stage) -> None:
    """Deal up to a stage of the hand and find who acts in it, if anybody does."""
    if state.street < stage.street:
        _deal_street(state)
    if stage.phase is not _BETTING or not state.closed:
        state.begin_stage()
    if stage.phase is _BUYING:
        buying.begin(state, stage.number)
    elif stage.phase is _DECLARING:
        declaring.begin(state)
    elif not state.closed:
        _begin_round(state, stage.number)


def _next_actor(state: HandState, last: int) -> int | None:
    """Return who acts after `last`, None where the round is over (R-BET-2)."""
    if len(state.live) == 1:
        return None
    betting, stacks, folded = state.betting, state.stacks, state.folded
    bets, acted, level, several = betting.bets, betting.acted, betting.level, state.able > 1
    for seat in CLOCKWISE[len(bets)][last + 1]:
        # He owes chips, or has not acted yet while somebody could answer him.
        decides = bets[seat] < level or (several and acted[seat] < 0)
        if decides and stacks[seat] and not folded[seat]:
            return seat
    return None


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
    if state.rules.all_in_show and not _something_follows(state):
        showdown.show_all(state)


def _something_follows(state: HandState) -> bool:
    """Tell whether a buy or a declaration can still come, or the showdown at once (R-ALLIN-4)."""
    ahead = state.course[state.stage + 1 :]
    if not ahead:
        return True
    richest = max([state.stacks[seat] for seat in state.live])
    for stage in ahead:
        if stage.phase is _DECLARING:
            return True
        if stage.phase is _BUYING and richest >= state.rules.prices[stage.number - 1]:
            return True
    return False
