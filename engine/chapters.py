"""What was done in a hand, stage by stage, as it is told to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from engine.course import Phase
from engine.events import Acted, NoCardToBuy
from engine.state import HandState


@dataclass(frozen=True, slots=True)
class Chapter:
    """What came in one stage: a betting round (1-5), a buy (1-2) or the declaration.

    `unsupplied` are the seats that were told that no card can be bought (R-DECK-11).
    """

    phase: Phase
    number: int
    acts: tuple[Acted, ...]
    unsupplied: tuple[int, ...] = ()


def chapters_of(state: HandState) -> tuple[Chapter, ...]:
    """Return the stages so far that somebody acted in, and the one that runs."""
    log = state.log
    ends = [*(place for _, place in state.begun[1:]), len(log)]
    chapters = []
    for (stage, start), end in zip(state.begun, ends, strict=True):
        told = log[start:end]
        acts = tuple([event for event in told if isinstance(event, Acted)])
        without = tuple([event.seat for event in told if isinstance(event, NoCardToBuy)])
        if acts or without or end == len(log):
            chapters.append(Chapter(stage.phase, stage.number, acts, without))
    return tuple(chapters)
