"""The house of a guild: its games, shown, changed, copied and made the usual one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import alteration
from bot.alteration import ROOM
from bot.answers import answer, whisper
from bot.client import Doorcard
from bot.house import House
from bot.render import house as words
from bot.render import house_choices as offers
from bot.steward import Steward
from engine.errors import Fault, RefusedRules

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


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

    def __init__(self, bot: Doorcard) -> None:
        self._steward = Steward(bot.houses)

    @house.command(name="show", description="Read the settings, or the rules of a game")
    @app_commands.describe(name="The game; without one, the settings and this server's own games")
    async def show(self, interaction: Interaction, name: str | None = None) -> None:
        """Show the room's settings, or a game's rules and options."""
        house = self._steward.managed(interaction)
        views = words.house_views(house) if name is None else _game_views(house, name)
        await _show(interaction, views)

    @house.command(name="presets", description="List the built-in games and this server's own")
    async def presets(self, interaction: Interaction) -> None:
        """List all games."""
        await _show(interaction, words.presets_views(self._steward.managed(interaction)))

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
        after = await self._steward.change(
            interaction, lambda house: alteration.set_options(house, variant, given)
        )
        await whisper(interaction, words.set_text(variant, after.variants[variant], given))

    @house.command(name="save", description="Copy a game by a name of this server's own")
    @app_commands.describe(name="The new name", source="The game that is copied")
    @app_commands.rename(source="from")
    async def save(self, interaction: Interaction, name: str, source: str | None = None) -> None:
        """Copy a preset or one of the guild's own games."""
        after = await self._steward.change(
            interaction, lambda house: alteration.copy_game(house, name, source or house.game)
        )
        await whisper(interaction, words.saved_text(name, after.variants[name]))

    @house.command(name="delete", description="Delete one of this server's own games")
    @app_commands.describe(name="The game")
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a game."""
        await self._steward.change(interaction, lambda house: alteration.delete_game(house, name))
        await whisper(interaction, words.deleted_text(name))

    @house.command(name="default", description="Choose what /table open opens")
    @app_commands.describe(name="The game")
    async def default(self, interaction: Interaction, name: str) -> None:
        """Make a game the usual one."""
        after = await self._steward.change(
            interaction, lambda house: alteration.make_default(house, name)
        )
        await whisper(interaction, words.default_text(after.game))

    @house.command(name="room", description="Change a setting of the room")
    @app_commands.describe(option="The setting", value="Its value; “default” takes it back")
    async def room(self, interaction: Interaction, option: str, value: str) -> None:
        """Change a setting that is a number or a yes."""
        after = await self._steward.change(
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
        house = self._steward.managed(interaction)
        if role is not None and nobody:
            raise RefusedRules((Fault("manager", "is a role or nobody, not both"),))
        if role is not None or nobody:
            number = None if role is None else _own_role(interaction, role)
            house = await self._steward.change(
                interaction, lambda house: alteration.set_manager(house, number)
            )
        await whisper(interaction, words.manager_text(house))

    @show.autocomplete("name")
    @save.autocomplete("source")
    @default.autocomplete("name")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return offers.game_choices(self._steward.house(interaction).games(), typed)

    @set_options.autocomplete("variant")
    @delete.autocomplete("name")
    async def _own_games(self, interaction: Interaction, typed: str) -> Choices:
        return offers.game_choices(self._steward.house(interaction).own_games(), typed)

    @set_options.autocomplete("option")
    @set_options.autocomplete("option_2")
    @set_options.autocomplete("option_3")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        variant = str(interaction.namespace.variant or "")
        return offers.option_choices(typed, self._steward.house(interaction).variants.get(variant))

    @room.autocomplete("option")
    async def _settings(self, interaction: Interaction, typed: str) -> Choices:
        return offers.setting_choices(ROOM, typed)

    @room.autocomplete("value")
    async def _setting_values(self, interaction: Interaction, typed: str) -> Choices:
        option = str(interaction.namespace.option or "")
        return offers.setting_value_choices(self._steward.house(interaction), option, typed)

    async def _values(self, interaction: Interaction, typed: str, number: str) -> Choices:
        given = interaction.namespace
        rules = self._steward.house(interaction).variants.get(str(given.variant or ""))
        option = str(getattr(given, f"option{number}") or "")
        return offers.option_value_choices(option, typed, rules)

    @set_options.autocomplete("value")
    async def _first_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "")

    @set_options.autocomplete("value_2")
    async def _second_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "_2")

    @set_options.autocomplete("value_3")
    async def _third_values(self, interaction: Interaction, typed: str) -> Choices:
        return await self._values(interaction, typed, "_3")


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
