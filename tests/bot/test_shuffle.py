"""The shuffle: whole decks, by entropy, by a seed, or as a rehearsal asks."""

from __future__ import annotations

from bot.shuffle import Shuffle
from engine.cards import FULL_DECK, parse_cards


def test_every_deck_and_reserve_is_whole() -> None:
    for shuffle in (Shuffle(), Shuffle(1), Shuffle(None, [parse_cards("As Kd")])):
        for cards in shuffle.draw():
            assert sorted(card.text for card in cards) == sorted(card.text for card in FULL_DECK)


def test_entropy_repeats_nothing() -> None:
    drawn = [cards for _ in range(5) for cards in Shuffle().draw()]
    assert len(set(drawn)) == 10


def test_a_seed_repeats_everything() -> None:
    one, other = Shuffle(5), Shuffle(5)
    assert [one.draw() for _ in range(3)] == [other.draw() for _ in range(3)]
    assert Shuffle(5).draw() != Shuffle(6).draw()


def test_every_card_comes_first_at_some_time() -> None:
    """R-DECK-8."""
    shuffle = Shuffle(3)
    assert {shuffle.draw()[0][0] for _ in range(1000)} == set(FULL_DECK)


def test_decks_are_dealt_in_turn_and_completed_in_fixed_order() -> None:
    shuffle = Shuffle(5, [parse_cards("As Kd"), parse_cards("2c")])
    first, second, third = (shuffle.draw()[0] for _ in range(3))
    assert first[:4] == parse_cards("As Kd 2c 2d")
    assert second[:3] == parse_cards("2c 2d 2h")
    assert third[:3] != parse_cards("2c 2d 2h")
