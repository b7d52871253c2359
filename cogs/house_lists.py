"""The lists of a house: where tables may be opened, and what dealers choose from."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import alteration
from bot.answers import whisper
from bot.client import Doorcard
from bot.house import House
from bot.render.house import choices_text, room_text
from bot.render.house_choices import channel_choices, channel_read, game_choices
from bot.steward import Steward
from engine.errors import Fault, RefusedRules

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


class _Place(app_commands.Transformer):
    """A channel where a table can stand, or a category or forum that holds such."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return what Discord offers to choose from."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the kinds of channel it offers: those Discord's description of its API has."""
        return [
            discord.ChannelType.text,
            discord.ChannelType.voice,
            discord.ChannelType.category,
            discord.ChannelType.news,
            discord.ChannelType.stage_voice,
            discord.ChannelType.forum,
        ]

    async def transform(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> app_commands.AppCommandChannel:
        """Return the channel as it was chosen."""
        chosen: app_commands.AppCommandChannel = value
        return chosen


Place = app_commands.Transform[app_commands.AppCommandChannel, _Place]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the group that cogs/house.py has made."""
    group = bot.tree.get_command("house")
    if not isinstance(group, app_commands.Group):
        raise TypeError("the commands of the house are not loaded")
    steward = Steward(bot.houses)
    group.add_command(HouseChannels(steward))
    group.add_command(HouseChoices(steward))


class HouseChannels(app_commands.Group):
    """The commands that say where tables may be opened."""

    def __init__(self, steward: Steward) -> None:
        super().__init__(name="channel", description="Where tables may be opened")
        self._steward = steward

    @app_commands.command(name="add", description="Let tables be opened in a channel")
    @app_commands.describe(channel="The channel or category; once one is named, no others count")
    async def add_channel(self, interaction: Interaction, channel: Place) -> None:
        """Put a channel on the list."""
        number = _own_channel(interaction, channel)
        after = await self._steward.change(
            interaction, lambda house: alteration.add_channel(house, number)
        )
        await whisper(interaction, room_text(after, "channels"))

    @app_commands.command(name="remove", description="Let no tables be opened in a channel")
    @app_commands.describe(channel="The channel or category; with none left all count again")
    async def remove_channel(self, interaction: Interaction, channel: str) -> None:
        """Take a channel off the list; Discord itself offers none that is gone."""
        house = self._steward.managed(interaction)
        names = _channel_names(interaction, house)
        number = channel_read(names, channel)
        after = await self._steward.change(
            interaction, lambda house: alteration.remove_channel(house, number)
        )
        await whisper(interaction, room_text(after, "channels"))

    @remove_channel.autocomplete("channel")
    async def _listed_channels(self, interaction: Interaction, typed: str) -> Choices:
        return channel_choices(_channel_names(interaction, self._steward.house(interaction)), typed)


class HouseChoices(app_commands.Group):
    """The commands that say what dealers choose their games from."""

    def __init__(self, steward: Steward) -> None:
        super().__init__(name="list", description="What dealers choose their games from")
        self._steward = steward

    @app_commands.command(name="add", description="Let dealers choose a game")
    @app_commands.describe(game="The game")
    async def add_choice(self, interaction: Interaction, game: str) -> None:
        """Put a game on the list of dealer's choice."""
        after = await self._steward.change(
            interaction, lambda house: alteration.add_choice(house, game)
        )
        await whisper(interaction, choices_text(after))

    @app_commands.command(name="remove", description="Let dealers not choose a game")
    @app_commands.describe(game="The game")
    async def remove_choice(self, interaction: Interaction, game: str) -> None:
        """Take a game off the list of dealer's choice."""
        after = await self._steward.change(
            interaction, lambda house: alteration.remove_choice(house, game)
        )
        await whisper(interaction, choices_text(after))

    @app_commands.command(name="usual", description="Let dealers choose from the usual list again")
    async def usual_choices(self, interaction: Interaction) -> None:
        """Take the list of dealer's choice back."""
        after = await self._steward.change(interaction, alteration.usual_choices)
        await whisper(interaction, choices_text(after))

    @add_choice.autocomplete("game")
    async def _unlisted(self, interaction: Interaction, typed: str) -> Choices:
        house = self._steward.house(interaction)
        listed = {game.name for game in house.choices()}
        return game_choices((game for game in house.games() if game.name not in listed), typed)

    @remove_choice.autocomplete("game")
    async def _listed(self, interaction: Interaction, typed: str) -> Choices:
        return game_choices(self._steward.house(interaction).choices(), typed)


def _channel_names(interaction: Interaction, house: House) -> dict[int, str | None]:
    """Return the names of the channels on the list, None of one that is gone."""
    guild = interaction.guild
    found = {
        number: None if guild is None else guild.get_channel_or_thread(number)
        for number in house.channels
    }
    return {number: None if one is None else one.name for number, one in found.items()}


def _own_channel(interaction: Interaction, channel: app_commands.AppCommandChannel) -> int:
    """Return a channel of this guild; raise RefusedRules for any other."""
    if interaction.guild is None or channel.resolve() is None:
        raise RefusedRules((Fault("channel", "is no channel of this server"),))
    return channel.id
