"""Buying a card and declaring high or low, in sentences (B15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from bot.render.names import chips_text
from bot.render.rules_opening import amount_text
from bot.words import _
from engine.options import BothFail, BothTie, BuyBet, BuyOrder, Declare, DeclareFrom, Game

if TYPE_CHECKING:
    from engine.rules import HouseRules


def buy_lines(rules: HouseRules) -> Iterator[str]:
    """Tell when a card can be bought, for how much, and in which order (R-BUY-1 to 6)."""
    yield _when_bought(rules)
    yield _("You stand pat, keeping your cards, or pay, give up one and get a new one at once.")
    yield _("It lies face up or down as the old one did.")
    match rules.buy_order:
        case BuyOrder.DEALER_LEFT:
            yield _("Everybody is asked once, clockwise from the dealer's left.")
        case BuyOrder.OPENER if rules.game is Game.LOW:
            yield _("Everybody is asked once, clockwise from the lowest hand showing.")
        case BuyOrder.OPENER:
            yield _("Everybody is asked once, clockwise from the best hand showing.")
        case _:
            assert_never(rules.buy_order)
    yield _("The price goes into the pot; it is no bet, and nobody has to match it.")
    yield _("Whoever is all-in already cannot win it.")
    yield _("Whoever cannot pay all of it is passed over.")
    yield _(
        "When the deck runs out, burned, folded and given-up cards are dealt, never one of your"
        " own; if there is none, you are not asked."
    )


def _when_bought(rules: HouseRules) -> str:
    chips = amount_text(rules.prices[0])
    if rules.buy == 1:
        return _("After the fifth card, before the last betting, a new card costs {chips}.").format(
            chips=chips
        )
    match rules.buy_bet:
        case BuyBet.AFTER_EACH:
            words = _(
                "After the fifth card a new card costs {chips}; after the betting that follows,"
                " another costs {second}, and then comes a fifth betting round."
            )
        case BuyBet.AFTER_LAST:
            words = _(
                "After the fifth card a new card costs {chips}; right after that buy another costs"
                " {second}, and then comes the last betting round."
            )
        case _:
            assert_never(rules.buy_bet)
    return words.format(chips=chips, second=chips_text(rules.prices[1]))


def declaration_lines(rules: HouseRules) -> Iterator[str]:
    """Tell how players declare, and what their word means for the pot (R-DECL-1 to 11)."""
    match rules.declare:
        case Declare.NONE:
            return
        case Declare.SIMULTANEOUS:
            yield _("After the last betting everybody still in declares, all-in players too.")
            yield _("You choose in secret, and all choices are shown together.")
        case Declare.SEQUENTIAL:
            yield _("After the last betting everybody still in declares, all-in players too.")
            yield _("You declare in turn, clockwise, for all to hear.")
            yield _declare_from_text(rules)
        case _:
            assert_never(rules.declare)
    if rules.both:
        yield _("You declare high, low or both.")
    else:
        yield _("You declare high or low, never both.")
    yield _("You can win only the way you declared.")
    yield _("If nobody in a pot went one way, the other way takes all of it.")
    if rules.both:
        yield from _both_lines(rules)


def _declare_from_text(rules: HouseRules) -> str:
    match rules.declare_from:
        case DeclareFrom.LAST_RAISER:
            return _("The last to bet or raise in that round begins; without a bet, its opener.")
        case DeclareFrom.OPENER:
            return _("Whoever opened that round begins.")
        case DeclareFrom.DEALER_LEFT:
            return _("The first player left of the dealer begins.")
        case _:
            assert_never(rules.declare_from)


def _both_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what declaring both takes, and costs (R-DECL-7 to 9)."""
    match rules.both_tie:
        case BothTie.LOSE:
            yield _("Declaring both takes the best hand both ways, alone: a tie fails.")
        case BothTie.SHARE:
            yield _(
                "Declaring both takes the best hand both ways; a tie for best is enough, and is"
                " split."
            )
        case _:
            assert_never(rules.both_tie)
    match rules.both_fail:
        case BothFail.NEXT_BEST:
            yield _("Whoever fails wins nothing; the next best who declared each way win instead.")
        case _:
            assert_never(rules.both_fail)
    yield _("If that leaves nobody, cards speak.")
