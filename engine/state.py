"""The whole state of a hand between two acts, private to the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.betting import BettingRound
from engine.cards import Card
from engine.errors import ChipsLost
from engine.events import Event, PotAwarded
from engine.options import DealForm
from engine.rules import HouseRules
from engine.stub import Stub

LAST_STREET: Final = 5
"""The cards each live player holds on the last street."""


class Phase(StrEnum):
    """What the hand waits for."""

    BRING_IN = "bring-in"
    BETTING = "betting"
    OVER = "over"


def lies_up(rules: HouseRules, place: int) -> bool:
    """Tell whether a card dealt as number `place` (0-4) lies face up (R-DEAL-3, R-DEAL-4)."""
    if place == LAST_STREET - 1:
        return rules.deal is not DealForm.ONE_THREE_ONE
    return place > 0


def marked(marks: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    """Return the marks of all seats with one seat's more."""
    return (*marks[:seat], True, *marks[seat + 1 :])


@dataclass(slots=True)
class HandState:
    """Chips, cards and turn of every seat, as `engine.play` changes them from act to act.

    `chips` are all that were brought to the hand, `paid` is each seat's whole contribution to it.
    `able` counts the live seats with chips left. `fresh` holds the events of the last step, `told`
    those before it.
    """

    rules: HouseRules
    starting: tuple[int, ...]
    chips: int
    able: int
    stub: Stub
    stacks: list[int]
    paid: list[int]
    cards: tuple[tuple[Card, ...], ...]
    folded: tuple[bool, ...]
    shown: tuple[bool, ...]
    mucked: tuple[bool, ...]
    betting: BettingRound
    phase: Phase = Phase.BETTING
    street: int = 2
    actor: int | None = None
    designated: int | None = None
    brought_in: int | None = None
    closed: bool = False
    turn: int = 0
    awards: tuple[PotAwarded, ...] = ()
    told: list[Event] = field(default_factory=list)
    fresh: list[Event] = field(default_factory=list)

    def turn_page(self) -> None:
        """Begin a new step: what happened so far has been told."""
        self.told += self.fresh
        self.fresh = []

    @property
    def log(self) -> tuple[Event, ...]:
        """Return every event since the deal."""
        return (*self.told, *self.fresh)

    @property
    def seats(self) -> int:
        """Return how many players were dealt in."""
        return len(self.starting)

    def live(self) -> list[int]:
        """Return the seats that have not folded, all-in ones included."""
        return [seat for seat, folded in enumerate(self.folded) if not folded]

    def next_live(self, seat: int) -> int:
        """Return the seat itself if it is live, else the next live one clockwise."""
        while self.folded[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def up_cards(self) -> dict[int, tuple[Card, ...]]:
        """Return the cards that lie face up before each live seat."""
        cards = self.cards
        end = LAST_STREET if lies_up(self.rules, LAST_STREET - 1) else LAST_STREET - 1
        return {seat: cards[seat][1:end] for seat in self.live()}

    def pay(self, seat: int, chips: int) -> None:
        """Move chips from a stack to the pot, or back where they are negative.

        Raises ChipsLost where the stack does not hold them, which is a fault of the engine.
        """
        before = self.stacks[seat]
        left = before - chips
        if left < 0:
            raise ChipsLost(f"seat {seat} pays {chips} of {before} chips")
        if not (before and left) and before != left and not self.folded[seat]:
            self.able += 1 if left else -1
        self.stacks[seat] = left
        self.paid[seat] += chips

    def fold(self, seat: int) -> None:
        """Take a seat out of the hand."""
        self.folded = marked(self.folded, seat)
        if self.stacks[seat]:
            self.able -= 1

    def note(self, event: Event) -> None:
        """Add what happened to the log."""
        self.fresh.append(event)
