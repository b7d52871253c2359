"""Pictures of real hands, as a table would hand them to the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest

from bot.person import Person
from bot.picture import Phase, Picture, PlaceView
from engine.actions import Action
from engine.cards import FULL_DECK, parse_cards
from engine.hand import Hand
from engine.presets import preset_named
from engine.view import view


def deck_of(text: str) -> list[Any]:
    first = parse_cards(text)
    return [*first, *(card for card in FULL_DECK if card not in first)]


@dataclass(frozen=True)
class Stage:
    """A hand at a table of named people, as pictures."""

    hand: Hand
    names: tuple[str, ...]
    preset: str

    def act(self, *acts: Action) -> Stage:
        hand = self.hand
        for action in acts:
            hand, _ = hand.act(hand.actors[0], action)
        return replace(self, hand=hand)

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(Person(10**17 + number, name) for number, name in enumerate(self.names))

    def picture(self, **changes: Any) -> Picture:
        shown = view(self.hand, None)
        preset = preset_named(self.preset)
        seats = tuple(
            PlaceView(
                person=person,
                place=seat,
                stack=self.hand.stacks[seat],
                dealer=seat == len(self.names) - 1,
                leaving=False,
                hand_seat=seat,
            )
            for seat, person in enumerate(self.people)
        )
        picture = Picture(
            line=5,
            table=3,
            guild=1,
            channel=2,
            version=1,
            title=preset.title,
            rules=self.hand.rules,
            least=40,
            most=400,
            clock_seconds=60,
            phase=Phase.BETWEEN if self.hand.over else Phase.PLAYING,
            hand=12,
            turn=self.hand.turn,
            seats=seats,
            view=shown,
            players=self.people,
            due_at=1_800_000_000.4,
            note=None,
        )
        return replace(picture, **changes)


class Reading:
    """What a layout says, and which buttons it has."""

    def __init__(self, layout: discord.ui.LayoutView | discord.ui.View) -> None:
        self.components = layout.to_components()
        self.texts = [part["content"] for part in self.walk() if part["type"] == 10]
        self.buttons = [part for part in self.walk() if part["type"] == 2]

    def walk(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        left: list[Any] = list(self.components)
        while left:
            part = left.pop(0)
            found.append(part)
            left[:0] = part.get("components", [])
        return found

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def labels(self) -> list[str]:
        return [button["label"] for button in self.buttons]


@pytest.fixture
def read() -> type[Reading]:
    return Reading


@pytest.fixture
def started() -> Any:
    def start(
        names: Sequence[str],
        stacks: Sequence[int],
        deck: str = "",
        preset: str = "casino_fixed",
        **options: Any,
    ) -> Stage:
        rules = preset_named(preset).rules()
        if options:
            rules = replace(rules, **options)
        return Stage(Hand.start(rules, stacks, deck_of(deck)), tuple(names), preset)

    return start
