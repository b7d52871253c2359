"""Opening and closing a table, sitting down, leaving, and the first deal."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import whisper
from bot.asked import (
    key_of,
    person_of,
    place_of,
    verify_channel,
    verify_manager,
    verify_permissions,
)
from bot.client import Doorcard
from bot.game import MOST_SCALE
from bot.house import LONGEST_CLOCK, MOST_BUY_IN
from bot.opening import Opening
from bot.person import Person
from bot.render.choice import asked_text
from bot.render.house_choices import game_choices
from bot.render.welcome import (
    closed_text,
    dealt_text,
    left_text,
    opened_text,
    removed_text,
    sat_text,
)
from bot.whole_number import WholeNumber
from engine.options import Choice

_log = logging.getLogger(__name__)

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
        self._houses = bot.houses

    @table.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        preset="The game that is dealt, or dealer's choice; without one the house's usual game",
        min_buy_in="The fewest chips to sit down with; if not given, the house's times the scale",
        max_buy_in="The most chips to sit down with; if not given, the house's times the scale",
        clock="Seconds for each turn, 0 for no clock; if not given, what the house has",
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
        clock: Seconds | None = None,
        choice: str | None = None,
        scale: Times | None = None,
    ) -> None:
        """Open a table here, where the bot may keep one."""
        guild, channel = place_of(interaction)
        house = self._houses.of(guild)
        verify_manager(interaction, house)
        verify_channel(interaction, house)
        verify_permissions(interaction)
        game = house.game_to_open(preset, Choice(choice) if choice else None, scale)
        table = await self._tables.open(
            Opening(
                guild=guild,
                channel=channel,
                host=person_of(interaction),
                rules=game.rules,
                preset=game.name,
                least=min_buy_in,
                most=max_buy_in,
                clock=clock,
                games=house.choices(),
            ),
            key_of(interaction),
        )
        await whisper(interaction, opened_text(table.least, table.most))

    @open_table.autocomplete("preset")
    async def _presets(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return game_choices(self._houses.of(interaction.guild_id or 0).games(), typed)

    @table.command(name="close", description="Close the table here; everyone gets his chips back")
    async def close_table(self, interaction: Interaction) -> None:
        """Close the table of this channel; a running hand is voided."""
        verify_manager(interaction, self._houses.of(interaction.guild_id or 0))
        table = self._tables.at(place_of(interaction)[1])
        closed = await table.close(person_of(interaction), key_of(interaction))
        await whisper(interaction, closed_text(closed))

    @table.command(name="kick", description="Remove a player from the table here; he is paid out")
    @app_commands.describe(member="Who is removed, from his seat or from who wait for one")
    async def kick(self, interaction: Interaction, member: discord.User) -> None:
        """Remove a player; a hand that holds him goes on without him and pays him at its end."""
        guild, channel = place_of(interaction)
        verify_manager(interaction, self._houses.of(guild))
        person = Person(member.id, member.display_name)
        left = await self._tables.at(channel).remove(person, key_of(interaction))
        _log.info("removed guild=%s channel=%s by=%s", guild, channel, interaction.user.id)
        await whisper(interaction, removed_text(person, left))

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
