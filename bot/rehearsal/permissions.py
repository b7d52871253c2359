"""Who may do what in a channel."""

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rehearsal.channels import Channel
    from bot.rehearsal.guilds import Guild, Member, Role


class Permission(IntFlag):
    """Discord's permission bits, as far as a table game meets them."""

    NONE = 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYTHING = Permission((1 << 53) - 1)

MEMBER = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.SEND_MESSAGES_IN_THREADS
)


def in_guild(guild: "Guild", member: "Member") -> Permission:
    """Gives what a member may do in a guild by his roles alone."""
    if member.user.id == guild.owner_id:
        return EVERYTHING
    granted = guild.everyone.permissions
    for role in guild.roles_of(member):
        granted |= role.permissions
    return EVERYTHING if Permission.ADMINISTRATOR in granted else granted


def in_channel(guild: "Guild", channel: "Channel", member: "Member") -> Permission:
    """Gives what a member may do in a channel: his roles, then the channel's overwrites.

    The order is Discord's: @everyone, then all roles together, then the member himself. Who can't
    view the channel can do nothing in it, and who can't send can't embed or attach. A thread has
    its parent's overwrites, and a permission of its own for sending.
    """
    granted = in_guild(guild, member)
    if granted == EVERYTHING:
        return granted
    roles = guild.roles_of(member)
    for step in ([guild.everyone.id], [role.id for role in roles], [member.user.id]):
        granted = _overwritten(granted, channel.ruling, step)
    return _implied(granted, channel.sending)


def _overwritten(granted: Permission, channel: "Channel", targets: list[int]) -> Permission:
    allow = deny = Permission.NONE
    for target in targets:
        overwrite = channel.overwrites.get(target)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    return Permission((int(granted) & ~int(deny)) | int(allow))


def _implied(granted: Permission, sending: Permission) -> Permission:
    if Permission.VIEW_CHANNEL not in granted:
        return Permission.NONE
    if sending not in granted:
        lost = (
            Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE | sending
        )
        return Permission(int(granted) & ~int(lost))
    return granted


def role_payload(role: "Role") -> dict[str, object]:
    """Gives a role as the API writes it."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
