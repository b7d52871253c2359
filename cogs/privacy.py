"""What is stored about a member: told to him alone as a file, and forgotten when he asks."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer
from bot.asked import Bar, Denied, key_of, person_of
from bot.client import Doorcard
from bot.privacy import Privacy
from bot.refusal import No, Refusal
from bot.render.past import void_text
from bot.render.privacy import (
    FORGET,
    export_text,
    forgotten_text,
    question_text,
    question_view,
    read_forget,
)

Interaction = discord.Interaction[Any]

VALID: Final = timedelta(minutes=10)
"""How long the question whether to forget somebody can be answered."""


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot, and let the button be taken here."""
    cog = PrivacyCommands(bot)
    bot.fillers[FORGET] = cog.forget_now
    await bot.add_cog(cog)


class PrivacyCommands(commands.Cog):
    """The commands about what is stored of who asks."""

    privacy = app_commands.Group(
        name="privacy", description="What the bot has stored about you", guild_only=True
    )

    def __init__(self, bot: Doorcard) -> None:
        self._privacy = Privacy(bot.store, bot.tables, bot.board)

    @privacy.command(description="Get all that the bot has stored about you as a file")
    async def export(self, interaction: Interaction) -> None:
        """Send a member all that is stored of him; nobody else sees it."""
        person = person_of(interaction)
        await answer(lambda: interaction.response.defer(ephemeral=True, thinking=True))
        most = interaction.filesize_limit
        dossier = await self._privacy.export(person, void_text(), most)
        file = discord.File(io.BytesIO(dossier.content), dossier.filename)
        await interaction.edit_original_response(content=export_text(), attachments=[file])

    @privacy.command(description="Be forgotten: your id and names are deleted, your chips are lost")
    async def forget(self, interaction: Interaction) -> None:
        """Ask once more whether a member wants to be forgotten."""
        person = person_of(interaction)
        await self._privacy.refuse_seated(person)
        words, view = question_text(), question_view(person.id)
        await answer(lambda: interaction.response.send_message(words, view=view, ephemeral=True))

    async def forget_now(self, interaction: Interaction, custom_id: str) -> None:
        """Take the press of the button below that question."""
        person, message = person_of(interaction), interaction.message
        if read_forget(custom_id) != person.id or message is None:
            raise Denied(Bar.NO_BUTTON)
        if interaction.created_at - message.created_at > VALID:
            raise Refusal(No.TOO_LATE)
        await self._privacy.forget(person, key_of(interaction))
        words = forgotten_text()
        await answer(lambda: interaction.response.edit_message(content=words, view=None))
