"""What a table plays for, in one line of words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from bot.render.names import chips_text
from bot.words import _
from engine.decks import lowest_rank
from engine.options import (
    BringInMode,
    CapLift,
    DealForm,
    DeckSize,
    FlushOverFull,
    Game,
    LateRounds,
    Limit,
)

if TYPE_CHECKING:
    from engine.rules import HouseRules


@lru_cache(maxsize=64)  # a table's hardly change, and each of its panels tells them
def stakes_text(rules: HouseRules, players: int | None = None) -> str:
    """Return the stakes of a game: "ante 1 · bring-in 4, low card · bets 10/20".

    `players` are dealt in to the hand that is shown: an automatic deck depends on them (R-DECK-3).
    """
    return " · ".join(_stakes(rules, players))


def _stakes(rules: HouseRules, players: int | None) -> Iterator[str]:
    yield from _cards(rules, players)
    if rules.ante:
        yield _("ante {chips}").format(chips=chips_text(rules.ante))
    if rules.bring_in:
        yield _bring_in_text(rules)
    match rules.limit:
        case Limit.FIXED:
            yield _bets_text(rules)
            yield from _cap(rules)
        case Limit.SPREAD:
            least, most = chips_text(rules.spread_min), chips_text(rules.spread_max)
            yield _("bets {least} to {most}").format(least=least, most=most)
            if rules.late_spread_max != rules.spread_max:
                yield _("later to {most}").format(most=chips_text(rules.late_spread_max))
            yield from _cap(rules)
        case Limit.POT:
            yield _("pot limit from {least}").format(least=chips_text(rules.least_bet))
        case Limit.NONE:
            yield _("no limit from {least}").format(least=chips_text(rules.least_bet))
        case _:
            assert_never(rules.limit)


def _cards(rules: HouseRules, players: int | None) -> Iterator[str]:
    """Tell how the cards differ from one down and four up of 52 (R-DECK-2 to 6, R-DEAL-4)."""
    if rules.deal is DealForm.ONE_THREE_ONE:
        yield _("1-3-1, the last card down")
    if rules.deck is DeckSize.AUTO and players is None:
        yield _("as many cards as the players need, under 52 a flush beats a full house")
        return
    lowest = lowest_rank(rules, players or 2)
    if lowest > 2:
        yield _("{count} cards, {rank} and up").format(count=4 * (15 - lowest), rank=lowest)
    over = rules.flush_over_full
    if over is FlushOverFull.YES or (lowest > 2 and over is FlushOverFull.AUTO):
        yield _("a flush beats a full house")
    if lowest > 2 and rules.low_straight:
        ranks = "-".join(_rank(rank) for rank in range(lowest, lowest + 4))
        yield _("A-{ranks} is a straight").format(ranks=ranks)


def _rank(rank: int) -> str:
    return str(rank) if rank <= 10 else "JQKA"[rank - 11]


def _bets_text(rules: HouseRules) -> str:
    """Return the sizes of fixed limit, and when a round offers both (R-FIX-4, R-FIX-8)."""
    small, big = chips_text(rules.small), chips_text(rules.big)
    words = [_("bets {small}/{big}").format(small=small, big=big)]
    if rules.big != rules.small:
        if rules.open_pair_big and rules.game is not Game.LOW:
            words.append(_("{big} on an open pair").format(big=big))
        if rules.late_rounds is LateRounds.FREE:
            words.append(_("either from round 3"))
    return ", ".join(words)


def _cap(rules: HouseRules) -> Iterator[str]:
    """Give the cap on the raises of a round, if there is one (R-FIX-6, R-FIX-7)."""
    if rules.raise_cap == 0:
        return
    lifted = rules.cap_lift is not CapLift.NEVER
    words = _("raise cap {count}, none heads-up") if lifted else _("raise cap {count}")
    yield words.format(count=rules.raise_cap)


def _bring_in_text(rules: HouseRules) -> str:
    chips = chips_text(rules.bring_in)
    match rules.bring_in_mode:
        case BringInMode.LOW:
            return _("bring-in {chips}, low card").format(chips=chips)
        case BringInMode.HIGH:
            return _("bring-in {chips}, high card").format(chips=chips)
        case BringInMode.BEST:
            return _("bring-in {chips}, best card").format(chips=chips)
        case BringInMode.NONE:
            return _("bring-in {chips}").format(chips=chips)
        case _:
            assert_never(rules.bring_in_mode)
