"""Kill the bot at every commit and every request of the evening, and of its returns: `make crash`.

Each pass kills in every step at its first point, its second, and so on to the last there is; the
deep ones also at each point of the return after some steps. It tells how often what was met.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tests.crash.evening import Deaths, Haunted, Record, first_starts, written_down
from tests.crash.mortal import Mortal
from tests.crash.script import DECKS, EVENING, Slash

EACH: Final = 12
"""After every so many-th step one deep pass kills at each point of the return."""

_NUMBER: Final = re.compile(r"\d{5,}|rehearsed-\w+")


@dataclass(frozen=True, slots=True)
class Pass:
    """One evening: at which point of each step the bot dies, and after which it dies returning."""

    point: int = 0
    deep: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return what the evening is for."""
        if self.deep:
            return f"all of the return after the steps {', '.join(map(str, self.deep))}"
        return f"point {self.point} of each step" if self.point else "the first start"


def passes(points: int) -> Iterator[Pass]:
    """Yield the evenings that meet everything."""
    yield from (Pass(point) for point in range(1, points + 1))
    deep = range(EACH // 2, len(EVENING), EACH)
    opened = [
        number
        for number, step in enumerate(EVENING)
        if isinstance(step, Slash) and step.words in ("table open", "table close", "leave")
    ]
    for number in sorted({*deep, *opened}):
        yield Pass(deep=(number,))
    yield Pass()


def play(record: Record, one: Pass) -> Deaths:
    """Play one evening; raise AssertionError for what does not come through."""
    return asyncio.run(_play(record, one))


async def _play(record: Record, one: Pass) -> Deaths:
    if not one.point and not one.deep:
        return await first_starts()
    # A deep pass needs no more of the evening than the steps up to its own.
    steps = EVENING[: one.deep[-1] + 1] if one.deep else EVENING
    async with Mortal(DECKS) as stage:
        return await Haunted(stage, steps, record).play(lambda _: one.point, one.deep)


def main() -> int:
    """Play all evenings, as many at once as is asked for; return 1 where something is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    workers = parser.parse_args().workers
    began, deaths, failed = time.monotonic(), Deaths(), 0
    with tempfile.TemporaryDirectory() as folder:
        record = asyncio.run(written_down(EVENING, DECKS, Path(folder) / "states"))
    points = sum(mark.points for mark in record.marks)
    _tell(f"{len(EVENING)} steps, {points} points, at most {record.points} in a step")
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(partial(play, record, one)): one for one in passes(record.points)}
        for done in as_completed(running):
            try:
                counted = done.result()
            except AssertionError as error:
                failed += 1
                _tell(f"FAILED {running[done]}: {error}")
            else:
                deaths.add(counted)
                _tell(f"{running[done]}: {counted}")
    _tell(f"\nIn all {deaths}, in {time.monotonic() - began:.0f} s")
    for name, labels in (("playing", deaths.playing), ("returning", deaths.returning)):
        _tell(f"\nKilled {name}:")
        for label, number in sorted(_routes(labels).items()):
            _tell(f"{number:6} {label}")
    return 1 if failed else 0


def _routes(labels: Counter[str]) -> Counter[str]:
    """Count points by their route, without the numbers in it."""
    routes: Counter[str] = Counter()
    for label, number in labels.items():
        routes[_NUMBER.sub("…", label).removesuffix(", returning")] += number
    return routes


def _tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
