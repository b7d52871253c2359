"""The declaration of high-low, before anything is awarded (R-DECL-1 to 4, R-DECL-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.actions import Action, Declaration, Verb, Why, WhyNot
from engine.course import Phase
from engine.errors import IllegalAction
from engine.events import Acted
from engine.hand import Hand
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

HOME = {"game": "hilo", "low_rank": "a6", "ante": 5, "small": 10, "big": 20}
AT_ONCE = {**HOME, "declare": "simultaneous"}
IN_TURN = {**HOME, "declare": "sequential"}
ROWS = "Kd 2h Qd / Kc 7c 9c / 5s 4d Ts / Jd 3s 8d / 9h 6c 3d"
ROUND = ("p1 cc", "p2 cc", "p3 cc")


def at_declaration(deal: Deal, play: Play, rules: dict[str, object]) -> Hand:
    return play(deal(rules, [100, 100, 100], ROWS), *ROUND * 4)


def declare(hand: Hand, seat: int, declaration: str) -> Hand:
    return hand.act(seat, Action(Verb.DECLARE, declaration=Declaration(declaration)))[0]


def test_r_decl_2_all_owe_one_at_once_and_it_is_told_when_the_last_is_made(
    deal: Deal, play: Play
) -> None:
    hand = at_declaration(deal, play, AT_ONCE)
    assert (hand.phase, hand.actors) == (Phase.DECLARING, (0, 1, 2))
    before = repr(view(hand, None))
    for seat, left in ((2, (0, 1)), (0, (1,))):
        hand = declare(hand, seat, "low")
        assert hand.actors == left
        assert hand.events == ()
        for viewer in (None, 0, 1, 2):
            seen = view(hand, viewer)
            assert [one.declared for one in seen.seats] == [None] * 3
            assert not [chapter.acts for chapter in seen.chapters if chapter.number == 0]
    assert "declare" not in before.split("chapters")[1]
    hand = declare(hand, 1, "high")
    told = [event for event in hand.events if isinstance(event, Acted)]
    assert [(one.seat, one.action.declaration) for one in told] == [
        (0, Declaration.LOW),
        (1, Declaration.HIGH),
        (2, Declaration.LOW),
    ]
    assert [one.declared for one in view(hand, None).seats] == [
        Declaration.LOW,
        Declaration.HIGH,
        Declaration.LOW,
    ]
    assert hand.over


def test_r_decl_2_who_has_chosen_owes_nothing_more(deal: Deal, play: Play) -> None:
    hand = declare(at_declaration(deal, play, AT_ONCE), 1, "low")
    with pytest.raises(IllegalAction) as error:
        declare(hand, 1, "high")
    assert error.value.reason == WhyNot(Why.DECLARED)


def test_r_decl_4_both_only_where_the_house_allows_it(deal: Deal, play: Play) -> None:
    hand = at_declaration(deal, play, AT_ONCE)
    with pytest.raises(IllegalAction) as error:
        declare(hand, 0, "both")
    assert error.value.reason == WhyNot(Why.NOT_BOTH)
    allowed = at_declaration(deal, play, {**AT_ONCE, "both": True})
    assert allowed.options(0).declarations == tuple(Declaration)
    assert declare(allowed, 0, "both").actors == (1, 2)


def test_nothing_else_is_done_in_a_declaration_and_none_outside_it(deal: Deal, play: Play) -> None:
    hand = at_declaration(deal, play, AT_ONCE)
    for verb in (Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.BET, Verb.STAND_PAT, Verb.DISCARD):
        with pytest.raises(IllegalAction) as error:
            hand.act(0, Action(verb, 10))
        assert error.value.reason == WhyNot(Why.DECLARATION_DUE)
    betting = deal(AT_ONCE, [100] * 3, ROWS)
    with pytest.raises(IllegalAction) as error:
        betting.act(0, Action(Verb.DECLARE))
    assert error.value.reason == WhyNot(Why.NO_DECLARATION_DUE)


@pytest.mark.parametrize(
    ("declare_from", "last_round", "order"),
    [
        ("last_raiser", ["p1 cc", "p2 cbr 20", "p3 cc", "p1 cc"], [1, 2, 0]),
        ("last_raiser", ["p1 cc", "p2 cc", "p3 cc"], [0, 1, 2]),
        ("last_raiser", ["p1 cbr 20", "p2 cc", "p3 cbr 40", "p1 cc", "p2 f"], [2, 0]),
        ("opener", ["p1 cbr 20", "p2 cc", "p3 cbr 40", "p1 cc", "p2 cc"], [0, 1, 2]),
        ("opener", ["p1 f", "p2 cc", "p3 cc"], [1, 2]),
        ("dealer_left", ["p1 f", "p2 cbr 20", "p3 cbr 40", "p2 cc"], [1, 2]),
        ("dealer_left", ["p1 cc", "p2 cc", "p3 cbr 20", "p1 cc", "p2 cc"], [0, 1, 2]),
    ],
)
def test_r_decl_3_who_declares_first_in_sequence(
    deal: Deal, play: Play, declare_from: str, last_round: list[str], order: list[int]
) -> None:
    rules = {**IN_TURN, "declare_from": declare_from}
    hand = play(deal(rules, [100, 100, 100], ROWS), *ROUND * 3, *last_round)
    came = []
    while hand.actors:
        (seat,) = hand.actors
        came.append(seat)
        hand = declare(hand, seat, "high")
        assert view(hand, None).seats[seat].declared is Declaration.HIGH
    assert came == order


def test_r_table_7_who_does_not_answer_declares_high(deal: Deal, play: Play) -> None:
    hand = at_declaration(deal, play, {**AT_ONCE, "both": True})
    assert hand.timed_out(2) == Action(Verb.DECLARE, declaration=Declaration.HIGH)
    assert hand.forced is None


def test_r_decl_10_an_all_in_player_declares_like_anyone(deal: Deal, play: Play) -> None:
    hand = play(deal(AT_ONCE, [100, 15, 100], ROWS), "p1 cbr 10", "p2 cc", "p3 cc")
    while hand.phase is not Phase.DECLARING:
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    assert hand.actors == (0, 1, 2)
    assert hand.options(1).declarations


def test_r_allin_4_down_cards_wait_for_the_declaration(deal: Deal, play: Play) -> None:
    hand = play(deal(AT_ONCE, [15, 15, 15], ROWS), "p1 cbr 10", "p2 cc", "p3 cc")
    assert hand.phase is Phase.DECLARING
    assert not any(seat.shown for seat in view(hand, None).seats)


def test_one_live_player_declares_nothing(deal: Deal, play: Play) -> None:
    hand = play(deal(AT_ONCE, [100] * 3, ROWS), *ROUND * 3, "p1 cbr 20", "p2 f", "p3 f")
    assert hand.over
