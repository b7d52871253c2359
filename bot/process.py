"""The bot's process: the store opened, the rooms put together, and all of it closed again."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from bot.bank import Bank
from bot.client import Doorcard, run_until_stopped
from bot.clock import Clock
from bot.shuffle import Shuffle
from bot.store import Store
from bot.tables import Tables

if TYPE_CHECKING:
    from bot.board import Board
    from bot.settings import Settings


async def serve(settings: Settings) -> None:
    """Run the bot until it is stopped; the store is closed whatever happens.

    Raises StoreFault for a database that cannot be used, StartFault where Discord can't be
    reached.
    """
    store = await Store.open(settings.database)
    try:

        def tables_of(board: Board) -> Tables:
            shuffle = Shuffle(settings.seed, settings.decks)
            return Tables(store, Bank(store), shuffle, Clock(), settings.pause, board)

        url = None if settings.discord_url is None else str(settings.discord_url)
        bot = Doorcard(tables_of, store, url)
        await run_until_stopped(bot, settings.token.get_secret_value())
    finally:
        # aiosqlite keeps the process from ending while a connection is open
        await store.close()


def log_to_stderr(level: str) -> None:
    """Log everything to standard error.

    The libraries stay at INFO at least: their debug lines hold tokens, messages and statements.
    """
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    for name in ("discord", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
