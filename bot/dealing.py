"""What a table decides about its hands: values in, values out; nothing is stored or shown here."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.broken import BrokenHand
from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.seating import Seat, dealt_in
from bot.state import Play, State
from bot.step import (
    ActTaken,
    Entry,
    HandBegun,
    HandEnded,
    HandVoided,
    SeatFreed,
    SeatLeaving,
    SeatMarked,
)
from bot.store.hands import ActRow, HandSeat, NewHand
from engine.actions import Action
from engine.cards import Card, cards_text
from engine.decks import deck_for
from engine.errors import IllegalAction
from engine.hand import Hand
from engine.notation import act_line
from engine.rules import HouseRules

CLOCK: Final = "clock:"
"""What the key of an act begins with that the clock chose for somebody."""

MOST_MISSES: Final = 2
"""How many turns in a row somebody misses before he sits out."""

GRACE: Final = 20.0
"""Seconds that an actor has at least after a time in which nobody could act."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The instant of a decision (seconds since 1970), the turn clock (0: none) and the pause."""

    now: float
    clock: int
    pause: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The state after a step, and what the store must write for it."""

    state: State
    entries: tuple[Entry, ...]

    def then(self, later: Decision) -> Decision:
        """Return this decision and one that was made on its state as one step."""
        return Decision(later.state, (*self.entries, *later.entries))


def begin(
    state: State,
    rules: HouseRules,
    draw: Callable[[tuple[Card, ...]], tuple[tuple[Card, ...], tuple[Card, ...]]],
    pace: Pace,
    *,
    by: Seat | None = None,
) -> Decision:
    """Begin the next hand with a deck and a reserve from `draw` (R-TABLE-3, R-TABLE-5, R-DECK-8).

    `by` is who asks for it; he no longer sits out. Raises Refusal (TOO_FEW_PLAYERS), and
    BrokenHand where the engine does not start it.
    """
    state, marked = (state, ()) if by is None else _present(state, by)
    seats = dealt_in(state.seats, state.dealer)
    if not seats:
        raise Refusal(No.TOO_FEW_PLAYERS)
    deck, reserve = draw(deck_for(rules, len(seats)))
    with _no_fault_passes():
        hand = Hand.start(rules, [seat.stack for seat in seats], deck, reserve)
    number = state.number + 1
    start = NewHand(
        number=number,
        rules=json.dumps(rules.to_options(), sort_keys=True),
        deck=cards_text(deck),
        reserve=cards_text(reserve),
        seats=tuple(HandSeat(seat.account, seat.place, seat.stack) for seat in seats),
    )
    begun = replace(state, number=number, dealer=seats[-1].place)
    return _go_on(begun, Play(number, hand, seats), (*marked, HandBegun(start)), pace)


def act(state: State, person: Person, action: Action, key: str, pace: Pace) -> Decision:
    """Let somebody act in the running hand.

    Raises Refusal (NO_HAND, NOT_SEATED, NOT_YOUR_HAND), IllegalAction, and BrokenHand.
    """
    play = state.running
    if play is None:
        raise Refusal(No.NO_HAND)
    at = play.seat_number(person)
    if at is None:
        raise Refusal(No.NOT_YOUR_HAND)
    seat = _seated(state, play, at)
    if seat.leaving:
        raise Refusal(No.NOT_SEATED)
    played, taken = _take(play, at, action, key, by=seat.player)
    state, marked = _present(state, seat)
    return _go_on(state, played, (taken, *marked), pace)


def time_out(state: State, key: str, pace: Pace) -> Decision:
    """Act for the actor who has not answered in time; repeatedly, and he sits out (R-TABLE-7).

    `key` begins with CLOCK.
    """
    play = state.running
    if play is None:
        raise Refusal(No.NO_HAND)
    with _no_fault_passes():
        at = play.hand.actors[0]
        played, taken = _take(play, at, play.hand.timed_out(at), key, by=None)
    seat = _seated(state, play, at)
    missed = seat.missed + 1
    state, marked = _marked(state, seat, missed, sitting_out=missed >= MOST_MISSES)
    return _go_on(state, played, (taken, marked), pace)


def warn(state: State) -> Decision:
    """Note that the actor is told once that his time runs out; nothing else looks different."""
    return Decision(replace(state, warned=True), ())


def come_back(state: State, seat: Seat) -> Decision:
    """Let a player who sits out be dealt in again, and be waited for in a running hand.

    Raises Refusal (NOT_SITTING_OUT).
    """
    if not seat.sitting_out:
        raise Refusal(No.NOT_SITTING_OUT)
    state, marked = _present(state, seat)
    return Decision(_next(replace(state, note=note_of_more(state))), marked)


def note_of_more(state: State) -> Note | None:
    """Return what is left of a table's note when one more player is ready."""
    return None if state.note is Note.SHORT_OF_PLAYERS else state.note


def leave(state: State, seat: Seat, pace: Pace) -> Decision:
    """Let a player leave: at once, or when the hand he is dealt in to ends (R-TABLE-4)."""
    return _part_with(state, (seat,), pace, by=seat.player)


def send_off(state: State, gone: Collection[int], pace: Pace) -> Decision:
    """Let the members of those user ids leave who are no longer in the guild; nobody asks."""
    seats = tuple(s for s in state.seats if s.person.id in gone and not s.leaving)
    return _part_with(state, seats, pace, by=None)


def void(state: State, phase: Phase) -> Decision:
    """Void the running hand: everyone has the chips of its start, who left is paid out."""
    entries: tuple[Entry, ...] = (HandVoided(),) if state.phase is Phase.PLAYING else ()
    freed, stay = _part(state.seats)
    stopped = replace(state, play=None, seats=stay).standing(phase, note=Note.VOIDED)
    return Decision(_next(stopped), (*entries, *freed))


def close(state: State) -> Decision:
    """Close the table; a running hand is void and everyone is paid out."""
    entries: tuple[Entry, ...] = (HandVoided(),) if state.phase is Phase.PLAYING else ()
    note = Note.VOIDED if entries else None
    freed = tuple(SeatFreed(seat.account) for seat in state.seats)
    play = None if entries else state.play
    closed = replace(state, play=play, seats=()).standing(Phase.CLOSED, note=note)
    return Decision(_next(closed), (*entries, *freed))


def stand(
    state: State, phase: Phase, *, note: Note | None = None, due_at: float | None = None
) -> Decision:
    """Change how the table stands and nothing else."""
    return Decision(_next(state.standing(phase, note=note, due_at=due_at)), ())


def _part_with(state: State, leavers: tuple[Seat, ...], pace: Pace, *, by: int | None) -> Decision:
    entries: list[Entry] = []
    for seat in leavers:
        if state.in_hand(seat):
            state = replace(state, seats=state.with_seat(replace(seat, leaving=True)))
            entries.append(SeatLeaving(seat.account))
        else:
            state = replace(state, seats=state.without(seat))
            entries.append(SeatFreed(seat.account, by=by))
    play = state.running
    if play is not None and play.hand.actors and _seated(state, play, play.hand.actors[0]).away:
        return _go_on(state, play, tuple(entries), pace)
    return Decision(_next(state), tuple(entries))


def renewed(state: State, pace: Pace) -> float | None:
    """Return a table's deadline after a time in which nobody could act, such as a restart.

    An actor has at least GRACE seconds and never more than his clock gives, whatever the clock
    of the computer did meanwhile; the next hand waits for the whole pause.
    """
    if state.phase is Phase.PLAYING and pace.clock:
        due_at = max(state.due_at or 0.0, pace.now + GRACE)
        return min(due_at, pace.now + max(pace.clock, GRACE))
    return pace.now + pace.pause if state.phase is Phase.BETWEEN else None


def _go_on(state: State, play: Play, entries: tuple[Entry, ...], pace: Pace) -> Decision:
    """Play what nobody decides, then wait for the next actor or settle the hand."""
    written = list(entries)
    while not play.hand.over:
        with _no_fault_passes():
            at = play.hand.actors[0]
            action = play.hand.forced
            if action is None and _seated(state, play, at).away:
                action = play.hand.timed_out(at)
            if action is None:
                break
            key = f"table:{play.seats[at].account}:{play.number}:{play.acts + 1}"
            play, taken = _take(play, at, action, key, by=None)
        written.append(taken)
    if play.hand.over:
        return _settle(replace(state, play=play), play, written, pace)
    due_at = pace.now + pace.clock if pace.clock else None
    playing = replace(state, play=play, warned=False).standing(Phase.PLAYING, due_at=due_at)
    return Decision(_next(playing), tuple(written))


def _settle(state: State, play: Play, entries: list[Entry], pace: Pace) -> Decision:
    before, after = play.hand.starting_stacks, play.hand.stacks
    if sum(before) != sum(after) or min(after) < 0:
        raise BrokenHand(f"hand {play.number} began with {before} and ends with {after}")
    stacks = {seat.account: chips for seat, chips in zip(play.seats, after, strict=True)}
    results = tuple(
        (seat.account, chips - seat.stack) for seat, chips in zip(play.seats, after, strict=True)
    )
    paid = tuple(replace(seat, stack=stacks.get(seat.account, seat.stack)) for seat in state.seats)
    freed, stay = _part(paid)
    settled = replace(state, seats=stay)
    if play.unanswered:  # an abandoned table does not deal for ever
        ended = settled.standing(Phase.WAITING, note=Note.UNANSWERED)
    else:
        ended = settled.standing(Phase.BETWEEN, due_at=pace.now + pace.pause)
    return Decision(_next(ended), (*entries, HandEnded(results), *freed))


def _take(play: Play, at: int, action: Action, key: str, by: int | None) -> tuple[Play, ActTaken]:
    try:
        hand, _ = play.hand.act(at, action)
    except IllegalAction:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {play.number} breaks at {act_line(at, action)}") from error
    seq = play.acts + 1
    row = ActRow(seq, act_line(at, action), by, key, hand.digest)
    answers = play.answers + (by is not None)
    misses = play.misses + key.startswith(CLOCK)
    return replace(play, hand=hand, acts=seq, answers=answers, misses=misses), ActTaken(row)


@contextmanager
def _no_fault_passes() -> Iterator[None]:
    """Turn any fault into BrokenHand where no player has chosen anything."""
    try:
        yield
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand("the engine fails where nobody has chosen anything") from error


def _seated(state: State, play: Play, at: int) -> Seat:
    """Return the seat of who is dealt in, as it is now: nobody's is free before the hand ends."""
    account = play.seats[at].account
    return next(seat for seat in state.seats if seat.account == account)


def _present(state: State, seat: Seat) -> tuple[State, tuple[Entry, ...]]:
    """Note that somebody is there: he has missed nothing and does not sit out."""
    if not (seat.missed or seat.sitting_out):
        return state, ()
    state, marked = _marked(state, seat, 0, sitting_out=False)
    return state, (marked,)


def _marked(
    state: State, seat: Seat, missed: int, *, sitting_out: bool
) -> tuple[State, SeatMarked]:
    seats = state.with_seat(replace(seat, missed=missed, sitting_out=sitting_out))
    return replace(state, seats=seats), SeatMarked(seat.account, missed, sitting_out)


def _part(seats: tuple[Seat, ...]) -> tuple[tuple[SeatFreed, ...], tuple[Seat, ...]]:
    """Part those who leave from those who stay."""
    freed = tuple(SeatFreed(seat.account) for seat in seats if seat.leaving)
    return freed, tuple(seat for seat in seats if not seat.leaving)


def _next(state: State) -> State:
    return replace(state, version=state.version + 1)
