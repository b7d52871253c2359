"""Chips between accounts: every movement is a transfer, and all of a guild's accounts sum to 0."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.person import Person
from bot.refusal import No, Refusal
from bot.store import Store
from bot.store.ledger import Ledger, Transfer, Why

STARTING_CHIPS: Final = 1_000
"""What the house gives a member when he first sits down in a guild."""


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Chips moved to a table: the accounts, and what both hold now."""

    player: int
    account: int
    stack: int
    balance: int


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of the books has found; each tuple names accounts, `sums` guilds and chips."""

    sums: tuple[tuple[int, int], ...]
    overdrawn: tuple[int, ...]
    drifted: tuple[int, ...]
    stray: tuple[int, ...]

    @property
    def sound(self) -> bool:
        """Tell whether everything adds up."""
        wrong = self.overdrawn or self.drifted or self.stray
        return not wrong and all(chips == 0 for _, chips in self.sums)


class Bank:
    """The rules of the books; what takes a Ledger runs inside the caller's transaction."""

    def __init__(self, store: Store, starting_chips: int = STARTING_CHIPS) -> None:
        self._store = store
        self._starting_chips = starting_chips

    async def balance(self, guild: int, user: int) -> int | None:
        """Return a member's chips outside tables, or None where he has no account yet."""

        def unit(connection: sqlite3.Connection) -> int | None:
            ledger = Ledger(connection)
            account = ledger.player(guild, user)
            return None if account is None else ledger.chips(account)

        return await self._store.read(unit)

    async def audit(self) -> Audit:
        """Go over all books: sums, overdrafts, transfers against balances, stacks against seats."""

        def unit(connection: sqlite3.Connection) -> Audit:
            ledger = Ledger(connection)
            return Audit(
                sums=tuple(ledger.sums()),
                overdrawn=tuple(ledger.overdrawn()),
                drifted=tuple(ledger.drifted()),
                stray=tuple(ledger.stray()),
            )

        return await self._store.read(unit)

    def welcome(self, ledger: Ledger, guild: int, person: Person, at: float) -> int:
        """Return a member's account; a new one begins with the starting chips."""
        ledger.name(guild, person)
        account = ledger.player(guild, person.id)
        if account is not None:
            return account
        account = ledger.open_player(guild, person.id)
        if self._starting_chips:
            house = ledger.house(guild)
            ledger.move(Transfer(house, account, self._starting_chips, Why.START, at))
        return account

    def buy_in(
        self, ledger: Ledger, guild: int, person: Person, table_id: int, amount: int, at: float
    ) -> BoughtIn:
        """Move chips from a member to his stack at a table.

        Raises Refusal (NOT_ENOUGH_CHIPS with his balance).
        """
        player = self.welcome(ledger, guild, person, at)
        balance = ledger.chips(player)
        if amount > balance:
            raise Refusal(No.NOT_ENOUGH_CHIPS, balance)
        account = ledger.stack(guild, player, table_id)
        ledger.move(Transfer(player, account, amount, Why.BUY_IN, at, by=player))
        return BoughtIn(player, account, ledger.chips(account), balance - amount)

    def settle(
        self,
        ledger: Ledger,
        pot: int,
        hand_id: int,
        results: Iterable[tuple[int, int]],
        at: float,
    ) -> None:
        """Pay a hand through the table's account `pot`; `results` are stacks with what they won.

        A loser's result is negative. Raises ValueError where they do not sum to 0.
        """
        paid = tuple(results)
        if sum(chips for _, chips in paid):
            raise ValueError(f"the results of hand {hand_id} do not sum to 0")
        for account, chips in paid:
            if chips < 0:
                ledger.move(Transfer(account, pot, -chips, Why.HAND, at, hand_id=hand_id))
        for account, chips in paid:
            if chips > 0:
                ledger.move(Transfer(pot, account, chips, Why.HAND, at, hand_id=hand_id))

    def pay_out(self, ledger: Ledger, stack: int, at: float, by: int | None = None) -> int:
        """Move all chips of a stack back to its member and return his balance."""
        player, chips = ledger.holder(stack), ledger.chips(stack)
        if chips:
            ledger.move(Transfer(stack, player, chips, Why.LEAVE, at, by=by))
        return ledger.chips(player)
