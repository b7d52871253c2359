"""A table that the bot may not show stands still, goes on when it may, and closes in the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Phase
from bot.refusal import No, Refusal
from bot.unseen import LEAST_PATIENCE, PATIENCE
from bot.watcher import What
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
PEOPLE = (ANN, BEN, CID)


@pytest.fixture
async def table(house: House) -> Table:
    """Deal a hand and hide the table in it; the clock gives 60 seconds."""
    house.decks = ["Ah Ks Qs Kd 7h 2c"]
    await house.stop()
    await house.start()
    table = await house.dealt(*PEOPLE)
    await table.hide()
    return table


def phase(table: Table) -> Phase:
    return table.phase


async def balances(house: House) -> list[int | None]:
    return [await house.bank.balance(GUILD, person.id) for person in PEOPLE]


async def test_nobody_is_timed_out_and_every_act_is_refused(house: House, table: Table) -> None:
    await house.turn(500)
    assert (table.phase, table.picture().turn) == (Phase.PLAYING, 0)
    for ask in (
        lambda: house.act(table, Verb.BRING_IN),
        lambda: table.sit(Person(9, "Dee"), 100, house.key()),
        lambda: table.deal(ANN, house.key()),
        lambda: table.sit_out(ANN, house.key()),
    ):
        with pytest.raises(Refusal, match=No.TABLE_UNSEEN) as caught:
            await ask()
        assert caught.value.numbers == (int(table.unseen_until or 0),)
    assert table.private(ANN) is not None


async def test_it_goes_on_as_it_stood_with_time_for_the_actor(house: House, table: Table) -> None:
    await house.turn(300)
    await table.unhide()
    await house._acted()
    assert table.unseen_until is None
    assert (table.picture().due_at or 0) >= house.time.now() + 20
    await house.act(table, Verb.BRING_IN)
    await house.turn(PATIENCE)
    assert phase(table) is not Phase.CLOSED
    assert await house.store.recall(f"unseen table {table.id}") is None


async def test_who_leaves_plays_on_until_it_goes_on_or_is_void(house: House, table: Table) -> None:
    actor = house.actor(table)
    left = await table.leave(actor, house.key())
    assert (left.waits, left.still) == (True, True)
    moment = table.picture().moment
    await house.turn(300)
    assert table.picture().moment == moment
    await table.unhide()
    await house._acted()
    assert table.picture().moment != moment  # without him, as elsewhere


async def test_who_leaves_has_his_chips_back_where_it_is_void(house: House, table: Table) -> None:
    await table.leave(house.actor(table), house.key())
    await house.turn(PATIENCE)
    assert phase(table) is Phase.CLOSED
    assert await balances(house) == [1000, 1000, 1000]


async def test_it_closes_in_time_though_the_clock_was_set_back(house: House, table: Table) -> None:
    await house.stop()
    house.time.seconds -= 86_400
    house.time.timers.clear()
    await house.start()
    again = house.tables.at(CHANNEL)
    await house.turn(PATIENCE)
    assert phase(again) is Phase.CLOSED


async def test_after_ten_minutes_the_hand_is_void_and_everyone_paid(
    house: House, table: Table
) -> None:
    await house.turn(PATIENCE - 1)
    assert phase(table) is Phase.PLAYING
    await house.turn(1)
    assert phase(table) is Phase.CLOSED
    assert await balances(house) == [1000, 1000, 1000]
    assert house.watch.kinds[-1] is What.CLOSED
    assert await house.store.recall(f"unseen table {table.id}") is None


async def test_a_restart_does_not_put_the_closing_off(house: House, table: Table) -> None:
    await house.turn(300)
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert again.unseen_until == table.unseen_until
    await house.turn(299)
    assert phase(again) is Phase.PLAYING
    with pytest.raises(Refusal, match=No.TABLE_UNSEEN):
        await house.act(again, Verb.BRING_IN)
    await house.turn(1)
    assert phase(again) is Phase.CLOSED
    assert await balances(house) == [1000, 1000, 1000]


async def test_after_a_restart_there_is_time_to_try_to_show_it(house: House, table: Table) -> None:
    del table
    await house.turn(PATIENCE - 1)
    await house.restart()
    again = house.tables.at(CHANNEL)
    await house.turn(LEAST_PATIENCE - 1)
    with pytest.raises(Refusal, match=No.TABLE_UNSEEN):
        await house.act(again, Verb.BRING_IN)
    await again.unhide()
    await house._acted()
    await house.act(again, Verb.BRING_IN)


async def test_while_discord_itself_is_away_nothing_closes(house: House, table: Table) -> None:
    house.tables.holds.begin("outage")
    await house.turn(PATIENCE * 3)
    assert phase(table) is Phase.PLAYING
    house.tables.holds.end("outage")
    await house.turn(LEAST_PATIENCE)
    assert phase(table) is Phase.CLOSED


async def test_what_is_shown_again_in_the_last_instant_stays_open(
    house: House, table: Table
) -> None:
    """The permission is back while a step is under way, and the ten minutes end meanwhile."""
    ends = asyncio.Event()
    step = asyncio.ensure_future(table._gate.through(None, ends.wait))
    seen = asyncio.ensure_future(table.unhide())
    await asyncio.sleep(0)
    house.time.turn(PATIENCE)
    ends.set()
    await asyncio.gather(step, seen)
    await house._acted()
    assert phase(table) is Phase.PLAYING


async def test_leaving_and_closing_go_on(house: House, table: Table) -> None:
    left = await table.leave(CID, house.key())
    assert left.waits
    assert table.picture().turn == 0  # he was to bring in; nothing happens while it stands still
    closed = await table.close(ANN, house.key())
    assert {chips for _person, chips in closed.refunds} == {200}
    await house.turn(PATIENCE)
    assert await balances(house) == [1000, 1000, 1000]


async def test_a_table_that_is_held_stands_still_and_others_go_on(house: House) -> None:
    """A shard that is away holds the tables of its guilds, later ones too, and no others."""
    house.decks = []
    here = await house.dealt(*PEOPLE)
    other = await house.open(channel=CHANNEL + 1)
    for person in PEOPLE[:2]:
        await other.sit(person, 200, house.key())
    await other.deal(ANN, house.key())
    here.hold("shard 1")
    await house.turn(60)
    assert (here.picture().turn, other.picture().turn) == (0, 1)
    here.hold("outage")
    here.go_on("shard 1")
    await house.turn(60)
    assert here.picture().turn == 0
    here.go_on("outage")
    await house._acted()
    assert (here.picture().due_at or 0) >= house.time.now() + 20
    await house.turn(60)
    assert here.picture().turn == 1
