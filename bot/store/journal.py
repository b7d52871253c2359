"""A member's transfers in the order they were made, the newest first."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.store.why import Why

# The member's own account and all his stacks; an index finds both.
_MINE = (
    "SELECT account_id FROM account"
    " WHERE account_id = :player OR kind = 'stack' AND holder = :player"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One transfer as its member sees it.

    `chips` is what he has got, negative for what went from him; between his balance and a table it
    is the amount that came to his balance. `user` and `name` are of the other member, or of the
    manager who asked for it, 0 and "" where there is none or he was forgotten. `channel` and `hand`
    are those of the table and the hand, 0 where there is none.
    """

    at: float
    why: str
    chips: int
    user: int = 0
    name: str = ""
    channel: int = 0
    hand: int = 0
    reason: str = ""


def read_journal(
    connection: sqlite3.Connection, player: int, skip: int, most: int
) -> tuple[int, tuple[Line, ...]]:
    """Return how many transfers a member has, and `most` of them behind the `skip` newest."""
    values = {"player": player, "skip": skip, "most": most}
    (count,) = connection.execute(
        f"SELECT count(*) FROM transfer WHERE payee IN ({_MINE}) OR payer IN ({_MINE})",  # noqa: S608 - our own words
        values,
    ).fetchone()
    rows = connection.execute(
        f"""
        SELECT transfer.at, why, amount, payer = :player, payee = :player,
            payee IN ({_MINE}), payer, payee, by, hand.number, reason.text,
            (SELECT channel FROM tables WHERE table_id = coalesce(paying.table_id, paid.table_id))
        FROM transfer
        JOIN account AS paying ON paying.account_id = payer
        JOIN account AS paid ON paid.account_id = payee
        LEFT JOIN hand USING (hand_id)
        LEFT JOIN reason USING (transfer_id)
        WHERE payee IN ({_MINE}) OR payer IN ({_MINE})
        ORDER BY transfer_id DESC LIMIT :most OFFSET :skip
        """,  # noqa: S608 - our own words
        values,
    ).fetchall()
    return int(count), tuple(_line(connection, row) for row in rows)


def _line(connection: sqlite3.Connection, row: tuple[object, ...]) -> Line:
    at, why, amount, from_me, to_me, mine, payer, payee, by, number, text, channel = row
    gains = to_me if why in (Why.BUY_IN, Why.LEAVE) else mine
    match why:
        case Why.GIFT:
            other = payee if from_me else payer
        case Why.GRANT | Why.TAKE:
            other = by
        case _:
            other = None
    user, name = _who(connection, other)
    return Line(
        at=float(str(at)),
        why=str(why),
        chips=int(str(amount)) * (1 if gains else -1),
        user=user,
        name=name,
        channel=int(str(channel or 0)),
        hand=int(str(number or 0)),
        reason=str(text or ""),
    )


def _who(connection: sqlite3.Connection, account: object) -> tuple[int, str]:
    """Return the user id and the stored name of a member's account."""
    row = connection.execute(
        "SELECT coalesce(owner, 0), coalesce(name, '') FROM account"
        " LEFT JOIN member ON member.guild = account.guild AND member.user = account.owner"
        " WHERE account_id = ?",
        (account,),
    ).fetchone()
    return (0, "") if row is None else (int(row[0]), str(row[1]))
