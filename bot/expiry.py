"""What expires at a table beside its turns: a seat that is kept, and the table nobody uses."""

from __future__ import annotations

import logging
from typing import Final

from bot import keeping
from bot.decision import Decision, later
from bot.gate import Gate
from bot.notice import NewNotice, Told
from bot.picture import Note
from bot.queueing import KEPT, next_until
from bot.step import NoticeGiven
from bot.watcher import What

_log = logging.getLogger(__name__)

_SEAT: Final = "seat"
_IDLE: Final = "idle"
"""What these deadlines of a table are called beside that of its turn."""


class Expiry:
    """Lets kept seats lapse and closes an idle table; a deadline comes through the gate."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def set(self) -> None:
        """Set the clock to what of the state as it is now expires."""
        self._set_seat()
        self._set_idle()

    def clear(self) -> None:
        """Let nothing expire any more."""
        clock, table = self._gate.room.clock, self._gate.terms.id
        for key in ((table, _SEAT), (table, _IDLE)):
            clock.clear(key)

    def _set_seat(self) -> None:
        clock, key = self._gate.room.clock, (self._gate.terms.id, _SEAT)
        until = next_until(self._gate.state.waiting)
        if until is None:
            clock.clear(key)
        else:
            clock.set(key, until, self._lapse)

    def _set_idle(self) -> None:
        clock, key = self._gate.room.clock, (self._gate.terms.id, _IDLE)
        idle_at = self._gate.state.idle_at
        if idle_at is None:
            clock.clear(key)
        else:
            clock.set(key, idle_at, self._close_idle)

    async def _set_back(self) -> None:
        """Let nothing wait longer than it may where the computer's clock was set back."""
        renewed = keeping.renewed(self._gate.state, self._gate.pace())
        await self._gate.take(renewed, What.RESTORED)

    async def _lapse(self) -> None:
        """Keep a seat no longer for who has not taken it; the next who waits is called."""
        gate, holds = self._gate, self._gate.room.clock.holds

        async def work() -> None:
            until = next_until(gate.state.waiting)
            if until is None or gate.room.clock.holds != holds:
                return
            if gate.room.clock.now() < until - KEPT:
                await self._set_back()
            elif gate.room.clock.now() < until:
                self._set_seat()
            else:
                await gate.take(Decision(later(gate.state), ()), What.QUEUED)

        await self._gate.come(work)

    async def _close_idle(self) -> None:
        """Close the table where nobody has done anything for long; everyone is paid.

        A hand without a clock is void then.
        """
        gate, holds = self._gate, self._gate.room.clock.holds

        async def work() -> None:
            idle_at = gate.state.idle_at
            if idle_at is None or gate.room.clock.holds != holds:
                return
            if gate.room.clock.now() < idle_at - keeping.IDLE:
                await self._set_back()
                return
            if gate.room.clock.now() < idle_at:
                self._set_idle()
                return
            _log.info("idle guild=%s table=%s", gate.terms.guild, gate.terms.id)
            kind = Told.IDLE if gate.state.running is None else Told.IDLE_HAND
            closed = keeping.close(gate.state, Note.IDLE)
            told = NoticeGiven(NewNotice(kind))
            await gate.take(Decision(closed.state, (*closed.entries, told)), What.CLOSED)

        await self._gate.come(work)
