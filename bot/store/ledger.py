"""Accounts, the transfers between them, and what they hold; amounts are chips."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from bot.person import Person
from bot.store.forgotten import forgotten_at
from bot.store.sums import halves, whole
from bot.store.why import OUTSIDE, Why

_HIGH, _LOW = halves("amount")


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
        self._connection = connection
        self._run = connection.execute

    def house(self, guild: int) -> int:
        """Return a guild's house account, opened where it is missing."""
        return self._open("house", guild, where="kind = 'house' AND guild = ?", values=(guild,))

    def held_by_house(self, guild: int) -> int:
        """Return what a guild's house account holds: minus all chips given out, 0 without one."""
        account = self._find("kind = 'house' AND guild = ?", (guild,))
        return 0 if account is None else self.chips(account)

    def player(self, guild: int, user: int) -> int | None:
        """Return a member's account, or None where he has none yet."""
        return self._find("kind = 'player' AND guild = ? AND owner = ?", (guild, user))

    def forgotten_at(self, guild: int, user: int) -> float | None:
        """Return when somebody who has come back was forgotten, None where he never was."""
        return forgotten_at(self._connection, guild, user)

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

    def at_tables(self, holder: int) -> int:
        """Return what a member has at tables, all his stacks together."""
        rows = self._run(
            "SELECT chips FROM account JOIN balance USING (account_id)"
            " WHERE account.kind = 'stack' AND holder = ?",
            (holder,),
        )
        return sum(int(chips) for (chips,) in rows)

    def last_daily(self, account: int) -> float | None:
        """Return the latest instant at which an account got daily chips, by the clock of then."""
        row = self._run(
            f"SELECT max(at) FROM transfer WHERE payee = ? AND why = 'daily chips' AND {OUTSIDE}",  # noqa: S608 - our own words
            (account,),
        ).fetchone()
        return None if row[0] is None else float(row[0])

    def given_since(self, account: int, at: float) -> int:
        """Return the chips that a member has given to others since an instant."""
        rows = self._run(
            "SELECT amount FROM transfer"  # noqa: S608 - our own words
            f" WHERE payer = ? AND why = 'gift' AND at >= ? AND {OUTSIDE}",
            (account, at),
        )
        return sum(int(amount) for (amount,) in rows)

    def explain(self, transfer_id: int, reason: str) -> None:
        """Write why a transfer was made, for good."""
        self._run("INSERT INTO reason (transfer_id, text) VALUES (?, ?)", (transfer_id, reason))

    def move(self, transfer: Transfer) -> int:
        """Write a transfer and return its number; both balances follow by trigger.

        Raises sqlite3.IntegrityError where the payer has too few chips or is of another guild.
        """
        added = self._run(
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
        return int(added.lastrowid or 0)

    def name(self, guild: int, person: Person) -> None:
        """Note what a member is called now."""
        self._run(
            "INSERT INTO member VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name",
            (guild, person.id, person.name),
        )

    def count(self) -> int:
        """Return how many accounts there are, in all guilds."""
        return int(self._run("SELECT count(*) FROM account").fetchone()[0])

    def sums(self, guild: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield each guild with the sum of all its accounts, which is 0 in sound books."""
        high, low = halves("chips")
        rows = self._run(
            f"SELECT guild, {high}, {low} FROM account JOIN balance USING (account_id)"  # noqa: S608 - our own words
            " WHERE guild = coalesce(?, guild) GROUP BY guild ORDER BY guild",
            (guild,),
        )
        yield from ((found, whole(high, low)) for found, high, low in rows)

    def overdrawn(self, guild: int | None = None) -> Iterator[int]:
        """Yield the accounts below zero that must not be."""
        yield from self._column(
            "SELECT account_id FROM account JOIN balance USING (account_id)"
            " WHERE account.kind <> 'house' AND chips < 0 AND guild = coalesce(:guild, guild)",
            guild,
        )

    def drifted(self, guild: int | None = None) -> Iterator[int]:
        """Yield the accounts whose balance is not the sum of their transfers, or is missing."""
        rows = self._run(
            "SELECT account_id, chips,"  # noqa: S608 - our own words
            f" (SELECT {_HIGH} FROM transfer WHERE payee = account_id),"
            f" (SELECT {_LOW} FROM transfer WHERE payee = account_id),"
            f" (SELECT {_HIGH} FROM transfer WHERE payer = account_id),"
            f" (SELECT {_LOW} FROM transfer WHERE payer = account_id)"
            " FROM account LEFT JOIN balance USING (account_id)"
            " WHERE guild = coalesce(?, guild)",
            (guild,),
        )
        for account, chips, *came, went_high, went_low in rows:
            if chips is None or chips != whole(*came) - whole(went_high, went_low):
                yield int(account)

    def stray(self, guild: int | None = None) -> Iterator[int]:
        """Yield the stacks and pots whose chips do not belong where they are.

        A pot holds nothing between transactions, a stack without a seat nothing either, and in a
        running hand each stack what it began the hand with.
        """
        yield from self._column(
            "SELECT account_id FROM account JOIN balance USING (account_id)"
            " WHERE chips <> 0 AND (account.kind = 'table' OR account.kind = 'stack'"
            " AND account_id NOT IN (SELECT account_id FROM seat))"
            " AND guild = coalesce(:guild, guild)"
            " UNION SELECT account_id FROM hand_seat JOIN hand USING (hand_id)"
            " JOIN balance USING (account_id) JOIN account USING (account_id)"
            " WHERE state = 'running' AND stack <> chips AND guild = coalesce(:guild, guild)",
            guild,
        )

    def _column(self, sql: str, guild: int | None) -> Iterator[int]:
        yield from (int(row[0]) for row in self._run(sql, {"guild": guild}))

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
