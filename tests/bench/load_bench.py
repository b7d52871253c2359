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
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.rehearsal.answer import Answer, NoAnswer
from bot.rehearsal.buckets import Buckets
from bot.rehearsal.channels import Channel
from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm, Weather
from bot.rehearsal.wire import CallbackKind, Json, MessageFlag
from bot.rehearsal.world import Happening
from tests.bench.watched import Unlimited, commits, memory, percentiles, processor_time

GUILDS: Final = 40
TABLES: Final = 5
"""Tables a guild."""

SEATS: Final = 6
WARMING: Final = 15.0
"""Seconds flat out before anything is measured: then the tables are at different points."""

AT_ONCE: Final = 16
"""How many ask at a time, flat out."""

ROUNDS: Final = 3
STEADY, FLAT_OUT = 20.0, 8.0
"""Seconds of a window."""

REMEMBERED: Final = 8_000
COMMANDS: Final = ("Check", "Call", "Fold")
COMMANDED: Final = 0.1
"""The part of those acts that are made by a command."""

IDLE_BOT: Final = (sys.executable, str(Path(__file__).with_name("idle_bot.py")))
_ACTOR: Final = re.compile(r"<@(\d+)> to act")

Think = Callable[[], float]


class Way(StrEnum):
    """How somebody acts."""

    CLICK = "click"
    COMMAND = "command"


class Asked(StrEnum):
    """What a bot asks of Discord."""

    ANSWER = "answers"
    EDIT = "edits of the panel"
    POST = "panels posted"
    CLOSE = "edits of old panels"
    PRIVATE = "cards pushed in private"
    OTHER = "others"


@dataclass(eq=False)
class Place:
    """A channel with a panel: who plays there, and the panel they look at."""

    channel: Channel
    players: dict[int, Player]
    chance: random.Random
    panel: Message | None = None
    way: Way = Way.CLICK
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _acted_on: Json | None = None

    def turn(self) -> tuple[Player, Message] | None:
        """Return who is to act by the panel and has not done so, if anybody."""
        if self.panel is None or self.panel.payload is self._acted_on:
            return None
        actor = _ACTOR.search(self.panel.text)
        return None if actor is None else (self.players[int(actor[1])], self.panel)

    def acted(self, payload: Json) -> None:
        """Note that somebody has acted on what the panel showed."""
        self._acted_on = payload


@dataclass
class Window:
    """What was measured while a bot was clicked at: seconds, and counts."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    cpu: float = 0.0
    commits: int = 0
    unanswered: int = 0
    ways: Counter[Way] = field(default_factory=Counter)
    asked: Counter[Asked] = field(default_factory=Counter)
    edits: Counter[Way] = field(default_factory=Counter)

    @property
    def acts(self) -> int:
        return self.ways.total()


class Watch(Weather):
    """Fair weather that times the answers of a hall and counts what else its bot asks for."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall
        self._began: dict[int, float] = {}

    def began(self, interaction: Interaction) -> None:
        """Note the moment at which somebody has asked something."""
        self._began[interaction.id] = time.perf_counter()

    def meet(self, method: str, path: str) -> Storm | None:
        """Note what is asked for."""
        window, parts = self._hall.window, path.split("/")
        asked = self._kind(method, parts)
        window.asked[asked] += 1
        if asked is Asked.ANSWER:
            window.waits.append(time.perf_counter() - self._began.pop(int(parts[2])))
        elif asked is Asked.EDIT:
            window.edits[self._hall.places[int(parts[2])].way] += 1
        return super().meet(method, path)

    def _kind(self, method: str, parts: list[str]) -> Asked:
        match method, parts[1:]:
            case "POST", ["interactions", _, _, "callback"]:
                return Asked.ANSWER
            case "POST", ["webhooks", *_]:
                return Asked.PRIVATE
            case "POST", ["channels", _, "messages"]:
                return Asked.POST
            case "PATCH", ["channels", channel, "messages", message]:
                panel = self._hall.places[int(channel)].panel
                return Asked.EDIT if panel and panel.id == int(message) else Asked.CLOSE
            case _:
                return Asked.OTHER


class Hall:
    """One bot on its own pretend Discord, with a panel in each of 200 channels."""

    def __init__(self, stage: Rehearsal) -> None:
        self.stage = stage
        self.window = Window()
        self.asking = asyncio.Semaphore(AT_ONCE)
        self.places: dict[int, Place] = {}
        self.watch = Watch(self)
        stage.rest.weather = self.watch
        stage.world.on_interaction.append(self.watch.began)
        stage.world.on_message.append(self._see)

    @property
    def pid(self) -> int:
        if self.stage.bot is None:
            raise RuntimeError("no bot runs")
        return self.stage.bot.pid

    async def begin(self) -> None:
        """Start the bot and let it put its panels up."""
        number = 0
        for guild_number in range(GUILDS):
            names = [f"table-{table}" for table in range(TABLES)]
            guild = self.stage.found_guild(f"Club {guild_number}", names)
            for channel in guild.text_channels:
                players = [self._player(number + seat, channel) for seat in range(SEATS)]
                number += SEATS
                by_id = {player.person.id: player for player in players}
                self.places[channel.id] = Place(channel, by_id, random.Random(number))
        self.limit(limited=False)
        await self.stage.start_bot()
        await self.rest()
        for few in _by(AT_ONCE, list(self.places.values())):
            await asyncio.gather(*map(self.open, few))
        await self.rest()

    async def open(self, place: Place) -> None:
        """Let people put up the panel of a channel."""
        raise NotImplementedError

    async def act(self, place: Place, player: Player, panel: Message) -> None:
        """Let somebody do something by a panel."""
        raise NotImplementedError

    def limit(self, *, limited: bool) -> None:
        """Put Discord's rate limits in force, or lift them."""
        kind = Buckets if limited else Unlimited
        self.stage.rest.buckets = kind(self.stage.clock)

    async def rest(self) -> None:
        """Wait until the bot does nothing more."""
        before, now = -1.0, processor_time(self.pid)
        while now - before > 0.005:
            await asyncio.sleep(0.5)
            before, now = now, processor_time(self.pid)

    async def play(self, seconds: float, think: Think | None) -> Window:
        """Let everybody play for so many seconds, and return what was measured.

        Without `think` they play flat out.
        """
        self.window = window = Window()
        cpu, written = processor_time(self.pid), self.commits()
        began = time.perf_counter()
        until = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(self._play(one, until, think) for one in self.places.values()))
        window.seconds = time.perf_counter() - began
        window.cpu = processor_time(self.pid) - cpu
        window.commits = self.commits() - written
        await self.rest()
        self.window = Window()
        return window

    def commits(self) -> int:
        """Return how often the bot has written to its database."""
        return 0

    async def _play(self, place: Place, until: float, think: Think | None) -> None:
        while (turn := await self._next_turn(place, until, think)) is not None:
            try:
                if think is not None:
                    await self.act(place, *turn)
                    continue
                async with self.asking:
                    await self.act(place, *turn)
            except NoAnswer:
                self.window.unanswered += 1

    async def _next_turn(
        self, place: Place, until: float, think: Think | None
    ) -> tuple[Player, Message] | None:
        try:
            async with asyncio.timeout_at(until):
                async for _ in self._changes(place):
                    turn = place.turn()
                    if turn is not None:
                        await asyncio.sleep(0.0 if think is None else think())
                    if turn is not None and turn == place.turn():
                        return turn
        except TimeoutError:
            pass  # the window is over
        return None

    async def _changes(self, place: Place) -> AsyncIterator[None]:
        """Give notice at once, and whenever the panel changes."""
        while True:
            place.news.clear()
            yield
            await place.news.wait()

    async def press(self, place: Place, player: Player, panel: Message, custom_id: str) -> None:
        """Let somebody click, and see to it that the panel is painted."""
        payload = panel.payload
        place.way = Way.CLICK
        self.window.ways[Way.CLICK] += 1
        answer = await player.person.press(panel, custom_id)
        if answer.type not in (CallbackKind.UPDATE, CallbackKind.DEFERRED_UPDATE):
            raise AssertionError(f"a click was answered by {answer.type!r}: {answer.text}")
        place.acted(payload)

    def _player(self, number: int, channel: Channel) -> Player:
        may = Permission.NONE if number % SEATS else Permission.MANAGE_GUILD
        person = self.stage.person(f"Player{number}", permissions=may, channel=channel)
        return Player(person, self.stage, random.Random(number))

    def _see(self, happening: Happening) -> None:
        message = happening.message
        place = self.places.get(message.channel_id)
        if place is None or message.ephemeral or MessageFlag.IS_COMPONENTS_V2 not in message.flags:
            return
        if place.panel is None or place.panel.id <= message.id:
            place.panel = message
            place.news.set()


class Ours(Hall):
    """Our bot: six people at each table of it."""

    async def open(self, place: Place) -> None:
        people = [player.person for player in place.players.values()]
        await people[0].slash("table open", max_buy_in=1000, clock=0)
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
        answer: Answer = await player.person.slash(word.lower())
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


def _by(count: int, places: list[Place]) -> Iterator[list[Place]]:
    for start in range(0, len(places), count):
        yield places[start : start + count]


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
            await hall.play(WARMING, None)
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
