"""The life at a table: sitting out and back, waiting for a seat, and buying chips anew."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer, whisper
from bot.asked import Bar, Denied, key_of, person_of, place_of, submitted_text
from bot.client import Doorcard
from bot.render.controls import Control, Press
from bot.render.modal import REBUY, RebuyModal, read_amount, read_rebuy
from bot.render.welcome import back_text, resting_text, sat_text, waiting_text
from bot.table import Table

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot, and let its buttons and its modal be taken here."""
    life = LifeCommands(bot)
    bot.takers[Press.REBUY] = life.ask_amount
    bot.takers[Press.WAIT] = life.press_wait
    bot.fillers[REBUY] = life.buy
    await bot.add_cog(life)


class LifeCommands(commands.Cog):
    """What members do at a table beside their hands."""

    def __init__(self, bot: Doorcard) -> None:
        self._tables = bot.tables

    @app_commands.command(description="Sit out from the next hand on; you keep your seat")
    @app_commands.guild_only()
    async def sitout(self, interaction: Interaction) -> None:
        """Leave a player out; the hand he is in he plays on."""
        table = self._tables.at(place_of(interaction)[1])
        in_hand = await table.sit_out(person_of(interaction), key_of(interaction))
        await whisper(interaction, resting_text(in_hand=in_hand))

    @app_commands.command(description="Be dealt in again after sitting out")
    @app_commands.guild_only()
    async def back(self, interaction: Interaction) -> None:
        """Deal a player in again."""
        table = self._tables.at(place_of(interaction)[1])
        await table.come_back(person_of(interaction), key_of(interaction))
        await whisper(interaction, back_text())

    @app_commands.command(description="Wait for a seat at a full table; /leave gives up waiting")
    @app_commands.guild_only()
    async def wait(self, interaction: Interaction) -> None:
        """Put a member in the line of who wait for a seat."""
        await self._wait(interaction, self._tables.at(place_of(interaction)[1]))

    async def press_wait(self, interaction: Interaction, control: Control) -> None:
        """Take the press of the panel's button that does the same."""
        await self._wait(interaction, self._table(interaction, control))

    async def ask_amount(self, interaction: Interaction, control: Control) -> None:
        """Take the press of Rebuy: ask how many chips."""
        table = self._table(interaction, control)
        offer = await table.offer(person_of(interaction))
        modal = RebuyModal(control.moment.line, table.id, offer)
        await answer(lambda: interaction.response.send_modal(modal))

    async def buy(self, interaction: Interaction, custom_id: str) -> None:
        """Take the modal that comes back; the amount is looked at now, not when it was opened."""
        named = read_rebuy(custom_id)
        if named is None or interaction.type is not discord.InteractionType.modal_submit:
            raise Denied(Bar.NO_BUTTON)
        text = submitted_text(interaction.data)
        amount = read_amount(text)
        if amount is None:
            raise Denied(Bar.NO_NUMBER, text)
        line, number = named
        table = self._tables.numbered(number, line, interaction.channel_id)
        sat = await table.rebuy(person_of(interaction), amount, key_of(interaction))
        await whisper(interaction, sat_text(sat))

    def _table(self, interaction: Interaction, control: Control) -> Table:
        moment = control.moment
        return self._tables.numbered(moment.table, moment.line, interaction.channel_id)

    async def _wait(self, interaction: Interaction, table: Table) -> None:
        place = await table.wait(person_of(interaction), key_of(interaction))
        await whisper(interaction, waiting_text(place))
