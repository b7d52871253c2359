"""The life of a table: sitting out by wish, rebuys, removals, the host, and an idle hour."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot import keeping
from bot.keeping import IDLE, IDLE_GRACE
from bot.notice import Told
from bot.person import Person
from bot.picture import Note, Phase
from bot.receipt import Offer
from bot.refusal import No, Refusal
from bot.store import Store
from bot.store.migration import migrations
from bot.watcher import What
from engine.actions import Action, Verb
from engine.presets import preset_named
from tests.bot.conftest import refused

if TYPE_CHECKING:
    from bot.picture import PlaceView
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))


def place_of(table: Table, person: Person) -> PlaceView:
    return next(place for place in table.picture().seats if place.person == person)


def phase(table: Table) -> Phase:
    return table.phase


def dealt(table: Table) -> set[str]:
    return {person.name for person in table.picture().players}


async def kinds(house: House) -> list[Told]:
    return [notice.new.kind for notice in await house.told()]


async def unclocked(house: House, *people: Person, preset: str = "casino_fixed") -> Table:
    """Open a table without a clock and deal."""
    table = await house.open(preset, clock=0)
    for person in people:
        await table.sit(person, 200, house.key())
    await table.deal(people[0], house.key())
    return table


async def busted(house: House) -> tuple[Table, Person]:
    """Play all-in hands until somebody has no chips; return him and the table between hands."""
    table = await house.open("131_nl")
    for person in (ANN, BEN):
        await table.sit(person, 100, house.key())
    await table.deal(ANN, house.key())
    while not table.picture().has_busted:
        if table.phase is Phase.BETWEEN:
            await house.turn(5)
            continue
        view = table.picture().view
        assert view is not None
        assert view.options is not None
        wager = view.options.wager
        if wager is not None:
            await house.act(table, wager.verb, wager.most)
        else:
            verbs = view.options.verbs()
            await house.act(table, next(v for v in (Verb.CALL, Verb.BRING_IN) if v in verbs))
    loser = next(place.person for place in table.picture().seats if not place.stack)
    return table, loser


class TestSittingOutByWish:
    async def test_the_running_hand_is_played_on(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        first = house.actor(table)
        assert await table.sit_out(first, house.key())
        assert house.actor(table) == first
        await house.act(table, Verb.BRING_IN)
        assert place_of(table, first).resting
        await house.finish(table)
        await house.turn(5)
        assert dealt(table) == {"Ann", "Ben", "Cid"} - {first.name}
        await table.come_back(first, house.key())
        await house.finish(table)
        await house.turn(5)
        assert dealt(table) == {"Ann", "Ben", "Cid"}

    async def test_between_hands_at_once(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        await house.finish(table)
        assert not await table.sit_out(BEN, house.key())
        await house.turn(5)
        assert dealt(table) == {"Ann", "Cid"}

    async def test_it_survives_a_restart(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        await table.sit_out(BEN, house.key())
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert place_of(table, BEN).resting
        await house.finish(table)
        await house.turn(5)
        assert dealt(table) == {"Ann", "Cid"}

    async def test_every_refusal(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await refused(table.sit_out(CID, house.key()), No.NOT_SEATED)
        await refused(table.come_back(ANN, house.key()), No.NOT_SITTING_OUT)
        await table.sit_out(ANN, "once")
        await refused(table.sit_out(ANN, "once"), No.DOUBLED)
        await refused(table.sit_out(ANN, house.key()), No.SITTING_OUT)

    async def test_with_one_player_left_the_table_waits(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await table.sit_out(BEN, house.key())
        await house.finish(table)
        await house.turn(5)
        assert (table.phase, table.picture().note) == (Phase.WAITING, Note.SHORT_OF_PLAYERS)
        assert table.picture().lacks_somebody
        await table.deal(BEN, house.key())  # who asks for a hand is back
        assert dealt(table) == {"Ann", "Ben"}

    async def test_the_dealer_who_should_choose_is_replaced(self, house: House) -> None:
        table = await house.open("dealers_choice")
        for person in (ANN, BEN, CID):
            await table.sit(person, 200, house.key())
        await table.deal(ANN, house.key())
        assert table.picture().chooser == CID
        await table.sit_out(CID, house.key())
        assert table.picture().chooser == BEN


class TestRebuy:
    async def test_who_has_busted_is_offered_one_after_a_restart_too(self, house: House) -> None:
        table, loser = await busted(house)
        assert table.picture().has_busted
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert table.picture().has_busted
        assert await table.offer(loser) == Offer(40, 400, 900)
        await refused(table.sit(loser, 39, house.key()), No.BUY_IN_TOO_SMALL, 40)
        await refused(table.sit(loser, 401, house.key()), No.BUY_IN_TOO_BIG, 400)
        await table.sit(loser, 40, house.key())
        assert not table.picture().has_busted
        await table.deal(loser, house.key())
        assert len(dealt(table)) == 2

    async def test_while_others_play_he_buys_as_a_newcomer_does(self, house: House) -> None:
        table, loser = await busted(house)
        await table.sit(CID, 100, house.key())
        await house.turn(5)
        assert table.phase is Phase.PLAYING
        assert loser.name not in dealt(table)
        await table.sit(loser, 50, house.key())
        assert place_of(table, loser).stack == 50
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.finish(table)
        await house.turn(5)
        assert len(dealt(table)) == 3

    async def test_who_has_left_meanwhile_is_not_seated_anew(self, house: House) -> None:
        table, loser = await busted(house)
        await table.leave(loser, house.key())
        await refused(table.rebuy(loser, 50, house.key()), No.NOT_SEATED)
        assert [place.person for place in table.picture().seats] != []
        await table.sit(loser, 50, house.key())
        assert (await table.rebuy(loser, 30, "once")).stack == 80
        await refused(table.rebuy(loser, 30, "once"), No.DOUBLED)
        assert place_of(table, loser).stack == 80

    async def test_an_odd_stack_is_made_whole(self, house: House) -> None:
        """R-TABLE-2: the unit may change while people sit."""
        rules = replace(preset_named("casino_fixed").rules(), small=20, big=40)
        whole = replace(rules, chip_unit=10, ante=10, bring_in=10)
        await house.change(variants={"ours": rules})
        table = await house.open("ours", rules=rules)
        await table.sit(ANN, 203, house.key())
        await table.sit(BEN, 200, house.key())
        await house.change(variants={"ours": whole})
        await refused(table.deal(ANN, house.key()), No.NO_GAME)
        await refused(table.sit(ANN, 10, house.key()), No.ODD_BUY_IN, 10)
        assert await table.offer(ANN) == Offer(7, 197, 797)
        await table.sit(ANN, 7, house.key())
        assert await table.offer(BEN) == Offer(10, 200, 800)
        await table.deal(ANN, house.key())
        assert phase(table) is Phase.PLAYING

    async def test_in_a_hand_nothing_is_offered(self, house: House) -> None:
        """R-TABLE-4."""
        table = await house.dealt(ANN, BEN)
        await refused(table.offer(ANN), No.HAND_RUNNING)
        await refused(table.offer(CID), No.NOT_SEATED)

    async def test_who_has_too_little_is_told_so(self, house: House) -> None:
        table, loser = await busted(house)

        def spend(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO transfer (payer, payee, amount, why, at) SELECT player.account_id,"
                " house.account_id, 870, 'take', 0 FROM account AS player, account AS house"
                " WHERE player.owner = ? AND house.kind = 'house'",
                (loser.id,),
            )

        await house.store.write(spend)
        await refused(table.offer(loser), No.TOO_POOR, 40, 30)
        await refused(table.sit(loser, 40, house.key()), No.NOT_ENOUGH_CHIPS, 30)

    async def test_an_all_in_player_has_not_busted(self, house: House) -> None:
        table = await house.open("131_nl")
        for person in (ANN, BEN):
            await table.sit(person, 100, house.key())
        await table.deal(ANN, house.key())
        await house.act(table, Verb.BRING_IN)
        view = table.picture().view
        assert view is not None
        assert view.options is not None
        assert view.options.wager is not None
        await house.act(table, view.options.wager.verb, view.options.wager.most)
        assert any(not place.stack for place in table.picture().seats)
        assert not table.picture().has_busted


class TestRemoving:
    async def test_between_hands_he_is_paid_at_once(self, house: House) -> None:
        table = await house.open()
        for person in (ANN, BEN):
            await table.sit(person, 200, house.key())
        left = await table.remove(BEN, house.key())
        assert (left.chips, left.balance, left.waits) == (200, 1000, False)
        assert await kinds(house) == [Told.REMOVED]

    async def test_in_mid_hand_he_is_timed_out_and_paid_at_its_end(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        first = house.actor(table)
        left = await table.remove(first, house.key())
        assert left.waits
        assert place_of(table, first).leaving
        await house.restart()
        table = house.tables.at(CHANNEL)
        await refused(
            table.act(first, table.picture().moment, Action(Verb.CHECK), house.key()),
            No.NOT_SEATED,
        )
        await house.finish(table)
        assert all(place.person != first for place in table.picture().seats)
        balance = await house.bank.balance(GUILD, first.id)
        assert balance == 1000 - 5  # ante and bring-in stay in the pot

    async def test_who_is_not_there_is_not_removed(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await refused(table.remove(CID, house.key()), No.NOT_HERE)
        await table.remove(ANN, "once")
        await refused(table.remove(ANN, "once"), No.DOUBLED)
        await refused(table.remove(ANN, house.key()), No.NOT_HERE)


class TestHost:
    async def test_that_he_leaves_is_told_and_changes_nothing(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        await table.leave(BEN, house.key())
        assert await kinds(house) == []
        await table.leave(ANN, house.key())
        assert await kinds(house) == [Told.HOST_LEFT]
        await house.finish(table)
        assert await kinds(house) == [Told.HOST_LEFT]
        assert table.phase is Phase.BETWEEN

    async def test_after_a_restart_too(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await house.restart()
        await house.tables.at(CHANNEL).leave(ANN, house.key())
        assert await kinds(house) == [Told.HOST_LEFT]

    async def test_that_he_is_removed_is_told_once(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await table.remove(ANN, house.key())
        assert await kinds(house) == [Told.REMOVED]
        await house.finish(table)
        assert await kinds(house) == [Told.REMOVED]

    async def test_nothing_of_it_is_told_of_a_table_that_has_closed(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        other = await house.open(channel=CHANNEL + 1)
        await other.sit(ANN, 40, house.key())
        await other.leave(ANN, house.key())
        await table.leave(ANN, house.key())
        await table.remove(BEN, house.key())
        told = [Told.HOST_LEFT, Told.HOST_LEFT, Told.REMOVED]
        assert sorted(await kinds(house)) == sorted(told)
        await table.close(ANN, house.key())
        left = await house.told()
        assert {(one.channel, one.new.kind) for one in left} == {
            (CHANNEL, Told.REMOVED),
            (CHANNEL + 1, Told.HOST_LEFT),
        }

    async def test_what_is_to_be_told_keeps_its_order(self, house: House) -> None:
        table = await house.open()
        for seats in range(2, 9):
            await house.change(seats=seats)
        versions = [notice.place[1] for notice in await house.told()]
        assert versions == sorted(versions)
        assert versions[-1] >= 8
        await table.sit(ANN, 100, house.key())
        for seats in range(2, 9):
            await house.change(seats=seats)
        versions = [notice.place[1] for notice in await house.told()]
        assert versions == sorted(versions)
        assert versions[-1] >= 10

    async def test_closing_is_not_leaving(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await table.close(ANN, house.key())
        assert await kinds(house) == []


class TestIdle:
    async def test_after_an_hour_everyone_is_paid(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await house.turn(IDLE - 1)
        assert phase(table) is Phase.WAITING
        await house.turn(1)
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.CLOSED, Note.IDLE)
        assert await house.bank.balance(GUILD, ANN.id) == 1000
        assert await kinds(house) == [Told.IDLE]
        await refused(table.sit(ANN, 100, house.key()), No.TABLE_CLOSING)
        await house.open()  # the channel is free

    async def test_a_table_nobody_sat_at_closes_too(self, house: House) -> None:
        table = await house.open()
        await house.turn(IDLE)
        assert phase(table) is Phase.CLOSED

    async def test_whatever_somebody_does_begins_the_hour_anew(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        for step in (
            table.sit_out(ANN, house.key()),
            table.come_back(ANN, house.key()),
            table.sit(BEN, 100, house.key()),
            table.leave(BEN, house.key()),
        ):
            await house.turn(IDLE - 1)
            await step
        await house.turn(IDLE - 1)
        assert phase(table) is Phase.WAITING
        await house.turn(1)
        assert phase(table) is Phase.CLOSED

    async def test_what_is_refused_does_not(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await house.turn(IDLE - 1)
        await refused(table.deal(ANN, house.key()), No.TOO_FEW_PLAYERS)
        await house.turn(1)
        assert phase(table) is Phase.CLOSED

    async def test_a_hand_without_a_clock_is_void_after_an_hour(self, house: House) -> None:
        table = await unclocked(house, ANN, BEN, CID)
        await house.act(table, Verb.BRING_IN)
        await table.leave(house.actor(table), house.key())
        await house.act(table, Verb.COMPLETE, 10)
        await house.turn(IDLE - 1)
        assert phase(table) is Phase.PLAYING
        await house.turn(1)
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.CLOSED, Note.VOIDED)
        assert [await house.bank.balance(GUILD, p.id) for p in (ANN, BEN, CID)] == [1000] * 3
        assert (await kinds(house))[-1] is Told.IDLE_HAND
        await house.restart()
        assert house.tables.open_tables() == ()
        await house.open()  # the channel is free

    async def test_each_act_of_such_a_hand_begins_the_hour_anew(self, house: House) -> None:
        table = await unclocked(house, ANN, BEN)
        for verb in (Verb.BRING_IN, Verb.CALL):
            await house.turn(IDLE - 1)
            await house.act(table, verb)
        await house.turn(IDLE - 1)
        assert phase(table) is Phase.PLAYING
        await house.finish(table)
        await house.turn(5)
        assert table.phase is Phase.PLAYING  # the next hand has an hour of its own
        await house.turn(IDLE - 1)
        assert phase(table) is Phase.PLAYING
        await house.turn(1)
        assert phase(table) is Phase.CLOSED

    async def test_the_hour_of_such_a_hand_goes_on_over_a_restart(self, house: House) -> None:
        await unclocked(house, ANN, BEN)
        await house.turn(IDLE - 5)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.turn(IDLE_GRACE - 1)
        assert phase(table) is Phase.PLAYING
        await house.turn(1)
        assert phase(table) is Phase.CLOSED
        assert sum([await house.bank.balance(GUILD, p.id) or 0 for p in (ANN, BEN)]) == 2000

    async def test_while_the_connection_is_away_no_such_hand_is_void(self, house: House) -> None:
        table = await unclocked(house, ANN, BEN)
        house.tables.holds.begin()
        await house.turn(2 * IDLE)
        await house.release()
        await house.turn(IDLE_GRACE - 1)
        assert phase(table) is Phase.PLAYING

    async def test_with_a_clock_the_clock_ends_the_hand(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        assert table._state.idle_at is None

    async def test_an_abandoned_table_ends(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        for _ in range(3):
            await house.turn(60)
        assert table.picture().note is Note.UNANSWERED
        await house.turn(IDLE)
        assert phase(table) is Phase.CLOSED
        assert sum([await house.bank.balance(GUILD, p.id) or 0 for p in (ANN, BEN)]) == 2000

    async def test_a_paused_table_ends(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await table._gate.through(None, lambda: _pause(table))
        await house.turn(IDLE)
        assert phase(table) is Phase.CLOSED

    async def test_the_hour_goes_on_over_a_restart_with_some_grace(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await house.turn(IDLE - 5)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.turn(IDLE_GRACE - 1)
        assert phase(table) is Phase.WAITING
        await house.turn(1)
        assert phase(table) is Phase.CLOSED
        await house.restart()
        assert house.tables.open_tables() == ()

    async def test_a_restart_early_in_the_hour_adds_nothing(self, house: House) -> None:
        await house.open()
        await house.turn(600)
        await house.restart()
        await house.turn(IDLE - 600)
        assert house.tables.open_tables() == ()

    async def test_while_the_connection_is_away_no_table_closes(self, house: House) -> None:
        table = await house.open()
        house.tables.holds.begin()
        await house.turn(2 * IDLE)
        await house.release()
        await house.turn(IDLE_GRACE - 1)
        assert phase(table) is Phase.WAITING
        await house.turn(1)
        assert phase(table) is Phase.CLOSED


async def _pause(table: Table) -> None:
    await table._gate.take(keeping.void(table._state, Phase.PAUSED), What.PAUSED)


async def test_nobody_sits_at_two_seats_of_one_table(house: House) -> None:
    table = await house.open()
    done = await asyncio.gather(
        *(table.sit(ANN, 400, house.key()) for _ in range(5)), return_exceptions=True
    )
    codes = [one.code for one in done if isinstance(one, Refusal)]
    assert (len(table.picture().seats), len(codes)) == (1, 4)
    assert await house.bank.balance(GUILD, ANN.id) == 600


async def test_one_table_a_channel_and_many_a_guild(house: House) -> None:
    for channel in range(5):
        table = await house.open(channel=channel)
        await table.sit(ANN, 40, house.key())
    await refused(house.open(channel=3), No.TABLE_EXISTS)
    assert await house.bank.balance(GUILD, ANN.id) == 800


async def test_whoever_sits_down_in_a_hand_is_dealt_in_to_the_next(house: House) -> None:
    """R-TABLE-5."""
    table = await house.dealt(ANN, BEN)
    await table.sit(CID, 100, house.key())
    assert dealt(table) == {"Ann", "Ben"}
    await house.finish(table)
    await house.turn(5)
    assert dealt(table) == {"Ann", "Ben", "Cid"}


@pytest.mark.parametrize("number", [4, 5, 6, 7])
async def test_a_table_of_an_earlier_schema_lives_on(tmp_path: Path, number: int) -> None:
    """What it had no columns for is as it was: two misses, ten seats, calls, and a fresh hour.

    Its limits and clock are its own: that is what was answered when it was opened.
    """
    path = tmp_path / "old.sqlite3"
    steps = [step for step in migrations() if step.number <= number]
    store = await Store.open(path, steps)
    await store.write(
        lambda connection: connection.execute(
            "INSERT INTO tables (guild, channel, host, preset, rules, least, most, clock, phase)"
            " VALUES (900, 800, 1, 'casino_fixed', '{}', 40, 400, 60, 'waiting')"
        )
    )
    await store.close()
    store = await Store.open(path)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute(
            "SELECT pause, ping, misses, seats, coming, idle_at,"
            " keeps_least, keeps_most, keeps_clock FROM tables"
        ).fetchone()
    assert row == (None, 1, 2, 10, None, None, 1, 1, 1)
    assert path.with_name(f"{path.name}.schema-{number}").exists()
