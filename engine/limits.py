"""What each limit allows: the sizes of bets and raises, and which of them count as full (B8, B11).

`wager` says what a seat may bet, `full_size` what a wager made counts for; both read the same
`BettingRound`, so that nothing is legal in one and unknown to the other.
"""

from __future__ import annotations

from typing import assert_never

from engine.actions import Verb, Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.options import CapLift, LateRounds, Limit, MinRaise, ShortAllIn
from engine.rules import HouseRules


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
    """Tell whether the bring-in is itself the full first bet (R-BRING-10, R-POT-1)."""
    if rules.limit is Limit.FIXED:
        return rules.bring_in == rules.small
    return rules.bring_in >= rules.least_bet


def wager(
    rules: HouseRules, betting: BettingRound, seat: int, stack: int, others_able: int
) -> Wager | WhyNot:
    """Return what a seat may complete, bet or raise to, or why it may not.

    The seat must be the actor; `stack` is what it has behind, `others_able` how many opponents
    could still answer a bet (R-BET-1).
    """
    refused = _refusal(rules, betting, seat, stack, others_able)
    if refused is not None:
        return refused
    if rules.limit is Limit.FIXED:
        return _fixed(rules, betting, betting.bets[seat] + stack)
    return _open(rules, betting, betting.bets[seat] + stack)


def opening(rules: HouseRules, stack: int, others_able: int) -> Wager | WhyNot:
    """Return what the player who must bring in may open for instead (R-BRING-4)."""
    if others_able == 0:
        return WhyNot(Why.NOBODY_TO_RAISE)
    if stack <= rules.bring_in:
        return WhyNot(Why.ONLY_A_CALL_LEFT)
    if rules.limit is not Limit.FIXED:
        return Wager(Verb.BET, rules.bring_in + 1, stack)
    if rules.bring_in == rules.small:
        return WhyNot(Why.MUST_BRING_IN, (rules.bring_in,))
    total = min(stack, rules.small)
    return Wager(Verb.COMPLETE, total, total, (total,))


def full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    """Return for how much a legal wager to `total` counts as a bet or raise, 0 where for none.

    In fixed limit an all-in of at least half a bet counts as one (R-FIX-9, R-FIX-10); in no limit
    the least raise is the full raise (R-NL-3).
    """
    match rules.limit:
        case Limit.FIXED:
            return _fixed_full_size(rules, betting, total)
        case Limit.SPREAD | Limit.POT | Limit.NONE:
            if total < _least(rules, betting):
                return 0
            return total if betting.posted else total - betting.level
        case _:
            assert_never(rules.limit)


def capped(rules: HouseRules, betting: BettingRound) -> bool:
    """Tell whether the raises of the round are used up (R-FIX-6, R-FIX-7)."""
    if rules.limit is not Limit.FIXED or rules.raise_cap == 0 or betting.cap_lifted:
        return False
    return betting.fulls > 0 and betting.raises >= rules.raise_cap


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


def _refusal(
    rules: HouseRules, betting: BettingRound, seat: int, stack: int, others_able: int
) -> WhyNot | None:
    if others_able == 0:
        return WhyNot(Why.NOBODY_TO_RAISE)
    if capped(rules, betting):
        return WhyNot(Why.CAPPED, (rules.raise_cap,))
    if betting.bets[seat] + stack <= betting.level:
        return WhyNot(Why.ONLY_A_CALL_LEFT)
    if not _reopened(rules, betting, seat):
        return WhyNot(Why.NOT_REOPENED)
    return None


def _reopened(rules: HouseRules, betting: BettingRound, seat: int) -> bool:
    """Tell whether a seat may raise: not acted yet, or enough came since (R-FIX-9, R-NL-3)."""
    if betting.acted[seat] < 0 or betting.seen[seat] < betting.fulls:
        return True
    risen = betting.level - betting.acted[seat]
    if rules.limit is Limit.FIXED:
        return _counts(rules, risen, min(_steps(rules, betting)))
    return betting.fulls > 0 and risen >= _increment(rules, betting)


def _counts(rules: HouseRules, chips: int, step: int) -> bool:
    """Tell whether chips are enough of a fixed-limit step to count as all of it (R-FIX-9)."""
    match rules.short_all_in:
        case ShortAllIn.HALF:
            return chips > 0 and 2 * chips >= step
        case ShortAllIn.FULL:
            return chips >= step
        case _:
            assert_never(rules.short_all_in)


def _steps(rules: HouseRules, betting: BettingRound) -> tuple[int, ...]:
    """Return the increments fixed limit allows now (R-FIX-5)."""
    if rules.min_raise is MinRaise.ANY:
        return betting.sizes
    return tuple(size for size in betting.sizes if size >= betting.full_size)


def _fixed_totals(rules: HouseRules, betting: BettingRound) -> tuple[int, ...]:
    steps = _steps(rules, betting)
    if betting.level > betting.full_level:
        # A bring-in or a short all-in stands: it can only be completed (R-FIX-2, R-FIX-9).
        return (betting.full_level + steps[0],)
    return tuple(betting.full_level + step for step in steps)


def _fixed(rules: HouseRules, betting: BettingRound, all_in: int) -> Wager:
    totals = _fixed_totals(rules, betting)
    legal = [total for total in totals if total <= all_in]
    if all_in < totals[-1] and all_in not in legal:
        legal.append(all_in)
    if betting.level > betting.full_level:
        verb = Verb.COMPLETE
    else:
        verb = Verb.RAISE if betting.level else Verb.BET
    return Wager(verb, legal[0], legal[-1], tuple(legal))


def _fixed_full_size(rules: HouseRules, betting: BettingRound, total: int) -> int:
    steps = _steps(rules, betting)
    size = total - betting.full_level
    if not _counts(rules, size, steps[0]):
        return 0
    return max((step for step in steps if step <= size), default=steps[0])


def _increment(rules: HouseRules, betting: BettingRound) -> int:
    if rules.min_raise is MinRaise.ANY or not betting.fulls:
        return rules.least_bet
    return betting.full_size


def _least(rules: HouseRules, betting: BettingRound) -> int:
    """Return the least full bet or raise of no limit, as a total (R-NL-1 to R-NL-3, R-POT-1)."""
    if betting.level == 0 or betting.posted:
        return rules.least_bet
    return betting.level + _increment(rules, betting)


def _open(rules: HouseRules, betting: BettingRound, all_in: int) -> Wager:
    verb = Verb.RAISE if betting.level else Verb.BET
    least = _least(rules, betting)
    if all_in < least:
        return Wager(verb, all_in, all_in, (all_in,))
    return Wager(verb, least, all_in)
