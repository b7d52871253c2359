"""What the board knows of a message: sends that overlap, hands that end while one is under way."""

from __future__ import annotations

import pytest

from bot.sheet import Sheet
from bot.table import Table
from engine.actions import Verb
from tests.bot.conftest import ANN, BEN, House


@pytest.fixture
async def table(house: House) -> Table:
    return await house.dealt(ANN, BEN)


@pytest.fixture
def sheet(table: Table) -> Sheet:
    """A sheet whose message 1 shows hand 1 as it began."""
    sheet = Sheet(table, table.picture())
    sheet.end(sheet.begin(None), sent=True)
    sheet.posted(1, 1, as_sent=True)
    sheet.end(sheet.begin(1), sent=True)  # for all it knows, not the first post
    assert sheet.settled
    return sheet


async def test_of_two_sends_that_overlapped_neither_is_trusted(
    house: House, table: Table, sheet: Sheet
) -> None:
    older = sheet.begin(1)
    await house.act(table, Verb.BRING_IN)
    sheet.take(table.picture())
    newer = sheet.begin(1)
    sheet.end(newer, sent=True)
    sheet.end(older, sent=True)
    assert not sheet.settled
    sheet.end(sheet.begin(1), sent=True)
    assert sheet.settled


async def test_a_send_that_failed_leaves_the_message_unsure(sheet: Sheet) -> None:
    sheet.end(sheet.begin(1), sent=False)
    assert not sheet.settled


async def test_the_open_panel_of_a_hand_is_closed_when_the_next_begins(
    house: House, table: Table, sheet: Sheet
) -> None:
    first = sheet.picture
    await house.act(table, Verb.BRING_IN)
    await house.act(table, Verb.FOLD)
    await house.turn(5)
    second = table.picture()
    assert second.hand == 2
    sheet.take(second)  # the pictures between were never shown
    assert list(sheet.past) == [(1, first)]
    assert sheet.needs_post


async def test_a_hand_that_ends_while_it_is_posted_is_closed_too(
    house: House, table: Table
) -> None:
    sheet = Sheet(table, table.picture())
    first, stroke = sheet.picture, sheet.begin(None)
    await house.act(table, Verb.BRING_IN)
    await house.act(table, Verb.FOLD)
    await house.turn(5)
    sheet.take(table.picture())
    sheet.end(stroke, sent=True)
    sheet.posted(1, 1, as_sent=True)
    assert list(sheet.past) == [(1, first)]
    assert sheet.needs_post


async def test_a_click_on_an_older_message_of_the_hand_does_not_take_the_newer_ones_place(
    sheet: Sheet,
) -> None:
    """The older one was to lose its buttons, which a click can come before."""
    sheet.outdo(1)
    sheet.end(sheet.begin(None), sent=True)
    sheet.posted(2, 1, as_sent=True)
    sheet.adopt(1, 1)
    assert sheet.message == 2
    assert [message for message, _ in sheet.past] == [1]
    sheet.past.clear()
    sheet.adopt(1, 1)  # nobody has noted it, so it is looked after from now on
    assert [message for message, _ in sheet.past] == [1]


async def test_a_click_on_a_newer_message_of_the_hand_makes_it_the_panel(sheet: Sheet) -> None:
    sheet.adopt(2, 1)
    assert sheet.message == 2
    assert [message for message, _ in sheet.past] == [1]


@pytest.mark.parametrize("as_sent", [True, False])
async def test_what_came_back_otherwise_than_it_was_sent_is_painted(
    house: House, table: Table, sheet: Sheet, as_sent: bool
) -> None:
    """Discord has answered with an older message, which nobody here knows of."""
    await house.finish(table)
    await house.turn(5)
    sheet.take(table.picture())
    sheet.end(sheet.begin(None), sent=True)
    sheet.posted(2, 2, as_sent=as_sent)
    assert sheet.settled is as_sent
