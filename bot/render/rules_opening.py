"""The ante, the bring-in, and who opens a round, in sentences (B4 to B6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from bot.render.names import chips_text
from bot.words import _
from engine.options import (
    BringInMode,
    BringInTie,
    DealForm,
    Game,
    Limit,
    LowRank,
    OddChip,
    OpenTie,
    SokoOpen,
    SokoRank,
)

if TYPE_CHECKING:
    from engine.rules import HouseRules


def opening_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what everybody pays, who must bet first, and who opens each later round."""
    yield _ante_text(rules)
    yield from _first_lines(rules)
    if rules.bring_in:
        yield _bring_in_text(rules)
        yield _("The others fold, call or raise; nobody can check.")
    yield from _later_lines(rules)
    yield _open_tie_text(rules)
    suited = rules.bring_in_mode in (BringInMode.LOW, BringInMode.HIGH)
    if not (suited and rules.bring_in_tie is BringInTie.SUIT) and _suits_count(rules):
        yield _("Suits rank clubs, diamonds, hearts, spades, from low to high.")


def _suits_count(rules: HouseRules) -> bool:
    """Tell whether suits decide who opens or where an odd chip goes."""
    return rules.open_tie is not OpenTie.POSITION or rules.odd_chip is not OddChip.POSITION


def amount_text(chips: int) -> str:
    """Return an amount with its chips: "1 chip", "1,200 chips"."""
    words = _("{count} chip") if chips == 1 else _("{count} chips")
    return words.format(count=chips_text(chips))


def _ante_text(rules: HouseRules) -> str:
    if not rules.ante:
        return _("There is no ante.")
    return _("Everybody antes {chips}.").format(chips=amount_text(rules.ante))


def _first_lines(rules: HouseRules) -> Iterator[str]:
    """Tell who acts first in round 1, and whether he must bet (R-BRING-1 to 3, R-OPEN-1)."""
    match rules.bring_in_mode:
        case BringInMode.NONE if rules.game is Game.LOW and rules.low_rank is LowRank.DEUCE_SEVEN:
            yield _(
                "The lowest card showing opens the first round, and may check (an ace is high)."
            )
        case BringInMode.NONE if rules.game is Game.LOW:
            yield _("The lowest card showing opens the first round, and may check (an ace is low).")
        case BringInMode.NONE:
            yield _("The highest card showing opens the first round, and may check.")
        case BringInMode.LOW:
            yield _("The lowest card showing must bring it in (an ace is high).")
        case BringInMode.HIGH:
            yield _high_card_text(rules)
        case BringInMode.BEST if rules.game is Game.LOW:
            yield _("The lowest card showing must bring it in.")
        case BringInMode.BEST:
            yield _("The best card showing must bring it in.")
        case _:
            assert_never(rules.bring_in_mode)
    if rules.bring_in_mode in (BringInMode.LOW, BringInMode.HIGH):
        yield _bring_in_tie_text(rules)


def _high_card_text(rules: HouseRules) -> str:
    if rules.game is Game.LOW and rules.low_rank is not LowRank.DEUCE_SEVEN:
        return _("The highest card showing must bring it in (a king is highest, an ace is low).")
    return _("The highest card showing must bring it in (an ace is highest).")


def _bring_in_tie_text(rules: HouseRules) -> str:
    match rules.bring_in_tie:
        case BringInTie.POSITION:
            return _("Of equal cards the first clockwise from the dealer brings in.")
        case BringInTie.SUIT if rules.bring_in_mode is BringInMode.LOW:
            return _(
                "Of equal cards the lowest suit brings in: clubs, then diamonds, hearts, spades."
            )
        case BringInTie.SUIT:
            return _(
                "Of equal cards the highest suit brings in: spades, then hearts, diamonds, clubs."
            )
        case _:
            assert_never(rules.bring_in_tie)


def _bring_in_text(rules: HouseRules) -> str:
    """Tell what the bring-in may be (R-BRING-4)."""
    chips = amount_text(rules.bring_in)
    match rules.limit:
        case Limit.FIXED if rules.bring_in == rules.small:
            return _("The bring-in is {chips}, a full bet.").format(chips=chips)
        case Limit.FIXED:
            return _("The bring-in is {chips}, or a full bet of {small}.").format(
                chips=chips, small=chips_text(rules.small)
            )
        case Limit.SPREAD:
            return _spread_bring_in_text(rules)
        case Limit.POT:
            return _("The bring-in is {chips} or more, up to the size of the pot.").format(
                chips=chips
            )
        case Limit.NONE:
            return _("The bring-in is {chips} or more.").format(chips=chips)
        case _:
            assert_never(rules.limit)


def _spread_bring_in_text(rules: HouseRules) -> str:
    chips, most = amount_text(rules.bring_in), chips_text(rules.spread_max)
    least = max(rules.bring_in, rules.spread_min)
    if rules.bring_in == rules.spread_max:
        return _("The bring-in is {chips}, a full bet.").format(chips=chips)
    if least == rules.bring_in:
        return _("The bring-in is {chips}, or any more up to {most}.").format(
            chips=chips, most=most
        )
    return _("The bring-in is {chips}, or a bet from {least} to {most}.").format(
        chips=chips, least=chips_text(least), most=most
    )


def _later_lines(rules: HouseRules) -> Iterator[str]:
    """Tell whose up cards open the later rounds (R-OPEN-2 to 4, R-OPEN-7, R-SOKO-6)."""
    match rules.game:
        case Game.HIGH:
            yield _("From the second round on the best hand showing opens, and may check.")
        case Game.HILO:
            yield _("From the second round on the best high hand showing opens, and may check.")
        case Game.LOW:
            yield _("From the second round on the lowest hand showing opens, and may check.")
        case Game.SOKO:
            yield _("From the second round on the best hand showing opens, and may check.")
        case _:
            assert_never(rules.game)
    if rules.game is Game.SOKO and rules.deal is DealForm.ONE_FOUR:
        yield _soko_open_text(rules)
    elif rules.game is Game.LOW:
        yield _(
            "A hand without a pair is lower than one with a pair there; straights and flushes do"
            " not count."
        )
    else:
        yield _("Pairs and the like count there, straights and flushes do not.")
    if rules.deal is DealForm.ONE_THREE_ONE:
        yield _("In the last round the same three up cards decide again.")


def _soko_open_text(rules: HouseRules) -> str:
    if rules.soko_open is SokoOpen.PLAIN:
        return _("Pairs and the like count there, four-flushes and four-straights do not.")
    match rules.soko_rank:
        case SokoRank.BETWEEN:
            return _(
                "Pairs and the like count there, and once four cards lie up, four-flushes and"
                " four-straights, above a pair."
            )
        case SokoRank.BELOW:
            return _(
                "Pairs and the like count there, and once four cards lie up, four-flushes and"
                " four-straights, below a pair."
            )
        case _:
            assert_never(rules.soko_rank)


def _open_tie_text(rules: HouseRules) -> str:
    """Tell who opens of those who show the same (R-OPEN-5, R-OPEN-6)."""
    match rules.open_tie:
        case OpenTie.POSITION:
            return _("Of equal hands showing, the first clockwise from the dealer opens.")
        case OpenTie.SUIT if rules.game is Game.LOW:
            return _(
                "Of equal hands showing, the one whose highest card has the lowest suit opens."
            )
        case OpenTie.SUIT | OpenTie.SUIT_HIGH:
            return _(
                "Of equal hands showing, the one whose highest card has the highest suit opens."
            )
        case _:
            assert_never(rules.open_tie)
