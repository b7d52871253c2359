"""A table that the bot may not show: it stands still, and in the end it closes with a refund."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.refusal import Refusal

if TYPE_CHECKING:
    from bot.gate import Gate

_log = logging.getLogger(__name__)

PATIENCE: Final = 600.0
"""Seconds after which a table closes that could not be shown all the while."""

LEAST_PATIENCE: Final = 60.0
"""Seconds that it stays open at least after a time in which the bot could not try."""

_WHY: Final = "unseen"
_PREFIX: Final = "unseen table "


class Unseen:
    """Keeps one table standing still while it cannot be shown.

    Nobody is timed out, and whoever acts by other ways is refused; leaving and closing go on. The
    instant at which it closes is noted in the store, so that a restart does not put it off.
    """

    def __init__(self, gate: Gate, close: Callable[[], Awaitable[object]]) -> None:
        """Take a table for seen; `close` closes it inside the gate, and pays everybody out."""
        self._gate = gate
        self._close = close

    @property
    def until(self) -> float | None:
        """Return when it closes (seconds since 1970), None while it is shown."""
        return self._gate.state.unseen_until

    async def begin(self) -> None:
        """Let the table stand still from now on; runs inside the gate."""
        if self.until is not None:
            return
        until = self._gate.room.clock.now() + PATIENCE
        await self._gate.room.store.remember(self._name, str(until))
        self._stand_still(until)
        _log.warning("unseen guild=%s table=%s", self._gate.terms.guild, self._gate.terms.id)

    async def end(self) -> bool:
        """Let the table go on, inside the gate; tell whether it stood still."""
        if self.until is None:
            return False
        await self.forget()
        self._gate.state = replace(self._gate.state, unseen_until=None)
        _log.info("seen again guild=%s table=%s", self._gate.terms.guild, self._gate.terms.id)
        return self._gate.room.clock.release(_WHY)

    async def recall(self) -> float | None:
        """Stand still after a restart as before it, until the table is shown again."""
        noted = await self._gate.room.store.recall(self._name)
        if noted is not None:
            now = self._gate.room.clock.now()
            until = max(_instant(noted, now + PATIENCE), now + LEAST_PATIENCE)
            self._stand_still(min(until, now + PATIENCE))  # the computer's clock may be set back
        return self.until

    async def forget(self) -> None:
        """Let nothing be noted any more, and nothing be due."""
        self._gate.room.clock.clear(self._key)
        if self.until is not None:
            await self._gate.room.store.forget(self._name)

    @property
    def _name(self) -> str:
        return f"{_PREFIX}{self._gate.terms.id}"

    @property
    def _key(self) -> tuple[str, int]:
        """Return the key of its deadline, which no hold of the table's clock takes back."""
        return (_WHY, self._gate.terms.id)

    def _stand_still(self, until: float) -> None:
        self._gate.state = replace(self._gate.state, unseen_until=until)
        self._gate.room.clock.hold(_WHY)
        self._gate.room.clock.set(self._key, until, self._give_up)

    async def _give_up(self) -> None:
        gate, clock = self._gate, self._gate.room.clock
        if self.until is None:
            return
        if clock.is_held_beside(_WHY):  # Discord itself is away: nobody could have mended it
            clock.set(self._key, clock.now() + LEAST_PATIENCE, self._give_up)
            return

        async def work() -> None:
            if self.until is None:
                return  # it is seen again since
            if clock.now() < self.until:  # it was hidden anew
                clock.set(self._key, self.until, self._give_up)
                return
            _log.warning("closes unseen guild=%s table=%s", gate.terms.guild, gate.terms.id)
            await self._close()

        with suppress(Refusal):  # somebody closed it just before
            await gate.through(None, work)


def _instant(text: str, otherwise: float) -> float:
    """Return the instant that was noted; `otherwise` where that cannot be read."""
    try:
        noted = float(text)
    except ValueError:
        _log.warning("when a table closes unseen cannot be read: %r", text)
        return otherwise
    return otherwise if math.isnan(noted) else noted
