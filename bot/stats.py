"""What a member's hands have come to: counted, summed by game, and as a course of his chips."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.broken import BrokenHand
from bot.game import read_games, scaled, title_of
from bot.outcomes import outcomes_of
from bot.replaying import played_again
from bot.store import Store
from bot.store.hands import HandRow
from bot.store.ledger import Ledger
from bot.store.outcomes import Counts, GameRow, Outcome, Outcomes
from engine.errors import RefusedRules
from engine.options import Choice
from engine.rules import HouseRules

AT_ONCE: Final = 300
"""How many hands of earlier schemas are played again for one who asks for his numbers."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameTotal:
    """What a member's hands of one game came to; `title` is what players see (a message id)."""

    title: str
    hands: int
    net: int


@dataclass(frozen=True, slots=True)
class Record:
    """A member's numbers: games by their hands, and his chips at instants, in order."""

    counts: Counts
    games: tuple[GameTotal, ...]
    course: tuple[tuple[float, int], ...]

    @property
    def net(self) -> int:
        """Return what all hands together have brought."""
        return sum(game.net for game in self.games)


class Statistics:
    """Reads members' records; outcomes that an earlier schema did not keep are made up for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[int] = set()

    async def record(self, guild: int, user: int) -> Record | None:
        """Return a member's record, or None where he has no account yet."""
        player = await self._store.report(lambda connection: Ledger(connection).player(guild, user))
        if player is None:
            return None
        await self._make_up(player)
        return await self._store.report(lambda connection: _read(connection, player))

    async def _make_up(self, player: int) -> None:
        """Play hands without outcomes again, off the loop, and keep how they came out."""
        without = frozenset(self._unreadable)
        missing = await self._store.report(
            lambda connection: Outcomes(connection).missing(player, AT_ONCE, without)
        )
        if not missing:
            return
        found = await asyncio.to_thread(outcomes_again, missing)
        self._unreadable.update(missing.keys() - found)

        def unit(connection: sqlite3.Connection) -> None:
            rows = Outcomes(connection)
            for hand_id, outcomes in found.items():
                rows.add(hand_id, outcomes)

        await self._store.write(unit)


def outcomes_again(hands: Mapping[int, HandRow]) -> dict[int, tuple[Outcome, ...]]:
    """Play hands again and return how they came out; those that cannot be are only logged."""
    found = {}
    for hand_id, row in hands.items():
        try:
            found[hand_id] = outcomes_of(played_again(row))
        except BrokenHand:
            _log.warning("hand %s cannot be counted", hand_id, exc_info=True)
    return found


def _read(connection: sqlite3.Connection, player: int) -> Record:
    rows = Outcomes(connection)
    chips, course = 0, list[tuple[float, int]]()
    for at, change in rows.course(player):
        chips += change
        course.append((at, chips))
    return Record(rows.counts(player), _totals(rows.games(player)), tuple(course))


def _totals(rows: Iterable[GameRow]) -> tuple[GameTotal, ...]:
    totals: dict[str, tuple[int, int]] = {}
    for row in rows:
        title = _title(row)
        hands, net = totals.get(title, (0, 0))
        totals[title] = (hands + row.hands, net + row.net)
    games = (GameTotal(title, hands, net) for title, (hands, net) in totals.items())
    return tuple(sorted(games, key=lambda game: (-game.hands, game.title)))


def _title(row: GameRow) -> str:
    """Return what a hand's game is called: by its table's list, where its rules are on it."""
    if row.game is not None:
        return title_of(row.game)
    try:
        own = HouseRules.from_options(json.loads(row.own))
        if row.games is not None and own.choice is not Choice.NONE:
            rules = HouseRules.from_options(json.loads(row.rules))
            for game in scaled(read_games(row.games), own.choice_scale):
                if game.rules == rules:
                    return game.title
    except RefusedRules:
        _log.warning("the games of a table cannot be read", exc_info=True)
    return title_of(row.preset)
