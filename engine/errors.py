"""The faults the engine speaks of: a player's, a writer's, a file's, and house rules refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.actions import Action, Options, WhyNot


class IllegalAction(Exception):
    """A player's mistake: the act is not legal now; nothing has changed.

    `options` says what is legal, `reason` why this is not.
    """

    def __init__(self, action: Action, options: Options, reason: WhyNot) -> None:
        super().__init__(f"{action.verb} {action.amount or ''}".strip() + f": {reason.why}")
        self.action = action
        self.options = options
        self.reason = reason


class BadNotation(ValueError):
    """A text that is not in the notation; the message says what was read and what is meant."""


class BrokenHistory(Exception):
    """A written hand that does not play out: an act in it is illegal, or a card impossible.

    `number` is the place of the line in `actions`, counted from 1, or None for the file's head.
    """

    def __init__(self, message: str, number: int | None = None) -> None:
        super().__init__(message if number is None else f"action {number}: {message}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with house rules: the option's name, and the reason as a message id.

    `reason` is an English template that render/ translates; `numbers` fill it. `others` are the
    options that the fault depends on besides.
    """

    option: str
    reason: str
    numbers: tuple[tuple[str, int | str], ...] = ()
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.option}: {self.reason.format(**dict(self.numbers))}"


class RefusedRules(ValueError):
    """House rules that cannot be played; `faults` holds every reason at once (part F)."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults


class ChipsLost(Exception):
    """Chips do not add up after an act: a fault of the engine, never of a player (R-SIDE-6)."""
