"""What may be bet under each limit, and what an all-in does, in sentences (B7 to B12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from bot.render.names import chips_text
from bot.words import _
from engine.options import CapLift, Game, LateRounds, Limit, MinRaise, ShortAllIn

if TYPE_CHECKING:
    from engine.rules import HouseRules


def betting_lines(rules: HouseRules) -> Iterator[str]:
    """Tell the sizes of bets and raises, and how many there may be."""
    match rules.limit:
        case Limit.FIXED:
            yield from _fixed_lines(rules)
            yield from _cap_lines(rules)
        case Limit.SPREAD:
            yield from _spread_lines(rules)
            yield from _cap_lines(rules)
        case Limit.POT:
            yield _("Pot limit: a bet is from {least} to the size of the pot.").format(
                least=chips_text(rules.least_bet)
            )
            yield _("The most you can raise is what the pot holds once you have called.")
            yield from _open_raise_lines(rules)
        case Limit.NONE:
            yield _("No limit: a bet is from {least} to all you have.").format(
                least=chips_text(rules.least_bet)
            )
            yield from _open_raise_lines(rules)
        case _:
            assert_never(rules.limit)
    if rules.chip_unit > 1:
        yield _("The smallest chip is {unit}: every amount is a multiple of it.").format(
            unit=chips_text(rules.chip_unit)
        )


def _fixed_lines(rules: HouseRules) -> Iterator[str]:
    """Tell fixed limit's sizes by round, and how they mix (R-FIX-1 to 5, R-FIX-8)."""
    small, big = chips_text(rules.small), chips_text(rules.big)
    pair = rules.open_pair_big and rules.game is not Game.LOW
    free = rules.late_rounds is LateRounds.FREE
    if rules.small == rules.big:
        yield _("Fixed limit: every bet and raise is {small}.").format(small=small)
    else:
        yield (
            _(
                "Fixed limit: bets and raises are {small} in the first two rounds, and {small} or"
                " {big} as you like after that."
            )
            if free
            else _(
                "Fixed limit: bets and raises are {small} in the first two rounds, and {big} after"
                " that."
            )
        ).format(small=small, big=big)
        if pair:
            yield _(
                "If anybody shows a pair when the second round begins, you may bet {big} in it too."
            ).format(big=big)
        if pair or free:
            yield _mixed_text(rules)
    if 0 < rules.bring_in < rules.small:
        yield _(
            "The first raise over the bring-in completes it to {small}, and counts as the bet."
        ).format(small=small)


def _mixed_text(rules: HouseRules) -> str:
    small, big = chips_text(rules.small), chips_text(rules.big)
    match rules.min_raise:
        case MinRaise.FULL:
            return _("A bet or raise of {big} cannot be raised by just {small}.").format(
                small=small, big=big
            )
        case MinRaise.ANY:
            return _("A bet or raise of {big} may be raised by just {small}.").format(
                small=small, big=big
            )
        case _:
            assert_never(rules.min_raise)


def _spread_lines(rules: HouseRules) -> Iterator[str]:
    """Tell spread limit's range by round, and the least raise (R-SPR-1, R-SPR-2)."""
    least, most = chips_text(rules.spread_min), chips_text(rules.spread_max)
    late = chips_text(rules.late_spread_max)
    if rules.late_spread_max != rules.spread_max:
        yield _(
            "Spread limit: bets and raises are {least} to {most}, and up to {late} from the third"
            " round on."
        ).format(least=least, most=most, late=late)
    elif rules.spread_max == rules.spread_min:
        yield _("Spread limit: every bet and raise is {least}.").format(least=least)
        return
    else:
        yield _("Spread limit: bets and raises are {least} to {most}.").format(
            least=least, most=most
        )
    match rules.min_raise:
        case MinRaise.FULL:
            yield _("A raise is no smaller than the bets and raises of its round so far.")
        case MinRaise.ANY:
            yield _("A raise may be smaller than the bet before it.")
        case _:
            assert_never(rules.min_raise)
    if 0 < rules.bring_in < rules.spread_min:
        yield _(
            "The first raise over the bring-in is to {least} at least, and counts as the bet."
        ).format(least=least)


def _open_raise_lines(rules: HouseRules) -> Iterator[str]:
    """Tell the least raise of pot and no limit (R-POT-1, R-NL-2)."""
    least = chips_text(rules.least_bet)
    match rules.min_raise:
        case MinRaise.FULL:
            yield _("You raise by at least the largest bet or raise of the round so far.")
        case MinRaise.ANY:
            yield _("You raise by at least {least}.").format(least=least)
        case _:
            assert_never(rules.min_raise)
    if 0 < rules.bring_in < rules.least_bet:
        yield _(
            "The first raise over the bring-in is to {least} at least, and counts as the bet."
        ).format(least=least)
    yield _("There is no cap on raises.")


def _cap_lines(rules: HouseRules) -> Iterator[str]:
    """Tell how many raises a round has, and when there is no cap (R-FIX-6, R-FIX-7)."""
    if not rules.raise_cap:
        yield _("There is no cap on raises.")
        return
    if rules.raise_cap == 1:
        yield _("Each round has one bet and one raise at most.")
    else:
        yield _("Each round has one bet and {count} raises at most.").format(count=rules.raise_cap)
    match rules.cap_lift:
        case CapLift.START:
            yield _("There is no such cap in a round that only two players with chips begin.")
        case CapLift.HEADS_UP:
            yield _(
                "There is no such cap once only two players with chips are left, unless it was"
                " reached before."
            )
        case CapLift.NEVER:
            yield _("That cap holds between two players as well.")
        case _:
            assert_never(rules.cap_lift)


def all_in_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what who runs out of chips plays for, and what his last bet counts as (B12)."""
    yield _(
        "You play with the chips you had when the hand began; once they are gone you are all-in."
    )
    yield _("You can win from each opponent as much as you put in; the rest makes side pots.")
    match rules.limit:
        case Limit.FIXED | Limit.SPREAD:
            yield _short_text(rules)
        case Limit.POT | Limit.NONE:
            yield _(
                "An all-in of less than a full raise lets nobody raise again who has acted, unless"
                " such all-ins have added up to a full raise since."
            )
        case _:
            assert_never(rules.limit)
    if rules.all_in_show:
        yield _("Once nothing is left to decide, everybody still in turns up what is down.")
    else:
        yield _("Even with nothing left to decide, what is down stays down until the showdown.")


def _short_text(rules: HouseRules) -> str:
    match rules.short_all_in:
        case ShortAllIn.HALF:
            return _(
                "An all-in of at least half a bet or raise counts as a whole one; a smaller one can"
                " be called or completed."
            )
        case ShortAllIn.FULL:
            return _(
                "An all-in counts as a bet or raise only if it is a whole one; a smaller one can be"
                " called or completed."
            )
        case _:
            assert_never(rules.short_all_in)
