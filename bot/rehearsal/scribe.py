"""Turning the bodies the bot sends into messages, and messages into others."""

from collections.abc import Callable
from typing import Any

from bot.rehearsal.cdn import Cdn
from bot.rehearsal.channels import Channel
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.furnishing import completed
from bot.rehearsal.guilds import User
from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import (
    Message,
    mentioned_roles,
    mentioned_users,
    pinged_users,
    pings_everyone,
)
from bot.rehearsal.parcel import Parcel
from bot.rehearsal.refusals import EDIT_FLAGS, refuse_message
from bot.rehearsal.threads import refuse_edit, refuse_post, wake
from bot.rehearsal.wire import Json, MessageFlag
from bot.rehearsal.world import World

DEFAULT, REPLY, COMMAND_REPLY = 0, 19, 20
"""Message types."""


class Scribe:
    """Writes and rewrites messages in a world."""

    def __init__(self, world: World, url: Callable[[], str]) -> None:
        self._world = world
        self.cdn = Cdn(world, url)

    def write(
        self,
        author: User,
        channel: Channel,
        parcel: Parcel,
        *,
        allowed: MessageFlag,
        interaction: Interaction | None = None,
        private_to: int | None = None,
    ) -> Message:
        """Writes a new message; raises Refused when Discord would not take it."""
        body = parcel.body
        refuse_message(body, allowed, uploads=parcel.names)
        if private_to is None:
            refuse_post(self._world, channel, author)
        reply = self._replied_to(channel, body)
        message_id = self._world.snowflake()
        payload = self._blank(message_id, author, channel)
        files = self._attached(parcel, [], channel.id, ephemeral=private_to is not None)
        payload |= self._written(body, files)
        payload["flags"] = int(body.get("flags") or 0)
        if "nonce" in body and body["nonce"] is not None:
            payload["nonce"] = body["nonce"]
        if reply is not None:
            payload["type"] = REPLY
            payload["message_reference"] = {
                "type": 0,
                "message_id": str(reply.id),
                "channel_id": str(reply.channel_id),
                "guild_id": str(reply.guild_id),
            }
            payload["referenced_message"] = reply.payload
        if interaction is not None:
            self._sign(payload, interaction)
        message = Message(
            id=message_id,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            author=author,
            payload=payload,
            created_at=self._world.clock.now(),
            private_to=private_to,
            pinged=pinged_users(body, replied_to=reply.author.id if reply else None),
        )
        self._name_replied(message, reply)
        self._post(message, channel)
        return message

    def loading(self, channel: Channel, interaction: Interaction, *, ephemeral: bool) -> Message:
        """Writes "the application is thinking"."""
        message_id = self._world.snowflake()
        payload = self._blank(message_id, self._world.bot, channel)
        flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if ephemeral else MessageFlag(0))
        payload["flags"] = int(flags)
        self._sign(payload, interaction)
        message = Message(
            id=message_id,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            author=self._world.bot,
            payload=payload,
            created_at=self._world.clock.now(),
            private_to=interaction.user.id if ephemeral else None,
        )
        if not ephemeral:
            refuse_post(self._world, channel, self._world.bot)
        self._post(message, channel)
        return message

    def rewrite(self, message: Message, parcel: Parcel) -> None:
        """Edits a message: only the fields given change; raises Refused as `write` does.

        A loading message is filled so, and is no longer loading.
        """
        body, before = parcel.body, message.payload
        refuse_message(body, EDIT_FLAGS, uploads=parcel.names, before=before)
        if not message.ephemeral:
            _guild, channel = self._world.channel(message.channel_id)
            refuse_edit(self._world, channel, message.author)
        payload = dict(before)
        # What the refusals let pass as null empties the field.
        payload |= self._written(
            {**body, **{key: body[key] or [] for key in ("embeds", "components") if key in body}},
            self._attached(
                parcel,
                before["attachments"],
                message.channel_id,
                ephemeral=message.ephemeral,
            ),
            partly=True,
        )
        payload["flags"] = self._kept_flags(MessageFlag(before["flags"]), body)
        payload["edited_timestamp"] = self._world.clock.stamp()
        self._world.edit(message, payload)

    def _post(self, message: Message, channel: Channel) -> None:
        if not message.ephemeral:
            wake(self._world, channel)
        self._world.post(message)

    def _kept_flags(self, before: MessageFlag, body: Json) -> int:
        given = body.get("flags")
        kept = before & ~MessageFlag.LOADING
        if given is None:
            return int(kept)
        lasting = kept & (MessageFlag.EPHEMERAL | MessageFlag.IS_COMPONENTS_V2)
        return int(lasting | MessageFlag(given & int(EDIT_FLAGS)))

    def _blank(self, message_id: int, author: User, channel: Channel) -> Json:
        return {
            "id": str(message_id),
            "type": DEFAULT,
            "channel_id": str(channel.id),
            "author": author.payload(),
            "content": "",
            "attachments": [],
            "embeds": [],
            "components": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "timestamp": self._world.clock.stamp(),
            "edited_timestamp": None,
            "flags": 0,
        }

    def _sign(self, payload: Json, interaction: Interaction) -> None:
        application = str(self._world.application_id)
        payload |= {
            "type": COMMAND_REPLY if interaction.source is None else DEFAULT,
            "application_id": application,
            "webhook_id": application,
            "interaction_metadata": interaction.metadata,
        }

    def _written(self, body: Json, attachments: list[Json], *, partly: bool = False) -> Json:
        urls = {f"attachment://{file['filename']}": file["url"] for file in attachments}
        fields: Json = {"attachments": attachments}
        if "content" in body or not partly:
            fields["content"] = (body.get("content") or "").strip()
        if "embeds" in body or not partly:
            fields["embeds"] = [
                {"type": "rich"} | _resolved(embed, urls) for embed in body.get("embeds") or []
            ]
        if "components" in body or not partly:
            fields["components"] = completed(
                _resolved(body.get("components") or [], urls), attachments, self._world.snowflake
            )
        if "content" in fields or "components" in fields:
            fields["mentions"] = [
                self._world.users[user].payload()
                for user in mentioned_users(body)
                if user in self._world.users
            ]
            fields["mention_roles"] = mentioned_roles(body)
            fields["mention_everyone"] = pings_everyone(body)
        return fields

    def _attached(
        self, parcel: Parcel, before: list[Json], channel_id: int, *, ephemeral: bool
    ) -> list[Json]:
        listed = parcel.body.get("attachments")
        described = {str(item["id"]): item for item in listed or []}
        kept = [file for file in before if listed is None or file["id"] in described]
        return kept + [
            self.cdn.store(
                upload,
                described.get(str(number), {}),
                channel_id=channel_id,
                ephemeral=ephemeral,
            )
            for number, upload in sorted(parcel.uploads.items())
        ]

    def _replied_to(self, channel: Channel, body: Json) -> Message | None:
        reference = body.get("message_reference")
        if not reference:
            return None
        message = self._world.messages.get(int(reference.get("message_id") or 0))
        if message and message.channel_id == channel.id and not message.ephemeral:
            return message
        if reference.get("fail_if_not_exists", True):
            unknown = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}
            raise Refused(Fault.INVALID_BODY, {"message_reference": {"_errors": [unknown]}})
        return None

    def _name_replied(self, message: Message, reply: Message | None) -> None:
        # A reply that notifies names whom it answers among its mentions.
        if reply is None or reply.author.id not in message.pinged:
            return
        mentions = message.payload["mentions"]
        if all(user["id"] != str(reply.author.id) for user in mentions):
            message.payload["mentions"] = [*mentions, reply.author.payload()]


def _resolved(value: Any, urls: dict[str, str]) -> Any:
    """Gives a copy in which `attachment://` addresses are where the files are served."""
    if isinstance(value, dict):
        return {key: _resolved(inner, urls) for key, inner in value.items()}
    if isinstance(value, list):
        return [_resolved(inner, urls) for inner in value]
    return urls.get(value, value) if isinstance(value, str) else value
