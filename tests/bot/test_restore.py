"""A restart: the same cards and chips, or, where a hand cannot be read back, everyone refunded."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot import dealing
from bot.broken import BrokenHand
from bot.decision import Pace
from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.actions import Action, Verb
from engine.hand import Hand

if TYPE_CHECKING:
    from bot.picture import Picture
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
PEOPLE = ANN, BEN, CID = tuple(Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"


@pytest.fixture
async def table(house: House) -> Table:
    """A hand in which Cid has brought in and Ann has completed."""
    house.decks = [CID_BRINGS_IN]
    await house.restart()
    table = await house.dealt(ANN, BEN, CID)
    await house.act(table, Verb.BRING_IN)
    await house.act(table, Verb.COMPLETE, 10)
    await table.remember_panel(12345)
    assert table.panel == 12345
    return table


def shown(picture: Picture) -> Picture:
    """Leave out what a restart may change: version, deadline, and the events of the last step."""
    assert picture.view is not None
    return replace(picture, version=0, due_at=None)


def forge(house: House, statement: str) -> None:
    """Change what the database does not let anybody change."""
    with closing(sqlite3.connect(house.path)) as connection:
        triggers = ("act_cannot_change", "hand_keeps_its_start", "hand_seat_cannot_go")
        made = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name IN (?, ?, ?)", triggers
        ).fetchall()
        for trigger in triggers:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.executescript(statement)
        for (sql,) in made:
            connection.execute(sql)


async def broken_off(house: House, statement: str) -> Table:
    """Crash, forge, and start again."""
    house.time.timers.clear()
    await house.store.close()
    forge(house, statement)
    await house.start()
    return house.tables.at(CHANNEL)


async def test_a_hand_comes_back_with_its_cards_turn_and_chips(house: House, table: Table) -> None:
    before = table.picture()
    private = [table.private(person) for person in PEOPLE]
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert again is not table
    assert shown(again.picture()) == shown(before)
    assert [again.private(person) for person in PEOPLE] == private
    assert again.picture().version > before.version
    assert again.panel == 12345
    assert house.watch.kinds[-1] is What.RESTORED


async def test_it_ends_as_it_would_have_ended(house: House, table: Table) -> None:
    await house.finish(table)
    undisturbed = [seat.stack for seat in table.picture().seats]
    other = await house.open(channel=2)
    assert other.id != table.id

    await table.close(ANN, house.key())
    await other.close(ANN, house.key())
    house.decks = [CID_BRINGS_IN]
    await house.restart()
    again = await house.dealt(ANN, BEN, CID)
    for verb, amount in ((Verb.BRING_IN, 0), (Verb.COMPLETE, 10)):
        await house.act(again, verb, amount)
        await house.restart()
        again = house.tables.at(CHANNEL)
    while again.phase is Phase.PLAYING:
        view = again.picture().view
        assert view is not None
        assert view.options is not None
        await house.act(again, Verb.CHECK if view.options.check else Verb.CALL)
        await house.restart()
        again = house.tables.at(CHANNEL)
    assert [seat.stack for seat in again.picture().seats] == undisturbed


async def test_a_click_of_before_counts_after(house: House, table: Table) -> None:
    moment = table.picture().moment
    await house.restart()
    again = house.tables.numbered(moment.table, moment.line, table.channel)
    await again.act(BEN, moment, Action(Verb.CALL), house.key())
    assert again.picture().turn == moment.turn + 1


async def test_a_click_that_counted_before_does_not_count_again(house: House, table: Table) -> None:
    await table.act(BEN, table.picture().moment, Action(Verb.CALL), "same")
    await house.restart()
    again = house.tables.at(CHANNEL)
    moment = again.picture().moment
    with pytest.raises(Refusal) as caught:
        await again.act(CID, moment, Action(Verb.CALL), "same")
    assert caught.value.code is No.DOUBLED
    with pytest.raises(Refusal) as caught:
        await again.act(BEN, moment, Action(Verb.CALL), "same")
    assert caught.value.code is No.DOUBLED


async def test_the_actor_has_twenty_seconds_at_least(house: House, table: Table) -> None:
    due_at = table.picture().due_at
    assert due_at is not None
    await house.restart()
    assert house.tables.at(CHANNEL).picture().due_at == due_at
    house.time.seconds += 1000
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert again.picture().due_at == house.time.now() + 20
    await house.turn(20)
    assert again.picture().turn == 3


async def test_the_pause_goes_on_and_the_last_hand_is_still_shown(
    house: House, table: Table
) -> None:
    await house.finish(table)
    before = table.picture()
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert shown(again.picture()) == shown(before)
    await house.turn(5)
    assert (again.picture().hand, again.phase) == (2, Phase.PLAYING)


async def test_the_last_hand_is_shown_with_those_who_have_left(house: House, table: Table) -> None:
    await house.finish(table)
    await table.leave(ANN, house.key())
    before = table.picture()
    await house.restart()
    assert shown(house.tables.at(CHANNEL).picture()) == shown(before)


async def test_who_has_left_stays_left(house: House, table: Table) -> None:
    await table.leave(CID, house.key())
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert [seat.leaving for seat in again.picture().seats] == [False, False, True]
    await house.act(again, Verb.CALL)
    view = again.picture().view
    assert view is not None
    assert view.seats[2].folded
    await house.finish(again)
    assert await house.bank.balance(GUILD, CID.id) == 995


async def test_a_waiting_and_a_closed_table(house: House, table: Table) -> None:
    await table.close(ANN, house.key())
    waiting = await house.open(channel=5)
    await waiting.sit(ANN, 100, house.key())
    await house.restart()
    with pytest.raises(Refusal):
        house.tables.at(CHANNEL)
    assert [seat.stack for seat in house.tables.at(5).picture().seats] == [100]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE act SET digest = '0000000000000000' WHERE seq = 2",
        "UPDATE act SET line = 'p1 cbr 11' WHERE seq = 2",
        "UPDATE act SET line = 'nonsense' WHERE seq = 2",
        "UPDATE hand SET deck = 'Ah'",
        "UPDATE hand SET deck = 'Ks Ah' || substr(deck, 6)",
        """UPDATE hand SET rules = '{"game": "poker"}'""",
        "DELETE FROM hand_seat WHERE p = 0",
        "UPDATE hand SET reserve = ''",
    ],
)
async def test_a_hand_that_does_not_come_out_as_it_was_is_void_and_refunded(
    house: House, table: Table, statement: str
) -> None:
    await table.leave(BEN, house.key())
    again = await broken_off(house, statement)
    picture = again.picture()
    assert (picture.phase, picture.note, picture.view) == (Phase.WAITING, Note.VOIDED, None)
    assert [(seat.person, seat.stack) for seat in picture.seats] == [(ANN, 200), (CID, 200)]
    assert await house.bank.balance(GUILD, BEN.id) == 1000
    assert house.watch.kinds[-1] is What.VOIDED
    await again.deal(ANN, house.key())
    assert again.picture().hand == 2


async def test_a_hand_whose_stacks_hold_other_chips_is_void(house: House, table: Table) -> None:
    again = await broken_off(
        house,
        "UPDATE balance SET chips = chips - 5 WHERE account_id IN"
        " (SELECT account_id FROM seat WHERE place = 0);"
        "UPDATE balance SET chips = chips + 5 WHERE account_id IN"
        " (SELECT account_id FROM seat WHERE place = 1);",
    )
    assert again.picture().note is Note.VOIDED
    assert [seat.stack for seat in again.picture().seats] == [195, 205, 200]
    assert (await house.audit()).drifted
    await mended(house)


async def mended(house: House) -> None:
    """Put the forged chips back, so that the books are sound at the end."""
    await house.store.write(
        lambda connection: connection.execute(
            "UPDATE balance SET chips = 200 WHERE account_id IN (SELECT account_id FROM seat)"
        )
    )


async def test_a_last_hand_that_is_broken_is_just_not_shown(house: House, table: Table) -> None:
    await house.finish(table)
    stacks = [seat.stack for seat in table.picture().seats]
    again = await broken_off(house, "UPDATE act SET digest = '' WHERE seq = 1")
    assert again.picture().view is None
    assert [seat.stack for seat in again.picture().seats] == stacks
    await house.turn(5)
    assert again.picture().hand == 2


async def test_a_table_whose_rules_are_not_known_any_more_is_closed_and_paid(
    house: House, table: Table
) -> None:
    house.time.timers.clear()
    await house.store.close()
    forge(house, """UPDATE tables SET rules = '{"wild_cards": 4}'""")
    await house.start()
    with pytest.raises(Refusal):
        house.tables.at(CHANNEL)
    assert await house.bank.balance(GUILD, ANN.id) == 1000
    assert table.id


async def test_chips_that_do_not_add_up_pause_the_table_and_refund_everybody(
    house: House, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.leave(CID, house.key())
    play = table._state.running
    assert play is not None
    play.hand._state.stacks[0] += 5
    with pytest.raises(Refusal) as caught:
        await house.act(table, Verb.CALL)
    assert caught.value.code is No.TABLE_PAUSED
    picture = table.picture()
    assert (picture.phase, picture.note) == (Phase.PAUSED, Note.VOIDED)
    assert [(seat.person, seat.stack) for seat in picture.seats] == [(ANN, 200), (BEN, 200)]
    assert house.watch.kinds[-1] is What.PAUSED
    assert "ChipsLost" in caplog.text
    await paused_refuses(house, table)


@pytest.mark.parametrize("preset", ["casino_fixed", "dealers_choice"])
async def test_a_hand_that_does_not_start_leaves_the_last_one_as_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    table = await house.open(preset)
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    await table.deal(ANN, house.key())
    if preset == "dealers_choice":
        await table.pick(BEN, table.picture().moment, "casino_fixed", house.key())
    await house.finish(table)
    shown_before = table.picture()

    def breaks(*_args: object) -> None:
        raise RuntimeError("no hand starts")

    with monkeypatch.context() as patched:
        patched.setattr(Hand, "start", breaks)
        await house.turn(5)
        if preset == "dealers_choice":
            with pytest.raises(Refusal, match=No.TABLE_PAUSED):
                await table.pick(ANN, table.picture().moment, "casino_fixed", house.key())
    picture = table.picture()
    assert (picture.phase, picture.note) == (Phase.PAUSED, None)
    assert picture.view == shown_before.view
    assert [seat.stack for seat in picture.seats] == [seat.stack for seat in shown_before.seats]


async def test_a_hand_that_ends_with_other_chips_than_it_began_with_is_broken(
    house: House, table: Table
) -> None:
    """A second look beside the engine's own, since real balances follow from it."""
    play = table._state.running
    assert play is not None
    hand = play.hand
    for seat in (1, 2):
        hand, _ = hand.act(seat, Action(Verb.FOLD))
    assert hand.over
    hand._state.stacks[0] += 5
    with pytest.raises(BrokenHand):
        dealing._settle(table._state, replace(play, hand=hand), [], Pace(0.0, 60, 5.0))


async def paused_refuses(house: House, table: Table) -> None:
    for asked in (
        table.deal(ANN, house.key()),
        table.sit(ANN, 100, house.key()),
        table.act(ANN, None, Action(Verb.FOLD), house.key()),
    ):
        with pytest.raises(Refusal) as caught:
            await asked
        assert caught.value.code is No.TABLE_PAUSED
    await house.restart()
    again = house.tables.at(CHANNEL)
    assert again.picture().phase is Phase.PAUSED
    assert (await again.leave(ANN, house.key())).chips == 200
    assert (await again.close(BEN, house.key())).refunds == ((BEN, 200),)


async def test_a_broken_hand_at_a_deadline_pauses_the_table_too(house: House, table: Table) -> None:
    play = table._state.running
    assert play is not None
    play.hand._state.stacks[0] += 5
    await house.turn(60)
    assert table.picture().phase is Phase.PAUSED


async def test_after_shutting_nothing_begins(house: House, table: Table) -> None:
    await house.tables.shut()
    with pytest.raises(Refusal) as caught:
        await house.act(table, Verb.CALL)
    assert caught.value.code is No.STILL_STARTING
    await house.turn(1000)
    assert table.picture().turn == 2
    await house.restart()
    assert house.tables.at(CHANNEL).picture().turn == 2


async def test_a_deadline_from_the_future_is_cut_to_the_clock(house: House, table: Table) -> None:
    """The computer's clock was a day ahead when the deadline was written."""
    assert table.picture().due_at == house.time.now() + 60
    house.time.seconds -= 86_400
    await house.restart()
    assert house.tables.at(CHANNEL).picture().due_at == house.time.now() + 60
