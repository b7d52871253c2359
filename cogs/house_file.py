"""The house of a guild as a file: sent, and taken back as a whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import DROPPED, answer
from bot.asked import has_channel, has_role
from bot.charter_file import LARGEST, read_charter, write_charter
from bot.client import Doorcard
from bot.house import House
from bot.render.house import exported_text, file_head, imported_text, refused_text
from bot.steward import Steward
from engine.errors import Fault, RefusedRules

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the group that cogs/house.py has made."""
    cog = HouseFile(bot)
    await bot.add_cog(cog)
    group = bot.tree.get_command("house")
    if not isinstance(group, app_commands.Group):
        raise TypeError("the commands of the house are not loaded")
    group.add_command(
        app_commands.Command(
            name="export",
            description="Get the settings and this server's own games as a file",
            callback=cog.export_house,
        )
    )
    group.add_command(
        app_commands.Command(
            name="import",
            description="Replace the settings and this server's own games by those of a file",
            callback=cog.import_house,
        )
    )


class HouseFile(commands.Cog):
    """The commands that send a house as a file and take one."""

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot
        self._steward = Steward(bot.houses)

    async def export_house(self, interaction: Interaction) -> None:
        """Send the house of this guild."""
        house = self._steward.managed(interaction)
        there = _there(interaction, house)
        await answer(
            lambda: interaction.response.send_message(
                exported_text(house, there), file=_file(there, "house.toml"), ephemeral=True
            )
        )

    @app_commands.describe(file="A file that /house export has written, changed as you like")
    async def import_house(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Take a house from a file, with every fault of it told at once."""
        self._steward.managed(interaction)
        await answer(lambda: interaction.response.defer(ephemeral=True, thinking=True))
        try:
            house = await _read(interaction, file)
        except RefusedRules as error:
            await self._refuse(interaction, error)
            return
        before = [House()]

        def change(present: House) -> House:
            before[0] = present
            return house

        await self._steward.change(interaction, change)
        there = _there(interaction, before[0])
        await interaction.followup.send(
            imported_text(house, before[0], there),
            file=_file(there, "house-before.toml"),
            ephemeral=True,
        )

    async def _refuse(self, interaction: Interaction, error: RefusedRules) -> None:
        lines = list(dict.fromkeys(self._words(fault) for fault in error.faults))
        words = refused_text(lines)
        if all(line in words for line in lines):
            await interaction.followup.send(words, ephemeral=True)
            return
        whole = discord.File(io.BytesIO("\n".join(lines).encode()), "faults.txt")
        await interaction.followup.send(words, file=whole, ephemeral=True)

    def _words(self, fault: Fault) -> str:
        refused = RefusedRules((fault,))
        return str(refused) if self._bot.wording is None else self._bot.wording(refused)


async def _read(interaction: Interaction, file: discord.Attachment) -> House:
    """Return the house of a file; raise RefusedRules with every fault, strange ids among them."""
    if file.size > LARGEST:
        raise RefusedRules(
            (Fault("file", "is larger than {most} bytes", (("most", f"{LARGEST:,}"),)),)
        )
    try:
        data = await file.read()
    except (discord.HTTPException, *DROPPED):
        raise RefusedRules((Fault("file", "cannot be had from Discord: send it again"),)) from None
    return read_charter(data, lambda house: _strangers(interaction, house))


def _strangers(interaction: Interaction, house: House) -> Iterator[Fault]:
    """Tell which channels and which role of a house are not of this guild."""
    guild = interaction.guild
    for number in house.channels:
        if guild is None or guild.get_channel_or_thread(number) is None:
            yield Fault("channels", "{id} is no channel of this server", (("id", str(number)),))
    role = house.manager
    if role is None:
        return
    found = None if guild is None else guild.get_role(role)
    if found is None:
        yield Fault("manager", "{id} is no role of this server", (("id", str(role)),))
    elif found.is_default():
        yield Fault("manager", "must be a role that not everybody has")


def _there(interaction: Interaction, house: House) -> House:
    """Return a house without the channels and the role that are gone: no file can name them."""
    channels = tuple(number for number in house.channels if has_channel(interaction, number))
    role = house.manager
    gone = role is not None and not has_role(interaction, role)
    return replace(house, channels=channels, manager=None if gone else role)


def _file(house: House, name: str) -> discord.File:
    """Return a house as a file to be sent once."""
    return discord.File(io.BytesIO(write_charter(house, file_head()).encode()), name)
