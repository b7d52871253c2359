"""What must hold of the store at any instant, whatever has happened."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Final

from bot.books import read_books
from bot.rehearsal.stage import Rehearsal
from bot.taken import CLOCK
from tests.soak.model import reading

_UNTRUE: Final = {
    "the chips of a guild do not sum to 0": (
        "SELECT guild, sum(chips) FROM account JOIN balance USING (account_id)"
        " GROUP BY guild HAVING sum(chips) <> 0"
    ),
    "a balance is below zero": "SELECT * FROM balance WHERE kind <> 'house' AND chips < 0",
    "a balance is not what its transfers add up to": (
        "SELECT account_id, chips FROM balance WHERE chips <>"
        " (SELECT coalesce(sum(amount), 0) FROM transfer WHERE payee = balance.account_id)"
        " - (SELECT coalesce(sum(amount), 0) FROM transfer WHERE payer = balance.account_id)"
    ),
    "two hands of one table run": (
        "SELECT table_id FROM hand WHERE state = 'running' GROUP BY table_id HAVING count(*) > 1"
    ),
    "a hand runs at a table that does not play": (
        "SELECT table_id, phase FROM hand JOIN tables USING (table_id)"
        " WHERE state = 'running' AND phase <> 'playing'"
    ),
    "a table plays without a hand": (
        "SELECT table_id FROM tables WHERE phase = 'playing' AND NOT EXISTS"
        " (SELECT 1 FROM hand WHERE hand.table_id = tables.table_id AND state = 'running')"
    ),
    "a table has a fault": "SELECT table_id FROM tables WHERE phase = 'paused'",
    "chips lie in the middle between hands": (
        "SELECT account_id, chips FROM account JOIN balance USING (account_id)"
        " WHERE account.kind = 'table' AND chips <> 0"
    ),
    "a stack holds chips and has no seat": (
        "SELECT account_id, chips FROM account JOIN balance USING (account_id)"
        " WHERE account.kind = 'stack' AND chips <> 0"
        " AND account_id NOT IN (SELECT account_id FROM seat)"
    ),
    "somebody sits twice at a table": (
        "SELECT table_id, player FROM seat JOIN stack_owner USING (account_id)"
        " GROUP BY table_id, player HAVING count(*) > 1"
    ),
    "the acts of a hand have gaps": (
        "SELECT hand_id FROM act GROUP BY hand_id HAVING count(*) <> max(seq)"
    ),
    "a key was taken as an act and as a request": "SELECT key FROM act JOIN request USING (key)",
    "somebody got daily chips twice a day": (
        "SELECT payee FROM transfer WHERE why = 'daily chips'"
        " GROUP BY payee, CAST(at / 86400 AS INTEGER) HAVING count(*) > 1"
    ),
    "two open tables share a channel": (
        "SELECT channel FROM tables WHERE phase <> 'closed' GROUP BY channel HAVING count(*) > 1"
    ),
    "a hand changed the chips there are": (
        "SELECT hand_id, sum(CASE WHEN pays.kind = 'table' THEN -amount ELSE amount END)"
        " FROM transfer JOIN account AS pays ON pays.account_id = payer WHERE why = 'hand'"
        " GROUP BY hand_id HAVING sum(CASE WHEN pays.kind = 'table' THEN -amount ELSE amount END)"
    ),
}
_ACTS: Final = (
    "SELECT act.key, coalesce(owned.owner, 0) FROM act"
    " LEFT JOIN account AS owned ON owned.account_id = act.by"
)


def untruths(stage: Rehearsal, askers: Mapping[str, int]) -> list[str]:
    """Return what does not hold: chips, books, hands, seats, and whose acts were taken.

    `askers` are who has sent each interaction and message, by its id.
    """
    with reading(stage) as connection:
        found = [
            f"{words}: {rows[:3]}"
            for words, statement in _UNTRUE.items()
            if (rows := connection.execute(statement).fetchall())
        ]
        found += _unsound(stage, connection)
        return found + _unasked(askers, connection)


def _unsound(stage: Rehearsal, connection: sqlite3.Connection) -> list[str]:
    books = ((guild, read_books(connection, guild, 0.0)) for guild in stage.world.guilds)
    return [
        f"the audit of guild {guild}: {one.mismatches}" for guild, one in books if not one.sound
    ]


def _unasked(askers: Mapping[str, int], connection: sqlite3.Connection) -> list[str]:
    """Return acts that nobody asked for, or somebody other than who is said to have acted."""
    found = []
    for key, owner in connection.execute(_ACTS):
        asker = askers.get(str(key))
        if asker is None and not str(key).startswith((CLOCK, "table:", "declare:")):
            found.append(f"the act {key} was never asked for")
        elif asker is not None and owner not in (0, asker):
            found.append(f"the act {key} of {asker} is said to be of {owner}")
    return found
