"""Guilds and who and what is in them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.permissions import Permission, in_channel, in_guild, role_payload
from bot.rehearsal.wire import Json

LOCALE = "en-US"


@dataclass(frozen=True, slots=True)
class User:
    """Somebody on Discord, a bot too."""

    id: int
    name: str
    bot: bool = False

    def payload(self) -> Json:
        """Gives the user as the API writes it."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0001" if self.bot else "0",
            "avatar": None,
            "avatar_decoration_data": None,
            "primary_guild": None,
            "public_flags": 0,
            "flags": 0,
            "bot": self.bot,
        }


@dataclass(slots=True)
class Role:
    """A role; its name and place never matter here, its permissions do."""

    id: int
    name: str
    permissions: Permission
    position: int = 0
    managed: bool = False


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    user: User
    role_ids: set[int] = field(default_factory=set)
    joined_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    def payload(self, *, with_user: bool = True) -> Json:
        """Gives the member as the API writes it."""
        body: Json = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role) for role in sorted(self.role_ids)],
            "joined_at": self.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "communication_disabled_until": None,
            "flags": 0,
        }
        if with_user:
            body["user"] = self.user.payload()
        return body


@dataclass(slots=True)
class Guild:
    """A server: its roles, members, and channels, threads among these."""

    id: int
    name: str
    owner_id: int
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)

    @property
    def text_channels(self) -> list[Channel]:
        """Gives the channels that are no threads."""
        return [c for c in self.channels.values() if not isinstance(c, Thread)]

    @property
    def threads(self) -> list[Thread]:
        """Gives the threads, archived ones too."""
        return [c for c in self.channels.values() if isinstance(c, Thread)]

    def roles_of(self, member: Member) -> list[Role]:
        """Gives the roles of a member beside @everyone."""
        return [self.roles[role] for role in sorted(member.role_ids) if role in self.roles]

    def permissions(self, user_id: int, channel: Channel | None = None) -> Permission:
        """Gives what a user may do in the guild or one of its channels; a stranger nothing."""
        member = self.members.get(user_id)
        if member is None:
            return Permission.NONE
        if channel is None:
            return in_guild(self, member)
        return in_channel(self, channel, member)

    def channel(self, name: str) -> Channel:
        """Gives the channel of a name, with or without the '#'; KeyError when there is none."""
        for channel in self.channels.values():
            if channel.name == name.removeprefix("#"):
                return channel
        raise KeyError(name)

    def payload(self) -> Json:
        """Gives the guild as the API writes it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner_id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": [role_payload(role) for role in (self.everyone, *self.roles.values())],
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "home_header": None,
            "region": "deprecated",
            "widget_enabled": False,
            "widget_channel_id": None,
            "max_presences": None,
            "max_members": 25_000_000,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "premium_subscription_count": 0,
            "nsfw": False,
            "incidents_data": None,
            "premium_tier": 0,
            "preferred_locale": LOCALE,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "stickers": [],
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
        }

    def arrival(self, bot_id: int) -> Json:
        """Gives the payload of GUILD_CREATE: without the members' intent only the bot is in it."""
        visible = (
            thread
            for thread in self.threads
            if Permission.VIEW_CHANNEL in self.permissions(bot_id, thread)
        )
        body = self.payload()
        body |= {
            "joined_at": self.members[bot_id].joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "voice_states": [],
            "members": [self.members[bot_id].payload()],
            "channels": [channel.payload() for channel in self.text_channels],
            "threads": [thread.payload() for thread in visible if not thread.archived],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
        return body
