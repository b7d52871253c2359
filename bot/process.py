"""The bot's process: the store opened, the rooms put together, and all of it closed again."""

from __future__ import annotations

import logging
import sys
from contextlib import AsyncExitStack
from time import monotonic
from typing import TYPE_CHECKING, assert_never

from bot import gateway
from bot.bank import Bank
from bot.cashier import Cashier
from bot.client import Doorcard
from bot.clock import Clock, Time
from bot.discreet import DiscreetFormatter, DiscreetJson, DiscreetStream
from bot.heartbeat import Heartbeat
from bot.houses import Houses
from bot.meter import UNREAD
from bot.retention import Retention
from bot.running import run_until_stopped
from bot.settings import LogFormat
from bot.shuffle import Shuffle
from bot.stopping import Stop
from bot.store import Store
from bot.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.board import Board
    from bot.meter import Meter
    from bot.metrics import Metrics
    from bot.roll import Roll
    from bot.settings import Settings

_log = logging.getLogger(__name__)


async def serve(settings: Settings, time: Time | None = None) -> None:
    """Run the bot until it is stopped; the store is closed whatever happens.

    `time` is the computer's unless a test turns another.
    Raises StoreFault for a database that cannot be used, StartFault where Discord can't be
    reached, SettingsFault where the port of the figures is taken.
    """
    stop = Stop()
    async with AsyncExitStack() as ended:
        ended.callback(stop.ignore)
        store = await Store.open(settings.database)
        ended.callback(_log.info, "the bot has stopped")
        # aiosqlite keeps the process from ending while a connection is open
        ended.push_async_callback(store.close)
        _log.info("the chips are in %s", settings.database.resolve())
        clock, metrics = Clock(time), _metrics(settings)
        elapsed = monotonic if time is None else time.now
        bot = _bot(settings, store, clock, elapsed, UNREAD if metrics is None else metrics)
        if metrics is not None and settings.metrics_port is not None:
            metrics.follow(bot, store, settings.database)
            await metrics.serve(settings.metrics_port)
            ended.push_async_callback(metrics.stop)
        heartbeat = Heartbeat(settings.database, store, lambda: gateway.answers(bot))
        heartbeat.begin()
        ended.push_async_callback(heartbeat.stop)
        retention = Retention(store, settings.database, clock, settings.keep_hands)
        retention.begin()
        ended.push_async_callback(retention.stop)
        await run_until_stopped(bot, settings.token.get_secret_value(), stop)


def _metrics(settings: Settings) -> Metrics | None:
    """Return what counts, where the figures are asked for; what it needs is loaded only then."""
    if settings.metrics_port is None:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415

    return Metrics()


def _bot(
    settings: Settings, store: Store, clock: Clock, elapsed: Callable[[], float], meter: Meter
) -> Doorcard:
    houses = Houses(store, clock)
    bank = Bank(store, houses.of)

    def tables_of(board: Board, roll: Roll) -> Tables:
        shuffle, pause = Shuffle(settings.seed, settings.decks), settings.pause
        return Tables(store, bank, houses, shuffle, clock, pause, board, roll, meter=meter)

    return Doorcard(
        tables_of,
        store,
        houses,
        None if settings.discord_url is None else str(settings.discord_url),
        cashier=Cashier(store, bank, clock),
        message_content=settings.message_content,
        shard_count=settings.shard_count,
        shard_ids=settings.shard_ids,
        elapsed=elapsed,
    )


def begin_log(settings: Settings) -> None:
    """Log everything to standard output, as text or JSON, but no token.

    The libraries stay at INFO at least: their debug lines hold tokens, messages and statements.
    """
    token = settings.token.get_secret_value()
    # Neither format tells them, and to find them out costs a part of each record.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    stream = DiscreetStream(sys.stdout or sys.stderr)
    stream.setFormatter(_formatter(settings.log_format, token))
    logging.basicConfig(level=settings.log_level, handlers=[stream])
    for name in ("discord", "aiosqlite", "asyncio", "aiohttp"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def _formatter(form: LogFormat, token: str) -> logging.Formatter:
    match form:
        case LogFormat.TEXT:
            return DiscreetFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s", token)
        case LogFormat.JSON:
            return DiscreetJson(token)
        case _:
            assert_never(form)
