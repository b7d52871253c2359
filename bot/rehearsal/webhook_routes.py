"""Routes by which the bot goes on answering: followups and the original answer."""

from aiohttp import web

from bot.rehearsal.application_routes import number
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.interactions import TOKEN_LIFE, Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Parcel, read_parcel
from bot.rehearsal.refusals import REPLY_FLAGS
from bot.rehearsal.reply import done, reply
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.threads import refuse_delete
from bot.rehearsal.wire import MessageFlag
from bot.rehearsal.world import World


class WebhookRoutes:
    """Answers what the bot does with an interaction's token, for fifteen minutes."""

    def __init__(self, world: World, scribe: Scribe) -> None:
        self._world = world
        self._scribe = scribe

    def table(self) -> list[web.RouteDef]:
        """Gives the routes, below /api/v10."""
        hook = "/webhooks/{application}/{token}"
        routes = [web.post(hook, self._follow_up)]
        for path in (hook + "/messages/@original", hook + "/messages/{message}"):
            routes += [
                web.get(path, self._get),
                web.patch(path, self._edit),
                web.delete(path, self._delete),
            ]
        return routes

    def _interaction(self, request: web.Request) -> Interaction:
        interaction = self._world.by_token.get(request.match_info["token"])
        ours = number(request, "application") == self._world.application_id
        if interaction is None or not ours:
            raise Refused(Fault.INVALID_TOKEN if ours else Fault.UNKNOWN_WEBHOOK)
        if self._world.clock.now() - interaction.created_at > TOKEN_LIFE:
            raise Refused(Fault.INVALID_TOKEN)
        if interaction.callback is None:
            # Before its first answer an interaction has no webhook yet.
            raise Refused(Fault.UNKNOWN_WEBHOOK)
        return interaction

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction, parcel = self._interaction(request), await read_parcel(request)
        original = interaction.original
        if original is not None and original.loading and not original.deleted:
            # The first followup to a deferred answer fills it; its own visibility counts not.
            body = {k: v for k, v in parcel.body.items() if k != "flags"}
            kept = MessageFlag(parcel.body.get("flags") or 0) & MessageFlag.IS_COMPONENTS_V2
            if kept:
                body["flags"] = int(kept)
            self._scribe.rewrite(original, Parcel(body, parcel.uploads))
            return reply(original.payload)
        message = self._post(interaction, parcel)
        return reply(message.payload)

    def _post(self, interaction: Interaction, parcel: Parcel) -> Message:
        _guild, channel = self._world.channel(interaction.channel_id)
        flags = parcel.body.get("flags") or 0
        ephemeral = isinstance(flags, int) and flags & MessageFlag.EPHEMERAL
        message = self._scribe.write(
            self._world.bot,
            channel,
            parcel,
            allowed=REPLY_FLAGS,
            interaction=interaction,
            private_to=interaction.user.id if ephemeral else None,
        )
        interaction.messages[message.id] = message
        return message

    def _message(self, request: web.Request) -> Message:
        interaction = self._interaction(request)
        if "message" not in request.match_info:
            message = interaction.original
        else:
            message_id = number(request, "message")
            message = interaction.messages.get(message_id)
            if interaction.original is not None and interaction.original.id == message_id:
                message = interaction.original
        if message is None or message.deleted:
            raise Refused(Fault.UNKNOWN_MESSAGE)
        return message

    async def _get(self, request: web.Request) -> web.Response:
        return reply(self._message(request).payload)

    async def _edit(self, request: web.Request) -> web.Response:
        message, parcel = self._message(request), await read_parcel(request)
        self._scribe.rewrite(message, parcel)
        return reply(message.payload)

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if not message.ephemeral:
            _guild, channel = self._world.channel(message.channel_id)
            refuse_delete(self._world, channel, self._world.bot)
        self._world.delete(message)
        return done()
