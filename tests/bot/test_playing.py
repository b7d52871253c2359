"""Dealing at a table and acting: who may, when, and what is refused."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.opening import Opening
from bot.picture import Moment, Note, Phase
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.actions import Action, Verb, Why
from engine.errors import IllegalAction
from engine.presets import preset_named
from tests.bot.conftest import (
    ANN,
    BEN,
    CHANNEL,
    CID,
    CID_BRINGS_IN,
    DEE,
    GUILD,
    busted,
    loser,
    refused,
)

if TYPE_CHECKING:
    from tests.bot.conftest import House

FOLD = Action(Verb.FOLD)


class TestDealing:
    async def test_the_last_to_sit_deals_first_and_is_last_in_the_hand(self, house: House) -> None:
        table = await house.dealt(BEN, ANN, CID)
        picture = table.picture()
        assert picture.phase is Phase.PLAYING
        assert [person.name for person in picture.players] == ["Ben", "Ann", "Cid"]
        assert [seat.dealer for seat in picture.seats] == [False, False, True]
        change = house.watch.changes[-1]
        assert (change.kind, change.dealt) == (What.HAND_BEGAN, (BEN, ANN, CID))

    async def test_the_dealer_moves_clockwise(self, house: House) -> None:
        """R-TABLE-3."""
        table = await house.dealt(ANN, BEN, CID)
        dealers = []
        for _ in range(4):
            dealers.append(next(seat.person.name for seat in table.picture().seats if seat.dealer))
            await house.finish(table)
            await house.turn(5)
        assert dealers == ["Cid", "Ann", "Ben", "Cid"]

    async def test_one_player_is_too_few(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await refused(table.deal(ANN, house.key()), No.TOO_FEW_PLAYERS)

    async def test_only_who_sits_here_deals_and_only_one_hand_at_a_time(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await refused(table.deal(ANN, house.key()), No.HAND_RUNNING)
        await refused(table.deal(CID, house.key()), No.NOT_SEATED)

    async def test_a_doubled_deal_deals_once(self, house: House) -> None:
        table = await house.open()
        for person in (ANN, BEN):
            await table.sit(person, 100, house.key())
        await table.deal(ANN, "same")
        await refused(table.deal(ANN, "same"), No.DOUBLED)
        assert table.picture().hand == 1

    async def test_the_next_hand_starts_by_itself_after_the_pause(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await house.finish(table)
        picture = table.picture()
        assert (picture.phase, picture.due_at) == (Phase.BETWEEN, house.time.now() + 5)
        await house.turn(4.9)
        assert table.picture().hand == 1
        await house.turn(0.1)
        assert (table.phase, table.picture().hand) == (Phase.PLAYING, 2)

    async def test_without_two_who_have_chips_the_table_waits(self, house: House) -> None:
        table = await busted(house)
        await house.turn(5)
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.WAITING, Note.SHORT_OF_PLAYERS)
        assert house.watch.kinds[-1] is What.WAITING
        await table.sit(loser(house), 100, house.key())
        assert table.picture().note is None
        await table.deal(ANN, house.key())
        assert table.phase is Phase.PLAYING

    async def test_a_hand_all_in_by_its_antes_is_over_at_once(self, house: House) -> None:
        table = await house.tables.open(
            Opening(
                guild=GUILD,
                channel=CHANNEL,
                host=ANN,
                rules=replace(preset_named("home_fixed").rules(), ante=40),
                preset="home_fixed",
                least=1,
                most=400,
                clock=60,
            ),
            "open",
        )
        for person in (ANN, BEN):
            await table.sit(person, 30, house.key())
        await table.deal(ANN, house.key())
        assert table.phase is Phase.BETWEEN
        assert house.watch.kinds[-2:] == [What.HAND_BEGAN, What.HAND_ENDED]
        assert sum(seat.stack for seat in table.picture().seats) == 60


class TestActing:
    async def test_an_act_moves_the_turn_and_the_version(self, house: House) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        table = await house.dealt(ANN, BEN, CID)
        before = table.picture()
        after = await table.act(CID, before.moment, Action(Verb.BRING_IN), house.key())
        assert after == table.picture()
        assert after.turn == before.turn + 1
        assert after.version > before.version
        assert [seat.stack for seat in after.seats] == [199, 199, 195]

    async def test_an_act_does_not_play_the_hand_before_it_again(self, house: House) -> None:
        """The hand after an act has taken its state over; asked for it, it would be dealt anew."""
        table = await house.dealt(ANN, BEN, CID)
        for verb in (Verb.BRING_IN, Verb.CALL, Verb.FOLD):
            before = table._gate.state.running
            await house.act(table, verb)
            assert before is not None
            assert before.hand._kept is None

    async def test_an_illegal_act_changes_nothing(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        before = table.picture()
        with pytest.raises(IllegalAction):
            await house.act(table, Verb.CHECK)
        assert table.picture() is before

    async def test_out_of_turn_is_illegal(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        idle = BEN if house.actor(table) == ANN else ANN
        with pytest.raises(IllegalAction) as caught:
            await table.act(idle, table.picture().moment, FOLD, house.key())
        assert caught.value.reason.why is Why.NOT_YOUR_TURN

    async def test_stale_clicks_are_refused(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        actor, moment = house.actor(table), table.picture().moment
        for stale in (
            replace(moment, turn=moment.turn + 1),
            replace(moment, hand=moment.hand - 1),
            replace(moment, table=moment.table + 1),
            Moment(-1, -1, -1, -1),
        ):
            await refused(table.act(actor, stale, FOLD, house.key()), No.STALE)

    async def test_a_doubled_click_counts_once(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        actor, moment = house.actor(table), table.picture().moment
        await table.act(actor, moment, Action(Verb.BRING_IN), "same")
        before = table.picture()
        await refused(table.act(actor, moment, Action(Verb.BRING_IN), "same"), No.DOUBLED)
        await refused(table.act(actor, before.moment, Action(Verb.CALL), "same"), No.DOUBLED)
        other = house.actor(table)
        await refused(table.act(other, before.moment, Action(Verb.CALL), "same"), No.DOUBLED)
        assert table.picture() is before

    async def test_a_key_that_has_asked_for_something_else_does_not_act(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        await table.sit_out(CID, "same")
        before = table.picture()
        (actor,) = before.deciders
        act = Action(Verb.BRING_IN)
        await refused(table.act(actor, before.moment, act, "same"), No.DOUBLED)
        assert table.picture() == before
        assert (await table.act(actor, before.moment, act, house.key())).version > before.version

    async def test_foreign_clicks_are_refused(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        moment = table.picture().moment
        await table.sit(CID, 100, house.key())
        for stranger in (CID, DEE):
            await refused(table.act(stranger, moment, FOLD, house.key()), No.NOT_YOUR_HAND)

    async def test_without_a_hand_there_is_nothing_to_do(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, house.key())
        await refused(table.act(ANN, None, FOLD, house.key()), No.NO_HAND)
        await refused(
            table.act(ANN, Moment(table.id, 0, 0, house.store.line), FOLD, house.key()), No.STALE
        )

    async def test_who_has_seen_no_hand_acts_in_none(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        bring_in = Action(Verb.BRING_IN)
        await refused(table.act(house.actor(table), None, bring_in, house.key()), No.STALE)
        assert table.picture().turn == 0

    async def test_of_many_clicks_at_one_moment_one_wins(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        actor, moment = house.actor(table), table.picture().moment
        clicks = [table.act(actor, moment, Action(Verb.BRING_IN), house.key()) for _ in range(100)]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        refusals = [one.code for one in results if isinstance(one, Refusal)]
        assert refusals == [No.STALE] * 99
        assert table.picture().turn == moment.turn + 1

    async def test_a_cancelled_click_still_counts_and_is_shown(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        moment = table.picture().moment
        click = table.act(house.actor(table), moment, Action(Verb.BRING_IN), house.key())
        task = asyncio.create_task(click)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert table.picture().turn == moment.turn + 1
        assert house.watch.changes[-1].picture is table.picture()

    async def test_a_click_cancelled_while_it_waits_its_turn_counts_too(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        moment, began, go_on = table.picture().moment, asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def busy(connection: sqlite3.Connection) -> None:
            loop.call_soon_threadsafe(began.set)
            assert go_on.wait(10)

        blocked = asyncio.create_task(house.store.write(busy))
        await began.wait()
        remembering = asyncio.create_task(table.remember_panel(1))
        click = asyncio.create_task(
            table.act(house.actor(table), moment, Action(Verb.BRING_IN), house.key())
        )
        for _ in range(5):
            await asyncio.sleep(0)
        click.cancel()
        go_on.set()
        await asyncio.wait([blocked, remembering, click])
        assert table.picture().turn == moment.turn + 1

    async def test_a_store_that_fails_leaves_the_table_as_it_was(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        before = table.picture()
        await house.store.write(
            lambda connection: connection.execute(
                "CREATE TEMP TRIGGER full_disk BEFORE INSERT ON main.act"
                " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
            )
        )
        with pytest.raises(sqlite3.Error, match="full"):
            await house.act(table, Verb.BRING_IN)
        assert table.picture() is before
        await house.store.write(
            lambda connection: connection.execute("DROP TRIGGER temp.full_disk")
        )
        assert (await house.act(table, Verb.BRING_IN)).turn == 1

    async def test_a_watcher_that_fails_undoes_nothing(
        self, house: House, caplog: pytest.LogCaptureFixture
    ) -> None:
        table = await house.dealt(ANN, BEN)
        house.watch.break_on = What.ACTED
        picture = await house.act(table, Verb.BRING_IN)
        assert picture.turn == 1
        assert "the board is on fire" in caplog.text

    async def test_each_act_is_a_log_line_without_cards(
        self, house: House, caplog: pytest.LogCaptureFixture
    ) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        with caplog.at_level(logging.INFO):
            table = await house.dealt(ANN, BEN, CID)
            await house.finish(table)
        lines = [record.getMessage() for record in caplog.records if record.name == "bot.gate"]
        assert lines[0].startswith(f"act guild={GUILD} table={table.id} hand=1 turn=0 act='p3 pb'")
        assert not any(card in caplog.text for card in ("Ah", "Ks", "Qs"))

    async def test_the_down_card_is_in_the_owners_view_alone(self, house: House) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        table = await house.dealt(ANN, BEN, CID)
        for person, card in ((ANN, "Ah"), (BEN, "Ks"), (CID, "Qs")):
            private = table.private(person)
            assert private is not None
            seen = repr(private.view)
            assert [one for one in ("Ah", "Ks", "Qs") if one in seen] == [card]
        assert not any(card in repr(table.picture()) for card in ("Ah", "Ks", "Qs"))
