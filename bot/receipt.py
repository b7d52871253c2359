"""What the room answers to somebody whose chips moved; amounts are chips."""

from __future__ import annotations

from dataclasses import dataclass

from bot.person import Person


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody has bought in or topped up: his whole `stack`, and the `balance` he has left."""

    stack: int
    balance: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody may buy now: at least and at most, and his balance."""

    least: int
    most: int
    balance: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody has left with `chips`; `waits`: a hand runs and its end pays him, so they are 0.

    `queued`: he had no seat, and has stopped waiting for one. `still`: that hand stands still.
    """

    chips: int
    balance: int
    waits: bool
    queued: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """A table is closed; everyone has his chips back, those of a voided hand's start included."""

    refunds: tuple[tuple[Person, int], ...]
