"""Who does not answer sits out, and is back when he says so; who is gone leaves."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No
from bot.roll import EVERYBODY, absent
from bot.store import Store
from bot.store.migration import APPLICATION_ID
from bot.watcher import What
from engine.actions import Action, Verb
from engine.errors import IllegalAction
from tests.bot.conftest import refused

if TYPE_CHECKING:
    from bot.picture import PlaceView
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))
CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"


def place_of(table: Table, person: Person) -> PlaceView:
    return next(place for place in table.picture().seats if place.person == person)


def dealt(table: Table) -> set[str]:
    return {person.name for person in table.picture().players}


@pytest.fixture
async def table(house: House) -> Table:
    """Ann, Ben and Cid in a hand in which Cid must bring in."""
    house.decks = [CID_BRINGS_IN]
    await house.restart()
    return await house.dealt(ANN, BEN, CID)


@pytest.fixture
async def without_cid(house: House, table: Table) -> Table:
    """The same hand; Cid has missed two turns of it, and Ann is to act in the second round."""
    await house.turn(60)
    await house.act(table, Verb.COMPLETE, 10)
    await house.act(table, Verb.CALL)
    await house.turn(60)
    assert place_of(table, CID).sitting_out
    return table


class TestSittingOut:
    async def test_one_miss_does_not_sit_out(self, house: House, table: Table) -> None:
        await house.turn(60)
        assert not place_of(table, CID).sitting_out

    async def test_two_misses_in_a_row_do(self, house: House, without_cid: Table) -> None:
        """R-TABLE-5, R-TABLE-7."""
        await house.finish(without_cid)
        await house.turn(5)
        assert dealt(without_cid) == {"Ann", "Ben"}
        assert place_of(without_cid, CID).stack == 195
        assert without_cid.picture().hand == 2

    async def test_an_act_between_them_counts_again_from_none(
        self, house: House, table: Table
    ) -> None:
        await house.turn(60)
        await house.act(table, Verb.COMPLETE, 10)
        await house.act(table, Verb.CALL)
        await house.act(table, Verb.CALL)
        while house.actor(table) != CID:
            await house.act(table, Verb.CHECK)
        await house.turn(60)
        assert not place_of(table, CID).sitting_out

    async def test_in_the_running_hand_he_is_timed_out_at_once(
        self, house: House, table: Table
    ) -> None:
        for verb in (Verb.BRING_IN, Verb.CALL, Verb.CALL):
            await house.act(table, verb)
        missing = house.actor(table)
        hand_round = 2
        while not place_of(table, missing).sitting_out:
            if house.actor(table) == missing:
                await house.turn(60)
            else:
                await house.act(table, Verb.CHECK)
        view = table.picture().view
        assert view is not None
        assert view.round > hand_round
        began = house.time.now()
        while table.phase is Phase.PLAYING:
            assert house.actor(table) != missing
            await house.act(table, Verb.CHECK)
        assert house.time.now() == began
        over = table.picture().view
        assert over is not None
        seat = next(n for n, person in enumerate(table.picture().players) if person == missing)
        assert not over.seats[seat].folded  # R-BET-1: each check was free

    async def test_he_cannot_act_before_he_is_back(self, house: House, without_cid: Table) -> None:
        before = without_cid.picture()
        with pytest.raises(IllegalAction):
            await without_cid.act(CID, before.moment, Action(Verb.CHECK), house.key())
        assert without_cid.picture() == before

    async def test_the_dealer_moves_to_the_next_who_is_dealt_in(
        self, house: House, table: Table
    ) -> None:
        """R-TABLE-3: Cid dealt the first hand; Ann, who would be next, sits out."""
        await house.act(table, Verb.BRING_IN)
        await house.turn(60)  # Ann is folded: one miss
        await house.finish(table)
        await house.turn(5)
        assert next(p.person for p in table.picture().seats if p.dealer) == ANN
        while house.actor(table) != ANN:
            await house.act(table, Verb.CALL if _facing(table) else _free(table))
        await house.turn(60)
        assert place_of(table, ANN).sitting_out
        await house.finish(table)
        await house.turn(5)
        assert next(p.person for p in table.picture().seats if p.dealer) == BEN
        await house.finish(table)
        await house.turn(5)
        assert next(p.person for p in table.picture().seats if p.dealer) == CID
        await house.finish(table)
        await house.turn(5)
        assert next(p.person for p in table.picture().seats if p.dealer) == BEN

    async def test_with_fewer_than_two_ready_the_table_waits(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        absent_one = house.actor(table)
        other = BEN if absent_one == ANN else ANN
        await house.turn(60)
        moment = table.picture().moment
        await table.act(other, moment, Action(Verb.COMPLETE, 10), house.key())
        await house.turn(60)
        assert table.phase is Phase.BETWEEN
        await house.turn(5)
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.WAITING, Note.SHORT_OF_PLAYERS)
        assert picture.lacks_somebody
        assert picture.due_at is None
        await refused(table.deal(other, house.key()), No.TOO_FEW_PLAYERS)

    async def test_he_keeps_his_seat_and_may_leave_with_his_chips(
        self, house: House, without_cid: Table
    ) -> None:
        await house.finish(without_cid)
        left = await without_cid.leave(CID, house.key())
        assert (left.chips, left.waits) == (195, False)

    async def test_a_restart_does_not_bring_him_back(
        self, house: House, without_cid: Table
    ) -> None:
        await house.finish(without_cid)
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert place_of(table, CID).sitting_out
        await house.turn(5)
        assert dealt(table) == {"Ann", "Ben"}

    async def test_misses_are_counted_over_a_restart(self, house: House, table: Table) -> None:
        await house.turn(60)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.act(table, Verb.COMPLETE, 10)
        await house.act(table, Verb.CALL)
        await house.turn(60)
        assert place_of(table, CID).sitting_out


class TestComingBack:
    async def test_between_hands_he_is_dealt_in_to_the_next(
        self, house: House, without_cid: Table
    ) -> None:
        await house.finish(without_cid)
        await without_cid.come_back(CID, house.key())
        assert house.watch.kinds[-1] is What.BACK
        assert not place_of(without_cid, CID).sitting_out
        await house.turn(5)
        assert dealt(without_cid) == {"Ann", "Ben", "Cid"}

    async def test_in_mid_hand_he_is_waited_for_again(self, house: House, table: Table) -> None:
        for verb in (Verb.BRING_IN, Verb.CALL, Verb.CALL):
            await house.act(table, verb)
        missing = house.actor(table)
        while not place_of(table, missing).sitting_out:
            if house.actor(table) == missing:
                await house.turn(60)
            else:
                await house.act(table, Verb.CHECK)
        due_at = table.picture().due_at
        await house.turn(3)
        await table.come_back(missing, house.key())
        assert table.picture().due_at == due_at
        while house.actor(table) != missing:
            await house.act(table, Verb.CHECK)
        assert table.picture().due_at == house.time.now() + 60

    async def test_his_misses_are_forgotten(self, house: House, without_cid: Table) -> None:
        await house.finish(without_cid)
        await without_cid.come_back(CID, house.key())
        await house.turn(5)
        while house.actor(without_cid) != CID:
            await house.act(without_cid, _free(without_cid))
        await house.turn(60)
        assert not place_of(without_cid, CID).sitting_out

    async def test_a_deal_of_his_own_brings_him_back(self, house: House, table: Table) -> None:
        await house.turn(60)
        await house.act(table, Verb.COMPLETE, 10)
        await house.act(table, Verb.FOLD)
        await house.turn(60)
        assert place_of(table, CID).sitting_out
        await table.deal(CID, house.key())
        assert dealt(table) == {"Ann", "Ben", "Cid"}
        await house.restart()
        assert not place_of(house.tables.at(CHANNEL), CID).sitting_out

    async def test_more_chips_bring_him_back(self, house: House, without_cid: Table) -> None:
        await house.finish(without_cid)
        await without_cid.sit(CID, 50, house.key())
        assert not place_of(without_cid, CID).sitting_out
        await house.restart()
        assert not place_of(house.tables.at(CHANNEL), CID).sitting_out

    async def test_who_waits_for_players_is_told_no_longer(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        first = house.actor(table)
        other = BEN if first == ANN else ANN
        await house.turn(60)
        moment = table.picture().moment
        await table.act(other, moment, Action(Verb.COMPLETE, 10), house.key())
        await house.turn(60)
        await house.turn(5)
        assert table.picture().note is Note.SHORT_OF_PLAYERS
        await table.come_back(first, house.key())
        assert (table.phase, table.picture().note) == (Phase.WAITING, None)
        await table.deal(other, house.key())
        assert dealt(table) == {"Ann", "Ben"}

    async def test_only_who_sits_out_comes_back(self, house: House, without_cid: Table) -> None:
        await refused(without_cid.come_back(ANN, house.key()), No.NOT_SITTING_OUT)
        await refused(without_cid.come_back(DEE, house.key()), No.NOT_SEATED)
        await without_cid.leave(CID, house.key())
        await refused(without_cid.come_back(CID, house.key()), No.NOT_SEATED)

    async def test_a_doubled_press_brings_back_once(self, house: House, without_cid: Table) -> None:
        await without_cid.come_back(CID, "same")
        version = without_cid.picture().version
        await refused(without_cid.come_back(CID, "same"), No.DOUBLED)
        assert without_cid.picture().version == version


class TestAbandoned:
    async def test_a_hand_nobody_answered_is_the_last(self, house: House, table: Table) -> None:
        for _ in range(3):
            await house.turn(60)
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.WAITING, Note.UNANSWERED)
        assert [place.stack for place in picture.seats] == [199, 199, 202]
        for _ in range(10):
            await house.turn(300)
        assert table.picture() == picture

    async def test_it_is_so_after_a_restart_in_mid_hand_too(
        self, house: House, table: Table
    ) -> None:
        await house.turn(60)
        await house.restart()
        await house.turn(60)
        await house.turn(60)
        table = house.tables.at(CHANNEL)
        assert (table.phase, table.picture().note) == (Phase.WAITING, Note.UNANSWERED)
        await house.restart()
        assert house.tables.at(CHANNEL).picture().note is Note.UNANSWERED

    async def test_time_outs_before_a_restart_count_when_leaving_ends_the_hand(
        self, house: House, table: Table
    ) -> None:
        await house.turn(60)
        await house.turn(60)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await table.leave(BEN, house.key())
        assert (table.phase, table.picture().note) == (Phase.WAITING, Note.UNANSWERED)

    async def test_one_answer_before_a_restart_is_enough_to_go_on(
        self, house: House, table: Table
    ) -> None:
        await house.act(table, Verb.BRING_IN)
        await house.restart()
        await house.turn(60)
        await house.turn(60)
        assert house.tables.at(CHANNEL).phase is Phase.BETWEEN

    async def test_a_deal_goes_on(self, house: House, table: Table) -> None:
        for _ in range(3):
            await house.turn(60)
        await table.deal(ANN, house.key())
        assert (table.phase, table.picture().note) == (Phase.PLAYING, None)
        assert table.picture().hand == 2

    async def test_who_leaves_answers_nothing(self, house: House, table: Table) -> None:
        await table.leave(ANN, house.key())
        await house.turn(60)
        await house.turn(60)
        assert (table.phase, table.picture().note) == (Phase.WAITING, Note.UNANSWERED)
        assert await house.bank.balance(GUILD, ANN.id) == 999

    async def test_a_hand_that_leaving_alone_ends_is_not_abandoned(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        while table.phase is Phase.PLAYING:
            await table.leave(house.actor(table), house.key())
        assert table.phase is Phase.BETWEEN


class TestLeaving:
    async def test_who_sits_out_leaves_in_mid_hand_and_is_paid_at_its_end(
        self, house: House, without_cid: Table
    ) -> None:
        left = await without_cid.leave(CID, house.key())
        assert (left.chips, left.waits) == (0, True)
        assert await house.bank.balance(GUILD, CID.id) == 800
        await refused(without_cid.sit(CID, 100, house.key()), No.STILL_IN_HAND)
        await house.finish(without_cid)
        assert await house.bank.balance(GUILD, CID.id) == 995
        assert {place.person for place in without_cid.picture().seats} == {ANN, BEN}


class TestGone:
    async def test_before_a_deal_who_is_gone_leaves_with_his_chips(
        self, house: House, table: Table
    ) -> None:
        await house.finish(table)
        chips = place_of(table, BEN).stack
        house.members.gone = {BEN.id}
        await house.turn(5)
        assert dealt(table) == {"Ann", "Cid"}
        assert await house.bank.balance(GUILD, BEN.id) == 800 + chips
        assert all(place.person != BEN for place in table.picture().seats)

    async def test_before_an_asked_deal_too(self, house: House, table: Table) -> None:
        await house.finish(table)
        house.members.gone = {BEN.id, CID.id}
        await refused(table.deal(ANN, house.key()), No.TOO_FEW_PLAYERS)
        assert [place.person for place in table.picture().seats] == [ANN]
        assert house.watch.kinds[-1] is What.LEFT
        await table.sit(DEE, 100, house.key())
        await table.deal(ANN, house.key())
        assert dealt(table) == {"Ann", "Dee"}

    async def test_who_asks_is_there_whatever_the_roll_says(self, house: House) -> None:
        table = await house.open()
        for person in (ANN, BEN):
            await table.sit(person, 100, house.key())
        house.members.gone = {ANN.id}
        await table.deal(ANN, house.key())
        assert dealt(table) == {"Ann", "Ben"}

    async def test_with_all_gone_the_table_waits_and_everyone_is_paid(
        self, house: House, table: Table
    ) -> None:
        await house.finish(table)
        house.members.gone = {ANN.id, BEN.id, CID.id}
        await house.turn(5)
        assert (table.phase, table.picture().seats) == (Phase.WAITING, ())
        balances = [await house.bank.balance(GUILD, person.id) for person in (ANN, BEN, CID)]
        assert sum(balance or 0 for balance in balances) == 3000

    async def test_at_a_time_out_the_hand_goes_on_without_him(
        self, house: House, table: Table
    ) -> None:
        await house.act(table, Verb.BRING_IN)
        house.members.gone = {ANN.id}
        await house.turn(60)
        assert house.members.asked[-1] == (ANN.id, True)
        assert house.watch.kinds[-1] is What.LEFT
        assert place_of(table, ANN).leaving
        assert house.actor(table) == BEN
        assert await house.bank.balance(GUILD, ANN.id) == 800
        await house.finish(table)
        assert await house.bank.balance(GUILD, ANN.id) == 999
        assert all(place.person != ANN for place in table.picture().seats)

    async def test_in_mid_hand_only_a_time_out_asks(self, house: House, table: Table) -> None:
        house.members.asked.clear()
        await house.turn(60)
        assert house.members.asked == [(CID.id, True)]

    async def test_a_roll_that_hangs_misses_nobody(self, house: House, table: Table) -> None:
        house.members.gone = {CID.id}
        house.members.answering = asyncio.Event()
        house.time.turn(60)
        await asyncio.sleep(0)
        await table.sit(DEE, 100, house.key())  # the table is not held up meanwhile
        assert table.picture().turn == 0
        house.members.answering.set()
        await house.turn(0)
        assert place_of(table, CID).leaving

    async def test_an_act_while_the_roll_is_called_counts(self, house: House, table: Table) -> None:
        house.members.gone = {CID.id}
        house.members.answering = asyncio.Event()
        house.time.turn(60)
        await asyncio.sleep(0)
        await house.act(table, Verb.BRING_IN)
        house.members.answering.set()
        await house.turn(0)
        assert table.picture().turn == 1
        assert not place_of(table, CID).leaving

    async def test_a_roll_that_breaks_misses_nobody(
        self, house: House, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        house.members.gone = {CID.id}
        house.members.broken = True
        await house.turn(60)
        assert not place_of(table, CID).leaving
        assert table.picture().turn == 1
        assert "could not be found out about" in caplog.text

    async def test_who_is_not_known_in_time_is_there(self, house: House) -> None:
        house.members.gone = {ANN.id}
        house.members.answering = asyncio.Event()
        assert await absent(house.members, GUILD, (ANN.id, BEN.id), 0.01) == frozenset()
        house.members.answering = None
        assert await absent(house.members, GUILD, (ANN.id, BEN.id), 1) == {ANN.id}
        assert await absent(EVERYBODY, GUILD, (ANN.id,), 1) == frozenset()

    async def test_a_crash_pays_the_gone_once(self, house: House, table: Table) -> None:
        house.members.gone = {CID.id}
        await house.turn(60)
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert place_of(table, CID).leaving
        await house.finish(table)
        assert await house.bank.balance(GUILD, CID.id) == 800 + 195


class TestSchemaOne:
    async def test_a_running_hand_of_the_first_schema_is_played_on(self, house: House) -> None:
        """The dump was written by the program that had it: nothing in it is ours to change."""
        await house.store.close()
        house.time.timers.clear()
        house.path.unlink()
        dump = Path(__file__).with_name("schema_1.sql").read_text("utf-8")
        with closing(sqlite3.connect(house.path)) as connection:
            connection.executescript(dump)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA user_version = 1")
        await house.start()
        table = house.tables.at(CHANNEL)
        assert (table.phase, table.picture().moment.hand, table.picture().turn) == ("playing", 2, 2)
        assert table.panel == 12345
        assert house.actor(table) == CID
        assert not any(place.sitting_out for place in table.picture().seats)
        await house.turn(60)
        await house.act(table, Verb.CALL)
        await house.finish(table)
        assert table.phase is Phase.BETWEEN
        await house.restart()
        assert sum(place.stack for place in house.tables.at(CHANNEL).picture().seats) == 600
        copy = house.path.with_name(f"{house.path.name}.schema-1")
        assert copy.exists()

    async def test_a_running_hand_that_differs_from_the_first_schemas_is_void(
        self, house: House
    ) -> None:
        """What was dealt before an update is compared after it like any other hand."""
        dump = Path(__file__).with_name("schema_1.sql").read_text("utf-8")
        last = "66a439d05c89e499"
        assert dump.count(last) == 1
        await house.store.close()
        house.time.timers.clear()
        house.path.unlink()
        with closing(sqlite3.connect(house.path)) as connection:
            connection.executescript(dump.replace(last, "0" * 16))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA user_version = 1")
        await house.start()
        picture = house.tables.at(CHANNEL).picture()
        assert (picture.phase, picture.note) == (Phase.WAITING, Note.VOIDED)

    async def test_the_copy_of_the_first_schema_opens_too(self, house: House) -> None:
        path = house.path.with_name("other.sqlite3")
        dump = Path(__file__).with_name("schema_1.sql").read_text("utf-8")
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(dump)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA user_version = 1")
        await (await Store.open(path)).close()
        copy = path.with_name(f"{path.name}.schema-1")
        again = await Store.open(copy)
        count = await again.read(
            lambda connection: connection.execute("SELECT count(*) FROM seat").fetchone()[0]
        )
        await again.close()
        assert count == 3


def _free(table: Table) -> Verb:
    view = table.picture().view
    assert view is not None
    assert view.options is not None
    return next(
        verb for verb in (Verb.BRING_IN, Verb.CHECK, Verb.CALL) if verb in view.options.verbs()
    )


def _facing(table: Table) -> bool:
    return _free(table) is Verb.CALL
