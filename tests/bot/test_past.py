"""Hands of the past: which one is read, what its reader sees of it, and where there is none."""

from __future__ import annotations

import sqlite3
import tomllib
from typing import TYPE_CHECKING

import pytest

from bot.past import Gap, NoPast, Tale, tell
from bot.person import Person
from bot.render.past import gap_text, tale_text
from engine.actions import Action, Verb
from engine.replay import Verdict, replay

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))
PLACE = (900, 800)
HIS = ("??", "Qs")
DECK = "Ks Qs Kc 3c 2c Ah 2d 4c 4h 5s 5c 7h 8h"


async def read(house: House, reader: Person, number: int | None = None) -> Tale:
    tale = await tell(house.store, PLACE, reader.id, number, "called off")
    assert replay(tale.text).verdict is Verdict.LEGAL
    return tale


async def missing(house: House, number: int | None, place: tuple[int, int] = PLACE) -> NoPast:
    with pytest.raises(NoPast) as found:
        await tell(house.store, place, ANN.id, number, "called off")
    words = gap_text(found.value)
    assert words
    assert "\n" not in words
    assert "{" not in words
    return found.value


async def played(house: House) -> Table:
    """Play one hand to the end: Ann wins with kings, and Ben, who shows nothing, has mucked."""
    house.decks = [DECK]
    await house.restart()
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    return table


def downs(tale: Tale) -> tuple[str, ...]:
    lines = tomllib.loads(tale.text)["actions"]
    return tuple(line[-2:] for line in lines[:2])


async def test_each_player_sees_his_own_cards_and_those_shown(house: House) -> None:
    await played(house)
    for reader, seen, own in ((ANN, ("Ks", "??"), True), (BEN, HIS, True)):
        tale = await read(house, reader)
        assert downs(tale) == seen
        assert tale.own is own
    public = await read(house, DEE)
    assert not public.own
    assert downs(public) == ("??", "??")
    head = tomllib.loads(public.text)
    assert "p1 sm KsKcAh4h7h" in head["actions"]
    assert head["players"] == ["Ann", "Ben"]
    assert head["finishing_stacks"] == [205, 195]
    assert "_deck" not in head
    assert public.filename == f"doorcard-{public.table}-1.phh"


async def test_the_last_hand_is_the_last_that_is_over(house: House) -> None:
    table = await played(house)
    await house.turn(5)
    assert table.picture().hand == 2
    assert (await read(house, ANN)).number == 1
    assert (await read(house, ANN, 1)).number == 1
    running = await missing(house, 2)
    assert (running.gap, running.numbers) == (Gap.RUNNING, (2,))
    assert "Hand 2 is still running" in gap_text(running)
    await house.finish(table)
    assert (await read(house, ANN)).number == 2


async def test_a_first_hand_that_runs_is_not_told(house: House) -> None:
    await house.dealt(ANN, BEN)
    for number in (None, 1):
        assert (await missing(house, number)).gap is Gap.RUNNING
    unknown = await missing(house, 7)
    assert (unknown.gap, unknown.numbers) == (Gap.UNKNOWN, (7, 1, 1))


@pytest.mark.parametrize("number", [0, -1, 3, 2**53 - 1])
async def test_a_number_that_is_none_is_told_with_what_there_is(house: House, number: int) -> None:
    table = await played(house)
    await house.turn(5)
    await house.finish(table)
    unknown = await missing(house, number)
    assert (unknown.gap, unknown.numbers) == (Gap.UNKNOWN, (number, 1, 2))
    assert "hands 1 to 2" in gap_text(unknown)


async def test_without_a_hand_or_a_table_there_is_nothing(house: House) -> None:
    assert (await missing(house, None)).gap is Gap.NO_TABLE
    await house.open()
    for number in (None, 1):
        assert (await missing(house, number)).gap is Gap.NO_HAND
    for place in ((901, 800), (900, 801)):
        assert (await missing(house, None, place)).gap is Gap.NO_TABLE


async def test_a_hand_that_was_called_off_says_so(house: House) -> None:
    table = await house.dealt(ANN, BEN)
    await house.act(table, Verb.BRING_IN)
    await table.close(None)
    tale = await read(house, ANN)
    assert tale.void
    head = tomllib.loads(tale.text)
    assert head["_void"] == "called off"
    assert head["finishing_stacks"] == head["starting_stacks"] == [200, 200]
    assert downs(tale)[1] == "??"


async def test_the_hands_of_earlier_tables_are_remembered(house: House) -> None:
    table = await played(house)
    await table.close(None)
    tale = await read(house, BEN)
    assert (tale.table, tale.number, downs(tale)) == (table.id, 1, HIS)
    assert not tale.earlier
    again = await house.dealt(ANN, BEN)
    earlier = await read(house, BEN)
    assert (earlier.table, earlier.number, earlier.earlier) == (table.id, 1, True)
    assert tale_text(earlier) == "Hand 1 as you have seen it. It is of an earlier table here."
    assert (await missing(house, 1)).gap is Gap.RUNNING
    assert (await missing(house, 2)).numbers == (2, 1, 1)
    await house.finish(again)
    for number in (None, 1):
        newest = await read(house, BEN, number)
        assert (newest.table, newest.number, newest.earlier) == (again.id, 1, False)


async def test_a_number_is_of_the_newest_table_that_has_it(house: House) -> None:
    table = await played(house)
    await house.turn(5)
    await house.finish(table)
    await table.close(None)
    again = await house.dealt(ANN, BEN)
    await house.finish(again)
    told = [(tale.table, tale.number) for tale in [await read(house, ANN, n) for n in (1, 2)]]
    assert told == [(again.id, 1), (table.id, 2)]
    assert (await read(house, ANN)).table == again.id
    assert (await missing(house, 3)).numbers == (3, 1, 2)


async def test_a_hand_is_read_by_who_has_left_the_table(house: House) -> None:
    table = await played(house)
    await table.leave(BEN, house.key())
    await house.restart()
    assert downs(await read(house, BEN)) == HIS


async def test_names_are_those_that_are_kept_whatever_is_in_them(house: House) -> None:
    names = ['quo"te\\', "new\nline\x7f"]
    people = [Person(n, name) for n, name in enumerate(names, 1)]
    table = await house.dealt(*people)
    await house.finish(table)
    tale = await read(house, people[0])
    assert tomllib.loads(tale.text)["players"] == names


async def test_a_hand_that_does_not_come_out_as_it_was_is_not_told(house: House) -> None:
    await played(house)
    connection = sqlite3.connect(house.path)
    with connection:
        connection.execute("DROP TRIGGER act_cannot_change")
        connection.execute("UPDATE act SET digest = 'other' WHERE seq = 3")
    connection.close()
    unreadable = await missing(house, 1)
    assert (unreadable.gap, unreadable.numbers) == (Gap.UNREADABLE, (1,))


async def test_bought_cards_and_declarations_are_told(house: House) -> None:
    table = await house.dealt(ANN, BEN, preset="hilo_buy")
    while table.phase == "playing":
        view = table.picture().view
        assert view is not None
        for options in view.choices:
            person = table.picture().players[options.seat]
            if options.price:
                action = Action(Verb.DISCARD, place=0)
            elif options.declarations:
                action = Action(Verb.DECLARE)
            else:
                verbs = (Verb.BRING_IN, Verb.CHECK, Verb.CALL)
                action = Action(next(verb for verb in verbs if verb in options.verbs()))
            await table.act(person, table.picture().moment, action, house.key())
    for reader, hidden in ((ANN, "p2"), (BEN, "p1"), (DEE, "p")):
        lines = tomllib.loads((await read(house, reader)).text)["actions"]
        bought = [line for line in lines if " sd " in line]
        assert len(bought) >= 2
        for line in bought:
            assert line.endswith("??") is line.startswith(hidden)
