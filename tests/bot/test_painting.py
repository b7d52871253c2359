"""How a table that cannot be shown stands is written, however often the store fails at it."""

from __future__ import annotations

import asyncio
import sqlite3
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


@pytest.mark.parametrize("hidden", [True, False])
async def test_what_the_store_refuses_once_is_tried_again(
    house: House, table: Table, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = discord.Client(intents=discord.Intents.none())
    painting = Painting(
        client,
        Leftovers(client, house.store),
        asyncio.ensure_future,
        1.0,
        over=lambda _: None,
        astray=lambda _: None,
    )
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
