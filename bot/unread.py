"""What a database holds that this version cannot read, though it is no mismatch of chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.following import read_coming
from bot.game import read_games
from bot.replaying import rules_of
from bot.restoring import read_rows
from bot.store.houses import HouseRows
from bot.store.notices import NoticeRows
from bot.stored_terms import last_terms
from bot.words import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from bot.store.tables import TableRow


def unread(connection: sqlite3.Connection) -> Iterator[str]:
    """Tell each column of an open table, each house and the notices that cannot be read."""
    for row in read_rows(connection):
        for column in _unread_of(row):
            told = _("table {table}: its {column} cannot be read by this version")
            yield told.format(table=row.table_id, column=column)
    houses = HouseRows(connection)
    houses.all()
    for guild in sorted(houses.unread):
        yield _("guild {guild}: not all of its house can be read by this version").format(
            guild=guild
        )
    notices = NoticeRows(connection)
    lost = notices.count() - len(notices.all())
    if lost:
        yield _("{count} notices cannot be read by this version").format(count=lost)


def _unread_of(row: TableRow) -> Iterator[str]:
    """Yield the columns of a table that stop it, or are left out."""
    opened, coming = row.opened, row.coming
    if not _reads(lambda: rules_of(opened.rules)):
        yield "rules"
    if opened.games is not None and not _reads(lambda: read_games(opened.games or "")):
        yield "games"
    if coming is not None and not _reads(lambda: read_coming(last_terms(row, 0), coming)):
        yield "coming"


def _reads(read: Callable[[], object]) -> bool:
    """Tell whether something can be read; whatever it raises, a table would close for it."""
    try:
        read()
    except Exception:  # noqa: BLE001 - reported as a line
        return False
    return True
