"""The pings that stand in a channel, noted until Discord says that they are gone."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.nonce import nonce_of
from bot.picture import Moment

if TYPE_CHECKING:
    from bot.store import Store

_log = logging.getLogger(__name__)

_PREFIX: Final = "ping."
_UNKNOWN: Final = 0
"""Stands for the id of a ping that is being posted."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that calls somebody to a moment; None while it is not known which one it is."""

    moment: Moment
    guild: int
    channel: int
    message: int | None = None

    @property
    def name(self) -> str:
        """Return the name of its note."""
        moment = self.moment
        name = f"{_PREFIX}{moment.table}.{moment.hand}.{moment.turn}"
        return f"{name}.{moment.line}" if moment.line else name  # without: noted before lines were

    @property
    def nonce(self) -> str:
        """Return what makes a repeated post of it the same message."""
        return nonce_of(self.moment.line, self.name)

    def at(self, message: int) -> Ping:
        """Return the same ping, now that its message is known."""
        return replace(self, message=message)


class Pinged:
    """Notes the pings of all tables in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(self, ping: Ping) -> None:
        """Note a ping that stands, or may stand."""
        words = f"{ping.message or _UNKNOWN}:{ping.channel}:{ping.guild}"
        await self._store.remember(ping.name, words)

    async def forget(self, ping: Ping) -> None:
        """Forget a ping that is gone."""
        await self._store.forget(ping.name)

    async def of(self, table: int) -> tuple[Ping, ...]:
        """Return what is noted of a table."""
        return _read_all(await self._store.recall_all(f"{_PREFIX}{table}."))

    async def all(self) -> tuple[Ping, ...]:
        """Return what is noted of all tables."""
        return _read_all(await self._store.recall_all(_PREFIX))


def _read_all(noted: Mapping[str, str]) -> tuple[Ping, ...]:
    return tuple(ping for ping in map(_read, noted, noted.values()) if ping is not None)


def _read(name: str, words: str) -> Ping | None:
    """Return a noted ping; None where it cannot be read: its message stays where it is."""
    try:
        return _ping(name, words)
    except ValueError as error:
        _log.warning("the note %r of a ping cannot be read: %s", name, error)
        return None


def _ping(name: str, words: str) -> Ping:
    table, hand, turn, *line = (int(number) for number in name.removeprefix(_PREFIX).split("."))
    message, channel, guild = (int(number) for number in words.split(":"))
    return Ping(Moment(table, hand, turn, line[0] if line else 0), guild, channel, message or None)
