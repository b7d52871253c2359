"""What a table decides beside its hands: who is asked, who leaves, what is void, how it stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.dealing import go_on, part, present
from bot.decision import Decision, Pace, later
from bot.declaring import owing
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.seating import Seat, dealt_in
from bot.state import Asked, Play, State
from bot.step import Entry, HandVoided, SeatFreed, SeatLeaving

GRACE: Final = 20.0
"""Seconds that an actor has at least after a time in which nobody could act."""


def ask(state: State, seat: Seat, pace: Pace) -> Decision:
    """Ask the dealer of the next hand for its game; his clock is that of a turn (R-CHOICE-1)."""
    due_at = pace.now + pace.clock if pace.clock else None
    asked = replace(state, warned=False, asked=Asked(seat.place, state.version + 1))
    return Decision(later(asked.standing(Phase.CHOOSING, due_at=due_at)), ())


def _asked_anew(state: State, pace: Pace) -> Decision | None:
    """Ask another where the dealer who should choose is not ready any more, or wait for players."""
    if state.asked is None:
        return None
    seats = dealt_in(state.seats, state.dealer, state.asked.place)
    if not seats:
        return stand(state, Phase.WAITING, note=Note.SHORT_OF_PLAYERS)
    return None if seats[-1].place == state.asked.place else ask(state, seats[-1], pace)


def come_back(state: State, seat: Seat) -> Decision:
    """Let a player who sits out be dealt in again, and be waited for in a running hand.

    Raises Refusal (NOT_SITTING_OUT).
    """
    if not seat.sitting_out:
        raise Refusal(No.NOT_SITTING_OUT)
    state, marked = present(state, seat)
    return Decision(later(replace(state, note=note_of_more(state))), marked)


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
    if play is not None and any(state.seated(play, at).away for at in owing(state, play)):
        return go_on(state, play, tuple(entries), pace)
    left = _asked_anew(state, pace) or Decision(later(state), ())
    return Decision(state, tuple(entries)).then(left)


def void(state: State, phase: Phase) -> Decision:
    """Void the running hand: everyone has the chips of its start, who left is paid out.

    Where none runs, the last one stays as it ended.
    """
    entries, play, note = _called_off(state)
    freed, stay = part(state.seats)
    stopped = replace(state, play=play, seats=stay).standing(phase, note=note)
    return Decision(later(stopped), (*entries, *freed))


def close(state: State) -> Decision:
    """Close the table; a running hand is void and everyone is paid out."""
    entries, play, note = _called_off(state)
    freed = tuple(SeatFreed(seat.account) for seat in state.seats)
    closed = replace(state, play=play, seats=()).standing(Phase.CLOSED, note=note)
    return Decision(later(closed), (*entries, *freed))


def _called_off(state: State) -> tuple[tuple[Entry, ...], Play | None, Note | None]:
    """Return what is written, shown and noted of the running hand, or of the last one."""
    if state.phase is Phase.PLAYING:
        return (HandVoided(),), None, Note.VOIDED
    return (), state.play, None


def stand(
    state: State, phase: Phase, *, note: Note | None = None, due_at: float | None = None
) -> Decision:
    """Change how the table stands and nothing else."""
    return Decision(later(state.standing(phase, note=note, due_at=due_at)), ())


def renewed(state: State, pace: Pace) -> float | None:
    """Return a table's deadline after a time in which nobody could act, such as a restart.

    Whoever is to decide has at least GRACE seconds and never more than his clock gives, whatever
    the clock of the computer did meanwhile; the next hand waits for the whole pause.
    """
    if state.phase in (Phase.PLAYING, Phase.CHOOSING) and pace.clock:
        due_at = max(state.due_at or 0.0, pace.now + GRACE)
        return min(due_at, pace.now + max(pace.clock, GRACE))
    return pace.now + pace.pause if state.phase is Phase.BETWEEN else None
