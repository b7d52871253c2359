"""Retention: every day what has been kept long enough goes, a little at a time."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.stats import outcomes_again
from bot.store import retention
from bot.store.outcomes import Outcome, Outcomes

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.store import Store

DAY: Final = 86_400.0
REQUESTS_KEPT: Final = 7 * DAY
"""Seconds that the key of an interaction is kept; Discord sends one again within minutes."""

COPIES_KEPT: Final = 30 * DAY
"""Seconds that the copy from before a change of schema is kept: it holds who was forgotten."""

_FIRST: Final = 300.0
"""Seconds after the start: tables come back first."""

_DEADLINE: Final = "retention"
"""The key of its deadline: no table's."""

_AT_ONCE: Final = 20
"""How many hands go in one transaction, which takes a few milliseconds."""

_BREATH: Final = 0.05
"""Seconds between two pieces: the tables' steps pass."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Gone:
    """How much was taken away."""

    hands: int = 0
    requests: int = 0
    copies: int = 0


class Retention:
    """Takes away what is older than the settings say, once a day while the bot runs."""

    def __init__(self, store: Store, database: Path, clock: Clock, days: int) -> None:
        """Prepare it; `days` is how long a hand keeps its cards and acts, 0 for ever."""
        self._store = store
        self._database = database
        self._clock = clock
        self._days = days
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Go over everything some minutes from now, and every day after, by the room's clock."""
        self._set(_FIRST)

    async def stop(self) -> None:
        """Stop; what is under way is whole."""
        self._clock.clear(_DEADLINE)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _set(self, wait: float) -> None:
        self._clock.set(_DEADLINE, self._clock.now() + wait, self._go_over)

    async def _go_over(self) -> None:
        """Begin to go over everything, beside the clock: to stop that waits for nothing so long."""
        self._set(DAY)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tidy())

    async def _tidy(self) -> None:
        try:
            gone = await self.tidy()
        except Exception:  # noqa: BLE001 - reported; the room goes on without it
            _log.exception("what is old could not be taken away: again in a day")
        else:
            told = (gone.hands, gone.requests, gone.copies)
            _log.info("taken away for age: hands=%d requests=%d copies=%d", *told)

    async def tidy(self) -> Gone:
        """Take away all that is too old now, and return how much that was."""
        hands = await self._strip_hands() if self._days else 0
        gone = Gone(hands, await self._drop_requests())
        before = self._clock.now() - COPIES_KEPT
        copies = await asyncio.to_thread(_drop_copies, self._database, before)
        return replace(gone, copies=copies)

    async def _strip_hands(self) -> int:
        before, place, count = self._clock.now() - self._days * DAY, retention.FIRST, 0
        while True:
            find = partial(retention.old_hands, before=before, after=place, most=_AT_ONCE)
            found, uncounted, place = await self._store.report(find)
            if not found:
                return count
            outcomes = await asyncio.to_thread(outcomes_again, uncounted)
            # One that cannot be played again is not counted either: it stays as it is.
            ready = [one for one in found if one not in uncounted or one in outcomes]
            await self._store.write(partial(_strip, hand_ids=ready, outcomes=outcomes))
            count += len(ready)
            await asyncio.sleep(_BREATH)

    async def _drop_requests(self) -> int:
        before, count = self._clock.now() - REQUESTS_KEPT, 0
        while True:
            find = partial(retention.old_requests, before=before, most=10 * _AT_ONCE)
            keys = await self._store.report(find)
            if not keys:
                return count
            await self._store.write(partial(retention.drop_requests, keys=keys))
            count += len(keys)
            await asyncio.sleep(_BREATH)


def _strip(
    connection: sqlite3.Connection,
    hand_ids: list[int],
    outcomes: dict[int, tuple[Outcome, ...]],
) -> None:
    rows = Outcomes(connection)
    for hand_id, counted in outcomes.items():
        rows.add(hand_id, counted)
    retention.strip(connection, hand_ids)


def _drop_copies(database: Path, before: float) -> int:
    copies = retention.old_copies(database, before)
    for copy in copies:
        copy.unlink(missing_ok=True)
    return len(copies)
