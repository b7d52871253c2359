"""What a table decides in its hands: values in, values out; nothing is stored or shown here."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from bot import declaring
from bot.broken import BrokenHand, no_fault_passes
from bot.decision import Decision, Draw, Pace, later
from bot.outcomes import outcomes_of
from bot.person import Person
from bot.picture import Note, Phase, is_secret
from bot.refusal import No, Refusal, no_hand
from bot.seating import Seat
from bot.state import Play, State
from bot.step import Entry, HandBegun, HandEnded, SeatFreed, SeatMarked
from bot.store.hands import HandSeat, NewHand
from bot.taken import take
from engine.actions import Action
from engine.cards import cards_text
from engine.decks import deck_for
from engine.hand import Hand

if TYPE_CHECKING:
    from bot.game import ListedGame


def begin(
    state: State, game: ListedGame, seats: tuple[Seat, ...], draw: Draw, pace: Pace
) -> Decision:
    """Begin the next hand of a game with a deck and a reserve from `draw` (R-DECK-8).

    `seats` are those of `dealt_in`. Raises BrokenHand where the engine does not start it.
    """
    rules = game.rules
    deck, reserve = draw(deck_for(rules, len(seats)))
    with no_fault_passes():
        hand = Hand.start(rules, [seat.stack for seat in seats], deck, reserve)
    number = state.number + 1
    start = NewHand(
        number=number,
        rules=json.dumps(rules.to_options(), sort_keys=True),
        deck=cards_text(deck),
        reserve=cards_text(reserve),
        seats=tuple(HandSeat(seat.account, seat.place, seat.stack) for seat in seats),
        game=game.name,
    )
    begun = replace(state, number=number, dealer=seats[-1].place)
    play = Play(number, hand, seats, game=game.name)
    return go_on(begun, play, (HandBegun(start),), pace)


def act(state: State, person: Person, action: Action, key: str, pace: Pace) -> Decision:
    """Let somebody act in the running hand, or choose in a declaration that waits for others.

    Raises Refusal (NO_HAND, CHOOSING, NOT_SEATED, NOT_YOUR_HAND), IllegalAction, and BrokenHand.
    """
    play = state.running
    if play is None:
        raise no_hand(choosing=state.asked is not None)
    at = play.seat_number(person)
    if at is None:
        raise Refusal(No.NOT_YOUR_HAND)
    seat = state.seated(play, at)
    if seat.leaving:
        raise Refusal(No.NOT_SEATED)
    if is_secret(play.hand):
        state, taken = declaring.choose(state, play, at, action, by=seat.player)
    else:
        play, act_taken = take(play, at, action, key, by=seat.player)
        taken = (act_taken,)
    state, marked = present(state, seat)
    return go_on(state, play, (*taken, *marked), pace)


def time_out(state: State, key: str, pace: Pace) -> Decision:
    """Act for all who have not answered in time; repeatedly, and they sit out (R-TABLE-7).

    `key` begins with CLOCK; choices that are pending stay as they are.
    """
    play = state.running
    if play is None:
        raise Refusal(No.NO_HAND)
    late, entries = declaring.owing(state, play), list[Entry]()
    with no_fault_passes():
        if is_secret(play.hand):
            state = declaring.choose_late(state, play)
        else:
            play, taken = take(play, late[0], play.hand.timed_out(late[0]), key, by=None)
            entries.append(taken)
    for at in late:
        seat = state.seated(play, at)
        missed = seat.missed + 1
        out = 0 < pace.misses <= missed
        state, marked = _marked(state, replace(seat, missed=missed, sitting_out=out))
        entries.append(marked)
    return go_on(state, play, tuple(entries), pace)


def warn(state: State) -> Decision:
    """Note that the actor is told once that his time runs out; nothing else looks different."""
    return Decision(replace(state, warned=True), ())


def go_on(state: State, play: Play, entries: tuple[Entry, ...], pace: Pace) -> Decision:
    """Play what nobody decides, then wait for whoever is to decide or settle the hand."""
    written = list(entries)
    while not play.hand.over:
        with no_fault_passes():
            if is_secret(play.hand):
                state, play, chosen = declaring.carry_on(state, play)
                written += chosen
                if is_secret(play.hand):
                    break
                continue
            at = play.hand.actors[0]
            action = play.hand.forced
            if action is None and state.seated(play, at).away:
                action = play.hand.timed_out(at)
            if action is None:
                break
            key = f"table:{play.seats[at].account}:{play.number}:{play.acts + 1}"
            play, taken = take(play, at, action, key, by=None)
        written.append(taken)
    if play.hand.over:
        return _settle(replace(state, play=play), play, written, pace)
    return Decision(later(_waiting(state, play, pace)), tuple(written))


def _waiting(state: State, play: Play, pace: Pace) -> State:
    """Return the state of a table that waits for a decision; each turn has a clock of its own."""
    before = state.running
    if before is not None and (before.number, before.hand.turn) == (play.number, play.hand.turn):
        return replace(state, play=play).standing(Phase.PLAYING, due_at=state.due_at)
    due_at = pace.now + pace.clock if pace.clock else None
    return replace(state, play=play, warned=False).standing(Phase.PLAYING, due_at=due_at)


def _settle(state: State, play: Play, entries: list[Entry], pace: Pace) -> Decision:
    before, after = play.hand.starting_stacks, play.hand.stacks
    if sum(before) != sum(after) or min(after) < 0:
        raise BrokenHand(f"hand {play.number} began with {before} and ends with {after}")
    stacks = {seat.account: chips for seat, chips in zip(play.seats, after, strict=True)}
    results = tuple(
        (seat.account, chips - seat.stack) for seat, chips in zip(play.seats, after, strict=True)
    )
    paid = tuple(replace(seat, stack=stacks.get(seat.account, seat.stack)) for seat in state.seats)
    freed, stay = part(paid)
    settled = replace(state, seats=stay)
    if play.unanswered:  # an abandoned table does not deal for ever
        ended = settled.standing(Phase.WAITING, note=Note.UNANSWERED)
    else:
        ended = settled.standing(Phase.BETWEEN, due_at=pace.now + pace.pause)
    over = HandEnded(results, outcomes_of(play.hand))
    return Decision(later(ended), (*entries, over, *freed))


def present(state: State, seat: Seat, *, back: bool = False) -> tuple[State, tuple[Entry, ...]]:
    """Note that somebody is there: he has missed nothing and does not sit out.

    That he has asked to be left out himself stands, unless he says that he is `back`.
    """
    there = replace(seat, missed=0, sitting_out=False, resting=seat.resting and not back)
    if there == seat:
        return state, ()
    state, marked = _marked(state, there)
    return state, (marked,)


def rest(state: State, seat: Seat) -> tuple[State, tuple[Entry, ...]]:
    """Note that somebody has asked to be left out from the next hand on."""
    state, marked = _marked(state, replace(seat, resting=True))
    return state, (marked,)


def _marked(state: State, seat: Seat) -> tuple[State, SeatMarked]:
    marked = SeatMarked(seat.account, seat.missed, seat.sitting_out, seat.resting)
    return replace(state, seats=state.with_seat(seat)), marked


def part(seats: tuple[Seat, ...]) -> tuple[tuple[SeatFreed, ...], tuple[Seat, ...]]:
    """Part those who leave from those who stay."""
    freed = tuple(SeatFreed(seat.account) for seat in seats if seat.leaving)
    return freed, tuple(seat for seat in seats if not seat.leaving)
