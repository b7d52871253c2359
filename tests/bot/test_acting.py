"""The one way to act: at the turn one has seen, once for each key, and no fold for nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.acting import FreeFold, act, options_of
from bot.person import Person
from bot.picture import Moment
from bot.refusal import No, Refusal
from bot.wish import ALL_IN, Wish
from engine.actions import Verb, Why
from engine.errors import IllegalAction

PEOPLE = tuple(Person(number, name) for number, name in enumerate(("Ann", "Ben", "Cid"), start=1))
COMPLETE, CALL, FOLD = Wish(Verb.COMPLETE), Wish(Verb.CALL), Wish(Verb.FOLD)


async def test_an_act_is_what_it_came_to(house: Any) -> None:
    table = await house.dealt(*PEOPLE)
    actor = house.actor(table)
    done = await act(table, actor, COMPLETE, house.key())
    assert done is not None
    assert (done.action.verb, done.action.amount, done.chips) == (Verb.COMPLETE, 10, 10)
    assert table.picture().players[done.seat] == actor


async def test_nobody_calls_a_raise_that_he_has_not_seen(house: Any) -> None:
    table = await house.dealt(*PEOPLE)
    first = house.actor(table)
    players = table.picture().players
    second = players[(players.index(first) + 1) % len(players)]
    raised, called = await asyncio.gather(
        act(table, first, COMPLETE, house.key()),
        act(table, second, CALL, house.key()),
        return_exceptions=True,
    )
    assert not isinstance(raised, BaseException)
    assert isinstance(called, Refusal)
    assert called.code is No.STALE


@pytest.mark.parametrize("wish", [COMPLETE, Wish(Verb.BRING_IN), Wish(Verb.COMPLETE, 10)])
async def test_a_key_counts_once(house: Any, wish: Wish) -> None:
    table = await house.dealt(*PEOPLE)
    actor, key = house.actor(table), house.key()
    done = await asyncio.gather(*(act(table, actor, wish, key) for _ in range(5)))
    assert sum(one is not None for one in done) == 1
    assert await act(table, actor, wish, key) is None
    assert await act(table, actor, ALL_IN, key) is None
    assert table.picture().turn == 1


async def test_a_fold_where_a_check_is_free_is_asked_about(house: Any) -> None:
    table = await house.dealt(*PEOPLE)
    await house.act(table, Verb.BRING_IN)
    for _ in PEOPLE[1:]:
        await house.act(table, Verb.CALL)
    actor, picture = house.actor(table), table.picture()
    options = options_of(picture, actor)
    assert options is not None
    assert options.check
    with pytest.raises(FreeFold) as asked:
        await act(table, actor, FOLD, house.key())
    assert asked.value.moment == picture.moment
    assert table.picture() == picture
    done = await act(table, actor, FOLD, house.key(), asked.value.moment, sure=True)
    assert done is not None
    assert done.action.verb is Verb.FOLD


async def test_a_moment_that_has_passed_is_too_late(house: Any) -> None:
    table = await house.dealt(*PEOPLE)
    passed = table.picture().moment
    await house.act(table, Verb.BRING_IN)
    for wish in (CALL, FOLD, ALL_IN):
        with pytest.raises(Refusal) as refused:
            await act(table, house.actor(table), wish, house.key(), passed)
        assert refused.value.code is No.STALE
    other = Moment(passed.table + 1, passed.hand, table.picture().turn, passed.line)
    with pytest.raises(Refusal):
        await act(table, house.actor(table), CALL, house.key(), other)


async def test_without_a_hand_or_a_turn_nothing_is_done(house: Any) -> None:
    table = await house.dealt(*PEOPLE)
    idle = next(person for person in PEOPLE if person != house.actor(table))
    assert options_of(table.picture(), idle) is None
    for wish in (CALL, FOLD, ALL_IN, COMPLETE):
        with pytest.raises(IllegalAction) as illegal:
            await act(table, idle, wish, house.key())
        assert illegal.value.reason.why is Why.NOT_YOUR_TURN
    await house.finish(table)
    assert options_of(table.picture(), idle) is None
    for wish in (CALL, FOLD, ALL_IN, COMPLETE):
        with pytest.raises(Refusal) as refused:
            await act(table, idle, wish, house.key())
        assert refused.value.code is No.NO_HAND


@pytest.mark.parametrize("wish", [FOLD, Wish(Verb.BRING_IN), COMPLETE, ALL_IN])
async def test_what_is_said_between_hands_is_not_done_in_the_next(house: Any, wish: Wish) -> None:
    table = await house.dealt(*PEOPLE)
    await house.finish(table)
    house.time.turn(5.0)
    await house.until(table._gate._lock.locked)
    assert table.picture().phase == "between"
    said = [act(table, person, wish, house.key()) for person in PEOPLE]
    refused = await asyncio.gather(*said, return_exceptions=True)
    await house.turn(0)
    assert [one.code for one in refused if isinstance(one, Refusal)] == [No.STALE] * 3
    assert (table.picture().hand, table.picture().turn) == (2, 0)
