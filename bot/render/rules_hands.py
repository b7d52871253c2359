"""How hands rank, how ties split, and who shows, in sentences (B13, B14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from bot.render.names import chips_text
from bot.words import _
from engine.decks import lowest_rank
from engine.options import (
    DeckSize,
    Declare,
    FlushOverFull,
    Game,
    LowRank,
    OddChip,
    Qualifier,
    Show,
    SokoRank,
)

if TYPE_CHECKING:
    from engine.rules import HouseRules


def high_lines(rules: HouseRules) -> Iterator[str]:
    """Tell the order of high hands, and where the ace stands (R-HIGH-1, R-DECK-5, R-DECK-6)."""
    over = rules.flush_over_full
    if over is FlushOverFull.YES or (over is FlushOverFull.AUTO and _is_stripped(rules)):
        yield _(
            "Hands rank, best first: straight flush, four of a kind, flush, full house, straight,"
            " three of a kind, two pair, pair, high card."
        )
    else:
        yield _(
            "Hands rank, best first: straight flush, four of a kind, full house, flush, straight,"
            " three of a kind, two pair, pair, high card."
        )
    if over is FlushOverFull.AUTO and rules.deck is DeckSize.AUTO:
        yield _("With fewer than 52 cards a flush beats a full house.")
    yield from _lowest_straight_lines(rules)


def _is_stripped(rules: HouseRules) -> bool:
    return rules.deck not in (DeckSize.FULL, DeckSize.AUTO)


def _lowest_straight_lines(rules: HouseRules) -> Iterator[str]:
    if rules.deck is DeckSize.FULL or rules.deck is DeckSize.AUTO:
        yield _("An ace is high, and low in the lowest straight, A-2-3-4-5.")
    if rules.deck is DeckSize.AUTO and rules.low_straight:
        yield _("In a shorter deck it goes below the lowest card: with sevens and up, A-7-8-9-10.")
    elif rules.deck is DeckSize.AUTO:
        yield _("In a shorter deck it is high only: with sevens and up, A-7-8-9-10 is no straight.")
    elif _is_stripped(rules):
        ranks = "-".join(_rank(lowest_rank(rules, 2) + step) for step in range(4))
        words = (
            _("An ace is high, and low in the lowest straight, A-{ranks}.")
            if rules.low_straight
            else _("An ace is high only: A-{ranks} is no straight.")
        )
        yield words.format(ranks=ranks)


def _rank(rank: int) -> str:
    return str(rank) if rank <= 10 else "JQKA"[rank - 11]


def low_lines(rules: HouseRules) -> Iterator[str]:
    """Tell the order of low hands, and what one needs in high-low (R-LOW-1 to R-LOW-4)."""
    match rules.low_rank:
        case LowRank.A5:
            yield _("The best low is 5-4-3-2-A: aces are low, straights and flushes do no harm.")
        case LowRank.A6:
            yield _("The best low is 6-4-3-2-A in mixed suits: aces are low.")
            yield _(
                "Straights and flushes spoil a low: A-2-3-4-5 is a straight, A-K-Q-J-10 is not."
            )
        case LowRank.DEUCE_SEVEN:
            yield _("The best low is 7-5-4-3-2 in mixed suits: aces are high.")
            yield _("Straights and flushes spoil a low, but A-2-3-4-5 is no straight.")
        case _:
            assert_never(rules.low_rank)
    yield _("Lows compare from the highest card down: 8-6-5-4-3 beats 8-7-4-3-2.")
    if rules.low_rank is LowRank.A5:
        yield _("A pair loses to any hand without one, two pair to one, and so on up.")
    else:
        yield _(
            "A pair loses to any hand without one, except to straights and flushes; two pair loses"
            " to one, and so on up."
        )
    if rules.low_rank is LowRank.DEUCE_SEVEN:
        yield _("Of two pairs the lower is better: deuces are the lowest, aces the highest.")
    else:
        yield _("Of two pairs the lower is better: aces are the lowest, kings the highest.")
    if rules.game is Game.HILO:
        yield from _qualifier_lines(rules)


def _qualifier_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what a low needs (R-HILO-2); a declaration has words of its own (R-DECL-6)."""
    if rules.declare is not Declare.NONE:
        return
    match rules.qualifier:
        case Qualifier.NONE:
            yield _("Any low will do: there always is one.")
        case Qualifier.EIGHT:
            yield _("A low needs five different cards, eight or lower.")
            yield _("Where nobody in a pot has one, the best high takes all of it.")
        case _:
            assert_never(rules.qualifier)


def soko_lines(rules: HouseRules) -> Iterator[str]:
    """Tell the order of Sökö and what its own two hands are (R-SOKO-1 to R-SOKO-5)."""
    yield _soko_order(rules)
    yield _("An ace is high, and low in the lowest straight, A-2-3-4-5.")
    yield _("A four-flush is four cards of one suit, compared from the top.")
    yield _("A four-straight is four ranks in a row, from A-2-3-4, the lowest, to J-Q-K-A.")
    yield _("Where those are equal, the fifth card decides.")
    match rules.soko_rank:
        case SokoRank.BETWEEN:
            yield _("It may pair one of the four without making the hand a pair.")
        case SokoRank.BELOW:
            yield _("If it pairs one of the four, the hand is a pair instead.")
        case _:
            assert_never(rules.soko_rank)
    yield _("Four in a row of one suit are no more than a four-flush.")


def _soko_order(rules: HouseRules) -> str:
    match rules.soko_rank:
        case SokoRank.BETWEEN:
            return _(
                "Hands rank, best first: straight flush, four of a kind, full house, flush,"
                " straight, three of a kind, two pair, four-flush, four-straight, pair, high card."
            )
        case SokoRank.BELOW:
            return _(
                "Hands rank, best first: straight flush, four of a kind, full house, flush,"
                " straight, three of a kind, two pair, pair, four-flush, four-straight, high card."
            )
        case _:
            assert_never(rules.soko_rank)


def tie_lines(rules: HouseRules) -> Iterator[str]:
    """Tell how equal hands split, and where the odd chips go (R-SHOW-5, R-HILO-3, R-ODD)."""
    if rules.game is Game.HILO:
        yield _("Equal hands split their half; suits never win.")
        yield _("An odd chip between the halves goes to the high half.")
    else:
        yield _("Equal hands split the pot; suits never win.")
    yield _odd_chip_text(rules)
    if rules.chip_unit > 1:
        yield _("Pots are split down to the smallest chip, {unit}.").format(
            unit=chips_text(rules.chip_unit)
        )


def _odd_chip_text(rules: HouseRules) -> str:
    lows = rules.game in (Game.LOW, Game.HILO)
    match rules.odd_chip:
        case OddChip.POSITION:
            return _("Odd chips of a tie go to the player who sits first left of the dealer.")
        case OddChip.SUIT_LOW if rules.game is Game.HILO:
            return _(
                "Odd chips of tied highs go to the hand whose highest card has the highest suit,"
                " those of tied lows to the hand whose lowest card has the lowest suit."
            )
        case OddChip.SUIT_LOW if lows:
            return _("Odd chips of a tie go to the hand whose lowest card has the lowest suit.")
        case OddChip.SUIT | OddChip.SUIT_LOW:
            return _("Odd chips of a tie go to the hand whose highest card has the highest suit.")
        case _:
            assert_never(rules.odd_chip)


def showing_lines(rules: HouseRules) -> Iterator[str]:
    """Tell who shows, in which order (R-SHOW-1, R-SHOW-3, R-SHOW-4)."""
    yield _("Whoever bet or raised last in the last round shows first; without a bet, its opener.")
    match rules.show:
        case Show.WINNERS:
            yield _(
                "The others follow clockwise; whoever cannot win any more need not show what is"
                " down."
            )
            yield _("If somebody is all-in, everybody shows.")
        case Show.ALL:
            yield _("The others follow clockwise, and everybody shows.")
        case _:
            assert_never(rules.show)
    yield _("If everybody else folds, you win without showing.")
