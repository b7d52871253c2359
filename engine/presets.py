"""The named games of part E; amounts in chips, only what differs from the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import Fault, RefusedRules
from engine.rules import HouseRules

Raw = bool | int | str | tuple[int, ...]

_LOW_BRING_IN: Final[Mapping[str, Raw]] = {"ante": 1, "bring_in_mode": "low", "bring_in": 4}
_SMALL_STAKES: Final[Mapping[str, Raw]] = {"limit": "fixed", "small": 10, "big": 20}
_CASINO: Final[Mapping[str, Raw]] = {**_LOW_BRING_IN, **_SMALL_STAKES}
_HOME: Final[Mapping[str, Raw]] = {
    "ante": 5,
    **_SMALL_STAKES,
    "late_rounds": "free",
    "min_raise": "any",
}
_LOWBALL: Final[Mapping[str, Raw]] = {
    **_CASINO,
    "game": "low",
    "bring_in_mode": "high",
    "open_pair_big": False,
}
_HILO: Final[Mapping[str, Raw]] = {**_CASINO, "game": "hilo", "open_pair_big": False}
_DECLARE: Final[Mapping[str, Raw]] = {
    **_HOME,
    "game": "hilo",
    "low_rank": "a6",
    "declare": "simultaneous",
}
_HIGH_BRING_IN_POT: Final[Mapping[str, Raw]] = {
    "ante": 1,
    "bring_in_mode": "high",
    "bring_in": 2,
    "limit": "pot",
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A game by its name: `title` is what players see (a message id), `options` what it sets."""

    name: str
    title: str
    options: Mapping[str, Raw]

    def rules(self) -> HouseRules:
        """Return the rules."""
        return HouseRules.from_options(self.options)


_NAMED: Final[tuple[tuple[str, str, Mapping[str, Raw]], ...]] = (
    ("casino_fixed", "Five-card stud, casino fixed limit", _CASINO),
    (
        "casino_fixed_modern",
        "Five-card stud, casino fixed limit as dealt today",
        {**_CASINO, "open_pair_big": False},
    ),
    ("home_fixed", "Home game, fixed limit", _HOME),
    (
        "classic_nl",
        "No-limit with a bring-in",
        {
            "bring_in_mode": "low",
            "bring_in": 1,
            "limit": "none",
            "min_bet": 1,
            "open_tie": "position",
        },
    ),
    (
        "spread_1_5_10",
        "Spread limit, dearer later",
        {
            "ante": 1,
            "bring_in_mode": "low",
            "bring_in": 1,
            "limit": "spread",
            "spread_min": 1,
            "spread_max": 5,
            "spread_max_late": 10,
            "open_tie": "position",
        },
    ),
    ("pot_limit", "Pot-limit five-card stud", _HIGH_BRING_IN_POT),
    ("casino_lowball", "Lowball, casino", _LOWBALL),
    ("home_lowball", "Lowball, home", {**_HOME, "game": "low", "low_rank": "a6"}),
    ("lowball_27", "Deuce-to-seven stud", {**_LOWBALL, "low_rank": "27"}),
    ("hilo_8", "High-low, cards speak, eight or better", {**_HILO, "qualifier": "8"}),
    ("hilo", "High-low, cards speak, no qualifier", _HILO),
    ("hilo_declare", "High-low, declare", _DECLARE),
    ("hilo_buy", "High-low with a buy", {**_DECLARE, "buy": 1, "buy_price": (20,)}),
    (
        "hilo_buy2",
        "High-low with two buys",
        {**_DECLARE, "buy": 2, "buy_price": (20, 40), "buy_bet": "after_each"},
    ),
    (
        "131_nl",
        "1-3-1, no limit",
        {
            "deal": "1-3-1",
            "ante": 1,
            "bring_in_mode": "low",
            "bring_in": 2,
            "limit": "none",
            "open_tie": "position",
        },
    ),
    (
        "soko_fi",
        "Sökö (Finnish), pot limit",
        {**_HIGH_BRING_IN_POT, "game": "soko", "odd_chip": "position"},
    ),
    ("manila_32", "Asian/Manila stud, 32 cards", {**_HIGH_BRING_IN_POT, "deck": 32}),
    (
        "short_auto",
        "Stripped deck for few players (Italian counting)",
        {"deck": "auto", "ante": 2, "limit": "pot"},
    ),
    ("dealers_choice", "Dealer's choice", {**_CASINO, "choice": "hand"}),
)

PRESETS: Final[Mapping[str, Preset]] = {
    name: Preset(name, title, options) for name, title, options in _NAMED
}


def preset_named(name: str) -> Preset:
    """Return the preset of that name; raise RefusedRules for an unknown one."""
    preset = PRESETS.get(name)
    if preset is None:
        names = ", ".join(PRESETS)
        told = (("name", name), ("names", names))
        raise RefusedRules((Fault("preset", "{name!r} is unknown; there are {names}", told),))
    return preset
