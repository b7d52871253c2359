"""What came of many hands, counted: who won with what, and how the pots were split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.words import _
from engine.actions import Declaration, Verb
from engine.events import Acted, PotAwarded, Side
from engine.hand import Hand
from engine.options import Declare, Game, Qualifier
from engine.ranking import Category
from engine.view import SeatView, view

_WIDTH: Final = 34
"""The room for the words of a line, in letters."""


class Tally:
    """Counts hands that were played to their end."""

    def __init__(self) -> None:
        self.hands = 0
        self._acts = 0
        self._unshown = 0
        self._counts: Counter[str] = Counter()
        self._verbs: Counter[Verb] = Counter()
        self._declared: Counter[Declaration] = Counter()
        self._categories: dict[Side, Counter[Category]] = {side: Counter() for side in Side}

    def add(self, hand: Hand) -> None:
        """Count one hand more."""
        self.hands += 1
        self._acts += hand.turn
        for event in hand.log:
            if isinstance(event, Acted):
                self._verbs[event.action.verb] += 1
                if event.action.verb is Verb.DECLARE:
                    self._declared[event.action.declaration] += 1
        contested = [award for award in hand.awards if len(award.contenders) > 1]
        if not contested:
            self._unshown += 1
            return
        seats = view(hand, None).seats
        for award in contested:
            self._add_pot(hand, award, seats)

    def _add_pot(self, hand: Hand, award: PotAwarded, seats: tuple[SeatView, ...]) -> None:
        counts, rules = self._counts, hand.rules
        counts["pots"] += 1
        for part in award.parts:
            counts["parts"] += 1
            if len(part.shares) > 1:
                counts[f"tied {part.side}"] += 1
            best = seats[part.shares[0][0]]
            low_half = part.side is Side.LOW and rules.game is Game.HILO
            made = best.low if low_half else best.made
            if made is not None:
                self._categories[part.side][made.category] += 1
        if rules.game is not Game.HILO or award.chips <= rules.chip_unit:
            return  # one chip is never halved (R-TABLE-2, R-ODD-1)
        if len(award.parts) > 1:
            counts["scooped" if len(award.winners) == 1 else "halved"] += 1
        elif rules.qualifier is Qualifier.EIGHT:
            counts["no low"] += 1
        elif rules.declare is not Declare.NONE:
            counts["one way"] += 1

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield the table, line by line; `seconds` is how long the hands have taken."""
        yield _line(_("hands"), self.hands)
        yield _line(_("hands a second"), round(self.hands / max(seconds, 1e-6)))
        yield _line(_("acts a hand"), f"{self._acts / max(1, self.hands):.1f}")
        yield _line(_("won without a showdown"), self._unshown, of=self.hands)
        yield from self._buys_and_declarations()
        yield from self._pots()
        yield from self._won_by()

    def _buys_and_declarations(self) -> Iterator[str]:
        bought, pat = self._verbs[Verb.DISCARD], self._verbs[Verb.STAND_PAT]
        if bought or pat:
            yield _line(_("cards bought, when asked"), bought, of=bought + pat)
        words = {
            Declaration.HIGH: _("declared high"),
            Declaration.LOW: _("declared low"),
            Declaration.BOTH: _("declared both"),
        }
        for declaration, told in words.items():
            if self._declared[declaration]:
                yield _line(told, self._declared[declaration], of=self._declared.total())

    def _pots(self) -> Iterator[str]:
        counts = self._counts
        yield _line(_("pots shown down for"), counts["pots"])
        words = {
            "halved": _("  halved between high and low"),
            "scooped": _("  both halves to one hand"),
            "no low": _("  without a low that qualifies"),
            "one way": _("  declared one way alone"),
            f"tied {Side.HIGH}": _("  tied for high"),
            f"tied {Side.LOW}": _("  tied for low"),
        }
        for name, told in words.items():
            if counts[name]:
                yield _line(told, counts[name], of=counts["pots"])

    def _won_by(self) -> Iterator[str]:
        sides = [side for side in Side if self._categories[side]]
        if not sides:
            return
        words = {Side.HIGH: _("high"), Side.LOW: _("low")}
        yield ""
        yield _("won by").ljust(_WIDTH) + "".join(f"{words[side]:>18}" for side in sides)
        for category in reversed(Category):
            if any(self._categories[side][category] for side in sides):
                cells = [_share(self._categories[side], category) for side in sides]
                yield _name(category).ljust(_WIDTH) + "".join(cells)


def _share(counts: Counter[Category], category: Category) -> str:
    return f"{counts[category]:>10,}{_percent(counts[category], counts.total())}"


def _line(words: str, value: int | str, *, of: int | None = None) -> str:
    number = f"{value:,}" if isinstance(value, int) else value
    share = _percent(value, of) if isinstance(value, int) and of is not None else ""
    return f"{words:<{_WIDTH}}{number:>10}{share}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole if whole else 0:>6.1f} %"


def _name(category: Category) -> str:
    return {
        Category.HIGH_CARD: _("no pair"),
        Category.PAIR: _("pair"),
        Category.FOUR_STRAIGHT: _("four-straight"),
        Category.FOUR_FLUSH: _("four-flush"),
        Category.TWO_PAIR: _("two pair"),
        Category.THREE_OF_A_KIND: _("three of a kind"),
        Category.STRAIGHT: _("straight"),
        Category.FLUSH: _("flush"),
        Category.FULL_HOUSE: _("full house"),
        Category.FOUR_OF_A_KIND: _("four of a kind"),
        Category.STRAIGHT_FLUSH: _("straight flush"),
    }[category]
