"""Showing, mucking and ties: R-SHOW-1 to 5, R-ALLIN-4, R-ODD-2 to 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import parse_cards
from engine.events import CardDealt, Mucked, Shown, UncalledReturned
from engine.hand import Hand
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

HOME = {"ante": 5, "small": 10, "big": 20, "late_rounds": "free"}
NO_LIMIT = {"ante": 1, "limit": "none", "min_bet": 10}
# Ann kings, Ben queens, Cid jacks; Ann opens every round.
FALLING = "Ks Qs Js / Kc Qc Jc / Ah 2d 3d / 4h 5s 6s / 7h 8h 9h"
# Ann jacks, Ben queens, Cid kings; Ann's ace opens every round.
RISING = "Js Qs Ks / Ac Qc Kc / 2d 3h 4d / Jh 5c 6d / 7d 8h 9d"
DOWN = ["p1 cc", "p2 cc", "p3 cc"]


def showing(hand: Hand) -> list[str]:
    """Return who showed (1) and mucked (-1), in turn."""
    told = {Shown: "shows", Mucked: "mucks"}
    return [f"{e.seat + 1} {told[type(e)]}" for e in hand.log if isinstance(e, Shown | Mucked)]


def test_r_show_3_with_no_bet_the_opener_shows_first_then_clockwise(deal: Deal, play: Play) -> None:
    over = play(deal(HOME, [100] * 3, RISING), *DOWN * 4)
    assert showing(over) == ["1 shows", "2 shows", "3 shows"]


def test_r_show_4_who_cannot_win_when_his_turn_comes_mucks(deal: Deal, play: Play) -> None:
    over = play(deal(HOME, [100] * 3, FALLING), *DOWN * 4)
    assert showing(over) == ["1 shows", "2 mucks", "3 mucks"]
    seen = view(over, None).seats
    assert [seat.cards[0].card for seat in seen] == [*parse_cards("Ks"), None, None]
    assert [seat.mucked for seat in seen] == [False, True, True]
    assert view(over, 1).seats[1].cards[0].card is parse_cards("Qs")[0]


def test_r_show_4_show_all(deal: Deal, play: Play) -> None:
    over = play(deal({**HOME, "show": "all"}, [100] * 3, FALLING), *DOWN * 4)
    assert showing(over) == ["1 shows", "2 shows", "3 shows"]


def test_r_show_3_the_last_rounds_aggressor_shows_first(deal: Deal, play: Play) -> None:
    hand = play(deal(HOME, [200] * 3, FALLING), *DOWN * 3)
    over = play(hand, "p1 cc", "p2 cbr 10", "p3 cbr 20", "p1 cc", "p2 cc")
    assert showing(over) == ["3 shows", "1 shows", "2 mucks"]


def test_r_show_3_an_earlier_rounds_aggressor_does_not(deal: Deal, play: Play) -> None:
    hand = play(deal(HOME, [200] * 3, FALLING), *DOWN * 2)
    over = play(hand, "p1 cc", "p2 cbr 10", "p3 cc", "p1 cc", *DOWN)
    assert showing(over)[0] == "1 shows"


def test_r_show_3_an_opener_who_folded_passes_it_on(deal: Deal, play: Play) -> None:
    over = play(deal(HOME, [100] * 3, RISING), *DOWN * 3, "p1 f", "p2 cc", "p3 cc")
    assert showing(over) == ["2 shows", "3 shows"]


def test_r_show_3_without_betting_the_best_hand_showing_is_first(deal: Deal, play: Play) -> None:
    """All-in or not: nobody could bet in the last round."""
    rules = {**NO_LIMIT, "all_in_show": False}
    rows = "Js Qs Ks / Ac Qc Kc / 2d 3h 4d / Jh 5c 6d / 7d 8h 9d"
    over = play(deal(rules, [50] * 3, rows), "p1 cbr 49", "p2 cc", "p3 cc")
    assert showing(over) == ["1 shows", "2 shows", "3 shows"]
    rows = "Js Qs Ks / Ac Qc Kc / 2d Qh 4d / Jh 5c 6d / 7d 8h 9d"
    over = play(deal(rules, [50] * 3, rows), "p1 cbr 49", "p2 cc", "p3 cc")
    assert showing(over) == ["2 shows", "3 shows", "1 shows"]


def test_r_show_3_a_short_all_in_makes_an_aggressor(deal: Deal, play: Play) -> None:
    hand = play(deal(NO_LIMIT, [100, 100, 26], FALLING), *DOWN * 3)
    over = play(hand, "p1 cbr 20", "p2 cc", "p3 cbr 25", "p1 cc", "p2 cc")
    assert showing(over) == ["3 shows", "1 shows", "2 shows"]


def test_r_show_4_everyone_shows_when_somebody_is_all_in(deal: Deal, play: Play) -> None:
    hand = play(deal(NO_LIMIT, [100, 21, 100], FALLING), *DOWN * 3)
    over = play(hand, "p1 cbr 20", "p2 cc", "p3 cc")
    assert showing(over) == ["1 shows", "2 shows", "3 shows"]


def test_r_allin_4_down_cards_turn_up_as_soon_as_no_bet_can_follow(deal: Deal, play: Play) -> None:
    hand = deal(NO_LIMIT, [50, 50, 50], FALLING)
    over = play(hand, "p1 cbr 49", "p2 cc", "p3 f")
    log = over.events
    first_card = next(n for n, e in enumerate(log) if isinstance(e, CardDealt))
    assert [log.index(e) < first_card for e in log if isinstance(e, Shown)] == [True, True]


def test_r_allin_4_all_in_show_no_waits_for_the_showdown(deal: Deal, play: Play) -> None:
    hand = deal({**NO_LIMIT, "all_in_show": False}, [50, 50, 50], FALLING)
    over = play(hand, "p1 cbr 49", "p2 cc", "p3 f")
    log = over.events
    last_card = max(n for n, e in enumerate(log) if isinstance(e, CardDealt))
    assert all(log.index(e) > last_card for e in log if isinstance(e, Shown))
    assert len(showing(over)) == 2


def test_r_allin_4_nothing_shows_while_two_can_still_bet(deal: Deal, play: Play) -> None:
    hand = play(deal(NO_LIMIT, [21, 100, 100], FALLING), "p1 cbr 20", "p2 cc", "p3 cc")
    assert not hand.over
    assert view(hand, None).seats[0].cards[0].card is None


def test_r_allin_6_uncalled_chips_go_back_before_the_pots_are_made(deal: Deal, play: Play) -> None:
    over = play(deal(NO_LIMIT, [90, 50], "Ks Qs / Kc Qc / Ah 2d / 4h 5s / 7h 8h"),
                "p1 cbr 89", "p2 cc")  # fmt: skip
    assert [e for e in over.log if isinstance(e, UncalledReturned)] == [UncalledReturned(0, 40)]
    assert [(a.number, a.chips) for a in over.awards] == [(0, 100)]
    assert over.stacks == (140, 0)
    assert view(over, None).seats[0].returned == 40
    assert view(over, None).seats[0].won == 100


def test_r_allin_6_a_folded_players_chips_count_as_the_second_highest(
    deal: Deal, play: Play
) -> None:
    over = play(deal(NO_LIMIT, [90] * 3, FALLING), "p1 cbr 30", "p2 cbr 80", "p3 f", "p1 f")
    assert UncalledReturned(1, 50) in over.log
    assert over.stacks == (59, 90 + 32, 89)


def test_r_side_3_a_pot_with_one_contender_is_his_without_showing(deal: Deal, play: Play) -> None:
    """R-SHOW-4 counts only the pots a player contests with others."""
    over = play(
        deal({**NO_LIMIT, "ante": 5}, [3, 100, 100], "Ks Qs Js / Kc 3c 2c / Ah 2d 3d / 4h 5s 6s"),
        "p2 cbr 10", "p3 f",
    )  # fmt: skip
    assert over.over
    assert [(a.number, a.chips, a.contenders) for a in over.awards] == [
        (1, 4, (1,)),
        (0, 9, (0, 1)),
    ]


def test_r_show_4_with_side_pots_everyone_shows(deal: Deal, play: Play) -> None:
    """Somebody is all-in; R-SHOW-3: Ann's board is best, but Ben acted first in round 4."""
    hand = play(deal(NO_LIMIT, [21, 100, 100], FALLING), "p1 cbr 20", "p2 cc", "p3 cc")
    over = play(hand, "*")
    assert showing(over) == ["2 shows", "3 shows", "1 shows"]
    assert over.stacks == (63, 79, 79)


def test_r_show_4_ties_are_shown(deal: Deal, play: Play) -> None:
    rows = "Ks Kh 2c / Ac Ad 3s / Qh Qs / 9c 9d / 7c 7d"
    over = play(deal(HOME, [100] * 3, rows), "p2 cc", "p3 f", "p1 cc", "*")
    assert showing(over) == ["2 shows", "1 shows"]  # the ace of diamonds opened round 4
    assert over.stacks == (102, 103, 95)


@pytest.mark.parametrize(
    ("odd_chip", "stacks"),
    [
        ("suit", (100, 101, 99)),
        ("suit_low", (100, 101, 99)),  # the option is for tied lows
        ("position", (101, 100, 99)),
    ],
)
def test_r_odd_2_and_4_who_takes_the_odd_chip(
    deal: Deal, play: Play, odd_chip: str, stacks: tuple[int, ...]
) -> None:
    """R-SHOW-5: equal hands split; 3 chips: Ben has the ace of spades."""
    rules = {"ante": 1, "small": 10, "big": 20, "odd_chip": odd_chip}
    rows = "Ac As 2c / Kh Kd 3s / Qh Qs / 9c 9d / 7c 7d"
    over = play(deal(rules, [100] * 3, rows), "p1 cc", "p2 cc", "p3 f", "*")
    assert over.stacks == stacks
    assert over.awards[0].winners == (0, 1)


def test_r_odd_3_two_odd_chips_go_one_each_to_the_first_two(deal: Deal, play: Play) -> None:
    """Five antes, three equal hands: 2, 2 and 1, by the suits of the aces s, h, d."""
    rules = {"ante": 1, "small": 10, "big": 20}
    rows = "Ad As Ah 2c 3c / Kh Kd Ks 3s 4s / Qh Qs Qd / 9c 9d 9h / 7c 7d 7h"
    hand = deal(rules, [100] * 5, rows)
    over = play(hand, "p3 cc", "p4 f", "p5 f", "p1 cc", "p2 cc", "*")
    assert over.stacks == (100, 101, 101, 99, 99)
