"""Chips between accounts: every movement is a transfer, and all of a guild's accounts sum to 0."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.house import MOST_GIVEN, House
from bot.person import Person
from bot.refusal import No, Refusal
from bot.seen import seen
from bot.store import Store
from bot.store.ledger import Ledger, Transfer
from bot.store.why import Why

DAY: Final = 86_400
"""The seconds of a UTC day."""

LONGEST_REASON: Final = 200
"""How many characters a manager has to say why."""


def _usual(guild: int) -> House:
    """Return the house of a guild that has changed nothing."""
    return House()


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Chips moved to a table: the accounts, and what both hold now."""

    player: int
    account: int
    stack: int
    balance: int


@dataclass(frozen=True, slots=True)
class Daily:
    """Daily chips were given: how many, the balance then, and the instant of the next."""

    chips: int
    balance: int
    next_at: int


@dataclass(frozen=True, slots=True)
class Order:
    """What a manager orders for a member's balance, and why."""

    manager: Person
    member: Person
    amount: int
    reason: str


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

    def __init__(self, store: Store, house_of: Callable[[int], House] = _usual) -> None:
        """Keep the books of all guilds; `house_of` is asked on the store's thread and is plain."""
        self._store = store
        self._house_of = house_of

    def starting(self, ledger: Ledger, guild: int, user: int) -> int:
        """Return the chips that a new member begins with: who was forgotten here, with none."""
        came_back = ledger.forgotten_at(guild, user) is not None
        return 0 if came_back else self._house_of(guild).starting

    async def balance(self, guild: int, user: int) -> int | None:
        """Return a member's chips outside tables, or None where he has no account yet."""

        def unit(connection: sqlite3.Connection) -> int | None:
            ledger = Ledger(connection)
            account = ledger.player(guild, user)
            return None if account is None else ledger.chips(account)

        return await self._store.read(unit)

    async def audit(self) -> Audit:
        """Go over all books: sums, overdrafts, transfers against balances, stacks against seats."""
        return await self._store.read(lambda connection: audited(Ledger(connection)))

    def welcome(self, ledger: Ledger, guild: int, person: Person, at: float) -> int:
        """Return a member's account; a new one begins with the starting chips.

        Who was forgotten here and comes back begins with none.
        """
        ledger.name(guild, person)
        account = ledger.player(guild, person.id)
        if account is not None:
            return account
        account = ledger.open_player(guild, person.id)
        starting = self.starting(ledger, guild, person.id)
        if starting:
            ledger.move(Transfer(ledger.house(guild), account, starting, Why.START, at))
        return account

    def daily(self, ledger: Ledger, guild: int, person: Person, at: float) -> Daily:
        """Give a member the chips of this UTC day.

        A day counts once, and none before the last that he had: a clock that jumps back gives
        nothing. Raises Refusal: NO_DAILY, and with the instant of the next DAILY_TAKEN, or
        DAILY_TOO_SOON to who was forgotten on this day.
        """
        chips = self._house_of(guild).daily
        if not chips:
            raise Refusal(No.NO_DAILY)
        account = self.welcome(ledger, guild, person, at)
        last, today = ledger.last_daily(account), _day(at)
        refused = No.DAILY_TAKEN
        if last is None:  # who was forgotten today may have had them already
            last, refused = ledger.forgotten_at(guild, person.id), No.DAILY_TOO_SOON
        if last is not None and _day(last) >= today:
            raise Refusal(refused, (_day(last) + 1) * DAY)
        ledger.move(Transfer(ledger.house(guild), account, chips, Why.DAILY, at, by=account))
        return Daily(chips, ledger.chips(account), (today + 1) * DAY)

    def give(
        self, ledger: Ledger, guild: int, pair: tuple[Person, Person], amount: int, at: float
    ) -> int:
        """Move chips from the first member's balance to the second; return what the first has left.

        Raises Refusal: NO_TRANSFERS, BAD_AMOUNT, TO_ONESELF, TOO_GENEROUS with what he may still
        give on this UTC day and the cap, NOT_ENOUGH_CHIPS with his balance.
        """
        house, (giver, receiver) = self._house_of(guild), pair
        if not house.transfers:
            raise Refusal(No.NO_TRANSFERS)
        verify_amount(amount)
        if giver.id == receiver.id:
            raise Refusal(No.TO_ONESELF)
        account = self.welcome(ledger, guild, giver, at)
        left = house.transfer_cap - ledger.given_since(account, _day(at) * DAY)
        if amount > left:
            raise Refusal(No.TOO_GENEROUS, max(left, 0), house.transfer_cap)
        balance = ledger.chips(account)
        if amount > balance:
            raise Refusal(No.NOT_ENOUGH_CHIPS, balance)
        payee = self.welcome(ledger, guild, receiver, at)
        ledger.move(Transfer(account, payee, amount, Why.GIFT, at, by=account))
        return balance - amount

    def grant(self, ledger: Ledger, guild: int, order: Order, at: float) -> int:
        """Give a member chips of the house as a manager orders; return his balance.

        Raises Refusal: BAD_AMOUNT, BAD_REASON.
        """
        reason = _verified(order)
        payee = self.welcome(ledger, guild, order.member, at)
        by = self.welcome(ledger, guild, order.manager, at)
        given = Transfer(ledger.house(guild), payee, order.amount, Why.GRANT, at, by=by)
        ledger.explain(ledger.move(given), reason)
        return ledger.chips(payee)

    def take(self, ledger: Ledger, guild: int, order: Order, at: float) -> int:
        """Take chips of a member's balance back to the house; return what is left of it.

        Raises Refusal: BAD_AMOUNT, BAD_REASON, NO_ACCOUNT, TOO_MUCH_TO_TAKE with his balance.
        """
        reason = _verified(order)
        payer = ledger.player(guild, order.member.id)
        if payer is None:
            raise Refusal(No.NO_ACCOUNT)
        balance = ledger.chips(payer)
        if order.amount > balance:
            raise Refusal(No.TOO_MUCH_TO_TAKE, balance)
        by = self.welcome(ledger, guild, order.manager, at)
        taken = Transfer(payer, ledger.house(guild), order.amount, Why.TAKE, at, by=by)
        ledger.explain(ledger.move(taken), reason)
        return ledger.chips(payer)

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


def audited(ledger: Ledger, guild: int | None = None) -> Audit:
    """Go over the books of a guild, of all where None is named."""
    return Audit(
        sums=tuple(ledger.sums(guild)),
        overdrawn=tuple(ledger.overdrawn(guild)),
        drifted=tuple(ledger.drifted(guild)),
        stray=tuple(ledger.stray(guild)),
    )


def verify_amount(amount: int) -> None:
    """Raise Refusal (BAD_AMOUNT with the most) for what is no amount that can be given or taken."""
    if not 1 <= amount <= MOST_GIVEN:
        raise Refusal(No.BAD_AMOUNT, MOST_GIVEN)


def _verified(order: Order) -> str:
    """Return an order's reason as it is kept: what is seen of it, on one line.

    Raises Refusal: BAD_AMOUNT, BAD_REASON.
    """
    verify_amount(order.amount)
    reason = seen(order.reason)
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise Refusal(No.BAD_REASON, LONGEST_REASON)
    return reason


def _day(at: float) -> int:
    """Return the number of the UTC day of an instant."""
    return int(at // DAY)
