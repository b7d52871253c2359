"""Which limits and clock a table goes by: those it was opened with, or its house's."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.refusal import No, Refusal
from engine.actions import Verb
from engine.presets import preset_named
from tests.bot.conftest import ANN, CHANNEL, CID, DEE
from tests.bot.following import RICH, USUAL, following, limits, opened, rules_told

if TYPE_CHECKING:
    import sqlite3

    from bot.person import Person
    from bot.table import Table
    from tests.bot.conftest import House


async def refused_as_too_small(table: Table, person: Person, amount: int, key: str) -> None:
    with pytest.raises(Refusal, match=No.BUY_IN_TOO_SMALL):
        await table.sit(person, amount, key)


class TestLimitsAndClock:
    async def test_those_that_were_given_stay(self, house: House) -> None:
        table = await house.open()
        await house.change(least=1, most=2, clock=10)
        assert limits(table) == (40, 400, 60)
        assert await house.told() == []
        await house.restart()
        assert limits(house.tables.at(CHANNEL)) == (40, 400, 60)

    async def test_those_of_the_house_follow_it(self, house: House) -> None:
        table = await following(house)
        assert limits(table) == (40, 400, 60)
        await house.change(least=50, most=500, clock=30)
        assert limits(table) == (50, 500, 30)
        assert rules_told(await house.told()) == [
            {"min_buy_in": ("40", "50"), "max_buy_in": ("400", "500"), "clock": ("60", "30")}
        ]
        await refused_as_too_small(table, CID, 49, house.key())
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert limits(table) == (50, 500, 30)
        await house.change(clock=20)
        assert limits(table) == (50, 500, 20)

    async def test_a_running_hand_keeps_its_clock_and_limits(self, house: House) -> None:
        table = await following(house)
        await table.deal(ANN, house.key())
        await house.change(least=150, clock=10)
        assert limits(table) == (40, 400, 60)
        await table.sit(CID, 40, house.key())
        assert table.picture().due_at == house.time.now() + 60
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.act(table, Verb.BRING_IN)
        assert (limits(table), table.picture().due_at) == ((40, 400, 60), house.time.now() + 60)
        await house.finish(table)
        assert limits(table) == (150, 400, 10)
        await refused_as_too_small(table, DEE, 149, house.key())
        await house.turn(5)
        assert table.picture().due_at == house.time.now() + 10
        assert len(await house.told()) == 1

    async def test_a_clock_comes_and_goes_with_the_next_hand(self, house: House) -> None:
        table = await following(house)
        await house.change(clock=0)
        await table.deal(ANN, house.key())
        assert table.picture().due_at is None
        await house.change(clock=30)
        assert table.picture().due_at is None
        await house.finish(table)
        await house.turn(5)
        assert table.picture().due_at == house.time.now() + 30

    @pytest.mark.parametrize(
        ("given", "house_now", "outcome"),
        [
            ({"least": 100}, {"least": 10, "most": 60}, (100, 100)),
            ({"least": 100}, {"least": 10, "most": 900}, (100, 900)),
            ({"most": 100}, {"least": 200, "most": 300}, (100, 100)),
            ({"most": 100}, {"least": 5, "most": 300}, (5, 100)),
            ({}, {"least": 5, "most": 5}, (5, 5)),
        ],
    )
    async def test_a_given_limit_stands_and_the_houses_stops_at_it(
        self,
        house: House,
        given: dict[str, int],
        house_now: dict[str, int],
        outcome: tuple[int, int],
    ) -> None:
        table = await house.open(least=given.get("least"), most=given.get("most"))
        await house.change(**house_now)
        assert limits(table)[:2] == outcome
        await house.restart()
        assert limits(house.tables.at(CHANNEL))[:2] == outcome

    async def test_they_are_the_houses_times_the_scale(self, house: House) -> None:
        rules = replace(preset_named("dealers_choice").rules(), choice_scale=25_000)
        table = await house.open("dealers_choice", clock=None, least=None, most=None, rules=rules)
        assert limits(table) == (1_000_000, 10_000_000, 60)
        await house.change(least=50, most=300)
        assert limits(table)[:2] == (1_250_000, 7_500_000)
        await house.change(least=500, most=10_000_000)  # no more than a table may ask for
        assert limits(table)[:2] == (10_000_000, 10_000_000)

    async def test_the_clock_of_an_own_game_counts_before_the_rooms(self, house: House) -> None:
        await house.change(variants={"ours": USUAL})
        table = await following(house, "ours", USUAL)
        await house.change(variants={"ours": replace(USUAL, clock=15)})
        assert table.clock_seconds == 15
        assert rules_told(await house.told()) == [{"clock": ("60", "15")}]
        await house.change(clock=45)
        assert table.clock_seconds == 15
        await house.change(variants={"ours": USUAL})
        assert table.clock_seconds == 45
        assert rules_told(await house.told())[1:] == [{"clock": ("15", "45")}]
        await house.change(variants={})  # what is deleted is dealt on
        await house.change(clock=20)
        assert table.clock_seconds == 20

    async def test_a_clock_that_counts_for_nothing_is_not_told(self, house: House) -> None:
        table = await opened(house)
        await house.change(variants={"ours": replace(USUAL, clock=15)})
        assert (table.clock_seconds, await house.told()) == (60, [])
        await house.restart()
        assert (house.tables.at(CHANNEL).clock_seconds, await house.told()) == (60, [])

    async def test_what_an_earlier_schema_had_to_come_has_no_limits(self, house: House) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        await house.change(variants={"ours": RICH})

        def of_schema_7(connection: sqlite3.Connection) -> None:
            (text,) = connection.execute("SELECT coming FROM tables").fetchone()
            coming = json.loads(text)
            for name in ("least", "most", "clock"):
                del coming[name]
            connection.execute("UPDATE tables SET coming = ?", (json.dumps(coming),))

        await house.store.write(of_schema_7)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.finish(table)
        assert (table.rules, limits(table)) == (RICH, (40, 400, 60))
        assert len(await house.told()) == 1
