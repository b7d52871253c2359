"""How a table that cannot be shown stands is written, however often the store fails at it."""

from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.leftovers import Leftovers
from bot.painting import Painting
from bot.sheet import Sheet
from tests.bot.conftest import ANN, BEN, House

if TYPE_CHECKING:
    from bot.table import Table


@pytest.fixture
async def table(house: House) -> Table:
    return await house.dealt(ANN, BEN)


def painting_of(client: discord.Client, house: House) -> Painting:
    return Painting(
        client,
        Leftovers(client, house.store),
        asyncio.ensure_future,
        1.0,
        over=lambda _: None,
        astray=lambda _: None,
    )


async def test_what_was_sent_before_the_permission_went_lets_no_table_go_on(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post that was under way comes through, and the channel's thread is locked by then."""
    client = discord.Client(intents=discord.Intents.none())
    locked = SimpleNamespace(guild_permissions=discord.Permissions.none())
    guild = SimpleNamespace(unavailable=False, me=locked, get_channel_or_thread=lambda _: None)
    monkeypatch.setattr(client, "get_guild", lambda _: guild)
    painting = painting_of(client, house)
    sheet = Sheet(table, table.picture())
    sheet.hidden = True
    painting.reaches.thread_changed(table.channel, locked=True)
    painting._let_be_seen(sheet)
    assert sheet.hidden
    painting.reaches.thread_changed(table.channel, locked=False)
    painting._let_be_seen(sheet)
    assert not sheet.hidden


@pytest.mark.parametrize("hidden", [True, False])
async def test_what_the_store_refuses_once_is_tried_again(
    house: House, table: Table, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = discord.Client(intents=discord.Intents.none())
    painting = painting_of(client, house)
    if not hidden:
        await table.hide()
    sheet = Sheet(table, table.picture())
    sheet.hidden = hidden
    name = "remember" if hidden else "forget"
    real = getattr(house.store, name)
    failed: list[Any] = []

    async def full_once(*given: Any) -> None:
        if not failed:
            failed.append(given)
            raise sqlite3.OperationalError("database or disk is full")
        await real(*given)

    monkeypatch.setattr(house.store, name, full_once)
    await painting.agree(sheet, again_after=0)
    assert failed
    assert (table.unseen_until is not None) is hidden
