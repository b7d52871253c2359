"""Tables whose games are dealt with fewer cards (R-DECK-2 to R-DECK-4)."""

from __future__ import annotations

import pytest

from bot.person import Person
from bot.refusal import No, Refusal
from engine.actions import Verb
from tests.bot.conftest import ANN, BEN, CID, House


@pytest.mark.parametrize(
    "preset", ["manila_32", "short_auto", "131_nl", "pot_limit", "spread_1_5_10"]
)
async def test_a_hand_of_each_new_game_is_dealt_and_comes_back(house: House, preset: str) -> None:
    table = await house.dealt(ANN, BEN, CID, preset=preset)
    before = table.picture()
    await house.restart()
    again = house.tables.at(table.channel)
    view = again.picture().view
    assert view is not None
    assert view == before.view
    while not again.picture().view.over:  # type: ignore[union-attr]
        options = again.picture().view.options  # type: ignore[union-attr]
        assert options is not None
        verbs = set(options.verbs())
        await house.act(
            again, next(v for v in (Verb.CHECK, Verb.CALL, Verb.BRING_IN) if v in verbs)
        )
    assert sum(seat.stack for seat in again.picture().seats) == 600


async def test_r_deck_4_a_table_seats_as_many_as_its_deck_has_cards_for(house: House) -> None:
    table = await house.open("manila_32")
    for number in range(6):
        await table.sit(Person(1000 + number, f"P{number}"), 100, house.key())
    with pytest.raises(Refusal) as caught:
        await table.sit(Person(2000, "Late"), 100, house.key())
    assert (caught.value.code, caught.value.numbers) == (No.TABLE_FULL, (6,))
