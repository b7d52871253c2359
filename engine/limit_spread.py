"""Spread limit: any size between two, and all-ins that fall short as in fixed limit (B9)."""

from __future__ import annotations

from engine.actions import Verb, Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.limit_fixed import counts
from engine.options import MinRaise
from engine.rules import HouseRules


def wager(rules: HouseRules, betting: BettingRound, bet: int, stack: int, pot: int) -> Wager:
    """Return the totals a seat may bet to that has put in `bet` chips this round."""
    verb, least, most = _range(rules, betting)
    all_in = bet + stack
    if all_in < least:
        return Wager(verb, all_in, all_in, (all_in,))
    return Wager(verb, least, min(most, all_in), (), rules.chip_unit)


def opening(rules: HouseRules, stack: int, pot: int) -> Wager | WhyNot:
    """Return what the bring-in player may open for instead, all-in for less too (R-BRING-4)."""
    least = max(rules.bring_in + rules.chip_unit, rules.spread_min)
    if least > rules.spread_max:
        return WhyNot(Why.MUST_BRING_IN, (rules.bring_in,))
    if stack < least:
        return Wager(Verb.BET, stack, stack, (stack,))
    return Wager(Verb.BET, least, min(rules.spread_max, stack), (), rules.chip_unit)


def bring_in_is_bet(rules: HouseRules) -> bool:
    """Tell whether the bring-in is itself the full first bet (R-SPR-2)."""
    return rules.bring_in >= rules.spread_min


def reopens(rules: HouseRules, betting: BettingRound, risen: int) -> bool:
    """Tell whether a rise of the level since a seat's act lets it raise again (R-SPR-3)."""
    return counts(rules, risen, least_step(rules, betting))


def full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    """Return the size a wager counts for; an all-in of half a bet counts as one (R-SPR-3)."""
    size, step = total - betting.full_level, least_step(rules, betting)
    return max(size, step) if counts(rules, size, step) else 0


def least_step(rules: HouseRules, betting: BettingRound) -> int:
    """Return the least increment allowed now, in chips (R-SPR-2)."""
    if rules.min_raise is MinRaise.ANY:
        return rules.spread_min
    return max(rules.spread_min, betting.full_size)


def _range(rules: HouseRules, betting: BettingRound) -> tuple[Verb, int, int]:
    most = rules.late_spread_max if betting.number > 2 else rules.spread_max
    if betting.posted:
        # A bring-in below the spread is no bet: the first raise goes *to* the spread (R-SPR-2).
        return Verb.RAISE, rules.spread_min, most
    least = betting.full_level + least_step(rules, betting)
    if betting.level > betting.full_level:
        return Verb.COMPLETE, least, least
    verb = Verb.RAISE if betting.level else Verb.BET
    return verb, least, betting.full_level + most
