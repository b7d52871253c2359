"""Text channels, and the threads in them."""

from dataclasses import dataclass, field
from enum import IntEnum

from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import Json


class ChannelKind(IntEnum):
    """Discord's channel types, as far as a table can sit in one."""

    TEXT = 0
    PUBLIC_THREAD = 11


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows or denies to a role or a member."""

    of_role: bool
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


@dataclass(slots=True)
class Channel:
    """A guild's text channel."""

    id: int
    guild_id: int
    name: str
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    last_message_id: int | None = None

    @property
    def sending(self) -> Permission:
        """Gives the permission that lets one write here."""
        return Permission.SEND_MESSAGES

    @property
    def ruling(self) -> "Channel":
        """Gives the channel whose overwrites count here."""
        return self

    def posted(self, message_id: int) -> None:
        """Notes a new message."""
        self.last_message_id = message_id

    def payload(self) -> Json:
        """Gives the channel as the API writes it."""
        return {
            "id": str(self.id),
            "type": int(ChannelKind.TEXT),
            "guild_id": str(self.guild_id),
            "name": self.name,
            "position": self.position,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "last_message_id": _text(self.last_message_id),
            "flags": 0,
            "permission_overwrites": [
                {
                    "id": str(target),
                    "type": 0 if overwrite.of_role else 1,
                    "allow": str(int(overwrite.allow)),
                    "deny": str(int(overwrite.deny)),
                }
                for target, overwrite in self.overwrites.items()
            ],
        }


@dataclass(slots=True, kw_only=True)
class Thread(Channel):
    """A public thread: everybody who sees its parent sees it.

    `auto_archive` is in minutes, the stamps are as Discord writes them.
    """

    parent: Channel
    owner_id: int
    auto_archive: int
    created: str
    archive_stamp: str
    archived: bool = False
    locked: bool = False
    messages: int = 0

    @property
    def sending(self) -> Permission:
        """Gives the permission that lets one write here; SEND_MESSAGES has no effect in threads."""
        return Permission.SEND_MESSAGES_IN_THREADS

    @property
    def ruling(self) -> Channel:
        """Gives the parent: a thread has no overwrites of its own."""
        return self.parent

    def posted(self, message_id: int) -> None:
        """Notes a new message."""
        self.last_message_id = message_id
        self.messages += 1

    def payload(self) -> Json:
        """Gives the thread as the API writes it."""
        return {
            "id": str(self.id),
            "type": int(ChannelKind.PUBLIC_THREAD),
            "guild_id": str(self.guild_id),
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner_id),
            "name": self.name,
            "last_message_id": _text(self.last_message_id),
            "rate_limit_per_user": 0,
            "message_count": self.messages,
            "total_message_sent": self.messages,
            "member_count": 1,
            "flags": 0,
            "thread_metadata": {
                "archived": self.archived,
                "archive_timestamp": self.archive_stamp,
                "auto_archive_duration": self.auto_archive,
                "locked": self.locked,
                "create_timestamp": self.created,
            },
        }


def _text(snowflake: int | None) -> str | None:
    return None if snowflake is None else str(snowflake)
