"""Who is told how long acts take: the figures, where they are kept."""

from __future__ import annotations

from typing import Final, Protocol


class Meter(Protocol):
    """Counts acts."""

    def acted(self, seconds: float) -> None:
        """Take note of an act that took so long from the decision until it was on the disk."""


class Unread:
    """A meter that nobody reads."""

    def acted(self, seconds: float) -> None:
        """Do nothing."""


UNREAD: Final = Unread()
