"""What a table shows: all that a panel is drawn from, and what one player may see besides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.person import Person

if TYPE_CHECKING:
    from engine.actions import Options
    from engine.rules import HouseRules
    from engine.view import HandView


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision of one hand, as a button carries it: a click of a past moment is stale."""

    table: int
    hand: int
    turn: int


class Phase(StrEnum):
    """What a table is doing."""

    WAITING = "waiting"
    """No hand runs and none will start by itself: /deal starts one."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A hand has ended; the next starts by itself at `Picture.due_at`."""
    PAUSED = "paused"
    """Our own fault was found: no hand starts here; people may leave, the table may be closed."""
    CLOSED = "closed"


class Note(StrEnum):
    """Why a table stands as it does, where the phase alone does not say it."""

    VOIDED = "voided"
    """The last hand was voided: everyone has the chips of its start back."""
    SHORT_OF_PLAYERS = "short of players"
    """Fewer than two players are ready: seated, with chips, and not sitting out."""
    UNANSWERED = "unanswered"
    """Nobody answered in the last hand: every decision was a time-out."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One seated player.

    `stack` is his chips behind in the running hand, otherwise all his chips at the table. `dealer`
    marks the dealer of the running hand, between hands that of the last one. `hand_seat` is his
    seat in `Picture.view`, or None where he is not dealt in. `leaving`: he left in mid-hand and is
    paid when it ends. `sitting_out`: he missed too many turns and is not dealt in until he is back.
    """

    person: Person
    place: int
    stack: int
    dealer: bool
    leaving: bool
    hand_seat: int | None
    sitting_out: bool = False

    @property
    def ready(self) -> bool:
        """Tell whether he is dealt in to the next hand."""
        return self.stack > 0 and not self.leaving and not self.sitting_out


@dataclass(frozen=True, slots=True)
class Picture:
    """A table at one instant, in public: no down card is in it.

    `version` grows with each change, across restarts too. `hand` is the number of the running or
    last hand, 0 before the first; `view` is that hand, `players` its people by hand seat. `due_at`
    (seconds since 1970) is the actor's deadline or the next hand's start. Amounts are chips.
    """

    table: int
    guild: int
    channel: int
    version: int
    title: str
    rules: HouseRules
    least: int
    most: int
    clock_seconds: int
    phase: Phase
    hand: int
    turn: int
    seats: tuple[PlaceView, ...]
    view: HandView | None
    players: tuple[Person, ...]
    due_at: float | None
    note: Note | None

    @property
    def moment(self) -> Moment:
        """Return the moment that this picture's buttons carry."""
        return Moment(self.table, self.hand, self.turn)

    @property
    def lacks_somebody(self) -> bool:
        """Tell whether somebody sits out whom the table would have back."""
        open_now = self.phase not in (Phase.PAUSED, Phase.CLOSED)
        return open_now and any(seat.sitting_out and not seat.leaving for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Private:
    """What one player sees of the running or last hand: his own cards, and no one else's.

    `options` are his own, with the reason where he may do nothing.
    """

    moment: Moment
    seat: int
    view: HandView
    players: tuple[Person, ...]
    options: Options
