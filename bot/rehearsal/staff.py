"""What the staff of a guild does around the bot, and what the bot hears of it."""

from collections.abc import Sequence
from datetime import datetime

from bot.rehearsal.channels import Channel, Overwrite, Thread
from bot.rehearsal.guilds import Guild, Role, User
from bot.rehearsal.messages import Message
from bot.rehearsal.permissions import Permission, role_payload
from bot.rehearsal.threads import set_archived, tell_thread
from bot.rehearsal.wire import Intent, Json
from bot.rehearsal.world import BOT_PERMISSIONS, Notice, World, born

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
GONE = ("id", "guild_id", "parent_id", "type")
"""What is told of a deleted thread."""


class Staff:
    """Changes channels, roles and members; connected bots get the gateway's events of it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def invite_bot(self, guild: Guild) -> None:
        """Lets the bot into a guild, for the first time or again (GUILD_CREATE)."""
        self._world.guilds[guild.id] = guild
        if self._world.bot.id not in guild.members:
            self._world.member(guild, self._world.bot)
            self._world.grant(guild, self._world.bot, BOT_PERMISSIONS, managed=True)
        body = guild.arrival(self._world.bot.id)
        body.pop("unavailable")  # that it is false tells that a guild is back from an outage
        self._tell("GUILD_CREATE", body, guild)

    def remove_bot(self, guild: Guild) -> None:
        """Throws the bot out of a guild (GUILD_DELETE)."""
        guild.members.pop(self._world.bot.id, None)
        self._tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def black_out(self, guild: Guild) -> None:
        """Lets a guild be away, as in an outage of Discord (GUILD_DELETE, unavailable)."""
        self._tell("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    def light_up(self, guild: Guild) -> None:
        """Lets a guild be there again (GUILD_CREATE)."""
        self._tell("GUILD_CREATE", guild.arrival(self._world.bot.id), guild)

    def open_channel(self, guild: Guild, name: str) -> Channel:
        """Makes a text channel (CHANNEL_CREATE)."""
        channel = self._world.open_channel(guild, name)
        self._tell("CHANNEL_CREATE", channel.payload(), guild)
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """Deletes a channel with its messages and threads (CHANNEL_DELETE), or one thread."""
        guild = self._world.guilds[channel.guild_id]
        if isinstance(channel, Thread):
            gone: Json = {key: channel.payload()[key] for key in GONE}
            tell_thread(self._world, "THREAD_DELETE", channel, gone)
        for lost in (channel, *(t for t in guild.threads if t.parent is channel)):
            guild.channels.pop(lost.id)
            for message in list(self._world.channel_messages(lost.id)):
                message.deleted = True
                self._world.messages.pop(message.id)
        if not isinstance(channel, Thread):
            self._tell("CHANNEL_DELETE", channel.payload(), guild)

    def open_thread(
        self, channel: Channel, name: str, *, owner: User | None = None, auto_archive: int = 1440
    ) -> Thread:
        """Makes a public thread (THREAD_CREATE), archived by itself after so many minutes."""
        if auto_archive not in AUTO_ARCHIVE:
            raise ValueError(f"a thread is archived after one of {AUTO_ARCHIVE} minutes")
        thread = self._world.open_thread(channel, name, owner or self._world.owner, auto_archive)
        body = thread.payload() | {"newly_created": True}
        tell_thread(self._world, "THREAD_CREATE", thread, body)
        return thread

    def archive(self, thread: Thread, *, locked: bool = False) -> None:
        """Archives a thread, and locks it or not (THREAD_UPDATE)."""
        set_archived(self._world, thread, archived=True, locked=locked)

    def reopen(self, thread: Thread, *, locked: bool = False) -> None:
        """Takes an archived thread up again, and locks it or not (THREAD_UPDATE)."""
        set_archived(self._world, thread, archived=False, locked=locked)

    def archive_idle(self) -> list[Thread]:
        """Archives every thread in which nothing was written for its time, as Discord does.

        For a test that has turned the clock.
        """
        now = self._world.clock.now()
        threads = [t for guild in self._world.guilds.values() for t in guild.threads]
        idle = [
            t for t in threads if not t.archived and now - self._active(t) >= t.auto_archive * 60
        ]
        for thread in idle:
            self.archive(thread, locked=thread.locked)
        return idle

    def _active(self, thread: Thread) -> float:
        woken = datetime.fromisoformat(thread.archive_stamp).timestamp()
        return max(woken, born(thread.last_message_id or 0))

    def overwrite(
        self,
        channel: Channel,
        target: User | Role,
        *,
        allow: Permission = Permission.NONE,
        deny: Permission = Permission.NONE,
    ) -> None:
        """Sets what a channel allows and denies to a role or member (CHANNEL_UPDATE)."""
        channel.overwrites[target.id] = Overwrite(isinstance(target, Role), allow, deny)
        guild = self._world.guilds[channel.guild_id]
        self._tell("CHANNEL_UPDATE", channel.payload(), guild)

    def deny_bot(self, channel: Channel, deny: Permission) -> None:
        """Takes permissions in a channel from the bot; NONE gives them back."""
        self.overwrite(channel, self._world.bot, deny=deny)

    def set_permissions(self, guild: Guild, role: Role, permissions: Permission) -> None:
        """Changes what a role may do (GUILD_ROLE_UPDATE)."""
        role.permissions = permissions
        body: Json = {"guild_id": str(guild.id), "role": role_payload(role)}
        self._tell("GUILD_ROLE_UPDATE", body, guild)

    def give_role(
        self, guild: Guild, user: User, permissions: Permission = Permission.NONE
    ) -> Role:
        """Makes a role and gives it to a member (GUILD_ROLE_CREATE)."""
        role = self._world.grant(guild, user, permissions)
        body: Json = {"guild_id": str(guild.id), "role": role_payload(role)}
        self._tell("GUILD_ROLE_CREATE", body, guild)
        return role

    def delete_message(self, message: Message) -> None:
        """Deletes a message, as a moderator does (MESSAGE_DELETE)."""
        self._world.delete(message)

    def purge(self, messages: Sequence[Message]) -> None:
        """Deletes messages of one channel at once, as purge commands do (MESSAGE_DELETE_BULK)."""
        guild = self._world.guilds[messages[0].guild_id]
        for message in messages:
            message.deleted = True
            self._world.messages.pop(message.id)
        body: Json = {
            "ids": [str(message.id) for message in messages],
            "channel_id": str(messages[0].channel_id),
            "guild_id": str(guild.id),
        }
        self._tell("MESSAGE_DELETE_BULK", body, guild, Intent.GUILD_MESSAGES)

    def part(self, guild: Guild, user: User) -> None:
        """Lets a member leave; only a bot with the members' intent hears of it."""
        guild.members.pop(user.id)
        body: Json = {"guild_id": str(guild.id), "user": user.payload()}
        self._tell("GUILD_MEMBER_REMOVE", body, guild, Intent.GUILD_MEMBERS)

    def ban(self, guild: Guild, user: User) -> None:
        """Bans a member (GUILD_BAN_ADD comes with the moderation intent)."""
        self.part(guild, user)
        body: Json = {"guild_id": str(guild.id), "user": user.payload()}
        self._tell("GUILD_BAN_ADD", body, guild, Intent.GUILD_MODERATION)

    def rejoin(self, guild: Guild, user: User) -> None:
        """Lets somebody in, or back in; only a bot with the members' intent hears of it."""
        member = self._world.member(guild, user)
        body = member.payload() | {"guild_id": str(guild.id)}
        self._tell("GUILD_MEMBER_ADD", body, guild, Intent.GUILD_MEMBERS)

    def _tell(self, name: str, payload: Json, guild: Guild, intent: Intent = Intent.GUILDS) -> None:
        self._world.tell(Notice(name, payload, guild.id, intent))
