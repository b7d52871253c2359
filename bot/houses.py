"""The houses of all guilds: held in memory, changed one at a time, kept in the store."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from typing import Final

from bot.clock import Clock
from bot.house import House, faults
from bot.outlast import outlast
from bot.person import Person
from bot.refusal import No, Refusal
from bot.scribe import take_request
from bot.store import Store
from bot.store.houses import HouseRows
from engine.errors import RefusedRules

_log = logging.getLogger(__name__)

Changed = Callable[[int, House, House], None]
"""Told of a change: the guild, its house before and after."""

USUAL_HOUSE: Final = House()
"""The house of a guild that has changed nothing yet."""


class Houses:
    """The house of each guild, and the only way to change one."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Make the houses as if nobody had changed any; `restore` reads what was kept."""
        self._store = store
        self._clock = clock
        self._houses: dict[int, House] = {}
        self._unread: frozenset[int] = frozenset()
        self._changing = asyncio.Lock()
        self._subscribers: list[Changed] = []
        self._ready = False

    def of(self, guild: int) -> House:
        """Return the house of a guild."""
        return self._houses.get(guild, USUAL_HOUSE)

    def is_whole(self, guild: int) -> bool:
        """Tell whether all of a house is as it was kept, or was changed since.

        Where something could not be read it has the usual instead, which no table is to follow.
        """
        return guild not in self._unread

    def subscribe(self, told: Changed) -> None:
        """Let `told` know of every change, once it is kept; it must be quick and not wait."""
        self._subscribers.append(told)

    async def restore(self) -> None:
        """Read what was kept; a setting or game that this version does not take is left out."""
        self._houses, self._unread = await self._store.read(_read_all)
        for guild in sorted(self._unread):
            _log.warning(
                "guild=%s plays by the usual where its house cannot be read; its tables keep their"
                " rules until a manager changes the house",
                guild,
            )
        self._ready = True

    async def change(
        self, guild: int, change: Callable[[House], House], by: Person, key: str
    ) -> House:
        """Let the house of a guild become what `change` makes of the present one.

        Changes come one after the other, each on what the one before has left, and a cancelled
        caller waits for the true outcome. Raises what `change` raises, RefusedRules with every
        fault of its outcome, and Refusal: DOUBLED, STILL_STARTING; then nothing has changed.
        """
        return await outlast(asyncio.ensure_future(self._change(guild, change, by, key)))

    async def _change(
        self, guild: int, change: Callable[[House], House], by: Person, key: str
    ) -> House:
        async with self._changing:
            if not self._ready:
                raise Refusal(No.STILL_STARTING)
            before = self.of(guild)
            after = change(before)
            wrong = faults(after)
            if wrong:
                raise RefusedRules(wrong)
            at = self._clock.now()

            def unit(connection: sqlite3.Connection) -> None:
                take_request(connection, key, at)
                HouseRows(connection).replace(guild, before, after)

            await self._store.write(unit)
            self._houses[guild] = after
            was_whole = self.is_whole(guild)
            self._unread -= {guild}
            self._tell(guild, before, after, was_whole=was_whole)
        _log.info("house changed guild=%s by=%s", guild, by.id)
        return after

    def _tell(self, guild: int, before: House, after: House, *, was_whole: bool) -> None:
        if before == after and was_whole:
            return
        for told in self._subscribers:
            try:
                told(guild, before, after)
            except Exception:  # noqa: BLE001 - reported here
                # The change is kept already: whoever cannot follow it undoes nothing.
                _log.exception("a change of the house of guild %s was not followed", guild)


def _read_all(connection: sqlite3.Connection) -> tuple[dict[int, House], frozenset[int]]:
    rows = HouseRows(connection)
    return rows.all(), rows.unread
