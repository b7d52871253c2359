"""The evening played again by a bot that keeps dying, and what must hold all the same."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import cycle
from typing import Final

from tests.crash.deaths import Deaths, label
from tests.crash.mortal import PAUSE, Mortal, asked_of
from tests.crash.record import Mark, Record, calls, notices, peeked, seen
from tests.crash.script import CLOCK, Scene, Step, Wish
from tests.crash.snapshot import differences, snapshot_of

GRACE: Final = 20.0
"""Seconds an actor has at least after a restart."""

GAPS: Final = (200.0, 0.0, 45.0, -100.0, 61.0)
"""Seconds that pass while a bot is dead, in turn: a clock may be over, or be set back meanwhile."""

_DUE: Final = re.compile(r"<t:(\d+):R>")

Arms = Callable[[int], str]
"""At which place of a step the bot dies, by the step's number; "": at none."""


async def first_starts(sabotage: str | None = None) -> Deaths:
    """Kill a bot at each place of its first start, on a database that is not made yet."""
    deaths = Deaths()

    def died(place: str) -> None:
        deaths.from_rest[label(place)] += 1

    async with Mortal((), sabotage=sabotage) as stage:
        await stage.live_through_all(died)
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
        self._gaps = cycle(GAPS)
        self.complaints: list[str] = []
        self.deaths = Deaths()

    async def play(
        self, arms: Arms, *, rest: Collection[int] = (), midst: Collection[int] = ()
    ) -> Deaths:
        """Play the evening; after some steps the bot dies at each place of its return too.

        After those of `rest` it has died at rest, in those of `midst` where `arms` tells. Raises
        AssertionError for whatever does not come through.
        """
        assert await self._stage.live(), self._stage.bot_output
        for number, step in enumerate(self._steps):
            self._place = f"step {number} {step}"
            try:
                await self._play(number, step, arms(number), through_all=number in midst)
                if number in rest:
                    await self._stage.kill()
                    state = self._record.marks[number].state
                    await self._return(state, state, self.deaths.from_rest)
                    await self._verify(state, state)
            except AssertionError as error:
                where = f"{self._place}, died at {self._died_at!r}"
                raise AssertionError(f"{where}:\n{error}") from error
        assert not self.complaints, "\n\n".join(self.complaints[:5])
        assert "Traceback" not in self._stage.bot_output, self._stage.bot_output
        return self.deaths

    async def _play(self, number: int, step: Step, armed: str, *, through_all: bool) -> None:
        stage, mark = self._stage, self._record.marks[number]
        first = self._record.marks[number - 1].state if number else 0
        wish = step.wish(self._scene)
        stage.begin(armed)
        answered = await self._sent(wish)
        alive = await stage.settled()
        stage.fuse.spare_all()
        if not alive:
            await stage.died()
            self._died_at = stage.fuse.died_at
            self.deaths.playing[label(self._died_at)] += 1
            self.deaths.met.add((number, self._died_at))
            least = mark.answered if answered else first
            await self._return(first, mark.state, self.deaths.from_midst if through_all else None)
            state = await self._verify(least, mark.state)
            if not answered and not wish.silent:
                self.deaths.unanswered += 1
                self.deaths.doubled += first < state == mark.state
            await self._again(wish, mark, first, answered=answered)
        elif armed:
            self.deaths.missed.append((number, armed))
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

    async def _return(self, first: int, last: int, through: Counter[str] | None) -> None:
        """Start the bot again after some time; with `through` it dies on all of the way first.

        Nothing is undone on the way; but what was begun, up to the state `last`, may be completed.
        """
        stage, died_at = self._stage, self._died_at
        state = self._state(first, last)
        stage.turn(stage.fuse.now + next(self._gaps))

        def died(place: str) -> None:
            nonlocal state
            assert through is not None
            through[label(place)] += 1
            self._died_at = f"{died_at}, returning: {place}"
            state = self._state(state, last)

        if through is None:
            assert await stage.live(), stage.bot_output
        else:
            await stage.live_through_all(died)
        self._state(state, last)
        self._verify_renewed()

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
        """Verify that no deadline is over, and that the panel tells the one that runs."""
        for running, due_at in self._deadlines():
            assert due_at >= self._stage.fuse.now, due_at - self._stage.fuse.now
            if running:
                told = _DUE.search(self._scene.panel().text)
                assert told, self._scene.panel().text
                assert int(told[1]) == int(due_at)

    def _verify_renewed(self) -> None:
        """Verify the time there is after a return: enough for an actor, and no more than his."""
        for running, due_at in self._deadlines():
            left = due_at - self._stage.fuse.now
            if running:
                assert GRACE <= left <= CLOCK, f"the actor has {left} s after a return"
            else:
                assert left == PAUSE, f"the next hand comes {left} s after a return"

    def _deadlines(self) -> list[tuple[bool, float]]:
        """Return when time is up, with whether it is somebody's to decide."""
        rows = asked_of(
            self._stage.database,
            "SELECT phase, chooser, due_at FROM tables"
            " WHERE phase IN ('playing', 'between') OR (phase <> 'closed' AND chooser NOTNULL)",
        )
        assert all(due_at is not None for _, _, due_at in rows), rows
        return [(phase == "playing" or chooser is not None, due) for phase, chooser, due in rows]
