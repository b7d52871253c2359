"""What goes wrong: Discord refuses, hangs and forgets, places vanish, people go, the bot dies."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.rehearsal.permissions import Permission
from bot.rehearsal.weather import Storm
from tests.soak.cast import Cast

ROUTES: Final = (
    "POST /interactions/*/*/callback",
    "PATCH /channels/*/messages/*",
    "POST /channels/*/messages",
    "POST /webhooks/*",
    "PATCH /webhooks/*",
    "GET /guilds/*/members/*",
    "DELETE /channels/*/messages/*",
    "*",
)
LOST: Final = (
    Permission.SEND_MESSAGES,
    Permission.VIEW_CHANNEL,
    Permission.EMBED_LINKS,
    Permission.READ_MESSAGE_HISTORY,
)

Striking = Callable[[random.Random, Cast], Awaitable[None]]


async def brew(chance: random.Random, cast: Cast) -> None:
    """Let the next requests of a route be refused, delayed, dropped, or answered late."""
    route, times = chance.choice(ROUTES), chance.randint(1, 3)
    match chance.randrange(6):
        case 0:
            storm = Storm(route, times=times, status=429, retry_after=0.1)
        case 1:
            storm = Storm(route, times=times, status=chance.choice((500, 502, 503)))
        case 2:
            storm = Storm(route, times=times, drop=True)
        case 3:
            storm = Storm(route, times=times, drop=True, late=True)
        case 4:
            storm = Storm(route, times=times, status=500, late=True)
        case _:
            storm = Storm(route, times=times, delay=chance.choice((0.2, 1.0, 3.2)))
    cast.stage.weather.brew(storm)


async def cut(chance: random.Random, cast: Cast) -> None:
    """Break the connection to the gateway in one of its ways."""
    gateway = cast.stage.gateway
    match chance.randrange(5):
        case 0:
            gateway.cut()
        case 1:
            gateway.reconnect()
        case 2:
            gateway.invalidate(resumable=True)
        case 3:
            gateway.cut()
            gateway.forget()
        case _:
            gateway.repeat(chance.choice(("INTERACTION_CREATE", "MESSAGE_CREATE")))


async def kill(chance: random.Random, cast: Cast) -> None:
    """End the bot's process at once, or ask it to end, and start it again."""
    stage = cast.stage
    if chance.random() < 0.3:
        assert await stage.stop_bot() == 0, "SIGTERM does not end the bot with 0"
    else:
        await stage.kill_bot()
    stage.environment["DOORCARD_SEED"] = str(chance.randrange(2**31))
    await stage.start_bot(ready=False)


async def delete(chance: random.Random, cast: Cast) -> None:
    """Delete a table's panel, as a moderator does, or purge some."""
    panel = cast.panel(chance.choice(cast.channels))
    if panel is not None:
        staff = cast.stage.staff
        staff.delete_message(panel) if chance.random() < 0.5 else staff.purge([panel])


async def close_channel(chance: random.Random, cast: Cast) -> None:
    """Delete a channel or thread, and make another in its place."""
    staff, channel = cast.stage.staff, chance.choice(cast.channels)
    guild = cast.guild_of(channel)
    if channel in cast.threads:
        staff.delete_channel(channel)
        staff.open_thread(guild.text_channels[0], "thread", auto_archive=10_080)
    elif channel is not cast.stage.guild.text_channels[0]:
        staff.delete_channel(channel)
        staff.open_channel(guild, channel.name)


async def archive(chance: random.Random, cast: Cast) -> None:
    """Archive a thread, or lock it besides."""
    for thread in cast.threads:
        cast.stage.staff.archive(thread, locked=chance.random() < 0.3)


async def deny(chance: random.Random, cast: Cast) -> None:
    """Take a permission from the bot in a channel."""
    cast.stage.staff.deny_bot(chance.choice(cast.channels), chance.choice(LOST))


async def part(chance: random.Random, cast: Cast) -> None:
    """Let a member leave or be banned, or let one back in."""
    staff, guild = cast.stage.staff, chance.choice(cast.guilds)
    gone = [user for user in cast.users if user.id not in guild.members]
    there = [user for user in cast.users[2:] if user.id in guild.members]
    if gone and (chance.random() < 0.5 or len(there) < 4):
        staff.rejoin(guild, chance.choice(gone))
    elif there:
        (staff.ban if chance.random() < 0.5 else staff.part)(guild, chance.choice(there))


async def throw_out(chance: random.Random, cast: Cast) -> None:
    """Throw the bot out of the second guild; it is invited again when it is calm."""
    guild = cast.guilds[1]
    if cast.stage.world.bot.id in guild.members and chance.random() < 0.5:
        cast.stage.staff.remove_bot(guild)


async def lose(chance: random.Random, cast: Cast) -> None:
    """Lose a shard, or let it be found again; it comes back when it is calm at the latest."""
    gateway = cast.stage.gateway
    shard = chance.randrange(gateway.shards)
    (gateway.find if chance.random() < 0.5 else gateway.lose)(shard)


async def outage(chance: random.Random, cast: Cast) -> None:
    """Let a guild be away as in an outage of Discord; it is back when it is calm."""
    guild = chance.choice(cast.guilds)
    if cast.stage.world.bot.id in guild.members:
        cast.away.add(guild.id)
        cast.stage.staff.black_out(guild)


def clear(cast: Cast) -> None:
    """End all storms: everything and everybody that was away is back."""
    stage, world = cast.stage, cast.stage.world
    stage.weather.clear()
    for shard in range(stage.gateway.shards):
        stage.gateway.find(shard)
    for channel in cast.channels:
        if channel.overwrites:
            stage.staff.deny_bot(channel, Permission.NONE)
    for thread in cast.threads:
        if thread.archived or thread.locked:
            stage.staff.reopen(thread)
    for guild in cast.guilds:
        if world.bot.id not in guild.members:
            stage.staff.invite_bot(guild)
        elif guild.id in cast.away:
            stage.staff.light_up(guild)
    cast.away.clear()


STORMS: Final[Mapping[Striking, int]] = {
    brew: 40, cut: 10, kill: 8, delete: 6, close_channel: 2, archive: 3, deny: 5, part: 6,
    throw_out: 1, lose: 4, outage: 3,
}  # fmt: skip
"""Everything that goes wrong, and how often beside the others."""
