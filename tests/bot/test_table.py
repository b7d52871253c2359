"""A table of people: sitting down, dealing, acting, leaving, closing, and all that is refused."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.opening import Opening
from bot.person import Person
from bot.picture import Moment, Note, Phase
from bot.receipt import Closed, Left, Sat
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.actions import Action, Verb, Why
from engine.errors import IllegalAction
from engine.presets import PRESETS, preset_named

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))
FOLD = Action(Verb.FOLD)

# Ben (first in hand order of Ann, Ben, Cid with Cid dealing: Ann, Ben, Cid). Up cards: Kd 7h 2c.
CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"


async def refused(awaitable: Awaitable[Any], code: No, *numbers: int) -> None:
    """Expect the room to refuse for this reason, with these numbers."""
    with pytest.raises(Refusal) as caught:
        await awaitable
    assert (caught.value.code, caught.value.numbers) == (code, numbers)


class TestOpening:
    async def test_a_table_waits_for_people(self, house: House) -> None:
        table = await house.open()
        picture = table.picture()
        assert (picture.phase, picture.hand, picture.seats) == (Phase.WAITING, 0, ())
        assert picture.title == PRESETS["casino_fixed"].title
        assert house.watch.kinds == [What.OPENED]

    async def test_it_is_found_by_channel_and_by_number(self, house: House) -> None:
        table = await house.open()
        assert house.tables.at(CHANNEL) is table
        assert house.tables.numbered(table.id, house.store.line, CHANNEL) is table

    def test_where_none_is_there_is_none(self, house: House) -> None:
        for find in (house.tables.at, lambda n: house.tables.numbered(n, house.store.line, n)):
            with pytest.raises(Refusal, match=No.NO_TABLE.value):
                find(1)

    async def test_from_elsewhere_or_of_another_line_it_is_stale(self, house: House) -> None:
        table = await house.open()
        line = house.store.line
        for other, channel in (
            (line, CHANNEL + 1),
            (line, None),
            (line + 1, CHANNEL),
            (0, CHANNEL),
        ):
            with pytest.raises(Refusal, match=No.STALE.value):
                house.tables.numbered(table.id, other, channel)

    async def test_a_channel_has_one_table_even_when_two_open_at_once(self, house: House) -> None:
        both = await asyncio.gather(house.open(), house.open(), return_exceptions=True)
        faults = [one for one in both if isinstance(one, Refusal)]
        assert [fault.code for fault in faults] == [No.TABLE_EXISTS]

    async def test_a_guild_has_many_tables(self, house: House) -> None:
        one, other = await house.open(channel=1), await house.open(channel=2)
        await one.sit(ANN, 100, house.key())
        await other.sit(ANN, 100, house.key())
        assert await house.bank.balance(GUILD, ANN.id) == 800

    @pytest.mark.parametrize(("least", "most"), [(0, 10), (-1, 10), (11, 10), (1, 10**18)])
    async def test_limits_that_cannot_be_are_refused(
        self, house: House, least: int, most: int
    ) -> None:
        opening = opened(house, least=least, most=most)
        await refused(opening, No.BAD_LIMITS, 10_000_000, least, most)

    @pytest.mark.parametrize("clock", [-1, 3601, 10**18])
    async def test_a_clock_out_of_range_is_refused(self, house: House, clock: int) -> None:
        await refused(opened(house, clock=clock), No.BAD_CLOCK, 3600)

    async def test_a_doubled_opening_opens_once(self, house: House) -> None:
        await opened(house, "same")
        await refused(opened(house, "same", channel=5), No.DOUBLED)

    async def test_before_the_restart_is_over_everything_is_refused(self, house: House) -> None:
        await house.tables.shut()
        with pytest.raises(Refusal, match=No.STILL_STARTING.value):
            house.tables.at(CHANNEL)
        await refused(house.open(), No.STILL_STARTING)


def opened(house: House, key: str = "opening", **terms: Any) -> Awaitable[Any]:
    named: dict[str, Any] = {
        "guild": GUILD,
        "channel": CHANNEL,
        "host": ANN,
        "rules": preset_named("casino_fixed").rules(),
        "preset": "casino_fixed",
        "least": 40,
        "most": 400,
        "clock": 60,
    }
    named |= terms
    return house.tables.open(Opening(**named), key)


class TestSitting:
    async def test_a_new_member_gets_the_starting_chips_once(self, house: House) -> None:
        table = await house.open()
        assert await table.sit(ANN, 100, house.key()) == Sat(100, 900)
        await table.leave(ANN, house.key())
        assert await table.sit(ANN, 100, house.key()) == Sat(100, 900)

    async def test_places_are_given_in_order_and_a_free_one_again(self, house: House) -> None:
        table = await house.open()
        for person in (ANN, BEN, CID):
            await table.sit(person, 100, house.key())
        await table.leave(BEN, house.key())
        await table.sit(DEE, 100, house.key())
        seats = [(seat.place, seat.person.name) for seat in table.picture().seats]
        assert seats == [(0, "Ann"), (1, "Dee"), (2, "Cid")]

    @pytest.mark.parametrize("amount", [39, 0, -1, -(10**18)])
    async def test_too_little_is_refused(self, house: House, amount: int) -> None:
        table = await house.open()
        await refused(table.sit(ANN, amount, house.key()), No.BUY_IN_TOO_SMALL, 40)
        assert await house.bank.balance(GUILD, ANN.id) is None

    @pytest.mark.parametrize("amount", [401, 10**18, 10**30])
    async def test_too_much_is_refused(self, house: House, amount: int) -> None:
        table = await house.open()
        await refused(table.sit(ANN, amount, house.key()), No.BUY_IN_TOO_BIG, 400)

    async def test_more_than_the_balance_is_refused(self, house: House) -> None:
        for channel in (1, 2):
            await (await house.open(channel=channel)).sit(ANN, 400, house.key())
        table = await house.open(channel=3)
        await refused(table.sit(ANN, 201, house.key()), No.NOT_ENOUGH_CHIPS, 200)
        assert table.picture().seats == ()

    async def test_the_eleventh_is_refused(self, house: House) -> None:
        table = await house.open()
        for number in range(10):
            await table.sit(Person(100 + number, f"P{number}"), 40, house.key())
        await refused(table.sit(ANN, 40, house.key()), No.TABLE_FULL, 10)

    async def test_sitting_again_tops_up_to_the_most(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 390, house.key())
        await refused(table.sit(ANN, 11, house.key()), No.BUY_IN_TOO_BIG, 10)
        await refused(table.sit(ANN, 0, house.key()), No.BUY_IN_TOO_SMALL, 1)
        assert await table.sit(ANN, 10, house.key()) == Sat(400, 600)
        await refused(table.sit(ANN, 1, house.key()), No.ALREADY_SEATED)

    async def test_nothing_is_added_in_mid_hand(self, house: House) -> None:
        """R-TABLE-4."""
        table = await house.dealt(ANN, BEN)
        await refused(table.sit(ANN, 10, house.key()), No.HAND_RUNNING)

    async def test_a_rebuy_from_nothing_needs_the_least(self, house: House) -> None:
        table = await busted(house)
        await refused(table.sit(loser(house), 39, house.key()), No.BUY_IN_TOO_SMALL, 40)
        assert (await table.sit(loser(house), 40, house.key())).stack == 40

    async def test_who_joins_in_mid_hand_is_dealt_in_to_the_next(self, house: House) -> None:
        """R-TABLE-5."""
        table = await house.dealt(ANN, BEN)
        await table.sit(CID, 100, house.key())
        assert [seat.hand_seat for seat in table.picture().seats] == [0, 1, None]
        assert table.private(CID) is None
        await house.finish(table)
        await house.turn(5)
        assert {person.name for person in table.picture().players} == {"Ann", "Ben", "Cid"}

    async def test_a_doubled_sit_sits_once(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 100, "same")
        await refused(table.sit(ANN, 100, "same"), No.DOUBLED)
        assert table.picture().seats[0].stack == 100

    async def test_a_cancelled_sit_is_done_or_not_but_never_half(self, house: House) -> None:
        table = await house.open()
        for number in range(30):
            person = Person(50 + number, "X")
            task = asyncio.create_task(table.sit(person, 40, house.key()))
            for _ in range(number % 6):
                await asyncio.sleep(0)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Refusal):
                await task
            await table.remember_panel(number)  # comes through the gate after it
            seated = {seat.person.id for seat in table.picture().seats}
            stored = await house.bank.balance(GUILD, person.id)
            assert (stored is not None) == (person.id in seated)
            if person.id in seated:
                await table.leave(person, house.key())


async def busted(house: House) -> Table:
    """Play no-limit hands between Ann and Ben until one has nothing left."""
    table = await house.dealt(ANN, BEN, preset="classic_nl", buy_in=40)
    while True:
        while table.phase is Phase.PLAYING:
            view = table.picture().view
            assert view is not None
            options = view.options
            assert options is not None
            total = options.all_in
            if total is not None and options.wager is not None:
                await house.act(table, options.wager.verb, total)
            elif options.call:
                await house.act(table, Verb.CALL)
            else:
                await house.act(table, Verb.CHECK)
        if any(seat.stack == 0 for seat in table.picture().seats):
            return table
        await house.turn(5)


def loser(house: House) -> Person:
    seats = house.tables.at(CHANNEL).picture().seats
    return next(seat.person for seat in seats if seat.stack == 0)


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


class TestLeaving:
    async def test_between_hands_the_chips_come_back_at_once(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 150, house.key())
        assert await table.leave(ANN, "same") == Left(150, 1000, waits=False)
        await refused(table.leave(ANN, "same"), No.DOUBLED)
        await refused(table.leave(ANN, house.key()), No.NOT_SEATED)

    async def test_in_mid_hand_he_is_timed_out_at_once_and_paid_at_the_end(
        self, house: House
    ) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        table = await house.dealt(ANN, BEN, CID)
        assert await table.leave(ANN, house.key()) == Left(0, 800, waits=True)
        await refused(table.leave(ANN, house.key()), No.NOT_SEATED)
        await refused(table.sit(ANN, 40, house.key()), No.STILL_IN_HAND)
        moment = table.picture().moment
        await refused(table.act(ANN, moment, FOLD, house.key()), No.NOT_SEATED)
        assert await house.bank.balance(GUILD, ANN.id) == 800
        await house.act(table, Verb.BRING_IN)
        picture = table.picture()
        assert picture.view is not None
        assert picture.view.seats[0].folded
        assert house.actor(table) == BEN
        await house.finish(table)
        assert await house.bank.balance(GUILD, ANN.id) == 999
        assert [seat.person for seat in table.picture().seats] == [BEN, CID]
        await table.sit(ANN, 40, house.key())

    async def test_at_his_turn_the_leaver_is_played_at_once(self, house: House) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        table = await house.dealt(ANN, BEN, CID)
        left = await table.leave(CID, house.key())
        assert left.waits
        picture = table.picture()
        assert picture.view is not None
        assert picture.view.seats[2].bet == 4  # the bring-in is posted (R-TABLE-7)
        assert picture.due_at == house.time.now() + 60

    async def test_when_his_leaving_ends_the_hand_he_is_paid_with_it(self, house: House) -> None:
        house.decks = ["Ah Ks 2d 7h"]
        await house.restart()
        table = await house.dealt(ANN, BEN)
        await house.act(table, Verb.BRING_IN)
        assert await table.leave(BEN, house.key()) == Left(199, 999, waits=False)
        assert table.phase is Phase.BETWEEN
        assert [seat.stack for seat in table.picture().seats] == [201]

    async def test_who_is_not_dealt_in_leaves_at_once_in_mid_hand(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        await table.sit(CID, 100, house.key())
        assert await table.leave(CID, house.key()) == Left(100, 1000, waits=False)

    async def test_when_all_leave_the_hand_still_ends(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        for person in (ANN, BEN, CID):
            await table.leave(person, house.key())
        assert table.phase is Phase.BETWEEN
        assert table.picture().seats == ()
        await house.turn(5)
        assert table.picture().phase is Phase.WAITING


class TestClosing:
    async def test_everybody_is_paid_and_the_channel_is_free(self, house: House) -> None:
        table = await house.open()
        await table.sit(ANN, 150, house.key())
        await table.sit(BEN, 60, house.key())
        assert await table.close(ANN, house.key()) == Closed(((ANN, 150), (BEN, 60)))
        with pytest.raises(Refusal, match=No.NO_TABLE.value):
            house.tables.at(CHANNEL)
        with pytest.raises(Refusal, match=No.NO_TABLE.value):
            house.tables.numbered(table.id, house.store.line, CHANNEL)
        assert (await house.open()).id != table.id

    async def test_in_mid_hand_everybody_has_the_chips_of_its_start(self, house: House) -> None:
        house.decks = [CID_BRINGS_IN]
        await house.restart()
        table = await house.dealt(ANN, BEN, CID)
        await house.act(table, Verb.BRING_IN)
        await table.leave(ANN, house.key())
        await house.act(table, Verb.COMPLETE, 10)
        closed = await table.close(DEE, house.key())
        assert closed == Closed(((ANN, 200), (BEN, 200), (CID, 200)))
        for person in (ANN, BEN, CID):
            assert await house.bank.balance(GUILD, person.id) == 1000
        picture = house.watch.changes[-1].picture
        assert (picture.phase, picture.note, picture.view) == (Phase.CLOSED, Note.VOIDED, None)

    async def test_a_closed_table_refuses_everything(self, house: House) -> None:
        table = await house.dealt(ANN, BEN)
        moment = table.picture().moment
        await table.close(ANN, "same")
        await refused(table.close(ANN, "same"), No.DOUBLED)
        for late in (
            table.close(ANN, house.key()),
            table.sit(ANN, 40, house.key()),
            table.leave(ANN, house.key()),
            table.deal(ANN, house.key()),
            table.act(ANN, moment, FOLD, house.key()),
        ):
            await refused(late, No.TABLE_CLOSING)
        assert house.time.timers == [timer for timer in house.time.timers if timer.off]
