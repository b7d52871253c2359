"""Who sits where at a table, who is dealt in, and who deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.person import Person
from engine.rules import MOST_SEATS


@dataclass(frozen=True, slots=True)
class Seat:
    """A seated player: `account` holds his `stack` of chips, `player` is his own account.

    In a running hand `stack` is what he began it with. `joined` grows with each who sits down.
    `missed` counts the turns in a row that his clock ran out on. `resting`: he has asked to be
    left out from the next hand on; in the running one he plays and is waited for.
    """

    place: int
    person: Person
    player: int
    account: int
    stack: int
    joined: int
    leaving: bool = False
    missed: int = 0
    sitting_out: bool = False
    resting: bool = False

    @property
    def ready(self) -> bool:
        """Tell whether he is dealt in to a hand that begins (R-TABLE-5)."""
        return self.stack > 0 and not (self.leaving or self.is_out)

    @property
    def is_out(self) -> bool:
        """Tell whether he is dealt in again only when he says that he is back."""
        return self.sitting_out or self.resting

    @property
    def away(self) -> bool:
        """Tell whether nobody waits for him in a hand he is dealt in to (R-TABLE-7)."""
        return self.leaving or self.sitting_out


def seat_of(seats: Iterable[Seat], person: Person) -> Seat | None:
    """Return where somebody sits; a Discord name may have changed, so the id counts."""
    return next((seat for seat in seats if seat.person.id == person.id), None)


def seat_at(seats: Iterable[Seat], place: int) -> Seat | None:
    """Return who sits at a place."""
    return next((seat for seat in seats if seat.place == place), None)


def free_place(seats: Sequence[Seat], places: int = MOST_SEATS) -> int | None:
    """Return the lowest free place, or None at a full table."""
    taken = {seat.place for seat in seats}
    return next((place for place in range(places) if place not in taken), None)


def next_joined(seats: Iterable[Seat]) -> int:
    """Return the number of the next who sits down."""
    return max((seat.joined for seat in seats), default=0) + 1


def dealt_in(
    seats: Sequence[Seat], dealer: int | None, deals: int | None = None
) -> tuple[Seat, ...]:
    """Return who plays the next hand in hand order: the dealer is last (R-TABLE-3, R-TABLE-5).

    `dealer` is the place of the last dealer; the role moves clockwise to the next player dealt in.
    Before the first hand (None) the last who sat down deals. Who deals at the place `deals` does so
    if he is ready, whoever came between. Empty for fewer than two players.
    """
    playing = sorted((seat for seat in seats if seat.ready), key=lambda seat: seat.place)
    if len(playing) < 2:
        return ()
    named = [seat for seat in playing if seat.place == deals]
    if named:
        last = named[0]
    elif dealer is None:
        last = max(playing, key=lambda seat: seat.joined)
    else:
        last = next((seat for seat in playing if seat.place > dealer), playing[0])
    at = playing.index(last) + 1
    return (*playing[at:], *playing[:at])
