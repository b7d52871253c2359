"""The line of a database: the course of events that it tells, apart from any other's.

Numbers of tables, hands and turns say which one only within a line: what is put back from a backup
gives them out again, and a new database begins at 1. What Discord keeps of the bot (controls,
nonces) outlives both, and so carries the line.
"""

from __future__ import annotations

import secrets
import sqlite3
from typing import Final

LONGEST: Final = 9
"""Digits that a line has at most."""

_KEY: Final = "line"


def line_of(connection: sqlite3.Connection) -> int | None:
    """Return the line of a database, None where it has none, or none that can be read."""
    # As bytes: torn text is no fault here, since a new line makes no more than old panels stale.
    row = connection.execute(
        "SELECT CAST(value AS BLOB) FROM memo WHERE name = ?", (_KEY,)
    ).fetchone()
    noted = b"" if row is None else bytes(row[0])
    known = noted.isdigit() and len(noted) <= LONGEST and int(noted) > 0
    return int(noted) if known else None


def own_line(connection: sqlite3.Connection) -> int:
    """Return the line of a database; begin one where it has none, inside a transaction."""
    line = line_of(connection)
    if line is None:
        line = 1 + secrets.randbelow(10**LONGEST - 1)
        connection.execute(
            "INSERT INTO memo VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            (_KEY, str(line)),
        )
    return line


def end_line(connection: sqlite3.Connection) -> None:
    """Let a database that is put back begin a line of its own when it is opened next."""
    connection.execute("DELETE FROM memo WHERE name = ?", (_KEY,))
