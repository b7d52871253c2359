"""What a table was opened with, and the rules of the house that it is played by."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game import ListedGame, title_of
from bot.picture import Moment
from engine.decks import most_players
from engine.options import Choice
from engine.rules import MOST_SEATS, HouseRules


@dataclass(frozen=True, slots=True)
class Terms:
    """A table's place, its games, its buy-in limits in chips, and its turn clock in seconds.

    `id` is its number in that `line` of the database.
    `games` are those that are dealt, every amount in them as it is played for: the table's own
    `rules`, or those of the list that its dealers choose from; `listed` is that list as it is
    written, () where there is none. `host` is the user id of who opened the table, 0 for somebody
    who was forgotten. Then come the settings of the house in force: `pause` in seconds (None: the
    process's own), whether a slow player is called, after how many missed turns in a row he sits
    out (0: never), and the most who sit. The limits and the clock are the house's too, but for what
    the table `keeps` since it was opened with it.
    """

    line: int
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
    listed: tuple[ListedGame, ...] = ()
    host: int = 0
    pause: float | None = None
    ping: bool = True
    misses: int = 2
    seats: int = MOST_SEATS
    keeps_least: bool = True
    keeps_most: bool = True
    keeps_clock: bool = True

    @property
    def is_chosen(self) -> bool:
        """Tell whether the games come from a list."""
        return self.rules.choice is not Choice.NONE

    @property
    def places(self) -> int:
        """Return how many players the table seats: as many as one of its games can be dealt to.

        The house may let fewer sit.
        """
        return min(self.seats, max(most_players(game.rules) for game in self.games))

    def moment(self, hand: int, turn: int) -> Moment:
        """Return a decision of one of the table's hands."""
        return Moment(self.id, hand, turn, self.line)

    def title_of(self, name: str | None, rules: HouseRules) -> str:
        """Return the title of a hand's game; where its name was not noted the rules tell it."""
        if name is not None:
            return title_of(name)
        return next((game.title for game in self.games if game.rules == rules), self.title)
