"""The notation's lines: read strictly, written back as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Declaration, Verb
from engine.cards import FULL_DECK, parse_card, parse_cards
from engine.errors import BadNotation, IllegalAction
from engine.notation import (
    ActLine,
    BuyLine,
    DealLine,
    DeclareLine,
    ShowLine,
    act_line,
    deal_line,
    line_of,
    read_act,
    read_line,
    show_line,
)

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

CASINO = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20}
UPS = "* / 9s Ac 2s / Jc Qc 2c"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("d dh p2 Kd", DealLine(1, parse_card("Kd"))),
        ("d dh p10 ??", DealLine(9, None)),
        ("p3 pb", ActLine(2, "pb")),
        ("p3 cbr 40", ActLine(2, "cbr", 40)),
        ("p3 cbr 0", ActLine(2, "cbr", 0)),
        ("p1 cc", ActLine(0, "cc")),
        ("p1 f", ActLine(0, "f")),
        ("  p1   f  # a remark", ActLine(0, "f")),
        ("p2 sd", BuyLine(1, discards=False)),
        ("p2 sd 7s", BuyLine(1, discards=True, card=parse_card("7s"))),
        ("p10 sd ??", BuyLine(9, discards=True)),
        ("p3 dc high", DeclareLine(2, Declaration.HIGH)),
        ("p3 dc both  # boldly", DeclareLine(2, Declaration.BOTH)),
        ("p1 sm", ShowLine(0, None)),
        ("p1 sm AsKd7h9c2d", ShowLine(0, parse_cards("As Kd 7h 9c 2d"))),
        ("p1 sm ??Kd", ShowLine(0, (None, parse_card("Kd")))),
    ],
)
def test_lines_are_read(text: str, line: object) -> None:
    assert read_line(text) == line


@pytest.mark.parametrize(
    "text",
    [
        "", "#", "p1", "f", "p0 f", "p11 f", "p01 f", "p-1 f", "P1 f", "p1 F", "p1 f f", "p1 cc 5",
        "p1 pb 4", "p1 cbr", "p1 cbr -5", "p1 cbr +5", "p1 cbr 05", "p1 cbr 1.5", "p1 cbr 1e3",
        "p1 cbr 1_000", "p1 cbr 1,000", "p1 cbr \u0661", "p1 cbr all",
        "d dh p1", "d dh p1 KdQd", "d dh p1 kd", "d dh p1 10d", "d dh p0 Kd", "d db Kd",
        "p1 sm Kd Qd", "p1 sm K", "p1 sm KdKd", "p1 sm K?", "p1 sm ?K", "p1 sm Kx", "p1 sd 7s8s",
        "p1 sd 7", "p1 sd ?", "p1 sd 0", "d sd p1", "p1 dc", "p1 dc High", "p1 dc high low",
        "p1 dc none", "p11 dc high", "p1 cbr " + "9" * 19, "p1 cbr " + "9" * 100_000,
        "d dh p1 ?", "p1\x00f",
    ],
)  # fmt: skip
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_line(text)


@given(st.text(max_size=30) | st.from_regex(r"(d dh )?p[0-9]{1,2} (f|cc|pb|cbr|sm|sd|dc) ?[\w?]*"))
def test_any_text_is_a_line_or_bad_notation(text: str) -> None:
    try:
        line = read_line(text)
    except BadNotation:
        return
    assert 0 <= line.seat <= 9


@given(st.integers(0, 9), st.sampled_from((*FULL_DECK, None)))
def test_deal_lines_come_back(seat: int, card: object) -> None:
    one = next((card_ for card_ in FULL_DECK if card_ is card), None)
    assert read_line(deal_line(seat, one)) == DealLine(seat, one)


@given(st.integers(0, 9), st.permutations(FULL_DECK), st.integers(0, 5))
def test_show_lines_come_back(seat: int, deck: list[object], count: int) -> None:
    cards = tuple(card for card in FULL_DECK if card in deck[:count])
    assert read_line(show_line(seat, cards)) == ShowLine(seat, cards or None)


@pytest.mark.parametrize(
    ("lines", "text", "action"),
    [
        ("", "p3 pb", Action(Verb.BRING_IN)),
        ("", "p3 cbr 10", Action(Verb.COMPLETE, 10)),
        ("p3 pb", "p1 cc", Action(Verb.CALL)),
        ("p3 pb", "p1 cbr 10", Action(Verb.COMPLETE, 10)),
        ("p3 pb|p1 cbr 10", "p2 cbr 20", Action(Verb.RAISE, 20)),
        ("p3 pb|p1 cc|p2 f", "p3 cc", Action(Verb.CHECK)),
        ("p3 pb|p1 cc|p2 f", "p3 cbr 10", Action(Verb.BET, 10)),
        ("p3 pb|p1 cc|p2 f", "p3 f", Action(Verb.FOLD)),
    ],
)
def test_an_act_is_what_the_hand_makes_of_it(
    deal: Deal, play: Play, lines: str, text: str, action: Action
) -> None:
    hand = play(deal(CASINO, [99] * 3, UPS), *(lines.split("|") if lines else ()))
    seat, read = read_act(hand, text)
    assert (seat, read) == (int(text[1]) - 1, action)
    hand.act(seat, read)
    assert act_line(seat, action) == text


@pytest.mark.parametrize("text", ["d dh p1 Kd", "p1 sm", "p3 sm AsKd", "check", ""])
def test_what_is_no_act_is_refused(deal: Deal, text: str) -> None:
    with pytest.raises(BadNotation):
        read_act(deal(CASINO, [99] * 3, UPS), text)


@pytest.mark.parametrize("text", ["p1 f", "p9 f", "p3 cbr 999999999999999999", "p3 cbr 0", "p3 cc"])
def test_an_illegal_act_reads_and_is_refused_by_the_hand(deal: Deal, text: str) -> None:
    hand = deal(CASINO, [99] * 3, UPS)
    with pytest.raises(IllegalAction):
        hand.act(*read_act(hand, text))


BUYING = {"ante": 1, "limit": "none", "min_bet": 2, "buy": 1, "buy_price": [3]}
DECLARING = {"ante": 1, "limit": "none", "min_bet": 2, "game": "hilo", "declare": "sequential"}
ROWS = "Ks Qs / Kc 3c / Ah 2d / 4h 5s / 7h 8h / 9d Td"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("p1 sd", Action(Verb.STAND_PAT)),
        ("p1 sd Ks", Action(Verb.DISCARD, place=0)),
        ("p1 sd 7h", Action(Verb.DISCARD, place=4)),
    ],
)
def test_a_discard_is_named_by_its_card(deal: Deal, play: Play, text: str, action: Action) -> None:
    hand = play(deal(BUYING, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 3)
    assert read_act(hand, text) == (0, action)
    assert line_of(hand, 0, action) == text
    hand.act(0, action)


@pytest.mark.parametrize("text", ["p1 sd Qs", "p1 sd 9d", "p2 sd Qs", "p1 cc", "p1 dc high"])
def test_what_is_no_buy_of_the_actor_is_refused(deal: Deal, play: Play, text: str) -> None:
    hand = play(deal(BUYING, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 3)
    with pytest.raises(IllegalAction):
        hand.act(*read_act(hand, text))


@pytest.mark.parametrize("declaration", [Declaration.HIGH, Declaration.LOW])
def test_a_declaration_is_read(deal: Deal, play: Play, declaration: Declaration) -> None:
    hand = play(deal(DECLARING, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 4)
    action = Action(Verb.DECLARE, declaration=declaration)
    assert read_act(hand, f"p1 dc {declaration}") == (0, action)
    assert line_of(hand, 0, action) == f"p1 dc {declaration}"
    with pytest.raises(IllegalAction):
        hand.act(*read_act(hand, "p1 dc both"))


def test_a_line_of_an_act_that_names_no_card_has_none(deal: Deal, play: Play) -> None:
    hand = play(deal(BUYING, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 3)
    assert line_of(hand, 0, Action(Verb.DISCARD, place=9)) == "p1 sd ??"
    assert line_of(hand, 5, Action(Verb.DISCARD, place=0)) == "p6 sd ??"
