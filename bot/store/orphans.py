"""Rows that name another which is not there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator


def orphans(connection: sqlite3.Connection) -> Iterator[str]:
    """Tell each row that has lost what it names, in words."""
    for table, row, lost, _key in connection.execute("PRAGMA foreign_key_check"):
        which = f"row {row}" if row is not None else "a row"
        yield f"{which} of {table} has lost its {lost}"


def first_orphan(connection: sqlite3.Connection) -> str | None:
    """Return the first of them, None in a sound database."""
    return next(orphans(connection), None)
