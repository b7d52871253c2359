"""Buy-ins at a table that plays with larger chips than one (R-TABLE-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.refusal import No, Refusal
from engine.actions import Verb
from engine.presets import preset_named

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN = Person(1, "Ann"), Person(2, "Ben")


async def opened(house: House) -> Table:
    usual = preset_named("131_nl").rules()
    return await house.tables.open(
        guild=GUILD,
        channel=CHANNEL,
        host=ANN,
        rules=replace(usual, chip_unit=5, ante=5, bring_in=10, min_bet=10),
        preset="131_nl",
        least=42,
        most=400,
        clock=60,
        key=house.key(),
    )


async def test_a_buy_in_is_whole_in_the_tables_chips(house: House) -> None:
    table = await opened(house)
    for amount in (42, 44, 99):
        with pytest.raises(Refusal) as refused:
            await table.sit(ANN, amount, house.key())
        assert (refused.value.code, refused.value.numbers) == (No.ODD_BUY_IN, (5,))
    await table.sit(ANN, 45, house.key())
    with pytest.raises(Refusal, match=No.ODD_BUY_IN):
        await table.sit(ANN, 3, house.key())
    await table.sit(ANN, 5, house.key())
    assert table.picture().seats[0].stack == 50


async def test_every_stack_stays_whole(house: House) -> None:
    table = await opened(house)
    for person in (ANN, BEN):
        await table.sit(person, 45, house.key())
    await table.deal(ANN, house.key())
    await house.act(table, Verb.BRING_IN)
    await house.act(table, Verb.CALL)
    view = table.picture().view
    assert view is not None
    assert view.options is not None
    assert view.options.wager is not None
    assert view.options.wager.unit == 5
    await house.finish(table)
    assert [seat.stack % 5 for seat in table.picture().seats] == [0, 0]
