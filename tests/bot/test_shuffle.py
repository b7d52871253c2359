"""Where the cards' order comes from (R-DECK-8)."""

from __future__ import annotations

from collections import Counter
from random import SystemRandom

from bot.shuffle import Shuffle
from engine.cards import FULL_DECK, deck_of, parse_cards


def test_r_deck_8_decks_come_from_the_systems_entropy() -> None:
    assert isinstance(Shuffle()._chance, SystemRandom)


def test_r_deck_8_every_place_gets_every_card_about_as_often() -> None:
    """1,000 decks: each card is first 19 times on average; 60 times has no chance worth naming."""
    shuffle = Shuffle()
    decks = [shuffle.draw(FULL_DECK)[0] for _ in range(1000)]
    assert all(set(deck) == set(FULL_DECK) for deck in decks)
    for place in (0, 25, 51):
        counts = Counter(deck[place] for deck in decks)
        assert max(counts.values()) < 60
        assert len(counts) == 52


def test_two_shuffles_without_a_seed_differ_and_with_one_agree() -> None:
    assert Shuffle().draw(FULL_DECK) != Shuffle().draw(FULL_DECK)
    assert Shuffle(7).draw(FULL_DECK) == Shuffle(7).draw(FULL_DECK)


def test_a_given_deck_comes_first_and_is_completed() -> None:
    first = parse_cards("As Kd")
    deck, _ = Shuffle(7, [first]).draw(FULL_DECK)
    assert deck[:2] == first
    assert set(deck) == set(FULL_DECK)


def test_r_deck_2_a_stripped_deck_is_shuffled_whole() -> None:
    cards = deck_of(7)
    deck, reserve = Shuffle().draw(cards)
    assert set(deck) == set(reserve) == set(cards)
