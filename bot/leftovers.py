"""Panels that an earlier process has left behind with buttons that nobody answers for any more."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import DROPPED
from bot.directory import Directory
from bot.render.controls import read_control

if TYPE_CHECKING:
    from bot.picture import Moment
    from bot.store import Store
    from bot.table import Table

_log = logging.getLogger(__name__)

_GONE: Final = 404
"""What Discord answers where a channel or message is not there any more; else it may be again."""

_PREFIX: Final = "panel of table "

_OLD: Final = "old panel "

Show = Callable[[int], Awaitable[bool]]
"""Shows a closed table by its number; tells whether it can be read back."""

_LOOKED_AT: Final = 25
"""How many of the last messages of a channel are searched for old panels."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The message that was noted for a table, and the number of the hand it shows."""

    table: int
    message: int
    hand: int
    channel: int
    guild: int

    @property
    def words(self) -> str:
        """Return it as it is stored."""
        return f"{self.message}:{self.hand}:{self.channel}:{self.guild}"


class Leftovers:
    """Notes which message shows each table, until its table is closed and shown so."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._noted: Directory[str, tuple[str, Noted]] = Directory()
        self._seen_to: set[str] = set()

    async def recall(self) -> None:
        """Read what is noted, once and before anything is noted; what cannot be read goes."""
        for prefix in (_OLD, _PREFIX):
            for name, words in (await self._store.recall_all(prefix)).items():
                number = name.removeprefix(_PREFIX) if prefix == _PREFIX else "0"
                noted = _read(int(number), words) if number.isdecimal() else None
                if noted is None:
                    await self._store.forget(name)
                else:
                    self._noted.add(name, noted.guild, (name, noted))

    async def note(self, table: Table, message: int, hand: int, old: Iterable[int]) -> None:
        """Note that a message shows a hand of a table, and that `old` ones still have buttons."""
        place = table.channel, table.guild
        values = {f"{_OLD}{one}": Noted(0, one, 0, *place) for one in old}
        values[f"{_PREFIX}{table.id}"] = Noted(table.id, message, hand, *place)
        await self._store.remember_all({name: one.words for name, one in values.items()})
        for name, one in values.items():
            self._noted.add(name, one.guild, (name, one))

    async def closed(self, old: int) -> None:
        """Forget an old panel that has no buttons any more."""
        await self._forget(f"{_OLD}{old}")

    async def settle(self, table: Table) -> None:
        """Forget a table that is closed, and shown so."""
        await self._forget(f"{_PREFIX}{table.id}")

    async def noted(self, table: Table) -> Noted | None:
        """Return what was noted for a table."""
        words = await self._store.recall(f"{_PREFIX}{table.id}")
        return None if words is None else _read(table.id, words)

    async def close_all(
        self, is_open: Callable[[int], bool], show: Show, guild: int | None = None
    ) -> None:
        """See to every panel whose table is closed, in all guilds or one.

        Its process died too early, or Discord refused to show the end. `show` shows such a table,
        and tells whether it can; else its buttons are disabled, as those of old panels are. A guild
        that has removed the bot is not asked; it may invite it again.
        """
        for name, noted in self._noted.of(guild):
            if name in self._seen_to or self._noted.get(name) != (name, noted):
                continue  # it is just being seen to, or was meanwhile
            if noted.table and is_open(noted.table):
                continue
            if self._client.get_guild(noted.guild) is None:
                continue
            self._seen_to.add(name)
            try:
                await self._close(name, noted, show)
            finally:
                self._seen_to.discard(name)

    async def _close(self, name: str, noted: Noted, show: Show) -> None:
        if noted.table and await show(noted.table):
            return  # it is forgotten once that can be seen
        if await self.disable(noted.guild, noted.channel, noted.message):
            await self._forget(name)

    async def _forget(self, name: str) -> None:
        await self._store.forget(name)
        self._noted.pop(name)

    async def disable(self, guild: int, channel: int, message: int) -> bool:
        """Disable all buttons of a message; tell whether it needs no more looking after."""
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            found = await place.fetch_message(message)
        except discord.HTTPException as error:
            _log.info("an old panel in channel %d stays: %s", channel, error)
            return error.status == _GONE
        except DROPPED as error:
            _log.info("an old panel in channel %d stays: %s", channel, type(error).__name__)
            return False
        return await self.disable_shown(found)

    async def disable_shown(self, message: discord.Message) -> bool:
        """Disable all buttons of a message as it is; tell whether it needs no more looking after.

        To edit it the bot need not be able to read the channel.
        """
        view = discord.ui.LayoutView.from_message(message, timeout=None)
        buttons = [one for one in view.walk_children() if isinstance(one, discord.ui.Button)]
        live = [button for button in buttons if not button.disabled]
        for button in live:
            button.disabled = True
        view.stop()  # a stopped view is sent and not kept
        try:
            if live:
                place = self._client.get_partial_messageable(message.channel.id)
                await place.get_partial_message(message.id).edit(view=view)
        except discord.HTTPException as error:
            _log.info("an old panel in channel %d stays: %s", message.channel.id, error)
            return error.status == _GONE
        except DROPPED as error:
            lost = type(error).__name__
            _log.info("an old panel in channel %d stays: %s", message.channel.id, lost)
            return False
        return True

    async def search(
        self, guild: int, channel: int, is_left: Callable[[int, Moment], bool]
    ) -> None:
        """Disable every panel among the last messages of a channel that is nobody's any more."""
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            found = [message async for message in place.history(limit=_LOOKED_AT)]
        except discord.HTTPException as error:
            _log.info("channel %d cannot be searched for old panels: %s", channel, error)
            return
        except DROPPED as error:
            _log.info("channel %d was not searched: %s", channel, type(error).__name__)
            return
        for message in found:
            moment = self._moment_of(message)
            if moment is not None and is_left(message.id, moment):
                _log.info("an old panel of table %d was found", moment.table)
                await self.disable_shown(message)

    def _moment_of(self, message: discord.Message) -> Moment | None:
        """Return the moment that the live buttons of one of our panels carry; None for others."""
        if self._client.user is None or message.author.id != self._client.user.id:
            return None
        if not message.flags.components_v2:
            return None
        view = discord.ui.LayoutView.from_message(message, timeout=None)
        view.stop()
        for button in view.walk_children():
            if isinstance(button, discord.ui.Button) and not button.disabled:
                control = read_control(button.custom_id or "")
                if control is not None:
                    return control.moment
        return None


def _read(table: int, words: str) -> Noted | None:
    numbers = words.split(":")
    if len(numbers) != 4 or not all(number.isdecimal() for number in numbers):
        return None
    message, hand, channel, guild = map(int, numbers)
    return Noted(table, message, hand, channel, guild)
