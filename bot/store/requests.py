"""What has been asked and done already, by the key of the interaction that asked."""

from __future__ import annotations

import sqlite3


class Requests:
    """The keys, inside one transaction; those of acts are kept with the acts."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute

    def taken(self, key: str) -> bool:
        """Tell whether this key has been used by anything."""
        row = self._run(
            "SELECT EXISTS (SELECT 1 FROM request WHERE key = ?)"
            " OR EXISTS (SELECT 1 FROM act WHERE key = ?)",
            (key, key),
        ).fetchone()
        return bool(row[0])

    def take(self, key: str, at: float) -> None:
        """Use a key; raise sqlite3.IntegrityError for one that is used."""
        self._run("INSERT INTO request VALUES (?, ?)", (key, at))
