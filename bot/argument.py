"""Options of the command line, read strictly: a wrong one is told in one line."""

from __future__ import annotations

from typing import Final

from bot.words import _
from engine.presets import PRESETS

MOST_SEED: Final = (1 << 63) - 1

ALL: Final = "all"
"""What stands for the names of all games."""


class BadOption(Exception):
    """The command line asks for what cannot be done; the message is one line."""


def whole_number(option: str, text: str, least: int, most: int) -> int:
    """Return the number that an option gives; raise BadOption unless it is one within bounds."""
    if text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    told = _("{option}: {text} is not a whole number from {least} to {most}")
    raise BadOption(told.format(option=option, text=repr(text), least=least, most=most))


def game_names(text: str) -> tuple[str, ...]:
    """Return the games that are named, several with commas; raise BadOption for an unknown one."""
    names = [name for word in text.split(",") if (name := word.strip())]
    if not names:
        raise BadOption(_("--game: {text} names no game").format(text=repr(text)))
    if ALL in names:
        return tuple(PRESETS)
    for name in names:
        if name not in PRESETS:
            told = _("there is no game {name}; there are {names}")
            raise BadOption(told.format(name=repr(name), names=", ".join((*PRESETS, ALL))))
    return tuple(names)
