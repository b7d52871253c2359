"""What the channel of a table is told besides its panel: a message of its own, once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.person import Person


class Told(StrEnum):
    """What there is to tell."""

    SEAT_FREE = "seat free"
    """A seat is kept for `Notice.person` until `Notice.until`; he is called by a mention."""
    RULES = "rules"
    """Other rules are in force from the next hand on: `Notice.changes`."""
    KEPT = "games kept"
    """The house's games do not fit the table, which keeps its own: `Notice.changes` tell why."""
    HOST_LEFT = "host left"
    """Who opened the table has left it, which does not close it."""
    REMOVED = "removed"
    """A manager has removed somebody."""
    DISMISSED = "dismissed"
    """A manager has removed somebody from who wait for a seat."""
    LAPSED = "lapsed"
    """Somebody has not taken the seat that was kept for him."""
    IDLE = "idle"
    """The table has closed by itself."""
    IDLE_HAND = "idle hand"
    """The table has closed by itself in a hand without a clock, which is void."""


OUTDATED: Final = frozenset({Told.SEAT_FREE, Told.LAPSED, Told.RULES, Told.KEPT, Told.HOST_LEFT})
"""What need not be told any more once the table is closed."""


@dataclass(frozen=True, slots=True)
class NewNotice:
    """Something to tell; `changes` are options with what they were and what they become.

    Of `Told.KEPT` they are options with the reason (a message id) and its numbers as JSON.
    """

    kind: Told
    person: Person | None = None
    until: float | None = None
    changes: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell in a channel; `key` is its own, at most 25 letters (Discord's nonce)."""

    key: str
    guild: int
    channel: int
    new: NewNotice

    @property
    def place(self) -> tuple[int, ...]:
        """Return the table, the version of its step, and the number there, for sorting."""
        return tuple(int(part) for part in self.key[1:].split("."))

    @property
    def table(self) -> int:
        """Return the table that it is about."""
        return self.place[0]

    def is_outdated(self, table: int) -> bool:
        """Tell whether it need not be told any more because that table has closed."""
        return self.new.kind in OUTDATED and self.key.startswith(key_head(table))


def key_head(table: int) -> str:
    """Return what the keys of a table's notices begin with."""
    return f"n{table}."
