"""The members of a guild in the order of their chips, or of what hands have brought them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from bot.store.why import OUTSIDE


class By(StrEnum):
    """What a leaderboard is ordered by."""

    BALANCE = "balance"
    """All chips of a member, those at tables included."""
    WINNINGS = "winnings"
    """What all hands together have brought him, negative for what they have cost."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One member's place: `rank` counts from 1 and is the same for equal chips."""

    rank: int
    user: int
    name: str
    chips: int


# total() is exact up to 2^53 and never fails: more than that is in damaged books alone.
# Hands are what moves a member's chips otherwise than from outside: nobody need add them up.
_VALUES = {
    By.BALANCE: "held",
    By.WINNINGS: "held - came + went",
}


def read_standings(
    connection: sqlite3.Connection, guild: int, by: By, skip: int, most: int
) -> tuple[int, tuple[Standing, ...]]:
    """Return how many members have a place, and `most` of them behind the first `skip`.

    Who was forgotten has none.
    """
    (count,) = connection.execute(
        "SELECT count(*) FROM account WHERE kind = 'player' AND guild = ? AND owner IS NOT NULL",
        (guild,),
    ).fetchone()
    rows = connection.execute(
        f"""
        WITH players AS (
            SELECT account_id, owner,
                chips + (
                    SELECT total(chips) FROM account AS stack
                    JOIN balance USING (account_id)
                    WHERE stack.kind = 'stack' AND stack.holder = player.account_id
                ) AS held,
                (SELECT total(amount) FROM transfer
                    WHERE payee = player.account_id AND {OUTSIDE}) AS came,
                (SELECT total(amount) FROM transfer
                    WHERE payer = player.account_id AND {OUTSIDE}) AS went
            FROM account AS player JOIN balance USING (account_id)
            WHERE player.kind = 'player' AND guild = :guild AND owner IS NOT NULL
        ), valued AS (SELECT account_id, owner, CAST({_VALUES[by]} AS INTEGER) AS chips
            FROM players)
        SELECT rank() OVER (ORDER BY chips DESC), owner, coalesce(name, ''), chips
        FROM valued LEFT JOIN member ON member.guild = :guild AND member.user = owner
        ORDER BY chips DESC, account_id LIMIT :most OFFSET :skip
        """,  # noqa: S608 - our own words
        {"guild": guild, "skip": skip, "most": most},
    )
    return int(count), tuple(Standing(*row) for row in rows)
