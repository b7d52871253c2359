"""A hand as one player may see it: nothing more is in the file, and it plays again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Verb
from engine.cards import Card
from engine.course import Phase
from engine.decks import most_players
from engine.events import Acted, CardDealt, Event, Mucked, Shown
from engine.hand import Hand
from engine.history import export, write
from engine.importer import read
from engine.notation import act_line, deal_line, show_line
from engine.replay import Verdict, play_through, replay
from engine.rules import HouseRules
from engine.view import HandView, view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play, SomeStart, Starts, Wander

HANDS = sorted((Path(__file__).parent / "hands").glob("*.phh"))


def names(hand: Hand) -> list[str]:
    return [f"p{seat + 1}" for seat in range(len(hand.starting_stacks))]


def viewers(hand: Hand) -> list[int | None]:
    return [None, *range(len(hand.starting_stacks))]


def lines_seen(hands: Sequence[Hand], viewer: int | None) -> list[str]:
    """Write what a viewer has seen of a hand as it went on, from his views alone."""
    return [
        line
        for hand in hands
        for seen in [view(hand, viewer)]
        for event in seen.events
        for line in [line_seen(seen, event)]
        if line
    ]


def line_seen(seen: HandView, event: Event) -> str | None:
    match event:
        case CardDealt(seat=seat, place=place, card=card):
            own = seen.seats[seat].cards[place].card if seat == seen.viewer else card
            return deal_line(seat, own)
        case Acted(seat=seat, action=action):
            discards = action.verb is Verb.DISCARD
            return act_line(seat, action, seen.seats[seat].discards[-1].card if discards else None)
        case Shown(seat=seat, cards=cards):
            return show_line(seat, cards)
        case Mucked(seat=seat):
            return show_line(seat, ())
        case _:
            return None


@given(st.data())
def test_an_export_tells_what_its_viewer_has_seen_and_no_more(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    start, chance = data.draw(starts)
    hands = list(wander(start, chance))
    at = chance.randrange(len(hands))
    for length in (len(hands), at + 1):
        hand, players = hands[length - 1], names(start)
        for viewer in viewers(start):
            # A hand plays on with the state of the one before: each view asks it to be dealt again.
            head = tomllib.loads(export(hand, players, viewer))
            assert head["actions"] == lines_seen(hands[:length], viewer)
            assert "_deck" not in head
            assert "_reserve" not in head


@given(st.data())
def test_an_export_of_any_hand_at_any_moment_is_legal(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    start, chance = data.draw(starts)
    hands = list(wander(start, chance))
    for hand in (hands[-1], chance.choice(hands)):
        for viewer in viewers(start):
            result = replay(export(hand, names(start), viewer))
            assert result.error is None
            assert result.finishing_stacks == (hand.stacks if hand.over else ())


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_golden_hand_is_legal_as_anybody_sees_it(path: Path) -> None:
    written = read(path.read_text("utf-8"))
    hand, _ = play_through(written)
    void = "called off" if written.void else None
    for viewer in viewers(hand):
        result = replay(export(hand, written.players, viewer, void=void))
        assert result.error is None
        assert result.verdict is Verdict.LEGAL
        assert result.finishing_stacks == (written.stacks if void else hand.stacks)


# Supplies rebuilt in a buy -----------------------------------------------------------------------


def buyers(rules: HouseRules, seats: int, chance: Random, some_start: SomeStart) -> Hand:
    """Play a hand in which few fold and many buy."""
    hand = some_start(rules, seats, 300, chance)
    while hand.actors:
        seat = chance.choice(hand.actors)
        options = hand.options(seat)
        if options.price:
            buys = chance.random() < 0.8
            action = Action(Verb.DISCARD, place=chance.choice((0, 0, 4, 1, 2, 3)))
            action = action if buys else Action(Verb.STAND_PAT)
        elif options.declarations:
            action = Action(Verb.DECLARE, declaration=chance.choice(options.declarations))
        elif options.check:
            action = Action(Verb.CHECK)
        else:
            action = Action(chance.choice((Verb.CALL, Verb.CALL, Verb.CALL, Verb.FOLD)))
        hand, _ = hand.act(seat, action)
    return hand


GAMES: dict[str, dict[str, object]] = {
    "high": {"game": "high"},
    "lowball": {"game": "low", "low_rank": "27"},
    "sökö": {"game": "soko"},
    "eight or better": {"game": "hilo", "qualifier": 8},
    "declared": {"game": "hilo", "declare": "simultaneous", "both": True, "both_tie": "share"},
    "in turn": {"game": "hilo", "declare": "sequential", "both": True, "low_rank": "a6"},
    "stripped": {"game": "high", "deck": "40"},
}
KEYS = ("_deck", "_rese")
BUYS: dict[str, object] = {"ante": 2, "limit": "none", "min_bet": 4, "buy": 2, "buy_price": [1, 2]}


@pytest.mark.slow
@pytest.mark.parametrize("deal_form", ["1-4", "1-3-1"])
@pytest.mark.parametrize("game", GAMES)
def test_r_deck_11_a_reserve_is_found_that_gives_the_cards_told(
    game: str, deal_form: str, some_start: SomeStart
) -> None:
    rules = HouseRules.from_options({**BUYS, **GAMES[game], "deal": deal_form})
    chance = Random(f"{game} {deal_form}")
    rebuilt = 0
    for seats in (most_players(rules), most_players(rules), 7):
        hand = buyers(rules, seats, chance, some_start)
        rebuilt += hand._state.rebuilt
        for viewer in viewers(hand):
            result = replay(export(hand, names(hand), viewer))
            assert result.error is None
            assert result.finishing_stacks == hand.stacks
        whole = write(hand, names(hand))
        for keys in ("_deck", "_deck|_reserve"):
            bare = re.sub(rf"^(?:{keys}) = .*\n", "", whole, flags=re.MULTILINE)
            assert replay(bare).error is None, keys
        # Cards a file does not name are found in its deck.
        cards = "".join(line for line in whole.splitlines(keepends=True) if line[:5] in KEYS)
        blind = export(hand, names(hand), None).replace("\n[_rules]", f"{cards}\n[_rules]")
        assert replay(blind).error is None
    assert rebuilt


def test_r_deck_11_cards_no_reserve_can_give_are_told_in_one_line(some_start: SomeStart) -> None:
    """The buyer is dealt a card that lies in a live hand; the stub was used up before."""
    rules = HouseRules.from_options({**BUYS, "game": "high"})
    hand = buyers(rules, 10, Random(3), some_start)
    text = export(hand, names(hand), None)
    lines = tomllib.loads(text)["actions"]
    up = next(line for line in lines if line.startswith("d dh p1 ") and "?" not in line)[-2:]
    at = max(at for at, line in enumerate(lines) if re.fullmatch(r"d dh p[2-9] [^?]+", line))
    wrong = text.replace(f'"{lines[at]}"', f'"{lines[at][:-2]}{up}"')
    assert hand._state.rebuilt
    assert wrong != text
    result = replay(wrong)
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert "\n" not in result.error


# Hands written by hand ---------------------------------------------------------------------------


def actions(text: str) -> list[str]:
    return list(tomllib.loads(text)["actions"])


BUYING = {"ante": 1, "limit": "none", "min_bet": 2, "buy": 1, "buy_price": [3]}
ROWS = "Ks Qs / Kc 3c / Ah 2d / 4h 5s / 7h 8h / 9d Td"


def test_a_discard_is_told_to_its_owner_and_an_up_card_to_everybody(deal: Deal, play: Play) -> None:
    rounds = ["p1 cc", "p2 cc"] * 3
    hand = play(deal(BUYING, [50, 60], ROWS), *rounds, "p1 sd Ks", "p2 sd 5s")
    told = {viewer: actions(export(hand, ["Ann", "Ben"], viewer))[-4:] for viewer in (None, 0, 1)}
    ups = ["p2 sd 5s", "d dh p2 Td"]
    assert told[None] == ["p1 sd ??", "d dh p1 ??", *ups]
    assert told[0] == ["p1 sd Ks", "d dh p1 9d", *ups]
    assert told[1] == told[None]


def test_r_decl_2_no_choice_is_told_before_the_last(deal: Deal, play: Play) -> None:
    rules = {"ante": 1, "limit": "none", "min_bet": 2, "game": "hilo", "declare": "simultaneous"}
    hand = play(deal(rules, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 4)
    half = play(hand, "p2 dc low")
    assert actions(export(half, ["Ann", "Ben"], 1)) == actions(export(hand, ["Ann", "Ben"], 1))
    over = play(half, "p1 dc high")
    told = actions(export(over, ["Ann", "Ben"], None))
    assert told[-4:-2] == ["p1 dc high", "p2 dc low"]


def test_a_voided_hand_is_exported_with_its_reason(deal: Deal, play: Play) -> None:
    hand = play(deal(BUYING, [50, 60], ROWS), "p1 cbr 4")
    head = tomllib.loads(export(hand, ["Ann", 'B"\n'], 1, void="the table was closed"))
    assert head["finishing_stacks"] == [50, 60]
    assert head["_void"] == "the table was closed"
    assert head["players"] == ["Ann", 'B"\n']
    assert head["actions"][:2] == ["d dh p1 ??", "d dh p2 Qs"]
    assert replay(export(hand, ["a", "b"], None, void="x")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_there_is_no_export_for_a_seat_that_was_not_dealt_in(deal: Deal, seat: int) -> None:
    with pytest.raises(ValueError, match="not dealt in"):
        export(deal(BUYING, [50, 60], ROWS), ["Ann", "Ben"], seat)


def test_r_deal_4_either_down_card_may_have_been_given_up(deal: Deal, play: Play) -> None:
    """The card that is shown in the first place was dealt there, or bought for the one dealt."""
    rules = {**BUYING, "deal": "1-3-1"}
    for discard in ("Ks", "7h"):
        hand = play(deal(rules, [50, 60], ROWS), *["p1 cc", "p2 cc"] * 3, f"p1 sd {discard}")
        over = play(hand, "p2 sd", "p1 cbr 4", "p2 cc")
        text = export(over, ["Ann", "Ben"], None)
        result = replay(text)
        assert result.error is None
        assert result.finishing_stacks == over.stacks
        again, _ = play_through(read(text))
        shown = [event.cards for event in again.log if isinstance(event, Shown)]
        assert shown == [event.cards for event in over.log if isinstance(event, Shown)]


def test_r_decl_8_a_mucker_may_have_beaten_who_failed(deal: Deal, play: Play) -> None:
    """Ann fails with both, since Ben is better for high; he fails too, and Cid takes all."""
    rules = {
        "ante": 5, "limit": "none", "min_bet": 2, "game": "hilo", "declare": "simultaneous",
        "both": True,
    }  # fmt: skip
    rows = "As 9s Ks / 2c Jc Kc / 3h Jd Kh / 5d 4c 9c / 7h 8h 9d"
    hand = deal(rules, [50, 60, 70], rows)
    while hand.phase is Phase.BETTING:
        hand, _ = hand.act(hand.actors[0], Action(Verb.CHECK))
    over = play(hand, "p1 dc both", "p2 dc both", "p3 dc low")
    assert over.stacks == (45, 55, 80)
    assert actions(export(over, ["Ann", "Ben", "Cid"], None))[-1] == "p2 sm"
    for viewer in viewers(over):
        result = replay(export(over, ["Ann", "Ben", "Cid"], viewer))
        assert result.error is None
        assert result.finishing_stacks == over.stacks


def known_cards(text: str) -> set[Card]:
    return {
        Card.of(card) for line in actions(text) for card in re.findall("[2-9TJQKA][cdhs]", line)
    }


def test_the_winners_cards_stay_hidden_where_nobody_called(deal: Deal, play: Play) -> None:
    over = play(deal(BUYING, [50, 60], ROWS), "p1 cbr 4", "p2 f")
    assert over.over
    assert Card.of("Ks") not in known_cards(export(over, ["Ann", "Ben"], 1))
    assert Card.of("Ks") in known_cards(export(over, ["Ann", "Ben"], 0))
