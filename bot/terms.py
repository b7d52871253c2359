"""What a table was opened with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game import ListedGame
from engine.decks import most_players
from engine.options import Choice
from engine.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Terms:
    """A table's place, its games, its buy-in limits in chips, and its turn clock in seconds.

    `games` are those that are dealt, every amount in them as it is played for: the table's own
    `rules`, or the list that its dealers choose from.
    """

    id: int
    guild: int
    channel: int
    preset: str
    title: str
    rules: HouseRules
    least: int
    most: int
    clock_seconds: int
    games: tuple[ListedGame, ...]

    @property
    def is_chosen(self) -> bool:
        """Tell whether the games come from a list."""
        return self.rules.choice is not Choice.NONE

    @property
    def places(self) -> int:
        """Return how many players the table seats: as many as one of its games can be dealt to."""
        return max(most_players(game.rules) for game in self.games)

    def title_of(self, rules: HouseRules) -> str:
        """Return the title of the game that is dealt by these rules, of others the table's own."""
        return next((game.title for game in self.games if game.rules == rules), self.title)
