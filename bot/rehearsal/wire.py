"""Discord's numbers: kinds of interaction, callback, component and option, and flags."""

from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]


class InteractionKind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackKind(IntEnum):
    """What the bot answers first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class ComponentKind(IntEnum):
    """What a component is."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {
        ComponentKind.STRING_SELECT,
        ComponentKind.USER_SELECT,
        ComponentKind.ROLE_SELECT,
        ComponentKind.MENTIONABLE_SELECT,
        ComponentKind.CHANNEL_SELECT,
    }
)


class ButtonStyle(IntEnum):
    """How a button looks; LINK and PREMIUM ones tell the bot nothing."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4
    LINK = 5
    PREMIUM = 6


class OptionKind(IntEnum):
    """What a command's option takes."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class MessageFlag(IntFlag):
    """The flags of a message that matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class Intent(IntFlag):
    """What a bot may ask the gateway to tell it."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT

INTENT_FLAGS = {
    Intent.GUILD_PRESENCES: 1 << 13,
    Intent.GUILD_MEMBERS: 1 << 15,
    Intent.MESSAGE_CONTENT: 1 << 19,
}
"""The flag of an application that is allowed an intent, in under a hundred guilds."""


def kinds_below(components: list[Json]) -> list[Json]:
    """Gives every component of a message or modal, nested ones too, in reading order."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += kinds_below(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                found += kinds_below([component[key]])
    return found
