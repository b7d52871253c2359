"""The books of a server: its leaderboards for everybody, the audit for its managers."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer
from bot.asked import Bar, Denied, place_of, verify_manager
from bot.client import Doorcard
from bot.house import MOST_GIVEN
from bot.render.books import books_file, books_text
from bot.render.leaderboard import leaderboard_view
from bot.render.pages import Paged, read_leaf
from bot.store.standings import By
from bot.whole_number import WholeNumber

Interaction = discord.Interaction[Any]
Number = app_commands.Transform[int, WholeNumber(1, MOST_GIVEN)]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot, and let their buttons be taken."""
    books = BankCommands(bot)
    bot.fillers[Paged.BALANCE] = bot.fillers[Paged.WINNINGS] = books.turn
    await bot.add_cog(books)


class BankCommands(commands.Cog):
    """The commands about all chips of a server."""

    bank = app_commands.Group(
        name="bank",
        description="The books of this server",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, bot: Doorcard) -> None:
        self._cashier = bot.cashier
        self._houses = bot.houses

    @app_commands.command(description="See who has the most chips, or has won the most")
    @app_commands.describe(by="What counts", page="The page; the first has the best")
    @app_commands.choices(
        by=[
            app_commands.Choice(name="chips", value=By.BALANCE.value),
            app_commands.Choice(name="winnings", value=By.WINNINGS.value),
        ]
    )
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, by: str = By.BALANCE.value, page: Number = 1
    ) -> None:
        """Show the members by their chips or winnings."""
        guild = place_of(interaction)[0]
        order = By.WINNINGS if by == By.WINNINGS else By.BALANCE
        view = leaderboard_view(await self._cashier.leaderboard(guild, order, page - 1))
        await answer(lambda: interaction.response.send_message(view=view, ephemeral=True))

    async def turn(self, interaction: Interaction, custom_id: str) -> None:
        """Turn the page of a leaderboard."""
        leaf, guild = read_leaf(custom_id), place_of(interaction)[0]
        if leaf is None or interaction.message is None or not interaction.message.flags.ephemeral:
            raise Denied(Bar.NO_BUTTON)
        order = By.WINNINGS if leaf.paged is Paged.WINNINGS else By.BALANCE
        view = leaderboard_view(await self._cashier.leaderboard(guild, order, leaf.number))
        await answer(lambda: interaction.response.edit_message(view=view))

    @bank.command(description="Go over all accounts and tables: does everything add up?")
    async def audit(self, interaction: Interaction) -> None:
        """Tell what an audit finds, with all accounts in a file."""
        guild = place_of(interaction)[0]
        verify_manager(interaction, self._houses.of(guild))
        books = await self._cashier.books(guild)
        words, text = books_text(books), books_file(books)
        await answer(
            lambda: interaction.response.send_message(words, file=_file(text), ephemeral=True)
        )


def _file(text: str) -> discord.File:
    """Return a file to be sent once: what has been read of it is gone."""
    return discord.File(io.BytesIO(text.encode("utf-8")), "accounts.txt")
