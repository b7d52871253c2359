"""What every interaction says of itself: who asks, where, and whether the bot can speak there."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from bot.person import Person

if TYPE_CHECKING:
    import discord

    from bot.house import House

NEEDED: Final = ("view_channel", "read_message_history", "embed_links", "attach_files")
"""What a panel needs in its channel, besides speaking there, as discord.Permissions names it."""


class Bar(StrEnum):
    """What is wrong with the way something was asked; the names that come with each behind it."""

    NO_GUILD = "not in a guild"
    NOT_MANAGER = "may not manage the tables"
    WRONG_CHANNEL = "no tables in this channel"  # mentions of some where there may be
    CHANNELS_GONE = "no channel is left where there may be tables"
    BOT_LACKS = "the bot lacks permissions"  # their names, as discord.Permissions has them
    NO_NUMBER = "not a whole number"  # what was written
    NO_BUTTON = "a button that is not in use any more"


class Denied(Exception):
    """A fault in how something was asked; nothing was done."""

    def __init__(self, code: Bar, *names: str) -> None:
        super().__init__(code.value, *names)
        self.code = code
        self.names = names


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return who asks, by the name he has in the guild."""
    return Person(interaction.user.id, interaction.user.display_name)


def place_of(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    """Return the guild and the channel of an interaction; raise Denied outside a guild."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Denied(Bar.NO_GUILD)
    return interaction.guild_id, interaction.channel_id


def key_of(interaction: discord.Interaction[Any]) -> str:
    """Return the key under which the store takes what an interaction asks, once."""
    return str(interaction.id)


def submitted_text(data: Any) -> str:
    """Return what was written into a modal's one field, wherever the field lies; "" for none."""
    match data:
        case {"value": str(value)}:
            return value
        case {"component": inner}:
            return submitted_text(inner)
        case {"components": [*inner]}:
            return next((text for one in inner if (text := submitted_text(one))), "")
        case _:
            return ""


def verify_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise Denied naming every permission the bot lacks to keep a panel in this channel."""
    have = interaction.app_permissions
    speak = "send_messages_in_threads" if _in_thread(interaction) else "send_messages"
    lacking = [name for name in (*NEEDED, speak) if not getattr(have, name)]
    if lacking and not have.administrator:
        raise Denied(Bar.BOT_LACKS, *lacking)


def verify_manager(interaction: discord.Interaction[Any], house: House) -> None:
    """Raise Denied for who may not manage the tables: an admin can show a command to anybody.

    Who manages the server may, and who has the role that the house names.
    """
    if not is_manager(interaction, house):
        raise Denied(Bar.NOT_MANAGER)


def is_manager(interaction: discord.Interaction[Any], house: House) -> bool:
    """Tell whether who asks may manage the tables of his guild."""
    allowed = interaction.permissions
    if allowed.manage_guild or allowed.administrator:
        return True
    roles: Any = getattr(interaction.user, "roles", ())
    return house.manager is not None and any(role.id == house.manager for role in roles)


def verify_channel(interaction: discord.Interaction[Any], house: House) -> None:
    """Raise Denied where the house keeps tables to other channels; a thread is of its channel."""
    channel: Any = interaction.channel
    # A thread asks its parent for the category, and raises where it does not know that.
    parent = getattr(channel, "parent", None) if _in_thread(interaction) else channel
    within = (getattr(channel, "parent_id", None), getattr(parent, "category_id", None))
    if house.opens_in(interaction.channel_id, *within):
        return
    there = [number for number in house.channels if has_channel(interaction, number)]
    if not there:
        raise Denied(Bar.CHANNELS_GONE)
    raise Denied(Bar.WRONG_CHANNEL, *(f"<#{number}>" for number in there[:5]))


def has_channel(interaction: discord.Interaction[Any], number: int) -> bool:
    """Tell whether a channel is there in the guild of who asks, as far as is known."""
    guild = interaction.guild
    known = guild is not None and not guild.unavailable
    return not known or guild is None or guild.get_channel_or_thread(number) is not None


def has_role(interaction: discord.Interaction[Any], number: int) -> bool:
    """Tell whether a role is there in the guild of who asks, as far as is known."""
    guild = interaction.guild
    known = guild is not None and not guild.unavailable
    return not known or guild is None or guild.get_role(number) is not None


def _in_thread(interaction: discord.Interaction[Any]) -> bool:
    kind = getattr(interaction.channel, "type", None)
    return kind is not None and kind.name in {"public_thread", "private_thread", "news_thread"}
