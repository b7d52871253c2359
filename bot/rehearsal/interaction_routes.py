"""The route by which the bot answers an interaction first."""

import secrets

from aiohttp import web

from bot.rehearsal.application_routes import number
from bot.rehearsal.command_refusals import refuse_choices
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.fields import body_field
from bot.rehearsal.interactions import FIRST_ANSWER, Interaction
from bot.rehearsal.modal_refusals import refuse_modal
from bot.rehearsal.parcel import Parcel, read_parcel
from bot.rehearsal.payloads import callback_payload
from bot.rehearsal.refusals import REPLY_FLAGS
from bot.rehearsal.reply import done, reply
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.wire import CallbackKind, InteractionKind, Json, MessageFlag, OptionKind
from bot.rehearsal.world import World

NEW = frozenset({CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE})
SAME = frozenset({CallbackKind.DEFERRED_UPDATE, CallbackKind.UPDATE})


class InteractionRoutes:
    """Answers callbacks: one to an interaction, within three seconds."""

    def __init__(self, world: World, scribe: Scribe) -> None:
        self._world = world
        self._scribe = scribe

    def table(self) -> list[web.RouteDef]:
        """Gives the routes, below /api/v10."""
        return [web.post("/interactions/{interaction}/{token}/callback", self._callback)]

    async def _callback(self, request: web.Request) -> web.Response:
        self._open(request)
        parcel = await read_parcel(request)
        # Once more: while the body came in, another request may have answered.
        interaction = self._open(request)
        field = body_field(parcel.body) / "type"
        kind = field.choice(_possible(interaction))
        field.complaints.refuse()
        callback = CallbackKind(kind or 0)
        self._carry_out(interaction, callback, parcel.inside("data"))
        interaction.answer(callback)
        self._world.changed()
        if request.query.get("with_response", "").lower() in ("1", "true"):
            return reply(callback_payload(interaction))
        return done()

    def _open(self, request: web.Request) -> Interaction:
        interaction = self._world.interactions.get(number(request, "interaction"))
        if interaction is None or not secrets.compare_digest(
            interaction.token, request.match_info["token"]
        ):
            raise Refused(Fault.UNKNOWN_INTERACTION)
        if interaction.callback is not None:
            raise Refused(Fault.ALREADY_ANSWERED)
        if self._world.clock.now() - interaction.created_at > FIRST_ANSWER:
            raise Refused(Fault.UNKNOWN_INTERACTION)
        return interaction

    def _carry_out(self, interaction: Interaction, callback: CallbackKind, data: Parcel) -> None:
        match callback:
            case CallbackKind.MESSAGE:
                self._post(interaction, data)
            case CallbackKind.DEFERRED_MESSAGE:
                self._defer(interaction, data.body)
            case CallbackKind.DEFERRED_UPDATE:
                interaction.original = interaction.source
            case CallbackKind.UPDATE:
                if interaction.source is None or interaction.source.deleted:
                    raise Refused(Fault.UNKNOWN_MESSAGE)
                self._scribe.rewrite(interaction.source, data)
                interaction.original = interaction.source
            case CallbackKind.CHOICES:
                interaction.choices = _choices(interaction, data.body)
            case CallbackKind.MODAL:
                refuse_modal(data.body)
                interaction.modal = data.body
                self._world.show(interaction.user.id, data.body)

    def _post(self, interaction: Interaction, data: Parcel) -> None:
        _guild, channel = self._world.channel(interaction.channel_id)
        flags = data.body.get("flags")
        ephemeral = isinstance(flags, int) and flags & MessageFlag.EPHEMERAL
        interaction.original = self._scribe.write(
            self._world.bot,
            channel,
            data,
            allowed=REPLY_FLAGS,
            interaction=interaction,
            private_to=interaction.user.id if ephemeral else None,
        )
        interaction.messages[interaction.original.id] = interaction.original

    def _defer(self, interaction: Interaction, body: Json) -> None:
        _guild, channel = self._world.channel(interaction.channel_id)
        field = body_field(body) / "flags"
        flags = MessageFlag(field.integer(0, (1 << 31) - 1) or 0)
        if int(flags) & ~int(MessageFlag.EPHEMERAL):
            field.say("MESSAGE_FLAGS_INVALID", "A deferred answer takes only EPHEMERAL.")
        field.complaints.refuse()
        ephemeral = MessageFlag.EPHEMERAL in flags
        interaction.original = self._scribe.loading(channel, interaction, ephemeral=ephemeral)
        interaction.messages[interaction.original.id] = interaction.original


def _possible(interaction: Interaction) -> frozenset[CallbackKind]:
    match interaction.kind:
        case InteractionKind.COMMAND:
            return NEW | {CallbackKind.MODAL}
        case InteractionKind.COMPONENT:
            return NEW | SAME | {CallbackKind.MODAL}
        case InteractionKind.AUTOCOMPLETE:
            return frozenset({CallbackKind.CHOICES})
        case InteractionKind.MODAL_SUBMIT:
            return NEW if interaction.source is None else NEW | SAME


def _choices(interaction: Interaction, body: Json) -> list[Json]:
    root = body_field(body)
    choices = root / "choices"
    choices.required()
    refuse_choices(choices, _focused_kind(interaction.data))
    root.complaints.refuse()
    return list(choices.value)


def _focused_kind(data: Json) -> int:
    for option in data.get("options") or []:
        if option.get("focused"):
            return int(option["type"])
        if option.get("options"):
            return _focused_kind(option)
    return OptionKind.STRING
