"""What the limit of a game allows, whichever it is: one question, asked of the limit's own file.

`wager` says what a seat may bet, `full_size` what a wager made counts for; both read the same
`BettingRound`, so that nothing is legal in one and unknown to the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, assert_never

from engine import limit_fixed, limit_open, limit_spread
from engine.actions import Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.options import CapLift, LateRounds, Limit
from engine.rules import HouseRules


class _Structure(Protocol):
    """What each limit's own file answers."""

    def wager(
        self, rules: HouseRules, betting: BettingRound, bet: int, stack: int, pot: int
    ) -> Wager | WhyNot:
        """Return what a seat that has put in `bet` chips, and has `stack` left, may bet to."""

    def opening(self, rules: HouseRules, stack: int, pot: int) -> Wager | WhyNot:
        """Return what the bring-in player may open for instead (R-BRING-4)."""

    def full_size(self, rules: HouseRules, betting: BettingRound, total: int) -> int:
        """Return for how much a wager counts, 0 where for none."""

    def reopens(self, rules: HouseRules, betting: BettingRound, risen: int) -> bool:
        """Tell whether a rise of the level since a seat's act lets it raise again."""

    def bring_in_is_bet(self, rules: HouseRules) -> bool:
        """Tell whether the bring-in is itself the full first bet."""


_STRUCTURES: Final[Mapping[Limit, _Structure]] = {
    Limit.FIXED: limit_fixed,
    Limit.SPREAD: limit_spread,
    Limit.POT: limit_open,
    Limit.NONE: limit_open,
}
_CAPPED: Final = frozenset({Limit.FIXED, Limit.SPREAD})


def round_sizes(rules: HouseRules, number: int, *, open_pair: bool) -> tuple[int, ...]:
    """Return fixed limit's bet sizes for a round in chips (R-FIX-2, R-FIX-4, R-FIX-8).

    `open_pair` tells whether a live player shows a pair when the round begins. Other limits have
    no sizes.
    """
    if rules.limit is not Limit.FIXED:
        return ()
    if number == 1 or (number == 2 and not (open_pair and rules.open_pair_big)):
        return (rules.small,)
    if number > 2 and rules.late_rounds is LateRounds.BIG_ONLY:
        return (rules.big,)
    return (rules.small,) if rules.small == rules.big else (rules.small, rules.big)


def bring_in_is_bet(rules: HouseRules) -> bool:
    """Tell whether the bring-in is itself the full first bet (R-BRING-10, R-SPR-2, R-POT-1)."""
    return _STRUCTURES[rules.limit].bring_in_is_bet(rules)


def wager(
    rules: HouseRules, betting: BettingRound, seat: int, stack: int, pot: int
) -> Wager | WhyNot:
    """Return what the actor may complete, bet or raise to, or why it may not.

    `stack` and `pot` are chips; the pot includes all chips of this round.
    """
    if capped(rules, betting):
        return WhyNot(Why.CAPPED, (rules.raise_cap,))
    bet = betting.bets[seat]
    if bet + stack <= betting.level:
        return WhyNot(Why.ONLY_A_CALL_LEFT)
    structure = _STRUCTURES[rules.limit]
    acted = betting.acted[seat]
    # A seat that has acted may raise once enough came since (R-FIX-9, R-NL-3).
    if (
        acted >= 0
        and betting.seen[seat] == betting.fulls
        and not structure.reopens(rules, betting, betting.level - acted)
    ):
        return WhyNot(Why.NOT_REOPENED)
    return structure.wager(rules, betting, bet, stack, pot)


def opening(rules: HouseRules, stack: int, pot: int) -> Wager | WhyNot:
    """Return what the player who must bring in may open for instead (R-BRING-4)."""
    if stack <= rules.bring_in:
        return WhyNot(Why.MUST_BRING_IN, (stack,))
    return _STRUCTURES[rules.limit].opening(rules, stack, pot)


def full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    """Return for how much a legal wager to `total` counts as a bet or raise, 0 where for none."""
    return _STRUCTURES[rules.limit].full_size(rules, betting, total)


def capped(rules: HouseRules, betting: BettingRound) -> bool:
    """Tell whether the raises of the round are used up (R-FIX-6, R-FIX-7, R-SPR-2)."""
    # the first full wager is the bet, the others are raises
    if betting.fulls <= rules.raise_cap or betting.cap_lifted:
        return False
    return rules.raise_cap > 0 and rules.limit in _CAPPED


def lifts_cap(rules: HouseRules, betting: BettingRound, able: int) -> bool:
    """Tell whether heads-up play lifts the cap, seen when a player is about to act (R-FIX-7)."""
    match rules.cap_lift:
        case CapLift.NEVER:
            return False
        case CapLift.START:
            return betting.began_able <= 2
        case CapLift.HEADS_UP:
            return betting.began_able <= 2 or (able <= 2 and not capped(rules, betting))
        case _:
            assert_never(rules.cap_lift)
