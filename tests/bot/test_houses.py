"""Houses in the store: changed one after the other, read back, told to who follows."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.alteration import copy_game, set_setting
from bot.clock import Clock
from bot.house import House
from bot.houses import Houses
from bot.person import Person
from bot.refusal import No, Refusal
from bot.store import Store
from engine.errors import RefusedRules
from engine.options import Choice

ANN = Person(1, "Ann")
GUILD, OTHER = 100, 200


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "doorcard.sqlite3")
    yield store
    await store.close()


async def opened(store: Store) -> Houses:
    houses = Houses(store, Clock())
    await houses.restore()
    return houses


def setting(name: str, text: str) -> Callable[[House], House]:
    return lambda house: set_setting(house, name, text)


async def test_a_guild_that_changed_nothing_has_the_usual_house(store: Store) -> None:
    assert (await opened(store)).of(GUILD) == House()


async def test_a_change_is_kept_and_read_back_and_is_of_one_guild(store: Store) -> None:
    houses = await opened(store)
    await houses.change(GUILD, setting("pause", "2.5"), ANN, "1")
    await houses.change(GUILD, lambda house: copy_game(house, "own", "hilo_buy2"), ANN, "2")
    after = await houses.change(
        GUILD,
        lambda house: replace(
            house, manager=7, channels=(5, 6), listed=("own", "hilo"), game="own", transfers=True
        ),
        ANN,
        "3",
    )
    assert houses.of(GUILD) == after
    assert houses.of(OTHER) == House()
    again = await opened(store)
    assert again.of(GUILD) == after
    assert again.of(OTHER) == House()


async def test_what_is_back_at_its_default_is_read_back_so(store: Store) -> None:
    houses = await opened(store)
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    await houses.change(GUILD, setting("clock", "default"), ANN, "2")
    await houses.change(GUILD, lambda house: copy_game(house, "own", "hilo"), ANN, "3")
    await houses.change(GUILD, lambda house: replace(house, variants={}), ANN, "4")
    assert (await opened(store)).of(GUILD) == House()


async def test_two_admins_at_once_lose_nothing_of_each_other(store: Store) -> None:
    houses = await opened(store)
    names = [f"game{number}" for number in range(20)]
    await asyncio.gather(
        *(
            houses.change(GUILD, partial(copy_game, name=name, source="hilo"), ANN, name)
            for name in names
        ),
        houses.change(GUILD, setting("min_buy_in", "50"), ANN, "a"),
        houses.change(GUILD, setting("max_buy_in", "500"), ANN, "b"),
    )
    house = (await opened(store)).of(GUILD)
    assert sorted(house.variants) == sorted(names)
    assert (house.least, house.most) == (50, 500)


async def test_of_two_copies_by_one_name_the_second_is_refused(store: Store) -> None:
    houses = await opened(store)
    done = await asyncio.gather(
        houses.change(GUILD, lambda house: copy_game(house, "own", "hilo"), ANN, "1"),
        houses.change(GUILD, lambda house: copy_game(house, "own", "soko_fi"), ANN, "2"),
        return_exceptions=True,
    )
    assert isinstance(done[0], House)
    assert isinstance(done[1], RefusedRules)


async def test_a_house_that_is_not_whole_is_refused_and_nothing_is_changed(store: Store) -> None:
    houses = await opened(store)
    with pytest.raises(RefusedRules) as caught:
        await houses.change(GUILD, lambda house: replace(house, least=0, seats=1), ANN, "1")
    assert [fault.option for fault in caught.value.faults] == ["min_buy_in", "seats"]
    assert houses.of(GUILD) == House()
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")  # its key was not used


async def test_a_doubled_key_changes_nothing(store: Store) -> None:
    houses = await opened(store)
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    with pytest.raises(Refusal) as caught:
        await houses.change(GUILD, setting("clock", "6"), ANN, "1")
    assert caught.value.code is No.DOUBLED
    assert houses.of(GUILD).clock == 5


async def test_before_it_is_restored_nothing_is_changed(store: Store) -> None:
    houses = Houses(store, Clock())
    with pytest.raises(Refusal) as caught:
        await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    assert caught.value.code is No.STILL_STARTING


async def test_a_failing_store_leaves_the_house_as_it_was(store: Store) -> None:
    houses = await opened(store)
    await store.write(lambda connection: connection.execute("DROP TABLE variant"))
    with pytest.raises(sqlite3.OperationalError):
        await houses.change(GUILD, lambda house: copy_game(house, "own", "hilo"), ANN, "1")
    assert houses.of(GUILD) == House()


async def test_a_cancelled_caller_learns_the_true_outcome(store: Store) -> None:
    houses = await opened(store)
    task = asyncio.create_task(houses.change(GUILD, setting("clock", "5"), ANN, "1"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert houses.of(GUILD).clock == (await opened(store)).of(GUILD).clock == 5


async def test_who_follows_is_told_of_what_changed_and_of_nothing_else(store: Store) -> None:
    houses, told = await opened(store), list[tuple[int, int, int]]()
    houses.subscribe(lambda guild, before, after: told.append((guild, before.clock, after.clock)))
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    await houses.change(GUILD, setting("clock", "5"), ANN, "2")
    with pytest.raises(RefusedRules):
        await houses.change(GUILD, setting("clock", "9999"), ANN, "3")
    assert told == [(GUILD, 60, 5)]


async def test_who_cannot_follow_undoes_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_guild: int, _before: House, _after: House) -> None:
        raise LookupError("lost")

    houses, told = await opened(store), list[int]()
    houses.subscribe(fail)
    houses.subscribe(lambda guild, _before, _after: told.append(guild))
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    assert told == [GUILD]
    assert (await opened(store)).of(GUILD).clock == 5
    assert "was not followed" in caplog.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"clock": 5, "colour": "green"}', House(clock=5)),
        ('{"clock": 99999}', House()),
        ('{"clock": 99999, "manager": 7, "channels": [8]}', House(manager=7, channels=(8,))),
        ('{"min_buy_in": 500, "max_buy_in": 100, "daily_chips": 0}', House(daily=0)),
        ('{"clock": "soon", "transfers": true}', House(transfers=True)),
        ("[]", House()),
        ("no JSON", House()),
        (
            '{"clock": 5, "game": "lost", "games": ["lost", "hilo"]}',
            House(clock=5, listed=("hilo",)),
        ),
    ],
)
async def test_settings_that_cannot_be_read_are_left_out_and_logged(
    store: Store, caplog: pytest.LogCaptureFixture, text: str, expected: House
) -> None:
    await store.write(
        lambda connection: connection.execute("INSERT INTO house VALUES (?, ?)", (GUILD, text))
    )
    caplog.set_level(logging.WARNING)
    assert (await opened(store)).of(GUILD) == expected
    assert ("cannot be read" in caplog.text) == ("lost" not in text)


@pytest.mark.parametrize("text", ['{"ante": -1}', "[1]", "no JSON", '{"wild": true}'])
async def test_a_game_that_cannot_be_read_is_left_out_and_logged(
    store: Store, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    houses = await opened(store)
    await houses.change(GUILD, lambda house: copy_game(house, "own", "dealers_choice"), ANN, "1")
    await store.write(
        lambda connection: connection.execute(
            "INSERT INTO variant VALUES (?, 'broken', ?)", (GUILD, text)
        )
    )
    house = (await opened(store)).of(GUILD)
    assert list(house.variants) == ["own"]
    assert house.variants["own"].choice is Choice.HAND
    assert "broken of guild 100 cannot be read" in caplog.text


async def test_a_game_whose_name_has_become_a_presets_is_left_out(store: Store) -> None:
    houses = await opened(store)
    await houses.change(GUILD, setting("clock", "5"), ANN, "1")
    await store.write(
        lambda connection: connection.execute(
            "INSERT INTO variant VALUES (?, 'hilo', ?)", (GUILD, '{"ante": 1, "limit": "pot"}')
        )
    )
    assert (await opened(store)).of(GUILD) == House(clock=5)
