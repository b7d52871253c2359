"""An audit of a whole database: whether everything in it adds up, hand by hand."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from bot.bank import audited
from bot.broken import BrokenHand
from bot.replaying import played_again
from bot.store.fault import StoreFault
from bot.store.hands import HandRow, HandRows, HandState
from bot.store.ledger import Ledger
from bot.store.migration import migrations, refuse_other_schema, version
from bot.store.names import true_path
from bot.store.orphans import orphans
from bot.store.reader import open_read_only
from bot.store.soundness import (
    AuditedHand,
    hands_to_replay,
    misplaced,
    moved_by_hands,
    where_account_is,
)
from bot.store.torn import torn
from bot.unread import unread
from bot.words import _, ngettext

HANDS: Final = 1000
"""How many of the newest hands that are over are played again, where no number is asked for."""

MOST_HANDS: Final = 10**9

_MOST_LINES: Final = 50
"""How many lines one kind of mismatch gets at most."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What was looked at, and every mismatch as a line."""

    guilds: int
    accounts: int
    replayed: int
    mismatches: tuple[str, ...]


def audit(database: Path, hands: int, out: TextIO) -> int:
    """Audit a database, which a bot may be using, and write what was found.

    Every mismatch is a line; the last line sums up. Returns 0 where everything adds up, else 1.
    Raises StoreFault for what is no database of this version.
    """
    found = look_over(database, hands)
    out.writelines(f"{line}\n" for line in found.mismatches)
    out.write(f"{database}: {'; '.join(_summed_up(found))}\n")
    return 1 if found.mismatches else 0


def _summed_up(found: Audited) -> Iterator[str]:
    wrong, guilds, hands = len(found.mismatches), found.guilds, found.replayed
    if wrong:
        yield ngettext("{count} mismatch", "{count} mismatches", wrong).format(count=wrong)
    else:
        yield _("everything adds up")
    counted = (
        ngettext("{count} guild", "{count} guilds", guilds).format(count=guilds),
        # The house has an account too: there is never one alone.
        _("{count} accounts").format(count=found.accounts),
        ngettext("{count} hand played again", "{count} hands played again", hands).format(
            count=hands
        ),
    )
    yield ", ".join(counted)


def look_over(database: Path, hands: int) -> Audited:
    """Read one state of a database and compare all that must agree in it."""
    database = true_path(database)
    with closing(open_read_only(database)) as connection:
        try:
            connection.execute("BEGIN")
            _refuse_other_version(connection, database)
            return _look_over(connection, database, hands)
        except sqlite3.DatabaseError as error:
            raise StoreFault(f"{database} cannot be read: {error}") from error


def _refuse_other_version(connection: sqlite3.Connection, database: Path) -> None:
    have, newest = version(connection, database, migrations()), migrations()[-1].number
    if have < newest:
        raise StoreFault(
            f"{database} is of schema {have}, this version audits schema {newest}: the bot"
            " brings it there when it starts"
        )


def _look_over(connection: sqlite3.Connection, database: Path, hands: int) -> Audited:
    ledger = Ledger(connection)
    replayed = hands_to_replay(connection, hands)
    kinds = (
        _structure(connection, database),
        torn(connection),
        unread(connection),
        _accounts(connection, ledger),
        misplaced(connection),
        _hands(connection, replayed),
    )
    lines = tuple(line for kind in kinds for line in _bounded(kind))
    return Audited(len(list(ledger.sums())), ledger.count(), len(replayed), lines)


def _bounded(lines: Iterator[str]) -> Iterator[str]:
    more = 0
    for number, line in enumerate(lines):
        if number < _MOST_LINES:
            yield line
        else:
            more += 1
    if more:
        yield _("{count} more of this kind").format(count=more)


def _structure(connection: sqlite3.Connection, database: Path) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({_MOST_LINES})"):
        if found != "ok":
            yield _("damaged: {what}").format(what=" ".join(str(found).split()))
    yield from orphans(connection)
    try:
        refuse_other_schema(connection, database, migrations())
    except StoreFault as fault:
        yield str(fault)


def _accounts(connection: sqlite3.Connection, ledger: Ledger) -> Iterator[str]:
    books = audited(ledger)
    for guild, chips in books.sums:
        if chips:
            told = _("guild {guild}: all accounts sum to {chips}, not to 0")
            yield told.format(guild=guild, chips=chips)
    for accounts, words in (
        (books.overdrawn, _("{account} is below zero")),
        (books.drifted, _("{account} is not what its transfers add up to")),
        (books.stray, _("{account} holds chips that belong elsewhere")),
    ):
        for account in accounts:
            yield words.format(account=where_account_is(connection, account))


def _hands(connection: sqlite3.Connection, chosen: list[AuditedHand]) -> Iterator[str]:
    moved: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for hand_id, account, chips in moved_by_hands(connection, chosen):
        moved[hand_id][account] += chips
    rows = HandRows(connection)
    for one in chosen:
        row = rows.numbered(one.table, one.number)
        if row is not None:
            for wrong in _of_hand(row, moved[one.hand_id]):
                told = _("table {table}, hand {number}: {wrong}")
                yield told.format(table=one.table, number=one.number, wrong=wrong)


def _of_hand(row: HandRow, moved: dict[int, int]) -> Iterator[str]:
    """Tell what is wrong with a hand: how it comes out, and what it moved."""
    paid = {account: chips for account, chips in moved.items() if chips}
    if row.state is not HandState.OVER:
        if paid:
            yield _("it is {state} and has moved chips").format(state=row.state)
        if row.state is HandState.VOID:
            return  # it was called off because it does not come out, or anywhere in its course
    try:
        hand = played_again(row)
    except BrokenHand as broken:
        yield str(broken)
        return
    if row.state is HandState.OVER:
        seats = zip(row.start.seats, hand.stacks, strict=True)
        won = {seat.account: stack - seat.stack for seat, stack in seats}
        if {account: chips for account, chips in won.items() if chips} != paid:
            yield _("its transfers are not what it came to")
