"""What a click costs beside a discord.py handler that does nothing, as ratios of one run.

Two pretend Discords stand in this process and two bots beside it, each in its own: ours, at which
six people check and call through hand after hand, and `idle_bot.py`, whose handler paints a panel
of the same size as it was. A hand of ours and as many clicks of theirs take turns.

A click lasts from INTERACTION_CREATE dispatched to its callback received; processor time is that
of the bot's process, all threads, over the clicks alone. What a new hand costs besides (the
deal, the old panel closed, the new one posted, the cards pushed to six people) is told apart, as
the bot's pause between hands. Figures are medians over the rounds.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.rehearsal.answer import Answer
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm, Weather
from bot.rehearsal.wire import CallbackKind, MessageFlag
from tests.bench.watched import Unlimited, memory, percentiles, processor_time

ROUNDS: Final = 5
HANDS: Final = 12
"""Hands a round: at least 24 clicks each."""

NAMES: Final = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
PAUSE: Final = 0.15
"""Seconds between two hands, in which the clicks of the last are over and done with."""

REMEMBERED: Final = 200
IDLE_BOT: Final = (sys.executable, str(Path(__file__).with_name("idle_bot.py")))


class Watch(Weather):
    """Fair weather that notes the moment at which the newest callback came in."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0.0

    def meet(self, method: str, path: str) -> Storm | None:
        if path.endswith("/callback"):
            self.seen = time.perf_counter()
        return super().meet(method, path)


@dataclass
class Tally:
    """The clicks of one bot in one round; times in seconds."""

    waits: list[float] = field(default_factory=list)
    cpu: float = 0.0
    between: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Figures:
    """What one bot's clicks of a round cost: milliseconds."""

    p50: float
    p99: float
    cpu: float

    @classmethod
    def of(cls, tally: Tally) -> Figures:
        return cls(*percentiles(tally.waits), 1e3 * tally.cpu / len(tally.waits))


class Bench:
    """One bot on its own pretend Discord."""

    def __init__(self, stage: Rehearsal) -> None:
        self.stage = stage
        self.watch = Watch()
        self.tally = Tally()
        stage.rest.weather = self.watch
        stage.rest.buckets = Unlimited(stage.clock)

    @property
    def pid(self) -> int:
        if self.stage.bot is None:
            raise RuntimeError("no bot runs")
        return self.stage.bot.pid

    def cpu(self) -> float:
        """Return the processor seconds of the bot's process so far."""
        return processor_time(self.pid)

    def memory(self) -> float:
        """Return the bot's resident memory in MiB."""
        return memory(self.pid)

    async def rest(self) -> None:
        """Wait until the bot does nothing more."""
        before, now = -1.0, self.cpu()
        while now != before:
            await asyncio.sleep(0.02)
            before, now = now, self.cpu()

    async def time(self, click: Callable[[], Awaitable[Answer]]) -> None:
        """Let somebody click, and note how long the answer takes."""
        clicking = asyncio.ensure_future(click())
        # Both are in the loop's queue now; the click comes first and dispatches before it waits.
        await asyncio.sleep(0)
        began = time.perf_counter()
        answer = await clicking
        if answer.type is not CallbackKind.UPDATE:
            raise AssertionError(f"a click was answered by {answer.type!r}: {answer.text}")
        self.tally.waits.append(self.watch.seen - began)


class Ours(Bench):
    """Our bot, and six people at a table of it."""

    async def begin(self) -> None:
        await self.stage.start_bot()
        self._players = {
            person.mention: Player(person, self.stage, random.Random(0))
            for person in (
                self.stage.person(name, permissions=Permission.MANAGE_GUILD) for name in NAMES
            )
        }
        self._people: list[Person] = [player.person for player in self._players.values()]
        await self._people[0].slash("table open", clock=0)
        for person in self._people:
            await person.slash("sit", amount=400)
        await self._people[0].slash("deal")
        await self._next_hand()

    async def hand(self) -> int:
        """Play a hand to its end and wait for the next; return the number of clicks."""
        clicks, start = 0, self.cpu()
        while (turn := self._turn()) is not None:
            player, panel = turn
            control = player.next_press(panel, careful=True)
            if control is None:
                raise AssertionError(f"nothing to press in {panel.text!r}")
            await self.time(partial(player.person.press, panel, control["custom_id"]))
            clicks += 1
        await asyncio.sleep(PAUSE / 3)  # what the last click leaves to be done is its own
        end = self.cpu()
        self.tally.cpu += end - start
        await self._next_hand()
        self.tally.between.append(self.cpu() - end)
        return clicks

    async def _next_hand(self) -> None:
        await self.stage.wait_for(self._turn)
        await self.rest()

    def _turn(self) -> tuple[Player, Message] | None:
        """Return who is to act by the newest panel, if anybody is."""
        panel = next(m for m in reversed(self._people[0].messages()) if _is_panel(m))
        line = next((one for one in panel.text.splitlines() if "to act" in one), None)
        if line is None:
            return None
        return next(p for mention, p in self._players.items() if mention in line), panel


class Theirs(Bench):
    """The bot that does nothing, and one person who clicks."""

    async def begin(self) -> None:
        await self.stage.start_bot()
        self._ann = self.stage.person("Ann")
        await self._ann.slash("panel")
        self._panel = next(m for m in self._ann.messages() if _is_panel(m))
        await self.rest()

    async def clicks(self, count: int) -> None:
        start = self.cpu()
        for number in range(count):
            await self.time(lambda n=number: self._ann.press(self._panel, f"still:{n % 3}"))  # type: ignore[misc]
        await asyncio.sleep(PAUSE / 3)
        self.tally.cpu += self.cpu() - start


def _is_panel(message: Message) -> bool:
    return not message.ephemeral and MessageFlag.IS_COMPONENTS_V2 in message.flags


async def run() -> Iterator[str]:
    async with AsyncExitStack() as stages:
        pause = {"DOORCARD_PAUSE": str(PAUSE)}
        ours = Ours(Rehearsal(seed=1, environment=pause, remember=REMEMBERED))
        theirs = Theirs(Rehearsal(command=IDLE_BOT, remember=REMEMBERED))
        for bench in (ours, theirs):
            await stages.enter_async_context(bench.stage)
        for bench in (ours, theirs):
            await bench.begin()
        await theirs.clicks(await ours.hand())  # to warm up
        rounds = []
        between = []
        for _ in range(ROUNDS):
            ours.tally, theirs.tally = Tally(), Tally()
            for _ in range(HANDS):
                await theirs.clicks(await ours.hand())
            rounds.append((Figures.of(ours.tally), Figures.of(theirs.tally)))
            between += ours.tally.between
        clicks = len(ours.tally.waits)
        kept = ours.memory(), theirs.memory()
    return _table(rounds, kept, clicks, median(between))


def _table(
    rounds: list[tuple[Figures, Figures]],
    kept: tuple[float, float],
    clicks: int,
    between: float,
) -> Iterator[str]:
    head = f"a click, median of {ROUNDS} rounds of {clicks}"
    yield f"{head:38} {'ours':>12} {'theirs':>12} {'ratio':>7}"
    for name, of in (("p50", "p50"), ("p99", "p99"), ("processor time", "cpu")):
        pairs = [(getattr(a, of), getattr(b, of)) for a, b in rounds]
        mine, other = (median(side) for side in zip(*pairs, strict=True))
        ratio = median(a / b for a, b in pairs)
        yield f"{name + ', ms':38} {mine:12.2f} {other:12.2f} {ratio:7.2f}"
    mine, other = kept
    yield f"{'resident memory, MiB':38} {mine:12.1f} {other:12.1f} {mine / other:7.2f}"
    yield f"{'processor time of a new hand, ms':38} {1e3 * between:12.2f}"


def main() -> None:
    gc.disable()  # what the stages keep is bounded, and a pause of theirs would be told as a bot's
    sys.stdout.write("\n".join(asyncio.run(run())) + "\n")


if __name__ == "__main__":
    main()
