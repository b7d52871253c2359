"""The store: SQLite through one writing connection, and every SQL statement of the bot."""

from bot.store.fault import StoreFault
from bot.store.store import Store

__all__ = ["Store", "StoreFault"]
