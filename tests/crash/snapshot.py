"""What must come through a death, read out of a database: cards, acts, seats and chips."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

Snapshot = dict[str, list[list[Any]]]
"""Rows by what they are of; no time, no number of a message, nobody's id in them."""

_WHO: Final = (
    "coalesce((SELECT member.name FROM account AS one JOIN member"
    " ON member.guild = one.guild AND member.user = one.owner WHERE one.account_id = \\1), '')"
)
_PARTS: Final = {
    "tables": "SELECT table_id, preset, rules, phase, note, dealer, chooser IS NOT NULL, game,"
    " picker, misses, coming IS NOT NULL FROM tables ORDER BY table_id",
    "seats": "SELECT table_id, place, WHO(holder), joined, leaving, missed,"
    " sitting_out, resting, chips FROM seat JOIN account USING (account_id, table_id)"
    " JOIN balance USING (account_id) ORDER BY table_id, place",
    "hands": "SELECT table_id, number, rules, deck, state, game FROM hand ORDER BY hand_id",
    "dealt": "SELECT hand_id, p, WHO(holder), stack FROM hand_seat"
    " JOIN account USING (account_id) ORDER BY hand_id, p",
    "acts": "SELECT hand_id, seq, line, WHO(act.by), digest FROM act ORDER BY hand_id, seq",
    "pending": "SELECT hand_id, p, choice FROM pending ORDER BY hand_id, p",
    "outcomes": "SELECT hand_id, p, won, showdown FROM outcome ORDER BY hand_id, p",
    "chips": "SELECT kind, WHO(account_id), table_id, chips FROM account"
    " JOIN balance USING (account_id, kind) ORDER BY account_id",
    "transfers": "SELECT why, WHO(payer), WHO(payee), amount, hand_id"
    " FROM transfer ORDER BY transfer_id",
    "waiting": "SELECT table_id, number FROM waiting ORDER BY table_id, number",
    "houses": "SELECT settings FROM house",
    "variants": "SELECT name, rules FROM variant ORDER BY name",
}


def snapshot(connection: sqlite3.Connection) -> Snapshot:
    """Read the state as it is committed; {} of a database without tables yet."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'waiting'").fetchone():
        return {}
    parts = {name: re.sub(r"WHO\(([a-z_.]+)\)", _WHO, sql) for name, sql in _PARTS.items()}
    return {
        name: [list(row) for row in connection.execute(sql).fetchall()]
        for name, sql in parts.items()
    }


def snapshot_of(path: Path) -> str:
    """Read the state of a database that a bot may have open, as text to compare."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")
        verify_sums(connection)
        return json.dumps(snapshot(connection))


def verify_sums(connection: sqlite3.Connection) -> None:
    """Fail where chips were made or lost: the accounts of a guild sum to 0, as transfers say."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'balance'").fetchone():
        return
    total = connection.execute("SELECT coalesce(sum(chips), 0) FROM balance").fetchone()[0]
    assert total == 0, f"the chips of all accounts sum to {total}"
    wrong = connection.execute(
        "SELECT account_id, chips FROM balance WHERE chips <>"
        " (SELECT coalesce(sum(amount), 0) FROM transfer WHERE payee = account_id)"
        " - (SELECT coalesce(sum(amount), 0) FROM transfer WHERE payer = account_id)"
    ).fetchall()
    assert not wrong, f"balances without their transfers: {wrong}"


def differences(found: str, meant: str) -> str:
    """Tell in which parts two states differ, and how."""
    one, other = json.loads(found), json.loads(meant)
    lines = []
    for name in _PARTS:
        here, there = one.get(name, []), other.get(name, [])
        lines += [f"{name}: {row} is there" for row in here if row not in there]
        lines += [f"{name}: {row} is missing" for row in there if row not in here]
    return "\n".join(lines) or "(the same rows in another number)"
