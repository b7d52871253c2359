"""How far the bot's word carries in a channel: what it may still do there, as far as is known."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

import discord

MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
THREAD_ARCHIVED: Final = 50083
THREAD_LOCKED: Final = 160005

BARRED: Final = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED})
"""Discord's codes for what only the staff of a guild can change."""


class Reach(Enum):
    """What the bot may do in a channel."""

    WHOLE = auto()
    """As far as is known everything that a panel needs."""
    EDITS = auto()
    """It sees the channel and may edit what it wrote, but write nothing new."""
    NOTHING = auto()
    UNKNOWN = auto()
    """Discord has told nothing of the guild yet, or has lost it: everything is tried."""

    @property
    def lacks(self) -> bool:
        """Tell whether a panel surely cannot be kept there."""
        return self in (Reach.EDITS, Reach.NOTHING)


class Reaches:
    """Knows the reach in each channel, from what Discord tells of roles, channels and threads."""

    def __init__(self, client: discord.Client) -> None:
        """Know of no locked thread yet."""
        self._client = client
        self._locked: set[int] = set()

    def thread_changed(self, thread: int, *, locked: bool) -> None:
        """Take note of whether a thread is locked; an archived one is not told of elsewhere."""
        (self._locked.add if locked else self._locked.discard)(thread)

    def of(self, guild_id: int, channel_id: int) -> Reach:
        """Return the reach in a channel, or in a thread as far as Discord tells of it."""
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if guild is None or guild.unavailable or guild.me is None:
            return Reach.UNKNOWN
        if channel_id in self._locked and not guild.me.guild_permissions.manage_threads:
            return Reach.NOTHING
        if channel is None or (isinstance(channel, discord.Thread) and channel.parent is None):
            return Reach.WHOLE
        may = channel.permissions_for(guild.me)
        if not may.view_channel:
            return Reach.NOTHING
        in_thread = isinstance(channel, discord.Thread)
        writes = may.send_messages_in_threads if in_thread else may.send_messages
        return Reach.WHOLE if writes else Reach.EDITS

    def reads(self, guild_id: int, channel_id: int) -> bool:
        """Tell whether the bot surely may read what was written in a channel before."""
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if guild is None or guild.me is None or channel is None:
            return False
        if isinstance(channel, discord.Thread) and channel.parent is None:
            return False
        may = channel.permissions_for(guild.me)
        return may.view_channel and may.read_message_history
