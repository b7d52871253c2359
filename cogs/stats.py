"""The numbers of a member: his hands, his games, and his chips over time."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer, whisper
from bot.asked import person_of, place_of
from bot.client import Doorcard
from bot.person import Person
from bot.refusal import No, Refusal
from bot.render.graph import graph
from bot.render.stats import picture_text, record_text
from bot.stats import Statistics

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(StatsCommand(bot))


class StatsCommand(commands.Cog):
    """The command that tells what a member's hands have come to."""

    def __init__(self, bot: Doorcard) -> None:
        self._statistics = Statistics(bot.store)

    @app_commands.command(description="See what hands have come to, yours or somebody else's")
    @app_commands.describe(member="Whose numbers; without one, yours")
    @app_commands.guild_only()
    async def stats(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Tell a member's numbers, with a picture of his chips over time."""
        if member is not None and member.bot:
            raise Refusal(No.TO_A_BOT)
        person = person_of(interaction)
        if member is not None:
            person = Person(member.id, member.display_name)
        record = await self._statistics.record(place_of(interaction)[0], person.id)
        words = record_text(person, record)
        if record is None or not record.course:
            await whisper(interaction, words)
            return
        picture = await asyncio.to_thread(graph, record.course)
        await answer(
            lambda: interaction.response.send_message(
                words, file=_file(picture, picture_text(person)), ephemeral=True
            )
        )


def _file(picture: bytes, words: str) -> discord.File:
    """Return a file to be sent once: what has been read of it is gone."""
    return discord.File(io.BytesIO(picture), "chips.png", description=words)
