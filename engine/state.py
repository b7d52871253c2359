"""The whole state of a hand between two acts, private to the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.betting import BettingRound
from engine.cards import Card
from engine.events import Event, PotAwarded
from engine.rules import HouseRules
from engine.stub import Stub

LAST_STREET: Final = 5
"""The cards each live player holds on the last street."""


class Phase(StrEnum):
    """What the hand waits for."""

    BRING_IN = "bring-in"
    BETTING = "betting"
    OVER = "over"


@dataclass(slots=True)
class HandState:
    """Chips, cards and turn of every seat; `engine.play` changes a private copy of it.

    `paid` is each seat's whole contribution to the hand, in chips. `log` holds every event since
    the deal, `fresh` those of the last step.
    """

    rules: HouseRules
    starting: tuple[int, ...]
    stub: Stub
    stacks: list[int]
    paid: list[int]
    cards: list[tuple[Card, ...]]
    folded: list[bool]
    shown: list[bool]
    mucked: list[bool]
    betting: BettingRound
    phase: Phase = Phase.BETTING
    street: int = 2
    actor: int | None = None
    designated: int | None = None
    brought_in: int | None = None
    closed: bool = False
    turn: int = 0
    awards: tuple[PotAwarded, ...] = ()
    log: list[Event] = field(default_factory=list)
    fresh: list[Event] = field(default_factory=list)

    def copy(self) -> HandState:
        """Return a copy that shares nothing that changes, with no fresh events."""
        return HandState(
            self.rules,
            self.starting,
            self.stub,
            self.stacks.copy(),
            self.paid.copy(),
            self.cards.copy(),
            self.folded.copy(),
            self.shown.copy(),
            self.mucked.copy(),
            self.betting.copy(),
            self.phase,
            self.street,
            self.actor,
            self.designated,
            self.brought_in,
            self.closed,
            self.turn,
            self.awards,
            self.log.copy(),
        )

    @property
    def seats(self) -> int:
        """Return how many players were dealt in."""
        return len(self.starting)

    def live(self) -> list[int]:
        """Return the seats that have not folded, all-in ones included."""
        return [seat for seat, folded in enumerate(self.folded) if not folded]

    def able(self) -> list[bool]:
        """Tell of each seat whether it is live with chips left."""
        return [
            stack > 0 and not folded for stack, folded in zip(self.stacks, self.folded, strict=True)
        ]

    def next_live(self, seat: int) -> int:
        """Return the seat itself if it is live, else the next live one clockwise."""
        while self.folded[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def up_cards(self) -> dict[int, tuple[Card, ...]]:
        """Return the cards that lie face up before each live seat."""
        return {seat: self.cards[seat][1:] for seat in self.live()}

    def pay(self, seat: int, chips: int) -> None:
        """Move chips from a stack to the pot."""
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def note(self, event: Event) -> None:
        """Add what happened to the log."""
        self.log.append(event)
        self.fresh.append(event)
