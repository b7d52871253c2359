"""The rows of notices: what channels are still to be told."""

from __future__ import annotations

import json
import logging
import math
import re
import sqlite3
from collections.abc import Iterator
from typing import Any, Final

from bot.notice import OUTDATED, NewNotice, Notice, Told, key_head
from bot.person import Person

_KEY: Final = re.compile("n[0-9]+[.][0-9]+[.][0-9]+")

_log = logging.getLogger(__name__)


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
        """Return everything that is still to be told: a table's in the order of its steps.

        What this version cannot read is left out and logged; its row stays as it is.
        """
        rows = self._run(
            "SELECT key, notice.guild, channel, kind, notice.user, coalesce(name, ''), until,"
            " changes FROM notice LEFT JOIN member"
            " ON member.guild = notice.guild AND member.user = notice.user"
        )
        return sorted(_readable(rows), key=lambda notice: notice.place)

    def count(self) -> int:
        """Return how much is still to be told, with what this version cannot read."""
        return int(self._run("SELECT count(*) FROM notice").fetchone()[0])

    def drop_outdated(self, table: int) -> None:
        """Drop what need not be told any more because a table has closed; nothing else is read."""
        head = key_head(table)
        self._run(
            "DELETE FROM notice WHERE substr(key, 1, ?) = ?"
            " AND kind IN (SELECT value FROM json_each(?))",
            (len(head), head, json.dumps(sorted(OUTDATED))),
        )

    def holds(self, key: str) -> bool:
        """Tell whether something is still to be told."""
        row = self._run("SELECT EXISTS (SELECT 1 FROM notice WHERE key = ?)", (key,)).fetchone()
        return bool(row[0])

    def drop(self, key: str) -> None:
        """Drop what was told, or need not be told any more."""
        self._run("DELETE FROM notice WHERE key = ?", (key,))


def _readable(rows: sqlite3.Cursor) -> Iterator[Notice]:
    for row in rows:
        try:
            yield _notice(*row)
        except ValueError as error:
            # The row is of a newer version, or torn: others are told all the same.
            _log.warning("notice %r of guild %s cannot be read: %s", row[0], row[1], error)


def _notice(
    key: str,
    guild: int,
    channel: int,
    kind: str,
    user: int | None,
    name: str,
    until: float | None,
    changes: str | None,
) -> Notice:
    """Return a stored notice; raise ValueError where it is none of this version."""
    if _KEY.fullmatch(key) is None:
        raise ValueError("it has another key")
    if until is not None and not math.isfinite(until):
        raise ValueError("it is told until no instant")
    person = None if user is None else Person(user, name)
    return Notice(key, guild, channel, NewNotice(Told(kind), person, until, _changes(changes)))


def _changes(text: str | None) -> tuple[tuple[str, str, str], ...]:
    found: Any = json.loads(text or "[]")
    if not isinstance(found, list) or not all(map(_is_change, found)):
        raise ValueError("its changes are none")
    return tuple((option, old, new) for option, old, new in found)


def _is_change(one: object) -> bool:
    return isinstance(one, list) and len(one) == 3 and all(isinstance(part, str) for part in one)
