"""Which tables stand still, and why: the bot, a shard or a server has lost Discord for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bot.directory import Directory
    from bot.table import Table

_OUT: Final = "out"
"""Why the tables of a guild are held that is not there for a while."""


def _anywhere(guild: int) -> bool:
    del guild
    return True


class Holds:
    """All reasons to hold tables: where one is in force nobody is timed out and no hand begins.

    No click can come from there. Tables that are there later are held too.
    """

    def __init__(self, tables: Directory[int, Table], released: Callable[[Table], None]) -> None:
        """Hold none of the open `tables`; `released` is told of each that one reason less holds."""
        self._tables = tables
        self._released = released
        self._held: dict[Hashable, Callable[[int], bool]] = {}
        self._out: set[int] = set()

    @property
    def out(self) -> frozenset[int]:
        """Return the guilds that are held one by one."""
        return frozenset(self._out)

    def begin(self, why: Hashable = None, guilds: Callable[[int], bool] = _anywhere) -> None:
        """Hold the tables of some guilds, until the same `why` ends."""
        self._held[why] = guilds
        for table in self._where(guilds):
            table.hold(why)

    def end(self, why: Hashable = None) -> None:
        """Let time pass again where nothing else holds it; deadlines are as after a restart."""
        guilds = self._held.pop(why, None)
        if guilds is not None:
            self._release(self._where(guilds), why)

    def begin_in(self, guild: int) -> None:
        """Hold one guild as `begin` does, until `end_in`; only its tables are looked at."""
        self._out.add(guild)
        for table in self._tables.of(guild):
            table.hold(_OUT)

    def end_in(self, guild: int) -> None:
        """Let time pass again in a guild that `begin_in` holds."""
        if guild in self._out:
            self._out.remove(guild)
            self._release(self._tables.of(guild), _OUT)

    def meet(self, table: Table) -> None:
        """Hold a table that is there only now, for as many reasons as are in force."""
        for why, guilds in self._held.items():
            if guilds(table.guild):
                table.hold(why)
        if table.guild in self._out:
            table.hold(_OUT)

    def _where(self, guilds: Callable[[int], bool]) -> tuple[Table, ...]:
        """Return the open tables of some guilds; each guild is asked about once."""
        wanted = filter(guilds, self._tables.guilds())
        return tuple(table for guild in wanted for table in self._tables.of(guild))

    def _release(self, tables: tuple[Table, ...], why: Hashable) -> None:
        for table in tables:
            table.go_on(why)
            self._released(table)
