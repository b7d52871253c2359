"""Where bots have died, and where they were to and did not."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

_TIMES: Final = re.compile(r" \(\d+\)$")


@dataclass(slots=True)
class Deaths:
    """Where bots have died: in a step, or on their return, from rest or from the midst of a step.

    `missed` are the steps' numbers and places at which one was to die that it has not met.
    """

    playing: Counter[str] = field(default_factory=Counter)
    from_rest: Counter[str] = field(default_factory=Counter)
    from_midst: Counter[str] = field(default_factory=Counter)
    met: set[tuple[int, str]] = field(default_factory=set)
    missed: list[tuple[int, str]] = field(default_factory=list)
    unanswered: int = 0
    doubled: int = 0

    def add(self, other: Deaths) -> None:
        """Count those of another evening too."""
        self.playing += other.playing
        self.from_rest += other.from_rest
        self.from_midst += other.from_midst
        self.met |= other.met
        self.missed += other.missed
        self.unanswered += other.unanswered
        self.doubled += other.doubled

    def kinds(self) -> dict[str, Counter[str]]:
        """Return the counts by their kind."""
        return {
            "playing": self.playing,
            "on the return from rest": self.from_rest,
            "on the return from the midst of a step": self.from_midst,
        }

    def __str__(self) -> str:
        """Return the counts in one line."""
        told = []
        for kind, counted in self.kinds().items():
            commits = sum(n for place, n in counted.items() if "COMMIT" in place)
            requests = counted.total() - commits
            told.append(f"killed {kind}: {commits} at a commit, {requests} at a request")
        told.append(f"{self.unanswered} wishes unanswered, {self.doubled} of them done already")
        return "; ".join(told)


def label(place: str) -> str:
    """Return a place's point without how often it was met."""
    return _TIMES.sub("", place)
