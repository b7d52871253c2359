"""How hands came out for a member: what is written at their end, and what is counted of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.hands import HandRow, HandRows
from bot.store.why import OUTSIDE

_STACKS = "SELECT account_id FROM account WHERE kind = 'stack' AND holder = :player"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand came out for a seat: chips taken from the pots, and whether it showed down.

    `won` holds no chips that nobody called; `showdown`: it was in when hands were compared.
    """

    won: int
    showdown: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """What a member's hands of one game came to: `hands` of them, `net` chips.

    `game` is the hand's, by its name, None where that was not noted: then the others tell it.
    `preset`, `own` and `games` are the table's, `rules` the hand's; all but `preset` are JSON.
    """

    game: str | None
    preset: str
    own: str
    games: str | None
    rules: str
    hands: int
    net: int


@dataclass(frozen=True, slots=True)
class Counts:
    """A member's hands that are over; `counted` of them are in the other numbers."""

    hands: int
    counted: int
    won: int
    showdowns: int
    biggest: int


class Outcomes:
    """The outcomes of hands, inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._run = connection.execute

    def add(self, hand_id: int, outcomes: Iterable[Outcome]) -> None:
        """Write how a hand came out, for its seats in order; what is written already stays."""
        self._connection.executemany(
            "INSERT INTO outcome (hand_id, p, won, showdown) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [(hand_id, p, one.won, int(one.showdown)) for p, one in enumerate(outcomes)],
        )

    def missing(self, player: int, most: int, without: Iterable[int]) -> dict[int, HandRow]:
        """Return hands of a member by id that are over without an outcome, but some."""
        left_out = frozenset(without)
        rows = self._run(
            f"SELECT hand_id, table_id, number FROM hand_seat JOIN hand USING (hand_id)"  # noqa: S608 - our own words
            f" WHERE account_id IN ({_STACKS}) AND state = 'over'"
            " AND NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.hand_id = hand.hand_id)"
            " ORDER BY hand_id DESC",
            {"player": player},
        )
        wanted = [row for row in rows if row[0] not in left_out][:most]
        hands, found = HandRows(self._connection), dict[int, HandRow]()
        for hand_id, table_id, number in wanted:
            row = hands.numbered(table_id, number)
            if row is not None:
                found[hand_id] = row
        return found

    def counts(self, player: int) -> Counts:
        """Count a member's hands."""
        row = self._run(
            f"SELECT count(*), count(won), count(*) FILTER (WHERE won > 0),"  # noqa: S608 - our own words
            f" coalesce(sum(showdown), 0), coalesce(max(won), 0)"
            f" FROM hand_seat JOIN hand USING (hand_id) LEFT JOIN outcome USING (hand_id, p)"
            f" WHERE account_id IN ({_STACKS}) AND state = 'over'",
            {"player": player},
        ).fetchone()
        return Counts(*row)

    def games(self, player: int) -> tuple[GameRow, ...]:
        """Return what a member's hands came to, by the rules they were played by."""
        rows = self._run(
            f"""
            WITH net AS (
                SELECT hand_id, total(chips) AS chips FROM (
                    SELECT hand_id, amount AS chips FROM transfer
                    WHERE payee IN ({_STACKS}) AND why = 'hand'
                    UNION ALL SELECT hand_id, -amount FROM transfer
                    WHERE payer IN ({_STACKS}) AND why = 'hand'
                ) GROUP BY hand_id
            )
            SELECT hand.game, preset, tables.rules, games, hand.rules, count(*),
                CAST(total(chips) AS INTEGER)
            FROM hand_seat JOIN hand USING (hand_id) JOIN tables USING (table_id)
            LEFT JOIN net USING (hand_id)
            WHERE account_id IN ({_STACKS}) AND state = 'over'
            GROUP BY hand.game, preset, tables.rules, games, hand.rules
            """,  # noqa: S608 - our own words
            {"player": player},
        )
        return tuple(GameRow(*row) for row in rows)

    def course(self, player: int) -> list[tuple[float, int]]:
        """Return all that a member's chips grew or fell by, with the instants, in order."""
        rows = self._run(
            f"""
            SELECT at, chips FROM (
                SELECT transfer_id, at, amount AS chips FROM transfer
                WHERE payee = :player AND {OUTSIDE}
                UNION ALL SELECT transfer_id, at, -amount FROM transfer
                WHERE payer = :player AND {OUTSIDE}
                UNION ALL SELECT transfer_id, at, amount FROM transfer
                WHERE payee IN ({_STACKS}) AND why = 'hand'
                UNION ALL SELECT transfer_id, at, -amount FROM transfer
                WHERE payer IN ({_STACKS}) AND why = 'hand'
            ) ORDER BY transfer_id
            """,  # noqa: S608 - our own words
            {"player": player},
        )
        return [(float(at), int(chips)) for at, chips in rows]
