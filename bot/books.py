"""The books of one guild, as an audit reads them: accounts, tables, and what does not add up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.bank import Audit, audited
from bot.store.books import (
    AccountLine,
    OrderLine,
    Owner,
    TableLine,
    read_accounts,
    read_orders,
    read_owner,
    read_tables,
)
from bot.store.ledger import Ledger


class Wrong(StrEnum):
    """What can be wrong with an account."""

    OVERDRAWN = "below zero"
    DRIFTED = "not what its transfers add up to"
    STRAY = "chips where none belong"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Something that is wrong with an account, and whose it is."""

    wrong: Wrong
    account: int
    owner: Owner


@dataclass(frozen=True, slots=True)
class Books:
    """All accounts of a guild at an instant.

    `house` is minus all chips given out, `total` the sum of all, which is 0 in sound books.
    `orders` are the newest grants and takes.
    """

    at: float
    accounts: tuple[AccountLine, ...]
    tables: tuple[TableLine, ...]
    orders: tuple[OrderLine, ...]
    house: int
    total: int
    mismatches: tuple[Mismatch, ...]

    @property
    def sound(self) -> bool:
        """Tell whether everything adds up."""
        return self.total == 0 and not self.mismatches

    @property
    def balances(self) -> int:
        """Return the chips outside tables."""
        return sum(line.balance for line in self.accounts)

    @property
    def at_tables(self) -> int:
        """Return the chips at tables."""
        return sum(line.at_tables for line in self.accounts)


def read_books(connection: sqlite3.Connection, guild: int, at: float) -> Books:
    """Read the books of a guild and audit them; nothing is written."""
    ledger = Ledger(connection)
    audit = audited(ledger, guild)
    return Books(
        at=at,
        accounts=read_accounts(connection, guild),
        tables=read_tables(connection, guild),
        orders=read_orders(connection, guild),
        house=ledger.held_by_house(guild),
        total=dict(audit.sums).get(guild, 0),
        mismatches=tuple(_mismatches(connection, guild, audit)),
    )


def _mismatches(connection: sqlite3.Connection, guild: int, audit: Audit) -> Iterator[Mismatch]:
    found = (
        (Wrong.OVERDRAWN, audit.overdrawn),
        (Wrong.DRIFTED, audit.drifted),
        (Wrong.STRAY, audit.stray),
    )
    for wrong, accounts in found:
        for account in accounts:
            owner = read_owner(connection, guild, account)
            if owner is not None:
                yield Mismatch(wrong, account, owner)
