"""An evening played undisturbed and written down: how it stands after each step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.crash.mortal import Mortal
from tests.crash.script import NAMES, Scene, Step

_TIME: Final = re.compile(r"<t:\d+:\w>")


@dataclass(frozen=True, slots=True)
class Mark:
    """How it stands after a step: which state, at its answer and at its end, and what is seen.

    `places` are the points on the way: what can be killed before or after.
    """

    answered: int
    state: int
    panel: str
    notices: tuple[str, ...]
    peeks: tuple[str, ...]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """An undisturbed evening: every state that was committed, and a mark for each step."""

    states: tuple[str, ...]
    marks: tuple[Mark, ...]

    @property
    def most(self) -> int:
        """Return the most places that a step has."""
        return max(len(mark.places) for mark in self.marks)

    @property
    def places(self) -> tuple[tuple[int, str], ...]:
        """Return every place of every step, with the step's number."""
        return tuple((at, place) for at, mark in enumerate(self.marks) for place in mark.places)


async def written_down(steps: Sequence[Step], decks: Sequence[str], record: Path) -> Record:
    """Play an evening undisturbed, and write down how it stands after each step."""
    marks: list[Mark] = []
    async with Mortal(decks, record=record) as stage:
        assert await stage.live(), stage.bot_output
        scene = Scene(stage)
        for step in steps:
            before, wish = _lines(record), step.wish(scene)
            stage.begin()
            await wish.send()
            answered = before if wish.silent else _lines(record)
            assert await stage.settled()
            places, state = stage.met(), _lines(record)
            peeks = await peeked(scene)
            assert await stage.settled()  # what comes after an answer is of no later step
            shown = seen(scene), notices(scene), peeks
            marks.append(Mark(answered - 1, state - 1, *shown, places))
        assert "Traceback" not in stage.bot_output, stage.bot_output
    return Record(_states(record), tuple(marks))


def seen(scene: Scene) -> str:
    """Return the newest panel's words without its times, and without who is told to peek."""
    panels = scene.panels()
    text = _TIME.sub("<t>", panels[-1].text) if panels else ""
    for person in scene.people.values():
        text = text.replace(person.mention, f"@{person.name}")
    lines = text.splitlines()
    return "\n".join(line for line in lines if not line.endswith("press Peek to see your cards."))


def calls(scene: Scene) -> tuple[str, ...]:
    """Return what calls somebody to his turn."""
    return tuple(text for text in _said(scene) if "your turn" in text)


def notices(scene: Scene) -> tuple[str, ...]:
    """Return what the channel was told beside the panels and the calls."""
    return tuple(text for text in _said(scene) if "your turn" not in text)


def _said(scene: Scene) -> list[str]:
    panels = scene.panels()
    return [one.text for one in scene.public() if one not in panels and one.author.bot]


async def peeked(scene: Scene) -> tuple[str, ...]:
    """Return what each of the people sees when he looks at his cards."""
    return tuple([(await scene.people[name].slash("peek")).text for name in NAMES])


def _states(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text().splitlines())


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
