"""What the bank answers: balances, daily chips, gifts, and what managers grant and take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.names import chips_text, person_text
from bot.words import _

if TYPE_CHECKING:
    from bot.bank import Daily, Order
    from bot.cashier import Holding
    from bot.person import Person


def own_holding_text(holding: Holding | None, starting: int) -> str:
    """Return what somebody has, to himself; `starting` is what he begins with otherwise."""
    if holding is None and not starting:
        return _("You have no chips here yet, and begin with none.")
    if holding is None:
        return _(
            "You have no chips here yet. You begin with {starting} when you first sit down or take"
            " the daily chips."
        ).format(starting=chips_text(starting))
    if not holding.at_tables:
        return _("You have {total} chips, all of them in your balance.").format(
            total=chips_text(holding.total)
        )
    return _("You have {total} chips: {balance} in your balance and {tables} at tables.").format(
        total=chips_text(holding.total),
        balance=chips_text(holding.balance),
        tables=chips_text(holding.at_tables),
    )


def holding_text(person: Person, holding: Holding | None) -> str:
    """Return what a member has, to another."""
    name = person_text(person)
    if holding is None:
        return _("{name} has no chips here yet.").format(name=name)
    words = _("{name} has {total} chips: {balance} in the balance and {tables} at tables.")
    return words.format(
        name=name,
        total=chips_text(holding.total),
        balance=chips_text(holding.balance),
        tables=chips_text(holding.at_tables),
    )


def daily_text(daily: Daily) -> str:
    """Return the answer to who took his daily chips."""
    return _(
        "You get {chips} chips; your balance is {balance}. The next ones can be had {instant}."
    ).format(
        chips=chips_text(daily.chips),
        balance=chips_text(daily.balance),
        instant=f"<t:{daily.next_at}:R>",
    )


def given_text(receiver: Person, amount: int, left: int) -> str:
    """Return the answer to who gave chips away."""
    return _("You give {name} {chips} chips; your balance is {left}.").format(
        name=person_text(receiver), chips=chips_text(amount), left=chips_text(left)
    )


def granted_text(order: Order, balance: int) -> str:
    """Return the answer to a manager who granted chips."""
    return _("{name} gets {chips} chips of the house and has a balance of {balance} now.").format(
        name=person_text(order.member),
        chips=chips_text(order.amount),
        balance=chips_text(balance),
    )


def taken_text(order: Order, balance: int) -> str:
    """Return the answer to a manager who took chips."""
    return _("{chips} chips of {name} go back to the house; his balance is {balance} now.").format(
        name=person_text(order.member),
        chips=chips_text(order.amount),
        balance=chips_text(balance),
    )


def change_text(chips: int) -> str:
    """Return an amount with its sign: "+200", "−40", "±0"."""
    sign = "+" if chips > 0 else "−" if chips < 0 else "±"
    return f"{sign}{chips_text(abs(chips))}"
