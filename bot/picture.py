"""What a table shows: all that a panel is drawn from, and what one player may see besides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING

from bot.person import Person
from engine import course
from engine.options import Declare
from engine.rules import MOST_SEATS

if TYPE_CHECKING:
    from bot.game import ListedGame
    from engine.actions import Declaration, Options
    from engine.hand import Hand
    from engine.options import Choice
    from engine.rules import HouseRules
    from engine.view import HandView


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision of one hand, as a button carries it: a click of a past moment is stale.

    The numbers are those of one `line` of the database, 0 where it is not known.
    """

    table: int
    hand: int
    turn: int
    line: int


class Phase(StrEnum):
    """What a table is doing."""

    WAITING = "waiting"
    """No hand runs and none will start by itself: /deal starts one."""
    PLAYING = "playing"
    CHOOSING = "choosing"
    """No hand runs; the dealer of the next one is to choose its game, until `Picture.due_at`."""
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
    TOO_MANY = "too many players"
    """More players are ready than any of the table's games can be dealt to."""
    NO_GAME = "no game"
    """None of the table's games can be dealt to the players who are ready."""
    IDLE = "idle"
    """Nobody did anything for an hour, so the table has closed."""


class Standstill(Enum):
    """Why nothing can be pressed at a table for now, though its state is what it is."""

    STOPPING = auto()
    """The bot's process ends, and may be back in a moment."""
    UNSEEN = auto()
    """The bot may write nothing new in the channel."""


def is_secret(hand: Hand | HandView) -> bool:
    """Tell whether a hand waits for a simultaneous declaration: several choose, and secretly."""
    declaring = hand.phase is course.Phase.DECLARING
    return declaring and hand.rules.declare is Declare.SIMULTANEOUS


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One seated player.

    `stack` is his chips behind in the running hand, otherwise all his chips at the table. `dealer`
    marks the dealer of the running hand, between hands that of the last one. `hand_seat` is his
    seat in `Picture.view`, or None where he is not dealt in. `leaving`: he left in mid-hand and is
    paid when it ends. `sitting_out`: he missed too many turns and is not dealt in until he is back;
    `resting`: he has asked for that himself, and plays the running hand on.
    """

    person: Person
    place: int
    stack: int
    dealer: bool
    leaving: bool
    hand_seat: int | None
    sitting_out: bool = False
    resting: bool = False

    @property
    def is_out(self) -> bool:
        """Tell whether he is dealt in again only when he says that he is back."""
        return self.sitting_out or self.resting

    @property
    def ready(self) -> bool:
        """Tell whether he is dealt in to the next hand."""
        return self.stack > 0 and not (self.leaving or self.is_out)


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """How the games of a table are chosen: `title` is the table's own, `games` how many there are.

    `scale` is what their amounts are multiplied by. `chooser` is who is to choose now, or None.
    """

    choice: Choice
    title: str
    scale: int
    games: int
    chooser: Person | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A table at one instant, in public: no down card is in it.

    `version` grows with each change, across restarts too. `hand` is the number of the running or
    last hand, 0 before the first; `view` is that hand, `players` its people by hand seat. `title`
    and `rules` are those of that hand, and the table's own where none is there. `due_at` (seconds
    since 1970) is the deadline of whoever is to decide or the next hand's start. Amounts are chips.
    `choice` is None where only one game is dealt. `chosen` are the hand seats that have chosen in a
    simultaneous declaration, and may still change what. `waiting` are who wait for a seat, in their
    order; seats are kept for `called` of them. `places` is how many the table seats.
    """

    line: int
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
    choice: ChoiceView | None = None
    chosen: tuple[int, ...] = ()
    waiting: tuple[Person, ...] = ()
    called: tuple[Person, ...] = ()
    places: int = MOST_SEATS

    @property
    def moment(self) -> Moment:
        """Return the moment that this picture's buttons carry."""
        return Moment(self.table, self.hand, self.turn, self.line)

    @property
    def chooser(self) -> Person | None:
        """Return who is to choose the game of the next hand, or None."""
        return None if self.choice is None else self.choice.chooser

    @property
    def deciders(self) -> tuple[Person, ...]:
        """Return who is to decide now: the actors of the hand that runs, or the chooser."""
        if self.phase is Phase.PLAYING and self.view is not None:
            return tuple(self.players[seat] for seat in self.owing)
        return () if self.chooser is None else (self.chooser,)

    @property
    def owing(self) -> tuple[int, ...]:
        """Return the hand seats that it waits for: the actors without those who have chosen."""
        actors = () if self.view is None else self.view.actors
        return tuple(seat for seat in actors if seat not in self.chosen)

    @property
    def is_secret(self) -> bool:
        """Tell whether a simultaneous declaration waits for somebody."""
        return self.phase is Phase.PLAYING and self.view is not None and is_secret(self.view)

    @property
    def lacks_somebody(self) -> bool:
        """Tell whether somebody sits out whom the table would have back."""
        return self._is_open and any(seat.is_out and not seat.leaving for seat in self.seats)

    @property
    def has_busted(self) -> bool:
        """Tell whether somebody has lost all his chips and may buy new ones now."""
        return self._is_open and any(self._is_busted(seat) for seat in self.seats)

    @property
    def is_full(self) -> bool:
        """Tell whether who comes now waits for a seat: every one is taken or kept."""
        return self._is_open and len(self.seats) + len(self.called) >= self.places

    @property
    def _is_open(self) -> bool:
        return self.phase not in (Phase.PAUSED, Phase.CLOSED)

    def _is_busted(self, seat: PlaceView) -> bool:
        in_hand = self.phase is Phase.PLAYING and seat.hand_seat is not None
        return not (seat.stack or seat.leaving or in_hand)


@dataclass(frozen=True, slots=True)
class Menu:
    """What the dealer of the next hand may choose, each with its amounts as played for.

    `barred` are the games that cannot be dealt to so many `players`; `usual` is dealt where he does
    not choose in time, and `picked` tells that it is the last pick.
    """

    moment: Moment
    games: tuple[ListedGame, ...]
    barred: tuple[ListedGame, ...]
    players: int
    usual: ListedGame
    picked: bool


@dataclass(frozen=True, slots=True)
class Private:
    """What one player sees of the running or last hand: his own cards, and no one else's.

    `options` are his own, with the reason where he may do nothing. `choice` is what he has chosen
    in a declaration that waits for others.
    """

    moment: Moment
    seat: int
    view: HandView
    players: tuple[Person, ...]
    options: Options
    choice: Declaration | None = None
