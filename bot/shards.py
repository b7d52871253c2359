"""The shards of the gateway: how the bot connects, what it misses, and which guild is whose."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, cast

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Collection

    import yarl

_log = logging.getLogger(__name__)

IDENTIFY_EVERY: Final = 5.0
"""Seconds between two IDENTIFYs of one bucket (`shard % max_concurrency`)."""

_AGAIN_AFTER: Final = 5.0
"""Seconds until a shard that could not connect beside others tries again."""

_REFUSED: Final = (
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    discord.ConnectionClosed,
    ReconnectWebSocket,
)


class GatewayRefused(Exception):
    """The first connection to the gateway fails: the bot never got connected."""


class Line(Shard):
    """The connection of one shard.

    discord.py's own forgets its session after a refused connection, and what was pressed meanwhile
    with it; and while one waits to try again no other can.
    """

    _again: asyncio.Task[None] | None = None

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again beside whatever the other shards do."""
        self._give_up()
        self._again = asyncio.create_task(super().reidentify(exc))

    async def reconnect(self) -> None:
        """Connect again after a refusal, and ask for what was missed where that can be."""
        resume = self.ws.session_id is not None
        await self.reidentify(ReconnectWebSocket(self.id, resume=resume))

    async def close(self) -> None:
        """Hang up, and connect no more."""
        self._give_up()
        await super().close()

    def _give_up(self) -> None:
        if self._again is not None:
            self._again.cancel()


class ShardedBot(commands.AutoShardedBot):
    """A bot on as many shards as Discord advises, or as it is told."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._concurrency = 1
        self._identified: dict[int, float] = {}
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._before: dict[int, Collection[discord.Guild]] = {}

    @property
    def own_shards(self) -> Collection[int]:
        """Return the numbers of this process's shards; none before `find_shards`."""
        return self.shard_ids or range(self.shard_count or 0)

    def shard_of(self, guild: int) -> int:
        """Return the shard of a guild, this process's or not."""
        return (guild >> 22) % (self.shard_count or 1)

    def guilds_of(self, shard: int) -> frozenset[int]:
        """Return the ids of the guilds that Discord told of when the shard identified.

        The library still knows those that have removed the bot while it was away.
        """
        gone = {id(guild) for guild in self._before.get(shard, ())}
        return frozenset(
            guild.id
            for guild in self.guilds
            if self.shard_of(guild.id) == shard and id(guild) not in gone
        )

    async def find_shards(self) -> None:
        """Ask Discord how many shards there are to be, and how many may identify at once."""
        count, _url, limits = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or count
        self._concurrency = max(limits["max_concurrency"], 1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn to identify; what it knows of guilds is old from then on."""
        del initial
        shard, loop = shard_id or 0, asyncio.get_running_loop()
        bucket = shard % self._concurrency
        async with self._turns[bucket]:
            due = self._identified.get(bucket, -IDENTIFY_EVERY) + IDENTIFY_EVERY
            await asyncio.sleep(max(due - loop.time(), 0.0))
            self._identified[bucket] = loop.time()
        # Kept as objects: READY puts a new one in the place of each guild that is still there.
        self._before[shard] = [g for g in self.guilds if self.shard_of(g.id) == shard]

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard; raise GatewayRefused where that fails and no other stands.

        The library's own tries for ever, with a traceback each time.
        """
        while True:
            try:
                opening = DiscordWebSocket.from_client(
                    self, initial=initial, gateway=gateway, shard_id=shard_id
                )
                socket = await asyncio.wait_for(opening, self.shard_connect_timeout)
            except _REFUSED as error:
                if not self.shards:
                    raise GatewayRefused from error
                _log.warning("shard %d cannot connect: %s", shard_id, type(error).__name__)
                await asyncio.sleep(_AGAIN_AFTER)
            else:
                break
        inside = cast("Any", self)  # the library offers no other way to a shard of one's own
        line = Line(socket, self, inside._AutoShardedClient__queue.put_nowait)  # noqa: SLF001
        inside._AutoShardedClient__shards[shard_id] = line  # noqa: SLF001
        line.launch()
