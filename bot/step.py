"""One step of a table on its way to the store: everything it changes, in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from bot.bank import Bank
from bot.broken import BrokenHand
from bot.notice import NewNotice, Notice, key_head
from bot.picture import Phase
from bot.refusal import No, Refusal
from bot.store.hands import ActRow, ChoiceRow, HandRows, HandState, NewHand
from bot.store.ledger import Ledger
from bot.store.notices import NoticeRows
from bot.store.outcomes import Outcome, Outcomes
from bot.store.requests import Requests
from bot.store.tables import Mark, NewTable, TableRows


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A hand begins."""

    hand: NewHand


@dataclass(frozen=True, slots=True)
class ActTaken:
    """Somebody acts in the running hand; `told` is the act for the log, without a card."""

    act: ActRow
    told: str


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A seat of the running hand has chosen what it declares: a secret until all have chosen.

    `by` is the player account of who chose it, None where nobody did.
    """

    seat: int
    choice: str
    by: int | None


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The running hand ends: stack accounts with the chips each has won, or lost (negative).

    `outcomes` are what is counted of it later, by hand seat.
    """

    results: tuple[tuple[int, int], ...]
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The running hand is void; its chips never left the stacks."""


@dataclass(frozen=True, slots=True)
class SeatLeaving:
    """The owner of a stack has left in mid-hand; its end frees his seat."""

    account: int


@dataclass(frozen=True, slots=True)
class SeatMarked:
    """The owner of a stack has missed so many turns in a row; `sitting_out`: he is not dealt in.

    `resting`: he has asked not to be, from the next hand on.
    """

    account: int
    missed: int = 0
    sitting_out: bool = False
    resting: bool = False


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat is free and its stack paid out; `by` is who asked, None for the table itself."""

    account: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """Others wait for a seat, or other seats are kept: number, user id, and until when."""

    waiting: tuple[tuple[int, int, float | None], ...]


@dataclass(frozen=True, slots=True)
class LapsesChanged:
    """Others may not wait for a seat, having let one lapse: user id, and until when."""

    lapses: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class TermsComing:
    """Other rules are in force from the next hand on, as JSON; None: those of now stay."""

    coming: str | None


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """Other rules are in force from now on."""

    terms: NewTable


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """The channel is to be told something."""

    new: NewNotice


OfHand = HandBegun | ActTaken | ChoiceMade | HandEnded | HandVoided
OfSeat = SeatLeaving | SeatMarked | SeatFreed
OfTable = QueueChanged | LapsesChanged | TermsComing | TermsChanged | NoticeGiven
Entry = OfHand | OfSeat | OfTable


@dataclass(frozen=True, slots=True)
class Step:
    """What a table does at once: entries in order, and how it stands after them."""

    guild: int
    table: int
    mark: Mark
    entries: tuple[Entry, ...]
    at: float
    request: str | None = None
    channel: int = 0

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return what the channel is to be told; the version of the step makes each unique."""
        told = (entry.new for entry in self.entries if isinstance(entry, NoticeGiven))
        return tuple(
            Notice(
                f"{key_head(self.table)}{self.mark.version}.{number}",
                self.guild,
                self.channel,
                new,
            )
            for number, new in enumerate(told)
        )


@dataclass(frozen=True, slots=True)
class PaidOut:
    """What somebody who leaves has got (0 while a hand holds him), and his balance then."""

    chips: int
    balance: int


def write_step(connection: sqlite3.Connection, bank: Bank, step: Step) -> Mapping[int, PaidOut]:
    """Write a step; return what those who leave have got, by stack account.

    Raises Refusal (DOUBLED) for a key that was used before, and BrokenHand where a hand ends whose
    stacks are not what it began with.
    """
    if step.request is not None:
        take_request(connection, step.request, step.at)
    writer = _Writer(connection, bank, step)
    for entry in step.entries:
        writer.write(entry)
    notices = NoticeRows(connection)
    if step.mark.phase == Phase.CLOSED:
        notices.drop_outdated(step.table)
    for notice in step.notices:
        notices.add(notice)
    TableRows(connection).mark(step.table, step.mark)
    return writer.paid


def take_request(connection: sqlite3.Connection, key: str, at: float) -> None:
    """Use the key of an interaction; raise Refusal (DOUBLED) where it was used before."""
    requests = Requests(connection)
    if requests.taken(key):
        raise Refusal(No.DOUBLED)
    requests.take(key, at)


class _Writer:
    """Writes the entries of one step."""

    def __init__(self, connection: sqlite3.Connection, bank: Bank, step: Step) -> None:
        self._ledger = Ledger(connection)
        self._hands = HandRows(connection)
        self._outcomes = Outcomes(connection)
        self._tables = TableRows(connection)
        self._requests = Requests(connection)
        self._bank = bank
        self._step = step
        self.paid: dict[int, PaidOut] = {}

    def write(self, entry: Entry) -> None:
        """Write one entry."""
        match entry:
            case HandBegun() | ActTaken() | ChoiceMade() | HandEnded() | HandVoided():
                self._write_of_hand(entry)
            case SeatLeaving() | SeatMarked() | SeatFreed():
                self._write_of_seat(entry)
            case QueueChanged() | LapsesChanged():
                self._write_of_table(entry)
            case TermsComing() | TermsChanged() | NoticeGiven():
                self._write_of_table(entry)
            case _:
                assert_never(entry)

    def _write_of_hand(self, entry: OfHand) -> None:
        step = self._step
        match entry:
            case HandBegun(hand):
                self._hands.begin(step.table, hand, step.at)
            case ActTaken(act=act):
                if self._requests.taken(act.key):
                    raise Refusal(No.DOUBLED)
                self._hands.add_act(self._running(), act, step.at)
            case ChoiceMade(seat, choice, by):
                self._hands.set_choice(self._running(), ChoiceRow(seat, choice, by))
            case HandEnded(results, outcomes):
                hand_id = self._running()
                self._verify_stacks(hand_id)
                pot = self._ledger.pot(step.guild, step.table)
                self._bank.settle(self._ledger, pot, hand_id, results, step.at)
                self._hands.end(hand_id, HandState.OVER)
                self._outcomes.add(hand_id, outcomes)
            case HandVoided():
                self._hands.end(self._running(), HandState.VOID)
            case _:
                assert_never(entry)

    def _write_of_seat(self, entry: OfSeat) -> None:
        match entry:
            case SeatLeaving(account):
                self._tables.mark_leaving(account)
                player = self._ledger.holder(account)
                self.paid[account] = PaidOut(0, self._ledger.chips(player))
            case SeatMarked(account, missed, sitting_out, resting):
                self._tables.mark_seat(account, missed, sitting_out=sitting_out, resting=resting)
            case SeatFreed(account, by):
                self._tables.free_seat(account)
                chips = self._ledger.chips(account)
                balance = self._bank.pay_out(self._ledger, account, self._step.at, by)
                self.paid[account] = PaidOut(chips, balance)
            case _:
                assert_never(entry)

    def _write_of_table(self, entry: OfTable) -> None:
        table = self._step.table
        match entry:
            case QueueChanged(waiting):
                self._tables.set_waiting(table, waiting)
            case LapsesChanged(lapses):
                self._tables.set_lapses(table, lapses)
            case TermsComing(coming):
                self._tables.set_coming(table, coming)
            case TermsChanged(terms):
                self._tables.set_terms(table, terms)
            case NoticeGiven():
                pass  # numbered with the step, and written at its end
            case _:
                assert_never(entry)

    def _verify_stacks(self, hand_id: int) -> None:
        """Raise BrokenHand where a stack is not what its hand began with (it moves at its end)."""
        for account, stack in self._hands.stacks(hand_id):
            chips = self._ledger.chips(account)
            if chips != stack:
                raise BrokenHand(f"stack {account} holds {chips} chips and began with {stack}")

    def _running(self) -> int:
        hand_id = self._hands.running(self._step.table)
        if hand_id is None:
            raise LookupError(f"no hand runs at table {self._step.table}")
        return hand_id
