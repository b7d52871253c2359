"""What a table decides beside its hands: who is asked, who leaves, what is void, how it stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot import queueing
from bot.dealing import go_on, part, present, rest
from bot.decision import Decision, Pace, later
from bot.declaring import owing
from bot.notice import NewNotice, Told
from bot.person import Person
from bot.picture import Note, Phase
from bot.queueing import Waiter, with_lapse, without_lapse, without_waiter
from bot.refusal import No, Refusal
from bot.seating import Seat, dealt_in, seat_of
from bot.state import Asked, Play, State
from bot.step import (
    Entry,
    HandVoided,
    LapsesChanged,
    NoticeGiven,
    QueueChanged,
    SeatFreed,
    SeatLeaving,
)

if TYPE_CHECKING:
    from bot.terms import Terms

GRACE: Final = 20.0
"""Seconds that an actor has at least after a time in which nobody could act."""

IDLE: Final = 3_600.0
"""Seconds after which a table closes that nobody did anything at."""

IDLE_GRACE: Final = 600.0
"""Seconds that an idle table stays open at least after a time in which nobody could act."""


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
    if not seat.is_out:
        raise Refusal(No.NOT_SITTING_OUT)
    state, marked = present(state, seat, back=True)
    return Decision(later(replace(state, note=note_of_more(state))), marked)


def sit_out(state: State, seat: Seat, pace: Pace) -> Decision:
    """Leave a player out from the next hand on, as he asks; in the running one he plays on.

    Raises Refusal (SITTING_OUT).
    """
    if seat.is_out:
        raise Refusal(No.SITTING_OUT)
    state, marked = rest(state, seat)
    asked = _asked_anew(state, pace) or Decision(later(state), ())
    return Decision(state, marked).then(asked)


def note_of_more(state: State) -> Note | None:
    """Return what is left of a table's note when one more player is ready."""
    return None if state.note is Note.SHORT_OF_PLAYERS else state.note


def leave(state: State, seat: Seat, pace: Pace) -> Decision:
    """Let a player leave: at once, or when the hand he is dealt in to ends (R-TABLE-4)."""
    return _part_with(state, (seat,), pace, by=seat.player)


def remove(state: State, seat: Seat, pace: Pace) -> Decision:
    """Remove a player as a manager orders, in the way he could leave himself; it is told."""
    removed = NoticeGiven(NewNotice(Told.REMOVED, seat.person))
    decision = _part_with(state, (seat,), pace, by=None)
    return Decision(decision.state, (*decision.entries, removed))


def seat(state: State, person: Person, place: int, joined: int) -> Decision:
    """Let somebody sit down or buy more; whoever writes it puts his chips in by `seated`.

    He waits for a seat no more; that he once let one lapse counts no more either.
    """
    there = seat_of(state.seats, person) or Seat(place, person, 0, 0, 0, joined)
    waiting = without_waiter(state.waiting, person.id)
    lapses = without_lapse(state.lapses, person.id)
    after = replace(state, seats=_with(state.seats, there), waiting=waiting, lapses=lapses)
    note = note_of_more(state)
    return stand(after, state.phase, note=note, due_at=state.due_at)


def seated(state: State, there: Seat) -> State:
    """Return the state once the chips of who sits down are at the table."""
    return replace(state, seats=_with(state.seats, there))


def _with(seats: tuple[Seat, ...], there: Seat) -> tuple[Seat, ...]:
    """Return the seats with what is at one place, in their order."""
    others = (one for one in seats if one.place != there.place)
    return tuple(sorted((*others, there), key=lambda one: one.place))


def give_up(state: State, waiter: Waiter, now: float) -> Decision:
    """Let somebody wait for a seat no more, as he asks.

    Where one was kept for him he has let it lapse: else two could keep it by waiting in turns.
    """
    waiting, lapses = without_waiter(state.waiting, waiter.person.id), state.lapses
    if waiter.until is not None:
        lapses = with_lapse(lapses, waiter.person.id, now)
    return Decision(later(replace(state, waiting=waiting, lapses=lapses)), ())


def dismiss(state: State, waiter: Waiter) -> Decision:
    """Let somebody wait for a seat no more, as a manager orders; it is told."""
    waiting = without_waiter(state.waiting, waiter.person.id)
    told = NoticeGiven(NewNotice(Told.DISMISSED, waiter.person))
    return Decision(later(replace(state, waiting=waiting)), (told,))


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
    if (gone_on := without_absent(state, pace, tuple(entries))) is not None:
        return gone_on
    left = _asked_anew(state, pace) or Decision(later(state), ())
    return Decision(state, tuple(entries)).then(left)


def without_absent(state: State, pace: Pace, entries: tuple[Entry, ...] = ()) -> Decision | None:
    """Let the hand go on without who is due and has left; None where it waits for somebody.

    At a table that stands still it waits as it is: it may yet be void, with everybody's chips back.
    """
    play = state.running
    if play is None or state.unseen_until is not None:
        return None
    if not any(state.seated(play, at).away for at in owing(state, play)):
        return None
    return go_on(state, play, entries, pace)


def void(state: State, phase: Phase) -> Decision:
    """Void the running hand: everyone has the chips of its start, who left is paid out.

    Where none runs, the last one stays as it ended.
    """
    entries, play, note = _called_off(state)
    freed, stay = part(state.seats)
    stopped = replace(state, play=play, seats=stay).standing(phase, note=note)
    return Decision(later(stopped), (*entries, *freed))


def close(state: State, note: Note | None = None) -> Decision:
    """Close the table; a running hand is void and everyone is paid out. Nobody waits any more."""
    entries, play, voided = _called_off(state)
    freed = tuple(SeatFreed(seat.account) for seat in state.seats)
    closed = replace(state, play=play, seats=(), waiting=(), lapses=()).standing(
        Phase.CLOSED, note=voided or note
    )
    return Decision(later(closed), (*entries, *freed, QueueChanged(()), LapsesChanged(())))


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


def forgotten(state: State, user: int) -> State:
    """Return a state that names somebody no more, neither in its queue nor in its last hand."""
    waiting = without_waiter(state.waiting, user)
    play = state.play
    if play is not None and any(seat.person.id == user for seat in play.seats):
        nobody = Person(0, "")
        seats = (
            replace(seat, person=nobody) if seat.person.id == user else seat for seat in play.seats
        )
        play = replace(play, seats=tuple(seats))
    return replace(state, waiting=waiting, lapses=without_lapse(state.lapses, user), play=play)


def under(state: State, before: Terms, after: Terms, pace: Pace) -> State:
    """Return the state of a table without a running hand once other rules are in force.

    Who was asked for the next game is asked anew where the games are others: a menu he has seen
    offers what was before. Under another clock he has the whole of that.
    """
    if state.phase is not Phase.CHOOSING:
        return state
    if before.games != after.games:
        return state.standing(Phase.BETWEEN, due_at=pace.now + pace.pause)
    if before.clock_seconds == after.clock_seconds:
        return state
    due_at = pace.now + after.clock_seconds if after.clock_seconds else None
    return replace(state, warned=False, due_at=due_at)


def renewed(state: State, pace: Pace) -> Decision:
    """Give people time after a time in which nobody could act, such as a restart.

    Whoever is to decide has at least GRACE seconds and never more than his clock gives, whatever
    the clock of the computer did meanwhile; the next hand waits for the whole pause. A seat that is
    kept is kept GRACE seconds more, and an idle table stays open for IDLE_GRACE.
    """
    idle_at = state.idle_at
    if idle_at is not None:
        idle_at = min(max(idle_at, pace.now + IDLE_GRACE), pace.now + IDLE)
    waiting = queueing.renewed(state.waiting, pace.now, GRACE)
    due_at = _renewed(state, pace)
    again = replace(state, waiting=waiting, idle_at=idle_at)
    if again == state and due_at == state.due_at:
        return Decision(state, ())
    return stand(again, state.phase, note=state.note, due_at=due_at)


def _renewed(state: State, pace: Pace) -> float | None:
    if state.phase in (Phase.PLAYING, Phase.CHOOSING) and pace.clock:
        due_at = max(state.due_at or 0.0, pace.now + GRACE)
        return min(due_at, pace.now + max(pace.clock, GRACE))
    return pace.now + pace.pause if state.phase is Phase.BETWEEN else None


def idle_at(before: State, after: State, clock: int, now: float, *, asked: bool) -> float | None:
    """Return when a table closes by itself after a step; `asked`: somebody has asked for it.

    It does not where something goes on by itself: the next hand, or by its clock the running one.
    """
    if after.phase in (Phase.BETWEEN, Phase.CLOSED):
        return None
    if after.phase is Phase.PLAYING and clock:
        return None
    if asked or before.idle_at is None:
        return now + IDLE
    return after.idle_at


def host_told(host: int, before: State, decision: Decision) -> tuple[Entry, ...]:
    """Return what the channel is told where who opened the table leaves his seat at it.

    That he was removed is told already.
    """
    after = decision.state
    told = (entry.new for entry in decision.entries if isinstance(entry, NoticeGiven))
    if after.phase is Phase.CLOSED or any(new.kind is Told.REMOVED for new in told):
        return ()
    there = [seat.person for seat in before.seats if not seat.leaving and seat.person.id == host]
    if not there or any(seat.person.id == host and not seat.leaving for seat in after.seats):
        return ()
    return (NoticeGiven(NewNotice(Told.HOST_LEFT, there[0])),)
