"""The cashier: what members and managers ask of the bank, each in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.bank import Bank, Daily, Order
from bot.books import Books, read_books
from bot.clock import Clock
from bot.person import Person
from bot.scribe import take_request
from bot.store import Store
from bot.store.journal import Line, read_journal
from bot.store.ledger import Ledger
from bot.store.standings import By, Standing, read_standings

T = TypeVar("T")

ON_A_PAGE: Final = 10
"""How many lines a page of a history or a leaderboard has."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A member's chips: `balance` outside tables, and what he has at tables."""

    balance: int
    at_tables: int

    @property
    def total(self) -> int:
        """Return all his chips."""
        return self.balance + self.at_tables


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of many: `number` counts from 0, `pages` are 1 at least."""

    number: int
    pages: int

    @classmethod
    def of(cls, wanted: int, lines: int) -> Page:
        """Return the page nearest to the one that is wanted, of so many lines."""
        pages = max(1, -(-lines // ON_A_PAGE))
        return cls(min(max(wanted, 0), pages - 1), pages)


@dataclass(frozen=True, slots=True)
class Journal:
    """A page of a member's transfers, the newest first."""

    page: Page
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a guild's members by their chips."""

    by: By
    page: Page
    lines: tuple[Standing, ...]


class Cashier:
    """Takes what is asked, by the time of the room's clock.

    `key` names the interaction that asks; one that was done already is refused with DOUBLED.
    """

    def __init__(self, store: Store, bank: Bank, clock: Clock) -> None:
        self._store = store
        self._bank = bank
        self._clock = clock

    async def starting(self, guild: int, user: int) -> int:
        """Return the chips that somebody without an account begins with in a guild."""
        return await self._store.read(
            lambda connection: self._bank.starting(Ledger(connection), guild, user)
        )

    async def holding(self, guild: int, user: int) -> Holding | None:
        """Return a member's chips, or None where he has no account yet."""

        def unit(connection: sqlite3.Connection) -> Holding | None:
            ledger = Ledger(connection)
            account = ledger.player(guild, user)
            if account is None:
                return None
            return Holding(ledger.chips(account), ledger.at_tables(account))

        return await self._store.read(unit)

    async def daily(self, guild: int, person: Person, key: str) -> Daily:
        """Give a member the chips of this UTC day; raises Refusal as Bank.daily does, DOUBLED."""
        return await self._write(
            key, lambda ledger, at: self._bank.daily(ledger, guild, person, at)
        )

    async def give(self, guild: int, giver: Person, receiver: Person, amount: int, key: str) -> int:
        """Move chips between two members; return what the giver has left in his balance.

        Raises Refusal as Bank.give does, and DOUBLED.
        """
        pair = (giver, receiver)
        return await self._write(
            key, lambda ledger, at: self._bank.give(ledger, guild, pair, amount, at)
        )

    async def grant(self, guild: int, order: Order, key: str) -> int:
        """Give a member chips of the house; return his balance. Raises Refusal, as Bank.grant.

        Whether a manager asks is the caller's to know.
        """
        return await self._write(key, lambda ledger, at: self._bank.grant(ledger, guild, order, at))

    async def take(self, guild: int, order: Order, key: str) -> int:
        """Take chips of a member's balance; return what is left. Raises Refusal, as Bank.take.

        Whether a manager asks is the caller's to know.
        """
        return await self._write(key, lambda ledger, at: self._bank.take(ledger, guild, order, at))

    async def journal(self, guild: int, user: int, wanted: int) -> Journal | None:
        """Return a page of a member's transfers, or None where he has no account yet."""

        def unit(connection: sqlite3.Connection) -> Journal | None:
            account = Ledger(connection).player(guild, user)
            if account is None:
                return None
            count, _ = read_journal(connection, account, 0, 0)
            page = Page.of(wanted, count)
            _, lines = read_journal(connection, account, page.number * ON_A_PAGE, ON_A_PAGE)
            return Journal(page, lines)

        return await self._store.report(unit)

    async def leaderboard(self, guild: int, by: By, wanted: int) -> Leaderboard:
        """Return a page of a guild's members; who was forgotten is not among them."""

        def unit(connection: sqlite3.Connection) -> Leaderboard:
            count, _ = read_standings(connection, guild, by, 0, 0)
            page = Page.of(wanted, count)
            skip = page.number * ON_A_PAGE
            return Leaderboard(by, page, read_standings(connection, guild, by, skip, ON_A_PAGE)[1])

        return await self._store.report(unit)

    async def books(self, guild: int) -> Books:
        """Return the accounts of a guild, what lies at its tables, and what is wrong there."""
        at = self._clock.now()
        return await self._store.report(lambda connection: read_books(connection, guild, at))

    async def _write(self, key: str, work: Callable[[Ledger, float], T]) -> T:
        at = self._clock.now()

        def unit(connection: sqlite3.Connection) -> T:
            take_request(connection, key, at)
            return work(Ledger(connection), at)

        return await self._store.write(unit)
