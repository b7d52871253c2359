"""The cards that a text names, in whatever form somebody may have written them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.cards import Card, parse_card

_SUITS: Final = {
    **dict.fromkeys("♣♧", "c"),
    **dict.fromkeys("♦♢", "d"),
    **dict.fromkeys("♥♡", "h"),
    **dict.fromkeys("♠♤", "s"),
}
_RANKS: Final = dict(
    zip(
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        "23456789TJQKA",
        strict=True,
    )
)
_SIGNED: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKAtjqka])[\s\u00a0]?([♣♧♦♢♥♡♠♤])")
_WRITTEN: Final = re.compile(r"(?<![0-9A-Za-z.])((?:(?:10|[2-9TJQKA])[cdhs])+)(?![0-9A-Za-z])")
_ONE: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_NAMED: Final = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace|10|[2-9])s?[\s_-]+of[\s_-]+"
    r"(club|diamond|heart|spade)s?\b",
    re.IGNORECASE,
)


def cards_in(text: str) -> frozenset[Card]:
    """Return every card that a text names: K♦, Kd, KdAs, king of diamonds."""
    return frozenset(parse_card(one) for one in _texts(text))


def _texts(text: str) -> Iterator[str]:
    for rank, suit in _SIGNED.findall(text):
        yield _rank(rank) + _SUITS[suit]
    for written in _WRITTEN.findall(text):
        for rank, suit in _ONE.findall(written):
            yield _rank(rank) + suit
    for rank, suit in _NAMED.findall(text):
        yield _RANKS.get(rank.lower(), _rank(rank)) + suit[0].lower()


def _rank(text: str) -> str:
    return "T" if text == "10" else text.upper()
