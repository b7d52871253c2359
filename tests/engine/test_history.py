"""A hand written down and played again is the same hand."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK
from engine.events import Acted
from engine.hand import Hand
from engine.history import lines, write
from engine.importer import read
from engine.replay import Verdict, play_through, replay
from engine.rules import HouseRules
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play, Starts, Wander

CASINO = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20}
HOME = {"ante": 5, "small": 10, "big": 20, "late_rounds": "free", "min_raise": "any"}
UPS = "* / 9s Ac 2s / Jc Qc 2c"

NAMES = [
    'quo"te', "apo'strophe", "back\\slash", "new\nline", "car\rriage", "tab\t", "\x00", "\x1f",
    "\x7f", "\x80\x9f", "🂡♠️", "é\u0301", "\u202eleft", "\ufeff", "'''", '"""', "# no remark", "",
    " ", "[_rules]", "\U0010ffff", "p1", "ante = 5",
]  # fmt: skip


@given(st.data())
def test_a_hand_at_any_moment_replays_to_the_same_digest(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    start, chance = data.draw(starts)
    names = [f"p{seat}" for seat in range(len(start.starting_stacks))]
    hands = list(wander(start, chance))
    # A simultaneous declaration is not written before its last choice (R-DECL-2).
    whole = [hand for hand in hands if not hand._state.chosen.keys() - hand._state.declared.keys()]
    for hand in (hands[-1], chance.choice(whole)):
        text = write(hand, names)
        again, accepted = play_through(read(text))
        assert accepted == []
        assert again.digest == hand.digest
        assert again.log == hand.log
        assert again.stacks == hand.stacks
        assert repr(view(again, 0)) == repr(view(hand, 0))
        assert lines(again) == lines(hand)
        assert replay(text).verdict is Verdict.LEGAL
        assert write(again, names) == text


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_come_back_as_they_were(deal: Deal, play: Play, name: str) -> None:
    over = play(deal(CASINO, [99] * 3, UPS), "*")
    result = replay(write(over, [name, "Ben", name]))
    assert result.verdict is Verdict.LEGAL
    assert result.players == (name, "Ben", name)


@given(st.text(), st.text())
def test_any_name_and_reason_can_be_written(name: str, reason: str) -> None:
    hand = Hand.start(HouseRules.from_options(HOME), [50, 50], FULL_DECK)
    text = write(hand, [name, "Ben"], void=reason)
    head = tomllib.loads(text)
    assert head["players"] == [name, "Ben"]
    assert head["_void"] == reason


@pytest.mark.parametrize("name", ["\ud800", "a\udfffb", "\udc80\ud800"])
def test_a_lone_surrogate_does_not_break_the_file(deal: Deal, name: str) -> None:
    text = write(deal(CASINO, [99] * 3, UPS), [name, "Ben", "Cid"])
    assert text.encode("utf-8").decode("utf-8") == text
    assert replay(text).verdict is Verdict.LEGAL


def test_a_written_hand_in_full(deal: Deal, play: Play) -> None:
    rows = "Ks Qs / Kc 3c / Ah 2d / 4h 5s / 7h 8h"
    over = play(
        deal(CASINO, [50, 60], rows), "p2 pb", "p1 cbr 10", "p2 cc", *["p1 cc", "p2 cc"] * 3
    )
    assert write(over, ["Ann", 'B"en']) == (
        'variant = "F5S"\nantes = [1, 1]\nbring_in = 4\nsmall_bet = 10\nbig_bet = 20\n'
        'players = ["Ann", "B\\"en"]\nstarting_stacks = [50, 60]\nfinishing_stacks = [61, 49]\n'
        "actions = [\n"
        '  "d dh p1 Ks",\n  "d dh p2 Qs",\n  "d dh p1 Kc",\n  "d dh p2 3c",\n'
        '  "p2 pb",\n  "p1 cbr 10",\n  "p2 cc",\n'
        '  "d dh p1 Ah",\n  "d dh p2 2d",\n  "p1 cc",\n  "p2 cc",\n'
        '  "d dh p1 4h",\n  "d dh p2 5s",\n  "p1 cc",\n  "p2 cc",\n'
        '  "d dh p1 7h",\n  "d dh p2 8h",\n  "p1 cc",\n  "p2 cc",\n'
        '  "p1 sm KsKcAh4h7h",\n  "p2 sm",\n]\n'
        '_deck = "Ks Qs Kc 3c Ah 2d 4h 5s 7h 8h"\n\n'
        '[_rules]\nburn = false\nante = 1\nbring_in_mode = "low"\nbring_in = 4\nsmall = 10\n'
        "big = 20\n"
    )


def test_an_unfinished_hand_has_no_finishing_stacks(deal: Deal, play: Play) -> None:
    head = tomllib.loads(write(play(deal(CASINO, [50, 60]), "*"), ["Ann", "Ben"]))
    assert "finishing_stacks" in head
    text = write(deal(CASINO, [50, 60]), ["Ann", "Ben"])
    assert "finishing_stacks" not in tomllib.loads(text)
    assert replay(text).verdict is Verdict.LEGAL


def test_a_voided_hand_finishes_with_its_starting_stacks(deal: Deal, play: Play) -> None:
    hand = play(deal(CASINO, [99] * 3, UPS), "p3 pb", "p1 cbr 10")
    text = write(hand, ["Ann", "Ben", "Cid"], void="the lights went out")
    assert tomllib.loads(text)["finishing_stacks"] == [99, 99, 99]
    assert replay(text).verdict is Verdict.LEGAL
    changed = text.replace("finishing_stacks = [99, 99, 99]", "finishing_stacks = [98, 99, 100]")
    assert replay(changed).verdict is Verdict.DIFFERS


def test_the_deck_is_written_as_far_as_the_hand_got_burns_included() -> None:
    rules = HouseRules.from_options(HOME)
    hand = Hand.start(rules, [100] * 3, FULL_DECK)
    written = tomllib.loads(write(hand, ["a", "b", "c"]))["_deck"].split()
    assert written == [card.text for card in FULL_DECK[:6]]
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    written = tomllib.loads(write(hand, ["a", "b", "c"]))["_deck"].split()
    assert written == [card.text for card in FULL_DECK[:18]]
    assert not any(isinstance(event, Acted) and event.chips for event in hand.log)


def test_ten_players_write_the_whole_deck() -> None:
    """R-DECK-10: 50 cards dealt and two burned."""
    hand = Hand.start(HouseRules.from_options(HOME), [100] * 10, FULL_DECK)
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    text = write(hand, [f"p{seat}" for seat in range(10)])
    assert len(tomllib.loads(text)["_deck"].split()) == 52
    assert replay(text).verdict is Verdict.LEGAL
