"""What must agree between tables, seats and hands, and where something lies that does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_MISPLACED: Final = (
    (
        "table {}: its seat {} holds the stack of another table",
        "SELECT seat.table_id, place FROM seat JOIN account USING (account_id)"
        " WHERE account.kind <> 'stack' OR account.table_id <> seat.table_id",
    ),
    (
        "table {}: it is closed and somebody has seat {}",
        "SELECT table_id, place FROM seat JOIN tables USING (table_id) WHERE phase = 'closed'",
    ),
    (
        "table {}: its hand {} runs, and the table is {}",
        "SELECT table_id, number, phase FROM hand JOIN tables USING (table_id)"
        " WHERE state = 'running' AND phase <> 'playing'",
    ),
    (
        "table {}: it plays, and no hand runs",
        "SELECT table_id FROM tables WHERE phase = 'playing' AND NOT EXISTS"
        " (SELECT 1 FROM hand WHERE hand.table_id = tables.table_id AND state = 'running')",
    ),
    (
        "table {}, hand {}: it began without two stacks of this table",
        "SELECT table_id, number FROM hand WHERE (SELECT count(*) FROM hand_seat"
        " JOIN account USING (account_id) WHERE hand_seat.hand_id = hand.hand_id"
        " AND account.kind = 'stack' AND account.table_id = hand.table_id) < 2",
    ),
    (
        "table {}, hand {}: a stack of it is of another table",
        "SELECT DISTINCT hand.table_id, number FROM hand JOIN hand_seat USING (hand_id)"
        " JOIN account USING (account_id)"
        " WHERE account.kind <> 'stack' OR account.table_id <> hand.table_id",
    ),
    (
        "table {}, hand {}: somebody is in it without a seat",
        "SELECT DISTINCT hand.table_id, number FROM hand JOIN hand_seat USING (hand_id)"
        " WHERE state = 'running' AND account_id NOT IN (SELECT account_id FROM seat)",
    ),
    (
        "table {}, hand {}: an act between its acts is missing",
        "SELECT table_id, number FROM hand JOIN act USING (hand_id)"
        " GROUP BY hand_id HAVING max(seq) <> count(*)",
    ),
)


@dataclass(frozen=True, slots=True)
class AuditedHand:
    """A hand that is played again."""

    hand_id: int
    table: int
    number: int


def misplaced(connection: sqlite3.Connection) -> Iterator[str]:
    """Tell each seat, table and hand that do not agree, in words."""
    for words, sql in _MISPLACED:
        for row in connection.execute(sql):
            yield words.format(*row)


def hands_to_replay(connection: sqlite3.Connection, most: int) -> list[AuditedHand]:
    """Return all hands that run, and the newest that do not and are kept."""
    rows = connection.execute(
        "SELECT hand_id, table_id, number FROM hand WHERE state = 'running' UNION ALL"
        " SELECT * FROM (SELECT hand_id, table_id, number FROM hand"
        " WHERE state <> 'running' AND kept = 1 ORDER BY hand_id DESC LIMIT ?)",
        (most,),
    )
    return [AuditedHand(*row) for row in rows]


def moved_by_hands(
    connection: sqlite3.Connection, hands: Iterable[AuditedHand]
) -> Iterator[tuple[int, int, int]]:
    """Yield what hands have moved to stacks and, negative, from them: hand, account, chips."""
    wanted = {hand.hand_id for hand in hands}
    rows = connection.execute(
        "SELECT hand_id, payer, payee, amount FROM transfer WHERE hand_id >= ?",
        (min(wanted, default=0),),
    )
    pots = {
        pot for (pot,) in connection.execute("SELECT account_id FROM account WHERE kind = 'table'")
    }
    for hand_id, payer, payee, amount in rows:
        if hand_id in wanted:
            yield from (
                (hand_id, account, chips)
                for account, chips in ((payer, -amount), (payee, amount))
                if account not in pots
            )


def where_account_is(connection: sqlite3.Connection, account: int) -> str:
    """Tell an account by its number, kind, guild and table; nobody's name."""
    kind, guild, table = connection.execute(
        "SELECT kind, guild, table_id FROM account WHERE account_id = ?", (account,)
    ).fetchone()
    place = "" if table is None else f" at table {table}"
    return f"guild {guild}: account {account} ({kind}{place})"
