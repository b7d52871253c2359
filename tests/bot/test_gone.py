"""A table without a clock notices who has left the server: before a deal, and once a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))


@pytest.fixture
async def table(house: House) -> Table:
    house.decks = ["Ah Ks Qs Kd 7h 2c"]  # Cid brings in
    await house.restart()
    table = await house.open(clock=0)
    for person in (ANN, BEN, CID):
        await table.sit(person, 200, house.key())
    await table.deal(ANN, house.key())
    return table


def leaving(table: Table) -> list[Person]:
    return [place.person for place in table.picture().seats if place.leaving]


async def test_before_every_deal_everybody_is_asked_anew(house: House, table: Table) -> None:
    assert house.members.asked == [(BEN.id, True), (CID.id, True)]
    await house.finish(table)
    stack = next(place.stack for place in table.picture().seats if place.person == BEN)
    house.members.asked.clear()
    house.members.gone = {BEN.id}
    await house.turn(5)
    assert set(house.members.asked) == {(person.id, True) for person in (ANN, BEN, CID)}
    assert BEN not in table.picture().players
    assert await house.bank.balance(GUILD, BEN.id) == 800 + stack


async def test_the_actor_is_asked_for_each_minute(house: House, table: Table) -> None:
    house.members.asked.clear()
    await house.turn(59)
    assert house.members.asked == []
    await house.turn(1)
    await house.turn(60)
    assert house.members.asked == [(CID.id, True), (CID.id, True)]
    assert (table.picture().turn, leaving(table)) == (0, [])
    house.members.gone = {CID.id}
    await house.turn(60)
    assert (table.picture().turn, leaving(table)) == (1, [CID])
    house.members.gone.add(ANN.id)
    await house.turn(60)
    assert (table.picture().turn, leaving(table)) == (2, [ANN, CID])


async def test_an_act_begins_a_minute_of_its_own(house: House, table: Table) -> None:
    house.members.asked.clear()
    await house.turn(40)
    await house.act(table, Verb.BRING_IN)
    await house.turn(40)
    assert house.members.asked == []
    await house.turn(20)
    assert house.members.asked == [(ANN.id, True)]


async def test_nobody_is_asked_for_while_the_clocks_are_held(house: House, table: Table) -> None:
    house.members.asked.clear()
    house.tables.holds.begin()
    await house.turn(600)
    assert house.members.asked == []
    await house.release()
    await house.turn(60)
    assert house.members.asked == [(CID.id, True)]


async def test_a_restart_goes_on_asking(house: House, table: Table) -> None:
    await house.restart()
    house.members.gone = {CID.id}
    await house.turn(60)
    assert leaving(house.tables.at(CHANNEL)) == [CID]
