"""What is said of a hand in words is found, and held against the cards that somebody sees."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from tests.soak.claims import claims_in


@pytest.mark.parametrize(
    ("text", "seen", "true"),
    [
        ("Ann: pair of kings", "Kd4c", "KdKc4c"),
        ("two pair, kings and fours", "KdKc4c", "KdKc4c4d"),
        ("You hold queen high; low: none.", "Qd3h", "QdAc8h7h2h"),
        ("Ann holds a king", "Qd", "Kh"),
        ("Ann has an 8", "Qd", "8h"),
        ("the down card: 9", "8h", "9h"),
        ("somebody hides kings", "Ad", "Kd"),
        ("nines up", "Ad", "9d"),
        ("Ann holds a pair", "AdKd", "AdAc"),
        ("three of a kind, sixes", "6c6d", "6c6d6h"),
        ("four of a kind, tens", "TcTdTh", "TcTdThTs"),
        ("a full house, aces over sixes", "AcAd6h6s", "AcAdAh6h6s"),
        ("a straight, nine high", "9c8d7h6h", "9c8d7h6h5s"),
        ("a flush, king-nine high", "Kd9d7d2d", "Kd9d7d2d3d"),
        ("a royal flush", "AdKdQdJd", "AdKdQdJdTd"),
        ("a four-flush, king-nine-four-two high, ace kicker", "KdAc9d4d", "KdAc9d4d2d"),
        ("a four-straight, jack high", "Jd9c8d", "JdTh9c8d"),
        ("a pair of kings, ace kicker", "KdKc", "KdKcAh"),
        ("low: 8-6-4-2-A", "8d6c4h2c", "8d6c4h2cAs"),
        ("K-9 so far", "9c", "9cKh"),
        ("king-high", "9c", "Kh"),
        ("rank=13", "9c", "Kh"),
        ('{\\"rank\\": \\"K\\"}', "9c", "Kh"),
    ],
)
def test_words_are_held_against_what_is_seen(text: str, seen: str, true: str) -> None:
    claims = claims_in(text)
    assert not all(claim.is_seen_in(parse_cards(seen)) for claim in claims)
    assert all(claim.is_seen_in(parse_cards(true)) for claim in claims)


def test_of_his_own_hand_a_player_is_told_that_a_low_is_out_of_reach() -> None:
    [claim] = claims_in("low: none")
    assert claim.is_seen_in(parse_cards("KdQc"), own=True)
    assert not claim.is_seen_in(parse_cards("KdQc"))


@pytest.mark.parametrize(
    "text",
    [
        "Fewer than two players are ready.",
        "Ben declares high · bet 10 · **wins 10**",
        "10, the high half of the main pot of 20, with two others",
        "### Deuce-to-seven stud\n-# lowball, ace to five, Sökö, a pair beats a four-flush",
        "28 cards, 8 and up, a flush beats a full house, A-8-9-10-J is a straight",
        "bets 10/20, 20 on an open pair · high-low, eight or better",
        "shard ID 0 websocket is 41.3s behind",
        "2026-11-30 01:00:00,001 INFO bot: ready in 2 guilds",
        "Ann has 9 chips and got 10 more",
        "making a table",
    ],
)
def test_no_hand_is_told_where_none_is(text: str) -> None:
    assert claims_in(text) == frozenset()
