"""Building a game: a form of menus and modals, which may be left and taken up at any time."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.alteration import renew_game
from bot.answers import answer
from bot.asked import Bar, Denied
from bot.client import Doorcard
from bot.draft import Draft, mark_of
from bot.house import House, verify_name
from bot.render.house import saved_text
from bot.render.house_choices import game_choices
from bot.render.house_form import (
    PREFIX,
    AmountsModal,
    Ask,
    Step,
    draft_of,
    dropped_text,
    ended_view,
    filled,
    form_view,
    read_ask,
)
from bot.render.house_pages import SUMMARY
from bot.render.house_rules import house_rules_views
from bot.steward import Steward
from engine.errors import Fault, RefusedRules

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Add the command to the group that cogs/house.py has made, and take what its form asks."""
    form = HouseForm(bot)
    bot.fillers[PREFIX] = form.take
    await bot.add_cog(form)
    group = bot.tree.get_command("house")
    if not isinstance(group, app_commands.Group):
        raise TypeError("the commands of the house are not loaded")
    build: app_commands.Command[HouseForm, ..., None] = app_commands.Command(
        name="build",
        description="Build a game of this server's own, step by step",
        callback=form.build,
    )
    build.autocomplete("source")(form.games)
    group.add_command(build)


class HouseForm(commands.Cog):
    """The form in which a game is built."""

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot
        self._steward = Steward(bot.houses)

    @app_commands.describe(
        name="The game: a new one, or one of this server's own",
        source="The game it begins as; without one itself, or what tables open with",
    )
    @app_commands.rename(source="from")
    async def build(self, interaction: Interaction, name: str, source: str | None = None) -> None:
        """Open the form."""
        house = self._steward.managed(interaction)
        verify_name(name)
        present = house.variants.get(name)
        begin = house.game_named(source or (name if present is not None else house.game))
        draft = Draft(name, mark_of(present), begin.rules.to_options())
        view = form_view(draft, "")
        await answer(lambda: interaction.response.send_message(view=view, ephemeral=True))

    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Complete the name of a game."""
        return game_choices(self._steward.house(interaction).games(), typed)

    async def take(self, interaction: Interaction, custom_id: str) -> None:
        """Do what a press in the form asks for, or a filled modal of it."""
        ask = read_ask(custom_id)
        draft = None if ask is None else draft_of(interaction.message, ask)
        if ask is None or draft is None:
            raise Denied(Bar.NO_BUTTON)
        self._steward.managed(interaction)
        match ask.step:
            case Step.PICK:
                await self._paint(interaction, draft.given(ask.of, _picked(interaction)))
            case Step.FILL:
                await self._paint(interaction, _with_amounts(interaction, draft))
            case Step.GO:
                await self._paint(interaction, draft.turned(_page(ask)))
            case Step.ASK:
                await answer(lambda: interaction.response.send_modal(AmountsModal(draft)))
            case Step.READ:
                await self._read(interaction, draft)
            case Step.SAVE:
                await self._save(interaction, draft)
            case Step.DROP:
                await _end(interaction, dropped_text(draft))

    async def _paint(self, interaction: Interaction, draft: Draft) -> None:
        wrong = draft.faults()
        words = self._bot.wording(RefusedRules(wrong)) if wrong and self._bot.wording else ""
        view = form_view(draft, words)
        await answer(lambda: interaction.response.edit_message(view=view))

    async def _read(self, interaction: Interaction, draft: Draft) -> None:
        first, *others = house_rules_views(draft.name, draft.rules())
        sent = await answer(lambda: interaction.response.send_message(view=first, ephemeral=True))
        for view in others if sent else ():
            await interaction.followup.send(view=view, ephemeral=True)

    async def _save(self, interaction: Interaction, draft: Draft) -> None:
        rules = draft.rules()

        def change(house: House) -> House:
            before = house.variants.get(draft.name)
            return renew_game(house, draft.name, rules, unchanged=mark_of(before) == draft.mark)

        await self._steward.change(interaction, change)
        await _end(interaction, saved_text(draft.name, rules))


async def _end(interaction: Interaction, words: str) -> None:
    view = ended_view(words)
    await answer(lambda: interaction.response.edit_message(view=view))


def _picked(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(next(iter(data.get("values") or ()), ""))


def _page(ask: Ask) -> int:
    return min(int(ask.of), SUMMARY) if ask.of.isdecimal() else ask.page


def _with_amounts(interaction: Interaction, draft: Draft) -> Draft:
    """Return the draft with what was written; raise RefusedRules for all that is no value."""
    wrong: list[Fault] = []
    for name, text in filled(interaction.data):
        try:
            draft = draft.given(name, text)
        except RefusedRules as error:
            wrong.extend(error.faults)
    if wrong:
        raise RefusedRules(tuple(wrong))
    return draft
