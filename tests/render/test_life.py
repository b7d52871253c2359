"""How a panel shows who waits, rests or has busted, and what the channel is told beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.notice import NewNotice, Told
from bot.person import Person
from bot.picture import Note, Phase
from bot.receipt import Offer
from bot.render.controls import Press, read_control
from bot.render.modal import RebuyModal, read_rebuy
from bot.render.names import game_text, person_text
from bot.render.notice import notice_text
from bot.render.panel import MOST_SIGNS, has_controls, panel_view
from engine.actions import Action, Verb

if TYPE_CHECKING:
    from bot.picture import Picture

FIRST = "9c Kd 4d 2c 7d Qs"
NASTY = Person(99, "@everyone <@1> **x** [a](b)")


@pytest.fixture
def running(started: Any) -> Picture:
    picture: Picture = started(["Ann", "Ben", "Cid"], [100, 100, 100], FIRST).picture()
    return picture


@pytest.fixture
def over(started: Any) -> Picture:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], FIRST)
    hand = stage.act(Action(Verb.BRING_IN), Action(Verb.FOLD), Action(Verb.FOLD))
    picture: Picture = hand.picture()
    return picture


def with_ben(picture: Picture, **changes: Any) -> Picture:
    seats = (
        replace(place, **changes) if place.person.name == "Ben" else place
        for place in picture.seats
    )
    return replace(picture, seats=tuple(seats))


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if f"**{name}**" in line)


def test_who_rests_is_marked_in_his_hand_and_after_it(
    running: Picture, over: Picture, read: Any
) -> None:
    panel = read(panel_view(with_ben(running, resting=True)))
    assert line_of(panel.text, "Ben").endswith("sits out from the next hand")
    panel = read(panel_view(with_ben(over, resting=True)))
    assert line_of(panel.text, "Ben").endswith("· sits out")
    assert panel.labels == ["I'm back"]


def test_who_has_no_chips_gets_a_button(running: Picture, over: Picture, read: Any) -> None:
    busted = with_ben(over, stack=0)
    panel = read(panel_view(busted))
    assert panel.labels == ["Rebuy"]
    control = read_control(panel.buttons[0]["custom_id"])
    assert control is not None
    assert control.press is Press.REBUY
    assert has_controls(busted)
    assert "Rebuy" not in read(panel_view(busted, live=False)).labels
    assert "Rebuy" not in read(panel_view(with_ben(running, stack=0))).labels  # he is all-in
    assert "Rebuy" in read(panel_view(with_ben(running, stack=0, hand_seat=None))).labels
    for phase in (Phase.PAUSED, Phase.CLOSED):
        assert read(panel_view(replace(busted, phase=phase))).labels == []


def test_a_full_table_has_a_line_and_a_button(running: Picture, read: Any) -> None:
    dee, eve = Person(4, "Dee"), NASTY
    picture = replace(running, places=3, waiting=(dee, eve))
    panel = read(panel_view(picture))
    assert panel.labels[-1] == "Wait for a seat"
    line = panel.text.splitlines()[-1]
    assert line.startswith("-# Waiting for a seat: Dee and ")
    assert "<@1>" not in line
    assert "@everyone" not in line.replace(r"\@everyone", "")
    called = read(panel_view(replace(picture, called=(dee,))))
    assert "Dee (a seat is kept) and" in called.text
    roomy = replace(running, places=4, waiting=(dee,), called=(dee,))
    assert "Wait for a seat" in read(panel_view(roomy)).labels  # the fourth seat is kept
    assert "Wait for a seat" not in read(panel_view(replace(running, places=4))).labels


def test_what_would_let_a_full_table_play_is_what_is_true_there(over: Picture, read: Any) -> None:
    ann, ben, _cid = over.seats
    dee, waiting = Person(4, "Dee"), replace(over, phase=Phase.WAITING)
    rebuy = "Who has lost his chips presses “Rebuy”; with two players ready /deal deals."
    kept = "A seat is kept for who waits: he takes it with /sit; with two ready /deal deals."
    full = replace(waiting, seats=(ann, replace(ben, stack=0)), places=2)
    assert rebuy in read(panel_view(full)).text
    assert kept not in read(panel_view(full)).text
    called = replace(waiting, seats=(ann,), places=2, waiting=(dee,), called=(dee,))
    assert kept in read(panel_view(called)).text
    assert "Rebuy" not in read(panel_view(called)).text
    both = replace(called, seats=(ann, replace(ben, stack=0)), places=3)
    assert rebuy in read(panel_view(both)).text


def test_a_long_line_of_waiters_stays_short(running: Picture, read: Any) -> None:
    waiting = tuple(Person(number, "\\" * 32) for number in range(100, 120))
    panel = read(panel_view(replace(running, waiting=waiting, places=3)))
    assert "12 more" in panel.text
    assert len(panel.text) <= MOST_SIGNS


def test_an_idle_table_says_why_it_is_closed(over: Picture, read: Any) -> None:
    panel = read(panel_view(replace(over, phase=Phase.CLOSED, note=Note.IDLE, seats=())))
    assert "Nobody did anything here for an hour." in panel.text
    assert "everyone has his chips back" in panel.text


def test_a_games_name_is_no_markup() -> None:
    assert game_text("_late_night_") == r"\_late\_night\_"
    assert person_text(Person(0, "")) == "former player"


@pytest.mark.parametrize("kind", [Told.HOST_LEFT, Told.REMOVED, Told.DISMISSED, Told.LAPSED])
def test_a_notice_holds_no_markup_of_a_name(kind: Told) -> None:
    words = notice_text(NewNotice(kind, NASTY))
    assert "<@" not in words
    assert r"\@everyone" in words


def test_who_is_called_is_mentioned_with_the_time() -> None:
    words = notice_text(NewNotice(Told.SEAT_FREE, Person(4, "Dee"), 1_800_000_060.7))
    assert words == (
        "<@4>, a seat is free: `/sit` takes it. It is kept for you until <t:1800000060:T>."
    )


def test_amounts_of_changes_have_their_thousands_apart() -> None:
    changes = (("max_buy_in", "300", "1000"), ("min_buy_in", "10000", ""))
    lines = notice_text(NewNotice(Told.RULES, changes=changes)).splitlines()
    assert lines[1:] == [
        "- the most buy-in: 300 → 1,000",
        "- the least buy-in: 10,000 → the usual",
    ]


def test_changes_are_told_one_by_one_up_to_a_dozen() -> None:
    changes = (
        ("pause", "", "9"),
        ("seats", "10", "4"),
        ("late_night: ante", "1", "2"),
        ("other_game", "", "-"),
        *((f"option{number}", "1", "2") for number in range(20)),
    )
    lines = notice_text(NewNotice(Told.RULES, changes=changes)).splitlines()
    assert lines[1] == "- seconds between hands: the usual → 9"
    assert lines[2] == "- seats: 10 → 4"
    assert lines[3] == r"- late\_night\: ante: 1 → 2"
    assert lines[4] == r"- other\_game is no more in the list"
    assert lines[-1] == "- and 12 more; `/rules` tells all of them"
    assert len(lines) == 14


async def test_the_modal_names_its_table_and_limits() -> None:
    modal = RebuyModal(5, 7, Offer(40, 400, 1_234))
    assert modal.custom_id == "rebuy:5:7"
    assert read_rebuy("rebuy:5:7") == (5, 7)
    assert read_rebuy("rebuy:7") == (0, 7)
    assert [read_rebuy(text) for text in ("rebuy:", "rebuy:x", "rebuy:-1", "dc:1:1:1:fold")] == [
        None
    ] * 4
    assert "40 to 400; your balance is 1,234" in str(modal.to_components())


def test_a_full_table_asks_nobody_to_sit(over: Picture, read: Any) -> None:
    def text(picture: Picture, **changes: Any) -> str:
        return str(read(panel_view(replace(picture, phase=Phase.WAITING, **changes))).text)

    assert "there is room for more with /sit" in text(over)
    assert "/sit" not in text(over, places=3)
    assert "/deal starts a hand." in text(over, places=3)
    assert "/sit" not in text(over, places=4, called=(Person(4, "Dee"),))
    alone = replace(over, seats=tuple(replace(seat, stack=0) for seat in over.seats[:2]))
    assert "Take a seat with /sit" in text(alone)
    full = text(alone, places=2)
    assert "/sit" not in full
    assert "Who has lost his chips presses “Rebuy”" in full


def test_what_the_host_did_stays_true_once_the_table_is_closed() -> None:
    text = notice_text(NewNotice(Told.HOST_LEFT, Person(1, "Ann")))
    assert text == "Ann, who opened this table, has left it; that does not close it."


def test_that_a_hand_was_void_at_an_idle_table_is_told() -> None:
    assert "the hand is void" in notice_text(NewNotice(Told.IDLE_HAND))
    assert "hand" not in notice_text(NewNotice(Told.IDLE))
