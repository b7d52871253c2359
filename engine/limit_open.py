"""Pot limit and no limit: any size up to the pot or to everything (B10, B11)."""

from __future__ import annotations

from engine.actions import Verb, Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.options import Limit, MinRaise
from engine.rules import HouseRules


def wager(
    rules: HouseRules, betting: BettingRound, bet: int, stack: int, pot: int
) -> Wager | WhyNot:
    """Return the totals a seat may bet to that has put in `bet` chips this round."""
    verb = Verb.RAISE if betting.level else Verb.BET
    least, most = _least(rules, betting), bet + stack
    if rules.limit is Limit.POT:
        pot_total = _pot_total(rules, betting.level, bet, pot)
        if pot_total < least:
            return WhyNot(Why.POT_TOO_SMALL, (pot_total,))
        most = min(most, pot_total)
    if most < least:
        return Wager(verb, most, most, (most,))
    return Wager(verb, least, most, (), rules.chip_unit)


def opening(rules: HouseRules, stack: int, pot: int) -> Wager | WhyNot:
    """Return what the bring-in player may open for instead (R-BRING-4, R-POT-2)."""
    most = stack
    if rules.limit is Limit.POT:
        most = min(most, max(pot, rules.bring_in))
        if most <= rules.bring_in:
            return WhyNot(Why.POT_TOO_SMALL, (most,))
    unit = rules.chip_unit
    return Wager(Verb.BET, rules.bring_in + unit, most, (), unit)


def bring_in_is_bet(rules: HouseRules) -> bool:
    """Tell whether the bring-in is itself the full first bet (R-POT-1)."""
    return rules.bring_in >= rules.least_bet


def reopens(rules: HouseRules, betting: BettingRound, risen: int) -> bool:
    """Tell whether a rise of the level since a seat's act lets it raise again (R-NL-3)."""
    return betting.fulls > 0 and risen >= increment(rules, betting)


def full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    """Return the size a wager counts for: the least raise is the full raise (R-NL-3)."""
    if total < _least(rules, betting):
        return 0
    # Over a bring-in that is no bet the first raise counts as a bet of `min_bet` (R-POT-1).
    return rules.least_bet if betting.posted else total - betting.level


def increment(rules: HouseRules, betting: BettingRound) -> int:
    """Return the least raise by which the level may go up, in chips (R-POT-1, R-NL-2)."""
    if rules.min_raise is MinRaise.ANY or not betting.fulls:
        return rules.least_bet
    return betting.full_size


def _least(rules: HouseRules, betting: BettingRound) -> int:
    """Return the least full bet or raise as a total (R-POT-1, R-NL-1 to R-NL-3)."""
    if betting.level == 0 or betting.posted:
        return rules.least_bet
    return betting.level + increment(rules, betting)


def _pot_total(rules: HouseRules, level: int, bet: int, pot: int) -> int:
    """Return the largest total pot limit allows: call first, then raise by the pot (R-POT-2)."""
    if level == 0:
        return max(pot, rules.least_bet)
    return level + pot + (level - bet)
