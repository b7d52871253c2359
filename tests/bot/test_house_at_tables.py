"""What open tables take over from their guild's house, and when."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.notice import Told
from bot.opening import Opening
from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.render.notice import notice_text
from bot.stats import Statistics
from bot.watcher import What
from engine.actions import Verb
from engine.presets import preset_named

if TYPE_CHECKING:
    import sqlite3

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
        Opening(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            rules=rules,
            preset=name,
            least=40,
            most=400,
            clock=60,
        ),
        house.key(),
    )
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    return table


async def following(
    house: House,
    preset: str = "casino_fixed",
    rules: HouseRules = USUAL,
    least: int | None = None,
    most: int | None = None,
) -> Table:
    """Open a table with the house's games and clock, and its limits if none, for Ann and Ben."""
    table = await house.tables.open(
        Opening(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            rules=rules,
            preset=preset,
            least=least,
            most=most,
            clock=None,
            games=house.houses.of(GUILD).choices(),
        ),
        house.key(),
    )
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    return table


def limits(table: Table) -> tuple[int, int, int]:
    """Return what the table goes by, and what it shows."""
    picture = table.picture()
    shown = (picture.least, picture.most, picture.clock_seconds)
    assert (table.least, table.most, table.clock_seconds) == shown
    return shown


async def refused_as_too_small(table: Table, person: Person, amount: int, key: str) -> None:
    with pytest.raises(Refusal, match=No.BUY_IN_TOO_SMALL):
        await table.sit(person, amount, key)


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
        table = await house.tables.open(
            Opening(
                guild=GUILD,
                channel=CHANNEL,
                host=ANN,
                rules=rules,
                preset="dealers_choice",
                least=None,
                most=None,
                clock=None,
            ),
            house.key(),
        )
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


class TestDealersChoice:
    async def choosing(self, house: House) -> Table:
        await house.change(variants={"ours": USUAL, "theirs": USUAL})
        table = await house.tables.open(
            Opening(
                guild=GUILD,
                channel=CHANNEL,
                host=ANN,
                rules=preset_named("dealers_choice").rules(),
                preset="dealers_choice",
                least=40,
                most=400,
                clock=60,
                games=house.houses.of(GUILD).choices(),
            ),
            house.key(),
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

    async def test_another_clock_is_the_choosers_at_once(self, house: House) -> None:
        await house.change(variants={"ours": USUAL})
        table = await following(house, "dealers_choice", preset_named("dealers_choice").rules())
        await table.deal(ANN, house.key())
        moment = table.picture().moment
        await house.turn(45)
        await house.change(clock=0)
        assert (table.phase, table.picture().due_at) == (Phase.CHOOSING, None)
        await house.change(clock=20)
        assert table.picture().due_at == house.time.now() + 20
        assert table.picture().moment == moment  # his menu offers what it did
        await house.turn(13.4)
        assert house.watch.kinds[-1] is What.WARNED
        await house.turn(7)
        assert table.phase is Phase.PLAYING

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

    async def test_what_does_not_fit_the_scale_is_told_once(self, house: House) -> None:
        """R-CHOICE-1: the amounts would be larger than a rule may name."""
        await house.change(variants={"ours": USUAL}, listed=("ours", "hilo"))
        scaled = replace(preset_named("dealers_choice").rules(), choice_scale=1_000_000)
        table = await following(house, "dealers_choice", scaled, least=40, most=400)
        games, large = table.games, replace(USUAL, small=2_000, big=4_000)
        await house.change(variants={"ours": large}, seats=4)
        assert (table.games, table.picture().places) == (games, 4)
        rules, kept = (notice.new for notice in await house.told())
        assert (rules.kind, rules.changes) == (Told.RULES, (("seats", "10", "4"),))
        assert kept.kind is Told.KEPT
        assert notice_text(kept) == (
            "This table keeps its games and their amounts: what the house has changed does not fit"
            " what they are multiplied by.\n"
            "- ours\\: small: must be from 0 to 1,000,000,000 chips\n"
            "- ours\\: big: must be from 0 to 1,000,000,000 chips"
        )
        await house.change(pause=9.0)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.change(pause=8.0)
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 1
        await house.change(variants={"ours": replace(large, big=5_000, small=10)})
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 2
        await house.change(variants={"ours": replace(USUAL, ante=2)})
        assert next(game.rules.ante for game in table.games) == 2_000_000
        await house.change(variants={"ours": large})
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 3

    async def test_what_could_not_be_told_of_a_change_not_taken_is_told_at_the_next_try(
        self, house: House
    ) -> None:
        await house.change(variants={"ours": USUAL}, listed=("ours",))
        scaled = replace(preset_named("dealers_choice").rules(), choice_scale=1_000_000)
        await following(house, "dealers_choice", scaled, least=40, most=400)
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE INSERT ON notice"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        await house.change(variants={"ours": replace(USUAL, small=2_000, big=4_000)})
        assert await house.told() == []
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))
        await house.turn(5)
        assert [notice.new.kind for notice in await house.told()] == [Told.KEPT]


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
