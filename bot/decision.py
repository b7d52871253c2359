"""What a table decides: the state after a step, and what the store must write for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.state import State
from bot.step import Entry
from engine.cards import Card

Draw = Callable[[tuple[Card, ...]], tuple[tuple[Card, ...], tuple[Card, ...]]]
"""Makes of the cards of a game the deck of a hand and its reserve."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The instant of a decision (seconds since 1970), the turn clock (0: none) and the pause.

    `misses` is how many turns in a row somebody misses before he sits out (0: he never does).
    """

    now: float
    clock: int
    pause: float
    misses: int = 2


@dataclass(frozen=True, slots=True)
class Decision:
    """The state after a step, and what the store must write for it."""

    state: State
    entries: tuple[Entry, ...]

    def then(self, later: Decision) -> Decision:
        """Return this decision and one that was made on its state as one step."""
        return Decision(later.state, (*self.entries, *later.entries))


def later(state: State) -> State:
    """Return a state as the next version of its table."""
    return replace(state, version=state.version + 1)
