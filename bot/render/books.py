"""An audit in plain words, and the file of all accounts beside it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, assert_never

from bot.books import Mismatch, Wrong
from bot.person import Person
from bot.render.names import chips_text, person_text, plain_name
from bot.words import _, ngettext

if TYPE_CHECKING:
    from bot.books import Books
    from bot.store.books import Owner, TableLine

_MOST_LINES: Final = 10
"""How many tables, and how many mismatches, are told; the file has all of them."""


def books_text(books: Books) -> str:
    """Return what an audit has found, for a message."""
    verdict = _("**The books add up.**") if books.sound else _("**The books do not add up.**")
    return "\n".join([verdict, *_lines(books)])


def _lines(books: Books) -> Iterator[str]:
    yield ngettext(
        "{members} account holds {balances} chips, and {tables} more at tables. The house has given"
        " out {house}.",
        "{members} accounts hold {balances} chips, and {tables} more at tables. The house has given"
        " out {house}.",
        len(books.accounts),
    ).format(
        members=chips_text(len(books.accounts)),
        balances=chips_text(books.balances),
        tables=chips_text(books.at_tables),
        house=chips_text(-books.house),
    )
    if books.total:
        yield _("All accounts together make {total} chips instead of 0.").format(
            total=chips_text(books.total)
        )
    yield from _some([mismatch_text(one) for one in books.mismatches])
    if not books.tables:
        yield _("No table is open.")
    yield from _some([_table_text(table) for table in books.tables])


def _some(lines: list[str]) -> Iterator[str]:
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield _("… and {more} more.").format(more=len(lines) - _MOST_LINES)


def _table_text(table: TableLine) -> str:
    return _("<#{channel}>: {seated} seated with {chips} chips.").format(
        channel=table.channel, seated=table.seated, chips=chips_text(table.chips)
    )


def mismatch_text(mismatch: Mismatch) -> str:
    """Return what is wrong with an account, as one line."""
    match mismatch.wrong:
        case Wrong.OVERDRAWN:
            words = _("Account {account}, {owner}, is below zero.")
        case Wrong.DRIFTED:
            words = _("Account {account}, {owner}, does not hold what its transfers add up to.")
        case Wrong.STRAY:
            words = _("Account {account}, {owner}, holds chips that do not belong there.")
        case _:
            assert_never(mismatch.wrong)
    return words.format(account=mismatch.account, owner=_owner_text(mismatch.owner))


def _owner_text(owner: Owner) -> str:
    name = person_text(Person(owner.user, owner.name)) if owner.user else _("a forgotten member")
    match owner.kind:
        case "house":
            return _("that of the house")
        case "table":
            return _("the pot in <#{channel}>").format(channel=owner.channel)
        case "stack":
            return _("the stack of {name} in <#{channel}>").format(name=name, channel=owner.channel)
        case _:
            return _("the balance of {name}").format(name=name)


def books_file(books: Books) -> str:
    """Return all accounts, tables, grants and takes as a text: columns parted by tabs."""
    return "\n".join("\t".join(cells) for cells in _rows(books)) + "\n"


def _rows(books: Books) -> Iterator[tuple[str, ...]]:
    yield (_("Accounts on {day}").format(day=_instant(books.at)),)
    yield _("account"), _("member"), _("user"), _("balance"), _("at tables")
    for line in books.accounts:
        name = plain_name(line.name) if line.user else _("forgotten")
        numbers = (line.user, line.balance, line.at_tables)
        yield str(line.account), name, *(str(number) for number in numbers)
    yield _("house"), "", "", str(books.house)
    yield ("",)
    yield (_("Open tables"),)
    yield _("table"), _("channel"), _("seated"), _("chips")
    for table in books.tables:
        cells = (table.table_id, table.channel, table.seated, table.chips)
        yield tuple(str(cell) for cell in cells)
    yield ("",)
    yield (_("Mismatches"),)
    yield from ((mismatch_text(one),) for one in books.mismatches)
    yield ("",)
    yield (_("Grants and takes, the newest first"),)
    yield _("time"), _("chips"), _("member"), _("user"), _("by"), _("user"), _("reason")
    for order in books.orders:
        member, manager = (plain_name(name) for name in (order.name, order.manager))
        whom = (member, str(order.user), manager, str(order.by))
        yield _instant(order.at), f"{order.chips:+}", *whom, plain_name(order.reason, 200)


def _instant(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
