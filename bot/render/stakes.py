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
    BuyBet,
    CapLift,
    Choice,
    DealForm,
    DeckSize,
    Declare,
    FlushOverFull,
    Game,
    LateRounds,
    Limit,
    LowRank,
    Qualifier,
    SokoRank,
)

if TYPE_CHECKING:
    from engine.rules import HouseRules


@lru_cache(maxsize=64)  # a table's hardly change, and each of its panels tells them
def stakes_text(rules: HouseRules, players: int | None = None) -> str:
    """Return the stakes of a game: "ante 1 · bring-in 4, low card · bets 10/20".

    `players` are dealt in to the hand that is shown: an automatic deck depends on them (R-DECK-3).
    Where the game is still to be picked, the line tells by whom.
    """
    if rules.choice is not Choice.NONE:
        return " · ".join(_choice(rules))
    return " · ".join(_stakes(rules, players))


def _choice(rules: HouseRules) -> Iterator[str]:
    """Tell who picks the game, and how its stakes are scaled (R-CHOICE-1)."""
    match rules.choice:
        case Choice.NONE:
            return
        case Choice.HAND:
            yield _("the dealer picks the game of each hand")
        case Choice.ORBIT:
            yield _("a dealer picks the game for an orbit")
        case Choice.FIXED:
            yield _("the games take turns, one an orbit")
        case _:
            assert_never(rules.choice)
    if rules.choice_scale > 1:
        yield _("stakes times {times}").format(times=chips_text(rules.choice_scale))


def _stakes(rules: HouseRules, players: int | None) -> Iterator[str]:
    yield from _game(rules)
    yield from _buy(rules)  # what tells games apart comes first: menus show no more than that
    yield from _declare(rules)
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
    if rules.chip_unit > 1:
        yield _("smallest chip {chips}").format(chips=chips_text(rules.chip_unit))


def _game(rules: HouseRules) -> Iterator[str]:
    """Name what is not high poker: which low, or Sökö (R-LOW, R-SOKO)."""
    match rules.game:
        case Game.HIGH:
            return
        case Game.LOW:
            yield _("lowball, {low}").format(low=_low(rules.low_rank))
        case Game.HILO if rules.qualifier is Qualifier.EIGHT:
            yield _("high-low, eight or better")
        case Game.HILO:
            yield _("high-low, {low}").format(low=_low(rules.low_rank))
        case Game.SOKO if rules.soko_rank is SokoRank.BELOW:
            yield _("Sökö, a pair beats a four-flush")
        case Game.SOKO:
            yield _("Sökö")
        case _:
            assert_never(rules.game)


def _low(low_rank: LowRank) -> str:
    match low_rank:
        case LowRank.A5:
            return _("ace to five")
        case LowRank.A6:
            return _("ace to six")
        case LowRank.DEUCE_SEVEN:
            return _("deuce to seven")
        case _:
            assert_never(low_rank)


def _declare(rules: HouseRules) -> Iterator[str]:
    """Tell how it is declared what each plays for (R-DECL-1, R-DECL-2)."""
    match rules.declare:
        case Declare.NONE:
            return
        case Declare.SIMULTANEOUS:
            yield _("declare at once, both allowed") if rules.both else _("declare at once")
        case Declare.SEQUENTIAL:
            yield _("declare in turn, both allowed") if rules.both else _("declare in turn")
        case _:
            assert_never(rules.declare)


def _buy(rules: HouseRules) -> Iterator[str]:
    """Tell how often a card can be bought, and for how much (R-BUY-1, R-BUY-5)."""
    prices = [chips_text(price) for price in rules.prices]
    if len(prices) == 1:
        yield _("one buy for {first}").format(first=prices[0])
    elif prices:
        words = (
            _("two buys for {first} and {second}")
            if rules.buy_bet is BuyBet.AFTER_EACH
            else _("two buys in a row for {first} and {second}")
        )
        yield words.format(first=prices[0], second=prices[1])


def _cards(rules: HouseRules, players: int | None) -> Iterator[str]:
    """Tell how the cards differ from one down and four up of 52 (R-DECK-2 to 6, R-DEAL-4)."""
    if rules.deal is DealForm.ONE_THREE_ONE:
        yield _("1-3-1, the last card down")
    over = rules.flush_over_full
    if rules.deck is DeckSize.AUTO and players is None:
        yield _("as few cards as the players allow")
        if over is FlushOverFull.YES:
            yield _("a flush beats a full house")
        elif over is FlushOverFull.AUTO:
            yield _("under 52 a flush beats a full house")
        return
    lowest = lowest_rank(rules, players or 2)
    if lowest > 2:
        yield _("{count} cards, {rank} and up").format(count=4 * (15 - lowest), rank=lowest)
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
            words.append(_("{small} or {big} from round 3").format(small=small, big=big))
    return ", ".join(words)


def _cap(rules: HouseRules) -> Iterator[str]:
    """Give the cap on the raises of a round, if there is one (R-FIX-6, R-FIX-7)."""
    if rules.raise_cap == 0:
        return
    match rules.cap_lift:
        case CapLift.NEVER:
            words = _("raise cap {count}")
        case CapLift.START:
            words = _("raise cap {count}, no cap if two begin the round")
        case CapLift.HEADS_UP:
            words = _("raise cap {count}, no cap for two")
        case _:
            assert_never(rules.cap_lift)
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
