"""Which cards are dealt: full, stripped and automatic decks, and full tables (R-DECK-1 to 10)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import Card, parse_cards
from engine.decks import deck_for, lowest_rank, most_players
from engine.errors import RefusedRules
from engine.hand import Hand
from engine.ranking import Category, ranking_of
from engine.rules import HouseRules
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play

HOME = {"ante": 5, "small": 10, "big": 20}
MOST = {"24": 4, "28": 5, "32": 6, "36": 7, "40": 8, "44": 8, "48": 9, "52": 10}
AUTO = {2: 24, 3: 28, 4: 32, 5: 36, 6: 40, 7: 44, 8: 48, 9: 52, 10: 52}


def with_deck(deck: str, **options: object) -> HouseRules:
    return HouseRules.from_options({**HOME, "deck": deck, **options})


def shuffled(rules: HouseRules, players: int) -> list[Card]:
    deck = list(deck_for(rules, players))
    Random(players).shuffle(deck)
    return deck


def checked_down(rules: HouseRules, players: int) -> Hand:
    hand = Hand.start(rules, [100] * players, shuffled(rules, players))
    while hand.actors:
        hand, _ = hand.act(hand.actors[0], hand.timed_out(hand.actors[0]))
    return hand


@pytest.mark.parametrize("deck", MOST)
def test_r_deck_2_a_stripped_deck_begins_at_its_lowest_rank(deck: str) -> None:
    cards = deck_for(with_deck(deck), 2)
    assert len(cards) == len(set(cards)) == int(deck)
    ranks = {card.rank for card in cards}
    assert ranks == set(range(15 - int(deck) // 4, 15))


@pytest.mark.parametrize(("players", "cards"), AUTO.items())
def test_r_deck_3_an_automatic_deck_follows_the_players(players: int, cards: int) -> None:
    """Case X62."""
    rules = with_deck("auto")
    deck = deck_for(rules, players)
    assert len(deck) == cards
    assert min(card.rank for card in deck) == lowest_rank(rules, players) == max(2, 11 - players)
    assert Hand.start(rules, [100] * players, deck).actors


def category(rules: HouseRules, players: int, cards: str) -> Category:
    ranking = ranking_of(rules, players)
    return ranking.made(ranking.of(parse_cards(cards))).category


def test_r_deck_3_case_x62_ranking_follows_too() -> None:
    """R-DECK-5, R-DECK-6: five players, one leaves; and ten."""
    rules = with_deck("auto")
    assert category(rules, 5, "Ac 6d 7h 8s 9d") is Category.STRAIGHT
    assert category(rules, 4, "Ac 7d 8h 9s Td") is Category.STRAIGHT
    assert category(rules, 10, "Ac 2d 3h 4s 5d") is Category.STRAIGHT
    assert category(rules, 10, "Ac 6d 7h 8s 9d") is Category.HIGH_CARD
    flush, full = parse_cards("Ah Th 8h Jh Qh"), parse_cards("9s 9c 9d Kd Ks")
    for players, beats in ((4, True), (5, True), (8, True), (9, False), (10, False)):
        ranking = ranking_of(rules, players)
        assert (ranking.of(flush) > ranking.of(full)) is beats


@pytest.mark.parametrize(("deck", "most"), MOST.items())
def test_r_deck_4_a_hand_for_which_the_cards_do_not_suffice_is_not_started(
    deck: str, most: int
) -> None:
    rules = with_deck(deck)
    assert most_players(rules) == most
    assert Hand.start(rules, [100] * most, deck_for(rules, most)).actors
    with pytest.raises(RefusedRules, match=rf"{most} players|from 2 to 10"):
        Hand.start(rules, [100] * (most + 1), deck_for(rules, most + 1))


def test_r_deck_4_an_automatic_deck_suffices_for_ten() -> None:
    rules = with_deck("auto")
    assert most_players(rules) == 10
    for players in AUTO:
        assert checked_down(rules, players).over


@pytest.mark.parametrize("deck", MOST)
def test_r_deck_2_a_hand_is_dealt_from_its_own_deck_alone(deck: str) -> None:
    rules = with_deck(deck)
    for other in MOST:
        if other != deck:
            with pytest.raises(ValueError, match=f"each of its {deck} cards once"):
                Hand.start(rules, [100] * 3, deck_for(with_deck(other), 3))
    cards = deck_for(rules, 3)
    for wrong in ((*cards[:-1], cards[0]), (*cards, cards[0])):
        with pytest.raises(ValueError, match="once"):
            Hand.start(rules, [100] * 3, wrong)


@pytest.mark.parametrize(
    ("deck", "players", "burned", "left"),
    [
        ("24", 4, 3, 1), ("28", 5, 3, 0), ("32", 6, 2, 0), ("36", 7, 0, 1), ("40", 8, 0, 0),
        ("44", 8, 3, 1), ("48", 9, 3, 0), ("52", 10, 2, 0),
    ],
)  # fmt: skip
def test_r_deck_10_case_x60_full_tables(deck: str, players: int, burned: int, left: int) -> None:
    """R-DECK-12: five cards of his own for everybody; 36/7 and 40/8 take their burns back."""
    rules = with_deck(deck)
    hand = checked_down(rules, players)
    held = [seen.card for seat in range(players) for seen in view(hand, seat).seats[seat].cards]
    assert len(held) == len(set(held)) == 5 * players
    stub = hand._state.stub
    assert (len(stub.burned), len(stub.cards)) == (burned, left)


def test_r_deck_10_burned_cards_come_back_in_the_order_they_were_burned() -> None:
    """Case X60, eight players on 40 cards: 24, burn, 15, burn, 6 and the two burns."""
    rules = with_deck("40")
    hand = checked_down(rules, 8)
    last = [view(hand, seat).seats[seat].cards[4].card for seat in range(8)]
    deck = hand.deck
    assert last == [*deck[34:40], deck[16], deck[25]]


@pytest.mark.parametrize(
    ("options", "better", "worse"),
    [
        ({}, "Ah Th 8h Jh Qh", "9s 9c 9d Kd Ks"),
        ({"flush_over_full": False}, "9s 9c 9d Kd Ks", "Ah Th 8h Jh Qh"),
        ({}, "Jh 7d 8h 9c Ts", "Ah 7d 8h 9c Ts"),
        ({}, "Ah 7d 8h 9c Ts", "As Ad Ac Kd Qd"),
        ({"low_straight": False}, "7s 7c 8s Kd Qd", "Ah 7d 8h 9c Ts"),
        ({}, "7s 7c 7h 7d 8s", "Ah Th 8h Jh Qh"),
    ],
)
def test_r_high_3_case_x65_with_32_cards(
    options: dict[str, object], better: str, worse: str
) -> None:
    """R-DECK-5, R-DECK-6: four of a kind stays above the flush."""
    ranking = ranking_of(with_deck("32", **options), 2)
    assert ranking.of(parse_cards(better)) > ranking.of(parse_cards(worse))


@pytest.mark.parametrize(
    "rules",
    [
        HOME,
        {"ante": 5, "limit": "spread", "spread_min": 5, "spread_max": 10},
        {"ante": 5, "limit": "pot"},
        {"ante": 5, "limit": "none"},
    ],
    ids=lambda rules: str(rules.get("limit", "fixed")),
)
@pytest.mark.parametrize("form", ["1-4", "1-3-1"])
def test_r_bet_5_each_structure_is_dealt_in_each_form(
    deal: Deal, play: Play, rules: dict[str, object], form: str
) -> None:
    """R-DEAL-3."""
    hand = play(deal({**rules, "deal": form}, [200] * 4, "* / Ac Qc 2c 3c"), "p1 cbr 10", "*")
    assert hand.over
    assert sorted(hand.stacks, reverse=True)[1:] == [185] * 3
