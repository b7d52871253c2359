"""Reading the rules: those of the table here, or of any game by its name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer
from bot.asked import place_of
from bot.client import Doorcard
from bot.refusal import Refusal
from bot.render.house_choices import game_choices
from bot.render.house_rules import house_rules_views, preset_stakes_text, table_stakes_text
from bot.table import Table

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(RulesCommand(bot))


class RulesCommand(commands.Cog):
    """The command that tells a game's rules to whoever asks."""

    def __init__(self, bot: Doorcard) -> None:
        self._tables = bot.tables
        self._houses = bot.houses

    @app_commands.command(description="Read the rules of the table here, or of any game")
    @app_commands.describe(preset="The game; without one, that of the table in this channel")
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, preset: str | None = None) -> None:
        """Tell the rules in private."""
        channel = place_of(interaction)[1]
        if preset is None:
            views = _table_views(self._tables.at(channel))
        else:
            views = self._game_views(*place_of(interaction), preset)
        first, *others = views
        sent = await answer(lambda: interaction.response.send_message(view=first, ephemeral=True))
        for view in others if sent else ():
            await interaction.followup.send(view=view, ephemeral=True)

    @rules.autocomplete("preset")
    async def _presets(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return game_choices(self._houses.of(place_of(interaction)[0]).games(), typed)

    def _game_views(self, guild: int, channel: int, name: str) -> tuple[discord.ui.LayoutView, ...]:
        """Return a game as the table of a channel deals it, or where it does not, as it stands."""
        with suppress(Refusal):
            table = self._tables.at(channel)
            for game in table.games:
                if game.name == name:
                    rules = replace(game.rules, clock=table.clock_seconds)
                    stakes = table_stakes_text(table.rules.choice_scale)
                    return house_rules_views(game.title, rules, stakes=stakes)
        house = self._houses.of(guild)
        named = house.game_named(name)
        rules = replace(named.rules, clock=house.clock_of(named.rules))
        return house_rules_views(named.title, rules, stakes=preset_stakes_text())


def _table_views(table: Table) -> tuple[discord.ui.LayoutView, ...]:
    """Return what a table deals now, with the clock of its table."""
    picture = table.picture()
    dealt, own = (
        replace(rules, clock=table.clock_seconds) for rules in (picture.rules, table.rules)
    )
    listed = [game.title for game in table.games]
    return house_rules_views(picture.title, dealt, own, listed)
