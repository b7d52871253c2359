"""The cards that a text names, in whatever form somebody may have written them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.cards import Card, parse_card

SIGNS: Final = "23456789TJQKA"
WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
"""The ranks from the lowest, as signs and as words."""

_SUITS: Final = {
    **dict.fromkeys(["♣", "♧", "c", "0"], "c"),
    **dict.fromkeys(["♦", "♢", "d", "1"], "d"),
    **dict.fromkeys(["♥", "♡", "h", "2"], "h"),
    **dict.fromkeys(["♠", "♤", "s", "3"], "s"),
}
_RANKS: Final = {
    **dict(zip(WORDS, SIGNS, strict=True)),
    **{str(number): SIGNS[number - 2] for number in range(10, 15)},
    "deuce": "2",
    "1": "A",
}
_WORD: Final = "(?i:two|deuce|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)"
_SIGNED: Final = re.compile(
    r"(?<![0-9A-Za-z])(10|[2-9TJQKAtjqka]|" + _WORD + r")(?:e?s)?[\s\u00a0]?([♣♧♦♢♥♡♠♤])"
)
_WRITTEN: Final = re.compile(
    r"(?<![0-9A-Za-z])(?<!\d\.)((?:(?:10|[2-9TJQKA])[cdhs])+)(?![0-9A-Za-z])"
)
_ONE: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_NAMED: Final = re.compile(
    rf"\b({_WORD}|10|[2-9TJQKA])(?:e?s)?[\s_-]+(?i:of)[\s_-]+((?i:club|diamond|heart|spade))s?\b"
)
_FIELDS: Final = re.compile(
    r"\brank[\"']?\s*[=:]\s*[\"']?(1[0-4]|[1-9TJQKA])\b[\"']?\W{1,4}"
    r"suit[\"']?\s*[=:]\s*(?:<?Suit\.)?[\"']?([0-3♣♦♥♠]|(?i:[cdhs]))"
)
_CODE: Final = re.compile(r"\\+u([0-9a-fA-F]{4})")
_QUOTE: Final = re.compile(r"\\+([\"'])")
_BREAK: Final = re.compile(r"\\+[nrt]")


def cards_in(text: str) -> frozenset[Card]:
    """Return every card that a text names: K♦, King♦, Kd, KdAs, K of diamonds, rank=13, suit='d'.

    The text may be a JSON string, K\\u2666 in it.
    """
    return frozenset(parse_card(one) for one in _texts(unescaped(text)))


def unescaped(text: str) -> str:
    r"""Return a text without the escapes of JSON, one within the other too: \u2666, \", \n."""
    if "\\" not in text:
        return text
    text = _CODE.sub(lambda found: chr(int(found[1], 16)), text)
    return _BREAK.sub("\n", _QUOTE.sub(r"\1", text))


def rank_sign(text: str) -> str:
    """Return the sign of a rank: "K" for king, K, k or 13; plurals are not taken."""
    return _RANKS.get(text.lower(), text.upper())


def _texts(text: str) -> Iterator[str]:
    for rank, suit in _SIGNED.findall(text):
        yield rank_sign(rank) + _SUITS[suit]
    for written in _WRITTEN.findall(text):
        for rank, suit in _ONE.findall(written):
            yield rank_sign(rank) + suit
    for rank, suit in _NAMED.findall(text):
        yield rank_sign(rank) + suit[0].lower()
    for rank, suit in _FIELDS.findall(text):
        yield rank_sign(rank) + _SUITS[suit.lower()]
