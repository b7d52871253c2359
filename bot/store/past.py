"""The hands that were played in a channel, at the table that is there and those that were."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace

from bot.store.hands import HandRow, HandRows


@dataclass(frozen=True, slots=True)
class Past:
    """What was played at the tables of a channel, and the hand that was asked for.

    `newest` is its newest table, None where there never was one, and `table` that of the hand.
    `first` and `last` are the least and the greatest number of a hand, `running` that of the one
    that runs, each 0 where there is none. `hand` is None where there is none of the number asked
    for; `people` are the user ids and names of its seats.
    """

    newest: int | None = None
    table: int = 0
    first: int = 0
    last: int = 0
    running: int = 0
    hand: HandRow | None = None
    people: tuple[tuple[int, str], ...] = ()


def read_past(connection: sqlite3.Connection, guild: int, channel: int, number: int | None) -> Past:
    """Read the hand of that number, or the last that runs no more, with what there is beside it.

    Of several tables it is the newest that has such a hand: its numbers are those on the panel.
    """
    # Ids are given in order: the table that is open, if any, is the newest of its channel.
    (newest, first, last, running) = connection.execute(
        "SELECT max(table_id), min(number), max(number),"
        " max(number) FILTER (WHERE state = 'running')"
        " FROM tables LEFT JOIN hand USING (table_id) WHERE guild = ? AND channel = ?",
        (guild, channel),
    ).fetchone()
    past = Past(newest, newest or 0, first or 0, last or 0, running or 0)
    found = connection.execute(
        "SELECT table_id, number FROM tables JOIN hand USING (table_id)"
        " WHERE guild = ? AND channel = ? AND iif(? IS NULL, state <> 'running', number = ?)"
        " ORDER BY table_id DESC, number DESC LIMIT 1",
        (guild, channel, number, number),
    ).fetchone()
    if found is None:
        return past
    hands = HandRows(connection)
    people = tuple((user, name) for _, user, name in hands.people(*found))
    return replace(past, table=found[0], hand=hands.numbered(*found), people=people)
