"""The hands that were played in a channel, at the table that is there or the last that was."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.store.hands import HandRow, HandRows


@dataclass(frozen=True, slots=True)
class Past:
    """What was played at the newest table of a channel, and the hand that was asked for.

    `table_id` is None where there never was a table. `first` and `last` are the numbers of its
    hands, `running` that of the one that runs, each 0 where there is none. `hand` is None where
    there is none of the number asked for; `people` are the user ids and names of its seats.
    """

    table_id: int | None = None
    first: int = 0
    last: int = 0
    running: int = 0
    hand: HandRow | None = None
    people: tuple[tuple[int, str], ...] = ()


def read_past(connection: sqlite3.Connection, guild: int, channel: int, number: int | None) -> Past:
    """Read the hand of that number, or the last that runs no more, with what there is beside it."""
    run = connection.execute
    # Ids are given in order: the table that is open, if any, is the newest of its channel.
    (table_id,) = run(
        "SELECT max(table_id) FROM tables WHERE guild = ? AND channel = ?", (guild, channel)
    ).fetchone()
    if table_id is None:
        return Past()
    first, last, running, ended = run(
        "SELECT min(number), max(number), max(number) FILTER (WHERE state = 'running'),"
        " max(number) FILTER (WHERE state <> 'running') FROM hand WHERE table_id = ?",
        (table_id,),
    ).fetchone()
    wanted = ended if number is None else number
    hands = HandRows(connection)
    hand = None if wanted is None else hands.numbered(table_id, wanted)
    people = [] if hand is None else hands.people(table_id, hand.start.number)
    return Past(
        table_id,
        first or 0,
        last or 0,
        running or 0,
        hand,
        tuple((user, name) for _, user, name in people),
    )
