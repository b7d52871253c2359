"""What becomes of the places of tables: messages, channels, threads and servers."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.client import Doorcard


async def setup(bot: Doorcard) -> None:
    """Let the bot hear of all that."""
    await bot.add_cog(Places(bot))


class Places(commands.Cog):
    """Tells tables and board what somebody has done to where a table is shown."""

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a panel again that somebody has deleted."""
        self._bot.board.deleted(event.guild_id, event.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post a panel again that a purge has deleted."""
        for message_id in event.message_ids:
            self._bot.board.deleted(event.guild_id, message_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that is gone."""
        await self._bot.tables.close_where(lambda table: table.channel == channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        await self._bot.tables.close_where(lambda table: table.channel == event.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Look at the table of a thread that may have been archived, locked or taken up again."""
        told = event.data.get("thread_metadata") or {}
        locked = bool(told.get("locked"))
        self._bot.board.thread_changed(event.guild_id, event.thread_id, locked=locked)

    @commands.Cog.listener()
    async def on_member_update(self, _before: object, after: discord.Member) -> None:
        """Show again what the bot's roles may have kept from being shown; only it is told of."""
        if self._bot.user is not None and after.id == self._bot.user.id:
            self._bot.board.nudge(after.guild.id)

    @commands.Cog.listener()
    async def on_member_ban(self, guild: discord.Guild, user: discord.User) -> None:
        """Let who is banned leave his tables at once: nobody waits for his clock."""
        await self._bot.tables.send_off(guild.id, user.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a guild that has removed the bot; the balances stay."""
        self._bot.tables.holds.end_in(guild.id)
        await self._bot.tables.close_where(lambda table: table.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Disable what a guild that has removed the bot, and invites it again, still shows."""
        self._bot.tables.holds.end_in(guild.id)
        self._bot.show_again(guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: object, after: discord.abc.GuildChannel
    ) -> None:
        """Show again what a channel's permissions may have kept from being shown."""
        self._bot.show_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: object, after: discord.Role) -> None:
        """Show again what a role's permissions may have kept from being shown."""
        self._bot.show_again(after.guild)
