"""Text as a connection reads it: a byte that is no UTF-8 makes it another text, and no error."""

from __future__ import annotations

import sqlite3


def read_torn_text(connection: sqlite3.Connection) -> None:
    """Let each byte that is no UTF-8 be read as U+FFFD.

    SQLite raises for it otherwise, like for a database that fails, though one cell alone is torn.
    The mark makes nothing whole: no card, act or digest is like it, and what it stands in is void
    or closes. It can be shown, exported and written again, which lone surrogates cannot. What was
    read so is not found by it: rows whose key may be torn are addressed by its bytes.
    """
    connection.text_factory = _text


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
