"""200 tables of six players at one bot, beside a bot that does nothing, in windows of one run.

Two pretend Discords stand in this process, each with 40 servers of five tables or panels, and two
bots beside it, each in its own process. They take turns: while one is clicked at, the other rests.
At our tables fixed limit is played by chance, nine acts by click and one by command; in the panels
of `idle_bot.py` as many people click. At a steady pace everybody thinks for 1 to 10 seconds, under
Discord's rate limits; flat out nobody thinks, there are no limits, and 16 are answered at a time:
as one is answered, another asks.

An answer lasts from the interaction's making to its callback's coming in. Processor time is that of
the bot's process over the window, all that follows from the acts included: new hands, old panels
closed, cards pushed in private. Last, our bot is killed and started anew on its 200 tables.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.rehearsal.messages import Message
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from tests.bench.hall import GUILDS, SEATS, TABLES, Asked, Hall, Place, Think, Way, Window
from tests.bench.watched import commits, memory, percentiles, processor_time

ROUNDS: Final = 3
STEADY, FLAT_OUT = 20.0, 6.0
"""Seconds of a window."""

REMEMBERED: Final = 8_000
COMMANDS: Final = ("Check", "Call", "Fold")
COMMANDED: Final = 0.1
"""The part of those acts that are made by a command."""

IDLE_BOT: Final = (sys.executable, str(Path(__file__).with_name("idle_bot.py")))


class Ours(Hall):
    """Our bot: six people at each table of it."""

    async def open(self, place: Place) -> None:
        people = [player.person for player in place.players.values()]
        await people[0].slash("table open", max_buy_in=1000, clock=120)
        for person in people:
            await person.slash("sit", amount=1000)
        await people[0].slash("deal")

    async def act(self, place: Place, player: Player, panel: Message) -> None:
        control = player.next_press(panel, careful=False)
        if control is None:
            raise AssertionError(f"nothing to press in {panel.text!r}")
        word = next((one for one in COMMANDS if control["label"].startswith(one)), None)
        if word is None or place.chance.random() >= COMMANDED:
            await self.press(place, player, panel, control["custom_id"])
            return
        payload = panel.payload
        place.way = Way.COMMAND
        self.window.ways[Way.COMMAND] += 1
        answer = await player.person.slash(word.lower())
        if not answer.text.startswith(f"You {word.lower()}"):
            raise AssertionError(f"/{word.lower()} was answered by {answer.text!r}")
        place.acted(payload)

    def commits(self) -> int:
        return commits(self.stage.database)


class Theirs(Hall):
    """The bot that does nothing: one person after the other clicks in each of its panels."""

    async def open(self, place: Place) -> None:
        player = next(iter(place.players.values()))
        await player.person.slash("panel")

    async def act(self, place: Place, player: Player, panel: Message) -> None:
        await self.press(place, player, panel, f"still:{place.chance.randrange(3)}")

    async def _next_turn(
        self, place: Place, until: float, think: Think | None
    ) -> tuple[Player, Message] | None:
        try:
            async with asyncio.timeout_at(until):
                await asyncio.sleep(0.0 if think is None else think())
        except TimeoutError:
            return None
        if place.panel is None:
            raise AssertionError("no panel was put up")
        return place.chance.choice(list(place.players.values())), place.panel


@dataclass(frozen=True)
class Pair:
    """Windows of both bots, at one pace."""

    ours: list[Window]
    theirs: list[Window]

    def rows(self) -> Iterator[str]:
        """Tell the medians over the windows, and the median of their ratios."""
        yield self._row("answers a second", lambda one: len(one.waits) / one.seconds, "{:.0f}")
        yield self._row("p50, ms", lambda one: percentiles(one.waits)[0], "{:.1f}")
        yield self._row("p99, ms", lambda one: percentiles(one.waits)[1], "{:.1f}")
        yield self._row("the slowest, ms", lambda one: 1e3 * max(one.waits), "{:.1f}")
        yield self._row("processor time an act, ms", lambda one: 1e3 * one.cpu / one.acts, "{:.2f}")
        yield self._row("share of a core, %", lambda one: 100 * one.cpu / one.seconds, "{:.0f}")

    def _row(self, name: str, of: Callable[[Window], float], form: str) -> str:
        mine, other = [of(one) for one in self.ours], [of(one) for one in self.theirs]
        ratio = median(a / b for a, b in zip(mine, other, strict=True))
        figures = form.format(median(mine)), form.format(median(other))
        return f"{name:38} {figures[0]:>12} {figures[1]:>12} {ratio:7.2f}"


def thinking(chance: random.Random) -> Think:
    """Return what tells how long somebody thinks: 1 to 10 seconds."""
    return lambda: chance.uniform(1.0, 10.0)


async def run() -> None:
    async with AsyncExitStack() as stages:
        ours = Ours(Rehearsal(seed=1, environment={"DOORCARD_PAUSE": "2"}, remember=REMEMBERED))
        theirs = Theirs(Rehearsal(command=IDLE_BOT, remember=REMEMBERED))
        halls: tuple[Hall, ...] = (ours, theirs)
        for hall in halls:
            await stages.enter_async_context(hall.stage)
            await hall.begin()
        for hall in halls:
            await hall.warm()
        steady = await _take_turns(ours, theirs, STEADY, thinking(random.Random(1)), limited=True)
        flat_out = await _take_turns(ours, theirs, FLAT_OUT, None, limited=False)
        for line in _told(steady, flat_out, (memory(ours.pid), memory(theirs.pid))):
            _say(line)
        _say(await _start_again(ours))


async def _take_turns(
    ours: Hall, theirs: Hall, seconds: float, think: Think | None, *, limited: bool
) -> Pair:
    pair = Pair([], [])
    for hall in (ours, theirs):
        hall.limit(limited=limited)
    for _ in range(ROUNDS):
        pair.ours.append(await ours.play(seconds, think))
        pair.theirs.append(await theirs.play(seconds, think))
    return pair


async def _start_again(ours: Hall) -> str:
    """Kill our bot, start it anew, and let somebody act at every table."""
    ours.limit(limited=True)
    turns = sum(place.turn() is not None for place in ours.places.values())
    await ours.stage.kill_bot()
    began = time.perf_counter()
    await ours.stage.start_bot()
    seconds = time.perf_counter() - began
    cpu = processor_time(ours.pid)
    await ours.rest()
    window = await ours.play(STEADY, thinking(random.Random(2)))
    p99 = percentiles(window.waits)[1]
    return (
        f"killed with {turns} hands running and started again: ready after {seconds:.1f} s"
        f" ({cpu:.1f} s of processor time); then {window.acts} acts, p99 {p99:.1f} ms"
    )


def _told(steady: Pair, flat_out: Pair, kept: tuple[float, float]) -> Iterator[str]:
    tables = GUILDS * TABLES
    head = f"{tables} tables of {SEATS}, each thinks 1-10 s"
    yield f"{head:38} {'ours':>12} {'theirs':>12} {'ratio':>7}"
    yield from steady.rows()
    yield f"{'resident memory, MiB':38} {kept[0]:12.1f} {kept[1]:12.1f} {kept[0] / kept[1]:7.2f}"
    yield f"{'flat out':38} {'ours':>12} {'theirs':>12} {'ratio':>7}"
    yield from flat_out.rows()
    yield f"{'ours, at both paces':38} {'steady':>12} {'flat out':>12}"
    for (name, mine), (_, other) in zip(_own(steady.ours), _own(flat_out.ours), strict=True):
        yield f"{name:38} {mine:12.2f} {other:12.2f}"


def _own(windows: list[Window]) -> Iterator[tuple[str, float]]:
    """Give what is counted of our bot alone, over all windows of a pace."""
    total = Window()
    for one in windows:
        total.seconds += one.seconds
        total.commits += one.commits
        total.unanswered += one.unanswered
        total.ways += one.ways
        total.asked += one.asked
        total.edits += one.edits
    hands = max(total.asked[Asked.POST], 1)
    yield "not answered within 3 s", total.unanswered
    yield "commits a second", total.commits / total.seconds
    yield "commits an act", total.commits / total.acts
    yield "acts a hand", total.acts / hands
    for asked in Asked:
        yield f"{asked} a hand", total.asked[asked] / hands
    for way in Way:
        yield f"requests an act by {way}", 1 + total.edits[way] / max(total.ways[way], 1)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    gc.disable()  # what the stages keep is bounded, and a pause of theirs would be told as a bot's
    asyncio.run(run())


if __name__ == "__main__":
    main()
