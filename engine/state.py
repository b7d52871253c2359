"""The whole state of a hand between two acts, private to the engine."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.actions import Declaration
from engine.betting import BettingRound
from engine.cards import Card
from engine.course import LAST_STREET, Phase, Stage
from engine.errors import ChipsLost
from engine.events import Event, PotAwarded
from engine.options import DealForm
from engine.pots import Fee
from engine.rules import HouseRules
from engine.stub import Stub


def lies_up(rules: HouseRules, place: int) -> bool:
    """Tell whether a card dealt as number `place` (0-4) lies face up (R-DEAL-3, R-DEAL-4)."""
    if place == LAST_STREET - 1:
        return rules.deal is not DealForm.ONE_THREE_ONE
    return place > 0


@dataclass(slots=True)
class HandState:
    """Chips, cards and turn of every seat, as `engine.play` changes them from act to act.

    `chips` are all that were brought to the hand, `paid` is each seat's whole contribution to it.
    `pot` is the sum of these as last counted. `live` holds the seats that have not folded, all-in
    ones included, with the cards that were dealt face up to them, and `able` counts those of them
    with chips left. `fresh` holds the events of the last step, `told` those before it.

    `course` are the stages of the hand and `stage` is the one that runs; `begun` holds those that
    were begun and how many events there were then. In a buy `price` is what a
    card costs, `queue` the seats still to be asked; in a declaration in sequence `queue` too, in a
    simultaneous one `owing` holds the seats that have not chosen. `chosen` are the declarations by
    seat, `declared` those that have been told. `discards` are the cards given up, in order, as
    (seat, place, card); `fees` what was paid for new ones.
    """

    rules: HouseRules
    starting: tuple[int, ...]
    chips: int
    live: dict[int, tuple[Card, ...]]
    able: int
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
    pot: int = 0
    course: tuple[Stage, ...] = ()
    stage: int = 0
    begun: list[tuple[Stage, int]] = field(default_factory=list)
    price: int = 0
    queue: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    chosen: dict[int, Declaration] = field(default_factory=dict)
    declared: dict[int, Declaration] = field(default_factory=dict)
    reserve: tuple[Card, ...] = ()
    rebuilt: bool = False
    discards: list[tuple[int, int, Card]] = field(default_factory=list)
    fees: list[Fee] = field(default_factory=list)
    awards: tuple[PotAwarded, ...] = ()
    told: list[Event] = field(default_factory=list)
    fresh: list[Event] = field(default_factory=list)

    @property
    def log(self) -> tuple[Event, ...]:
        """Return every event since the deal."""
        return (*self.told, *self.fresh)

    @property
    def seats(self) -> int:
        """Return how many players were dealt in."""
        return len(self.starting)

    def pay(self, seat: int, chips: int) -> None:
        """Move chips from a stack to the pot, or back where they are negative.

        Raises ChipsLost where the stack does not hold them, which is a fault of the engine.
        """
        self._take(seat, chips)
        self.paid[seat] += chips

    def pay_fee(self, seat: int, chips: int, contesters: tuple[int, ...]) -> None:
        """Move the price of a new card to the pot, for which `contesters` play (R-BUY-7)."""
        self._take(seat, chips)
        self.fees.append(Fee(chips, seat, contesters))

    def _take(self, seat: int, chips: int) -> None:
        before = self.stacks[seat]
        left = before - chips
        if left < 0:
            raise ChipsLost(f"seat {seat} pays {chips} of {before} chips")
        if not (before and left) and before != left and not self.folded[seat]:
            self.able += 1 if left else -1
        self.stacks[seat] = left

    def fold(self, seat: int) -> None:
        """Take a seat out of the hand."""
        self.folded[seat] = True
        del self.live[seat]
        if self.stacks[seat]:
            self.able -= 1

    def count_chips(self) -> None:
        """Verify that no chip was made or lost, and note the pot (R-SIDE-6)."""
        behind, self.pot = sum(self.stacks), sum(self.paid)
        if self.fees:
            self.pot += sum([fee.chips for fee in self.fees])
        if behind + self.pot != self.chips:
            raise ChipsLost(f"{behind} behind and {self.pot} in the pot do not make {self.chips}")

    def begin_stage(self) -> None:
        """Note that the stage that runs has begun: what is told from here on belongs to it."""
        self.begun.append((self.course[self.stage], len(self.told) + len(self.fresh)))

    def note(self, event: Event) -> None:
        """Add what happened to the log."""
        self.fresh.append(event)
