"""A table read back from the store: its seats, and its hand replayed from its start and acts."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from bot import dealing
from bot.broken import BrokenHand
from bot.dealing import Decision, Pace
from bot.person import Person
from bot.picture import Note, Phase
from bot.seating import Seat
from bot.state import Play, State
from bot.store.hands import HandRow, HandRows, HandState
from bot.store.tables import SeatRow, TableRow, TableRows
from bot.terms import Terms
from bot.watcher import What
from engine.cards import parse_cards
from engine.hand import Hand
from engine.notation import read_act
from engine.presets import PRESETS
from engine.rules import HouseRules

GRACE: Final = 20.0
"""Seconds that an actor has at least after a restart."""


@dataclass(frozen=True, slots=True)
class Stored:
    """All that the store holds of an open table; `people` are those of the hand, in its order."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    hand: HandRow | None
    people: tuple[tuple[int, int, str], ...]


def read_tables(connection: sqlite3.Connection) -> tuple[Stored, ...]:
    """Read every open table."""
    tables, hands = TableRows(connection), HandRows(connection)
    found = []
    for row in tables.open_tables():
        hand = hands.last(row.table_id)
        people = () if hand is None else hands.people(row.table_id, hand.start.number)
        seats = tables.seats(row.table_id)
        found.append(Stored(row, tuple(seats), hand, tuple(people)))
    return tuple(found)


def rules_of(text: str) -> HouseRules:
    """Read stored rules; raise RefusedRules where this version does not take them."""
    return HouseRules.from_options(json.loads(text))


def terms_of(row: TableRow) -> Terms:
    """Return what a table was opened with; raise RefusedRules as `rules_of` does."""
    opened = row.opened
    preset = PRESETS.get(opened.preset)
    return Terms(
        id=row.table_id,
        guild=opened.guild,
        channel=opened.channel,
        preset=opened.preset,
        title=opened.preset if preset is None else preset.title,
        rules=rules_of(opened.rules),
        least=opened.least,
        most=opened.most,
        clock_seconds=opened.clock,
    )


def state_of(stored: Stored) -> State:
    """Return a table's state as stored, without its hand."""
    mark, hand = stored.row.mark, stored.hand
    return State(
        phase=Phase(mark.phase),
        note=None if mark.note is None else Note(mark.note),
        due_at=mark.due_at,
        dealer=mark.dealer,
        version=mark.version,
        number=0 if hand is None else hand.start.number,
        seats=tuple(_seat(row) for row in stored.seats),
    )


def replay(stored: Stored) -> Play | None:
    """Play the running or last hand again; None where there is none or it is void.

    Raises BrokenHand where it does not come out as it was: an act that is refused, another digest,
    other chips than the stacks hold.
    """
    hand = stored.hand
    if hand is None or hand.state is HandState.VOID:
        return None
    try:
        return _replayed(stored, hand)
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {hand.start.number} cannot be read back") from error


def resume(state: State, broken: BrokenHand | None, pace: Pace) -> tuple[Decision, What]:
    """Decide how a table goes on after a restart.

    An actor has at least GRACE seconds and never more than his clock gives, whatever the clock
    of the computer did meanwhile; the next hand waits for the whole pause, and a running hand that
    is broken is void.
    """
    if broken is not None and state.phase is Phase.PLAYING:
        return dealing.void(state, Phase.WAITING), What.VOIDED
    due_at = None
    if state.phase is Phase.PLAYING and pace.clock:
        due_at = max(state.due_at or 0.0, pace.now + GRACE)
        due_at = min(due_at, pace.now + max(pace.clock, GRACE))
    elif state.phase is Phase.BETWEEN:
        due_at = pace.now + pace.pause
    return dealing.stand(state, state.phase, note=state.note, due_at=due_at), What.RESTORED


def _seat(row: SeatRow) -> Seat:
    person = Person(row.user, row.name)
    return Seat(row.place, person, row.player, row.account, row.chips, row.joined, row.leaving)


def _replayed(stored: Stored, row: HandRow) -> Play:
    start = row.start
    stacks = [seat.stack for seat in start.seats]
    deck, reserve = parse_cards(start.deck), parse_cards(start.reserve)
    hand = Hand.start(rules_of(start.rules), stacks, deck, reserve)
    for act in row.acts:
        seat, action = read_act(hand, act.line)
        hand, _ = hand.act(seat, action)
        if hand.digest != act.digest:
            raise BrokenHand(f"hand {start.number} differs from what it was at act {act.seq}")
    play = Play(start.number, hand, _dealt(stored, row), len(row.acts))
    _refuse_other(play, stored, row.state)
    return play


def _dealt(stored: Stored, row: HandRow) -> tuple[Seat, ...]:
    """Return who was dealt in; those who have left since are known by name alone."""
    seated = {seat.account: _seat(seat) for seat in stored.seats}
    people = zip(row.start.seats, stored.people, strict=True)
    return tuple(
        replace(
            seated.get(dealt.account, Seat(dealt.place, Person(user, name), player, 0, 0, 0)),
            account=dealt.account,
            place=dealt.place,
            stack=dealt.stack,
            leaving=False,
        )
        for dealt, (player, user, name) in people
    )


def _refuse_other(play: Play, stored: Stored, state: HandState) -> None:
    if play.hand.over is not (state is HandState.OVER):
        raise BrokenHand(f"hand {play.number} is {state} in the store, but not when replayed")
    if state is HandState.RUNNING:
        chips = {seat.account: seat.chips for seat in stored.seats}
        if any(chips.get(seat.account) != seat.stack for seat in play.seats):
            raise BrokenHand(f"the stacks of hand {play.number} are not what it began with")
