"""What Discord offers while somebody types the name of a game."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.words import _
from engine.presets import PRESETS

_MOST: Final = 25
"""How many choices Discord takes."""

_LONGEST: Final = 100
"""How many characters of a choice's name it takes."""


def preset_choices(typed: str) -> list[app_commands.Choice[str]]:
    """Return the presets that have what is typed in their name or title, in any case."""
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=_(preset.title)[:_LONGEST], value=preset.name)
        for preset in PRESETS.values()
        if wanted in preset.name or wanted in _(preset.title).casefold()
    ][:_MOST]
