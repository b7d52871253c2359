"""The brush: one request to Discord that posts, edits or closes a table's message."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.nonce import holds, nonce_of
from bot.reach import THREAD_ARCHIVED
from bot.refusal import Refusal
from bot.render.panel import panel_view

if TYPE_CHECKING:
    from bot.leftovers import Leftovers
    from bot.picture import Picture
    from bot.sheet import Sheet

T = TypeVar("T")

UNKNOWN_MESSAGE: Final = 10008

_PATIENCE: Final = 10.0
"""Seconds after which a send is tried again: nothing else of its table is shown meanwhile."""


class Brush:
    """Makes a message what its sheet says, and notes there and in the store what became of it.

    What Discord refuses, and a connection that is lost, is raised as the library raises it.
    """

    def __init__(
        self,
        client: discord.Client,
        leftovers: Leftovers,
        view: Callable[[Sheet], discord.ui.LayoutView],
        astray: Callable[[Sheet], object],
    ) -> None:
        """Show what `view` draws; `astray` is told of a table with a panel of unknown id."""
        self._client = client
        self._leftovers = leftovers
        self._view = view
        self._astray = astray

    async def post(self, sheet: Sheet) -> None:
        """Post a panel; the nonce makes a repeated post of one hand the same message."""
        picture = sheet.picture
        stroke = sheet.begin(None)
        sent = False
        try:
            nonce = nonce_of(picture.line, picture.table, picture.hand, sheet.lost)
            view = self._view(sheet)
            message = await _within(self._channel(sheet).send(view=view, nonce=nonce))
            sent = True
        finally:
            sheet.end(stroke, sent=sent)
        sheet.posted(message.id, picture.hand, as_sent=holds(message, view))
        old = [one for one, _ in sheet.past]
        await self._leftovers.note(sheet.table, message.id, picture.hand, old)
        with suppress(Refusal):  # the table takes no more steps; what was just noted suffices
            await sheet.table.remember_panel(message.id)
        if sheet.astray and not sheet.needs_post:
            sheet.astray = False
            self._astray(sheet)

    async def edit(self, sheet: Sheet) -> None:
        """Edit the table's message, which is there; one that is gone is posted anew next time."""
        message = sheet.message
        assert message is not None  # noqa: S101 -- needs_post was asked just before
        stroke = sheet.begin(message)
        sent = False
        try:
            old = self._channel(sheet).get_partial_message(message)
            await _within(old.edit(view=self._view(sheet)))
            sent = True
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            if sheet.message == message:
                sheet.mislaid()
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            sheet.outdo(message)  # a new message takes the thread up again, where it is not locked
        finally:
            sheet.end(stroke, sent=sent)

    async def close_past(self, sheet: Sheet) -> None:
        """Take the buttons of the oldest message that may still have some."""
        message, picture = sheet.past[0]
        if picture is None:
            table = sheet.table
            closed = await self._leftovers.disable(table.guild, table.channel, message)
        else:
            await self._disable(sheet, message, picture)
            closed = True
        sheet.past.popleft()
        if closed:  # else the next connection tries again
            await self._leftovers.closed(message)

    async def _disable(self, sheet: Sheet, message: int, picture: Picture) -> None:
        view = panel_view(picture, live=False)
        try:
            await _within(self._channel(sheet).get_partial_message(message).edit(view=view))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    def _channel(self, sheet: Sheet) -> discord.PartialMessageable:
        table = sheet.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)


async def _within(send: Awaitable[T]) -> T:
    """Send something within our patience; the limit is on Discord alone, never on the store."""
    async with asyncio.timeout(_PATIENCE):
        return await send
