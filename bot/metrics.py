"""The figures of the process for Prometheus: counts and times, nobody's name and no card."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import aiohttp
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily

from bot.gateway import sockets_of
from bot.store.notices import NoticeRows
from bot.variables import SettingsFault

if TYPE_CHECKING:
    from bot.client import Doorcard
    from bot.store import Store

HOST: Final = "127.0.0.1"
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LEAVE: Final = 0.5
"""Seconds that who asks when the bot stops has until his answer is there."""
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_UPGRADED: Final = 101
"""The status of a connection to the gateway, which is no request."""


class Metrics:
    """Counts what happens, and tells it to whoever asks on this machine."""

    def __init__(self) -> None:
        """Count from nothing."""
        self._registry = CollectorRegistry()
        self._acts = Histogram(
            "doorcard_act_seconds",
            "From the decision on an act until it is on the disk",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._requests = Counter(
            "doorcard_discord_requests",
            "Answers of Discord's REST API by status; 'lost' where none came",
            ["status"],
            registry=self._registry,
        )
        self._disconnects = Counter(
            "doorcard_gateway_disconnects",
            "Connections to the gateway that broke",
            registry=self._registry,
        )
        self._room: _Room | None = None
        self._runner: web.AppRunner | None = None

    def acted(self, seconds: float) -> None:
        """Take note of an act."""
        self._acts.observe(seconds)

    def follow(self, bot: Doorcard, store: Store, database: Path) -> None:
        """Count the requests and connections of a bot that has not begun, and look at its room."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._lost)
        bot.http.http_trace = trace
        bot.add_listener(self._disconnected, "on_disconnect")
        self._room = _Room(bot, store, database)
        self._registry.register(self._room)

    async def serve(self, port: int) -> None:
        """Tell the figures at /metrics on loopback; raise SettingsFault where that is taken."""
        app = web.Application()
        app.router.add_get("/metrics", self._tell)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LEAVE)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError as error:
            await self.stop()
            why = error.strerror or error
            raise SettingsFault(f"DOORCARD_METRICS_PORT: {HOST}:{port}: {why}") from error

    async def stop(self) -> None:
        """Tell nothing any more; who is asking still is left alone after a moment."""
        if self._runner is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * _LEAVE):
                    await self._runner.cleanup()

    async def _tell(self, _request: web.Request) -> web.Response:
        if self._room is not None:
            await self._room.look()
        return web.Response(body=generate_latest(self._registry), headers={"Content-Type": _TYPE})

    async def _answered(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        if ended.response.status != _UPGRADED:
            self._requests.labels(str(ended.response.status)).inc()

    async def _lost(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        _lost: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._requests.labels("lost").inc()

    async def _disconnected(self) -> None:
        self._disconnects.inc()


class _Room:
    """What is looked at when somebody asks."""

    def __init__(self, bot: Doorcard, store: Store, database: Path) -> None:
        self._bot = bot
        self._store = store
        self._database = database.resolve()
        self._waiting = 0

    async def look(self) -> None:
        """Ask the store what only it knows."""
        self._waiting = await self._store.report(lambda raw: NoticeRows(raw).count())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each figure as it is now."""
        tables = self._bot.tables.open_tables()
        sockets = sockets_of(self._bot)
        for name, words, value in (
            ("tables_open", "Tables that are open", len(tables)),
            ("hands_running", "Hands that are played", sum(t.phase == "playing" for t in tables)),
            ("notices_waiting", "Messages that channels are still to get", self._waiting),
            ("gateway_shards", "Connections to the gateway", len(sockets)),
            ("guilds", "Servers the bot is in", len(self._bot.guilds)),
            ("database_bytes", "The database with its log", self._size()),
        ):
            yield GaugeMetricFamily(f"doorcard_{name}", words, value)
        latency = GaugeMetricFamily(
            "doorcard_gateway_latency_seconds",
            "From a heartbeat to its acknowledgement, last time",
            labels=["shard"],
        )
        for number, socket in enumerate(sockets):
            if math.isfinite(socket.latency):
                latency.add_metric([str(socket.shard_id or number)], socket.latency)
        yield latency

    def _size(self) -> int:
        files = (self._database, Path(f"{self._database}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())
