"""R-DEAL-7: no view, event, option or error lets a foreign down card out, at any moment."""

from __future__ import annotations

import gc
import re
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Verb
from engine.cards import Card, parse_cards
from engine.errors import IllegalAction
from engine.events import CardDealt, Shown
from engine.hand import Hand
from engine.ranking import Category
from engine.view import CardSeen, view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play, Starts, Wander

CASINO = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20}
HOME = {"ante": 5, "small": 10, "big": 20}
NO_LIMIT = {"ante": 1, "limit": "none", "min_bet": 10}
WORDS = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


def reachable(root: object) -> set[Card]:
    """Return every card that can be reached from an object, whatever holds it."""
    seen: set[int] = set()
    cards: set[Card] = set()
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType):
            continue
        seen.add(id(one))
        if isinstance(one, Card):
            cards.add(one)
        else:
            waiting += gc.get_referents(one)
    return cards


def named(thing: object) -> set[str]:
    return set(WORDS.findall(repr(thing)))


def open_cards(hand: Hand) -> set[Card]:
    """Return what the public log has told: up cards and shown hands."""
    told: set[Card] = set()
    for event in hand.log:
        if isinstance(event, CardDealt) and event.card is not None:
            assert event.place > 0
            told.add(event.card)
        elif isinstance(event, Shown):
            told |= set(event.cards)
    return told


def own_cards(hand: Hand, seat: int) -> set[Card]:
    mine = view(hand, seat).seats[seat]
    return {seen.card for seen in (*mine.cards, *mine.discards) if seen.card is not None}


@given(st.data())
@settings(max_examples=settings().max_examples // 2)
def test_r_deal_7_nobody_elses_down_card_can_be_had(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    for hand in wander(*data.draw(starts)):
        public = open_cards(hand)
        words = {card.text for card in public}
        for viewer in (None, *range(len(hand.starting_stacks))):
            seen = view(hand, viewer)
            own = set() if viewer is None else own_cards(hand, viewer)
            assert reachable(seen) <= public | own
            assert named(seen) <= words | {card.text for card in own}
            if viewer is not None:
                bought = [e for e in hand.log if isinstance(e, CardDealt) and e.seat == viewer][5:]
                assert len(own) == len(dealt_to(hand, viewer)) + len(bought)
                assert own >= dealt_to(hand, viewer)
        for thing in (hand.events, hand.log, hand.awards, hand.pots, refusal(hand)):
            assert reachable(thing) <= public
            assert named(thing) <= words
        assert not named(hand.digest)


def dealt_to(hand: Hand, seat: int) -> set[Card]:
    """Return the seat's cards, told by the places of all dealt cards in the deck."""
    cards: set[Card] = set()
    deck, burned = list(hand.deck), list[Card]()
    streets: dict[int, list[int]] = {}
    for event in hand.log:
        if isinstance(event, CardDealt) and event.seat not in streets.get(event.place, []):
            streets.setdefault(event.place, []).append(event.seat)  # a bought card came later
    for place, seats in streets.items():
        if len(deck) < len(seats):
            deck, burned = deck + burned, []
        elif place > 1 and hand.rules.burn and len(deck) > len(seats):
            burned.append(deck.pop(0))
        for one in seats:
            card = deck.pop(0)
            cards |= {card} if one == seat else set()
    return cards


def refusal(hand: Hand) -> object:
    """Return what an error carries."""
    try:
        hand.act(0, Action(Verb.RAISE, -5))
    except IllegalAction as error:
        return (error.args, error.action, error.options, error.reason)
    raise AssertionError("a raise to -5 was accepted")


def test_what_the_views_of_a_hand_differ_in(deal: Deal) -> None:
    hand = deal(HOME, [100] * 3, "9s Ac 2s / Jc Qc 2c")
    down, up = parse_cards("Ac Qc")
    mine, theirs, public = view(hand, 1), view(hand, 0), view(hand, None)
    assert mine.seats[1].cards == (CardSeen(down, up=False), CardSeen(up, up=True))
    for other in (theirs, public):
        assert other.seats[1].cards == (CardSeen(None, up=False), CardSeen(up, up=True))
    assert mine.seats[0] == public.seats[0]
    assert (mine.viewer, public.viewer) == (1, None)
    assert mine.options == theirs.options == public.options == hand.options(1)


@pytest.mark.parametrize("viewer", [-1, 3, 10])
def test_a_seat_not_dealt_in_sees_nothing(deal: Deal, viewer: int) -> None:
    with pytest.raises(ValueError, match="not dealt in"):
        view(deal(HOME, [100] * 3), viewer)


def test_chips_in_a_view(deal: Deal, play: Play) -> None:
    hand = play(deal(CASINO, [100, 100, 30], "* / 9s Ac 2s / Jc Qc 2c"), "p3 pb", "p1 cbr 10")
    seen = view(hand, None)
    assert [(s.stack, s.bet, s.paid) for s in seen.seats] == [(89, 10, 11), (99, 0, 1), (25, 4, 5)]
    assert (seen.pot, seen.level, seen.street, seen.round, seen.over) == (17, 10, 2, 1, False)
    assert seen.bring_in_seat == 2
    assert seen.actors == hand.actors == (1,)
    street = play(hand, "p2 f", "p3 cc")
    seen = view(street, None)
    assert [(s.stack, s.bet, s.paid) for s in seen.seats] == [(89, 0, 11), (99, 0, 1), (19, 0, 11)]
    assert (seen.pot, seen.level, seen.street, seen.round) == (23, 0, 3, 2)
    assert [s.folded for s in seen.seats] == [False, True, False]


def test_a_view_of_the_end(deal: Deal, play: Play) -> None:
    rows = "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"
    over = play(deal(NO_LIMIT, [60, 40], rows), "p1 cbr 59", "p2 cc")
    seen = view(over, None)
    assert (seen.over, seen.actors, seen.options, seen.pot, seen.pots) == (True, (), None, 0, ())
    assert [s.stack for s in seen.seats] == [100, 0]
    assert [s.won for s in seen.seats] == [80, 0]
    assert [s.returned for s in seen.seats] == [20, 0]
    assert [s.made.category for s in seen.seats if s.made] == [Category.PAIR, Category.PAIR]
    assert seen.awards == over.awards
    assert all(s.shown for s in seen.seats)


def test_a_hand_is_named_only_where_all_its_cards_are_seen(deal: Deal, play: Play) -> None:
    rows = "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"
    hand = play(deal(HOME, [200, 200], rows), *["p1 cc", "p2 cc"] * 3)
    assert view(hand, None).seats[0].made is None
    assert view(hand, 1).seats[0].made is None
    assert view(hand, 0).seats[0].made is not None
    over = play(hand, "p1 cc", "p2 cc")
    assert view(over, None).seats[1].mucked
    assert view(over, None).seats[1].made is None
    assert view(over, 1).seats[1].made is not None


def test_an_all_in_player_is_marked(deal: Deal, play: Play) -> None:
    hand = play(deal(NO_LIMIT, [21, 100, 100], "* / Ac Qc 2c"), "p1 cbr 20")
    assert [s.all_in for s in view(hand, None).seats] == [True, False, False]


def test_r_deal_4_the_fifth_card_of_1_3_1_is_its_owners_secret(deal: Deal, play: Play) -> None:
    """R-DEAL-7: and each live player shows three cards; a survivor's two stay hidden."""
    rows = "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"
    rules = {"ante": 5, "small": 10, "big": 20, "deal": "1-3-1"}
    hand = play(deal(rules, [200, 200], rows), *["p1 cc", "p2 cc"] * 3)
    assert [e for e in hand.events if isinstance(e, CardDealt)] == [
        CardDealt(0, 4, None),
        CardDealt(1, 4, None),
    ]
    for viewer in (None, 1):
        seen = view(hand, viewer).seats[0].cards
        assert [one.card.text if one.card else "" for one in seen] == ["", "Kc", "Ah", "4h", ""]
        assert [one.up for one in seen] == [False, True, True, True, False]
    own = view(hand, 0).seats[0].cards
    assert [one.card for one in own] == [*parse_cards("Ks Kc Ah 4h 7h")]
    over = play(hand, "p1 cbr 20", "p2 f")
    assert over.over
    assert [one.up for one in view(over, None).seats[0].cards if one.card is None] == [False] * 2
    assert not {"Ks", "7h"} & named(over.log)


def test_r_deal_4_both_down_cards_are_shown_and_mucked_together(deal: Deal, play: Play) -> None:
    """R-SHOW-4."""
    rows = "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"
    rules = {"ante": 5, "small": 10, "big": 20, "deal": "1-3-1"}
    over = play(deal(rules, [200, 200], rows), *["p1 cc", "p2 cc"] * 4)
    assert Shown(0, parse_cards("Ks Kc Ah 4h 7h")) in over.log
    assert [one.card is None for one in view(over, 0).seats[1].cards] == [
        True, False, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("all_in_show", [True, False])
def test_r_allin_4_the_last_card_of_a_hand_turned_up_is_seen_as_it_is_dealt(
    deal: Deal, play: Play, *, all_in_show: bool
) -> None:
    rows = "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"
    rules = {**NO_LIMIT, "deal": "1-3-1", "all_in_show": all_in_show}
    over = play(deal(rules, [60, 60], rows), "p1 cbr 59", "p2 cc")
    last = [e.card for e in over.log if isinstance(e, CardDealt) and e.place == 4]
    assert last == ([*parse_cards("7h 8h")] if all_in_show else [None, None])
    assert all(one.card for seat in view(over, None).seats for one in seat.cards)
