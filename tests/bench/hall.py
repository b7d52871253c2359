"""A bot on its own pretend Discord: a panel in each of 200 channels, and people who act by them.

What a subclass adds is what they do: `open` puts a panel up, `act` is what somebody does by it.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.rehearsal.answer import NoAnswer
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
from tests.bench.watched import Unlimited, processor_time

GUILDS: Final = 40
TABLES: Final = 5
"""Tables a guild."""

SEATS: Final = 6
AT_ONCE: Final = 16
"""How many ask at a time, flat out."""

WARMING: Final = 40
"""Up to so many acts by each panel, about a hand, come before the measuring: none are in step."""

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
    MEMBER = "members looked up"
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
            case "GET", ["guilds", _, "members", _]:
                return Asked.MEMBER
            case _:
                return Asked.OTHER


class Hall(ABC):
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
        places = list(self.places.values())
        for start in range(0, len(places), AT_ONCE):
            await asyncio.gather(*map(self.open, places[start : start + AT_ONCE]))
        await self.rest()

    @abstractmethod
    async def open(self, place: Place) -> None:
        """Let people put up the panel of a channel."""

    @abstractmethod
    async def act(self, place: Place, player: Player, panel: Message) -> None:
        """Let somebody do something by a panel."""

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

    async def warm(self) -> None:
        """Let each panel be acted by flat out, some more often than others."""
        until = asyncio.get_running_loop().time() + 600.0
        await asyncio.gather(
            *(
                self._play(place, until, None, most=place.chance.randrange(WARMING))
                for place in self.places.values()
            )
        )
        await self.rest()

    def commits(self) -> int:
        """Return how often the bot has written to its database."""
        return 0

    async def _play(
        self, place: Place, until: float, think: Think | None, most: int | None = None
    ) -> None:
        acts = 0
        while acts != most and (turn := await self._next_turn(place, until, think)) is not None:
            acts += 1
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
