"""Replay: what each kind of file is told, and that no file brings it down."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK
from engine.decks import deck_for
from engine.hand import Hand
from engine.history import write
from engine.importer import read
from engine.replay import PaidPot, Verdict, play_through, replay
from engine.rules import HouseRules

if TYPE_CHECKING:
    from tests.engine.conftest import Starts, Wander

HANDS = Path(__file__).parent / "hands"
NO_LIMIT = {"ante": 1, "limit": "none", "min_bet": 10}

HEAD = """variant = "N5S"
players = ["Ann", "Ben"]
starting_stacks = [50, 60]
finishing_stacks = [100, 10]
"""
ACTIONS = [
    "d dh p1 Ks", "d dh p2 Qs", "d dh p1 Kc", "d dh p2 Qc", "p1 cbr 49", "p2 cc",
    "d dh p1 Ah", "d dh p2 2d", "d dh p1 4h", "d dh p2 5s", "d dh p1 7h", "d dh p2 8h",
]  # fmt: skip
TAIL = """
[_rules]
ante = 1
limit = "none"
min_bet = 10
"""


def file(actions: list[str] = ACTIONS, head: str = HEAD, extra: str = "", tail: str = TAIL) -> str:
    return f"{head}actions = {json.dumps(actions)}\n{extra}{tail}"


def changed(at: int, line: str | None) -> list[str]:
    """Return the actions with one line replaced, or left out."""
    return [*ACTIONS[:at], *([] if line is None else [line]), *ACTIONS[at + 1 :]]


def test_a_file_without_a_deck_is_legal_and_tells_its_pots() -> None:
    result = replay(file())
    assert result.error is None
    assert result.verdict is Verdict.LEGAL
    assert result.players == ("Ann", "Ben")
    assert result.starting_stacks == (50, 60)
    assert result.finishing_stacks == (100, 10)
    assert result.pots == (PaidPot(100, ("Ann", "Ben"), ("Ann",)),)
    assert result.unchecked == ()


def test_pots_are_told_main_pot_first() -> None:
    result = replay((HANDS / "Y17.phh").read_text("utf-8"))
    assert result.pots == (
        PaidPot(3, ("Ann", "Ben", "Cid"), ("Ann",)),
        PaidPot(4, ("Ben", "Cid"), ("Ben",)),
        PaidPot(2, ("Cid",), ("Cid",)),
    )


def test_other_finishing_stacks_differ() -> None:
    result = replay(file(head=HEAD.replace("[100, 10]", "[99, 11]")))
    assert result.verdict is Verdict.DIFFERS
    assert result.finishing_stacks == (100, 10)
    assert result.error is not None
    assert "[100, 10]" in result.error
    assert "[99, 11]" in result.error


def test_a_file_without_finishing_stacks_is_legal() -> None:
    head = HEAD.replace("finishing_stacks = [100, 10]\n", "")
    assert replay(file(head=head)).verdict is Verdict.LEGAL


def test_a_hand_that_does_not_end_differs_from_finishing_stacks() -> None:
    result = replay(file(ACTIONS[:5]))
    assert result.verdict is Verdict.DIFFERS
    assert result.finishing_stacks == ()
    assert result.error is not None
    assert "p2 cc (49)" in result.error


@pytest.mark.parametrize(
    ("at", "line", "number", "words"),
    [
        (4, "p2 cc", 5, "not your turn"),  # and what is legal
        (4, "p1 cbr 5", 5, "too small"),
        (4, "p1 cbr 50", 5, "more than the stack"),
        (4, "p1 pb", 5, "no bring-in due"),
        (4, "p3 f", 5, "not dealt in"),
        (5, "p2 cbr 59", 6, "nobody to raise"),
        (4, None, 5, "p2 cc"),
        (3, None, 4, "p2's card 2"),
        (3, "d dh p1 Qc", 4, "d dh p2"),
        (6, "d dh p2 Ah", 7, "is dealt here"),
        (11, None, None, "p2's card 5 is missing"),
        (6, "d dh p1 ??", 7, "up card"),
        (6, "d dh p1 Ks", 7, "Ks"),  # dealt twice
        (6, "d dh p9 Ah", 7, "no p9"),
        (4, "p1 raise 49", 5, "p1 raise 49"),
        (4, "p1 dc high", 5, "p1 dc high"),
        (11, "d dh p2 8x", 12, "8x"),
        (5, "p2 sm QsQd", 6, "shows"),
    ],
)
def test_an_illegal_file_is_broken_and_told_where(
    at: int, line: str | None, number: int | None, words: str
) -> None:
    result = replay(file(changed(at, line)))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert words in result.error
    if number is not None:
        assert f"action {number}:" in result.error


def test_the_error_names_the_act_and_what_was_legal() -> None:
    result = replay(file(changed(4, "p1 cbr 5")))
    assert result.error is not None
    assert "'p1 cbr 5'" in result.error
    assert "legal: p1 f, p1 cc, p1 cbr 10-49" in result.error


@pytest.mark.parametrize("line", ["p1 f", "d dh p1 2c", "p2 cc"])
def test_lines_after_the_end_are_broken(line: str) -> None:
    result = replay(file([*ACTIONS, line]))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert f"action {len(ACTIONS) + 1}" in result.error


# Shown and unseen cards -------------------------------------------------------------------------

EXPORT = changed(0, "d dh p1 ??")


def test_unknown_down_cards_are_found_where_they_are_shown() -> None:
    result = replay(file([*EXPORT, "p1 sm KsKcAh4h7h"]))
    assert result.verdict is Verdict.LEGAL
    assert result.pots[0].winners == ("Ann",)


def test_whoever_mucked_wins_nothing() -> None:
    actions = [*changed(1, "d dh p2 ??"), "p1 sm KsKcAh4h7h", "p2 sm"]
    for swap in ("Ks", "2s"):  # Ann has kings, or no pair at all against a board of Q-2-5-8
        lines = [line.replace("Ks", swap) for line in actions]
        result = replay(file(lines))
        assert result.verdict is Verdict.LEGAL, result.error
        assert result.pots[0].winners == ("Ann",)


def test_who_mucked_but_cannot_have_lost_is_told() -> None:
    pair = [line.replace("2d", "Qd") for line in changed(0, "d dh p1 2s")]
    result = replay(file([*pair[:1], "d dh p2 ??", *pair[2:], "p2 sm"]))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert "Ben mucked" in result.error


def test_unseen_cards_of_two_players_are_different_cards() -> None:
    head = HEAD.replace('"Ben"]', '"Ben", "Cid"]').replace("[50, 60]", "[50, 60, 70]")
    actions = [
        "d dh p1 Ks", "d dh p2 ??", "d dh p3 ??", "d dh p1 Kc", "d dh p2 Qc", "d dh p3 Jc",
        "p1 cbr 49", "p2 cc", "p3 f", "d dh p1 Ah", "d dh p2 2d", "d dh p1 4h", "d dh p2 5s",
        "d dh p1 7h", "d dh p2 8h",
    ]  # fmt: skip
    text = file(actions, head.replace("[100, 10]", "[149, 10, 20]").replace("149", "101")
                .replace("20]", "69]"))  # fmt: skip
    result = replay(text)
    assert result.verdict is Verdict.LEGAL, result.error
    hand, _ = play_through(read(text))
    assert len(set(hand.deck)) == 52


@pytest.mark.parametrize(
    "lines",
    [
        ["p1 sm KsKcAh4h7d"],  # another card than was dealt
        ["p1 sm QsKcAh4h7h"],
        ["p1 sm KsKcAh4h7h2c"],  # more than it holds
        ["p3 sm KsKc"],
        ["p3 sm"],
        ["p9 sm"],
        ["p2 sm KsQcAh"],
    ],
)
def test_showing_what_was_not_dealt_is_broken(lines: list[str]) -> None:
    assert replay(file([*ACTIONS, *lines])).verdict is Verdict.BROKEN


@pytest.mark.parametrize("lines", [[], ["p1 sm KsKcAh4h7h"], ["p1 sm KsKcAh4h7h", "p2 sm"]])
def test_lines_that_show_may_be_left_out(lines: list[str]) -> None:
    assert replay(file([*ACTIONS, *lines])).verdict is Verdict.LEGAL


def test_shown_cards_are_compared_with_the_deck() -> None:
    deck = '_deck = "Kd Qs Kc Qc 2c Ah 2d 3c 4h 5s 4c 7h 8h"\n'
    assert replay(file(EXPORT, extra=deck)).verdict is Verdict.LEGAL
    result = replay(file([*EXPORT, "p1 sm KsKcAh4h7h"], extra=deck))
    assert result.verdict is Verdict.BROKEN


def test_a_deck_that_deals_other_cards_is_broken() -> None:
    deck = '_deck = "Kd Qs Kc Qc 2c Ah 2d 3c 4h 5s 4c 7h 8h"\n'
    result = replay(file(extra=deck))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert "action 1:" in result.error


@pytest.mark.parametrize("burn", ["true", "false"])
def test_r_deck_9_a_deck_is_built_with_unused_cards_in_the_burn_places(burn: str) -> None:
    text = file(tail=f"{TAIL}burn = {burn}\n")
    assert replay(text).verdict is Verdict.LEGAL
    hand, _ = play_through(read(text))
    third = [card.text for card in hand.deck].index("Ah")
    assert third == (5 if burn == "true" else 4)


def test_r_deck_10_ten_players_without_a_deck(wander: Wander) -> None:
    """The burn places of a short stub are found again."""
    hand = Hand.start(
        HouseRules.from_options({"ante": 1, "small": 10, "big": 20}), [100] * 10, FULL_DECK
    )
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    text = write(hand, [f"p{seat}" for seat in range(10)])
    bare = re.sub(r"^_deck = .*\n", "", text, flags=re.MULTILINE)
    result = replay(bare)
    assert result.verdict is Verdict.LEGAL, result.error
    assert result.finishing_stacks == hand.stacks


@given(st.data())
def test_random_hands_replay_without_their_deck(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """Under any rules: the burn places are found again, short stubs and all."""
    *_, over = wander(*data.draw(starts))
    text = write(over, [f"p{seat}" for seat in range(len(over.stacks))])
    bare = re.sub(r"^_deck = .*\n", "", text, flags=re.MULTILINE)
    result = replay(bare)
    assert result.error is None
    assert result.finishing_stacks == over.stacks


def without_deck(path: Path) -> str:
    return re.sub(r"^_deck = .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("name", ["X43", "X49", "X50", "X52", "Y57", "Y60", "Y61", "Y62"])
def test_r_deck_10_stripped_decks_and_1_3_1_without_a_deck(name: str) -> None:
    """X52: the burned cards come back for the last street, whose places are found again."""
    result = replay(without_deck(HANDS / f"{name}.phh"))
    assert result.verdict is Verdict.LEGAL, result.error
    hand, _ = play_through(read(without_deck(HANDS / f"{name}.phh")))
    told, _ = play_through(read((HANDS / f"{name}.phh").read_text("utf-8")))
    assert set(hand.deck) == set(told.deck)
    assert hand.stacks == told.stacks


@pytest.mark.parametrize(("deck", "players"), [("36", 7), ("40", 8), ("32", 6), ("24", 4)])
def test_r_deck_10_full_tables_of_stripped_decks_without_a_deck(deck: str, players: int) -> None:
    rules = HouseRules.from_options({"ante": 1, "small": 10, "big": 20, "deck": deck})
    cards = list(deck_for(rules, players))
    Random(players).shuffle(cards)
    hand = Hand.start(rules, [100] * players, cards)
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    text = write(hand, [f"p{seat}" for seat in range(players)])
    assert replay(text).finishing_stacks == hand.stacks
    bare = re.sub(r"^_deck = .*\n", "", text, flags=re.MULTILINE)
    assert replay(bare).finishing_stacks == hand.stacks


def test_a_card_that_the_deck_has_not_is_named() -> None:
    text = (HANDS / "X50.phh").read_text("utf-8").replace("9c", "6c")
    for one in (text, re.sub(r"^_deck = .*\n", "", text, flags=re.MULTILINE)):
        result = replay(one)
        assert result.verdict is Verdict.BROKEN
        assert result.error is not None
        assert "6c" in result.error
        assert "32 cards" in result.error


def test_r_deal_4_two_unseen_cards_of_a_mucker_lose() -> None:
    """X43 as an export: Ann's first and last card are unknown, she mucked, Ben showed."""
    text = without_deck(HANDS / "X43.phh")
    for card in ("d dh p1 9s", "d dh p1 9d", "d dh p3 Tc", "d dh p3 Ts"):
        assert card in text
        text = text.replace(card, f"{card[:-2]}??")
    shown = '  "p3 cc",\n  "p2 sm QcJsQs8d2h",\n  "p3 sm",\n  "p1 sm",\n]'
    text = text.replace('  "p3 cc",\n]', shown)
    result = replay(text)
    assert result.verdict is Verdict.LEGAL, result.error
    assert result.pots[0].winners == ("Ben",)
    hand, _ = play_through(read(text))
    assert len(set(hand.deck)) == 52
    # whoever is not said to have mucked was not seen either
    assert replay(text.replace('  "p1 sm",\n', "")).pots[0].winners == ("Ben",)


def test_r_deal_4_two_unseen_cards_are_found_where_they_are_shown() -> None:
    text = without_deck(HANDS / "X43.phh")
    for card in ("d dh p2 Qc", "d dh p2 2h"):
        text = text.replace(card, f"{card[:-2]}??")
    shown = '  "p3 cc",\n  "p2 sm QcJsQs8d2h",\n]'
    result = replay(text.replace('  "p3 cc",\n]', shown))
    assert result.verdict is Verdict.LEGAL, result.error
    assert result.pots[0].winners == ("Ben",)
    wrong = shown.replace("Js", "Jh")
    assert replay(text.replace('  "p3 cc",\n]', wrong)).verdict is Verdict.BROKEN


def test_r_deal_4_the_fifth_card_of_1_4_is_never_unseen() -> None:
    text = without_deck(HANDS / "X43.phh").replace("d dh p1 9d", "d dh p1 ??")
    assert replay(text).verdict is Verdict.LEGAL
    result = replay(text.replace('deal = "1-3-1"\n', ""))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert "up card" in result.error


# Acts that must be refused ----------------------------------------------------------------------


def rejected(after: object, action: object, words: str = "w") -> str:
    line = "" if action is None else f"action = {json.dumps(action)}\n"
    return f"\n[[_rejected]]\nafter = {after}\n{line}words = {json.dumps(words)}\n"


def test_rejected_acts_that_are_refused_are_as_they_should_be() -> None:
    text = file(tail=TAIL + rejected(4, "p1 cbr 5") + rejected(4, "p2 cc") + rejected(12, "p1 f"))
    assert replay(text).verdict is Verdict.LEGAL


def test_a_rejected_act_that_is_accepted_differs() -> None:
    result = replay(file(tail=TAIL + rejected(4, "p1 cbr 10")))
    assert result.verdict is Verdict.DIFFERS
    assert result.error is not None
    assert "'p1 cbr 10'" in result.error
    assert result.finishing_stacks == (100, 10)


def test_a_rejected_act_without_notation_is_unchecked() -> None:
    result = replay(file(tail=TAIL + rejected(5, None, "Ben checks")))
    assert result.verdict is Verdict.LEGAL
    assert result.unchecked == ("Ben checks",)


@pytest.mark.parametrize(
    ("after", "action"),
    [(13, "p1 f"), (-1, "p1 f"), ('"4"', "p1 f"), ("true", "p1 f"), ("4.0", "p1 f"), (4, 5),
     (4, ["p1 f"]), (4, "p1 fold"), (4, "d dh p1 2c"), (4, "")],
)  # fmt: skip
def test_a_malformed_rejected_act_is_broken(after: object, action: object) -> None:
    assert replay(file(tail=TAIL + rejected(after, action))).verdict is Verdict.BROKEN


def test_the_worse_verdict_wins_within_a_file() -> None:
    text = file(changed(5, "p2 cbr 59"), tail=TAIL + rejected(4, "p1 cbr 10"))
    assert replay(text).verdict is Verdict.BROKEN


@pytest.mark.parametrize("mucker", ["p1", "p2"])
def test_an_explicit_muck_loses_to_a_hand_that_nobody_saw_either(mucker: str) -> None:
    actions = [line.replace("Ks", "??").replace("Qs", "??") for line in ACTIONS]
    head = HEAD if mucker == "p2" else HEAD.replace("[100, 10]", "[0, 110]")
    result = replay(file([*actions, f"{mucker} sm"], head))
    assert result.error is None
    assert result.pots[0].winners == ("Ann" if mucker == "p2" else "Ben",)
