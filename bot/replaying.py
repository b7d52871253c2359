"""A stored hand played again from its start and its acts."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.broken import BrokenHand
from bot.store.hands import HandState
from engine.cards import parse_cards
from engine.hand import Hand
from engine.notation import read_act
from engine.rules import HouseRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.store.hands import HandRow


def rules_of(text: str) -> HouseRules:
    """Read stored rules; raise RefusedRules where this version does not take them."""
    return HouseRules.from_options(json.loads(text))


def played_again(row: HandRow) -> Hand:
    """Play a stored hand to where it stood; raise BrokenHand where it does not come out as it was.

    Every act must be legal and lead to its digest, and the hand must be over where the store says
    so, and run where it says that; one that was called off may have stood anywhere.
    """
    number = row.start.number
    if not row.kept:
        raise BrokenHand(f"hand {number} is kept no longer")
    try:
        hand = _played_again(row)
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {number} cannot be read back") from error
    if row.state is not HandState.VOID and hand.over is not (row.state is HandState.OVER):
        raise BrokenHand(f"hand {number} is {row.state} in the store, but not when replayed")
    return hand


def _played_again(row: HandRow) -> Hand:
    start = row.start
    number, stacks = start.number, [seat.stack for seat in start.seats]
    with _read_of(number, "deck"):
        deck = parse_cards(start.deck)
    with _read_of(number, "reserve"):
        reserve = parse_cards(start.reserve)
    if not reserve:  # no digest would tell: it leaves the order of what is not dealt out
        raise BrokenHand(f"hand {number} has no reserve")
    with _read_of(number, "rules"):
        rules = rules_of(start.rules)
    hand = Hand.start(rules, stacks, deck, reserve)
    for act in row.acts:
        with _read_of(number, f"act {act.seq}"):
            hand, _ = hand.act(*read_act(hand, act.line))
        if hand.digest != act.digest:
            raise BrokenHand(f"hand {start.number} differs from what it was at act {act.seq}")
    return hand


@contextmanager
def _read_of(number: int, what: str) -> Iterator[None]:
    """Tell which part of a hand cannot be read: never what it holds."""
    try:
        yield
    except Exception as error:
        raise BrokenHand(f"hand {number} cannot be read back: its {what}") from error
