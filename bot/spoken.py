"""An act in words, read strictly: the whole message is the act, or it is none."""

from __future__ import annotations

import re
from typing import Final

from bot.render.modal import read_amount
from bot.wish import ALL_IN, Wish
from engine.actions import Declaration, Verb
from engine.cards import Card, parse_card

# re.ASCII keeps IGNORECASE from taking letters that only look alike (the Kelvin sign for a k).
_ACT: Final = re.compile(
    r"(?P<plain>check|call|fold|complete)"
    r"|(?P<bring>bring(?:-| +)in)"
    r"|(?P<all>all(?:-| *)in)"
    r"|(?:(?P<bet>bet)|raise(?: +to)?) +(?P<amount>.+)"
    r"|(?P<pat>stand +pat)"
    r"|(?P<buy>buy)|(?:buy|give +up) +(?P<card>.+)"
    r"|declare +(?:(?P<way>high|low|both)|(?P<both>both +ways))",
    re.ASCII | re.IGNORECASE,
)
_CARD: Final = re.compile(
    r"(?:the +)?(?P<rank>10|[2-9tjqka]|jack|queen|king|ace)(?: *of +| *)"
    r"(?P<suit>clubs?|diamonds?|hearts?|spades?|[cdhs\u2663\u2666\u2665\u2660]\ufe0f?)",
    re.ASCII | re.IGNORECASE,
)
_SIGNS: Final = {"\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s"}
_PLAIN: Final = {
    "check": Verb.CHECK,
    "call": Verb.CALL,
    "fold": Verb.FOLD,
    "complete": Verb.COMPLETE,
}


def read_wish(text: str) -> Wish | None:
    """Return the act that a message is as a whole, None for anything else.

    `check`, `call`, `fold`, `complete`, `bring in`, `all-in`, `bet N`, `raise N` and `raise to N`,
    in any case; N is an amount as `read_amount` takes it. Also `stand pat`, `declare high`, `low`
    or `both`, and `buy` with the card that is given up ("7s", "the 7 of spades") or without one.
    """
    match = _ACT.fullmatch(text.strip())
    if match is None:
        return None
    if match["plain"]:
        return Wish(_PLAIN[match["plain"].lower()])
    if match["bring"]:
        return Wish(Verb.BRING_IN)
    if match["all"]:
        return ALL_IN
    if match["pat"]:
        return Wish(Verb.STAND_PAT)
    if match["buy"]:
        return Wish(Verb.DISCARD)
    if match["card"]:
        card = read_card(match["card"])
        return None if card is None else Wish(Verb.DISCARD, card=card)
    if match["way"] or match["both"]:
        return Wish(Verb.DECLARE, declaration=Declaration((match["way"] or "both").lower()))
    amount = read_amount(match["amount"])
    if amount is None:
        return None
    return Wish(Verb.BET if match["bet"] else Verb.RAISE, amount)


def read_card(text: str) -> Card | None:
    """Return the card of words: "7s", "10\u2660", "the king of hearts"; None for anything else."""
    match = _CARD.fullmatch(text.strip())
    if match is None:
        return None
    rank, suit = match["rank"].upper(), match["suit"][0].lower()
    return parse_card(("T" if rank == "10" else rank[0]) + _SIGNS.get(suit, suit))


def without_mentions(text: str, user: int) -> str:
    """Return a message without its mentions of one user and without outer blanks."""
    return re.sub(f"<@!?{user}>", "", text).strip()
