"""A table as a whole: how it is opened and closed, and what of that is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

import pytest

from bot.opening import Opening
from bot.picture import Note, Phase
from bot.receipt import Closed
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.actions import Action, Verb
from engine.presets import PRESETS, preset_named
from tests.bot.conftest import ANN, BEN, CHANNEL, CID, CID_BRINGS_IN, DEE, GUILD, refused

if TYPE_CHECKING:
    from tests.bot.conftest import House

FOLD = Action(Verb.FOLD)


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
