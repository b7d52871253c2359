"""The scribe: a step of a table written into the store, all of it in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from bot.broken import BrokenHand
from bot.picture import Phase
from bot.refusal import No, Refusal
from bot.step import (
    ActTaken,
    ChoiceMade,
    HandBegun,
    HandEnded,
    HandVoided,
    LapsesChanged,
    NoticeGiven,
    PaidOut,
    QueueChanged,
    SeatFreed,
    SeatLeaving,
    SeatMarked,
    TermsChanged,
    TermsComing,
)
from bot.store.hands import ActRow, ChoiceRow, HandRows, HandState
from bot.store.ledger import Ledger
from bot.store.notices import NoticeRows
from bot.store.outcomes import Outcomes
from bot.store.requests import Requests
from bot.store.tables import TableRows

if TYPE_CHECKING:
    from bot.bank import Bank
    from bot.step import Entry, OfHand, OfSeat, OfTable, Step


def write_step(connection: sqlite3.Connection, bank: Bank, step: Step) -> Mapping[int, PaidOut]:
    """Write a step; return what those who leave have got, by stack account.

    Raises Refusal (DOUBLED) for a key that was used before, and BrokenHand where a hand ends whose
    stacks are not what it began with.
    """
    if step.request is not None:
        take_request(connection, step.request, step.at)
    scribe = _Scribe(connection, bank, step)
    for entry in step.entries:
        scribe.write(entry)
    notices = NoticeRows(connection)
    if step.mark.phase == Phase.CLOSED:
        notices.drop_outdated(step.table)
    for notice in step.notices:
        notices.add(notice)
    TableRows(connection).mark(step.table, step.mark)
    return scribe.paid


def take_request(connection: sqlite3.Connection, key: str, at: float) -> None:
    """Use the key of an interaction; raise Refusal (DOUBLED) where it was used before."""
    requests = Requests(connection)
    if requests.taken(key):
        raise Refusal(No.DOUBLED)
    requests.take(key, at)


class _Scribe:
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
                self._add_act(act)
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

    def _add_act(self, act: ActRow) -> None:
        """Write an act; raise Refusal (DOUBLED) where its key was used before."""
        step = self._step
        try:
            added = self._hands.add_act(step.table, act, step.at)
        except sqlite3.IntegrityError:
            if self._requests.taken(act.key):
                raise Refusal(No.DOUBLED) from None
            raise
        if not added:
            if self._requests.taken(act.key):
                raise Refusal(No.DOUBLED)
            raise _no_hand_runs(step.table)

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
            raise _no_hand_runs(self._step.table)
        return hand_id


def _no_hand_runs(table: int) -> LookupError:
    """Return the fault of a step that writes of a hand where none runs: one of the code."""
    return LookupError(f"no hand runs at table {table}")
