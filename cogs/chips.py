"""The members' chips: balances, daily chips, gifts, history, and what managers grant and take."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import answer, whisper
from bot.asked import Bar, Denied, key_of, person_of, place_of, verify_manager
from bot.bank import LONGEST_REASON, Order
from bot.client import Doorcard
from bot.house import MOST_GIVEN
from bot.person import Person
from bot.refusal import No, Refusal
from bot.render.chips import (
    daily_text,
    given_text,
    granted_text,
    holding_text,
    own_holding_text,
    taken_text,
)
from bot.render.journal import journal_view, no_journal_text
from bot.render.pages import Paged, read_leaf
from bot.whole_number import WholeNumber

Interaction = discord.Interaction[Any]
Chips = app_commands.Transform[int, WholeNumber(1, MOST_GIVEN)]
Number = app_commands.Transform[int, WholeNumber(1, MOST_GIVEN)]
Reason = app_commands.Range[str, 1, LONGEST_REASON]


async def setup(bot: Doorcard) -> None:
    """Add the commands to the bot, and let their buttons be taken."""
    chips = ChipsCommands(bot)
    bot.fillers[Paged.JOURNAL] = chips.turn
    await bot.add_cog(chips)


class ChipsCommands(commands.Cog):
    """The commands about one member's chips."""

    chips = app_commands.Group(
        name="chips", description="Your chips in this server", guild_only=True
    )

    def __init__(self, bot: Doorcard) -> None:
        self._cashier = bot.cashier
        self._houses = bot.houses

    @chips.command(description="See how many chips you have, or somebody else")
    @app_commands.describe(member="Whose chips; without one, yours")
    async def balance(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Tell a balance."""
        guild = place_of(interaction)[0]
        asker = person_of(interaction)
        person = asker if member is None else _person(member)
        holding = await self._cashier.holding(guild, person.id)
        if person.id == asker.id:
            words = own_holding_text(holding, await self._cashier.starting(guild, person.id))
        else:
            words = holding_text(person, holding)
        await whisper(interaction, words)

    @chips.command(description="Get your daily chips")
    async def daily(self, interaction: Interaction) -> None:
        """Give a member the chips of the day."""
        guild, key = place_of(interaction)[0], key_of(interaction)
        daily = await self._cashier.daily(guild, person_of(interaction), key)
        await whisper(interaction, daily_text(daily))

    @chips.command(description="Give some of your chips to another member")
    @app_commands.describe(member="Who gets them", amount="How many chips")
    async def give(self, interaction: Interaction, member: discord.User, amount: Chips) -> None:
        """Move chips from one member to another."""
        guild, key = place_of(interaction)[0], key_of(interaction)
        receiver = _member(member)
        giver = person_of(interaction)
        left = await self._cashier.give(guild, giver, receiver, amount, key)
        await whisper(interaction, given_text(receiver, amount, left))

    @chips.command(description="Managers: give a member chips of the house")
    @app_commands.describe(
        member="Who gets them", amount="How many chips", reason="Why; it is kept and shown to him"
    )
    async def grant(
        self, interaction: Interaction, member: discord.User, amount: Chips, reason: Reason
    ) -> None:
        """Give a member chips of the house."""
        guild = self._managed(interaction)
        order = Order(person_of(interaction), _member(member), amount, reason)
        balance = await self._cashier.grant(guild, order, key_of(interaction))
        await whisper(interaction, granted_text(order, balance))

    @chips.command(description="Managers: take chips of a member's balance back to the house")
    @app_commands.describe(
        member="Whose chips", amount="How many chips", reason="Why; it is kept and shown to him"
    )
    async def take(
        self, interaction: Interaction, member: discord.User, amount: Chips, reason: Reason
    ) -> None:
        """Take chips of a member's balance."""
        guild = self._managed(interaction)
        order = Order(person_of(interaction), _person(member), amount, reason)
        balance = await self._cashier.take(guild, order, key_of(interaction))
        await whisper(interaction, taken_text(order, balance))

    @chips.command(description="See where your chips came from and went")
    @app_commands.describe(page="The page; the first has the newest")
    async def history(self, interaction: Interaction, page: Number = 1) -> None:
        """Show a member's transfers, the newest first."""
        guild = place_of(interaction)[0]
        journal = await self._cashier.journal(guild, interaction.user.id, page - 1)
        if journal is None:
            await whisper(interaction, no_journal_text())
            return
        view = journal_view(journal)
        await answer(lambda: interaction.response.send_message(view=view, ephemeral=True))

    async def turn(self, interaction: Interaction, custom_id: str) -> None:
        """Turn the page of a member's transfers: his own, whoever he is."""
        leaf, guild = read_leaf(custom_id), place_of(interaction)[0]
        if leaf is None or interaction.message is None or not interaction.message.flags.ephemeral:
            raise Denied(Bar.NO_BUTTON)
        journal = await self._cashier.journal(guild, interaction.user.id, leaf.number)
        if journal is None:
            raise Denied(Bar.NO_BUTTON)
        view = journal_view(journal)
        await answer(lambda: interaction.response.edit_message(view=view))

    def _managed(self, interaction: Interaction) -> int:
        """Return the guild of an interaction; raise Denied for who may not manage it."""
        guild = place_of(interaction)[0]
        verify_manager(interaction, self._houses.of(guild))
        return guild


def _person(user: discord.User | discord.Member) -> Person:
    """Return somebody who can have chips; raise Refusal for a bot."""
    if user.bot:
        raise Refusal(No.TO_A_BOT)
    return Person(user.id, user.display_name)


def _member(user: discord.User | discord.Member) -> Person:
    """Return somebody who can get chips; raise Refusal for a bot and for who is no member."""
    person = _person(user)
    if not isinstance(user, discord.Member):
        raise Refusal(No.TO_A_STRANGER)
    return person
