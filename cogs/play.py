"""Acting in a hand: the buttons, the modal for a free amount, and peeking."""

from __future__ import annotations

from typing import Any, Final, assert_never

import discord
from discord import app_commands
from discord.ext import commands

from bot.acting import FreeFold, act, private_for
from bot.answers import answer, ask_to_fold
from bot.asked import Bar, Denied, key_of, person_of, place_of
from bot.client import Doorcard
from bot.menus import is_private
from bot.picture import Moment, Phase
from bot.refusal import No, Refusal, no_hand
from bot.render.choice import menu_text, menu_view, picked_text
from bot.render.controls import Control, Press
from bot.render.modal import AmountModal, read_amount
from bot.render.private import private_view
from bot.render.welcome import folded_text
from bot.table import Table
from bot.wish import Wish
from engine.actions import Verb

Interaction = discord.Interaction[Any]
_BESIDE_BETTING: Final = frozenset({Verb.DISCARD, Verb.STAND_PAT, Verb.DECLARE})
_UNDECIDED: Final = frozenset({No.DOUBLED, No.STILL_STARTING})
"""Refusals that do not tell whether the menu pressed still decides something."""


async def setup(bot: Doorcard) -> None:
    """Let the bot's buttons and modals be taken by this cog."""
    play = Play(bot)
    bot.taker = play.take
    bot.submitter = play.submit
    await bot.add_cog(play)


class Play(commands.Cog):
    """What players press, write and look at while a hand runs."""

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot
        self._tables = bot.tables
        self._board = bot.board
        self._menus = bot.board.menus

    @app_commands.command(description="See your own cards; nobody else sees them")
    @app_commands.guild_only()
    async def peek(self, interaction: Interaction) -> None:
        """Show a player his cards."""
        await self._show_cards(interaction, self._tables.at(place_of(interaction)[1]))

    async def take(self, interaction: Interaction, control: Control) -> None:
        """Do what a button or menu asks for: look, ask for an amount, ask again, choose, or act."""
        if control.press is Press.PICK:
            await self._pick(interaction, control)
            return
        table = self._table(interaction, control.moment)
        match control.press:
            case Press.PEEK:
                await self._show_cards(interaction, table)
            case Press.BACK:
                await self._come_back(interaction, table, control)
            case Press.CHOOSE:
                await self._show_games(interaction, table, control)
            case Press.BUY:
                await self._menus.show(interaction, table, Verb.DISCARD, control.moment)
            case Press.DECLARE:
                await self._menus.show(interaction, table, Verb.DECLARE, control.moment)
            case Press.ASK_COMPLETE | Press.ASK_BET | Press.ASK_RAISE:
                await self._ask_amount(interaction, table, control)
            case (
                Press.FOLD
                | Press.FOLD_ANYWAY
                | Press.CHECK
                | Press.CALL
                | Press.BRING_IN
                | Press.COMPLETE
                | Press.BET
                | Press.RAISE
                | Press.GIVE_UP
                | Press.STAND_PAT
                | Press.HIGH
                | Press.LOW
                | Press.BOTH
            ):
                wish = Wish(control.verb, control.amount, control.place, control.declaration)
                await self._act(interaction, table, control, wish)
            case Press.PICK | Press.REBUY | Press.WAIT:
                raise Refusal(No.STALE)  # taken above, or handed by the client to whom takes them
            case _:
                assert_never(control.press)

    async def submit(self, interaction: Interaction, control: Control, text: str) -> None:
        """Act on a submitted modal; the amount is looked at now, not when it was opened."""
        amount = read_amount(text)
        if control.verb is None or not control.asks:
            raise Refusal(No.STALE)
        if amount is None:
            raise Denied(Bar.NO_NUMBER, text)
        table = self._table(interaction, control.moment)
        await self._act(interaction, table, control, Wish(control.verb, amount))

    async def _act(
        self, interaction: Interaction, table: Table, control: Control, wish: Wish
    ) -> None:
        try:
            await self._act_and_paint(interaction, table, control, wish)
        except FreeFold as free:
            await ask_to_fold(interaction, free.moment)

    async def _act_and_paint(
        self, interaction: Interaction, table: Table, control: Control, wish: Wish
    ) -> None:
        sure = control.press is Press.FOLD_ANYWAY
        person, moment = person_of(interaction), control.moment
        with self._board.click(interaction, table, moment.hand) as click:
            if is_private(interaction) and wish.verb in _BESIDE_BETTING:
                await self._act_from_menu(interaction, table, moment, wish)
                return
            await act(table, person, wish, key_of(interaction), moment, sure=sure)
            if click is not None:
                await click.answer()
            elif sure:
                words = folded_text()
                await answer(lambda: interaction.response.edit_message(content=words, view=None))
            else:
                await answer(interaction.response.defer)

    async def _act_from_menu(
        self, interaction: Interaction, table: Table, moment: Moment, wish: Wish
    ) -> None:
        """Act by a button of a private menu, which becomes what came of it, late or not."""
        with self._menus.pressed(interaction, table):
            try:
                await act(table, person_of(interaction), wish, key_of(interaction), moment)
            except Refusal as refusal:
                if refusal.code is not No.STALE:
                    raise
                await self._menus.tell_late(interaction, table, moment)
            else:
                await self._menus.tell(interaction, table, wish, moment)

    async def _come_back(self, interaction: Interaction, table: Table, control: Control) -> None:
        with self._board.click(interaction, table, control.moment.hand) as click:
            try:
                await table.come_back(person_of(interaction), key_of(interaction))
            except Refusal as refusal:
                if refusal.code is not No.DOUBLED:
                    raise
            await (answer(interaction.response.defer) if click is None else click.answer())

    async def _show_games(self, interaction: Interaction, table: Table, control: Control) -> None:
        menu = table.menu(person_of(interaction), control.moment)
        words, view = menu_text(menu), menu_view(menu)
        await answer(lambda: interaction.response.send_message(words, view=view, ephemeral=True))

    async def _pick(self, interaction: Interaction, control: Control) -> None:
        """Pick the game; a menu that decides nothing any more becomes what there is to say."""
        person, moment = person_of(interaction), control.moment
        try:
            table = self._table(interaction, moment)
            picture = await table.pick(person, moment, control.value, key_of(interaction))
        except Refusal as refusal:
            if refusal.code in _UNDECIDED or self._is_offered(interaction, moment):
                raise
            words = "" if self._bot.wording is None else self._bot.wording(refusal)
        else:
            words = picked_text(picture.title)
        await answer(lambda: interaction.response.edit_message(content=words, view=None))

    def _table(self, interaction: Interaction, moment: Moment) -> Table:
        return self._tables.numbered(moment.table, moment.line, interaction.channel_id)

    def _is_offered(self, interaction: Interaction, moment: Moment) -> bool:
        try:
            self._table(interaction, moment).menu(person_of(interaction), moment)
        except Refusal:
            return False
        return True

    async def _show_cards(self, interaction: Interaction, table: Table) -> None:
        person = person_of(interaction)
        private = table.private(person)
        if private is None and table.phase is not Phase.PLAYING:
            raise no_hand(choosing=table.phase is Phase.CHOOSING)
        if private is None:
            raise Refusal(No.NOT_YOUR_HAND)
        await answer(
            lambda: interaction.response.send_message(view=private_view(private), ephemeral=True)
        )
        self._board.peeked(table, person)

    async def _ask_amount(self, interaction: Interaction, table: Table, control: Control) -> None:
        if control.verb is None:
            return
        private = private_for(table, person_of(interaction), control.verb, control.moment)
        wager = private.options.wager
        if wager is None:
            raise Refusal(No.STALE)
        await answer(lambda: interaction.response.send_modal(AmountModal(control, wager)))
