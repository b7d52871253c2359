"""Reading a hand that was played here, as a file, with what the reader may see of it."""

from __future__ import annotations

import io
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer, whisper
from bot.asked import place_of
from bot.client import Doorcard
from bot.past import MOST_HANDS, NoPast, Tale, tell
from bot.render.past import gap_text, tale_text, void_text
from bot.whole_number import WholeNumber

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Number = app_commands.Transform[int, WholeNumber(1, MOST_HANDS)]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(HistoryCommands(bot))


class HistoryCommands(commands.Cog):
    """The commands that send a hand as a file, in private."""

    history = app_commands.Group(
        name="history",
        description="Get a hand that was played in this channel as a file",
        guild_only=True,
    )

    def __init__(self, bot: Doorcard) -> None:
        self._store = bot.store

    @history.command(name="last", description="Get the last hand that was played here as a file")
    async def last(self, interaction: Interaction) -> None:
        """Send the last hand that is over."""
        await self._send(interaction, None)

    @history.command(name="hand", description="Get a hand that was played here as a file")
    @app_commands.describe(number="The number of the hand, as the panel shows it")
    async def hand(self, interaction: Interaction, number: Number) -> None:
        """Send the hand of that number."""
        await self._send(interaction, number)

    async def _send(self, interaction: Interaction, number: int | None) -> None:
        place, reader = place_of(interaction), interaction.user.id
        try:
            tale = await tell(self._store, place, reader, number, void_text())
        except NoPast as missing:
            if missing.__cause__ is not None:
                _log.warning("a hand cannot be read", exc_info=missing.__cause__)
            await whisper(interaction, gap_text(missing))
            return
        await answer(
            lambda: interaction.response.send_message(
                tale_text(tale), file=_file(tale), ephemeral=True
            )
        )


def _file(tale: Tale) -> discord.File:
    """Return a file to be sent once: what has been read of it is gone."""
    return discord.File(io.BytesIO(tale.text.encode("utf-8")), tale.filename)
