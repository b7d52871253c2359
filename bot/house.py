"""The house of a guild: the settings of its room and its own games, a value refused as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from bot.game import CHOICE, MOST_GAMES, USUAL, ListedGame, preset_games, title_of
from engine.errors import Fault, RefusedRules
from engine.options import Choice
from engine.presets import PRESETS
from engine.rules import MOST_SEATS, HouseRules

MOST_BUY_IN: Final = 10_000_000
"""The largest buy-in limit, in chips: what ten players win stays far inside the engine's limits."""

MOST_GIVEN: Final = 1_000_000_000
"""The most chips that a setting may give away at once: starting, daily, and a day's transfers."""

LONGEST_CLOCK: Final = 3_600
"""The longest turn clock, in seconds."""

PAUSES: Final = (0.05, 60.0)
"""The shortest and the longest pause between two hands, in seconds."""

MOST_MISSES: Final = 20
"""The most turns in a row that a setting may let a player miss before he sits out."""

MOST_VARIANTS: Final = 50
MOST_CHANNELS: Final = 50
"""How many games of its own, and how many named channels, a guild may have."""

_USUAL_CLOCK: Final = HouseRules(ante=1, small=1, big=1).clock

_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,30}[a-z0-9])?")

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "least": "min_buy_in",
        "most": "max_buy_in",
        "clock": "clock",
        "ping": "ping",
        "seats": "seats",
        "pause": "pause",
        "misses": "misses",
        "starting": "starting_chips",
        "daily": "daily_chips",
        "transfers": "transfers",
        "transfer_cap": "transfer_cap",
        "channels": "channels",
        "manager": "manager",
        "game": "game",
        "listed": "games",
    }
)
"""What people call each setting, by the name of its field: in commands, files and faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The settings of a guild's room, amounts in chips, and its own games by name.

    `least` and `most` limit the buy-in; `clock` is seconds a turn (0: none), `pause` seconds
    between hands (None: the process's own); `misses` turns in a row make a player sit out (0:
    never); `daily` 0 gives nothing; `transfer_cap` is the most one member may give away in a UTC
    day; `channels` are where tables may be opened (empty: anywhere), `manager` the role that may
    manage them; `game` is what a table opens with, `listed` the names that dealers choose from
    (empty: the presets, then the guild's own games, as many as a menu holds).
    """

    least: int = 40
    most: int = 400
    clock: int = 60
    ping: bool = True
    seats: int = MOST_SEATS
    pause: float | None = None
    misses: int = 2
    starting: int = 1_000
    daily: int = 200
    transfers: bool = False
    transfer_cap: int = 1_000
    channels: tuple[int, ...] = ()
    manager: int | None = None
    game: str = USUAL
    listed: tuple[str, ...] = ()
    variants: Mapping[str, HouseRules] = field(default_factory=dict)

    def games(self) -> tuple[ListedGame, ...]:
        """Return every game a table may be opened with: the presets, then the guild's own."""
        presets = (ListedGame(one.name, one.title, one.rules()) for one in PRESETS.values())
        return (*presets, *self.own_games())

    def own_games(self) -> tuple[ListedGame, ...]:
        """Return the guild's own games, by name."""
        return tuple(
            ListedGame(name, title_of(name), self.variants[name]) for name in sorted(self.variants)
        )

    def game_named(self, name: str) -> ListedGame:
        """Return a preset or a game of the guild by its name; raise RefusedRules for others."""
        preset = PRESETS.get(name)
        rules = self.variants.get(name) if preset is None else preset.rules()
        if rules is None:
            names = ", ".join((*PRESETS, *sorted(self.variants)))
            told = (("name", name), ("names", names))
            raise RefusedRules((Fault("preset", "{name!r} is unknown; there are {names}", told),))
        return ListedGame(name, title_of(name), rules)

    def game_to_open(
        self, name: str | None, choice: Choice | None, scale: int | None
    ) -> ListedGame:
        """Return the game of a table that is opened with these; None: not given.

        Raises RefusedRules for an unknown name, and for a choice or a scale beside what is one
        game.
        """
        by_choice = choice is not None or scale is not None
        game = self.game_named(name or (self._choice_of_games() if by_choice else self.game))
        if not by_choice:
            return game
        if game.rules.choice is Choice.NONE:
            told = (("name", game.name), ("choice", CHOICE))
            reason = "is for the preset {choice}; {name} is one game"
            given = {"choice": choice, "scale": scale}
            raise RefusedRules(
                tuple(Fault(option, reason, told) for option in given if given[option] is not None)
            )
        rules = game.rules
        return replace(
            game,
            rules=replace(
                rules,
                choice=choice or rules.choice,
                choice_scale=rules.choice_scale if scale is None else scale,
            ),
        )

    def _choice_of_games(self) -> str:
        """Return what a choice without a name opens: the house's usual game, if it is a choice."""
        return CHOICE if self.game_named(self.game).rules.choice is Choice.NONE else self.game

    def choices(self) -> tuple[ListedGame, ...]:
        """Return the games that dealers choose from, no more than a menu holds (R-CHOICE-1)."""
        if self.listed:
            return tuple(self.game_named(name) for name in self.listed)
        own = (game for game in self.own_games() if game.rules.choice is Choice.NONE)
        return (*preset_games(), *own)[:MOST_GAMES]

    def clock_of(self, rules: HouseRules) -> int:
        """Return the seconds a turn of a table with these rules: their own, or the room's."""
        return self.clock if rules.clock == _USUAL_CLOCK else rules.clock

    def opens_in(self, *channels: int | None) -> bool:
        """Tell whether a table may be opened in a channel, given with those it belongs to."""
        return not self.channels or not set(self.channels).isdisjoint(channels)


def faults(house: House) -> tuple[Fault, ...]:
    """Return everything that is wrong with a house, by the names people have for its settings."""
    return tuple(_faults(house))


def verify_name(name: str) -> None:
    """Raise RefusedRules for what cannot be the name of a guild's own game."""
    wrong = tuple(_name_faults(name))
    if wrong:
        raise RefusedRules(wrong)


def _faults(house: House) -> Iterator[Fault]:
    yield from _buy_in_faults(house)
    yield from _range("clock", house.clock, 0, LONGEST_CLOCK)
    yield from _range("seats", house.seats, 2, MOST_SEATS)
    if house.pause is not None and not PAUSES[0] <= house.pause <= PAUSES[1]:
        yield Fault("pause", "must be from 0.05 to 60 seconds")
    yield from _range("misses", house.misses, 0, MOST_MISSES)
    yield from _range("starting_chips", house.starting, 0, MOST_GIVEN)
    yield from _range("daily_chips", house.daily, 0, MOST_GIVEN)
    yield from _range("transfer_cap", house.transfer_cap, 1, MOST_GIVEN)
    if len(house.channels) > MOST_CHANNELS:
        yield Fault("channels", "must be {most} at most", (("most", MOST_CHANNELS),))
    if len(set(house.channels)) < len(house.channels):
        yield Fault("channels", "names one twice")
    yield from _variant_faults(house)
    yield from _game_faults(house)


def _buy_in_faults(house: House) -> Iterator[Fault]:
    yield from _range("min_buy_in", house.least, 1, MOST_BUY_IN)
    yield from _range("max_buy_in", house.most, 1, MOST_BUY_IN)
    if house.least > house.most:
        yield Fault("min_buy_in", "must not be above max_buy_in", others=("max_buy_in",))


def _range(name: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        told = (("least", f"{least:,}"), ("most", f"{most:,}"))
        yield Fault(name, "must be from {least} to {most}", told)


def _variant_faults(house: House) -> Iterator[Fault]:
    for name in house.variants:
        yield from _name_faults(name)
    if len(house.variants) > MOST_VARIANTS:
        reason = "a server has {most} games of its own at most: delete one first"
        yield Fault("name", reason, (("most", MOST_VARIANTS),))


def _name_faults(name: str) -> Iterator[Fault]:
    if _NAME.fullmatch(name) is None:
        yield Fault("name", "must be 1 to 32 of a-z, 0-9, _ and -, a letter or digit at each end")
    elif name in PRESETS:
        told = (("name", name),)
        yield Fault("name", "{name} is a built-in game and stays as it is", told)


def _game_faults(house: House) -> Iterator[Fault]:
    known = {*PRESETS, *house.variants}
    if house.game not in known:
        yield Fault("game", "is none of the games here")
    if len(house.listed) > MOST_GAMES:
        yield Fault("games", "must be {most} at most", (("most", MOST_GAMES),))
    if len(set(house.listed)) < len(house.listed):
        yield Fault("games", "names one twice")
    for name in house.listed:
        if name not in known:
            yield Fault("games", "names a game that is none of those here")
        elif house.game_named(name).rules.choice is not Choice.NONE:
            yield Fault("games", "names a game that is a choice of games itself")
