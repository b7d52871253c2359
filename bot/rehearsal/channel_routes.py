"""Routes about channels and the messages in them."""

from collections.abc import Callable

from aiohttp import web

from bot.rehearsal.application_routes import demand, number
from bot.rehearsal.buckets import OLD, Buckets
from bot.rehearsal.channels import Channel
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.fields import body_field
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Parcel, read_parcel
from bot.rehearsal.permissions import Permission
from bot.rehearsal.reading import as_read
from bot.rehearsal.refusals import CHANNEL_FLAGS
from bot.rehearsal.reply import done, reply
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.threads import refuse_delete
from bot.rehearsal.wire import Json
from bot.rehearsal.world import World

NONCE_LIFE = 5 * 60.0
"""Seconds in which an enforced nonce gives the earlier message."""


class ChannelRoutes:
    """Answers what the bot does in a channel by its own permissions."""

    def __init__(
        self, world: World, scribe: Scribe, buckets: Buckets, reads_everything: Callable[[], bool]
    ) -> None:
        self._world = world
        self._scribe = scribe
        self._buckets = buckets
        self._reads_everything = reads_everything

    def table(self) -> list[web.RouteDef]:
        """Gives the routes, below /api/v10."""
        messages = "/channels/{channel}/messages"
        return [
            web.get("/channels/{channel}", self._channel),
            web.post("/channels/{channel}/typing", self._typing),
            web.get(messages, self._history),
            web.post(messages, self._post),
            web.get(messages + "/{message}", self._get),
            web.patch(messages + "/{message}", self._edit),
            web.delete(messages + "/{message}", self._delete),
        ]

    def _here(self, request: web.Request) -> tuple[Channel, Permission]:
        guild, channel = self._world.channel(number(request, "channel"))
        return channel, guild.permissions(self._world.bot.id, channel)

    async def _channel(self, request: web.Request) -> web.Response:
        channel, granted = self._here(request)
        demand(granted)
        return reply(channel.payload())

    async def _typing(self, request: web.Request) -> web.Response:
        channel, granted = self._here(request)
        demand(granted, channel.sending)
        return done()

    async def _history(self, request: web.Request) -> web.Response:
        channel, granted = self._here(request)
        demand(granted)
        limit = _limit(request)
        found = [m for m in self._world.channel_messages(channel.id) if not m.ephemeral]
        if Permission.READ_MESSAGE_HISTORY not in granted:
            found = []
        before, after = request.query.get("before"), request.query.get("after")
        if before:
            found = [message for message in found if message.id < int(before)]
        if after:
            found = [message for message in found if message.id > int(after)][:limit]
        return reply([self._read(message) for message in found[::-1][:limit]])

    async def _post(self, request: web.Request) -> web.Response:
        channel, granted = self._here(request)
        demand(granted, channel.sending)
        parcel = await read_parcel(request)
        _demand_for(parcel, granted)
        earlier = self._earlier(channel, parcel.body)
        if earlier is not None:
            return reply(earlier.payload)
        message = self._scribe.write(self._world.bot, channel, parcel, allowed=CHANNEL_FLAGS)
        if parcel.body.get("nonce") is not None:
            key = (channel.id, str(parcel.body["nonce"]))
            self._world.nonces[key] = (self._world.clock.now(), message)
        return reply(message.payload)

    def _earlier(self, channel: Channel, body: Json) -> Message | None:
        if not body.get("enforce_nonce"):
            return None
        key = (channel.id, str(body.get("nonce")))
        at, message = self._world.nonces.get(key, (0.0, None))
        if message is None or message.deleted or self._world.clock.now() - at > NONCE_LIFE:
            return None
        return message

    def _message(self, request: web.Request) -> tuple[Message, Permission]:
        channel, granted = self._here(request)
        demand(granted)
        message = self._world.messages.get(number(request, "message"))
        # An ephemeral message doesn't exist for the channel's routes.
        if message is None or message.ephemeral or message.channel_id != channel.id:
            raise Refused(Fault.UNKNOWN_MESSAGE)
        return message, granted

    async def _get(self, request: web.Request) -> web.Response:
        message, granted = self._message(request)
        demand(granted, Permission.READ_MESSAGE_HISTORY)
        return reply(self._read(message))

    def _read(self, message: Message) -> Json:
        bot_id, everything = self._world.bot.id, self._reads_everything()
        return as_read(message.payload, bot_id, everything=everything)

    async def _edit(self, request: web.Request) -> web.Response:
        message, granted = self._message(request)
        if message.author.id != self._world.bot.id:
            raise Refused(Fault.NOT_THE_AUTHOR)
        parcel = await read_parcel(request)
        if parcel.uploads:
            demand(granted, Permission.ATTACH_FILES)
        self._spare_the_old(message)
        self._scribe.rewrite(message, parcel)
        return reply(message.payload)

    def _spare_the_old(self, message: Message) -> None:
        if self._world.clock.now() - message.created_at <= OLD:
            return
        wait = self._buckets.draw_old_edit(message.channel_id)
        if wait is not None:
            raise Refused(Fault.TOO_MANY_OLD_EDITS, retry_after=wait)

    async def _delete(self, request: web.Request) -> web.Response:
        message, granted = self._message(request)
        if message.author.id != self._world.bot.id:
            demand(granted, Permission.MANAGE_MESSAGES)
        channel, _granted = self._here(request)
        refuse_delete(self._world, channel, self._world.bot)
        self._world.delete(message)
        return done()


def _demand_for(parcel: Parcel, granted: Permission) -> None:
    if parcel.body.get("embeds"):
        demand(granted, Permission.EMBED_LINKS)
    if parcel.uploads:
        demand(granted, Permission.ATTACH_FILES)
    if parcel.body.get("message_reference") and Permission.READ_MESSAGE_HISTORY not in granted:
        raise Refused(Fault.REPLY_UNREADABLE)


def _limit(request: web.Request) -> int:
    text = request.query.get("limit", "50")
    field = body_field({"limit": int(text) if text.isdecimal() else text}) / "limit"
    limit = field.integer(1, 100)
    field.complaints.refuse()
    return limit or 50
