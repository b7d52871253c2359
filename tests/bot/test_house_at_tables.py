"""What open tables take over from their guild's house, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.notice import Told
from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.stats import Statistics
from bot.watcher import What
from engine.presets import preset_named

if TYPE_CHECKING:
    from bot.notice import Notice
    from bot.table import Table
    from engine.rules import HouseRules
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))
USUAL = preset_named("casino_fixed").rules()
RICH = replace(USUAL, ante=2, small=20, big=40)


async def opened(house: House, rules: HouseRules = USUAL, name: str = "ours") -> Table:
    """Open a table with a game of the guild's own, for Ann and Ben."""
    await house.change(variants={name: rules})
    table = await house.tables.open(
        guild=GUILD,
        channel=CHANNEL,
        host=ANN,
        rules=rules,
        preset=name,
        least=40,
        most=400,
        clock=60,
        key=house.key(),
    )
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    return table


def rules_told(notices: list[Notice]) -> list[dict[str, tuple[str, str]]]:
    return [
        {option: (old, new) for option, old, new in notice.new.changes}
        for notice in notices
        if notice.new.kind is Told.RULES
    ]


class TestOpening:
    async def test_a_new_table_is_played_by_its_house(self, house: House) -> None:
        await house.change(pause=20.0, misses=1, seats=2)
        table = await house.dealt(ANN, BEN)
        with pytest.raises(Refusal) as full:
            await table.sit(CID, 100, house.key())
        assert (full.value.code, full.value.numbers) == (No.TABLE_FULL, (2,))
        await house.finish(table)
        assert table.picture().due_at == house.time.now() + 20
        await house.turn(20)
        sleeper = house.actor(table)
        await house.turn(60)
        assert next(s for s in table.picture().seats if s.person == sleeper).sitting_out

    async def test_the_deck_limits_the_seats_too(self, house: House) -> None:
        table = await house.open("manila_32")
        assert table.picture().places == 6
        await house.change(seats=3)
        assert table.picture().places == 3
        await house.change(seats=9)
        assert table.picture().places == 6

    async def test_with_no_misses_nobody_ever_sits_out(self, house: House) -> None:
        await house.change(misses=0)
        table = await house.dealt(ANN, BEN)
        for _ in range(2):
            while table.phase is Phase.PLAYING:
                first = house.actor(table)
                await house.turn(60)
            assert not any(seat.sitting_out for seat in table.picture().seats), first
            await table.deal(ANN, house.key())

    async def test_without_ping_nobody_is_warned(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await house.turn(45)
        assert What.WARNED in house.watch.kinds
        await house.change(ping=False)
        await house.finish(table)
        house.watch.changes.clear()
        await house.turn(5)
        await house.turn(50)
        assert What.WARNED not in house.watch.kinds
        await house.turn(10)
        assert What.TIMED_OUT in house.watch.kinds

    async def test_limits_and_clock_of_an_open_table_stay(self, house: House) -> None:
        table = await house.open()
        await house.change(least=1, most=2, clock=10)
        picture = table.picture()
        assert (picture.least, picture.most, picture.clock_seconds) == (40, 400, 60)
        assert await house.told() == []


class TestFollowing:
    async def test_a_running_hand_keeps_the_rules_it_started_with(self, house: House) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        await house.change(variants={"ours": RICH}, pause=9.0, seats=4)
        picture = table.picture()
        assert picture.rules == USUAL
        assert (table.rules, picture.places) == (USUAL, 10)
        told = await house.told()
        assert rules_told(told) == [
            {
                "seats": ("10", "4"),
                "pause": ("", "9"),
                "ante": ("1", "2"),
                "small": ("10", "20"),
                "big": ("20", "40"),
            }
        ]
        assert house.watch.changes[-1].notices == tuple(told)
        await house.finish(table)
        assert table.picture().rules == USUAL  # that of the hand that is shown
        assert (table.rules, table.picture().places) == (RICH, 4)
        await house.turn(5)
        assert table.picture().rules == RICH
        assert len(await house.told()) == 1
        await house.finish(table)
        assert table.picture().due_at == house.time.now() + 9

    async def test_where_no_hand_runs_it_is_in_force_at_once(self, house: House) -> None:
        table = await opened(house)
        await house.change(variants={"ours": RICH})
        assert table.picture().rules == RICH
        assert len(await house.told()) == 1
        await house.restart()
        assert house.tables.at(CHANNEL).picture().rules == RICH
        assert len(await house.told()) == 1

    async def test_what_is_to_come_survives_a_restart_and_is_told_once(self, house: House) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        await house.change(variants={"ours": RICH}, misses=5)
        await house.restart()
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert (table.picture().rules, len(await house.told())) == (USUAL, 1)
        await house.finish(table)
        await house.turn(5)
        assert table.picture().rules == RICH

    async def test_a_change_kept_just_before_a_crash_is_followed_after_it(
        self, house: House
    ) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        house.houses._subscribers.clear()  # killed between the house and its tables
        await house.change(variants={"ours": RICH})
        assert await house.told() == []
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert (table.picture().rules, len(await house.told())) == (USUAL, 1)
        await house.finish(table)
        await house.turn(5)
        assert table.picture().rules == RICH

    async def test_a_change_that_is_taken_back_leaves_nothing_to_come(self, house: House) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        await house.change(variants={"ours": RICH})
        await house.change(variants={"ours": USUAL})
        assert len(await house.told()) == 2
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.finish(table)
        await house.turn(5)
        assert table.picture().rules == USUAL
        assert len(await house.told()) == 2

    async def test_a_deleted_game_is_dealt_on(self, house: House) -> None:
        table = await opened(house, RICH)
        await house.change(variants={})
        assert (table.rules, await house.told()) == (RICH, [])

    async def test_other_guilds_tables_do_not_follow(self, house: House) -> None:
        table = await opened(house)
        await house.houses.change(
            GUILD + 1, lambda old: replace(old, seats=2, variants={"ours": RICH}), ANN, house.key()
        )
        await house._acted()
        assert (table.rules, table.picture().places) == (USUAL, 10)

    async def test_fewer_seats_send_nobody_away(self, house: House) -> None:
        table = await opened(house)
        await table.sit(CID, 100, house.key())
        await house.change(seats=2)
        assert len(table.picture().seats) == 3
        with pytest.raises(Refusal, match=No.TABLE_FULL):
            await table.sit(DEE, 100, house.key())

    async def test_a_game_that_suits_the_stacks_no_more_waits(self, house: House) -> None:
        table = await opened(house)
        await house.change(
            variants={"ours": replace(USUAL, chip_unit=7, ante=7, bring_in=7, small=14, big=28)}
        )
        with pytest.raises(Refusal, match=No.NO_GAME):
            await table.deal(ANN, house.key())
        assert table.phase is Phase.WAITING

    async def test_a_fault_of_the_store_is_tried_again(self, house: House) -> None:
        table = await opened(house)
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE UPDATE OF seats ON tables"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        await house.change(seats=4)
        assert table.picture().places == 10
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))
        await house.turn(5)
        assert table.picture().places == 4


class TestDealersChoice:
    async def choosing(self, house: House) -> Table:
        await house.change(variants={"ours": USUAL, "theirs": USUAL})
        table = await house.tables.open(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            rules=preset_named("dealers_choice").rules(),
            preset="dealers_choice",
            least=40,
            most=400,
            clock=60,
            key=house.key(),
            games=house.houses.of(GUILD).choices(),
        )
        for person in (ANN, BEN):
            await table.sit(person, 200, house.key())
        await table.deal(ANN, house.key())
        assert table.phase is Phase.CHOOSING
        return table

    async def test_a_menu_of_before_is_stale(self, house: House) -> None:
        table = await self.choosing(house)
        before = table.picture().moment
        await house.change(variants={"ours": RICH, "theirs": USUAL})
        assert rules_told(await house.told())[-1]["ours: ante"] == ("1", "2")
        with pytest.raises(Refusal, match=No.STALE):
            await table.pick(BEN, before, "ours", house.key())
        await house.turn(5)
        assert table.phase is Phase.CHOOSING
        await table.pick(BEN, table.picture().moment, "ours", house.key())
        assert table.picture().rules.ante == 2

    async def test_a_deleted_game_leaves_the_list(self, house: House) -> None:
        table = await self.choosing(house)
        await house.change(variants={"theirs": USUAL})
        await house.turn(5)
        names = {game.name for game in table.menu(BEN, table.picture().moment).games}
        assert "theirs" in names
        assert "ours" not in names
        await house.restart()
        table = house.tables.at(CHANNEL)
        menu = table.menu(BEN, table.picture().moment)
        assert "ours" not in {game.name for game in menu.games}
        assert table.picture().note is not Note.NO_GAME

    async def test_the_list_is_the_houses_as_it_is_now(self, house: House) -> None:
        table = await self.choosing(house)
        await house.change(listed=("hilo", "ours"))
        await house.turn(5)
        menu = table.menu(BEN, table.picture().moment)
        assert [game.name for game in menu.games] == ["hilo", "ours"]
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert [game.name for game in table.games] == ["hilo", "ours"]

    async def test_a_hand_keeps_the_name_of_its_game(self, house: House) -> None:
        """Its rules may be another game's too, and change or go before it is over."""
        table = await self.choosing(house)
        await table.pick(BEN, table.picture().moment, "ours", house.key())
        assert table.picture().title == "ours"
        await house.change(variants={"theirs": RICH}, listed=("theirs",))
        await house.finish(table)
        assert table.picture().title == "ours"
        record = await Statistics(house.store).record(GUILD, ANN.id)
        assert record is not None
        assert [game.title for game in record.games] == ["ours"]
        await house.restart()
        assert house.tables.at(CHANNEL).picture().title == "ours"
