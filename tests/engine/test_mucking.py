"""Who may muck after a declaration, or beside a tie: R-SHOW-4 with R-DECL-7, judged by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.actions import Action, Declaration, Verb
from engine.events import Mucked, Shown
from engine.hand import Hand

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

HILO = {
    "game": "hilo",
    "low_rank": "a6",
    "ante": 5,
    "small": 10,
    "big": 20,
    "late_rounds": "free",
    "declare": "simultaneous",
    "both": True,
}
ROUNDS = ("p1 cc", "p2 cc", "p3 cc") * 4
# Ann kings and the opener, Ben a seven low, Cid a ten.
APART = "Kd 2h Qd / Kc 7c 9c / 5s 4d Ts / Jd 3s 8d / 9h 6c 3d"
# Ann and Ben kings with the same side cards, Cid a lower low than they; Ann opens every round.
TIED = "Kd Kh 2d / Ks Kc 4d / 9s 9d 3h / 8h 8d 6h / 7c 7s 8c"


def told(hand: Hand) -> str:
    """Return who shows (s) and mucks (m), in turn."""
    turns = [event for event in hand.log if isinstance(event, Shown | Mucked)]
    return " ".join(f"{one.seat + 1}{'m' if isinstance(one, Mucked) else 's'}" for one in turns)


def declared(hand: Hand, *declarations: str) -> Hand:
    for seat, one in enumerate(declarations):
        hand, _ = hand.act(seat, Action(Verb.DECLARE, declaration=Declaration(one)))
    return hand


@pytest.mark.parametrize(
    ("declarations", "shown"),
    [
        (("high", "both", "low"), "1s 2m 3s"),  # beaten for high: his low wins nothing either
        (("low", "both", "high"), "1s 2s 3s"),  # unbeaten by Ann; Cid's high beats him later
        (("high", "low", "low"), "1s 2s 3m"),
        (("high", "low", "high"), "1s 2s 3m"),
    ],
)
def test_r_show_4_who_declared_both_mucks_once_beaten_one_way(
    deal: Deal, play: Play, declarations: tuple[str, ...], shown: str
) -> None:
    over = declared(play(deal(HILO, [100] * 3, APART), *ROUNDS), *declarations)
    assert told(over) == shown


@pytest.mark.parametrize(("both_tie", "shown"), [("lose", "1s 2m 3s"), ("share", "1s 2s 3s")])
def test_r_decl_7_a_tie_already_shown_beats_who_must_win_alone(
    deal: Deal, play: Play, both_tie: str, shown: str
) -> None:
    """Cid, who shows after them, beats Ben's low: Ben wins nothing, and mucks or not by turn."""
    rules = {**HILO, "both_tie": both_tie}
    over = declared(play(deal(rules, [100] * 3, TIED), *ROUNDS), "high", "both", "low")
    assert told(over) == shown
    assert [seat for seat, _ in over.awards[0].shares] == [0, 2]


def test_r_show_4_who_ties_what_is_shown_shows_though_a_later_hand_beats_both(
    deal: Deal, play: Play
) -> None:
    rules = {"ante": 5, "small": 10, "big": 20, "late_rounds": "free"}
    rows = "Kd Kh Qd / Ks Kc Qs / 9s 9d Qh / 8h 8d 3h / 7c 7s 8c"
    hand = play(deal(rules, [200] * 3, rows), "p1 cc", "p2 cc", "p3 cc")
    hand = play(hand, *("p3 cc", "p1 cc", "p2 cc") * 2)  # two queens open from the third card on
    over = play(hand, "p3 cc", "p1 cbr 10", "p2 cc", "p3 cc")
    assert told(over) == "1s 2s 3s"
