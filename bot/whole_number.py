"""A command's option that is a whole number within bounds."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands


class WholeNumber(app_commands.Transformer):
    """Tells the bounds to Discord's client, and lets nothing but a whole number through.

    What is out of bounds is the room's to refuse, in its own words: a client can be got round.
    """

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return the kind of option Discord shows."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """Return the least number the client lets through."""
        return self._least

    @property
    def max_value(self) -> int:
        """Return the greatest number the client lets through."""
        return self._most

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:
        """Return the number; raise ValueError, which becomes a TransformerError, for a text."""
        if type(value) is not int:
            raise ValueError("not a whole number")
        return value
