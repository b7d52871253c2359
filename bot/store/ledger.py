"""Accounts, the transfers between them, and what they hold; amounts are chips."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.person import Person


class Why(StrEnum):
    """What a transfer is for."""

    START = "starting chips"
    BUY_IN = "buy-in"
    HAND = "hand"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips on their way from one account to another; `by` is who asked, None for the house."""

    payer: int
    payee: int
    amount: int
    why: Why
    at: float
    by: int | None = None
    hand_id: int | None = None


class Ledger:
    """The books, inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute

    def house(self, guild: int) -> int:
        """Return a guild's house account, opened where it is missing."""
        return self._open("house", guild, where="kind = 'house' AND guild = ?", values=(guild,))

    def player(self, guild: int, user: int) -> int | None:
        """Return a member's account, or None where he has none yet."""
        return self._find("kind = 'player' AND guild = ? AND owner = ?", (guild, user))

    def open_player(self, guild: int, user: int) -> int:
        """Open a member's account."""
        return self._insert("player", guild, owner=user)

    def stack(self, guild: int, holder: int, table_id: int) -> int:
        """Return the account of a member's chips at a table, opened where it is missing."""
        return self._open(
            "stack",
            guild,
            where="kind = 'stack' AND table_id = ? AND holder = ?",
            values=(table_id, holder),
            holder=holder,
            table_id=table_id,
        )

    def pot(self, guild: int, table_id: int) -> int:
        """Return the account through which a table pays its winners, opened where it is missing."""
        return self._open(
            "table",
            guild,
            where="kind = 'table' AND table_id = ?",
            values=(table_id,),
            table_id=table_id,
        )

    def holder(self, stack: int) -> int:
        """Return the member's account that a stack belongs to."""
        row = self._run("SELECT holder FROM account WHERE account_id = ?", (stack,)).fetchone()
        return int(row[0])

    def chips(self, account: int) -> int:
        """Return what an account holds."""
        row = self._run("SELECT chips FROM balance WHERE account_id = ?", (account,)).fetchone()
        return int(row[0])

    def move(self, transfer: Transfer) -> None:
        """Write a transfer; both balances follow by trigger.

        Raises sqlite3.IntegrityError where the payer has too few chips or is of another guild.
        """
        self._run(
            "INSERT INTO transfer (payer, payee, amount, why, by, hand_id, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                transfer.payer,
                transfer.payee,
                transfer.amount,
                transfer.why,
                transfer.by,
                transfer.hand_id,
                transfer.at,
            ),
        )

    def name(self, guild: int, person: Person) -> None:
        """Note what a member is called now."""
        self._run(
            "INSERT INTO member VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name",
            (guild, person.id, person.name),
        )

    def sums(self) -> Iterator[tuple[int, int]]:
        """Yield each guild with the sum of all its accounts, which is 0 in sound books."""
        yield from self._run(
            "SELECT guild, sum(chips) FROM account JOIN balance USING (account_id)"
            " GROUP BY guild ORDER BY guild"
        )

    def overdrawn(self) -> Iterator[int]:
        """Yield the accounts below zero that must not be."""
        yield from self._column(
            "SELECT account_id FROM account JOIN balance USING (account_id)"
            " WHERE account.kind <> 'house' AND chips < 0"
        )

    def drifted(self) -> Iterator[int]:
        """Yield the accounts whose balance is not the sum of their transfers, or is missing."""
        yield from self._column(
            "SELECT account_id FROM account LEFT JOIN balance USING (account_id)"
            " WHERE chips IS NOT coalesce("
            "(SELECT sum(amount) FROM transfer WHERE payee = account_id), 0) - coalesce("
            "(SELECT sum(amount) FROM transfer WHERE payer = account_id), 0)"
        )

    def stray(self) -> Iterator[int]:
        """Yield the stacks and pots whose chips do not belong where they are.

        A pot holds nothing between transactions, a stack without a seat nothing either, and in a
        running hand each stack what it began the hand with.
        """
        yield from self._column(
            "SELECT account_id FROM account JOIN balance USING (account_id)"
            " WHERE chips <> 0 AND (account.kind = 'table' OR account.kind = 'stack'"
            " AND account_id NOT IN (SELECT account_id FROM seat))"
            " UNION SELECT account_id FROM hand_seat JOIN hand USING (hand_id)"
            " JOIN balance USING (account_id) WHERE state = 'running' AND stack <> chips"
        )

    def _column(self, sql: str) -> Iterator[int]:
        yield from (int(row[0]) for row in self._run(sql))

    def _find(self, where: str, values: tuple[int, ...]) -> int | None:
        row = self._run(f"SELECT account_id FROM account WHERE {where}", values).fetchone()  # noqa: S608 - our own words
        return None if row is None else int(row[0])

    def _open(
        self,
        kind: str,
        guild: int,
        *,
        where: str,
        values: tuple[int, ...],
        holder: int | None = None,
        table_id: int | None = None,
    ) -> int:
        found = self._find(where, values)
        if found is not None:
            return found
        return self._insert(kind, guild, holder=holder, table_id=table_id)

    def _insert(
        self,
        kind: str,
        guild: int,
        *,
        owner: int | None = None,
        holder: int | None = None,
        table_id: int | None = None,
    ) -> int:
        added = self._run(
            "INSERT INTO account (kind, guild, owner, holder, table_id) VALUES (?, ?, ?, ?, ?)",
            (kind, guild, owner, holder, table_id),
        )
        return int(added.lastrowid or 0)
