"""The payload of INTERACTION_CREATE and of the answer to a callback."""

from bot.rehearsal.guilds import LOCALE, Guild
from bot.rehearsal.interactions import Interaction
from bot.rehearsal.parcel import LARGEST_FILE
from bot.rehearsal.permissions import role_payload
from bot.rehearsal.wire import CallbackKind, Json
from bot.rehearsal.world import World

IN_GUILD = 0
"""The interaction context of a guild."""

WITH_MESSAGE = frozenset({CallbackKind.MESSAGE, CallbackKind.UPDATE})


def interaction_payload(world: World, interaction: Interaction) -> Json:
    """Gives the payload of INTERACTION_CREATE, with every field Discord sends in a guild."""
    guild = world.guilds[interaction.guild_id]
    channel = guild.channels[interaction.channel_id]
    may = guild.permissions(interaction.user.id, channel)
    member = guild.members[interaction.user.id].payload() | {"permissions": str(int(may))}
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": int(interaction.kind),
        "data": interaction.data,
        "guild": {"id": str(guild.id), "locale": LOCALE, "features": []},
        "guild_id": str(guild.id),
        "channel": channel.payload() | {"permissions": str(int(may))},
        "channel_id": str(channel.id),
        "member": member,
        "token": interaction.token,
        "version": 1,
        "app_permissions": str(int(guild.permissions(world.bot.id, channel))),
        "locale": LOCALE,
        "guild_locale": LOCALE,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": IN_GUILD,
        "attachment_size_limit": LARGEST_FILE,
    }
    if interaction.source is not None:
        body["message"] = dict(interaction.source.payload)
    return body


def callback_payload(interaction: Interaction) -> Json:
    """Gives the answer to a callback sent with `?with_response=1`."""
    body: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    original, callback = interaction.original, interaction.callback
    if original is not None:
        body |= {
            "response_message_id": str(original.id),
            "response_message_loading": original.loading,
            "response_message_ephemeral": original.ephemeral,
            "channel_id": str(original.channel_id),
            "guild_id": str(original.guild_id),
        }
    answer: Json = {"interaction": body}
    if callback in WITH_MESSAGE and original is not None:
        answer["resource"] = {"type": int(callback), "message": original.payload}
    return answer


def resolved_members(world: World, guild: Guild, user_ids: list[int]) -> Json:
    """Gives the `resolved` of an interaction that names people."""
    if not user_ids:
        return {}
    members: Json = {}
    for user_id in user_ids:
        member = guild.members.get(user_id)
        if member is not None:
            partial = member.payload(with_user=False)
            partial = {k: v for k, v in partial.items() if k not in ("deaf", "mute")}
            partial["permissions"] = str(int(guild.permissions(user_id)))
            members[str(user_id)] = partial
    users = {str(user_id): world.users[user_id].payload() for user_id in user_ids}
    return {"users": users, "members": members}


def resolved_places(world: World, guild: Guild, channel_ids: list[int]) -> Json:
    """Gives the channels of an interaction that names some, of other guilds too."""
    found: Json = {}
    for channel_id in channel_ids:
        home, channel = world.channel(channel_id)
        may = str(int(guild.permissions(world.bot.id))) if home is guild else "0"
        found[str(channel_id)] = channel.payload() | {"permissions": may}
    return {"channels": found} if found else {}


def resolved_roles(guild: Guild, role_ids: list[int]) -> Json:
    """Gives the roles of an interaction that names some."""
    known = {guild.everyone.id: guild.everyone, **guild.roles}
    found = {str(one): role_payload(known[one]) for one in role_ids if one in known}
    return {"roles": found} if found else {}
