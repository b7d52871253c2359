"""Sitting down at a table and leaving it: what it costs, and what is refused."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Phase
from bot.receipt import Left, Sat
from bot.refusal import No, Refusal
from engine.actions import Action, Verb
from tests.bot.conftest import ANN, BEN, CID, CID_BRINGS_IN, DEE, GUILD, busted, loser, refused

if TYPE_CHECKING:
    from tests.bot.conftest import House

FOLD = Action(Verb.FOLD)


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
