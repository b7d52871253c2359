"""The games that a table deals: its own rules, or the list its dealers choose from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import Fault, RefusedRules
from engine.options import Choice
from engine.presets import PRESETS
from engine.rules import HouseRules

USUAL: Final = "casino_fixed"
CHOICE: Final = "dealers_choice"
"""The presets that a table is opened with where none is named: without and with a choice."""

MOST_SCALE: Final = 25_000
"""The most that the amounts of a table's games may be multiplied by: the usual buy-ins follow."""

MOST_GAMES: Final = 25
"""How many games a list may hold: Discord's menus offer no more."""

LONGEST_NAME: Final = 100
"""The longest name of a game in a list, in characters: a menu's option gives it back whole."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game by its name; `title` is what players see (a message id)."""

    name: str
    title: str
    rules: HouseRules


def title_of(name: str) -> str:
    """Return the title of a preset, for a guild's own game its name without any markup."""
    preset = PRESETS.get(name)
    return name.replace("_", " ").strip() if preset is None else preset.title


def preset_games() -> tuple[ListedGame, ...]:
    """Return all presets that are a game of their own, in the order of part E."""
    rules = ((preset, preset.rules()) for preset in PRESETS.values())
    return tuple(
        ListedGame(preset.name, preset.title, own)
        for preset, own in rules
        if own.choice is Choice.NONE
    )


def scaled(games: Iterable[ListedGame], times: int) -> tuple[ListedGame, ...]:
    """Return games with every amount so many times as large (R-CHOICE-1).

    Raises RefusedRules where an amount becomes larger than a rule may name, for the first game that
    has one: each fault names it.
    """
    return tuple(replace(game, rules=_scaled(game, times)) for game in games)


def _scaled(game: ListedGame, times: int) -> HouseRules:
    try:
        return game.rules.scaled(times)
    except RefusedRules as error:
        named = (replace(one, option=f"{game.name}: {one.option}") for one in error.faults)
        raise RefusedRules(tuple(named)) from None


def verify_list(games: Sequence[ListedGame]) -> None:
    """Raise RefusedRules for a list that no menu can offer, or with two games of one name."""
    names = [game.name for game in games]
    if not 1 <= len(names) <= MOST_GAMES:
        told = "must be from 1 to {most}"
        raise RefusedRules((Fault("games", told, (("most", MOST_GAMES),)),))
    if not all(1 <= len(name) <= LONGEST_NAME for name in names):
        told = "must have names of 1 to {most} characters"
        raise RefusedRules((Fault("games", told, (("most", LONGEST_NAME),)),))
    if len(set(names)) < len(names):
        raise RefusedRules((Fault("games", "must have a name each"),))


def write_games(games: Iterable[ListedGame]) -> str:
    """Return a list of games as JSON: rules by name, in the order of the list."""
    return json.dumps({game.name: game.rules.to_options() for game in games})


def read_games(text: str) -> tuple[ListedGame, ...]:
    """Read what `write_games` wrote; raise RefusedRules where this version does not take it."""
    return tuple(
        ListedGame(name, title_of(name), HouseRules.from_options(options))
        for name, options in json.loads(text).items()
    )
