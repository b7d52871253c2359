"""Where Discord is: on this machine in a rehearsal."""

from __future__ import annotations

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_at(url: str) -> None:
    """Let the library speak to a Discord on this machine, `http://127.0.0.1:PORT`."""
    Route.BASE = f"{url.rstrip('/')}/api/v10"
    gateway = yarl.URL(url).with_scheme("ws")
    DiscordWebSocket.DEFAULT_GATEWAY = gateway.with_path("/gateway")
