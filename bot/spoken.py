"""An act in words, read strictly: the whole message is the act, or it is none."""

from __future__ import annotations

import re
from typing import Final

from bot.render.modal import read_amount
from bot.wish import ALL_IN, Wish
from engine.actions import Verb

# re.ASCII keeps IGNORECASE from taking letters that only look alike (the Kelvin sign for a k).
_ACT: Final = re.compile(
    r"(?P<plain>check|call|fold|complete)"
    r"|(?P<bring>bring(?:-| +)in)"
    r"|(?P<all>all(?:-| *)in)"
    r"|(?:(?P<bet>bet)|raise(?: +to)?) +(?P<amount>.+)",
    re.ASCII | re.IGNORECASE,
)
_PLAIN: Final = {
    "check": Verb.CHECK,
    "call": Verb.CALL,
    "fold": Verb.FOLD,
    "complete": Verb.COMPLETE,
}


def read_wish(text: str) -> Wish | None:
    """Return the act that a message is as a whole, None for anything else.

    `check`, `call`, `fold`, `complete`, `bring in`, `all-in`, `bet N`, `raise N` and `raise to N`,
    in any case; N is an amount as `read_amount` takes it.
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
    amount = read_amount(match["amount"])
    if amount is None:
        return None
    return Wish(Verb.BET if match["bet"] else Verb.RAISE, amount)


def without_mentions(text: str, user: int) -> str:
    """Return a message without its mentions of one user and without outer blanks."""
    return re.sub(f"<@!?{user}>", "", text).strip()
