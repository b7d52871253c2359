"""Opening and closing a table, sitting down, leaving, and the first deal."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import whisper
from bot.asked import key_of, person_of, place_of, verify_host, verify_permissions
from bot.client import Doorcard
from bot.completion import preset_choices
from bot.game import MOST_SCALE, rules_to_open
from bot.render.choice import asked_text
from bot.render.welcome import closed_text, dealt_text, left_text, opened_text, sat_text
from bot.tables import LONGEST_CLOCK, MOST_BUY_IN
from bot.whole_number import WholeNumber
from engine.options import Choice

LEAST_BUY_IN: Final = 40
MOST_USUAL: Final = 400
"""The buy-in limits of a table in chips where none are given, times the scale of its games."""

Interaction = discord.Interaction[Any]
Chips = app_commands.Transform[int, WholeNumber(1, MOST_BUY_IN)]
Times = app_commands.Transform[int, WholeNumber(1, MOST_SCALE)]
Seconds = app_commands.Transform[int, WholeNumber(0, LONGEST_CLOCK)]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(TableCommands(bot))


class TableCommands(commands.Cog):
    """The commands that make a table and fill it."""

    table = app_commands.Group(
        name="table",
        description="Open or close a table in this channel",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, bot: Doorcard) -> None:
        self._tables = bot.tables

    @table.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        preset="The game that is dealt, or dealer's choice",
        min_buy_in="The fewest chips to sit down with; 40 times the scale unless given",
        max_buy_in="The most chips to sit down with; 400 times the scale unless given",
        clock="Seconds for each turn; 0 for no clock",
        choice="Who chooses the games, with dealer's choice",
        scale="What all amounts are multiplied by, with dealer's choice",
    )
    @app_commands.choices(
        choice=[
            app_commands.Choice(name="the dealer of each hand", value=Choice.HAND.value),
            app_commands.Choice(name="a dealer for each orbit", value=Choice.ORBIT.value),
            app_commands.Choice(name="nobody: the list in turn", value=Choice.FIXED.value),
        ]
    )
    async def open_table(
        self,
        interaction: Interaction,
        preset: str | None = None,
        min_buy_in: Chips | None = None,
        max_buy_in: Chips | None = None,
        clock: Seconds = 60,
        choice: str | None = None,
        scale: Times | None = None,
    ) -> None:
        """Open a table here, where the bot may keep one."""
        verify_host(interaction)
        verify_permissions(interaction)
        guild, channel = place_of(interaction)
        chosen, rules = rules_to_open(preset, Choice(choice) if choice else None, scale)
        least = LEAST_BUY_IN * rules.choice_scale if min_buy_in is None else min_buy_in
        most = MOST_USUAL * rules.choice_scale if max_buy_in is None else max_buy_in
        await self._tables.open(
            guild=guild,
            channel=channel,
            host=person_of(interaction),
            rules=rules,
            preset=chosen.name,
            least=least,
            most=most,
            clock=clock,
            key=key_of(interaction),
        )
        await whisper(interaction, opened_text(least, most))

    @open_table.autocomplete("preset")
    async def _presets(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return preset_choices(typed)

    @table.command(name="close", description="Close the table here; everyone gets his chips back")
    async def close_table(self, interaction: Interaction) -> None:
        """Close the table of this channel; a running hand is voided."""
        verify_host(interaction)
        table = self._tables.at(place_of(interaction)[1])
        closed = await table.close(person_of(interaction), key_of(interaction))
        await whisper(interaction, closed_text(closed))

    @app_commands.command(description="Take a seat, or buy more chips between hands")
    @app_commands.describe(amount="How many chips you bring")
    @app_commands.guild_only()
    async def sit(self, interaction: Interaction, amount: Chips) -> None:
        """Sit down with some of the member's chips."""
        table = self._tables.at(place_of(interaction)[1])
        sat = await table.sit(person_of(interaction), amount, key_of(interaction))
        await whisper(interaction, sat_text(sat))

    @app_commands.command(description="Leave the table with your chips")
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Leave; in mid-hand the chips come back when it ends."""
        table = self._tables.at(place_of(interaction)[1])
        left = await table.leave(person_of(interaction), key_of(interaction))
        await whisper(interaction, left_text(left))

    @app_commands.command(description="Deal the first hand; later ones start by themselves")
    @app_commands.guild_only()
    async def deal(self, interaction: Interaction) -> None:
        """Start a hand."""
        table = self._tables.at(place_of(interaction)[1])
        person = person_of(interaction)
        picture = await table.deal(person, key_of(interaction))
        chosen = picture.chooser is not None
        await whisper(interaction, asked_text(picture, person.id) if chosen else dealt_text())
