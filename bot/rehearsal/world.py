"""The pretend Discord's state, and who is told when it changes."""

import itertools
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.clock import Clock
from bot.rehearsal.commands import CommandBook
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.guilds import Guild, Member, Role, User
from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.permissions import MEMBER, Permission
from bot.rehearsal.wire import Intent, Json

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch: the start of 2015."""

BOT_NAME = "Doorcard"

BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.SEND_MESSAGES_IN_THREADS
)


class Deed(Enum):
    """What can happen to a message."""

    POST = "post"
    EDIT = "edit"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened to a message."""

    deed: Deed
    message: Message


@dataclass(frozen=True, slots=True)
class Notice:
    """A gateway event that isn't about a message; `intent` is what lets a bot hear of it."""

    name: str
    payload: Json
    guild_id: int
    intent: Intent


class World:
    """All guilds, people, messages and interactions.

    `remember` bounds how many old messages, versions and interactions are kept (None: all).
    """

    def __init__(self, clock: Clock, *, remember: int | None = None) -> None:
        self.clock = clock
        self.remember = remember
        self._serial = itertools.count()
        self.bot = User(self.snowflake(), BOT_NAME, bot=True)
        self.application_id = self.bot.id
        self.owner = User(self.snowflake(), "Owner")
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self.shown: dict[int, deque[Json]] = {}
        self.commands = CommandBook(self.application_id, self.snowflake, clock)
        self.on_message: list[Callable[[Happening], None]] = []
        self.on_interaction: list[Callable[[Interaction], None]] = []
        self.on_notice: list[Callable[[Notice], None]] = []
        self.on_change: list[Callable[[], None]] = []

    def snowflake(self) -> int:
        """Gives a new id, greater than every one before."""
        serial = next(self._serial)
        # The serial is folded into the time, so that ids rise even within a millisecond.
        millis = int(self.clock.now() * 1000) - EPOCH_MS + (serial >> 12)
        return (millis << 22) | (1 << 12) | (serial & 0xFFF)

    # Guilds and people

    def found(
        self, name: str, channels: tuple[str, ...], *, shard: int | None = None, shards: int = 1
    ) -> Guild:
        """Makes a guild with text channels, in which the bot has its own role.

        Its id is one of a `shard`, where that is given.
        """
        guild_id = self.snowflake()
        if shard is not None:
            guild_id += ((shard - (guild_id >> 22)) % shards) << 22
        guild = Guild(guild_id, name, self.owner.id, Role(guild_id, "@everyone", MEMBER))
        for channel in channels:
            self.open_channel(guild, channel)
        guild.members[self.owner.id] = Member(self.owner)
        guild.members[self.bot.id] = Member(self.bot)
        self.grant(guild, self.bot, BOT_PERMISSIONS, managed=True)
        self.guilds[guild_id] = guild
        return guild

    def open_channel(self, guild: Guild, name: str) -> Channel:
        """Makes a text channel."""
        channel = Channel(self.snowflake(), guild.id, name, position=len(guild.text_channels))
        guild.channels[channel.id] = channel
        return channel

    def open_thread(self, parent: Channel, name: str, owner: User, auto_archive: int) -> Thread:
        """Makes a public thread in a text channel."""
        now = self.clock.stamp()
        thread = Thread(
            self.snowflake(),
            parent.guild_id,
            name,
            parent=parent,
            owner_id=owner.id,
            auto_archive=auto_archive,
            created=now,
            archive_stamp=now,
        )
        self.guilds[parent.guild_id].channels[thread.id] = thread
        return thread

    def user(self, name: str) -> User:
        """Gives the person of a name, or makes him; a name is one person, wherever he is."""
        for user in self.users.values():
            if user.name == name and not user.bot:
                return user
        user = User(self.snowflake(), name)
        self.users[user.id] = user
        return user

    def member(self, guild: Guild, user: User) -> Member:
        """Makes a user a member of a guild."""
        guild.members[user.id] = member = Member(user)
        return member

    def grant(
        self, guild: Guild, user: User, permissions: Permission, *, managed: bool = False
    ) -> Role:
        """Gives a member a new role with these permissions."""
        position = len(guild.roles) + 1
        role = Role(self.snowflake(), user.name, permissions, position, managed)
        guild.roles[role.id] = role
        guild.members[user.id].role_ids.add(role.id)
        return role

    def guild(self, guild_id: int) -> Guild:
        """Gives a guild the bot is in; 10004 when there is none."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise Refused(Fault.UNKNOWN_GUILD)
        return guild

    def channel(self, channel_id: int) -> tuple[Guild, Channel]:
        """Gives a channel and its guild; 10003 when there is none."""
        for guild in self.guilds.values():
            if channel_id in guild.channels:
                return guild, guild.channels[channel_id]
        raise Refused(Fault.UNKNOWN_CHANNEL)

    # Messages

    def post(self, message: Message) -> None:
        """Puts a new message where its people see it."""
        message.versions = deque([message.payload], maxlen=self.remember)
        self.messages[message.id] = message
        self._forget(self.messages)
        if not message.ephemeral:
            self.channel(message.channel_id)[1].posted(message.id)
        self._shown(message)
        self._tell(Happening(Deed.POST, message))

    def edit(self, message: Message, payload: Json) -> None:
        """Lets a message become another payload."""
        message.become(payload)
        self._shown(message)
        self._tell(Happening(Deed.EDIT, message))

    def delete(self, message: Message) -> None:
        """Takes a message away."""
        message.deleted = True
        self.messages.pop(message.id, None)
        self._tell(Happening(Deed.DELETE, message))

    def channel_messages(self, channel_id: int) -> Iterator[Message]:
        """Gives the messages in a channel, ephemeral ones too, oldest first."""
        return (m for m in self.messages.values() if m.channel_id == channel_id)

    def sees(self, user_id: int, message: Message) -> bool:
        """Says whether a person sees a message now."""
        if message.deleted or message.private_to not in (None, user_id):
            return False
        guild = self.guilds.get(message.guild_id)
        channel = guild and guild.channels.get(message.channel_id)
        if not guild or not channel:
            return False
        return Permission.VIEW_CHANNEL in guild.permissions(user_id, channel)

    def show(self, user_id: int, payload: Json) -> None:
        """Remembers that a person was shown a payload."""
        self.shown.setdefault(user_id, deque(maxlen=self.remember)).append(payload)

    # Interactions

    def interact(self, interaction: Interaction) -> None:
        """Notes a new interaction."""
        self.interactions[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        self._forget(self.interactions)
        self._forget(self.by_token)
        for listener in self.on_interaction:
            listener(interaction)

    def token(self) -> str:
        """Gives a new interaction token."""
        return "rehearsed-" + secrets.token_hex(24)

    # Telling

    def tell(self, notice: Notice) -> None:
        """Tells of a change that isn't about a message."""
        for listener in self.on_notice:
            listener(notice)
        self.changed()

    def changed(self) -> None:
        """Wakes who waits for the world to change."""
        for listener in self.on_change:
            listener()

    def _tell(self, happening: Happening) -> None:
        for listener in self.on_message:
            listener(happening)
        self.changed()

    def _shown(self, message: Message) -> None:
        guild = self.guilds.get(message.guild_id)
        for user_id in guild.members if guild else ():
            if user_id != self.bot.id and self.sees(user_id, message):
                self.show(user_id, message.payload)

    def _forget(self, kept: dict[Any, Any]) -> None:
        if self.remember is not None and len(kept) > self.remember:
            del kept[next(iter(kept))]


def born(snowflake: int) -> float:
    """Gives when an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
