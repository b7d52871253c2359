"""The stage: server, world, people and the bot's process, together."""

import asyncio
import os
import secrets
import tempfile
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from bot.rehearsal.channels import Channel
from bot.rehearsal.clock import Clock
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.guilds import Guild
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.process import BOT_COMMAND, LINES, BotProcess
from bot.rehearsal.rest import Rest
from bot.rehearsal.spec import Spec
from bot.rehearsal.staff import Staff
from bot.rehearsal.violation import Violation
from bot.rehearsal.weather import Weather
from bot.rehearsal.wire import Intent, Json
from bot.rehearsal.world import World

TOKEN_PREFIX = "doorcard-rehearsal-"  # noqa: S105 (no secret: it marks what isn't one)
CHANNELS = ("table", "lobby")
NO_INTENT = Intent(0)
T = TypeVar("T")


class BotDied(RuntimeError):
    """The bot's process ended though nobody ended it."""


class Rehearsal:
    """A pretend Discord on 127.0.0.1 with one guild, and the bot beside it.

    `database` is where the bot keeps its chips (None: a file that is gone afterwards), `seed` and
    `deck` fix its cards, `environment` overrides variables of its process, `command` is what is
    run as the bot, `intents` are the privileged ones it is allowed, `remember` bounds how much is
    kept (None: everything). Where DISCORD_OPENAPI names Discord's OpenAPI document, bodies are
    held against it too (`spec.py`); NoSpec when it can't be. Entering the stage starts the server,
    leaving it ends everything:

        async with Rehearsal(seed=7) as stage:
            await stage.start_bot()
            ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
            await ann.slash("table open")
    """

    def __init__(
        self,
        *,
        database: Path | str | None = None,
        seed: int | str | None = None,
        deck: str | None = None,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = BOT_COMMAND,
        intents: Intent = NO_INTENT,
        port: int = 0,
        remember: int | None = None,
    ) -> None:
        self.clock = Clock()
        self.token = TOKEN_PREFIX + secrets.token_hex(16)
        self.world = World(self.clock, remember=remember)
        self.gateway = Gateway(self.world, self.token, intents, lambda: self.rest.gateway_url)
        self.rest = Rest(self.world, self.gateway, self.token, Spec.named(os.environ))
        self.guild: Guild = self.world.found("Card Club", CHANNELS)
        self.staff = Staff(self.world)
        self.command = tuple(command)
        self.environment = dict(environment or {})
        self.bot: BotProcess | None = None
        self._port = port
        self._given = {"DOORCARD_SEED": seed, "DOORCARD_DECK": deck}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._database = database
        self._output: deque[str] = deque(maxlen=LINES)
        self._news = asyncio.Event()
        self.world.on_change.append(self._ring)

    async def __aenter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="doorcard-rehearsal-")
        try:
            await self.rest.start(self._port)
        except OSError:
            self._folder.cleanup()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self.bot is not None:
                await self.bot.kill()
        finally:
            await self.rest.close()
            if self._folder is not None:
                self._folder.cleanup()

    # What is where

    @property
    def folder(self) -> Path:
        """Gives the temporary folder of this stage, in which the bot runs."""
        if self._folder is None:
            raise RuntimeError("the stage has not been entered")
        return Path(self._folder.name)

    @property
    def database(self) -> Path:
        """Gives the bot's database file."""
        return Path(self._database or self.folder / "doorcard.db").resolve()

    @property
    def url(self) -> str:
        """Gives the address of this Discord, without a path."""
        return f"http://127.0.0.1:{self.rest.port}"

    @property
    def bot_output(self) -> str:
        """Gives what the bot's processes have printed, the newest last."""
        return "\n".join(self._output)

    @property
    def weather(self) -> Weather:
        """Gives where answers can be delayed, dropped and refused."""
        return self.rest.weather

    @property
    def unknown_routes(self) -> list[str]:
        """Gives every request for something this Discord doesn't have."""
        return self.rest.unknown_routes

    @property
    def violations(self) -> list[Violation]:
        """Gives every body the bot sent that was refused for its form (50035, 50006)."""
        return self.rest.violations

    @property
    def table(self) -> Channel:
        """Gives the default guild's #table."""
        return self.guild.channel("table")

    @property
    def lobby(self) -> Channel:
        """Gives the default guild's #lobby."""
        return self.guild.channel("lobby")

    def found_guild(
        self, name: str, channels: Sequence[str] = CHANNELS, *, shard: int | None = None
    ) -> Guild:
        """Makes another guild that has the bot, of a shard; a connected bot learns of it."""
        guild = self.world.found(name, tuple(channels), shard=shard, shards=self.gateway.shards)
        self.staff.invite_bot(guild)
        return guild

    def person(
        self,
        name: str,
        *,
        permissions: Permission = Permission.NONE,
        guild: Guild | None = None,
        channel: Channel | None = None,
    ) -> Person:
        """Gives somebody who looks at a channel (#table), and lets him into its guild.

        A name is one person: asked for again he is the same user at another screen, and may look
        at another channel or guild. `permissions` are added to those he has.
        """
        home = guild or (self.world.guilds[channel.guild_id] if channel else self.guild)
        user = self.world.user(name)
        if user.id not in home.members:
            self.staff.rejoin(home, user)
        if permissions:
            self.world.grant(home, user, permissions)
        looked_at = channel or home.text_channels[0]
        return Person(
            self.world, self.gateway, self.rest.scribe, user, looked_at, lambda: self.bot_output
        )

    def everything_visible_to(self, person: Person) -> list[Json]:
        """Gives every payload the person was ever shown: messages, each edit of them, modals."""
        now = [m.payload for m in self.world.messages.values() if self.world.sees(person.id, m)]
        shown = list(self.world.shown.get(person.id, ()))
        return shown + [payload for payload in now if payload not in shown]

    def repeat_last_dispatch(self) -> None:
        """Sends the newest INTERACTION_CREATE to the bot a second time."""
        self.gateway.repeat("INTERACTION_CREATE")

    async def wait_for(self, predicate: Callable[[], T], timeout: float = 10) -> T:  # noqa: ASYNC109
        """Waits until the predicate holds, and gives what it gave.

        It is asked again whenever the world changes or the bot has made a request; what else
        may change (a file, the time) wakes nobody.
        Raises TimeoutError after so many seconds of real time, with the bot's last output.
        """
        try:
            async with asyncio.timeout(timeout):
                while True:
                    news = self._news
                    if outcome := predicate():
                        return outcome
                    self._alive()
                    await news.wait()
        except TimeoutError as error:
            raise TimeoutError(
                f"waited {timeout} s in vain; the bot's last words:\n{self.bot_output[-2000:]}"
            ) from error

    # The bot

    async def start_bot(self, *, ready: bool = True) -> BotProcess:
        """Starts the bot's process; with `ready` it waits until the bot is connected.

        It may identify at once, as one that was last started long ago.
        """
        if self.bot is not None and self.bot.exit_code is None:
            raise RuntimeError("the bot is already running")
        seen = self.gateway.identified
        self.gateway.turns.begin_anew()
        self.bot = await BotProcess.start(
            self.command, self._environment(), self.folder, self._output, self.world.changed
        )
        if ready:
            await self.wait_ready(after=seen)
        return self.bot

    async def wait_ready(self, *, after: int = 0, timeout: float = 20) -> None:  # noqa: ASYNC109
        """Waits until the bot has identified, more than `after` times, and has commands.

        Of several shards every one that is advised.
        """

        def ready() -> bool:
            known = self.world.commands.usable(self.guild.id)
            wanted = after + self.gateway.shards
            return self.gateway.identified >= wanted and bool(self.gateway.connected and known)

        await self.wait_for(ready, timeout)

    async def kill_bot(self) -> None:
        """Ends the bot's process at once (SIGKILL)."""
        await self._take().kill()

    async def stop_bot(self) -> int:
        """Asks the bot's process to end (SIGTERM) and gives its exit code."""
        return await self._take().stop()

    def _take(self) -> BotProcess:
        if self.bot is None:
            raise RuntimeError("no bot is running")
        bot, self.bot = self.bot, None
        return bot

    def _alive(self) -> None:
        if self.bot is not None and self.bot.exit_code is not None:
            raise BotDied(
                f"the bot ended by itself with exit code {self.bot.exit_code}; its last words:\n"
                f"{self.bot_output[-2000:]}"
            )

    def _environment(self) -> dict[str, str]:
        given = {key: str(value) for key, value in self._given.items() if value is not None}
        return {
            "DISCORD_TOKEN": self.token,
            "DOORCARD_DISCORD_URL": self.url,
            "DOORCARD_DATABASE": str(self.database),
            **given,
            **self.environment,
        }

    def _ring(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
