"""What open tables take over from their guild's house, and when."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.presets import preset_named
from tests.bot.conftest import ANN, BEN, CHANNEL, CID, DEE, GUILD
from tests.bot.following import RICH, USUAL, following, opened, rules_told

if TYPE_CHECKING:
    from tests.bot.conftest import House


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

    async def test_a_fault_while_time_is_held_is_made_good_when_it_passes(
        self, house: House
    ) -> None:
        table = await opened(house)
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE UPDATE OF seats ON tables"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        house.tables.holds.begin()
        await house.change(seats=4)
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))
        await house.turn(500)
        assert table.picture().places == 10
        await house.release()
        assert table.picture().places == 4

    async def test_a_house_that_changes_while_a_table_opens_is_followed(self, house: House) -> None:
        async with house.tables._opening:
            opening = asyncio.ensure_future(house.open(clock=None))
            await asyncio.sleep(0)  # it has looked at the house, and waits for its turn
            await house.change(seats=3, clock=15)
        table = await opening
        assert (table.picture().places, table.clock_seconds) == (3, 15)
        assert rules_told(await house.told()) == [{"seats": ("10", "3"), "clock": ("60", "15")}]

    async def test_what_was_to_come_comes_once(self, house: House) -> None:
        table = await opened(house)
        await table.deal(ANN, house.key())
        await house.change(variants={"ours": RICH})
        assert table._gate.coming is not None
        await house.finish(table)
        assert table._gate.coming is None
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE UPDATE OF rules ON tables"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        await house.turn(5)
        assert table.picture().rules == RICH
        await house.finish(table)
        assert table.phase is Phase.BETWEEN  # the rules were not written again
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))

    async def test_a_deck_too_small_for_those_who_are_ready_waits_for_fewer(
        self, house: House
    ) -> None:
        """R-DECK-4."""
        table = await opened(house)
        for number in range(3, 9):
            await table.sit(Person(number, f"P{number}"), 200, house.key())
        await table.deal(ANN, house.key())
        small = preset_named("manila_32").rules()
        await house.change(variants={"ours": small})
        await house.finish(table)
        await house.turn(5)
        assert (table.phase, table.picture().note) == (Phase.WAITING, Note.TOO_MANY)
        with pytest.raises(Refusal) as refusal:
            await table.deal(ANN, house.key())
        assert (refusal.value.code, refusal.value.numbers) == (No.TOO_MANY_PLAYERS, (6, 8, 2))
        await table.sit_out(BEN, house.key())
        await table.leave(Person(8, "P8"), house.key())
        await table.deal(ANN, house.key())
        assert len(table.picture().players) == 6

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


@pytest.mark.parametrize(
    "torn",
    [
        "UPDATE house SET settings = 'garbage'",
        "UPDATE house SET settings = CAST(x'67ff61' AS TEXT)",
        "UPDATE house SET settings = json_set(settings, '$.colour', 'green')",
        "UPDATE variant SET rules = '{'",
    ],
)
async def test_no_table_follows_a_house_that_cannot_be_read(
    house: House, torn: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It has the usual instead: nobody shall play for other stakes by that."""
    await house.change(least=60, most=600, seats=4, variants={"ours": RICH})
    table = await following(house)
    before = table.picture()
    await house.store.write(lambda connection: connection.execute(torn))
    await house.restart()
    house.tables.holds.end()
    await house.turn(0)
    assert "cannot be read" in caplog.text
    assert "keep their rules" in caplog.text
    now = house.tables.at(CHANNEL).picture()
    assert (now.least, now.most, now.seats) == (60, 600, before.seats)
    await house.change(least=70)
    assert house.tables.at(CHANNEL).picture().least == 70, "a manager has looked at it"
