"""Buying a card: who is asked, the price, the new card, and where it comes from (R-BUY)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from engine.actions import Action, Verb, Why, WhyNot
from engine.cards import FULL_DECK, parse_cards
from engine.course import Phase, course_of
from engine.decks import deck_for
from engine.errors import IllegalAction
from engine.events import Acted, CardDealt, NoCardToBuy, Shown
from engine.hand import Hand
from engine.rules import HouseRules
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

BUY = {"ante": 5, "small": 10, "big": 20, "buy": 1}
ROWS = "Kd 2h Qd / Kc 7c 9c / 5s 4d Ts / Jd 3s 8d / 9h 6c 3d / 4c 4h 4s"
ROUND = ("p1 cc", "p2 cc", "p3 cc")


def at_buy(deal: Deal, play: Play, rules: Mapping[str, object], stacks: list[int]) -> Hand:
    return play(deal(rules, stacks, ROWS), *ROUND * 3)


def reasons(hand: Hand, seat: int) -> dict[Verb, WhyNot | None]:
    return {verb: hand.options(seat).refusal_of(verb) for verb in Verb}


@pytest.mark.parametrize(
    ("options", "stages"),
    [
        ({}, "1 2 3 4"),
        ({"buy": 1}, "1 2 3 buy1 4"),
        ({"buy": 2}, "1 2 3 buy1 4 buy2 5"),
        ({"buy": 2, "buy_bet": "after_last"}, "1 2 3 buy1 buy2 4"),
        ({"buy": 1, "game": "hilo", "declare": "sequential"}, "1 2 3 buy1 4 declare"),
    ],
)
def test_r_buy_1_and_5_the_course_of_a_hand(options: dict[str, object], stages: str) -> None:
    rules = HouseRules.from_options({"ante": 5, "small": 10, "big": 20, **options})
    names = {Phase.BETTING: "{}", Phase.BUYING: "buy{}", Phase.DECLARING: "declare"}
    course = course_of(rules)
    assert [names[stage.phase].format(stage.number) for stage in course] == stages.split()
    assert [stage.street for stage in course][:4] == [2, 3, 4, 5]


def test_r_buy_2_to_4_a_card_is_paid_given_up_and_replaced_at_once(deal: Deal, play: Play) -> None:
    hand = at_buy(deal, play, BUY, [100] * 3)
    assert (hand.phase, hand.actors, hand.options(0).price) == (Phase.BUYING, (0,), 20)
    after, events = hand.act(0, Action(Verb.DISCARD, place=3))
    four = parse_cards("4c")[0]
    assert events == (
        Acted(0, Action(Verb.DISCARD, place=3), 20, all_in=False),
        CardDealt(0, 3, four),
    )
    assert (after.stacks[0], view(after, None).pot) == (75, 35)
    assert [seen.card for seen in view(after, None).seats[0].cards][1:] == [
        *parse_cards("Kc 5s 4c 9h")
    ]
    assert after.actors == (1,)
    assert view(after, None).seats[0].discards[0].card == parse_cards("Jd")[0]


@pytest.mark.parametrize(("deal_form", "place"), [("1-4", 0), ("1-3-1", 0), ("1-3-1", 4)])
def test_r_buy_3_a_card_for_a_down_card_comes_face_down(
    deal: Deal, play: Play, deal_form: str, place: int
) -> None:
    hand = at_buy(deal, play, {**BUY, "deal": deal_form}, [100] * 3)
    after, events = hand.act(0, Action(Verb.DISCARD, place=place))
    assert events[1] == CardDealt(0, place, None)
    mine, public = view(after, 0).seats[0], view(after, None).seats[0]
    assert mine.cards[place].card == parse_cards("4c")[0]
    assert public.cards[place].card is None
    assert mine.discards[0].card is not None
    assert public.discards[0].card is None


def test_what_is_refused_in_a_buy_and_outside_it(deal: Deal, play: Play) -> None:
    hand = at_buy(deal, play, BUY, [100] * 3)
    told = reasons(hand, 0)
    assert told.pop(Verb.DISCARD) is told.pop(Verb.STAND_PAT) is None
    assert set(told.values()) == {WhyNot(Why.BUY_DUE, (20,))}
    for place in (-1, 5):
        with pytest.raises(IllegalAction) as error:
            hand.act(0, Action(Verb.DISCARD, place=place))
        assert error.value.reason == WhyNot(Why.NO_SUCH_CARD)
    betting = deal(BUY, [100] * 3, ROWS)
    for verb in (Verb.DISCARD, Verb.STAND_PAT):
        assert betting.options(0).refusal_of(verb) == WhyNot(Why.NO_BUY_DUE)


@pytest.mark.parametrize(
    ("stacks", "asked"),
    [([100, 24, 100], [0, 2]), ([100, 25, 100], [0, 1, 2]), ([100, 100, 5], [0, 1])],
)
def test_r_buy_6_who_cannot_pay_the_whole_price_is_passed_over(
    deal: Deal, play: Play, stacks: list[int], asked: list[int]
) -> None:
    hand = deal(BUY, stacks, ROWS)
    while hand.phase is not Phase.BUYING:
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    came = []
    while hand.phase is Phase.BUYING:
        came.append(hand.actors[0])
        hand = play(hand, f"p{hand.actors[0] + 1} sd")
    assert came == asked


def test_r_buy_6_a_price_may_take_the_last_chip(deal: Deal, play: Play) -> None:
    hand = play(at_buy(deal, play, BUY, [100, 25, 100]), "p1 sd")
    after, events = hand.act(1, Action(Verb.DISCARD, place=1))
    assert isinstance(events[0], Acted)
    assert events[0].all_in
    assert view(after, None).seats[1].all_in


def test_r_buy_2_the_best_hand_showing_may_begin(deal: Deal, play: Play) -> None:
    rows = "Kd 2h Qd / 3c 7c 9c / 5s 4d 9s / Jd 3s 8d / Th 6c 4h"
    hand = deal({**BUY, "buy_order": "opener"}, [100] * 3, rows)
    while hand.phase is not Phase.BUYING:
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    assert hand.actors == (2,)
    assert play(hand, "p3 sd").actors == (0,)


def test_r_table_7_who_does_not_answer_stands_pat(deal: Deal, play: Play) -> None:
    hand = at_buy(deal, play, BUY, [100] * 3)
    assert hand.timed_out(0) == Action(Verb.STAND_PAT)


def test_r_buy_9_one_able_player_still_buys_and_cards_stay_down_till_then(
    deal: Deal, play: Play
) -> None:
    """R-ALLIN-4: they are turned up as soon as no buy can follow."""
    hand = play(deal(BUY, [100, 15, 15], ROWS), "p1 cbr 10", "p2 cc", "p3 cc")
    assert (hand.phase, hand.actors) == (Phase.BUYING, (0,))
    assert not any(isinstance(event, Shown) for event in hand.log)
    over = play(hand, "p1 sd Jd")
    assert over.over
    assert [seat.shown for seat in view(over, None).seats] == [True] * 3
    poor = play(deal(BUY, [34, 15, 15], ROWS), "p1 cbr 10", "p2 cc", "p3 cc")
    first_shown = next(at for at, e in enumerate(poor.log) if isinstance(e, Shown))
    assert poor.over
    assert any(isinstance(event, CardDealt) for event in poor.log[first_shown:])


def test_r_buy_5_the_fifth_round_has_late_stakes(deal: Deal, play: Play) -> None:
    rules: dict[str, object] = {**BUY, "buy": 2}
    hand = play(at_buy(deal, play, rules, [200] * 3), "p1 sd", "p2 sd", "p3 sd", *ROUND)
    assert (hand.phase, hand.options(0).price) == (Phase.BUYING, 40)
    hand = play(hand, "p1 sd", "p2 sd", "p3 sd")
    seen = view(hand, None)
    assert (seen.round, seen.rounds_in_all) == (5, 5)
    assert seen.options is not None
    assert seen.options.wager is not None
    assert seen.options.wager.steps == (20,)
    told = [(chapter.phase, chapter.number) for chapter in seen.chapters]
    assert told[3:] == [
        (Phase.BUYING, 1),
        (Phase.BETTING, 4),
        (Phase.BUYING, 2),
        (Phase.BETTING, 5),
    ]


# Where the card comes from (R-DECK-11) ----------------------------------------------------------

TEN = {"ante": 1, "small": 2, "big": 4, "buy": 1, "burn": True}


def ten_players(play: Play, rules: dict[str, object] | None = None) -> Hand:
    """Return X61: ten players and nobody folds: no card is left, two are burned."""
    deck = FULL_DECK
    hand = Hand.start(HouseRules.from_options(rules or TEN), [100] * 10, deck, deck[::-1])
    while hand.phase is not Phase.BUYING:
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    return hand


def test_x61_the_supply_is_the_burned_cards_then_what_others_gave_up(play: Play) -> None:
    """R-DECK-11, R-BUY-4, R-BUY-10; the reserve runs from the ace of spades down."""
    hand = ten_players(play)
    deck = hand.deck
    burned = [deck[20], deck[31]]
    got = []
    hand = play(hand, "p1 sd")
    for seat in (1, 2, 3):
        hand, events = hand.act(seat, Action(Verb.DISCARD, place=1))
        got.append(events[1].card)  # type: ignore[union-attr]
    assert got[:2] == sorted(burned, key=deck.index, reverse=True)
    # his own king of spades is not among them: player 4 gets what players 2 and 3 gave up
    assert got[2] in (deck[11], deck[12])
    assert got[2] == max((deck[11], deck[12]), key=deck.index)


def test_x61_without_earlier_buyers_the_fourth_draws_a_burned_card(play: Play) -> None:
    hand = play(ten_players(play), "p1 sd", "p2 sd", "p3 sd")
    burned = {hand.deck[20], hand.deck[31]}
    _, events = hand.act(3, Action(Verb.DISCARD, place=1))
    assert isinstance(events[1], CardDealt)
    assert events[1].card in [*burned]


def test_x61_whom_no_card_can_be_supplied_is_told_and_not_asked(play: Play) -> None:
    hand = ten_players(play, {**TEN, "burn": False, "buy": 1})
    deck = hand.deck
    assert hand.actors == (0,)  # two cards are left in the stub
    for seat in (0, 1):
        hand, events = hand.act(seat, Action(Verb.DISCARD, place=1))
        assert events[1].card == deck[50 + seat]  # type: ignore[union-attr]
    before = hand.stacks
    hand = play(hand, "p3 sd")
    assert hand.stacks[2] == before[2]


def test_r_deck_11_with_nothing_left_nobody_is_asked_and_no_one_pays(play: Play) -> None:
    """Eight players hold all 40 cards; one who folds leaves five for the others."""
    house = HouseRules.from_options({**TEN, "deck": 40})
    deck = deck_for(house, 8)
    hand = Hand.start(house, [100] * 8, deck, deck)
    while hand.log[-1] != NoCardToBuy(7):
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    assert [event for event in hand.log if isinstance(event, NoCardToBuy)] == [
        NoCardToBuy(seat) for seat in range(8)
    ]
    assert view(hand, None).chapters[-2].unsupplied == tuple(range(8))
    assert hand.phase is Phase.BETTING
    assert hand.stacks == (99,) * 8


def test_r_deck_11_a_folded_hand_supplies_the_others(play: Play) -> None:
    house = HouseRules.from_options({**TEN, "deck": 40})
    deck = deck_for(house, 8)
    hand = play(Hand.start(house, [100] * 8, deck, deck[::-1]), "p8 f")
    while hand.phase is not Phase.BUYING:
        hand = play(hand, f"p{hand.actors[0] + 1} cc")
    assert hand.actors == (0,)
    _, events = hand.act(0, Action(Verb.DISCARD, place=0))
    assert isinstance(events[1], CardDealt)
    assert not any(isinstance(event, NoCardToBuy) for event in hand.log)
