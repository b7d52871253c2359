"""One step of a table on its way to the store: everything it changes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.notice import NewNotice, Notice, key_head
from bot.store.hands import ActRow, NewHand
from bot.store.outcomes import Outcome
from bot.store.tables import Mark, NewTable


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A hand begins."""

    hand: NewHand


@dataclass(frozen=True, slots=True)
class ActTaken:
    """Somebody acts in the running hand; `told` is the act for the log, without a card."""

    act: ActRow
    told: str


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A seat of the running hand has chosen what it declares: a secret until all have chosen.

    `by` is the player account of who chose it, None where nobody did.
    """

    seat: int
    choice: str
    by: int | None


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The running hand ends: stack accounts with the chips each has won, or lost (negative).

    `outcomes` are what is counted of it later, by hand seat.
    """

    results: tuple[tuple[int, int], ...]
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The running hand is void; its chips never left the stacks."""


@dataclass(frozen=True, slots=True)
class SeatLeaving:
    """The owner of a stack has left in mid-hand; its end frees his seat."""

    account: int


@dataclass(frozen=True, slots=True)
class SeatMarked:
    """The owner of a stack has missed so many turns in a row; `sitting_out`: he is not dealt in.

    `resting`: he has asked not to be, from the next hand on.
    """

    account: int
    missed: int = 0
    sitting_out: bool = False
    resting: bool = False


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat is free and its stack paid out; `by` is who asked, None for the table itself."""

    account: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """Others wait for a seat, or other seats are kept: number, user id, and until when."""

    waiting: tuple[tuple[int, int, float | None], ...]


@dataclass(frozen=True, slots=True)
class LapsesChanged:
    """Others may not wait for a seat, having let one lapse: user id, and until when."""

    lapses: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class TermsComing:
    """Other rules are in force from the next hand on, as JSON; None: those of now stay."""

    coming: str | None


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """Other rules are in force from now on."""

    terms: NewTable


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """The channel is to be told something."""

    new: NewNotice


OfHand = HandBegun | ActTaken | ChoiceMade | HandEnded | HandVoided
OfSeat = SeatLeaving | SeatMarked | SeatFreed
OfTable = QueueChanged | LapsesChanged | TermsComing | TermsChanged | NoticeGiven
Entry = OfHand | OfSeat | OfTable


@dataclass(frozen=True, slots=True)
class Step:
    """What a table does at once: entries in order, and how it stands after them."""

    guild: int
    table: int
    mark: Mark
    entries: tuple[Entry, ...]
    at: float
    request: str | None = None
    channel: int = 0

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return what the channel is to be told; the version of the step makes each unique."""
        told = (entry.new for entry in self.entries if isinstance(entry, NoticeGiven))
        return tuple(
            Notice(
                f"{key_head(self.table)}{self.mark.version}.{number}",
                self.guild,
                self.channel,
                new,
            )
            for number, new in enumerate(told)
        )


@dataclass(frozen=True, slots=True)
class PaidOut:
    """What somebody who leaves has got (0 while a hand holds him), and his balance then."""

    chips: int
    balance: int
