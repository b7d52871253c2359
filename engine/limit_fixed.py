"""Fixed limit: bets and raises of set sizes, and all-ins that fall short of them (B8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, assert_never

from engine.actions import Verb, Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.options import MinRaise, ShortAllIn
from engine.rules import HouseRules

_COMPLETE: Final = Verb.COMPLETE
_BET: Final = Verb.BET
_RAISE: Final = Verb.RAISE


def wager(rules: HouseRules, betting: BettingRound, bet: int, stack: int, pot: int) -> Wager:
    """Return the totals a seat may bet to that has put in `bet` chips this round."""
    offered = _offered(betting.level, betting.full_level, steps(rules, betting))
    all_in = bet + stack
    if all_in >= offered.most:
        return offered
    legal = (*(total for total in offered.steps if total < all_in), all_in)
    return Wager(offered.verb, legal[0], all_in, legal)


@lru_cache(maxsize=1024)  # set sizes give the same few wagers again and again
def _offered(level: int, full_level: int, sizes: tuple[int, ...]) -> Wager:
    """Return what a seat with chips for all of it may bet to."""
    if level > full_level:
        # A bring-in or a short all-in stands: it can only be completed (R-FIX-2, R-FIX-9).
        total = full_level + sizes[0]
        return Wager(_COMPLETE, total, total, (total,))
    legal = tuple(full_level + size for size in sizes)
    return Wager(_RAISE if level else _BET, legal[0], legal[-1], legal)


def opening(rules: HouseRules, stack: int, pot: int) -> Wager | WhyNot:
    """Return the full bet that the bring-in player may open with, all-in for less (R-BRING-4)."""
    if rules.bring_in == rules.small:
        return WhyNot(Why.MUST_BRING_IN, (rules.bring_in,))
    total = min(stack, rules.small)
    return Wager(_COMPLETE, total, total, (total,))


def bring_in_is_bet(rules: HouseRules) -> bool:
    """Tell whether the bring-in is itself the full first bet (R-BRING-10)."""
    return rules.bring_in == rules.small


def reopens(rules: HouseRules, betting: BettingRound, risen: int) -> bool:
    """Tell whether a rise of the level since a seat's act lets it raise again (R-FIX-9)."""
    return counts(rules, risen, steps(rules, betting)[0])


def full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    """Return the size a wager counts for; an all-in of half a bet counts as one (R-FIX-9, 10)."""
    sizes = steps(rules, betting)
    size = total - betting.full_level
    if size in sizes:
        return size
    if not counts(rules, size, sizes[0]):
        return 0
    return max((step for step in sizes if step <= size), default=sizes[0])


def steps(rules: HouseRules, betting: BettingRound) -> tuple[int, ...]:
    """Return the increments allowed now, in chips, ascending (R-FIX-5)."""
    if betting.full_size <= betting.sizes[0] or rules.min_raise is MinRaise.ANY:
        return betting.sizes
    return tuple(size for size in betting.sizes if size >= betting.full_size)


def counts(rules: HouseRules, chips: int, step: int) -> bool:
    """Tell whether chips are enough of a step to count as all of it (R-FIX-9)."""
    match rules.short_all_in:
        case ShortAllIn.HALF:
            return chips > 0 and 2 * chips >= step
        case ShortAllIn.FULL:
            return chips >= step
        case _:
            assert_never(rules.short_all_in)
