"""What a text says in words that somebody holds: "two pair, kings and fours", "holds a king".

A claim needs no card by name to tell of one that lies face down: beside the king that lies up "a
pair of kings" tells of another. So each claim is held against the hands that its reader may see.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import Card
from tests.soak.cards_in import SIGNS, rank_sign, unescaped


@dataclass(frozen=True, slots=True)
class Claim:
    """What a hand must have for some words to be true of it; more cards never make it less true.

    `ranks` are signs, one for each card; of at least `cards` cards `suited` are of one suit and
    `alike` of one rank. Of his own hand a player may be told it with fewer `cards`: that a low is
    out of reach, for one.
    """

    words: str
    ranks: str = ""
    cards: int = 0
    suited: int = 0
    alike: int = 0

    def is_seen_in(self, hand: Iterable[Card], *, own: bool = False) -> bool:
        """Tell whether these cards make it true, to all or (`own`) to the one who holds them."""
        held = list(hand)
        ranks = Counter(SIGNS[card.rank - 2] for card in held)
        suits = Counter(card.suit for card in held)
        return (
            Counter(self.ranks) <= ranks
            and (own or len(held) >= self.cards)
            and max(suits.values(), default=0) >= self.suited
            and max(ranks.values(), default=0) >= self.alike
        )


_NUMBER: Final = r"(?i:two|three|four|five|six|seven|eight|nine|ten)"
_COURT: Final = r"(?i:deuce|jack|queen|king|ace)"
_RANK: Final = rf"(?:{_NUMBER}|{_COURT}|10|[2-9TJQKA])"
_MANY: Final = rf"{_RANK}(?:e?s)?"
_ROW: Final = rf"{_RANK}(?:-{_RANK})*"

# Words of the rules on a panel or in a notice that tell of no hand.
_RULE: Final = re.compile(
    r"\b(?:(?i:ace[ -]to[ -](?:five|six)|deuce[ -]to[ -]seven)|eight or better"
    r"|(?:a pair|a flush) beats a (?:four-flush|full house)"
    rf"|A(?:-{_RANK})+ is a straight|{_RANK}(?:-{_RANK})+, straights and flushes [a-z ]+count"
    r"|7-5-4-3-2, the ace is high|the ace below the lowest card of a short deck)\b"
)
_SAYING: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (rf"\b(?i:pair of) ({_MANY})\b", "aa"),
        (rf"\b(?i:two pairs?,? )({_MANY}) (?i:and) ({_MANY})\b", "aabb"),
        (rf"\b(?i:three of a kind|trips?),? ({_MANY})\b", "aaa"),
        (rf"\b({_MANY}) (?i:over|full of) ({_MANY})\b", "aaabb"),
        (rf"\b(?i:four of a kind|quads?),? ({_MANY})\b", "aaaa"),
    )
)
_HIGH: Final = re.compile(rf"(?<![\w-])({_ROW})[ -](?:high|low|kickers?|so far)\b")
_DASHED: Final = re.compile(rf"(?<![\w-])({_RANK}(?:-{_RANK}){{2,4}})(?![\w-])")
_HOLDS: Final = r"(?i:holds?|holding|has|have|had|got|hides?|hiding|made|makes|with)"
_HELD: Final = re.compile(
    rf"\b(?:{_HOLDS} (?i:an? (?:hidden )?)"
    rf"|(?i:down|(?:down|hole) cards?)(?: is| are|:)? (?i:an? )?)({_RANK})\b"
)
_BARE: Final = re.compile(rf"(?<![\w-])({_COURT}s?|{_NUMBER}e?s)\b")
_FIELD: Final = re.compile(r"\brank[\"']?\s*[=:]\s*[\"']?(1[0-4]|[1-9TJQKA])\b")
_KINDS: Final[tuple[tuple[re.Pattern[str], Claim], ...]] = tuple(
    (re.compile(pattern), claim)
    for pattern, claim in (
        (rf"\b{_HOLDS} (?i:a pair|two pair)\b(?! beats)", Claim("", alike=2)),
        (r"\b(?i:three of a kind|trips)\b", Claim("", alike=3)),
        (r"\b(?i:four of a kind|quads)\b", Claim("", alike=4)),
        (r"\b(?i:a four-straight),", Claim("", cards=4)),
        (r"\b(?i:a four-flush),", Claim("", cards=4, suited=4)),
        (rf"\b(?i:a straight,|low: none|no low)|{_HOLDS} (?i:a straight)\b", Claim("", cards=5)),
        (rf"\b(?i:a flush,)|{_HOLDS} (?i:a flush)\b", Claim("", cards=5, suited=5)),
        (r"\b(?i:a full house,)", Claim("", cards=5, alike=3)),
        (r"\b(?i:a royal flush|a straight flush)\b", Claim("", cards=5, suited=5)),
    )
)


def claims_in(text: str) -> frozenset[Claim]:
    """Return what a text says that somebody holds, by ranks or by the name of a hand."""
    return frozenset(_claims(_RULE.sub("", unescaped(text))))


def _claims(text: str) -> Iterator[Claim]:
    for pattern, form in _SAYING:
        for found in pattern.finditer(text):
            told = dict(zip("ab", map(_sign, found.groups()), strict=False))
            yield Claim(found[0], "".join(told[letter] for letter in form))
    for pattern in (_HIGH, _DASHED, _HELD, _BARE, _FIELD):
        for found in pattern.finditer(text):
            yield Claim(found[0], "".join(map(_sign, found[1].split("-"))))
    for pattern, claim in _KINDS:
        for found in pattern.finditer(text):
            yield replace(claim, words=found[0])


def _sign(word: str) -> str:
    """Return the sign of a rank, or of many: "6" for sixes."""
    for ending in ("", "s", "es"):
        sign = rank_sign(word.removesuffix(ending))
        if sign in SIGNS:
            return sign
    raise ValueError(f"{word!r} is no rank")
