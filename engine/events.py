"""What happened in a hand, for the display and the log; no event carries a down card.

Seats count from 0 at the dealer's left; the last seat deals. Amounts are chips. The three that
come by the dozen in each hand are named tuples of different lengths, which are made faster and
equal no other event; the engine makes them by `tuple.__new__`, at half the cost of their own
constructors, which do the same in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import repeat
from typing import Final, NamedTuple

from engine.actions import Action
from engine.cards import Card

_new: Final = tuple.__new__


class AntePosted(NamedTuple):
    """A seat posts its ante, less than the full one when that is all it has (R-ANTE-3)."""

    seat: int
    chips: int


class CardDealt(NamedTuple):
    """A seat is dealt its card number `place` (0-4); `card` is None for a down card.

    Once a seat has turned its cards up, a card dealt down to it is seen as well (R-ALLIN-4).
    """

    seat: int
    place: int
    card: Card | None


def cards_dealt(
    place: int, seats: Iterable[int], cards: Iterable[Card | None]
) -> Iterator[CardDealt]:
    """Tell of card number `place` dealt to each of the seats."""
    return map(_new, repeat(CardDealt), zip(seats, repeat(place), cards))


class Acted(NamedTuple):
    """A seat acts; `chips` left its stack by it, `all_in` tells whether they were its last."""

    seat: int
    action: Action
    chips: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """Chips nobody matched go back to their owner at a round's end (R-ALLIN-6)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat turns up its down cards; `cards` are all five or as many as it holds."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Mucked:
    """A beaten seat keeps its down cards hidden at the showdown (R-SHOW-4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class NoCardToBuy:
    """A seat that could pay for a new card is not asked: no card can be had (R-DECK-11)."""

    seat: int


class Side(StrEnum):
    """What a pot, or half of one, is won by."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class PotPart:
    """The whole of a pot or a half of it: the side it was won by, and its shares by seat."""

    side: Side
    chips: int
    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """A pot is paid: `number` 0 is the main pot; `shares` are (seat, chips), winners only.

    `parts` are its halves, the high one first, or one part where it was not split (R-HILO-1): HIGH
    where one seat contested it alone, LOW in lowball and where nobody has won it high. `failed` are
    those who declared both and were not best both ways in it (R-DECL-8).
    """

    number: int
    chips: int
    contenders: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    parts: tuple[PotPart, ...] = ()
    failed: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that take part of the pot."""
        return tuple(seat for seat, _ in self.shares)

    @property
    def speaks(self) -> bool:
        """Tell whether all who contest it declared both and failed: cards speak (R-DECL-9)."""
        return self.failed == self.contenders


Event = (
    AntePosted | CardDealt | Acted | UncalledReturned | NoCardToBuy | Shown | Mucked | PotAwarded
)
