"""A game that is being built: options that need not be whole yet."""

from __future__ import annotations

import pytest

from bot.draft import NEW, Draft, mark_of
from bot.option import OPTIONS
from engine.errors import RefusedRules
from engine.presets import PRESETS, preset_named

CASINO = preset_named("casino_fixed").rules()
DRAFT = Draft("own", NEW, CASINO.to_options())


def test_it_may_be_in_pieces_until_it_is_whole() -> None:
    draft = DRAFT.given("bring_in_mode", "none")
    assert [fault.option for fault in draft.faults()] == ["bring_in"]
    with pytest.raises(RefusedRules):
        draft.rules()
    whole = draft.given("bring_in", "0")
    assert whole.faults() == ()
    assert whole.rules().bring_in == 0
    assert DRAFT.rules() == CASINO


def test_a_default_is_not_named() -> None:
    draft = DRAFT.given("ante", "0").given("burn", "no").given("burn", "yes")
    assert set(draft.options) == {"bring_in_mode", "bring_in", "small", "big"}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_it_tells_every_value_of_the_game_it_begins_as(preset: object) -> None:
    rules = preset.rules()  # type: ignore[attr-defined]
    draft = Draft("own", NEW, rules.to_options())
    for name, option in OPTIONS.items():
        assert draft.value(name) == option.text(rules)
        assert draft.given(name, draft.value(name)).rules() == rules


@pytest.mark.parametrize(("name", "text"), [("ante", "many"), ("limit", "x"), ("wild", "yes")])
def test_what_is_no_value_is_refused(name: str, text: str) -> None:
    with pytest.raises(RefusedRules):
        DRAFT.given(name, text)


def test_a_mark_tells_games_apart() -> None:
    marks = {mark_of(preset.rules()) for preset in PRESETS.values()}
    # As players see them two presets differ by their titles alone, or none do.
    assert len(marks) == len({str(preset.rules().to_options()) for preset in PRESETS.values()})
    assert mark_of(None) == NEW
    assert NEW not in marks
