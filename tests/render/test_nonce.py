"""Nonces, and whether what came back for a post is what was sent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.components import _component_factory

from bot.nonce import holds, nonce_of
from bot.render.panel import panel_view
from engine.actions import Action, Verb


def test_a_nonce_is_short_and_tells_all_its_parts_apart() -> None:
    highest = 10**18
    parts = [(1, 2, 34), (1, 23, 4), (12, 3, 4), (1, 2, 3, 4), (2, 2, 34), (highest,) * 4]
    nonces = [nonce_of(*one) for one in parts]
    assert len({*nonces}) == len(parts)
    assert {len(nonce) for nonce in nonces} == {24}  # Discord takes 25
    assert nonces == [nonce_of(*one) for one in parts]


def answered(view: discord.ui.LayoutView) -> discord.Message:
    """Return what Discord answers where it has posted a panel: each part with an id."""
    shown: Any = view
    parts = [_component_factory(part) for part in _numbered(shown.to_components())]
    return cast(discord.Message, SimpleNamespace(id=1, components=parts))


def _numbered(parts: list[Any]) -> list[Any]:
    inner = [{**part, "components": _numbered(part.get("components", []))} for part in parts]
    return [{**part, "id": number} for number, part in enumerate(inner, 1)]


async def test_a_panel_that_came_back_as_it_was_sent_holds_it(started: Any) -> None:
    stage = started(["Ann", "Ben"], [100, 100])
    picture = stage.picture()
    sent = panel_view(picture)
    assert holds(answered(sent), sent)


@pytest.mark.parametrize("change", ["line", "hand", "cards", "acts", "live"])
async def test_an_older_panel_does_not(started: Any, change: str) -> None:
    stage = started(["Ann", "Ben"], [100, 100], "2c 7d Qs 9c")
    picture = stage.picture()
    match change:
        case "cards":
            old = panel_view(started(["Ann", "Ben"], [100, 100], "2c 7d Qs 8c").picture())
        case "acts":
            old = panel_view(stage.act(Action(Verb.BRING_IN)).picture())
        case "live":
            old = panel_view(picture, live=False)
        case _:
            old = panel_view(stage.picture(**{change: 99}))
    assert not holds(answered(old), panel_view(picture))


def test_a_text_is_compared_without_the_spaces_around_it() -> None:
    message = cast(discord.Message, SimpleNamespace(content="Ann has left"))
    assert holds(message, "Ann has left\n")
    assert not holds(message, "Ben has left")
