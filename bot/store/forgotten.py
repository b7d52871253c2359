"""What the store holds of one member, everywhere, and how he is forgotten.

What is kept for good names accounts, and an account whose owner is forgotten is nobody's.
A keyed hash of guild and user stays, so that who comes back gets no starting chips a second time.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from typing import Any, Final

from bot.store.why import Why

_KEY: Final = "privacy.key"
Row = dict[str, Any]

_ACCOUNTS: Final = (
    "SELECT account_id FROM account WHERE owner = :user"
    " UNION SELECT stack.account_id FROM account AS stack"
    " JOIN account AS player ON player.account_id = stack.holder WHERE player.owner = :user"
)
_NAMED: Final = (
    "CASE WHEN {0} IN (SELECT account_id FROM mine) THEN 'you' ELSE"
    " (SELECT CASE kind WHEN 'player' THEN 'a member' WHEN 'stack' THEN 'a member'"
    " ELSE kind END FROM account WHERE account_id = {0}) END"
)
_QUERIES: Final = {
    "names": "SELECT guild, name FROM member WHERE user = :user ORDER BY guild",
    "accounts": "SELECT account_id AS account, account.kind, guild, table_id AS 'table', chips"
    " FROM account JOIN balance USING (account_id) JOIN mine USING (account_id)"
    " ORDER BY guild, account_id",
    "seats": "SELECT seat.table_id AS 'table', place, account_id AS account, leaving, missed,"
    " sitting_out, resting FROM seat JOIN mine USING (account_id) ORDER BY seat.table_id",
    "waiting": "SELECT table_id AS 'table', number, until FROM waiting WHERE user = :user",
    "lapses": "SELECT table_id AS 'table', until FROM lapse WHERE user = :user",
    "opened": "SELECT table_id AS 'table', guild, channel FROM tables WHERE host = :user",
    "notices": "SELECT guild, channel, kind, until FROM notice WHERE user = :user",
    "transfers": "SELECT transfer_id AS transfer, at, amount, why,"  # noqa: S608 - our own words
    f" {_NAMED.format('payer')} AS 'from', {_NAMED.format('payee')} AS 'to',"
    f" CASE WHEN by IS NULL THEN NULL ELSE {_NAMED.format('by')} END AS 'by',"
    " hand_id AS hand, text AS reason"
    " FROM transfer LEFT JOIN reason USING (transfer_id)"
    " WHERE payer IN (SELECT account_id FROM mine) OR payee IN (SELECT account_id FROM mine)"
    " OR by IN (SELECT account_id FROM mine) ORDER BY transfer_id",
    "choices": "SELECT hand_id AS hand, choice FROM pending"
    " WHERE by IN (SELECT account_id FROM mine)",
}
"""What is told of a member beside his hands; `mine` are all his accounts."""


def read_member(connection: sqlite3.Connection, user: int) -> dict[str, list[Row]]:
    """Return what is stored of a user beside his hands, in all guilds, by what it is."""
    return {name: _rows(connection, sql, user) for name, sql in _QUERIES.items()} | {
        "came_back": _came_back(connection, user)
    }


def read_hands(connection: sqlite3.Connection, user: int) -> list[Row]:
    """Return which hands a user was dealt in to, without their cards and acts."""
    return _rows(
        connection,
        "SELECT hand_id AS hand, hand.table_id AS 'table', guild, number, began_at, state, p,"
        " place, stack, won, showdown FROM hand_seat JOIN mine USING (account_id)"
        " JOIN hand USING (hand_id) JOIN tables ON tables.table_id = hand.table_id"
        " LEFT JOIN outcome USING (hand_id, p) ORDER BY hand_id",
        user,
    )


def read_acts(connection: sqlite3.Connection, user: int, hand: int) -> list[Row]:
    """Return what a user has done in a hand, when, and by which interaction."""
    return _rows(
        connection,
        "SELECT seq, line, at, key FROM act WHERE hand_id = :hand"
        " AND by IN (SELECT account_id FROM mine) ORDER BY seq",
        user,
        hand=hand,
    )


def tables_sat_at(connection: sqlite3.Connection, user: int) -> int:
    """Return at how many tables a user has a seat, one he leaves after the hand included."""
    (count,) = connection.execute(
        "SELECT count(*) FROM seat JOIN stack_owner USING (account_id) WHERE user = ?", (user,)
    ).fetchone()
    return int(count)


def forget(connection: sqlite3.Connection, user: int, at: float) -> None:
    """Make every account of a user nobody's and delete his id and names; no chip moves."""
    run, secret = connection.execute, _secret(connection)
    guilds = run("SELECT guild FROM account WHERE owner = ?", (user,)).fetchall()
    for (guild,) in guilds:
        marked = max(at, _last_daily(connection, guild, user))
        run(
            "INSERT INTO forgotten VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
            (_mark(secret, guild, user), marked),
        )
    run("UPDATE account SET owner = NULL WHERE owner = ?", (user,))
    run("UPDATE tables SET host = NULL WHERE host = ?", (user,))
    for table in ("member", "waiting", "lapse", "notice"):
        run(f"DELETE FROM {table} WHERE user = ?", (user,))  # noqa: S608 - our own words


def _last_daily(connection: sqlite3.Connection, guild: int, user: int) -> float:
    """Return when a member last had daily chips: a clock that jumped back gives none twice."""
    row = connection.execute(
        "SELECT max(at) FROM transfer JOIN account ON account_id = payee"
        " WHERE why = ? AND guild = ? AND owner = ?",
        (Why.DAILY, guild, user),
    ).fetchone()
    return float(row[0] or 0.0)


def forgotten_at(connection: sqlite3.Connection, guild: int, user: int) -> float | None:
    """Return when a user was last forgotten in a guild, None where he never was."""
    row = connection.execute("SELECT value FROM memo WHERE name = ?", (_KEY,)).fetchone()
    if row is None:
        return None
    found = connection.execute(
        "SELECT at FROM forgotten WHERE mark = ?", (_mark(str(row[0]), guild, user),)
    ).fetchone()
    return None if found is None else float(found[0])


def _came_back(connection: sqlite3.Connection, user: int) -> list[Row]:
    """Return where a user has an account again although he was forgotten there."""
    guilds = connection.execute("SELECT guild FROM account WHERE owner = ?", (user,)).fetchall()
    times = ((guild, forgotten_at(connection, guild, user)) for (guild,) in guilds)
    return [{"guild": guild, "forgotten_at": at} for guild, at in times if at is not None]


def _secret(connection: sqlite3.Connection) -> str:
    """Return the key of the marks, made where there is none yet."""
    connection.execute(
        "INSERT INTO memo VALUES (?, ?) ON CONFLICT DO NOTHING", (_KEY, secrets.token_hex(32))
    )
    row = connection.execute("SELECT value FROM memo WHERE name = ?", (_KEY,)).fetchone()
    return str(row[0])


def _mark(secret: str, guild: int, user: int) -> str:
    key = bytes.fromhex(secret)
    return hmac.new(key, f"{guild}:{user}".encode(), hashlib.sha256).hexdigest()


def _rows(connection: sqlite3.Connection, sql: str, user: int, **more: int) -> list[Row]:
    found = connection.execute(f"WITH mine AS ({_ACCOUNTS}) {sql}", {"user": user, **more})
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]
