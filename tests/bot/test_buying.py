"""Buys in the room: what is stored, what is told, and who is asked."""

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.person import Person
from bot.picture import Phase
from bot.refusal import No, Refusal
from bot.taken import take
from engine import course
from engine.actions import Action, Declaration, Verb, Why
from engine.cards import parse_card
from engine.errors import IllegalAction
from engine.presets import preset_named

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
X38 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s 8d Ad 9h 7s 3d 6c 9d"
X39 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s Qh Ad 9h 7s 3d 6c 2s"
PAT = Action(Verb.STAND_PAT)


def give_up(place: int) -> Action:
    return Action(Verb.DISCARD, place=place)


async def act(house: House, table: Table, person: Person, action: Action) -> None:
    await table.act(person, table.picture().moment, action, house.key())


async def to_buy(
    house: House, deck: str = X38, preset: str = "hilo_buy", last: int = 200, **terms: Any
) -> Table:
    """Play X38 up to its buy: all check in the first round, Ann bets 10 in the second."""
    house.decks[:] = [deck]
    await house.stop()
    await house.start()
    table = await house.open(preset, least=5, rules=replace(preset_named(preset).rules(), **terms))
    for person, stack in ((ANN, 200), (BEN, 200), (CID, last)):
        await table.sit(person, stack, house.key())
    await table.deal(ANN, house.key())
    for verb in [Verb.CHECK] * 3:
        await house.act(table, verb)
    await house.act(table, Verb.BET, 10)
    while phase_of(table) is course.Phase.BETTING:
        view = table.picture().view
        assert view is not None
        assert view.options is not None
        await house.act(table, Verb.CHECK if view.options.check else Verb.CALL)
    return table


def phase_of(table: Table) -> course.Phase:
    view = table.picture().view
    assert view is not None
    return view.phase


def waits_for(table: Table) -> list[str]:
    return [person.name for person in table.picture().deciders]


def lines(house: House) -> list[str]:
    with closing(sqlite3.connect(house.path)) as connection:
        return [line for (line,) in connection.execute("SELECT line FROM act ORDER BY seq")]


def cards_in(text: str) -> list[str]:
    """Return the cards of X38's seats that a text names; addresses in it are no cards."""
    return re.findall(r"\b(?:[KQJA][cdhs]|[2-9T][chs])\b", text)


async def declare_all(house: House, table: Table, *ways: Declaration) -> None:
    for person, way in zip((ANN, BEN, CID), ways, strict=True):
        await act(house, table, person, Action(Verb.DECLARE, declaration=way))


async def test_x38_one_buy_and_its_stacks(house: House) -> None:
    table = await to_buy(house)
    assert waits_for(table) == ["Ann"]
    await act(house, table, ANN, PAT)
    await act(house, table, BEN, give_up(4))
    await act(house, table, CID, give_up(4 - 1))
    assert lines(house)[-3:] == ["p1 sd", "p2 sd 7s", "p3 sd 8d"]
    assert waits_for(table) == ["Cid"]
    await house.act(table, Verb.BET, 20)
    await house.act(table, Verb.CALL)
    await house.act(table, Verb.CALL)
    high, low = Declaration.HIGH, Declaration.LOW
    await declare_all(house, table, high, low, high)
    assert [seat.stack for seat in table.picture().seats] == [165, 217, 218]


async def test_x39_two_buys_over_a_kill_after_each_act(house: House) -> None:
    table = await to_buy(house, X39, "hilo_buy2", last=15)
    script = (
        (ANN, PAT),
        (BEN, give_up(4)),
        (ANN, Action(Verb.CHECK)),
        (BEN, Action(Verb.BET, 20)),
        (ANN, Action(Verb.CALL)),
        (ANN, give_up(2)),
        (BEN, PAT),
        (ANN, Action(Verb.CHECK)),
        (BEN, Action(Verb.CHECK)),
        (BEN, Action(Verb.DECLARE, declaration=Declaration.LOW)),
        (ANN, Action(Verb.DECLARE)),
        (CID, Action(Verb.DECLARE)),
    )
    for person, action in script:
        await house.restart()
        (table,) = house.tables.open_tables()
        await act(house, table, person, action)
    assert [seat.stack for seat in table.picture().seats] == [175, 217, 23]


async def test_a_down_card_is_bought_for_in_private(house: House) -> None:
    table = await to_buy(house)
    await act(house, table, ANN, give_up(0))
    assert lines(house)[-1] == "p1 sd Kd"
    view = table.picture().view
    assert view is not None
    assert [seen.card for seen in view.seats[0].discards] == [None]
    assert view.seats[0].cards[0].card is None
    private = table.private(ANN)
    assert private is not None
    own = private.view.seats[0]
    assert [seen.card for seen in own.discards] == [parse_card("Kd")]
    assert own.cards[0].card == parse_card("6c")
    other = table.private(BEN)
    assert other is not None
    assert other.view.seats[0].discards[0].card is None


async def test_no_card_that_was_given_up_is_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await to_buy(house)
    with caplog.at_level(logging.DEBUG):
        caplog.clear()
        await act(house, table, ANN, give_up(0))
        await act(house, table, BEN, give_up(4))
        await house.restart()
    assert "act='p1 sd ??'" in caplog.text
    assert "act='p2 sd ??'" in caplog.text
    assert not cards_in(caplog.text)


async def test_only_a_card_is_left_out_of_what_the_log_is_told(house: House) -> None:
    play = (await to_buy(house))._state.running
    assert play is not None
    for action, line, told in (
        (give_up(0), "p1 sd Kd", "p1 sd ??"),
        (Action(Verb.STAND_PAT), "p1 sd", "p1 sd"),
    ):
        _, taken = take(play, 0, action, "key", by=None)
        assert (taken.act.line, taken.told) == (line, told)


async def test_a_hand_that_breaks_in_a_buy_tells_no_card(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await to_buy(house)

    def broken(*_: object) -> None:
        raise RuntimeError("no card")

    monkeypatch.setattr("engine.supply.draw", broken)
    moment = table.picture().moment
    caplog.clear()
    with caplog.at_level(logging.DEBUG), pytest.raises(Refusal, match=No.TABLE_PAUSED):
        await table.act(ANN, moment, give_up(0), house.key())
    assert table.phase is Phase.PAUSED
    assert not cards_in(caplog.text)
    assert [seat.stack for seat in table.picture().seats] == [200] * 3


async def test_a_doubled_or_stale_buy_pays_once(house: House) -> None:
    table = await to_buy(house)
    moment = table.picture().moment
    await table.act(ANN, moment, give_up(0), "click")
    with pytest.raises(Refusal, match=No.DOUBLED):
        await table.act(ANN, moment, give_up(0), "click")
    with pytest.raises(Refusal, match=No.STALE):
        await table.act(ANN, moment, give_up(1), house.key())
    assert table.picture().seats[0].stack == 200 - 5 - 10 - 20


async def test_others_and_other_acts_are_refused(house: House) -> None:
    table = await to_buy(house)
    for person, action, why in (
        (BEN, give_up(4), Why.NOT_YOUR_TURN),
        (ANN, Action(Verb.CHECK), Why.BUY_DUE),
        (ANN, Action(Verb.FOLD), Why.BUY_DUE),
        (ANN, give_up(5), Why.NO_SUCH_CARD),
        (ANN, give_up(-1), Why.NO_SUCH_CARD),
    ):
        with pytest.raises(IllegalAction) as caught:
            await act(house, table, person, action)
        assert caught.value.reason.why is why
    assert table.picture().seats[0].stack == 185


async def test_who_does_not_answer_stands_pat(house: House) -> None:
    table = await to_buy(house)
    await house.turn(60)
    assert lines(house)[-1] == "p1 sd"
    assert table.picture().seats[0].stack == 185
    assert waits_for(table) == ["Ben"]


async def test_who_leaves_in_his_buy_stands_pat_and_declares_high(house: House) -> None:
    table = await to_buy(house)
    await table.leave(ANN, house.key())
    assert lines(house)[-1] == "p1 sd"
    await act(house, table, BEN, PAT)
    await act(house, table, CID, PAT)
    assert phase_of(table) is course.Phase.BETTING
    await house.act(table, Verb.CHECK)
    await house.act(table, Verb.CHECK)
    assert phase_of(table) is course.Phase.DECLARING
    assert waits_for(table) == ["Ben", "Cid"]
    assert table.picture().chosen == (0,)


async def test_who_leaves_before_his_buy_is_passed_over(house: House) -> None:
    table = await to_buy(house)
    await table.leave(BEN, house.key())
    await act(house, table, ANN, PAT)
    assert lines(house)[-2:] == ["p1 sd", "p2 sd"]
    assert waits_for(table) == ["Cid"]
