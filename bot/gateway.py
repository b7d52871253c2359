"""The connection to Discord's gateway: whether every shard of it still answers."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord

if TYPE_CHECKING:
    from discord.gateway import DiscordWebSocket

_LATE: Final = 20.0
"""Seconds after Discord's own interval by which an acknowledgement must have come."""


def answers(client: discord.Client) -> bool:
    """Tell whether the bot is ready and every shard was answered by the gateway lately."""
    if not client.is_ready() or client.is_closed():
        return False
    sockets = sockets_of(client)
    return bool(sockets) and all(_answers(socket) for socket in sockets)


def sockets_of(client: discord.Client) -> Sequence[DiscordWebSocket]:
    """Return the connection of each shard; none before the first stands."""
    if isinstance(client, discord.AutoShardedClient):
        return [shard._parent.ws for shard in client.shards.values()]  # noqa: SLF001 - not told
    socket = getattr(client, "ws", None)
    return [] if socket is None else [socket]


def _answers(socket: DiscordWebSocket) -> bool:
    """Tell whether a socket is open and was answered; the library notices a dead one late."""
    beating = socket._keep_alive  # noqa: SLF001 - the library tells the last latency, not its age
    if beating is None or not socket.open or not math.isfinite(socket.latency):
        return False
    since = time.perf_counter() - beating._last_ack  # noqa: SLF001 - as above
    return since < (beating.interval or 0.0) + _LATE
