"""The course of a hand: its betting rounds, buys and declaration, in order, by the rules."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from engine.options import BuyBet, Declare
from engine.rules import HouseRules

LAST_STREET: Final = 5
"""The cards each live player holds on the last street."""


class Phase(StrEnum):
    """What the hand waits for."""

    BRING_IN = "bring-in"
    BETTING = "betting"
    BUYING = "buying"
    DECLARING = "declaring"
    OVER = "over"


class Stage(NamedTuple):
    """A part of a hand in which players act, each holding `street` cards (2-5).

    `number` counts betting rounds from 1 to 5 and buys from 1 to 2; a declaration is number 1.
    """

    phase: Phase
    number: int
    street: int


def course_of(rules: HouseRules) -> tuple[Stage, ...]:
    """Return the stages of a hand (R-DEAL-2, R-BUY-1, R-BUY-5, R-DECL-1), showdown left out."""
    return _course(rules.buy, rules.buy_bet, rules.declare)


def betting_rounds(rules: HouseRules) -> int:
    """Return how many betting rounds a hand has: 4, or 5 where one follows each of two buys."""
    return sum(stage.phase is Phase.BETTING for stage in course_of(rules))


@cache
def _course(buys: int, buy_bet: BuyBet, declare: Declare) -> tuple[Stage, ...]:
    stages = [Stage(Phase.BETTING, number, number + 1) for number in (1, 2, 3)]
    for buy in range(1, buys + 1):
        stages.append(Stage(Phase.BUYING, buy, LAST_STREET))
        if buy < buys and buy_bet is BuyBet.AFTER_EACH:
            stages.append(Stage(Phase.BETTING, 4, LAST_STREET))
    last = 1 + sum(stage.phase is Phase.BETTING for stage in stages)
    stages.append(Stage(Phase.BETTING, last, LAST_STREET))
    if declare is not Declare.NONE:
        stages.append(Stage(Phase.DECLARING, 1, LAST_STREET))
    return tuple(stages)
