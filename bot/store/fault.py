"""What is wrong with a database that the bot will not work on."""

from __future__ import annotations

import sqlite3


class StoreFault(Exception):
    """The database cannot be used; the message is one clear line for whoever started the bot."""


def is_stores_fault(error: Exception) -> bool:
    """Tell whether the database itself fails (full, damaged, closed), not what is written to it."""
    if isinstance(error, sqlite3.IntegrityError):
        return False
    return isinstance(error, sqlite3.Error | StoreFault)
