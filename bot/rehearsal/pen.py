"""What a person writes with: channel messages, replies, corrections."""

from bot.rehearsal.channels import Channel
from bot.rehearsal.errors import Refused
from bot.rehearsal.guilds import User
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Parcel
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.threads import refuse_edit, refuse_post
from bot.rehearsal.wire import Json, MessageFlag
from bot.rehearsal.world import World

EVERYTHING = ["users", "roles", "everyone"]


class Pen:
    """Writes as one person; what the Discord client wouldn't let him raises AssertionError."""

    def __init__(self, world: World, scribe: Scribe, user: User) -> None:
        self._world = world
        self._scribe = scribe
        self.user = user

    def write(
        self, channel: Channel, text: str, *, reply_to: Message | None = None, ping: bool = True
    ) -> Message:
        """Writes a message in a channel, perhaps as a reply that notifies whom it answers."""
        granted = self._world.guilds[channel.guild_id].permissions(self.user.id, channel)
        if channel.sending not in granted:
            raise AssertionError(f"{self.user.name} may not write in #{channel.name}")
        try:
            refuse_post(self._world, channel, self.user)
        except Refused as refused:
            raise AssertionError(f"{self.user.name} can't write: {refused.words}") from refused
        body: Json = {"content": self._with_mentions(channel, text)}
        if not ping:
            body["allowed_mentions"] = {"parse": EVERYTHING, "replied_user": False}
        if reply_to is not None:
            body["message_reference"] = {
                "message_id": str(reply_to.id),
                "channel_id": str(reply_to.channel_id),
            }
        return self._scribe.write(self.user, channel, Parcel(body), allowed=MessageFlag(0))

    def correct(self, message: Message, text: str) -> None:
        """Edits a message of his own."""
        if message.author != self.user:
            raise AssertionError(f"{self.user.name} can't edit what {message.author.name} wrote")
        _guild, channel = self._world.channel(message.channel_id)
        try:
            refuse_edit(self._world, channel, self.user)
        except Refused as refused:
            raise AssertionError(f"{self.user.name} can't edit: {refused.words}") from refused
        self._scribe.rewrite(message, Parcel({"content": self._with_mentions(channel, text)}))

    def _with_mentions(self, channel: Channel, text: str) -> str:
        # Longer names first: "@Anna" is not "@Ann" and an "a".
        users = [member.user for member in self._world.guilds[channel.guild_id].members.values()]
        for user in sorted(users, key=lambda user: -len(user.name)):
            text = text.replace(f"@{user.name}", f"<@{user.id}>")
        return text
