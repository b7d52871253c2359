"""Acting in a hand by slash commands, at whatever turn it is."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.acting import FreeFold, act, options_of
from bot.answers import ask_to_fold, whisper
from bot.asked import key_of, person_of, place_of
from bot.client import Doorcard
from bot.heard import Heard
from bot.refusal import Refusal
from bot.render.acts import own_act_text
from bot.render.buttons import wager_choices
from bot.whole_number import WholeNumber
from bot.wish import ALL_IN, Wish
from engine.actions import Declaration, Verb
from engine.rules import MOST_CHIPS

Interaction = discord.Interaction[Any]
Total = app_commands.Transform[int, WholeNumber(1, MOST_CHIPS)]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Acts(bot))


class Acts(commands.Cog):
    """A command for each kind of act; the panel shows what came of it."""

    def __init__(self, bot: Doorcard) -> None:
        self._tables = bot.tables
        self._menus = bot.board.menus
        self._heard = Heard()

    @app_commands.command(description="Check: stay in without betting, where nobody has bet")
    @app_commands.guild_only()
    async def check(self, interaction: Interaction) -> None:
        """Check."""
        await self._act(interaction, Wish(Verb.CHECK))

    @app_commands.command(description="Call the bet")
    @app_commands.guild_only()
    async def call(self, interaction: Interaction) -> None:
        """Call, with all chips where they are fewer than the bet."""
        await self._act(interaction, Wish(Verb.CALL))

    @app_commands.command(description="Bet, where nobody has bet in this round")
    @app_commands.describe(amount="What you put in this round in all")
    @app_commands.guild_only()
    async def bet(self, interaction: Interaction, amount: Total) -> None:
        """Bet so many chips."""
        await self._act(interaction, Wish(Verb.BET, amount))

    @app_commands.command(name="raise", description="Raise the bet to an amount")
    @app_commands.describe(amount="What you put in this round in all: raise *to* so many")
    @app_commands.guild_only()
    async def raise_to(self, interaction: Interaction, amount: Total) -> None:
        """Raise to so many chips."""
        await self._act(interaction, Wish(Verb.RAISE, amount))

    @app_commands.command(description="Complete the bring-in, or a short all-in, to a full bet")
    @app_commands.guild_only()
    async def complete(self, interaction: Interaction) -> None:
        """Complete to the least there is."""
        await self._act(interaction, Wish(Verb.COMPLETE))

    @app_commands.command(name="bring-in", description="Post the bring-in, where you have to")
    @app_commands.guild_only()
    async def bring_in(self, interaction: Interaction) -> None:
        """Bring in."""
        await self._act(interaction, Wish(Verb.BRING_IN))

    @app_commands.command(description="Fold your hand")
    @app_commands.guild_only()
    async def fold(self, interaction: Interaction) -> None:
        """Fold; where a check is free it asks first."""
        await self._act(interaction, Wish(Verb.FOLD))

    @app_commands.command(description="Go all-in: bet, raise or call with all your chips")
    @app_commands.guild_only()
    async def allin(self, interaction: Interaction) -> None:
        """Put all chips in, where the rules allow it."""
        await self._act(interaction, ALL_IN)

    @app_commands.command(name="buy", description="Choose the card you give up for a new one")
    @app_commands.guild_only()
    async def buy_card(self, interaction: Interaction) -> None:
        """Offer a buyer his own cards, in private."""
        if not self._heard.is_new(interaction.id):
            return  # the first dispatch of it is answered
        table = self._tables.at(place_of(interaction)[1])
        await self._menus.show(interaction, table, Verb.DISCARD, None)

    @app_commands.command(name="standpat", description="Stand pat: keep your cards in a buy")
    @app_commands.guild_only()
    async def stand_pat(self, interaction: Interaction) -> None:
        """Stand pat."""
        await self._act(interaction, Wish(Verb.STAND_PAT))

    @app_commands.command(description="Declare what you play for in high-low")
    @app_commands.describe(way="High, low, or both where the rules allow it")
    @app_commands.guild_only()
    async def declare(self, interaction: Interaction, way: Literal["high", "low", "both"]) -> None:
        """Declare; where all choose at once it can be changed until everyone has chosen."""
        if not self._heard.is_new(interaction.id):
            return  # the first dispatch of it is answered
        table, person = self._tables.at(place_of(interaction)[1]), person_of(interaction)
        moment = table.picture().moment
        wish = Wish(Verb.DECLARE, declaration=Declaration(way))
        await act(table, person, wish, key_of(interaction))
        await self._menus.tell(interaction, table, wish, moment)

    @bet.autocomplete("amount")
    async def _bets(
        self, interaction: Interaction, typed: object
    ) -> list[app_commands.Choice[int]]:
        return self._sizes(interaction, Verb.BET, typed)

    @raise_to.autocomplete("amount")
    async def _raises(
        self, interaction: Interaction, typed: object
    ) -> list[app_commands.Choice[int]]:
        return self._sizes(interaction, Verb.RAISE, typed)

    def _sizes(
        self, interaction: Interaction, verb: Verb, typed: object
    ) -> list[app_commands.Choice[int]]:
        """Return the sizes that have a button, where it is the member's turn."""
        try:
            picture = self._tables.at(place_of(interaction)[1]).picture()
        except Refusal:
            return []
        options = options_of(picture, person_of(interaction))
        if options is None or picture.view is None:
            return []
        return [
            app_commands.Choice(name=label, value=total)
            for label, total in wager_choices(options, verb, picture.view.pot)
            if str(total).startswith(str(typed))
        ]

    async def _act(self, interaction: Interaction, wish: Wish) -> None:
        if not self._heard.is_new(interaction.id):
            return  # the first dispatch of it is answered
        table = self._tables.at(place_of(interaction)[1])
        try:
            acted = await act(table, person_of(interaction), wish, key_of(interaction))
        except FreeFold as free:
            await ask_to_fold(interaction, free.moment)
            return
        if acted is not None:  # a doubled dispatch is answered by the first
            await whisper(interaction, own_act_text(acted))
