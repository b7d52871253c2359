"""A declaration in words: the panel that tells who still owes his, and the menu of each player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.picture import Moment, Private
from bot.render.declare import menu_text, menu_view, secret_text, told_text
from bot.render.heard import sayable_text
from bot.render.outcome import outcome_text, outcome_view
from bot.render.panel import has_controls, panel_view
from bot.render.ping import ping_text
from bot.render.private import private_view
from bot.wish import Wish
from engine.actions import Action, Declaration, Verb
from engine.options import Declare
from engine.view import view

X30 = "Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d"
BET, CALL, CHECK = Action(Verb.BET, 10), Action(Verb.CALL), Action(Verb.CHECK)
HIGH, LOW, BOTH = Declaration


def declare(way: Declaration) -> Action:
    return Action(Verb.DECLARE, declaration=way)


@pytest.fixture
def due(started: Any) -> Any:
    """X30 where everybody owes his declaration; `options` change the rules."""

    def stage(**options: Any) -> Any:
        names = ("Ann", "Ben", "Cid")
        hand = started(names, (100,) * 3, X30, "hilo_declare", **options)
        return hand.act(BET, CALL, CALL, *[CHECK] * 9)

    return stage


def private(stage: Any, seat: int, choice: Declaration | None = None) -> Private:
    hand = stage.hand
    moment = Moment(3, 12, hand.turn, 5)
    return Private(moment, seat, view(hand, seat), stage.people, hand.options(seat), choice)


async def test_the_panel_says_who_still_owes_a_declaration(due: Any, read: Any) -> None:
    stage = due()
    ann, ben, cid = (f"<@{person.id}>" for person in stage.people)
    picture = stage.picture()
    reading = read(panel_view(picture))
    assert f"**{ann}, {ben} and {cid} still to declare** · <t:1800000000:R>" in reading.text
    assert "the declaration" in reading.text
    assert "· round" not in reading.text
    assert reading.labels == ["Declare", "Peek"]
    assert "Before: Ann checks · Ben checks · Cid checks" in reading.text
    picture = replace(picture, chosen=(1,))
    reading = read(panel_view(picture))
    assert f"**{ann} and {cid} still to declare**" in reading.text
    (line,) = [line for line in reading.text.splitlines() if "**Ben**" in line]
    assert "has chosen" in line
    assert "►" not in line
    assert reading.labels == ["Declare", "Peek"]
    assert has_controls(picture)
    assert picture.deciders == (stage.people[0], stage.people[2])
    assert ben not in ping_text(picture.deciders, 1.0)


async def test_a_panel_is_the_same_whatever_was_chosen(due: Any, read: Any) -> None:
    text = read(panel_view(replace(due().picture(), chosen=(0, 2)))).text
    assert "declares" not in text
    assert "high" not in text.split("Pot")[1]


async def test_an_old_panel_calls_nobody(due: Any, read: Any) -> None:
    reading = read(panel_view(due().picture(), live=False))
    assert "still to declare" not in reading.text
    assert all(button["disabled"] for button in reading.buttons)


async def test_the_menu_tells_both_ways_and_offers_them(due: Any, read: Any) -> None:
    one = private(due(), 1)
    assert menu_text(one) == (
        "What do you declare?\n"
        "You hold `2♥\u00a07♣\u00a04♦\u00a03♠\u00a06♣`: seven high; low: 7-6-4-3-2.\n"
        "-# Nobody else learns it before everyone has chosen."
    )
    reading = read(menu_view(one))
    assert reading.labels == ["High", "Low"]
    assert [button["custom_id"] for button in reading.buttons] == [
        f"dc:5:3:12:{one.moment.turn}:{way}" for way in ("high", "low")
    ]


async def test_a_choice_is_told_and_can_be_changed(due: Any, read: Any) -> None:
    one = private(due(both=True), 1, LOW)
    told = "You have chosen **low**; you can change it until everyone has chosen."
    assert menu_text(one).endswith(told)
    reading = read(menu_view(one))
    assert reading.labels == ["High", "Low", "Both ways"]
    assert [button.get("disabled", False) for button in reading.buttons] == [False, True, False]
    wish = Wish(Verb.DECLARE, declaration=LOW)
    assert outcome_text(one, wish) == menu_text(one)
    assert read(outcome_view(one)).labels == reading.labels
    assert told in read(private_view(one)).text


async def test_what_is_left_of_the_menu_when_all_have_chosen(due: Any) -> None:
    stage = due().act(declare(HIGH), declare(LOW), declare(HIGH))
    one, wish = private(stage, 1), Wish(Verb.DECLARE, declaration=LOW)
    assert outcome_text(one, wish) == told_text(LOW)
    assert told_text(LOW) == "You declare low. Everyone has chosen: the panel tells the rest."
    assert outcome_view(one) is None
    assert outcome_text(None, wish) == "That is done; the panel shows the rest."
    assert outcome_view(None) is None


async def test_peek_says_what_to_do(due: Any, read: Any) -> None:
    text = read(private_view(private(due(), 1))).text
    assert "**Declare what you play for**: press “Declare” on the panel, or use `/declare`." in text


async def test_a_declaration_in_sequence_is_one_players_turn(due: Any, read: Any) -> None:
    stage = due(declare=Declare.SEQUENTIAL, both=True)
    reading = read(panel_view(stage.picture()))
    assert f"**<@{stage.people[0].id}> to act**" in reading.text
    assert reading.labels == ["High", "Low", "Both ways", "Peek"]
    assert "You may declare high, declare low or declare both ways." in (
        read(private_view(private(stage, 0))).text
    )
    assert sayable_text(stage.hand.options(0)) == (
        "It is your turn. You can say `declare high`, `declare low` and `declare both`."
    )
    stage = stage.act(declare(LOW))
    text = read(panel_view(stage.picture())).text
    assert "Ann declares low" in text
    assert " · declares low" in text
    assert f"**<@{stage.people[1].id}> to act**" in text
    wish = Wish(Verb.DECLARE, declaration=LOW)
    assert outcome_text(private(stage, 0), wish) == "You declare low."


def test_what_is_said_aloud_is_pointed_to_the_menu() -> None:
    assert "a secret until everyone has chosen" in secret_text()


async def test_beside_a_seat_stands_the_hand_that_it_declared(due: Any, read: Any) -> None:
    over = due().act(declare(HIGH), declare(HIGH), declare(LOW))
    text = read(panel_view(over.picture())).text
    lines = {
        name: next(line for line in text.splitlines() if f"**{name}**" in line)
        for name in over.names
    }
    assert "a pair of kings · declares high" in lines["Ann"]
    assert "· Q-10-9-8-3 · declares low" in lines["Cid"]
    assert "low:" not in text
    assert "Ann wins 23, the high half of 45, with a pair of kings." in text
    assert "Cid wins 22, the low half of 45, with Q-10-9-8-3." in text


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ((HIGH, HIGH, HIGH), "Nobody in it declared low."),
        ((LOW, LOW, LOW), "Nobody in it declared high."),
        ((HIGH, LOW, LOW), ""),
    ],
)
async def test_it_is_told_why_a_pot_was_not_split(
    due: Any, read: Any, ways: tuple[Declaration, ...], words: str
) -> None:
    stage = due().act(*map(declare, ways))
    assert stage.hand.over
    text = read(panel_view(stage.picture())).text
    assert words in text
    assert ("Nobody" in text) == (words != "")


async def test_who_declared_both_and_failed_leaves_the_pot_to_one_side(due: Any, read: Any) -> None:
    stage = due(both=True).act(declare(HIGH), declare(HIGH), declare(BOTH))
    text = read(panel_view(stage.picture())).text
    assert "Nobody won it low. Cid declared both ways and failed." in text


FAILED = "declared both ways and failed."
SPEAK = "All in it declared both ways and failed: the cards speak."


@pytest.mark.parametrize(
    ("ways", "main", "side"),
    [
        ((HIGH, LOW, BOTH), f"Cid {FAILED}", ""),
        ((BOTH, HIGH, LOW), f"Ann {FAILED}", ""),
        ((BOTH, BOTH, HIGH), f"Ann and Ben {FAILED}", SPEAK),
        ((BOTH, BOTH, BOTH), SPEAK, SPEAK),
        ((HIGH, LOW, LOW), "", ""),
    ],
)
async def test_each_pot_tells_once_who_failed_both_ways_in_it(
    started: Any, read: Any, ways: tuple[Declaration, ...], main: str, side: str
) -> None:
    """R-DECL-8, R-DECL-9, R-DECL-11."""
    stage = started(("Ann", "Ben", "Cid"), (100, 60, 35), X30, "hilo_declare", both=True)
    while not stage.hand.over:
        seat = stage.hand.actors[0]
        options = stage.hand.options(seat)
        if options.declarations:
            stage = stage.act(declare(ways[seat]))
        elif options.wager is not None:
            stage = stage.act(Action(options.wager.verb, options.wager.most))
        else:
            stage = stage.act(CALL if options.call else CHECK)
    lines = read(panel_view(stage.picture())).text.splitlines()
    for pot, words in (("the main pot of 105", main), ("the side pot of 50", side)):
        told = " ".join(line for line in lines if pot in line)
        assert told.endswith(words)
        assert told.count("failed") == (1 if words else 0)


async def test_a_pot_without_a_low_that_qualifies_says_so(started: Any, read: Any) -> None:
    deck = "Kd Qh Qd Kc Jc 9c As Ts 9d Qs Ah Jd 3s 8d Ad"
    stage = started(("Ann", "Ben", "Cid"), (100,) * 3, deck, "hilo_8")
    while not stage.hand.over:
        options = stage.hand.options(stage.hand.actors[0])
        verb = next(v for v in (Verb.BRING_IN, Verb.CHECK, Verb.CALL) if v in options.verbs())
        stage = stage.act(Action(verb))
    assert "No low qualified." in read(panel_view(stage.picture())).text
