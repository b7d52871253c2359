"""An act that is taken: the hand after it, and the row that the store keeps of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.broken import BrokenHand
from bot.step import ActTaken
from bot.store.hands import ActRow
from engine.errors import IllegalAction
from engine.notation import act_line, line_of

if TYPE_CHECKING:
    from bot.state import Play
    from engine.actions import Action

CLOCK: Final = "clock:"
"""What the key of an act begins with that the clock chose for somebody."""


def take(play: Play, at: int, action: Action, key: str, by: int | None) -> tuple[Play, ActTaken]:
    """Let a seat act; `by` is the player account of who chose it, None where nobody did.

    Raises IllegalAction, and BrokenHand for any other fault; neither tells a card.
    """
    seq = play.acts + 1
    try:
        line = line_of(play.hand, at, action)
        hand, _ = play.hand.act(at, action)
    except IllegalAction:
        raise
    except Exception as error:
        raise BrokenHand(f"hand {play.number} breaks at act {seq}, of p{at + 1}") from error
    taken = ActTaken(ActRow(seq, line, by, key, hand.digest), told=act_line(at, action))
    answers = play.answers + (by is not None)
    misses = play.misses + key.startswith(CLOCK)
    return replace(play, hand=hand, acts=seq, answers=answers, misses=misses), taken
