"""How a table stands between two steps: a value, replaced as a whole by each step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.person import Person
from bot.picture import Note, Phase
from bot.seating import Seat, seat_of
from bot.store.tables import Mark
from engine.hand import Hand


@dataclass(frozen=True, slots=True)
class Play:
    """The running or last hand of a table: `seats` are in hand order, as they were when it began.

    `acts` counts the acts stored so far, `answers` those that a player chose, `misses` those that
    his clock chose for him.
    """

    number: int
    hand: Hand
    seats: tuple[Seat, ...]
    acts: int = 0
    answers: int = 0
    misses: int = 0

    @property
    def unanswered(self) -> bool:
        """Tell whether every decision so far was a time-out, and there was one."""
        return self.misses > 0 and self.answers == 0

    def seat_number(self, person: Person) -> int | None:
        """Return somebody's seat in the hand, or None where he is not dealt in."""
        seat = seat_of(self.seats, person)
        return None if seat is None else self.seats.index(seat)


@dataclass(frozen=True, slots=True)
class State:
    """The phase, the seats and the hand of a table; `number` is that of the last hand, or 0.

    `warned`: the actor of the running hand has been told that his time runs out.
    """

    phase: Phase = Phase.WAITING
    note: Note | None = None
    due_at: float | None = None
    dealer: int | None = None
    version: int = 0
    number: int = 0
    seats: tuple[Seat, ...] = ()
    play: Play | None = None
    warned: bool = False

    @property
    def running(self) -> Play | None:
        """Return the hand that runs, or None."""
        return self.play if self.phase is Phase.PLAYING else None

    @property
    def mark(self) -> Mark:
        """Return what the store keeps of it beside seats and hands."""
        note = None if self.note is None else self.note.value
        return Mark(self.phase.value, note, self.due_at, self.dealer, self.version, self.warned)

    def in_hand(self, seat: Seat) -> bool:
        """Tell whether a seated player is dealt in to the hand that runs."""
        return self.running is not None and self.running.seat_number(seat.person) is not None

    def without(self, gone: Seat) -> tuple[Seat, ...]:
        """Return the seats without one."""
        return tuple(seat for seat in self.seats if seat.account != gone.account)

    def with_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats with one added or replaced, in the order of places."""
        others = self.without(seat)
        return tuple(sorted((*others, seat), key=lambda one: one.place))

    def standing(
        self,
        phase: Phase,
        *,
        note: Note | None = None,
        due_at: float | None = None,
    ) -> State:
        """Return the state of another phase."""
        return replace(self, phase=phase, note=note, due_at=due_at)
