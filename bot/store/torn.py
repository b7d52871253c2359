"""Texts that are no UTF-8 any more: a bit was lost on the disk, and which row has it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

_OF_TABLE: Final = ("preset", "rules", "note", "games", "game", "coming")
_OF_HAND: Final = ("rules", "deck", "reserve", "game")
_OF_ACT: Final = ("line", "key", "digest")
_OF_NOTICE: Final = ("key", "kind", "changes")

_TEXTS: Final[tuple[tuple[str, str, str, str], ...]] = (
    *(("table {}: its " + one, one, "table_id", "tables") for one in _OF_TABLE),
    *(("table {}, hand {}: its " + one, one, "table_id, number", "hand") for one in _OF_HAND),
    *(
        (
            "table {}, hand {}: the " + one + " of its act {}",
            f"act.{one}",
            "table_id, number, seq",
            "act JOIN hand USING (hand_id)",
        )
        for one in _OF_ACT
    ),
    ("guild {}: the name of member {}", "name", "guild, user", "member"),
    ("guild {}: the settings of its house", "settings", "guild", "house"),
    ("guild {}: the name of a game of its own", "name", "guild", "variant"),
    ("guild {}: the rules of its game {}", "rules", "guild, name", "variant"),
    *(("guild {}: the " + one + " of a notice", one, "guild", "notice") for one in _OF_NOTICE),
    ("transfer {}: what it was for", "why", "transfer_id", "transfer"),
    ("transfer {}: its reason", "text", "transfer_id", "reason"),
    ("a memo: its name", "name", "", "memo"),
    ("the memo {}: its value", "value", "name", "memo"),
    ("a request: its key", "key", "", "request"),
    ("who was forgotten: the mark", "mark", "", "forgotten"),
)
"""Where a text is, in words; its column, what the words name, and where both are read."""


def torn(connection: sqlite3.Connection) -> Iterator[str]:
    """Tell each text that is no UTF-8 by its place, never by what it holds."""
    for words, column, named, place in _TEXTS:
        # Most texts are ASCII, which SQLite sees by itself: the others alone are decoded here.
        rows = connection.execute(
            f"SELECT CAST({column} AS BLOB){named and ', '}{named} FROM {place}"  # noqa: S608 - our own words
            f" WHERE {column} GLOB '*[^ -~]*'"
        )
        for raw, *names in rows:
            if not _is_utf8(raw):
                yield f"{words.format(*names)} is torn"


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
