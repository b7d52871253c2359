"""The rows of hands: how each began, who was in it, and what was done."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum


class HandState(StrEnum):
    """Whether a hand still runs."""

    RUNNING = "running"
    OVER = "over"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class HandSeat:
    """Who is dealt in: his stack's account, his place at the table, and his chips."""

    account: int
    place: int
    stack: int


@dataclass(frozen=True, slots=True)
class NewHand:
    """The start of a hand, from which and its acts everything follows."""

    number: int
    rules: str
    deck: str
    reserve: str
    seats: tuple[HandSeat, ...]
    game: str | None = None
    """The name of its game; None where an earlier version has not noted it."""


@dataclass(frozen=True, slots=True)
class ActRow:
    """One act: its line in the notation, who chose it (None: nobody), and the hand after it."""

    seq: int
    line: str
    by: int | None
    key: str
    digest: str


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """What a seat has chosen in a declaration that waits for others; `by` as in ActRow."""

    seat: int
    choice: str
    by: int | None


@dataclass(frozen=True, slots=True)
class HandRow:
    """A stored hand with all its acts in order, and the choices that wait, by seat.

    One that is not `kept` any more has lost its cards and acts.
    """

    start: NewHand
    state: HandState
    acts: tuple[ActRow, ...]
    choices: tuple[ChoiceRow, ...] = ()
    kept: bool = True


class HandRows:
    """Hands and acts, inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute
        self._run_many = connection.executemany

    def begin(self, table_id: int, hand: NewHand, at: float) -> None:
        """Write the start of a hand; raise sqlite3.IntegrityError where one runs at the table."""
        added = self._run(
            "INSERT INTO hand (table_id, number, rules, deck, reserve, began_at, game)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table_id, hand.number, hand.rules, hand.deck, hand.reserve, at, hand.game),
        )
        self._run_many(
            "INSERT INTO hand_seat (hand_id, p, account_id, place, stack) VALUES (?, ?, ?, ?, ?)",
            [
                (added.lastrowid, p, seat.account, seat.place, seat.stack)
                for p, seat in enumerate(hand.seats)
            ],
        )

    def running(self, table_id: int) -> int | None:
        """Return the id of the hand that runs at a table."""
        row = self._run(
            "SELECT hand_id FROM hand WHERE table_id = ? AND state = 'running'", (table_id,)
        ).fetchone()
        return None if row is None else int(row[0])

    def add_act(self, table_id: int, act: ActRow, at: float) -> bool:
        """Write an act of the hand that runs at a table; tell whether it could be.

        Not where its key is a request's, or no hand runs. Raises sqlite3.IntegrityError for an
        act's key or a place that is taken. One statement: each gives the interpreter away twice.
        """
        added = self._run(
            "INSERT INTO act (hand_id, seq, line, by, key, digest, at)"
            " SELECT hand_id, ?, ?, ?, ?, ?, ? FROM hand WHERE table_id = ? AND state = 'running'"
            " AND NOT EXISTS (SELECT 1 FROM request WHERE key = ?)",
            (act.seq, act.line, act.by, act.key, act.digest, at, table_id, act.key),
        )
        return added.rowcount > 0

    def stacks(self, hand_id: int) -> list[tuple[int, int]]:
        """Return the stack accounts of a hand and the chips each began with."""
        rows = self._run("SELECT account_id, stack FROM hand_seat WHERE hand_id = ?", (hand_id,))
        return [(int(account), int(stack)) for account, stack in rows]

    def set_choice(self, hand_id: int, row: ChoiceRow) -> None:
        """Write a choice, in place of what the same seat has chosen before."""
        self._run(
            "INSERT INTO pending (hand_id, p, choice, by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET choice = excluded.choice, by = excluded.by",
            (hand_id, row.seat, row.choice, row.by),
        )

    def end(self, hand_id: int, state: HandState) -> None:
        """Note that a hand is over or void: no choice waits any more."""
        self._run("DELETE FROM pending WHERE hand_id = ?", (hand_id,))
        self._run("UPDATE hand SET state = ? WHERE hand_id = ?", (state, hand_id))

    def last(self, table_id: int) -> HandRow | None:
        """Return the running or last hand of a table, with its acts."""
        return self.numbered(table_id, self.last_number(table_id))

    def numbered(self, table_id: int, number: int) -> HandRow | None:
        """Return a hand of a table by its number, with its acts; None where there is none."""
        row = self._run(
            "SELECT hand_id, number, rules, deck, reserve, game, state, kept FROM hand"
            " WHERE table_id = ? AND number = ?",
            (table_id, number),
        ).fetchone()
        if row is None:
            return None
        seats = self._run(
            "SELECT account_id, place, stack FROM hand_seat WHERE hand_id = ? ORDER BY p",
            (row[0],),
        )
        hand_id, number, rules, deck, reserve, game, state, kept = row
        dealt = tuple(HandSeat(*seat) for seat in seats)
        start = NewHand(number, rules, deck, reserve, dealt, game)
        acts, choices = self._acts(hand_id), self._choices(hand_id)
        return HandRow(start, HandState(state), acts, choices, bool(kept))

    def last_number(self, table_id: int) -> int:
        """Return the number of the running or last hand of a table, 0 before the first."""
        row = self._run("SELECT max(number) FROM hand WHERE table_id = ?", (table_id,)).fetchone()
        return int(row[0] or 0)

    def people(self, table_id: int, number: int) -> list[tuple[int, int, str]]:
        """Return the player account, user id and name of each seat of a hand, in hand order."""
        rows = self._run(
            "SELECT player, user, name FROM hand JOIN hand_seat USING (hand_id)"
            " JOIN stack_owner USING (account_id) WHERE table_id = ? AND number = ? ORDER BY p",
            (table_id, number),
        )
        return [(int(row[0]), int(row[1]), str(row[2])) for row in rows]

    def _acts(self, hand_id: int) -> tuple[ActRow, ...]:
        rows = self._run(
            "SELECT seq, line, by, key, digest FROM act WHERE hand_id = ? ORDER BY seq",
            (hand_id,),
        )
        return tuple(ActRow(*row) for row in rows)

    def _choices(self, hand_id: int) -> tuple[ChoiceRow, ...]:
        rows = self._run(
            "SELECT p, choice, by FROM pending WHERE hand_id = ? ORDER BY p", (hand_id,)
        )
        return tuple(ChoiceRow(*row) for row in rows)
