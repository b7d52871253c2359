"""A card is found in whatever form it is written, and nothing else is taken for one."""

from __future__ import annotations

import pytest

from engine.cards import cards_text
from tests.soak.cards_in import cards_in
from tests.soak.watch import sorted_cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("`K♦ 10♠`", "Ts Kd"),
        ("d dh p1 Kd", "Kd"),
        ("p1 sm AsKd7h9c2d", "2d 7h 9c Kd As"),
        ("the King of Diamonds, two of clubs", "2c Kd"),
        ('{"custom_id": "dc:1:2:3:Kd"}', "Kd"),
        ("cards/kings_of_spades.png Qh.png", "Qh Ks"),
        ("the deck is (Kd, 2c)", "2c Kd"),
        ("K of diamonds, 10 of hearts", "Th Kd"),
        ("King♦ sixes ♠", "6s Kd"),
        (r'{"message": "K\u2666 10\u2660"}', "Ts Kd"),
        (r'{"content": "{\"said\": \"K\\u2666\"}"}', "Kd"),
        (r'"first\nKd\n9♠"', "9s Kd"),
        ("Card(rank=13, suit='d')", "Kd"),
        ("Card(rank=10, suit=<Suit.SPADES: 3>), rank=14, suit=2", "Ts Ah"),
        (r'{"message": "{\"rank\": \"K\", \"suit\": \"diamonds\"}"}', "Kd"),
        ("hand.Kd", "Kd"),
    ],
)
def test_cards_are_found(text: str, cards: str) -> None:
    assert cards_text(sorted_cards(cards_in(text))) == cards


@pytest.mark.parametrize(
    "text",
    [
        "as 2 can",
        "6c69f0d1",
        "60s a turn",
        "table 3 · 5 s",
        "A-2-3-4-5",
        "Ask Td5x",
        "9 days",
        "<t:5>",
        "shard ID 0 websocket is 41.3s behind",
        "Attempting a reconnect in 1.9s",
    ],
)
def test_no_card_is_found_where_none_is(text: str) -> None:
    assert cards_in(text) == frozenset()
