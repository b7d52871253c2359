"""Who manages the house of his server by a command, and changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.asked import key_of, person_of, place_of, verify_manager

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.house import House
    from bot.houses import Houses


class Steward:
    """Answers for the houses to the commands of those who may manage them."""

    def __init__(self, houses: Houses) -> None:
        self._houses = houses

    def house(self, interaction: discord.Interaction[Any]) -> House:
        """Return the house of the server where something is asked."""
        return self._houses.of(place_of(interaction)[0])

    def managed(self, interaction: discord.Interaction[Any]) -> House:
        """Return the house of who may manage it; raise Denied for anybody else."""
        house = self.house(interaction)
        verify_manager(interaction, house)
        return house

    async def change(
        self, interaction: discord.Interaction[Any], change: Callable[[House], House]
    ) -> House:
        """Let somebody change the house; return what it has become.

        Raises Denied, what `change` raises, and RefusedRules and Refusal as `Houses.change`.
        """
        self.managed(interaction)
        guild = place_of(interaction)[0]
        return await self._houses.change(guild, change, person_of(interaction), key_of(interaction))
