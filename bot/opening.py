"""What somebody opens a table with, and what the store is told of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.game import ListedGame, preset_games, scaled, verify_list, write_games
from bot.house import LONGEST_CLOCK, MOST_BUY_IN
from bot.refusal import No, Refusal
from bot.scribe import take_request
from bot.store.ledger import Ledger
from bot.store.tables import NewTable, TableRows
from engine.options import Choice

if TYPE_CHECKING:
    import sqlite3

    from bot.house import House
    from bot.person import Person
    from bot.store.tables import Mark
    from engine.rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A table as it is asked for; buy-in limits are chips, `clock` seconds a turn (0: none).

    Of those three the house's is taken where one is None, and followed when the house changes it;
    the house's limits times the scale of the rules. `games` are what its dealers choose from where
    the rules have a choice; None: all presets.
    """

    guild: int
    channel: int
    host: Person
    rules: HouseRules
    preset: str
    least: int | None
    most: int | None
    clock: int | None
    games: tuple[ListedGame, ...] | None = None

    def row(self, house: House) -> NewTable:
        """Return the row of such a table in a house.

        Raises RefusedRules for a list that no menu can offer and for amounts that its scale makes
        too large, and Refusal: BAD_LIMITS, BAD_CLOCK.
        """
        least, most, clock = self._limits(house)
        return NewTable(
            guild=self.guild,
            channel=self.channel,
            host=self.host.id,
            preset=self.preset,
            rules=json.dumps(self.rules.to_options(), sort_keys=True),
            least=least,
            most=most,
            clock=clock,
            games=self._listed(),
            pause=house.pause,
            ping=house.ping,
            misses=house.misses,
            seats=house.seats,
            keeps_least=self.least is not None,
            keeps_most=self.most is not None,
            keeps_clock=self.clock is not None,
        )

    def _limits(self, house: House) -> tuple[int, int, int]:
        """Return the buy-in limits and the clock, the house's where not given, or refuse them."""
        times = self.rules.choice_scale
        least = house.least * times if self.least is None else self.least
        most = house.most * times if self.most is None else self.most
        clock = house.clock_of(self.rules) if self.clock is None else self.clock
        if not 1 <= least <= most <= MOST_BUY_IN:
            raise Refusal(No.BAD_LIMITS, MOST_BUY_IN, least, most)
        if not 0 <= clock <= LONGEST_CLOCK:
            raise Refusal(No.BAD_CLOCK, LONGEST_CLOCK)
        return least, most, clock

    def _listed(self) -> str | None:
        """Return the games that dealers choose from as the store keeps them, None for no choice."""
        if self.rules.choice is Choice.NONE:
            return None
        games = preset_games() if self.games is None else self.games
        verify_list(games)
        scaled(games, self.rules.choice_scale)  # refused before anything is written
        return write_games(games)


def write_opening(
    connection: sqlite3.Connection, new: NewTable, mark: Mark, at: float, key: str
) -> int:
    """Write a new table as it stands `at` an instant; return its number.

    `key` names the interaction that asks. Raises Refusal: TABLE_EXISTS, DOUBLED.
    """
    take_request(connection, key, at)
    rows = TableRows(connection)
    if rows.is_open(new.channel):
        raise Refusal(No.TABLE_EXISTS)
    table_id = rows.add(new)
    rows.mark(table_id, mark)
    Ledger(connection).pot(new.guild, table_id)
    return table_id
