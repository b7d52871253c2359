"""The rows of notices: what channels are still to be told."""

from __future__ import annotations

import json
import sqlite3

from bot.notice import NewNotice, Notice, Told
from bot.person import Person


class NoticeRows:
    """Notices, inside one transaction; they stay until Discord has them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute

    def add(self, notice: Notice) -> None:
        """Write what a channel is to be told; the name of whom it names is that of the member."""
        new = notice.new
        self._run(
            "INSERT INTO notice (key, guild, channel, kind, user, until, changes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                notice.key,
                notice.guild,
                notice.channel,
                new.kind,
                None if new.person is None else new.person.id,
                new.until,
                json.dumps(new.changes),
            ),
        )

    def all(self) -> list[Notice]:
        """Return everything that is still to be told: a table's in the order of its steps."""
        rows = self._run(
            "SELECT key, notice.guild, channel, kind, notice.user, coalesce(name, ''), until,"
            " changes FROM notice LEFT JOIN member"
            " ON member.guild = notice.guild AND member.user = notice.user"
        )
        found = [
            Notice(
                key,
                guild,
                channel,
                NewNotice(
                    Told(kind),
                    None if user is None else Person(user, name),
                    until,
                    tuple((option, old, new) for option, old, new in json.loads(changes or "[]")),
                ),
            )
            for key, guild, channel, kind, user, name, until, changes in rows
        ]
        return sorted(found, key=lambda notice: notice.place)

    def drop_outdated(self, table: int) -> None:
        """Drop what need not be told any more because a table has closed."""
        for notice in self.all():
            if notice.is_outdated(table):
                self.drop(notice.key)

    def holds(self, key: str) -> bool:
        """Tell whether something is still to be told."""
        row = self._run("SELECT EXISTS (SELECT 1 FROM notice WHERE key = ?)", (key,)).fetchone()
        return bool(row[0])

    def drop(self, key: str) -> None:
        """Drop what was told, or need not be told any more."""
        self._run("DELETE FROM notice WHERE key = ?", (key,))
