"""The bot's end of the connection: what it asks of Discord, and who takes what comes in."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import DROPPED
from bot.asked import Bar, Denied, submitted_text
from bot.board import Board
from bot.endpoint import point_at
from bot.members import Members
from bot.render.controls import Control, ControlButton, ControlMenu, Press, read_control
from bot.shards import ShardedBot
from bot.syncing import Syncing
from bot.tables import Tables
from bot.words import ngettext

if TYPE_CHECKING:
    from bot.cashier import Cashier
    from bot.houses import Houses
    from bot.roll import Roll
    from bot.store import Store

_log = logging.getLogger(__name__)

EXTENSIONS: Final = (
    "cogs.errors",
    "cogs.tables",
    "cogs.play",
    "cogs.acts",
    "cogs.messages",
    "cogs.places",
    "cogs.outages",
    "cogs.rules",
    "cogs.history",
    "cogs.house",
    "cogs.house_lists",
    "cogs.house_form",
    "cogs.house_file",
    "cogs.chips",
    "cogs.bank",
    "cogs.stats",
    "cogs.life",
    "cogs.privacy",
)

LEAVE: Final = 3.5
"""Seconds for what is under way at the end, and to tell the tables; ten are given in all."""

HANG_UP: Final = 2.0
"""Seconds for the gateway to take leave of the bot."""

Interaction = discord.Interaction[Any]
Take = Callable[[Interaction, Control], Awaitable[None]]
Submit = Callable[[Interaction, Control, str], Awaitable[None]]
Explain = Callable[[Interaction, Exception], Awaitable[None]]
Word = Callable[[Exception], str]
Hear = Callable[[discord.Message], Awaitable[None]]
Fill = Callable[[Interaction, str], Awaitable[None]]


class Tree(app_commands.CommandTree["Doorcard"]):
    """The commands; each that runs is under way until it has answered."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Take note of a command and let it run."""
        self.client.note_work()
        return True


class Doorcard(ShardedBot):
    """The bot: it knows the tables and the board, and hands everything that comes to the cogs."""

    def __init__(  # noqa: PLR0913 - what the process puts together, each by its name
        self,
        tables_of: Callable[[Board, Roll], Tables],
        store: Store,
        houses: Houses,
        url: str | None,
        *,
        cashier: Cashier,
        message_content: bool = False,
        shard_count: int | None = None,
        shard_ids: tuple[int, ...] | None = None,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare a bot; `tables_of` makes the tables for who shows them and calls the roll.

        It takes as many shards as Discord advises, or `shard_count`, and of these all or
        `shard_ids`. `elapsed` counts seconds, for what is kept in memory for a time.

        Nothing privileged is asked for unless `message_content` is on: commands, buttons and
        messages that name the bot suffice.
        """
        if url is not None:
            point_at(url)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.moderation = True
        intents.message_content = message_content
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.2,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            shard_count=shard_count,
            shard_ids=shard_ids,
        )
        self.store = store
        self.houses = houses
        self.cashier = cashier
        self.elapsed = elapsed
        self.board = Board(
            self,
            store,
            now=elapsed,
            at=lambda: self.tables.now(),  # noqa: PLW0108 - the board comes first
        )
        self.tables = tables_of(self.board, Members(self, elapsed))
        self._syncing = Syncing(self.tree, store)
        self._works: set[asyncio.Task[Any]] = set()
        self._leaving: asyncio.Future[None] | None = None
        self.taker: Take | None = None
        self.takers: dict[Press, Take] = {}
        self.submitter: Submit | None = None
        self.explainer: Explain | None = None
        self.wording: Word | None = None
        self.hearer: Hear | None = None
        self.fillers: dict[str, Fill] = {}

    async def setup_hook(self) -> None:
        """Load the cogs, bring the tables back, and tell Discord the commands if they changed.

        The commands come last: tables wait for nothing that Discord may refuse.
        """
        self._verify_intents()
        self.add_dynamic_items(ControlButton, ControlMenu)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self.tables.holds.begin()  # until the connection stands: nobody can press anything before
        await self.houses.restore()
        await self.board.recall()
        restored = await self.tables.restore()
        count = len(restored)
        _log.info(ngettext("%d table restored", "%d tables restored", count), count)
        await self._syncing.begin()
        gc.collect()
        gc.freeze()  # the code and the tables stay: the collector need not search them at clicks

    def _verify_intents(self) -> None:
        """Raise PrivilegedIntentsRequired where Discord would refuse what is asked for.

        Asked here, a refusal costs no IDENTIFY: Discord counts them, and resets the token of a bot
        that is started again and again in vain.
        """
        flags = self.application_flags
        granted = flags.gateway_message_content or flags.gateway_message_content_limited
        if self.intents.message_content and not granted:
            raise discord.PrivilegedIntentsRequired(None)

    # What comes in

    async def take(self, interaction: Interaction, control: Control) -> None:
        """Take the press of a button; every fault of it is caught and answered here."""
        taker = self.takers.get(control.press, self.taker)
        if taker is not None:
            await self._answer(interaction, taker(interaction, control))
        self.board.pressed(interaction, control.moment)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Take submitted modals, and answer the presses that the library drops unanswered.

        What belongs to a form (`fillers`, by the first word of its custom_ids) goes there whole.
        """
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        filler = self.fillers.get(custom_id.partition(":")[0])
        if filler is not None:
            await self._answer(interaction, filler(interaction, custom_id))
        elif interaction.type is discord.InteractionType.modal_submit:
            control = read_control(custom_id)
            if control is None or self.submitter is None:
                await self._answer(interaction, _disown())
            else:
                text = submitted_text(interaction.data)
                await self._answer(interaction, self.submitter(interaction, control, text))
        elif interaction.type is discord.InteractionType.component and not _is_whole(
            interaction, custom_id
        ):
            await self._answer(interaction, _disown())

    async def on_app_command_completion(self, interaction: Interaction, command: object) -> None:
        """Remember an answered command: its member's cards can be pushed through it."""
        self.board.answered(interaction)

    def show_again(self, guild: discord.Guild) -> None:
        """Try at once to show what could not be: Discord, or the guild's staff, may let us now."""
        self.board.nudge(guild.id)
        self._close_leftovers(guild.id)

    def _close_leftovers(self, guild: int | None = None) -> None:
        self.board.close_leftovers(self.tables.is_open, self.tables.revival.show_closed, guild)

    def hold_shard(self, shard: int) -> None:
        """Hold the clocks of a shard's guilds until it is there."""
        self.tables.holds.begin(shard, lambda guild: self.shard_of(guild) == shard)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect every shard; the tables of each stand still until it is there.

        Those of guilds on shards of another process stand still for good, and the log says so.
        """
        await self.find_shards()
        for shard in range(self.shard_count or 1):
            self.hold_shard(shard)
        own = self.own_shards
        if left := [t for t in self.tables.open_tables() if self.shard_of(t.guild) not in own]:
            _log.warning("tables of other processes' shards stand still here: %d", len(left))
        self.tables.holds.end()
        await super().connect(reconnect=reconnect)

    async def on_message(self, message: discord.Message) -> None:
        """Hand a message to who listens to acts in words; there are no text commands."""
        if self.hearer is not None:
            await self.hearer(message)

    async def on_ready(self) -> None:
        """Say that the connection stands, and show what could not be shown."""
        self.board.nudge()
        count = len(self.guilds)
        _log.info(ngettext("ready in %d guild", "ready in %d guilds", count), count)
        self._close_leftovers()

    async def explain(self, interaction: Interaction, error: Exception) -> None:
        """Answer a fault in private, by the errors cog; one of its own is logged.

        While the bot closes nothing can be answered any more, and that is no fault.
        """
        try:
            if self.explainer is not None and not self.is_closed():
                await self.explainer(interaction, error)
                return
        except Exception as failed:
            if not self.is_closed() and not isinstance(failed, (discord.HTTPException, *DROPPED)):
                raise
            error = failed
        _log.info("interaction %d: not answered: %s", interaction.id, type(error).__name__)

    def note_work(self) -> None:
        """Note that the running task answers somebody: it is waited for at the end."""
        task = asyncio.current_task()
        if task is not None:
            self._works.add(task)
            task.add_done_callback(self._works.discard)

    async def _answer(self, interaction: Interaction, work: Awaitable[None]) -> None:
        self.note_work()
        try:
            await work
        except Exception as error:  # noqa: BLE001 -- reported: the library would only log it
            await self.explain(interaction, error)
        self.board.answered(interaction)

    async def close(self) -> None:
        """Finish what is under way, tell every table, and leave Discord, however it answers.

        No step begins any more: nothing is dealt, nobody is timed out. A second call waits for
        the first.
        """
        if self._leaving is None:
            self._leaving = asyncio.ensure_future(self._leave())
        await asyncio.shield(self._leaving)

    async def _leave(self) -> None:
        until = asyncio.get_running_loop().time() + LEAVE
        await self._syncing.stop()
        self.board.take_leave()
        await self.tables.shut()
        if self._works:
            await asyncio.wait(tuple(self._works), timeout=_left(until))
        await self.board.shut(_left(until))
        try:
            await asyncio.wait_for(super().close(), HANG_UP)
        except TimeoutError:
            _log.info("the gateway does not take leave: the connection is dropped")
            await self.http.close()


def _left(until: float) -> float:
    """Return the seconds left until an instant of the loop's time."""
    return max(until - asyncio.get_running_loop().time(), 0.0)


async def _disown() -> None:
    """Refuse a press of something that is not there or not ours."""
    raise Denied(Bar.NO_BUTTON)


def _is_whole(interaction: Interaction, custom_id: str) -> bool:
    """Tell whether the library dispatches a press: ours, and in the message it came with."""
    message = interaction.message
    if read_control(custom_id) is None or message is None:
        return False
    return _holds(message.components, custom_id)


def _holds(components: Iterable[Any], custom_id: str) -> bool:
    """Tell whether one of some components, or of what they hold, has this custom_id."""
    for component in components:
        if getattr(component, "custom_id", None) == custom_id:
            return True
        if _holds(getattr(component, "children", ()), custom_id):
            return True
    return False
