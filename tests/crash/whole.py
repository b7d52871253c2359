"""Kill the bot at every commit and every request of the evening, and of its returns: `make crash`.

Each pass kills in every step at its first place, its second, and so on to the last that an
undisturbed evening has; in the first step of each kind also at each place of the return from there.
The deep ones kill at each place of the return after some steps. Whatever was to be met and was not
is tried again, in an evening of its own, and fails at last. It tells how often what was met.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tests.crash.deaths import Deaths
from tests.crash.evening import Haunted, first_starts
from tests.crash.mortal import Mortal, Stuck
from tests.crash.record import Record, written_down
from tests.crash.script import DECKS, EVENING, Press, Slash, Step

EACH: Final = 12
"""After every so many-th step one deep pass kills at each place of the return."""

TRIES: Final = 3
"""How often a place that was not met is tried again."""


@dataclass(frozen=True, slots=True)
class Outing:
    """One evening: at which places the bot dies, and after which steps it dies returning.

    It dies at the place of that number in each step, or with `alone` only in that step at that
    place; with `rest` it has died at rest after that step. Without any of them it is a first start.
    """

    steps: tuple[Step, ...]
    record: Record
    place: int | None = None
    alone: tuple[int, str] | None = None
    rest: int | None = None
    sabotage: str | None = None

    def __str__(self) -> str:
        """Return what the evening is for."""
        if self.alone is not None:
            return f"{self.alone[1]!r} of step {self.alone[0]} alone"
        if self.rest is not None:
            return f"all of the return after step {self.rest}"
        return "the first start" if self.place is None else f"place {self.place + 1} of each step"

    def arms(self, number: int) -> str:
        """Return at which place of a step the bot dies, "" for none."""
        if self.alone is not None:
            return self.alone[1] if number == self.alone[0] else ""
        places = self.record.marks[number].places
        return places[self.place] if self.place is not None and self.place < len(places) else ""

    @property
    def needed(self) -> tuple[Step, ...]:
        """Return the steps there are to play."""
        last = self.rest if self.alone is None else self.alone[0]
        return self.steps if last is None else self.steps[: last + 1]


@dataclass(slots=True)
class Outcome:
    """What has come of all evenings: where bots died, and what did not come through."""

    deaths: Deaths = field(default_factory=Deaths)
    failures: list[str] = field(default_factory=list)


def firsts(steps: Sequence[Step]) -> frozenset[int]:
    """Return the first step of each command and of each button, and all others."""
    first: dict[object, int] = {}
    for number, step in enumerate(steps):
        match step:
            case Slash(words=words):
                first.setdefault(words, number)
            case Press(labels=labels):
                first.setdefault(labels, number)
            case _:
                first[number] = number
    return frozenset(first.values())


def outings(steps: Sequence[Step], record: Record, sabotage: str | None = None) -> list[Outing]:
    """Return the evenings that meet everything."""
    one = Outing(tuple(steps), record, sabotage=sabotage)
    rest = {*range(EACH // 2, len(steps), EACH)} | {
        number
        for number, step in enumerate(steps)
        if isinstance(step, Slash) and step.words in ("table open", "table close", "leave")
    }
    return [
        *(replace(one, place=place) for place in range(record.most)),
        *(replace(one, rest=number) for number in sorted(rest)),
        one,
    ]


def play(one: Outing) -> Deaths:
    """Play one evening; raise AssertionError for what does not come through."""
    return asyncio.run(_play(one))


async def _play(one: Outing) -> Deaths:
    if one.place is None and one.alone is None and one.rest is None:
        return await first_starts(one.sabotage)
    rest = () if one.rest is None else (one.rest,)
    async with Mortal(DECKS, sabotage=one.sabotage) as stage:
        haunted = Haunted(stage, one.needed, one.record)
        return await haunted.play(one.arms, rest=rest, midst=firsts(one.steps))


def meet(evenings: Sequence[Outing], workers: int) -> Outcome:
    """Play evenings, as many at once as there are workers; those that were not met again."""
    outcome = Outcome()
    with ProcessPoolExecutor(workers) as pool:
        for _ in range(1 + TRIES):
            missed: list[Outing] = []
            running = {pool.submit(play, one): one for one in evenings}
            for done in as_completed(running):
                one = running[done]
                try:
                    deaths = done.result()
                except (AssertionError, Stuck) as error:
                    outcome.failures.append(f"FAILED {one}: {error}")
                    _tell(outcome.failures[-1])
                else:
                    outcome.deaths.add(deaths)
                    missed += [replace(one, place=None, alone=place) for place in deaths.missed]
                    _tell(f"{one}: {deaths}")
            evenings = missed
    return outcome


def unmet(outcome: Outcome, record: Record) -> list[str]:
    """Return a line for each place of the undisturbed evening at which no bot has died."""
    return [
        f"NOT MET: {place!r} of step {number}"
        for number, place in record.places
        if (number, place) not in outcome.deaths.met
    ]


def told(outcome: Outcome, record: Record) -> int:
    """Tell what has come of all evenings; return 1 where something is lost, or was not met."""
    missing = unmet(outcome, record)
    if not outcome.deaths.from_midst:
        missing.append("NOT MET: no return from the midst of a step was killed")
    for line in (*outcome.failures, *missing):
        _tell(line)
    _tell(f"\nIn all {outcome.deaths}")
    for kind, labels in outcome.deaths.kinds().items():
        _tell(f"\nKilled {kind}:")
        for label, number in sorted(labels.items()):
            _tell(f"{number:6} {label}")
    return 1 if outcome.failures or missing else 0


def main() -> int:
    """Play all evenings; return 1 where something is lost, or was not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    workers = parser.parse_args().workers
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        record = asyncio.run(written_down(EVENING, DECKS, Path(folder) / "states"))
    _tell(f"{len(EVENING)} steps, {len(record.places)} places, at most {record.most} in a step")
    outcome = meet(outings(EVENING, record), workers)
    code = told(outcome, record)
    _tell(f"\nIt took {time.monotonic() - began:.0f} s, at a load of {os.getloadavg()[1]:.1f}.")
    return code


def _tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
