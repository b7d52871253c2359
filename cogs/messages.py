"""Acting in a hand by messages in the table's channel."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.acting import FreeFold, act, options_of
from bot.client import Doorcard
from bot.heard import Heard
from bot.person import Person
from bot.picture import Phase, Picture
from bot.refusal import No, Refusal, no_hand
from bot.render.buy import hidden_buy_text
from bot.render.declare import secret_text
from bot.render.heard import free_fold_text, sayable_text
from bot.replies import Replies
from bot.spoken import read_wish, without_mentions
from bot.table import Table
from bot.wish import Wish
from engine.actions import Verb
from engine.cards import Card

_SPOKEN: Final = frozenset({discord.MessageType.default, discord.MessageType.reply})


async def setup(bot: Doorcard) -> None:
    """Let the bot hear messages by this cog."""
    messages = Messages(bot)
    bot.hearer = messages.hear
    await bot.add_cog(messages)


class Messages(commands.Cog):
    """Takes a message for an act where the whole of it is one.

    A message that mentions the bot, or answers one of its messages with the ping on, is always
    listened to, and answered where it is no act. Any other is looked at only with the setting
    `message_content`, and only by who plays in the running hand: the rest is talk. What is refused
    is answered in public, so nothing private is in the answer. An act that counts is shown by the
    panel and not answered.

    What must not be said aloud is not taken by word of mouth, but by a command or a button: a fold
    where a check is free, which is asked about in private, a secret declaration, and the buy of a
    card that does not lie face up.
    """

    def __init__(self, bot: Doorcard) -> None:
        self._bot = bot
        self._tables = bot.tables
        self._replies = Replies(bot.elapsed)
        self._heard = Heard()

    async def hear(self, message: discord.Message) -> None:
        """Take a new message; edits are no acts, and nothing of bots, webhooks or outside guilds.

        Ephemeral messages come without a guild, as if they were direct ones.
        """
        me = self._bot.user
        spoken = message.type in _SPOKEN and message.webhook_id is None
        if me is None or message.guild is None or message.author.bot or not spoken:
            return
        named = any(user.id == me.id for user in message.mentions)
        if not named and not self._bot.intents.message_content:
            return
        wish = read_wish(without_mentions(message.content, me.id))
        person = Person(message.author.id, message.author.display_name)
        if not named and (wish is None or not self._plays(message.channel.id, person)):
            return
        if self._heard.is_new(message.id):
            await self._answer(message, person, wish)

    async def _answer(self, message: discord.Message, person: Person, wish: Wish | None) -> None:
        try:
            words = await self._take(message, person, wish)
        except Exception as error:  # noqa: BLE001 -- reported: the library would only log it
            words = "" if self._bot.wording is None else self._bot.wording(error)
        if words:
            await self._replies.answer(message, words)

    async def _take(self, message: discord.Message, person: Person, wish: Wish | None) -> str:
        """Do what a message says; return what there is to answer, "" for an act that counts."""
        table = self._tables.at(message.channel.id)
        if wish is None:
            return _possible(table, person)
        picture = table.picture()
        if wish.verb is Verb.DECLARE and picture.is_secret and options_of(picture, person):
            return secret_text()
        if wish.verb is Verb.DISCARD:
            wish = replace(wish, place=_place_of(picture, person, wish.card))
            options = options_of(picture, person)
            if options is not None and options.price and wish.place < 0:
                return hidden_buy_text()
        try:
            await act(table, person, wish, str(message.id))
        except FreeFold:
            return free_fold_text()
        return ""

    def _plays(self, channel: int, person: Person) -> bool:
        try:
            return _is_dealt_in(self._tables.at(channel).picture(), person)
        except Refusal:
            return False


def _possible(table: Table, person: Person) -> str:
    """Return what somebody can say now; raise Refusal where he has nothing to say."""
    picture = table.picture()
    if picture.phase is Phase.PAUSED:
        raise Refusal(No.TABLE_PAUSED)
    if picture.phase is not Phase.PLAYING:
        raise no_hand(choosing=picture.phase is Phase.CHOOSING)
    if not _is_dealt_in(picture, person):
        raise Refusal(No.NOT_YOUR_HAND)
    options = options_of(picture, person)
    return secret_text() if picture.is_secret and options is not None else sayable_text(options)


def _place_of(picture: Picture, person: Person, card: Card | None) -> int:
    """Return which of somebody's cards is named, -1 where it does not lie face up before him.

    The public view alone is asked: no answer can tell what he holds face down.
    """
    options = options_of(picture, person)
    if picture.view is None or options is None or card is None:
        return -1
    cards = picture.view.seats[options.seat].cards
    return next((at for at, seen in enumerate(cards) if seen.up and seen.card == card), -1)


def _is_dealt_in(picture: Picture, person: Person) -> bool:
    """Tell whether somebody plays in the hand that runs."""
    running = picture.phase is Phase.PLAYING
    return running and any(player.id == person.id for player in picture.players)
