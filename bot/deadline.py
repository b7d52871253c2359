"""The deadlines of a table: an actor's time, a warning before it, and the pause between hands."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from bot import dealing, keeping, starting
from bot.decision import Decision, Draw, Pace
from bot.expiry import Expiry
from bot.gate import Gate
from bot.picture import Moment, Note, Phase
from bot.refusal import No, Refusal
from bot.roll import absent
from bot.state import State
from bot.taken import CLOCK
from bot.terms import Terms
from bot.watcher import What

_log = logging.getLogger(__name__)

LEAST_CLOCK_TO_WARN: Final = 10
"""The shortest clock, in seconds, that somebody is warned of."""

LEAST_NOTICE: Final = 5.0
MOST_NOTICE: Final = 20.0
"""Seconds before the deadline at which the actor is warned: a third of the clock within these."""

LOOK_EVERY: Final = 60.0
"""Seconds after which a table without a clock asks whether its actor is still a member."""

ROLL_CALL: Final = 3.0
"""Seconds for Discord to tell who is still a member, before a clock's deal and at a time-out."""


_NOTES: Final = {No.NO_GAME: Note.NO_GAME, No.TOO_MANY_PLAYERS: Note.TOO_MANY}
"""What a table shows where the next hand does not start by itself."""


def notice(clock: int) -> float | None:
    """Return how many seconds before his deadline an actor is warned; None for a short clock."""
    if clock < LEAST_CLOCK_TO_WARN:
        return None
    return min(max(clock / 3, LEAST_NOTICE), MOST_NOTICE)


def longest(pace: Pace) -> float:
    """Return how many seconds away a deadline of a turn or of a pause can be at most."""
    return max(pace.clock, keeping.GRACE, pace.pause)


Start = Callable[[State, Terms, Draw, Pace], Decision]
"""Starts the next hand of a table, or asks for its game; raises Refusal where it cannot."""


def kind_of(started: Decision) -> What:
    """Return what a table tells of the start of a hand."""
    match started.state.phase:
        case Phase.CHOOSING:
            return What.CHOOSING
        case Phase.WAITING if not started.entries:
            return What.WAITING
        case _:
            return What.HAND_BEGAN


class Deadline:
    """Keeps the clock of one table in step with its state; a deadline comes through the gate."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._expiry = Expiry(gate)

    def set(self) -> None:
        """Set the clock to the deadlines of the state as it is now."""
        self._set_turn()
        self._expiry.set()

    def clear(self) -> None:
        """Take all deadlines of the table back."""
        self._gate.room.clock.clear(self._gate.terms.id)
        self._expiry.clear()

    def _set_turn(self) -> None:
        gate, clock = self._gate, self._gate.room.clock
        table, due_at, moment = gate.terms.id, gate.state.due_at, gate.due
        if due_at is None and moment is not None:
            clock.set(table, clock.now() + LOOK_EVERY, partial(self._look, moment))
        elif due_at is None:
            clock.clear(table)
        elif moment is not None:
            told = gate.state.warned or not gate.terms.ping
            ahead = None if told else notice(gate.terms.clock_seconds)
            if ahead is None:
                clock.set(table, due_at, partial(self._time_out, moment))
            else:
                clock.set(table, due_at - ahead, partial(self._warn, moment))
        else:
            clock.set(table, due_at, partial(self._next_hand, gate.state.number))

    def renew(self) -> None:
        """Set the deadline anew, after a time in which nobody could act."""
        gate = self._gate
        gate.room.clock.act_now(gate.terms.id, partial(self._renew, gate.due))

    async def _renew(self, moment: Moment | None) -> None:
        gate = self._gate

        async def work() -> None:
            left = keeping.without_absent(gate.state, gate.pace())
            if left is not None:  # who left while the table stood still was due
                await gate.take(left, What.LEFT)
            state, again = gate.state, keeping.renewed(gate.state, gate.pace())
            if moment != gate.due:  # a turn that began since has its whole clock: it needs no grace
                again = Decision(replace(again.state, due_at=state.due_at), ())
            if replace(again.state, version=state.version) == state:
                self.set()
            else:
                await gate.take(again, What.RESTORED)

        await self._gate.come(work)

    async def absent(self, limit: float = ROLL_CALL, *, there: int | None = None) -> frozenset[int]:
        """Return the user ids of who sits here and has left the server; `there` surely has not.

        Discord is asked, and given up after `limit` seconds: never under the table's lock.
        """
        gate = self._gate
        seated = [seat.person.id for seat in gate.state.seats if not seat.leaving]
        people = [user for user in seated if user != there]
        # Without a clock nothing soon after the deal would notice whoever has left just now.
        anew = gate.terms.clock_seconds == 0
        return await absent(gate.room.roll, gate.terms.guild, people, limit, anew=anew)

    async def send_off(self, gone: frozenset[int]) -> None:
        """Let those leave who are gone from the server; runs inside the gate."""
        left = self._without(gone)
        if left.entries:
            await self._gate.take(left, What.LEFT)

    def _without(self, gone: frozenset[int]) -> Decision:
        gate, terms = self._gate, self._gate.terms
        if gone:
            _log.info("gone guild=%s table=%s members=%s", terms.guild, terms.id, sorted(gone))
        return keeping.send_off(gate.state, gone, gate.pace())

    async def _warn(self, moment: Moment) -> None:
        gate, holds = self._gate, self._gate.room.clock.holds
        due_at = gate.state.due_at
        if due_at is not None and gate.room.clock.now() >= due_at:
            await self._time_out(moment)  # the process slept meanwhile
            return
        ahead = notice(gate.terms.clock_seconds) or 0.0

        async def work() -> None:
            if moment != gate.due or gate.state.warned or not self._is_due(holds, ahead):
                return
            await gate.take(dealing.warn(gate.state), What.WARNED)

        await self._gate.come(work)

    def _is_due(self, holds: int, ahead: float = 0.0) -> bool:
        """Tell whether what fired after so many holds of the clock may pass, `ahead` of its end.

        Where the clock was held since, each table's deadline is renewed when it is released; where
        the deadline was renewed already, or a timer rang early, it is set again here. Where it is
        further away than any can be, the computer's clock was set back: nobody waits that long.
        """
        gate, clock = self._gate, self._gate.room.clock
        if clock.holds != holds:
            return False
        if gate.state.due_at is not None and clock.now() >= gate.state.due_at - ahead:
            return True
        if gate.state.due_at is not None and gate.state.due_at - clock.now() > longest(gate.pace()):
            self.renew()
        else:
            self.set()
        return False

    async def _look(self, moment: Moment) -> None:
        """Let the actor of a hand without a clock leave where he is gone from the server."""
        gate, holds = self._gate, self._gate.room.clock.holds
        gone = await self._gone_actors(moment)

        async def work() -> None:
            if moment != gate.due or gate.room.clock.holds != holds:
                return
            if gone:
                await self.send_off(gone)
            else:
                self.set()

        await self._gate.come(work)

    async def _time_out(self, moment: Moment) -> None:
        if self._gate.state.asked is not None:
            await self._pick(moment)
            return
        gate, holds = self._gate, self._gate.room.clock.holds
        gone = await self._gone_actors(moment)

        async def work() -> None:
            if moment != gate.due:
                return  # a click has come through the gate just before
            if not self._is_due(holds):
                return
            if gone:
                await self.send_off(gone)
                return
            key = f"{CLOCK}{moment.table}:{moment.hand}:{moment.turn}"
            await gate.take(dealing.time_out(gate.state, key, gate.pace()), What.TIMED_OUT)

        await self._gate.come(work)

    async def _gone_actors(self, moment: Moment) -> frozenset[int]:
        """Return who of those who are to decide at a moment has left the server, asked anew."""
        gate = self._gate
        people = [person.id for person in gate.picture().deciders]
        if not people or moment != gate.due:
            return frozenset()
        return await absent(gate.room.roll, gate.terms.guild, people, ROLL_CALL, anew=True)

    async def _next_hand(self, after: int) -> None:
        gate, holds = self._gate, self._gate.room.clock.holds
        gone = await self.absent()

        async def work() -> None:
            if (gate.state.phase, gate.state.number) != (Phase.BETWEEN, after):
                return
            if not self._is_due(holds):
                return
            await self._start(self._without(gone), starting.start)

        await self._gate.come(work)

    async def _pick(self, moment: Moment) -> None:
        """Deal without the dealer's pick, which has not come in time."""
        gate, holds = self._gate, self._gate.room.clock.holds
        gone = await self.absent()

        async def work() -> None:
            if moment != gate.due or not self._is_due(holds):
                return
            left = self._without(gone)
            if left.state.asked == gate.state.asked:
                await self._start(left, starting.pick_by_clock)
            else:  # he has left the server: another is asked
                await gate.take(left, What.LEFT)

        await self._gate.come(work)

    async def _start(self, left: Decision, how: Start) -> None:
        """Start the next hand in one step with who leaves before it, or wait for players."""
        gate, state = self._gate, left.state
        try:
            started = how(state, gate.terms, gate.room.shuffle.draw, gate.pace())
        except Refusal as refusal:
            note = _NOTES.get(refusal.code, Note.SHORT_OF_PLAYERS)
            started = keeping.stand(state, Phase.WAITING, note=note)
        await gate.take(left.then(started), kind_of(started))
