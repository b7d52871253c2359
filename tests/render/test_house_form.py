"""The form in which a game is built: its pages show what matters, and its message is the draft."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import discord
import pytest

from bot.draft import NEW, Draft, mark_of
from bot.option import OPTIONS
from bot.render.house_form import (
    AmountsModal,
    Ask,
    Step,
    draft_of,
    ended_view,
    filled,
    form_view,
    read_ask,
)
from bot.render.house_pages import PAGES, SUMMARY
from bot.render.house_words import option_words, value_words
from engine.presets import PRESETS, preset_named


def draft_from(preset: str, page: int = 0) -> Draft:
    rules = preset_named(preset).rules()
    return Draft("own", mark_of(rules), rules.to_options(), page)


class Sent:
    """A message as the library reads it from what was sent."""

    def __init__(self, view: discord.ui.LayoutView) -> None:
        self.components: Any = list(view.children)


def controls(view: discord.ui.LayoutView) -> list[Any]:
    return [item for item in view.walk_children() if getattr(item, "custom_id", None)]


def labels(view: discord.ui.LayoutView) -> list[str | None]:
    return [item.label for item in controls(view) if isinstance(item, discord.ui.Button)]


def menus(view: discord.ui.LayoutView) -> list[str]:
    return [
        item.custom_id.rpartition(":")[2]
        for item in controls(view)
        if isinstance(item, discord.ui.Select)
    ]


def test_every_option_with_a_choice_has_its_place() -> None:
    placed = [name for page in PAGES for name in (*page.menus, *page.amounts)]
    assert sorted(placed) == sorted(set(OPTIONS) - {"both_fail"})
    assert len(OPTIONS["both_fail"].values) == 1
    for page in PAGES:
        assert all(OPTIONS[name].values for name in page.menus)
        assert not any(OPTIONS[name].values for name in page.amounts)


async def test_a_draft_is_read_back_from_its_message() -> None:
    for name in PRESETS:
        for page in range(SUMMARY + 1):
            draft = draft_from(name, page)
            for control in controls(form_view(draft, "")):
                ask = read_ask(control.custom_id)
                assert ask is not None
                assert (ask.mark, ask.page) == (draft.mark, page)
                read = draft_of(Sent(form_view(draft, "")), ask)  # type: ignore[arg-type]
                assert read is not None
                assert (read.name, read.mark, read.page) == ("own", draft.mark, page)
                assert read.rules() == draft.rules()


async def test_every_page_of_every_game_fits_in_a_message() -> None:
    for name in PRESETS:
        for page in range(SUMMARY + 1):
            view = form_view(draft_from(name, page), "x" * 5_000 if page == 0 else "")
            assert len(list(view.walk_children())) <= 40
            texts = [
                i.content for i in view.walk_children() if isinstance(i, discord.ui.TextDisplay)
            ]
            assert sum(map(len, texts)) <= 4_000
            assert len(controls(view)) == len({one.custom_id for one in controls(view)})
            assert view.is_finished()


async def test_pages_show_what_matters_in_the_game() -> None:
    assert menus(form_view(draft_from("casino_fixed", 4), "")) == ["show", "odd_chip"]
    assert menus(form_view(draft_from("hilo_8", 4), "")) == [
        "low_rank",
        "qualifier",
        "show",
        "odd_chip",
    ]
    assert "open_pair_big" in menus(form_view(draft_from("casino_fixed", 2), ""))
    assert menus(form_view(draft_from("classic_nl", 2), "")) == ["limit"]
    assert menus(form_view(draft_from("hilo_buy2", 5), "")) == [
        "declare",
        "both",
        "buy",
        "buy_order",
        "buy_bet",
    ]


async def test_what_a_menu_is_about_stands_above_it_and_its_value_alone_in_it() -> None:
    for page in range(SUMMARY):
        draft = draft_from("hilo_buy2", page)
        container: Any = form_view(draft, "").children[0]
        for text, row in pairwise(container.children):
            menu = row.children[0] if isinstance(row, discord.ui.ActionRow) else None
            if isinstance(menu, discord.ui.Select):
                name = menu.custom_id.rpartition(":")[2]
                assert text.content == f"-# {option_words(name)}"
                (shown,) = [one for one in menu.options if one.default]
                assert shown.label.startswith(draft.value(name))


async def test_only_a_whole_game_can_be_saved() -> None:
    whole = form_view(draft_from("hilo", SUMMARY), "")
    broken = form_view(draft_from("hilo", SUMMARY), "ante: wrong.")
    for view, off in ((whole, False), (broken, True)):
        save = next(one for one in controls(view) if getattr(one, "label", "") == "Save")
        assert save.disabled is off


async def test_the_first_page_has_no_way_back_and_the_last_none_on() -> None:
    assert labels(form_view(draft_from("hilo"), "")) == ["Next", "Cancel"]
    assert labels(form_view(draft_from("hilo", 1), "")) == ["Amounts…", "Back", "Next", "Cancel"]
    assert labels(form_view(draft_from("hilo", SUMMARY), "")) == [
        "Back",
        "Rules in words",
        "Save",
        "Cancel",
    ]


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "hb",
        "hb:new:0",
        "hb:new:99:go:1",
        "hb:new:0:burn",
        "hb:NEW:0:save",
        "dc:1:2:3:fold",
        "hb:new:0:go:" + "1" * 33,
        "hb:new:0:save\n",
    ],
)
def test_what_is_none_of_the_forms_is_not_read(custom_id: str) -> None:
    assert read_ask(custom_id) is None


def test_what_a_component_carries_is_read_back() -> None:
    for ask in (Ask(NEW, 3, Step.PICK, "bring_in_mode"), Ask("0a1b2c3d", 7, Step.SAVE)):
        assert read_ask(ask.custom_id) == ask
        assert len(ask.custom_id) <= 100


async def test_a_message_that_holds_no_draft_is_none() -> None:
    ask = Ask(NEW, 0, Step.SAVE)
    assert draft_of(None, ask) is None
    for text in ("done", "```toml\nnonsense", "```toml\n[games]\n```", "```toml\nx = 1\n```"):
        assert draft_of(Sent(ended_view(text)), ask) is None  # type: ignore[arg-type]


async def test_the_modal_asks_for_what_matters_and_begins_with_what_is() -> None:
    def fields(preset: str, page: int) -> dict[str, Any]:
        labels: list[Any] = list(AmountsModal(draft_from(preset, page)).children)
        inner = [label.component for label in labels]
        return {field.custom_id: field.default for field in inner}

    assert fields("casino_fixed", 1) == {"ante": "1", "bring_in": "4"}
    assert fields("casino_fixed", 2) == {"small": "10", "big": "20"}
    assert fields("spread_1_5_10", 2) == {
        "spread_min": "1",
        "spread_max": "5",
        "spread_max_late": "10",
    }
    assert fields("classic_nl", 2) == {"min_bet": "1"}
    assert fields("hilo_buy2", 5) == {"buy_price": "20, 40"}


def test_the_fields_of_a_modal_are_found_wherever_they_lie() -> None:
    data = {
        "custom_id": "hb:new:1:fill",
        "components": [
            {"type": 18, "component": {"custom_id": "ante", "value": "5"}},
            {"type": 1, "components": [{"custom_id": "bring_in", "value": " "}, "x"]},
        ],
    }
    assert dict(filled(data)) == {"ante": "5"}
    assert dict(filled(None)) == {}


def test_every_option_and_value_has_words() -> None:
    for name, option in OPTIONS.items():
        assert option_words(name)
        for value in option.values:
            if value not in ("yes", "no") and not (name == "deck" and value.isdecimal()):
                assert value_words(name, value)
