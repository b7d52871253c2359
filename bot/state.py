"""How a table stands between two steps: a value, replaced as a whole by each step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.person import Person
from bot.picture import Note, Phase
from bot.queueing import Lapses, Queue
from bot.seating import Seat, seat_of
from bot.store.tables import Mark
from engine.actions import Declaration
from engine.hand import Hand


@dataclass(frozen=True, slots=True)
class Play:
    """The running or last hand of a table: `seats` are in hand order, as they were when it began.

    `acts` counts the acts stored so far, `answers` those that a player chose, `misses` those that
    his clock chose for him. `game` is the name of its game, None where that was not noted.
    """

    number: int
    hand: Hand
    seats: tuple[Seat, ...]
    acts: int = 0
    answers: int = 0
    misses: int = 0
    game: str | None = None

    @property
    def unanswered(self) -> bool:
        """Tell whether every decision so far was a time-out, and there was one."""
        return self.misses > 0 and self.answers == 0

    def seat_number(self, person: Person) -> int | None:
        """Return somebody's seat in the hand, or None where he is not dealt in."""
        seat = seat_of(self.seats, person)
        return None if seat is None else self.seats.index(seat)


@dataclass(frozen=True, slots=True)
class Asked:
    """The dealer at a place is asked for the game of the next hand.

    `turn` is the table's version when he was: what a menu carries, so that an old one is stale.
    """

    place: int
    turn: int


@dataclass(frozen=True, slots=True)
class Pick:
    """The game picked last, by its name, and the place that dealt the hand it was picked for."""

    game: str
    place: int


@dataclass(frozen=True, slots=True)
class Pending:
    """What a seat of the running hand has chosen in a declaration that others still owe theirs in.

    `by` is the player account of who chose it, None where he was away or `late`: his clock did.
    """

    seat: int
    declaration: Declaration
    by: int | None
    late: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The phase, the seats and the hand of a table; `number` is that of the last hand, or 0.

    `warned`: whoever is to decide has been told that his time runs out. `asked` is there in the
    phase CHOOSING alone, `pending` (in the order of the seats) in PLAYING. `waiting` are those who
    wait for a seat, in their order; `lapses` tell who may not for a while. `idle_at` is when the
    table closes by itself, None before a hand that starts by itself and in one with a clock.
    `unseen_until` is when it closes because the bot may not show it, None while it may; the store
    notes that beside the table.
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
    asked: Asked | None = None
    pick: Pick | None = None
    pending: tuple[Pending, ...] = ()
    waiting: Queue = ()
    lapses: Lapses = ()
    idle_at: float | None = None
    unseen_until: float | None = None

    @property
    def running(self) -> Play | None:
        """Return the hand that runs, or None."""
        return self.play if self.phase is Phase.PLAYING else None

    @property
    def mark(self) -> Mark:
        """Return what the store keeps of it beside seats and hands."""
        phase = Phase.BETWEEN if self.phase is Phase.CHOOSING else self.phase
        asked, pick = self.asked, self.pick
        return Mark(
            phase=phase.value,
            note=None if self.note is None else self.note.value,
            due_at=self.due_at,
            dealer=self.dealer,
            version=self.version,
            warned=self.warned,
            chooser=None if asked is None else asked.place,
            asked=None if asked is None else asked.turn,
            game=None if pick is None else pick.game,
            picker=None if pick is None else pick.place,
            idle_at=self.idle_at,
        )

    def in_hand(self, seat: Seat) -> bool:
        """Tell whether a seated player is dealt in to the hand that runs."""
        return self.running is not None and self.running.seat_number(seat.person) is not None

    def seated(self, play: Play, at: int) -> Seat:
        """Return the seat of who is dealt in, as it is now: none is freed before the hand ends."""
        account = play.seats[at].account
        return next(seat for seat in self.seats if seat.account == account)

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
        """Return the state of another phase; what belongs to one phase alone ends with it."""
        asked = self.asked if phase is Phase.CHOOSING else None
        pending = self.pending if phase is Phase.PLAYING else ()
        return replace(self, phase=phase, note=note, due_at=due_at, asked=asked, pending=pending)
