"""What becomes of tables whose shard or server is away for a while: they stand still."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.client import Doorcard


async def setup(bot: Doorcard) -> None:
    """Let the bot hear of all that."""
    await bot.add_cog(Outages(bot))


class Outages(commands.Cog):
    """Tells tables and board what Discord loses, and what is there again."""

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Hold the clocks: no click of its guilds can come until the shard is back."""
        self._bot.hold_shard(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Let time pass: whatever is pressed from now on comes in, even before `ready`."""
        self._bot.tables.holds.end(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Let time pass again, and show what could not be shown meanwhile."""
        self._bot.tables.holds.end(shard)
        self._bot.board.nudge()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Close the tables of guilds that have removed the bot while the shard was away.

        One that Discord has lost for a while is still among them; its tables stand still.
        """
        bot, holds = self._bot, self._bot.tables.holds
        here = bot.guilds_of(shard)
        for guild in bot.guilds:
            if guild.id in here and guild.unavailable:
                holds.begin_in(guild.id)
        for guild_id in holds.out:
            if guild_id not in here and bot.shard_of(guild_id) == shard:
                holds.end_in(guild_id)
        await bot.tables.close_where(
            lambda table: bot.shard_of(table.guild) == shard and table.guild not in here
        )

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Hold the clocks of a guild that Discord has lost for a while; nothing closes."""
        self._bot.tables.holds.begin_in(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let time pass in a guild that is there again, and show its tables."""
        self._bot.tables.holds.end_in(guild.id)
        self._bot.show_again(guild)
