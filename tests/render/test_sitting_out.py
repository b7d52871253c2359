"""How a panel shows who sits out, a table that waits for him, and the call to an actor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.person import Person
from bot.picture import Moment, Note, Phase
from bot.render.controls import Control, Press, read_control
from bot.render.panel import has_controls, panel_view
from bot.render.ping import ping_text
from engine.actions import Action, Verb

if TYPE_CHECKING:
    from bot.picture import Picture

FIRST = "9c Kd 4d 2c 7d Qs"


@pytest.fixture
def running(started: Any) -> Picture:
    """A hand of Ann, Ben and Cid, in which Ben sits out."""
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], FIRST)
    return _without_ben(stage.picture())


@pytest.fixture
def over(started: Any) -> Picture:
    """The same, when it is over."""
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], FIRST)
    hand = stage.act(Action(Verb.BRING_IN), Action(Verb.FOLD), Action(Verb.FOLD))
    return _without_ben(hand.picture())


def _without_ben(picture: Picture) -> Picture:
    seats = tuple(replace(place, sitting_out=place.person.name == "Ben") for place in picture.seats)
    return replace(picture, seats=seats)


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if f"**{name}**" in line)


def test_who_sits_out_is_marked_and_has_a_button(running: Picture, read: Any) -> None:
    panel = read(panel_view(running))
    assert "sits out" in line_of(panel.text, "Ben")
    assert "sits out" not in line_of(panel.text, "Ann")
    assert panel.labels[-2:] == ["Peek", "I'm back"]
    control = read_control(panel.buttons[-1]["custom_id"])
    assert control == Control(Moment(3, 12, running.turn, 5), Press.BACK)
    assert control.verb is None


def test_between_hands_the_button_is_the_only_one(over: Picture, read: Any) -> None:
    panel = read(panel_view(over))
    assert panel.labels == ["I'm back"]
    assert has_controls(over)


def test_an_old_panel_has_it_no_more(over: Picture, read: Any) -> None:
    assert read(panel_view(over, live=False)).labels == []


def test_who_is_leaving_is_not_waited_for(over: Picture, read: Any) -> None:
    leaving = tuple(replace(place, leaving=place.sitting_out) for place in over.seats)
    picture = replace(over, seats=leaving)
    assert not has_controls(picture)
    assert "sits out" not in read(panel_view(picture)).text


@pytest.mark.parametrize("phase", [Phase.PAUSED, Phase.CLOSED])
def test_a_table_without_a_next_hand_has_no_button(over: Picture, phase: Phase) -> None:
    assert not has_controls(replace(over, phase=phase))


def test_who_sits_out_of_a_running_hand_does_not_wait_for_the_next(
    running: Picture, read: Any
) -> None:
    seats = tuple(
        replace(place, hand_seat=None if place.sitting_out else place.hand_seat)
        for place in running.seats
    )
    text = read(panel_view(replace(running, seats=seats))).text
    assert "waits for the next hand" not in text
    assert "sits out" in line_of(text, "Ben")


def test_a_table_short_of_players_calls_back_who_sits_out(over: Picture, read: Any) -> None:
    seats = tuple(replace(place, sitting_out=place.person.name != "Ann") for place in over.seats)
    picture = replace(
        over, phase=Phase.WAITING, note=Note.SHORT_OF_PLAYERS, seats=seats, due_at=None
    )
    text = read(panel_view(picture)).text
    assert "fewer than two players are ready" in text
    assert "“I'm back”" in text
    assert "Take a seat" not in text


def test_a_table_that_nobody_answered_says_so(over: Picture, read: Any) -> None:
    picture = replace(over, phase=Phase.WAITING, note=Note.UNANSWERED, due_at=None)
    text = read(panel_view(picture)).text
    assert "Nobody answered" in text
    assert "/deal starts a hand" in text


def test_a_call_names_the_actors_and_their_deadline() -> None:
    people = [Person(7, "Ann"), Person(8, "@everyone")]
    assert ping_text(people, 1_800_000_000.9) == "<@7> <@8>, your turn: <t:1800000000:R>"
