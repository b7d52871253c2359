"""What a table decides about its hands: values in, values out; nothing is stored or shown here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
)
from bot.store.hands import ActRow, HandSeat, NewHand
from engine.actions import Action
from engine.cards import Card, cards_text
from engine.errors import IllegalAction
from engine.hand import Hand
from engine.notation import act_line
from engine.rules import HouseRules

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


def begin(
    state: State,
    rules: HouseRules,
    draw: Callable[[], tuple[tuple[Card, ...], tuple[Card, ...]]],
    pace: Pace,
) -> Decision:
    """Begin the next hand with a deck and a reserve from `draw` (R-TABLE-3, R-TABLE-5, R-DECK-8).

    Raises Refusal (TOO_FEW_PLAYERS), and BrokenHand where the engine does not start it.
    """
    seats = dealt_in(state.seats, state.dealer)
    if not seats:
        raise Refusal(No.TOO_FEW_PLAYERS)
    deck, reserve = draw()
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
    return _go_on(begun, Play(number, hand, seats), (HandBegun(start),), pace)


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
    seat = play.seats[at]
    if _is_leaving(state, seat):
        raise Refusal(No.NOT_SEATED)
    played, taken = _take(play, at, action, key, by=seat.player)
    return _go_on(state, played, (taken,), pace)


def time_out(state: State, key: str, pace: Pace) -> Decision:
    """Act for the actor who has not answered in time (R-TABLE-7)."""
    play = state.running
    if play is None:
        raise Refusal(No.NO_HAND)
    with _no_fault_passes():
        at = play.hand.actors[0]
        played, taken = _take(play, at, play.hand.timed_out(at), key, by=None)
    return _go_on(state, played, (taken,), pace)


def leave(state: State, seat: Seat, pace: Pace) -> Decision:
    """Let a player leave: at once, or when the hand he is dealt in to ends (R-TABLE-4)."""
    play = state.running
    if play is None or not state.in_hand(seat):
        freed = replace(state, seats=state.without(seat))
        return Decision(_next(freed), (SeatFreed(seat.account, by=seat.player),))
    leaving = replace(state, seats=state.with_seat(replace(seat, leaving=True)))
    marked = SeatLeaving(seat.account)
    if play.hand.actors and play.seats[play.hand.actors[0]].account == seat.account:
        return _go_on(leaving, play, (marked,), pace)
    return Decision(_next(leaving), (marked,))


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
            if action is None and _is_leaving(state, play.seats[at]):
                action = play.hand.timed_out(at)
            if action is None:
                break
            key = f"table:{play.seats[at].account}:{play.number}:{play.acts + 1}"
            play, taken = _take(play, at, action, key, by=None)
        written.append(taken)
    if play.hand.over:
        return _settle(replace(state, play=play), play, written, pace)
    due_at = pace.now + pace.clock if pace.clock else None
    playing = replace(state, play=play).standing(Phase.PLAYING, due_at=due_at)
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
    between = replace(state, seats=stay).standing(Phase.BETWEEN, due_at=pace.now + pace.pause)
    return Decision(_next(between), (*entries, HandEnded(results), *freed))


def _take(play: Play, at: int, action: Action, key: str, by: int | None) -> tuple[Play, ActTaken]:
    try:
        hand, _ = play.hand.act(at, action)
    except IllegalAction:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {play.number} breaks at {act_line(at, action)}") from error
    seq = play.acts + 1
    row = ActRow(seq, act_line(at, action), by, key, hand.digest)
    return replace(play, hand=hand, acts=seq), ActTaken(row)


@contextmanager
def _no_fault_passes() -> Iterator[None]:
    """Turn any fault into BrokenHand where no player has chosen anything."""
    try:
        yield
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand("the engine fails where nobody has chosen anything") from error


def _is_leaving(state: State, dealt: Seat) -> bool:
    return any(seat.leaving for seat in state.seats if seat.account == dealt.account)


def _part(seats: tuple[Seat, ...]) -> tuple[tuple[SeatFreed, ...], tuple[Seat, ...]]:
    """Part those who leave from those who stay."""
    freed = tuple(SeatFreed(seat.account) for seat in seats if seat.leaving)
    return freed, tuple(seat for seat in seats if not seat.leaving)


def _next(state: State) -> State:
    return replace(state, version=state.version + 1)
