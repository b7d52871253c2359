"""One betting round: what has been put in, who has acted, and who must act next (B7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules import MOST_SEATS

CLOCKWISE: Final = tuple(
    tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats + 1))
    for seats in range(MOST_SEATS + 1)
)
"""The seats in their order by how many there are and the first of them."""


@dataclass(slots=True)
class BettingRound:
    """The state of one round, in chips; seats are indices.

    `level` is the bet level. `full_level` and `full_size` are the level and the size of the last
    full bet or raise, `fulls` how many there were: the first is the bet, the others are raises.
    `posted` says that a bring-in stands that is not a full bet. `acted` holds the level at each
    seat's last act (-1 before it), `seen` how many full wagers there were then.
    """

    number: int
    began_able: int
    sizes: tuple[int, ...]
    bets: list[int]
    acted: list[int]
    seen: list[int]
    level: int = 0
    full_level: int = 0
    full_size: int = 0
    fulls: int = 0
    posted: bool = False
    cap_lifted: bool = False
    first: int = -1
    aggressor: int = -1

    @classmethod
    def begin(cls, number: int, seats: int, able: int, sizes: tuple[int, ...]) -> BettingRound:
        """Begin round `number` (1-4) with nothing bet; `able` seats can bet."""
        return cls(number, able, sizes, [0] * seats, [-1] * seats, [0] * seats)

    @property
    def raises(self) -> int:
        """Return how many raises were made; the bet or completion is none (R-FIX-3)."""
        return max(0, self.fulls - 1)

    def note_act(self, seat: int) -> None:
        """Remember that a seat acted at this level, for the right to raise again."""
        self.acted[seat] = self.level
        self.seen[seat] = self.fulls
        if self.first < 0:
            self.first = seat

    def raise_level(self, seat: int, total: int, full_size: int) -> None:
        """Lift the level to `total`; `full_size` 0 says that it is no full bet or raise."""
        self.level = total
        self.aggressor = seat
        if full_size:
            self.full_level = total
            self.full_size = full_size
            self.fulls += 1
            self.posted = False
