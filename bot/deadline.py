"""The deadlines of a table: an actor's time, and the pause before the next hand."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

from bot import dealing
from bot.gate import Gate
from bot.picture import Moment, Note, Phase
from bot.refusal import No, Refusal
from bot.watcher import What

_log = logging.getLogger(__name__)


class Deadline:
    """Keeps the clock of one table in step with its state; a deadline comes through the gate."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def set(self) -> None:
        """Set the clock to the deadline of the state as it is now."""
        gate, clock = self._gate, self._gate.room.clock
        table, due_at, moment = gate.terms.id, gate.state.due_at, gate.moment
        if due_at is None:
            clock.clear(table)
        elif moment is not None:
            clock.set(table, due_at, partial(self._time_out, moment))
        else:
            clock.set(table, due_at, partial(self._next_hand, gate.state.number))

    def renew(self) -> None:
        """Set the deadline anew, after a time in which nobody could act."""
        self._gate.room.clock.act_now(self._gate.terms.id, self._renew)

    async def _renew(self) -> None:
        gate = self._gate

        async def work() -> None:
            state = gate.state
            due_at = dealing.renewed(state, gate.pace())
            if due_at == state.due_at:
                self.set()
            else:
                again = dealing.stand(state, state.phase, note=state.note, due_at=due_at)
                await gate.take(again, What.RESTORED)

        await self._come(work)

    async def _time_out(self, moment: Moment) -> None:
        gate = self._gate

        async def work() -> None:
            # A click may have come through the gate just before.
            if moment == gate.moment:
                key = f"clock:{moment.table}:{moment.hand}:{moment.turn}"
                await gate.take(dealing.time_out(gate.state, key, gate.pace()), What.TIMED_OUT)

        await self._come(work)

    async def _next_hand(self, after: int) -> None:
        gate = self._gate

        async def work() -> None:
            if (gate.state.phase, gate.state.number) != (Phase.BETWEEN, after):
                return
            try:
                decision = dealing.begin(
                    gate.state, gate.terms.rules, gate.room.shuffle.draw, gate.pace()
                )
            except Refusal:
                short = Note.SHORT_OF_PLAYERS
                await gate.take(dealing.stand(gate.state, Phase.WAITING, note=short), What.WAITING)
            else:
                await gate.take(decision, What.HAND_BEGAN)

        await self._come(work)

    async def _come(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._gate.through(None, work)
        except Refusal as refusal:
            if refusal.code not in (No.TABLE_PAUSED, No.STILL_STARTING):
                raise
            _log.info("table %s: a deadline passes, but %s", self._gate.terms.id, refusal.code)
