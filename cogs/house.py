"""The house of a guild: its games, shown, changed, copied and made the usual one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import alteration
from bot.alteration import ROOM
from bot.answers import answer, whisper
from bot.asked import key_of, person_of, place_of, verify_manager
from bot.client import Doorcard
from bot.house import House
from bot.render import house as words
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
    """Add the commands to the bot."""
    await bot.add_cog(HouseCommands(bot))


class HouseCommands(commands.Cog):
    """The commands by which who manages the tables runs the room."""

    house = app_commands.Group(
        name="house",
        description="The rules and settings of this server",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    channel = app_commands.Group(
        name="channel", description="Where tables may be opened", parent=house
    )
    choices = app_commands.Group(
        name="list", description="What dealers choose their games from", parent=house
    )

    def __init__(self, bot: Doorcard) -> None:
        self._houses = bot.houses

    @house.command(name="show", description="Read the settings, or the rules of a game")
    @app_commands.describe(name="The game; without one, the settings and this server's own games")
    async def show(self, interaction: Interaction, name: str | None = None) -> None:
        """Show the room's settings, or a game's rules and options."""
        house = self._managed(interaction)
        views = words.house_views(house) if name is None else _game_views(house, name)
        await _show(interaction, views)

    @house.command(name="presets", description="List the built-in games and this server's own")
    async def presets(self, interaction: Interaction) -> None:
        """List all games."""
        await _show(interaction, words.presets_views(self._managed(interaction)))

    @house.command(name="set", description="Set options of one of this server's own games")
    @app_commands.describe(
        variant="The game; /house save makes one of a built-in game",
        option="The option",
        value="Its value; “default” takes it back",
        option_2="Another option, set in the same moment",
        value_2="Its value",
        option_3="A third option, set in the same moment",
        value_3="Its value",
    )
    async def set_options(
        self,
        interaction: Interaction,
        variant: str,
        option: str,
        value: str,
        option_2: str | None = None,
        value_2: str | None = None,
        option_3: str | None = None,
        value_3: str | None = None,
    ) -> None:
        """Set options; the game is verified as a whole."""
        given = _options((option, value), *_pair(option_2, value_2), *_pair(option_3, value_3))
        after = await self._change(
            interaction, lambda house: alteration.set_options(house, variant, given)
        )
        await whisper(interaction, words.set_text(variant, after.variants[variant], given))

    @house.command(name="save", description="Copy a game by a name of this server's own")
    @app_commands.describe(name="The new name", source="The game that is copied")
    @app_commands.rename(source="from")
    async def save(self, interaction: Interaction, name: str, source: str | None = None) -> None:
        """Copy a preset or one of the guild's own games."""
        after = await self._change(
            interaction, lambda house: alteration.copy_game(house, name, source or house.game)
        )
        await whisper(interaction, words.saved_text(name, after.variants[name]))

    @house.command(name="delete", description="Delete one of this server's own games")
    @app_commands.describe(name="The game")
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a game."""
        await self._change(interaction, lambda house: alteration.delete_game(house, name))
        await whisper(interaction, words.deleted_text(name))

    @house.command(name="default", description="Choose what /table open opens")
    @app_commands.describe(name="The game")
    async def default(self, interaction: Interaction, name: str) -> None:
        """Make a game the usual one."""
        after = await self._change(interaction, lambda house: alteration.make_default(house, name))
        await whisper(interaction, words.default_text(after.game))

    @house.command(name="room", description="Change a setting of the room")
    @app_commands.describe(option="The setting", value="Its value; “default” takes it back")
    async def room(self, interaction: Interaction, option: str, value: str) -> None:
        """Change a setting that is a number or a yes."""
        after = await self._change(
            interaction, lambda house: alteration.set_setting(house, option, value)
        )
        await whisper(interaction, words.room_text(after, option))

    @house.command(name="manager", description="Choose the role that may manage the tables")
    @app_commands.describe(
        role="The role; without one you read which it is",
        nobody="Take the role back: only who manages the server manages the tables then",
    )
    async def manager(
        self, interaction: Interaction, role: discord.Role | None = None, nobody: bool = False
    ) -> None:
        """Name the manager role, take it back, or tell which it is."""
        house = self._managed(interaction)
        if role is not None and nobody:
            raise RefusedRules((Fault("manager", "is a role or nobody, not both"),))
        if role is not None or nobody:
            number = None if role is None else _own_role(interaction, role)
            house = await self._change(
                interaction, lambda house: alteration.set_manager(house, number)
            )
        await whisper(interaction, words.manager_text(house))

    @channel.command(name="add", description="Let tables be opened in a channel")
    @app_commands.describe(channel="The channel or category; once one is named, no others count")
    async def add_channel(self, interaction: Interaction, channel: Place) -> None:
        """Put a channel on the list."""
        number = _own_channel(interaction, channel)
        after = await self._change(interaction, lambda house: alteration.add_channel(house, number))
        await whisper(interaction, words.room_text(after, "channels"))

    @channel.command(name="remove", description="Let no tables be opened in a channel")
    @app_commands.describe(channel="The channel or category; with none left all count again")
    async def remove_channel(self, interaction: Interaction, channel: str) -> None:
        """Take a channel off the list; Discord itself offers none that is gone."""
        house = self._managed(interaction)
        names = _channel_names(interaction, house)
        number = words.channel_read(names, channel)
        after = await self._change(
            interaction, lambda house: alteration.remove_channel(house, number)
        )
        await whisper(interaction, words.room_text(after, "channels"))

    @choices.command(name="add", description="Let dealers choose a game")
    @app_commands.describe(game="The game")
    async def add_choice(self, interaction: Interaction, game: str) -> None:
        """Put a game on the list of dealer's choice."""
        after = await self._change(interaction, lambda house: alteration.add_choice(house, game))
        await whisper(interaction, words.choices_text(after))

    @choices.command(name="remove", description="Let dealers not choose a game")
    @app_commands.describe(game="The game")
    async def remove_choice(self, interaction: Interaction, game: str) -> None:
        """Take a game off the list of dealer's choice."""
        after = await self._change(interaction, lambda house: alteration.remove_choice(house, game))
        await whisper(interaction, words.choices_text(after))

    @choices.command(name="usual", description="Let dealers choose from the usual list again")
    async def usual_choices(self, interaction: Interaction) -> None:
        """Take the list of dealer's choice back."""
        after = await self._change(interaction, alteration.usual_choices)
        await whisper(interaction, words.choices_text(after))

    @show.autocomplete("name")
    @save.autocomplete("source")
    @default.autocomplete("name")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return words.game_choices(self._house(interaction).games(), typed)

    @set_options.autocomplete("variant")
    @delete.autocomplete("name")
    async def _own_games(self, interaction: Interaction, typed: str) -> Choices:
        return words.game_choices(self._house(interaction).own_games(), typed)

    @add_choice.autocomplete("game")
    async def _unlisted(self, interaction: Interaction, typed: str) -> Choices:
        house = self._house(interaction)
        listed = {game.name for game in house.choices()}
        return words.game_choices(
            (game for game in house.games() if game.name not in listed), typed
        )

    @remove_choice.autocomplete("game")
    async def _listed(self, interaction: Interaction, typed: str) -> Choices:
        return words.game_choices(self._house(interaction).choices(), typed)

    @remove_channel.autocomplete("channel")
    async def _listed_channels(self, interaction: Interaction, typed: str) -> Choices:
        return words.channel_choices(_channel_names(interaction, self._house(interaction)), typed)

    @set_options.autocomplete("option")
    @set_options.autocomplete("option_2")
    @set_options.autocomplete("option_3")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        variant = str(interaction.namespace.variant or "")
        return words.option_choices(typed, self._house(interaction).variants.get(variant))

    @room.autocomplete("option")
    async def _settings(self, interaction: Interaction, typed: str) -> Choices:
        return words.setting_choices(ROOM, typed)

    @room.autocomplete("value")
    async def _setting_values(self, interaction: Interaction, typed: str) -> Choices:
        option = str(interaction.namespace.option or "")
        return words.setting_value_choices(self._house(interaction), option, typed)

    async def _values(self, interaction: Interaction, typed: str, number: str) -> Choices:
        given = interaction.namespace
        rules = self._house(interaction).variants.get(str(given.variant or ""))
        option = str(getattr(given, f"option{number}") or "")
        return words.option_value_choices(option, typed, rules)

    @set_options.autocomplete("value")
    async def _first_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "")

    @set_options.autocomplete("value_2")
    async def _second_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "_2")

    @set_options.autocomplete("value_3")
    async def _third_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "_3")

    def _house(self, interaction: Interaction) -> House:
        return self._houses.of(place_of(interaction)[0])

    def _managed(self, interaction: Interaction) -> House:
        """Return the house of who may manage it; raise Denied for anybody else."""
        house = self._house(interaction)
        verify_manager(interaction, house)
        return house

    async def _change(self, interaction: Interaction, change: Callable[[House], House]) -> House:
        self._managed(interaction)
        guild = place_of(interaction)[0]
        return await self._houses.change(guild, change, person_of(interaction), key_of(interaction))


async def _show(interaction: Interaction, views: tuple[discord.ui.LayoutView, ...]) -> None:
    first, *others = views
    sent = await answer(lambda: interaction.response.send_message(view=first, ephemeral=True))
    for view in others if sent else ():
        await interaction.followup.send(view=view, ephemeral=True)


def _game_views(house: House, name: str) -> tuple[discord.ui.LayoutView, ...]:
    game = house.game_named(name)
    return words.game_views(game, house.clock_of(game.rules))


def _options(*pairs: tuple[str, str]) -> dict[str, str]:
    """Return options with their values; raise RefusedRules where one is named twice."""
    given = dict(pairs)
    if len(given) < len(pairs):
        raise RefusedRules((Fault("option", "is named twice"),))
    return given


def _pair(option: str | None, value: str | None) -> tuple[tuple[str, str], ...]:
    """Return one more option with its value; raise RefusedRules for one without the other."""
    if option is None and value is None:
        return ()
    if option is None or value is None:
        raise RefusedRules((Fault("option", "and its value belong together"),))
    return ((option, value),)


def _own_role(interaction: Interaction, role: discord.Role) -> int:
    """Return a role of this guild that not everybody has; raise RefusedRules for any other."""
    # The library takes whatever an interaction names for one of the guild's own.
    if interaction.guild is None or interaction.guild.get_role(role.id) is None:
        raise RefusedRules((Fault("manager", "is no role of this server"),))
    if role.is_default():
        raise RefusedRules((Fault("manager", "must be a role that not everybody has"),))
    return role.id


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
