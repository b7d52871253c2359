"""A house as a file: written, read back, and refused with every fault at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charter_file import LARGEST, read_charter, write_charter
from bot.house import House
from engine.errors import Fault, RefusedRules
from engine.presets import PRESETS, preset_named

FULL = House(
    least=50,
    most=5_000,
    clock=0,
    ping=False,
    seats=6,
    pause=2.5,
    misses=0,
    starting=10,
    daily=0,
    transfers=True,
    transfer_cap=77,
    channels=(11, 12),
    manager=13,
    game="own",
    listed=("own", "131_nl"),
    variants={
        "own": preset_named("hilo_buy2").rules(),
        "7-up": replace(preset_named("short_auto").rules(), clock=5),
        **{f"copy_{name}": preset.rules() for name, preset in PRESETS.items()},
    },
)


def nobody(_house: House) -> Iterator[Fault]:
    yield from ()


def read(text: str) -> House:
    return read_charter(text.encode(), nobody)


def faults_of(text: str) -> list[str]:
    with pytest.raises(RefusedRules) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("house", [House(), FULL])
def test_what_is_written_is_read_back(house: House) -> None:
    assert read(write_charter(house, ["Two lines\nof a head"])) == house


def test_the_file_names_every_setting_and_what_differs_of_games() -> None:
    file = tomllib.loads(write_charter(House(variants={"own": preset_named("soko_fi").rules()})))
    assert file["room"]["min_buy_in"] == 40
    assert "manager" not in file["room"]
    assert file["games"]["own"]["bring_in"] == 2


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    assert read_charter(b"\xef\xbb\xbf" + write_charter(FULL).encode(), nobody) == FULL


def test_every_fault_is_told_at_once() -> None:
    text = """
        doorcard = 2
        motto = "all in"
        [room]
        min_buy_in = 0
        clock = "fast"
        wallpaper = "green"
        seats = 99
        [games.own]
        ante = -1
        small = 10
        big = 5
        wild = true
        [games.hilo]
        ante = 1
        small = 1
        big = 1
        [games."**@everyone**"]
        ante = 1
        small = 1
        big = 1
    """
    assert set(faults_of(text)) == {
        "doorcard: must be 1",
        "motto: is not a part of the file",
        "clock: is not a whole number",
        "wallpaper: is not a setting",
        "games.own.ante: must be from 0 to 1000000000 chips",
        "games.own.big: must be at least the small bet in fixed limit (R-FIX-1)",
        "games.own.wild: is not an option",
        "min_buy_in: must be from 1 to 10,000,000",
        "seats: must be from 2 to 10",
        "name: hilo is a built-in game and stays as it is",
        "name: must be 1 to 32 of a-z, 0-9, _ and -, a letter or digit at each end",
    }


def test_strangers_are_told_with_the_rest() -> None:
    def strange(house: House) -> Iterator[Fault]:
        yield Fault("manager", f"{house.manager} is no role of this server")

    with pytest.raises(RefusedRules) as caught:
        read_charter(b"doorcard = 1\n[room]\nmanager = 5\nseats = 1", strange)
    assert [fault.option for fault in caught.value.faults] == ["seats", "manager"]


def test_a_games_own_words_are_not_told_back() -> None:
    text = 'doorcard = 1\n[games."@here"]\n"<@1>" = 5\nante = 1\nsmall = 1\nbig = 1'
    told = " ".join(faults_of(text))
    assert "@" not in told


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"doorcard = ",
        b"[" * 10_000,
        b"doorcard = 1\nx = " + b"[" * 20_000,
        b"doorcard = " + b"9" * 5_000,
        b"doorcard = 1\n[room]\nseats = " + b"9" * 4_000,
        b"doorcard = 1\nroom = 5\ngames = [1]",
        b"doorcard = 1\n[games]\nown = 5",
        b"doorcard = 1\n[room]\nchannels = [0]",
        b"doorcard = 1\n[room]\nchannels = 5",
        b"doorcard = 1\n[room]\nmanager = true",
        b"doorcard = 1\n[room]\npause = inf",
        b"doorcard = 1\n[room]\ngame = 7",
        b'doorcard = 1\n[room]\ngames = ["holdem"]',
        b"doorcard = 1\n[room]\ntransfers = 1",
        b"doorcard = 1\n" + b"".join(b"[games.g%d]\nante = 1\n" % n for n in range(51)),
        b"#" * (LARGEST + 1),
        b"doorcard = 1\n" + b"a." * 32_000 + b"a = 1",
        b"doorcard = 1\n[" + b"a." * 32_000 + b"a]",
        b"doorcard = {" + b"a." * 32_000 + b"a = 1}",
        b"doorcard = 1\n[room]\nseats = 2026-11-29",
    ],
)
def test_no_house_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(RefusedRules) as caught:
        read_charter(data, nobody)
    for fault in caught.value.faults:
        assert len(str(fault)) < 200
        assert "\n" not in str(fault)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["room", "games"]),
        st.recursive(
            st.integers() | st.booleans() | st.text(max_size=5) | st.floats(),
            lambda inner: st.dictionaries(
                st.sampled_from(["min_buy_in", "own", "ante", "game", "channels", "a b", ""]),
                inner | st.lists(inner, max_size=2),
                max_size=4,
            ),
            max_leaves=12,
        ),
    )
)
def test_any_file_is_a_house_or_refused(parts: dict[str, Any]) -> None:
    try:
        house = read(_toml({**parts, "doorcard": 1}))
    except RefusedRules:
        return
    assert read(write_charter(house)) == house


def _toml(value: Any) -> str:
    return "".join(f"{_key(key)} = {_inline(one)}\n" for key, one in value.items())


def _key(text: str) -> str:
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'


def _inline(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_inline, value)) + "]"
        case str():
            return _key(value)
        case float():
            text = str(value)
            return text if "e" not in text or "." in text else text.replace("e", ".0e")
        case _:
            return str(value)
