"""Tables brought back from the store: open ones after a restart, closed ones to be shown."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.broken import BrokenHand
from bot.gate import pace_of
from bot.restoring import (
    closing,
    pending_of,
    read_closed,
    read_remains,
    read_table,
    replay,
    resume,
    state_of,
)
from bot.store.fault import is_stores_fault
from bot.stored_terms import coming_of, known_terms, last_terms, terms_of
from bot.watcher import What

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.houses import Houses
    from bot.room import Room
    from bot.state import State
    from bot.store.tables import TableRow
    from bot.table import Table
    from bot.terms import Terms

    Make = Callable[[Terms, State, int | None], Table]
    """Makes a table as it stands, with the id of the message that shows it."""

_log = logging.getLogger(__name__)


class Revival:
    """Makes tables of what the store holds of them; a fault in one keeps no other from it."""

    def __init__(self, room: Room, houses: Houses, make: Make) -> None:
        """Take tables by `make`; those of a house that was read whole follow it."""
        self._room = room
        self._houses = houses
        self._make = make

    async def bring_back(self, row: TableRow) -> Table | None:
        """Return an open table with its clock set; one that cannot be read closes, and is None.

        A hand that does not replay to its digests is void. Raises sqlite3.Error where the database
        itself fails.
        """
        try:
            return await self._bring_back(row)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("table %s cannot be read back and closes", row.table_id)
            await self._retire(row)
            return None

    async def show_closed(self, table_id: int) -> bool:
        """Show a table that is closed as it was then; tell whether it can be read back."""
        try:
            row = await self._room.store.read(partial(read_closed, table_id))
            if row is None:
                return False
            stored = await self._room.store.read(partial(read_table, row))
            state = replace(state_of(stored), play=replay(stored))
            self._make(known_terms(row, self._line), state, row.panel).show(What.CLOSED)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("closed table %s cannot be shown", table_id)
            return False
        return True

    @property
    def _line(self) -> int:
        return self._room.store.line

    async def _bring_back(self, row: TableRow) -> Table:
        stored = await self._room.store.read(partial(read_table, row))
        terms, state, broken = terms_of(row, self._line), state_of(stored), None
        try:
            play = replay(stored)
            state = replace(state, play=play, pending=pending_of(stored, play))
        except BrokenHand as error:
            broken = error
            _log.exception("the last hand of table %s is broken", row.table_id)
        table = self._make(terms, state, row.panel)
        table.expect(coming_of(row, terms))
        state = replace(state, unseen_until=await table.recall_unseen())
        await table.resume(*resume(state, broken, pace_of(terms, self._room)))
        if self._houses.is_whole(table.guild):
            await table.follow(self._houses.of(table.guild), again=True)
        return table

    async def _retire(self, row: TableRow) -> None:
        """Close a table that cannot be read back, pay everybody out, and show that."""
        try:
            remains = await self._room.store.read(partial(read_remains, row))
            state, decision = closing(row, remains)
            table = self._make(last_terms(row, self._line), state, row.panel)
            await table.resume(decision, What.CLOSED)
        except Exception as error:
            if is_stores_fault(error):
                raise
            _log.exception("table %s cannot be closed either: its chips stay", row.table_id)
