"""Buy-ins at a table that plays with larger chips than one (R-TABLE-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Phase
from bot.refusal import No, Refusal
from cogs.errors import no_text
from engine.actions import Verb
from engine.presets import preset_named

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.receipt import Offer, Sat
    from bot.table import Table
    from engine.rules import HouseRules
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
USUAL = replace(preset_named("casino_fixed").rules(), small=20, big=40)


async def opened(house: House) -> Table:
    usual = preset_named("131_nl").rules()
    return await house.open(
        "131_nl", least=42, rules=replace(usual, chip_unit=5, ante=5, bring_in=10, min_bet=10)
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


async def following(house: House, preset: str, rules: HouseRules) -> Table:
    """Open a table without a clock that has the house's limits and games."""
    return await house.open(
        preset, clock=0, least=None, most=None, rules=rules, games=house.houses.of(GUILD).choices()
    )


async def nothing_to_buy(house: House, table: Table, code: No, *numbers: int) -> None:
    """Verify that Ann is told the same whatever she asks for."""
    asked: list[Awaitable[Offer | Sat]] = [table.offer(ANN)]
    asked += [table.sit(ANN, amount, house.key()) for amount in (1, 2, 3, 5)]
    asked += [table.rebuy(ANN, amount, house.key()) for amount in (1, 2, 3, 5)]
    for one in asked:
        with pytest.raises(Refusal) as refused:
            await one
        assert (refused.value.code, refused.value.numbers) == (code, numbers)


@pytest.mark.parametrize(("stack", "most"), [(202, 200), (202, 202), (198, 199)])
async def test_an_odd_stack_that_cannot_be_made_whole_hears_what_helps(
    house: House, stack: int, most: int
) -> None:
    """R-TABLE-2: with what is missing it would be above the largest buy-in."""
    await house.change(variants={"ours": USUAL}, least=40, most=stack)
    table = await following(house, "ours", USUAL)
    await table.sit(ANN, stack, house.key())
    for person in (BEN, CID):
        await table.sit(person, 150, house.key())
    await nothing_to_buy(house, table, No.ALREADY_SEATED)
    whole = replace(USUAL, chip_unit=5, ante=5, bring_in=5)
    await house.change(variants={"ours": whole}, most=most)
    await nothing_to_buy(house, table, No.ODD_AND_FULL, 5, most)
    with pytest.raises(Refusal) as refused:
        await table.deal(BEN, house.key())
    for words in (no_text(refused.value), no_text(Refusal(No.ODD_AND_FULL, 5, most))):
        assert "/sitout" in words
        assert "/leave" in words
    await table.sit_out(ANN, house.key())
    await table.deal(BEN, house.key())
    assert table.phase is Phase.PLAYING


async def test_an_odd_stack_is_none_where_one_of_the_games_takes_it(house: House) -> None:
    """R-CHOICE-1, R-TABLE-2."""
    whole = replace(USUAL, chip_unit=5, ante=5, bring_in=5)
    await house.change(variants={"fives": whole, "ones": USUAL}, listed=("fives",), most=203)
    table = await following(house, "dealers_choice", preset_named("dealers_choice").rules())
    await table.sit(ANN, 203, house.key())
    await nothing_to_buy(house, table, No.ODD_AND_FULL, 5, 203)
    await house.change(listed=("fives", "ones"))
    await nothing_to_buy(house, table, No.ALREADY_SEATED)


async def test_limits_with_no_whole_chips_between_them_offer_nothing(house: House) -> None:
    """R-TABLE-2."""
    rules = replace(preset_named("131_nl").rules(), chip_unit=5, ante=5, bring_in=10, min_bet=10)
    await house.change(variants={"ours": rules}, least=20, most=25)
    table = await following(house, "ours", rules)
    for person in (ANN, BEN):
        await table.sit(person, 20, house.key())
    await table.deal(ANN, house.key())
    while table.phase is Phase.PLAYING:
        view = table.picture().view
        assert view is not None
        assert view.options is not None
        wager = view.options.wager
        if wager is not None:
            await house.act(table, wager.verb, wager.most)
        else:
            await house.act(table, Verb.CALL if view.options.call else Verb.CHECK)
    loser = next((seat.person for seat in table.picture().seats if not seat.stack), None)
    assert loser is not None
    await house.change(least=21, most=24)
    for asked in (table.offer(loser), table.rebuy(loser, 22, house.key())):
        with pytest.raises(Refusal) as refused:
            await asked
        assert (refused.value.code, refused.value.numbers) == (No.ODD_BUY_IN, (5,))
