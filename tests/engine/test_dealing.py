"""The table, the deck and the deal: B1, B2, B3 and the antes of B4."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import FULL_DECK, parse_cards
from engine.errors import RefusedRules
from engine.events import Acted, AntePosted, CardDealt, PotAwarded, Shown
from engine.hand import Hand
from engine.rules import MOST_CHIPS, HouseRules
from engine.stub import Stub
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

HOME = {"ante": 5, "small": 10, "big": 20}
CASINO = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20}
RULES = HouseRules.from_options(HOME)


@pytest.mark.parametrize("players", [0, 1, 11, 12])
def test_r_table_1_fewer_than_two_or_more_than_ten_are_refused(players: int) -> None:
    with pytest.raises(RefusedRules, match="from 2 to 10"):
        Hand.start(RULES, [100] * players, FULL_DECK)


@pytest.mark.parametrize("players", range(2, 11))
def test_r_table_1_two_to_ten_are_dealt_in(players: int, play: Play) -> None:
    hand = Hand.start(RULES, [100] * players, FULL_DECK)
    assert len(hand.starting_stacks) == players
    over = play(hand, "*")
    assert sum(over.stacks) == 100 * players


@pytest.mark.parametrize("stack", [0, -1, MOST_CHIPS + 1, 10.0, True, "10", None])
def test_r_table_5_a_stack_is_at_least_one_whole_chip(stack: object) -> None:
    with pytest.raises(RefusedRules, match="from 1 to"):
        Hand.start(RULES, [100, stack], FULL_DECK)  # type: ignore[list-item]


def test_r_table_4_nothing_but_the_starting_chips_can_be_bet(deal: Deal, play: Play) -> None:
    hand = deal({"ante": 1, "limit": "none"}, [50, 60], "* / Ac 2d")
    assert hand.options(0).all_in == 49
    assert play(hand, "p1 cbr 49", "p2 f").stacks == (51, 59)


@pytest.mark.parametrize(
    "deck",
    [FULL_DECK[:51], (*FULL_DECK[:51], FULL_DECK[0]), (*FULL_DECK, FULL_DECK[0]), ()],
)
def test_r_deck_1_only_a_whole_deck_is_dealt_from(deck: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="each of its 52 cards once"):
        Hand.start(RULES, [100, 100], deck)  # type: ignore[arg-type]


def test_r_deal_1_two_rounds_of_one_card_the_second_face_up(deal: Deal) -> None:
    hand = deal(HOME, [100] * 3, "9s Ac 2s / Jc Qc 2c")
    dealt = [event for event in hand.log if isinstance(event, CardDealt)]
    ups = parse_cards("Jc Qc 2c")
    assert dealt == [CardDealt(seat, 0, None) for seat in range(3)] + [
        CardDealt(seat, 1, ups[seat]) for seat in range(3)
    ]


def test_r_deal_2_one_face_up_card_each_from_the_dealers_left(deal: Deal, play: Play) -> None:
    """R-DEAL-3: cards 2 to 5 lie face up."""
    hand = play(deal(HOME, [100] * 3, "* / Ac Qc 2c / 3d 4d"), "p1 cc", "p2 cc", "p3 f")
    street = [event for event in hand.events if isinstance(event, CardDealt)]
    assert street == [CardDealt(0, 2, parse_cards("3d")[0]), CardDealt(1, 2, parse_cards("4d")[0])]


def test_r_deal_5_a_folded_players_up_cards_leave_the_display(deal: Deal, play: Play) -> None:
    hand = play(deal(HOME, [100] * 3, "* / Ac Qc 2c / 3d 4d"), "p1 cc", "p2 cc", "p3 f")
    assert view(hand, None).seats[2].cards == ()
    assert view(hand, 0).seats[2].cards == ()
    assert [seen.card for seen in view(hand, 2).seats[2].cards if seen.up] == [*parse_cards("2c")]
    assert CardDealt(2, 1, parse_cards("2c")[0]) in hand.log
    over = play(hand, "*")
    assert not any(isinstance(e, CardDealt) and e.seat == 2 for e in over.log[len(hand.log) :])


def test_r_deal_6_an_all_in_player_is_dealt_to_until_the_end(deal: Deal, play: Play) -> None:
    """R-ALLIN-5: and has no acts."""
    over = play(deal(HOME, [5, 100, 100], "* / Ac Qc 2c"), "*")
    assert len(view(over, 0).seats[0].cards) == 5
    assert {event.seat for event in over.log if isinstance(event, Acted)} == {1, 2}


def test_r_deal_8_one_survivor_ends_the_hand_at_once(deal: Deal, play: Play) -> None:
    """R-SHOW-1: he takes everything and shows nothing."""
    over = play(deal(HOME, [100] * 3, "* / Ac Qc 2c"), "p1 cc", "p2 f", "p3 f")
    assert over.over
    assert over.stacks == (110, 95, 95)
    assert not any(isinstance(event, Shown) for event in over.log)
    assert max(e.place for e in over.log if isinstance(e, CardDealt)) == 1
    assert view(over, None).seats[0].cards[0].card is None


def test_r_ante_1_everybody_antes_and_it_is_no_bet(deal: Deal) -> None:
    hand = deal(HOME, [100, 3, 5])
    assert [e for e in hand.log if isinstance(e, AntePosted)] == [
        AntePosted(0, 5),
        AntePosted(1, 3),
        AntePosted(2, 5),
    ]
    assert hand.over  # R-ANTE-4: fewer than two players have chips
    assert sum(award.chips for award in hand.awards) == 13
    other = deal(HOME, [100, 3, 20])
    assert other.stacks == (95, 0, 15)
    assert other.options(other.actors[0]).level == 0


def test_r_ante_4_no_bring_in_without_two_players_with_chips(deal: Deal) -> None:
    over = deal(CASINO, [1, 1, 50], "* / Ac Qc 2c")
    assert over.over
    assert not any(isinstance(event, Acted) for event in over.log)
    assert over.stacks[2] >= 49 - 1
    shown = [event.seat for event in over.log if isinstance(event, Shown)]
    third = next(n for n, e in enumerate(over.log) if isinstance(e, CardDealt) and e.place == 2)
    assert shown == [0, 1, 2]
    assert all(over.log.index(e) < third for e in over.log if isinstance(e, Shown))  # R-ALLIN-4


def test_no_ante_no_event(deal: Deal) -> None:
    hand = deal({**CASINO, "ante": 0}, [100, 100])
    assert not any(isinstance(event, AntePosted) for event in hand.log)
    assert hand.stacks == (100, 100)


# Burns and short stubs --------------------------------------------------------------------------


def checked_down(players: int, *, burn: bool) -> Hand:
    deck = list(FULL_DECK)
    Random(players).shuffle(deck)
    rules = HouseRules.from_options({**HOME, "burn": burn})
    hand = Hand.start(rules, [100] * players, deck)
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    return hand


def streets(hand: Hand) -> list[list[int]]:
    """Return the places in the deck of each street's cards."""
    places: list[list[int]] = [[] for _ in range(5)]
    for seat in range(len(hand.starting_stacks)):
        for place, seen in enumerate(view(hand, seat).seats[seat].cards):
            assert seen.card is not None
            places[place].append(hand.deck.index(seen.card))
    return places


def test_r_deck_9_one_card_is_burned_before_the_third_fourth_and_fifth() -> None:
    assert streets(checked_down(3, burn=True)) == [
        [0, 1, 2], [3, 4, 5], [7, 8, 9], [11, 12, 13], [15, 16, 17],
    ]  # fmt: skip


def test_r_deck_9_none_is_burned_where_the_rules_say_so() -> None:
    assert [place for street in streets(checked_down(3, burn=False)) for place in street] == [
        *range(15)
    ]


def test_r_deck_4_and_10_case_x60_ten_players() -> None:
    """Two burns; the last street takes the last ten cards without a burn."""
    hand = checked_down(10, burn=True)
    third, fourth, fifth = streets(hand)[2:]
    assert third == list(range(21, 31))
    assert fourth == list(range(32, 42))
    assert fifth == list(range(42, 52))
    assert sum(hand.stacks) == 1000


def test_r_deck_9_nine_players_burn_three_times() -> None:
    assert streets(checked_down(9, burn=True))[4] == list(range(39, 48))


def test_r_deck_10_burned_cards_return_under_the_stub_in_their_order() -> None:
    a, b, c, d, e = FULL_DECK[:5]
    street, stub = Stub((c,), (a, b)).deal_street(2, burn=True)
    assert street == (c, a)
    assert stub == Stub((b,), (), turned=True)
    street, stub = Stub((d, e), (a, b)).deal_street(2, burn=True)
    assert street == (d, e)
    assert stub == Stub((), (a, b))


def test_awards_come_from_the_last_side_pot_down(deal: Deal, play: Play) -> None:
    """R-SIDE-4."""
    rules = {"ante": 1, "limit": "none"}
    over = play(
        deal(rules, [30, 20, 40, 40], "As Ks Qs Js / Ac Kc Qc Jc / 2c 3d 4c 5d / 6c 7d 8c 9d"),
        "p1 cbr 29", "p2 cc", "p3 cbr 39", "p4 cc",
    )  # fmt: skip
    awards = [event for event in over.log if isinstance(event, PotAwarded)]
    assert [(one.number, one.chips, one.contenders) for one in awards] == [
        (2, 20, (2, 3)),
        (1, 30, (0, 2, 3)),
        (0, 80, (0, 1, 2, 3)),
    ]
    assert over.stacks == (110, 0, 20, 0)
