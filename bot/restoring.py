"""A table read back from the store: its seats, and its hand replayed from its start and acts."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from bot import keeping
from bot.broken import BrokenHand
from bot.decision import Decision, Pace
from bot.person import Person
from bot.picture import Note, Phase, is_secret
from bot.queueing import Lapse, Waiter
from bot.replaying import played_again
from bot.seating import Seat
from bot.state import Asked, Pending, Pick, Play, State
from bot.store.hands import HandRow, HandRows, HandState
from bot.store.tables import Mark, SeatRow, TableRow, TableRows, WaitingRow
from bot.taken import CLOCK
from bot.watcher import What
from engine.actions import Declaration

_MOST: Final = 2**53
"""More hands and steps than a table can have: a number above is torn."""

_log = logging.getLogger(__name__)


class UnreadableTable(Exception):
    """What the store holds of a table does not make one."""


@dataclass(frozen=True, slots=True)
class Stored:
    """All that the store holds of an open table; `people` are those of the hand, in its order."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    hand: HandRow | None
    people: tuple[tuple[int, int, str], ...]
    waiting: tuple[WaitingRow, ...] = ()
    lapses: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Remains:
    """What pays a table out that cannot be read back; `number` is that of its last hand, or 0."""

    seats: tuple[SeatRow, ...]
    number: int
    running: bool


def read_rows(connection: sqlite3.Connection) -> tuple[TableRow, ...]:
    """Read what every open table was opened with, and how it stands."""
    return tuple(TableRows(connection).open_tables())


def read_closed(table_id: int, connection: sqlite3.Connection) -> TableRow | None:
    """Read what a closed table was opened with, and how it was closed."""
    return TableRows(connection).closed_table(table_id)


def read_table(row: TableRow, connection: sqlite3.Connection) -> Stored:
    """Read the rest of a table."""
    tables, hands = TableRows(connection), HandRows(connection)
    hand = hands.last(row.table_id)
    people = () if hand is None else hands.people(row.table_id, hand.start.number)
    waiting, lapses = tables.waiting(row.table_id), tables.lapses(row.table_id)
    seats = tuple(tables.seats(row.table_id))
    return Stored(row, seats, hand, tuple(people), tuple(waiting), tuple(lapses))


def read_remains(row: TableRow, connection: sqlite3.Connection) -> Remains:
    """Read as little of a table as pays it out."""
    hands = HandRows(connection)
    seats = TableRows(connection).seats(row.table_id)
    running = hands.running(row.table_id) is not None
    return Remains(tuple(seats), hands.last_number(row.table_id), running)


def state_of(stored: Stored) -> State:
    """Return a table's state as stored, without its hand.

    Raises UnreadableTable where a hand runs and the table does not say so, or the other way round,
    and for numbers that nobody can have counted to.
    """
    mark, hand = stored.row.mark, stored.hand
    counted = (mark.version, 0 if hand is None else hand.start.number)
    if not all(0 <= number <= _MOST for number in counted):
        raise UnreadableTable(f"its version is {counted[0]}, its last hand {counted[1]}")
    asked = _asked(mark)
    phase = Phase(mark.phase) if asked is None else Phase.CHOOSING
    running = hand is not None and hand.state is HandState.RUNNING
    if running is not (phase is Phase.PLAYING):
        raise UnreadableTable(f"it is {phase}, its last hand {hand and hand.state}")
    return State(
        phase=phase,
        note=_note(mark.note),
        due_at=mark.due_at,
        dealer=mark.dealer,
        version=mark.version,
        warned=bool(mark.warned),
        asked=asked,
        pick=_pick(mark),
        number=0 if hand is None else hand.start.number,
        seats=tuple(_seat(row) for row in stored.seats),
        waiting=tuple(
            Waiter(row.number, Person(row.user, row.name), row.until) for row in stored.waiting
        ),
        lapses=tuple(Lapse(user, until) for user, until in stored.lapses),
        idle_at=mark.idle_at,
    )


def closing(row: TableRow, remains: Remains) -> tuple[State, Decision]:
    """Decide how a table that cannot be read back closes: void, refunded; from which state."""
    state = State(
        phase=Phase.PLAYING if remains.running else Phase.WAITING,
        dealer=row.mark.dealer,
        version=min(max(row.mark.version, 0), _MOST),  # closing it counts one more
        number=remains.number,
        seats=tuple(_seat(seat) for seat in remains.seats),
    )
    return state, keeping.close(state)


def _asked(mark: Mark) -> Asked | None:
    if mark.chooser is None or mark.asked is None:
        return None
    return Asked(mark.chooser, mark.asked)


def _pick(mark: Mark) -> Pick | None:
    if mark.game is None or mark.picker is None:
        return None
    return Pick(mark.game, mark.picker)


def _note(text: str | None) -> Note | None:
    """Return a stored note; one of another version says nothing here."""
    try:
        return None if text is None else Note(text)
    except ValueError:
        _log.info("the note %r is not known", text)
        return None


def replay(stored: Stored) -> Play | None:
    """Play the running or last hand again; None where there is none or it is void.

    Raises BrokenHand where it does not come out as it was: an act that is refused, another digest,
    other chips than the stacks hold.
    """
    hand = stored.hand
    if hand is None or hand.state is HandState.VOID:
        return None
    try:
        return _replayed(stored, hand)
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {hand.start.number} cannot be read back") from error


def pending_of(stored: Stored, play: Play | None) -> tuple[Pending, ...]:
    """Return the choices that wait in the running hand's declaration.

    Raises BrokenHand where one is of a seat that has none to make.
    """
    rows = () if stored.hand is None else stored.hand.choices
    actors = play.hand.actors if play is not None and is_secret(play.hand) else ()
    if any(row.seat not in actors for row in rows):
        raise BrokenHand("a choice waits that no declaration asks for")
    return tuple(Pending(row.seat, Declaration(row.choice), row.by) for row in rows)


def resume(state: State, broken: BrokenHand | None, pace: Pace) -> tuple[Decision, What]:
    """Decide how a table goes on after a restart; a running hand that is broken is void."""
    if broken is not None and state.phase is Phase.PLAYING:
        return keeping.void(keeping.renewed(state, pace).state, Phase.WAITING), What.VOIDED
    again = keeping.renewed(state, pace).state
    due_at = again.due_at
    return keeping.stand(again, state.phase, note=state.note, due_at=due_at), What.RESTORED


def _seat(row: SeatRow) -> Seat:
    person = Person(row.user, row.name)
    return Seat(
        row.place,
        person,
        row.player,
        row.account,
        row.chips,
        row.joined,
        row.leaving,
        row.missed,
        row.sitting_out,
        row.resting,
    )


def _replayed(stored: Stored, row: HandRow) -> Play:
    hand = played_again(row)
    answers = sum(act.by is not None for act in row.acts)
    misses = sum(act.key.startswith(CLOCK) for act in row.acts)
    people, game = _dealt(stored, row), row.start.game
    play = Play(row.start.number, hand, people, len(row.acts), answers, misses, game)
    if row.state is HandState.RUNNING:
        _refuse_other_stacks(play, stored)
    return play


def _dealt(stored: Stored, row: HandRow) -> tuple[Seat, ...]:
    """Return who was dealt in; those who have left since are known by name alone."""
    seated = {seat.account: _seat(seat) for seat in stored.seats}
    people = zip(row.start.seats, stored.people, strict=True)
    return tuple(
        replace(
            seated.get(dealt.account, Seat(dealt.place, Person(user, name), player, 0, 0, 0)),
            account=dealt.account,
            place=dealt.place,
            stack=dealt.stack,
            leaving=False,
        )
        for dealt, (player, user, name) in people
    )


def _refuse_other_stacks(play: Play, stored: Stored) -> None:
    chips = {seat.account: seat.chips for seat in stored.seats}
    if any(chips.get(seat.account) != seat.stack for seat in play.seats):
        raise BrokenHand(f"the stacks of hand {play.number} are not what it began with")
