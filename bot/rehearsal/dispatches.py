"""Dispatches: what a session of the bot is told of the world, as it goes over the wire."""

from bot.rehearsal.guilds import Guild
from bot.rehearsal.session import Session
from bot.rehearsal.wire import Intent, Json
from bot.rehearsal.world import Deed, Happening, World


def guilds_of(world: World, session: Session) -> list[Guild]:
    """Gives the guilds of a session's shard that the bot is in."""
    return [
        guild
        for guild in world.guilds.values()
        if session.hears(guild.id) and world.bot.id in guild.members
    ]


def readiness(world: World, session: Session, guilds: list[Guild], url: str, flags: int) -> Json:
    """Gives READY's body; the session is resumed at `url`, `flags` are the application's."""
    return {
        "v": 10,
        "user": world.bot.payload()
        | {"verified": True, "mfa_enabled": False, "email": None, "flags": 0},
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": url,
        "shard": list(session.shard),
        "application": {"id": str(world.application_id), "flags": flags},
        "private_channels": [],
    }


def members_chunk(world: World, session: Session, asked: Json) -> Json:
    """Gives the body that answers a request for members: by id, or everyone where allowed."""
    guild = world.guilds.get(int(asked["guild_id"]))
    named = asked.get("user_ids")
    wanted = {int(user) for user in ([named] if isinstance(named, str) else named or [])}
    everyone = Intent.GUILD_MEMBERS in session.intents and named is None
    members = guild.members if guild else {}
    found = [m for m in members.values() if everyone or m.user.id in wanted]
    return {
        "guild_id": asked["guild_id"],
        "members": [member.payload() for member in found],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [str(user) for user in wanted if user not in members],
        "nonce": asked.get("nonce"),
    }


def message_event(world: World, session: Session, happening: Happening) -> tuple[str, Json]:
    """Gives the name and body of what happened to a message, as far as a session may read it."""
    message, bot = happening.message, world.bot
    if happening.deed is Deed.DELETE:
        gone: Json = {"id": str(message.id), "channel_id": str(message.channel_id)}
        if not message.ephemeral:
            gone["guild_id"] = str(message.guild_id)
        return "MESSAGE_DELETE", gone
    everything = Intent.MESSAGE_CONTENT in session.intents
    body = message.on_the_wire(bot.id, everything=everything)
    member = world.guilds[message.guild_id].members.get(message.author.id)
    if member is not None and not message.ephemeral and "webhook_id" not in body:
        body["member"] = member.payload(with_user=False)
    return f"MESSAGE_{'CREATE' if happening.deed is Deed.POST else 'UPDATE'}", body
