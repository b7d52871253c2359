"""All accounts of a guild and what its tables hold, for who audits them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from bot.store.sums import halves, whole
from bot.store.why import OUTSIDE

MOST_ORDERS: Final = 500
"""How many grants and takes an audit lists."""

_HIGH, _LOW = halves("chips")


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One member's chips: in his balance, and at all tables; `user` is 0 for who was forgotten."""

    account: int
    user: int
    name: str
    balance: int
    at_tables: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """What lies at an open table: how many sit there, and their chips."""

    table_id: int
    channel: int
    seated: int
    chips: int


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose an account is, that something is wrong with; `channel` is that of a table's, else 0."""

    kind: str
    user: int
    name: str
    channel: int


def read_accounts(connection: sqlite3.Connection, guild: int) -> tuple[AccountLine, ...]:
    """Return all members' accounts of a guild, in the order they were opened."""
    stacks = (
        "account AS stack JOIN balance USING (account_id)"
        " WHERE stack.kind = 'stack' AND stack.holder = player.account_id"
    )
    rows = connection.execute(
        "SELECT account_id, coalesce(owner, 0), coalesce(name, ''), coalesce(chips, 0),"  # noqa: S608 - our own words
        f" (SELECT {_HIGH} FROM {stacks}), (SELECT {_LOW} FROM {stacks})"
        " FROM account AS player LEFT JOIN balance USING (account_id)"
        " LEFT JOIN member ON member.guild = player.guild AND member.user = player.owner"
        " WHERE player.kind = 'player' AND player.guild = ? ORDER BY account_id",
        (guild,),
    )
    return tuple(
        AccountLine(account, user, name, balance, whole(high, low))
        for account, user, name, balance, high, low in rows
    )


def read_tables(connection: sqlite3.Connection, guild: int) -> tuple[TableLine, ...]:
    """Return the open tables of a guild."""
    rows = connection.execute(
        f"SELECT tables.table_id, channel, count(seat.account_id), {_HIGH}, {_LOW}"  # noqa: S608 - our own words
        " FROM tables LEFT JOIN seat USING (table_id) LEFT JOIN balance USING (account_id)"
        " WHERE guild = ? AND phase <> 'closed' GROUP BY tables.table_id",
        (guild,),
    )
    return tuple(
        TableLine(table_id, channel, seated, whole(high, low))
        for table_id, channel, seated, high, low in rows
    )


def read_owner(connection: sqlite3.Connection, guild: int, account: int) -> Owner | None:
    """Return whose an account is, or None where it is of another guild."""
    row = connection.execute(
        "SELECT found.kind, coalesce(player.owner, 0), coalesce(name, ''), coalesce(channel, 0)"
        " FROM account AS found"
        " LEFT JOIN account AS player"
        " ON player.account_id = coalesce(found.holder, found.account_id)"
        " LEFT JOIN member ON member.guild = player.guild AND member.user = player.owner"
        " LEFT JOIN tables ON tables.table_id = found.table_id"
        " WHERE found.account_id = ? AND found.guild = ?",
        (account, guild),
    ).fetchone()
    return None if row is None else Owner(*row)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A grant, or a take with its chips negative: of whom, by whom, and why."""

    at: float
    chips: int
    user: int
    name: str
    by: int
    manager: str
    reason: str


def read_orders(connection: sqlite3.Connection, guild: int) -> tuple[OrderLine, ...]:
    """Return the newest grants and takes of a guild, the newest first."""
    house = connection.execute(
        "SELECT account_id FROM account WHERE kind = 'house' AND guild = ?", (guild,)
    ).fetchone()
    rows = connection.execute(
        f"""
        SELECT at, chips, coalesce(his.owner, 0), coalesce(member.name, ''),
            coalesce(managers.owner, 0), coalesce(manager.name, ''), text
        FROM (
            SELECT transfer_id, payee AS account, amount AS chips, by, at FROM transfer
            WHERE payer = :house AND why = 'grant' AND {OUTSIDE}
            UNION ALL SELECT transfer_id, payer, -amount, by, at FROM transfer
            WHERE payee = :house AND why = 'take' AND {OUTSIDE}
        )
        JOIN reason USING (transfer_id)
        JOIN account AS his ON his.account_id = account
        JOIN account AS managers ON managers.account_id = by
        LEFT JOIN member ON member.guild = his.guild AND member.user = his.owner
        LEFT JOIN member AS manager
            ON manager.guild = managers.guild AND manager.user = managers.owner
        ORDER BY transfer_id DESC LIMIT :most
        """,  # noqa: S608 - our own words
        {"house": None if house is None else house[0], "most": MOST_ORDERS},
    )
    return tuple(OrderLine(*row) for row in rows)
