"""What a change of the house is answered with: what open tables make of it is told truly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.house import House
from bot.render.house import exported_text, room_text, set_text
from bot.render.house_choices import setting_value_choices
from engine.presets import preset_named

RULES = replace(preset_named("131_nl").rules(), clock=15)


@pytest.mark.parametrize("name", ["clock", "min_buy_in", "max_buy_in"])
def test_what_open_tables_may_keep_is_told(name: str) -> None:
    assert room_text(House(), name).endswith(
        ". Open tables follow from the next hand on; one that was opened with its own keeps it."
    )


@pytest.mark.parametrize("name", ["seats", "pause", "misses", "ping"])
def test_what_open_tables_follow_is_told(name: str) -> None:
    assert room_text(House(), name).endswith(". Open tables follow from the next hand on.")


@pytest.mark.parametrize("name", ["starting_chips", "daily_chips", "transfers", "channels"])
def test_of_what_is_no_matter_of_tables_nothing_is_told(name: str) -> None:
    assert "Open tables" not in room_text(House(), name)


def test_which_tables_keep_their_clock_is_told() -> None:
    assert set_text("fast", RULES, ["ante", "clock"]) == (
        f"`fast` has `ante` {RULES.ante}, `clock` 15 from the next hand on."
        " A table that was opened with a clock of its own keeps it."
    )
    assert set_text("fast", RULES, ["ante"]) == (
        f"`fast` has `ante` {RULES.ante} from the next hand on."
    )


def test_no_value_is_offered_that_is_refused() -> None:
    def offered(house: House, name: str) -> list[str]:
        return [choice.value for choice in setting_value_choices(house, name, "")]

    assert offered(House(), "pause") == ["default"]
    assert offered(House(pause=2.5), "pause") == ["2.5", "default"]
    assert offered(House(), "ping") == ["yes", "no"]
    assert offered(House(), "channels") == []


def test_what_an_export_leaves_out_is_named() -> None:
    assert "Left out" not in exported_text(House(), House())
    text = exported_text(House(channels=(1, 2), manager=5), House(channels=(2,)))
    assert text.endswith("Left out, for this server has them no more: channel 1, role 5.")
