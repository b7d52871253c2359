"""What is kept no longer: the cards and acts of old hands, requests, copies of older schemas."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from bot.store.hands import HandRow, HandRows

_OLD_HANDS = """
    SELECT hand_id, began_at, table_id, number,
        state = 'over' AND NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.hand_id = hand.hand_id)
    FROM hand
    WHERE kept = 1 AND state <> 'running' AND began_at < :before
        AND (began_at, hand_id) > (:last_at, :last_id)
        AND NOT (
            (SELECT phase FROM tables WHERE tables.table_id = hand.table_id) <> 'closed'
            AND number = (
                SELECT max(number) FROM hand AS later WHERE later.table_id = hand.table_id
            )
        )
    ORDER BY began_at, hand_id LIMIT :most
"""

Place = tuple[float, int]
"""Where a search for old hands goes on: when the last one began, and its id."""

FIRST: Place = (float("-inf"), 0)


def old_hands(
    connection: sqlite3.Connection, before: float, after: Place, most: int
) -> tuple[list[int], dict[int, HandRow], Place]:
    """Return hands that began before an instant and are kept still, the oldest first.

    Neither a running hand nor the last one of an open table is among them. Beside their ids come
    those, with their acts, that nobody has counted yet, and where to go on.
    """
    found, uncounted, hands = list[int](), dict[int, HandRow](), HandRows(connection)
    asked = {"before": before, "last_at": after[0], "last_id": after[1], "most": most}
    for hand_id, began_at, table_id, number, counts in connection.execute(_OLD_HANDS, asked):
        found.append(int(hand_id))
        after = (float(began_at), int(hand_id))
        row = hands.numbered(table_id, number) if counts else None
        if row is not None:
            uncounted[int(hand_id)] = row
    return found, uncounted, after


def strip(connection: sqlite3.Connection, hand_ids: Iterable[int]) -> None:
    """Take the cards and acts of hands away; raise sqlite3.IntegrityError for one that stays.

    Their seats, outcomes and transfers stay, and the rules they were played by.
    """
    for hand_id in hand_ids:
        connection.execute(
            "UPDATE hand SET deck = '', reserve = '', kept = 0 WHERE hand_id = ?", (hand_id,)
        )
        connection.execute("DELETE FROM act WHERE hand_id = ?", (hand_id,))


def old_requests(connection: sqlite3.Connection, before: float, most: int) -> list[bytes]:
    """Return keys of interactions that were done before an instant: their bytes, torn or not."""
    rows = connection.execute(
        "SELECT CAST(key AS BLOB) FROM request WHERE at < ? LIMIT ?", (before, most)
    )
    return [bytes(row[0]) for row in rows]


def drop_requests(connection: sqlite3.Connection, keys: Iterable[bytes]) -> None:
    """Forget that interactions were done: Discord does not send them any more."""
    connection.executemany(
        "DELETE FROM request WHERE key = CAST(? AS TEXT)", [(key,) for key in keys]
    )


def old_copies(database: Path, before: float) -> list[Path]:
    """Return the copies made before a change of schema that are older than an instant."""
    path = database.resolve()
    return [
        copy
        for copy in path.parent.glob(f"{path.name}.schema-*")
        if copy.is_file() and copy.stat().st_mtime < before
    ]
