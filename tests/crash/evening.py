"""An evening played undisturbed and written down, and played again by a bot that keeps dying."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.deadline import notice
from tests.crash.mortal import Mortal, asked_of
from tests.crash.script import CLOCK, NAMES, Scene, Step, Wish
from tests.crash.snapshot import differences, snapshot_of

GRACE: Final = 20.0
"""Seconds an actor has at least after a restart."""

_TIME: Final = re.compile(r"<t:\d+:\w>")
_DUE: Final = re.compile(r"<t:(\d+):R>")

Arms = Callable[[int], int]
"""At which point of a step the bot dies, by the step's number; 0: at none."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How it stands after a step: which state, at its answer and at its end, and what is seen."""

    answered: int
    state: int
    panel: str
    notices: tuple[str, ...]
    peeks: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Record:
    """An undisturbed evening: every state that was committed, and a mark for each step."""

    states: tuple[str, ...]
    marks: tuple[Mark, ...]

    @property
    def points(self) -> int:
        """Return the most points that a step has."""
        return max(mark.points for mark in self.marks)


@dataclass(slots=True)
class Deaths:
    """Where bots have died: in a step, or while they came back."""

    playing: Counter[str] = field(default_factory=Counter)
    returning: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    doubled: int = 0

    def add(self, other: Deaths) -> None:
        """Count those of another evening too."""
        self.playing += other.playing
        self.returning += other.returning
        self.unanswered += other.unanswered
        self.doubled += other.doubled

    def __str__(self) -> str:
        """Return the counts in one line."""
        told = []
        for name, counted in (("playing", self.playing), ("returning", self.returning)):
            commits = sum(n for label, n in counted.items() if "COMMIT" in label)
            requests = counted.total() - commits
            told.append(f"killed {name}: {commits} at a commit, {requests} at a request")
        told.append(f"{self.unanswered} wishes unanswered, {self.doubled} of them done already")
        return "; ".join(told)


async def written_down(steps: Sequence[Step], decks: Sequence[str], record: Path) -> Record:
    """Play an evening undisturbed, and write down how it stands after each step."""
    marks: list[Mark] = []
    async with Mortal(decks, record=record) as stage:
        assert await stage.live(), stage.bot_output
        scene = Scene(stage)
        for step in steps:
            met = stage.fuse.met
            before, wish = _lines(record), step.wish(scene)
            await wish.send()
            answered = before if wish.silent else _lines(record)
            assert await stage.settled()
            points = stage.fuse.met - met
            state = _lines(record)
            peeks = await peeked(scene)
            shown = seen(scene), notices(scene), peeks
            marks.append(Mark(answered - 1, state - 1, *shown, points))
        assert "Traceback" not in stage.bot_output, stage.bot_output
    return Record(_states(record), tuple(marks))


async def first_starts() -> Deaths:
    """Kill a bot at each point of its first start, on a database that is not made yet."""
    deaths, points = Deaths(), 1
    async with Mortal(()) as stage:
        while not await stage.live(points):
            deaths.returning[stage.fuse.label] += 1
            await stage.died()
            points += 1
        assert "Traceback" not in stage.bot_output, stage.bot_output
    return deaths


class Haunted:
    """An evening in which the bot dies as it is told, and what must hold all the same."""

    def __init__(self, stage: Mortal, steps: Sequence[Step], record: Record) -> None:
        """Prepare the evening; the bot of `stage` is not started yet."""
        self._stage = stage
        self._steps = steps
        self._record = record
        self._scene = Scene(stage)
        self._marks = {mark.state: mark for mark in record.marks}
        self._died_at = ""
        self._place = ""
        self.complaints: list[str] = []
        self.deaths = Deaths()

    async def play(self, arms: Arms, deep: Sequence[int] = ()) -> Deaths:
        """Play the evening; after the steps of `deep` the bot dies at each point of its return too.

        Raises AssertionError for whatever does not come through.
        """
        assert await self._stage.live(), self._stage.bot_output
        for number, step in enumerate(self._steps):
            self._place = f"step {number} {step}"
            try:
                await self._play(number, step, arms(number))
                if number in deep:
                    await self._stage.kill()
                    await self._return(self._record.marks[number].state, through_all=True)
                    await self._verify(*[self._record.marks[number].state] * 2)
            except AssertionError as error:
                where = f"{self._place}, died at {self._died_at!r}"
                raise AssertionError(f"{where}:\n{error}") from error
        assert not self.complaints, "\n\n".join(self.complaints[:5])
        assert "Traceback" not in self._stage.bot_output, self._stage.bot_output
        return self.deaths

    async def _play(self, number: int, step: Step, armed: int) -> None:
        stage, mark = self._stage, self._record.marks[number]
        first = self._record.marks[number - 1].state if number else 0
        wish = step.wish(self._scene)
        stage.fuse.armed = armed
        answered = await self._sent(wish)
        alive = await stage.settled()
        stage.fuse.armed = 0
        if not alive:
            self._died_at = stage.fuse.label
            self.deaths.playing[self._died_at] += 1
            await stage.died()
            least = mark.answered if answered else first
            await self._return(mark.state)
            state = await self._verify(least, mark.state)
            if not answered and not wish.silent:
                self.deaths.unanswered += 1
                self.deaths.doubled += first < state == mark.state
            await self._again(wish, mark, first, answered=answered)
        await self._verify(mark.state, mark.state)

    async def _again(self, wish: Wish, mark: Mark, first: int, *, answered: bool) -> None:
        """Let him who got no answer do what people do: the same once more, or look first."""
        if wish.again and not answered:  # whatever became of it: it must not be done twice
            assert await self._sent(wish), "no answer from a bot that lives"
            assert await self._stage.settled()
        for _ in range(3):  # what takes several commits may be left in the middle of them
            if self._state(first, mark.state) == mark.state:
                return
            await self._sent(wish)
            assert await self._stage.settled()

    async def _sent(self, wish: Wish) -> bool:
        """Send a wish; tell whether an answer came before the bot was dead."""
        sending = asyncio.ensure_future(wish.send())
        dying = asyncio.ensure_future(self._stage.ended())
        await asyncio.wait({sending, dying}, return_when=asyncio.FIRST_COMPLETED)
        if not sending.done():
            await asyncio.wait({sending}, timeout=0.02)  # what Discord has taken, he still sees
        dying.cancel()
        if sending.done():
            sending.result()
            return not wish.silent
        sending.cancel()
        await asyncio.wait({sending})
        return False

    async def _return(self, last: int, *, through_all: bool = False) -> None:
        """Start the bot again, with `through_all` so often that it dies at each point before."""
        points = 1 if through_all else 0
        before = snapshot_of(self._stage.database)
        while not await self._stage.live(points):
            self._died_at = f"{self._stage.fuse.label}, returning"
            self.deaths.returning[self._died_at] += 1
            await self._stage.died()
            assert snapshot_of(self._stage.database) == before, differences(
                snapshot_of(self._stage.database), before
            )
            points += 1
        self._stage.fuse.armed = 0
        assert last < len(self._record.states)

    def _state(self, first: int, last: int) -> int:
        """Return which state of the undisturbed evening this is, the latest of those it may be."""
        found = snapshot_of(self._stage.database)
        for number in range(last, first - 1, -1):
            if self._record.states[number] == found:
                return number
        meant = self._record.states[last]
        raise AssertionError(f"no state from {first} to {last}:\n{differences(found, meant)}")

    async def _verify(self, first: int, last: int) -> int:
        """Verify all that must hold at rest; return which state it is."""
        state = self._state(first, last)
        mark = self._marks.get(state)
        scene = self._scene
        old = [one.text for one in scene.panels()[:-1] if one.buttons(enabled=True)]
        self._compare("live buttons of old panels", old, [])
        self._compare("calls beyond the first", calls(scene)[1:], ())
        self._verify_clock()
        if mark is not None:
            self._compare("the panel", seen(scene), mark.panel)
            self._compare("what the channel is told", notices(scene), mark.notices)
            self._compare("what each peeks at", await peeked(scene), mark.peeks)
            assert await self._stage.settled()
        return state

    def _compare(self, what: str, found: object, meant: object) -> None:
        """Note a difference in what is seen; the evening goes on and may show more."""
        if found != meant:
            told = f"{what}:\n{found}\n--- is meant to be:\n{meant}"
            self.complaints.append(f"{self._place}, died at {self._died_at!r}: {told}")

    def _verify_clock(self) -> None:
        """Verify that who is to act has time, and that the panel tells how long."""
        now = self._stage.fuse.now
        rows = asked_of(
            self._stage.database,
            "SELECT phase, due_at, warned FROM tables WHERE phase IN ('playing', 'between')",
        )
        for phase, due_at, warned in rows:
            assert due_at is not None, phase
            least = now if phase == "between" else now + (0 if warned else GRACE)
            assert due_at >= least - (notice(CLOCK) or 0), (phase, due_at - now)
            if phase == "playing":
                told = _DUE.search(self._scene.panel().text)
                assert told, self._scene.panel().text
                assert int(told[1]) == int(due_at)


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
