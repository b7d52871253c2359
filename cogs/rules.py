"""Reading the rules: those of the table here, or of any game by its name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer
from bot.asked import place_of
from bot.client import Doorcard
from bot.render.house_rules import house_rules_views
from bot.table import Table
from bot.words import _
from engine.presets import dealt_presets, preset_named

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(RulesCommand(bot))


class RulesCommand(commands.Cog):
    """The command that tells a game's rules to whoever asks."""

    def __init__(self, bot: Doorcard) -> None:
        self._tables = bot.tables

    @app_commands.command(description="Read the rules of the table here, or of any game")
    @app_commands.describe(preset="The game; without one, that of the table in this channel")
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, preset: str | None = None) -> None:
        """Tell the rules in private."""
        if preset is None:
            views = _table_views(self._tables.at(place_of(interaction)[1]))
        else:
            chosen = preset_named(preset)
            views = house_rules_views(chosen.title, chosen.rules())
        first, *others = views
        sent = await answer(lambda: interaction.response.send_message(view=first, ephemeral=True))
        for view in others if sent else ():
            await interaction.followup.send(view=view, ephemeral=True)

    @rules.autocomplete("preset")
    async def _presets(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        wanted = typed.casefold()
        return [
            app_commands.Choice(name=_(preset.title)[:100], value=preset.name)
            for preset in dealt_presets()
            if wanted in preset.name or wanted in _(preset.title).casefold()
        ][:25]


def _table_views(table: Table) -> tuple[discord.ui.LayoutView, ...]:
    """Return what a table deals now, with the clock that it was opened with."""
    picture = table.picture()
    dealt, own = (
        replace(rules, clock=table.clock_seconds) for rules in (picture.rules, table.rules)
    )
    return house_rules_views(picture.title, dealt, own)
