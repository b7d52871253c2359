"""What people do at a table beside its hands, inside its gate: sit, wait, leave and rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot import keeping
from bot.buy_in import place_for, refuse_to_wait, refuse_top_up
from bot.decision import Decision, later
from bot.picture import Phase
from bot.queueing import waiter_of, with_waiter
from bot.receipt import Left, Offer, Sat
from bot.refusal import No, Refusal
from bot.scribe import write_step
from bot.seating import Seat, next_joined, seat_of
from bot.store.ledger import Ledger
from bot.store.tables import TableRows
from bot.watcher import What

if TYPE_CHECKING:
    import sqlite3

    from bot.gate import Gate
    from bot.person import Person
    from bot.state import State


async def rebuy(gate: Gate, person: Person, amount: int, key: str) -> Sat:
    """Add to the chips of who sits here, and of nobody else."""
    refuse_unless_open(gate.state)
    seat_here(gate.state, person)
    return await sit(gate, person, amount, key)


async def sit(gate: Gate, person: Person, amount: int, key: str) -> Sat:
    """Seat somebody, or add to the chips of who sits here already."""
    refuse_unless_open(gate.state)
    state, room, table = gate.state, gate.room, gate.terms.id
    before = seat_of(state.seats, person)
    place = place_for(gate.terms, state, person, amount)
    joined = next_joined(state.seats) if before is None else before.joined
    decision, terms = gate.completed(keeping.seat(state, person, place, joined), asked=True)
    step = gate.step(decision, key)

    def unit(connection: sqlite3.Connection) -> tuple[Seat, int]:
        write_step(connection, room.bank, step)
        ledger, rows = Ledger(connection), TableRows(connection)
        bought = room.bank.buy_in(ledger, step.guild, person, table, amount, step.at)
        if before is None:
            rows.add_seat(table, place, bought.account, joined)
        rows.mark_seat(bought.account, missed=0, sitting_out=False)
        seat = Seat(place, person, bought.player, bought.account, bought.stack, joined)
        return seat, bought.balance

    seat, balance = await room.store.write(unit)
    gate.swap(keeping.seated(decision.state, seat), terms)
    gate.show(What.SEATED, key, step.notices)
    return Sat(seat.stack, balance)


async def offer(gate: Gate, person: Person) -> Offer:
    """Return what somebody who sits here may buy now."""
    refuse_unless_open(gate.state)
    seat, terms = seat_here(gate.state, person), gate.terms
    refuse_top_up(terms, gate.state, seat)
    stack, unit = seat.stack, terms.rules.chip_unit
    least = 1 if stack else terms.least
    least += -(stack + least) % unit
    if stack + least > terms.most:  # no whole chips between the limits
        raise Refusal(No.ODD_BUY_IN, unit)
    balance = await gate.room.bank.balance(terms.guild, person.id) or 0
    if balance < least:
        raise Refusal(No.TOO_POOR, least, balance)
    most = min(terms.most - stack, balance)
    return Offer(least, most - (stack + most) % unit, balance)


async def wait(gate: Gate, person: Person, key: str) -> int:
    """Let somebody wait for a seat; return his place among who wait."""
    refuse_unless_open(gate.state)
    refuse_to_wait(gate.terms, gate.state, person, gate.room.clock.now())
    room, waiting = gate.room, with_waiter(gate.state.waiting, person)
    queued = Decision(later(replace(gate.state, waiting=waiting)), ())
    decision, terms = gate.completed(queued, asked=True)
    step = gate.step(decision, key)

    def unit(connection: sqlite3.Connection) -> None:
        write_step(connection, room.bank, step)
        Ledger(connection).name(step.guild, person)

    await room.store.write(unit)
    gate.swap(decision.state, terms)
    gate.show(What.QUEUED, key, step.notices)
    return len(waiting)


async def leave(gate: Gate, person: Person, key: str) -> Left:
    """Let somebody leave his seat, or wait for one no more."""
    refuse_if_closed(gate.state)
    waiter = waiter_of(gate.state.waiting, person)
    if waiter is not None:
        return await _quit(gate, keeping.give_up(gate.state, waiter, gate.pace().now), key)
    seat = seat_here(gate.state, person)
    return await _part(gate, seat, keeping.leave(gate.state, seat, gate.pace()), key)


async def remove(gate: Gate, person: Person, key: str) -> Left:
    """Remove somebody from his seat, or from who wait for one."""
    refuse_if_closed(gate.state)
    waiter = waiter_of(gate.state.waiting, person)
    if waiter is not None:
        return await _quit(gate, keeping.dismiss(gate.state, waiter), key)
    seat = seat_of(gate.state.seats, person)
    if seat is None or seat.leaving:
        raise Refusal(No.NOT_HERE)
    return await _part(gate, seat, keeping.remove(gate.state, seat, gate.pace()), key)


async def sit_out(gate: Gate, person: Person, key: str) -> bool:
    """Leave somebody out from the next hand on; tell whether he is in one."""
    refuse_unless_open(gate.state)
    seat = seat_here(gate.state, person)
    decision = keeping.sit_out(gate.state, seat, gate.pace())
    await gate.take(decision, What.RESTS, key, request=key)
    return gate.state.in_hand(seat)


async def come_back(gate: Gate, person: Person, key: str) -> None:
    """Let somebody who sits out be dealt in again."""
    refuse_unless_open(gate.state)
    decision = keeping.come_back(gate.state, seat_here(gate.state, person))
    await gate.take(decision, What.BACK, key, request=key)


def seat_here(state: State, person: Person) -> Seat:
    """Return somebody's seat; raise Refusal (NOT_SEATED), also for who has left in mid-hand."""
    seat = seat_of(state.seats, person)
    if seat is None or seat.leaving:
        raise Refusal(No.NOT_SEATED)
    return seat


def refuse_if_closed(state: State) -> None:
    """Raise Refusal (TABLE_CLOSING) at a closed table."""
    if state.phase is Phase.CLOSED:
        raise Refusal(No.TABLE_CLOSING)


def refuse_unless_open(state: State) -> None:
    """Raise Refusal where nothing is dealt: TABLE_CLOSING, TABLE_PAUSED, TABLE_UNSEEN."""
    refuse_if_closed(state)
    if state.phase is Phase.PAUSED:
        raise Refusal(No.TABLE_PAUSED)
    if state.unseen_until is not None:
        raise Refusal(No.TABLE_UNSEEN, int(state.unseen_until))


async def _part(gate: Gate, seat: Seat, decision: Decision, key: str) -> Left:
    paid = (await gate.take(decision, What.LEFT, key, request=key))[seat.account]
    waits = any(one.account == seat.account for one in gate.state.seats)
    still = waits and gate.state.unseen_until is not None
    return Left(paid.chips, paid.balance, waits, still=still)


async def _quit(gate: Gate, decision: Decision, key: str) -> Left:
    await gate.take(decision, What.QUEUED, key, request=key)
    return Left(0, 0, waits=False, queued=True)
