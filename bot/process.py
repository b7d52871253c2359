"""The bot's process: the store opened, the rooms put together, and all of it closed again."""

from __future__ import annotations

import logging
import sys
from time import monotonic
from typing import TYPE_CHECKING, assert_never

from bot import gateway
from bot.bank import Bank
from bot.cashier import Cashier
from bot.client import Doorcard, run_until_stopped
from bot.clock import Clock, Time
from bot.discreet import DiscreetFormatter, DiscreetJson, DiscreetStream
from bot.heartbeat import Heartbeat
from bot.houses import Houses
from bot.retention import Retention
from bot.settings import LogFormat
from bot.shuffle import Shuffle
from bot.stopping import Stop
from bot.store import Store
from bot.tables import Tables

if TYPE_CHECKING:
    from bot.board import Board
    from bot.roll import Roll
    from bot.settings import Settings

_log = logging.getLogger(__name__)


async def serve(settings: Settings, time: Time | None = None) -> None:
    """Run the bot until it is stopped; the store is closed whatever happens.

    `time` is the computer's unless a test turns another.
    Raises StoreFault for a database that cannot be used, StartFault where Discord can't be
    reached.
    """
    stop = Stop()
    store = await Store.open(settings.database)
    _log.info("the chips are in %s", settings.database.resolve())
    try:
        clock = Clock(time)
        houses = Houses(store, clock)
        bank = Bank(store, houses.of)

        def tables_of(board: Board, roll: Roll) -> Tables:
            shuffle = Shuffle(settings.seed, settings.decks)
            return Tables(store, bank, shuffle, clock, settings.pause, board, roll, houses)

        url = None if settings.discord_url is None else str(settings.discord_url)
        bot = Doorcard(
            tables_of,
            store,
            houses,
            url,
            cashier=Cashier(store, bank, clock),
            message_content=settings.message_content,
            shard_count=settings.shard_count,
            shard_ids=settings.shard_ids,
            elapsed=monotonic if time is None else time.now,
        )
        heartbeat = Heartbeat(settings.database, store, lambda: gateway.answers(bot))
        retention = Retention(store, settings.database, clock, settings.keep_hands)
        heartbeat.begin()
        retention.begin()
        try:
            await run_until_stopped(bot, settings.token.get_secret_value(), stop)
        finally:
            await retention.stop()
            await heartbeat.stop()
    finally:
        # aiosqlite keeps the process from ending while a connection is open
        await store.close()
        stop.ignore()


def begin_log(settings: Settings) -> None:
    """Log everything to standard output, as text or JSON, but no token.

    The libraries stay at INFO at least: their debug lines hold tokens, messages and statements.
    """
    token = settings.token.get_secret_value()
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
