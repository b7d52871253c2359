"""Who is paid what, read from B12, B13 and the split pots of B15 a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.actions import Declaration
from engine.cards import Card
from engine.rules import HouseRules
from tests.engine.reading_cards import Hands, High, Low, Soko, odd_order

Pots = Counter[frozenset[int]]
Parts = dict[str, dict[int, int]]
HIGH: Final = "high"
LOW: Final = "low"


def layers(live: Sequence[int], paid: Sequence[int]) -> Pots:
    """R-SIDE-1, 2: chip by chip, from the first that each player paid to the last."""
    pots: Pots = Counter()
    contenders = frozenset(live)
    for chip in range(1, max(paid) + 1):
        contenders = frozenset(s for s in live if paid[s] >= chip) or contenders
        pots[contenders] += sum(one >= chip for one in paid)
    return pots


def fee_contenders(
    buyer: int, live: Sequence[int], able: Sequence[int], paid: Sequence[int]
) -> set[int]:
    """R-BUY-7: who contests a fee when it is paid; those who fold later drop out."""
    others = set(able) - {buyer}
    if others:
        return others | {buyer}
    highest = max(paid[s] for s in live if s != buyer)
    return {s for s in live if paid[s] >= highest} | {buyer}


class Awards:
    """How one pot is split among its contenders; `met` names what became of it."""

    def __init__(self, rules: HouseRules, hands: Hands, told: Mapping[int, Declaration]) -> None:
        self.rules, self.hands, self.told = rules, hands, told
        players = len(hands)
        self.high = (Soko if rules.game == "soko" else High)(rules, players)
        self.low = Low(rules.low_rank)
        self.met: set[str] = set()

    def parts(self, contenders: frozenset[int], chips: int) -> Parts:
        """Return the shares of each direction, by seat."""
        if len(contenders) == 1:
            return {HIGH: dict.fromkeys(contenders, chips)}  # R-SIDE-3, whatever it plays
        if self.rules.game != "hilo":
            side = LOW if self.rules.game == "low" else HIGH
            return {side: self._shares(side, chips, contenders)}
        high, low = self._entries(contenders)
        if not low:
            return {HIGH: self._shares(HIGH, chips, high)}
        if not high:
            return {LOW: self._shares(LOW, chips, low)}
        unit = self.rules.chip_unit
        low_half = chips // unit // 2 * unit  # R-ODD-1
        if low_half * 2 < chips:
            self.met.add("R-ODD-1")
        return {
            HIGH: self._shares(HIGH, chips - low_half, high),
            LOW: self._shares(LOW, low_half, low),
        }

    def _entries(self, contenders: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
        """Return who plays for the high half of a pot, and who for the low half."""
        if self.rules.declare == "none":
            low = contenders
            if self.rules.qualifier == "8":
                low = frozenset(s for s in contenders if self.low.qualifies(self.hands[s]))
                self.met.add("R-HILO-2 a low" if low else "R-HILO-2 no low")
            return contenders, low
        high = frozenset(s for s in contenders if self.told[s] != "low")
        low = frozenset(s for s in contenders if self.told[s] != "high")
        failed = {s for s in high & low if not self._keeps_both(s, high, low)}
        self._note(contenders, high, low, failed)
        high, low = high - failed, low - failed
        if not high and not low:
            self.met.add("R-DECL-9")
            return contenders, contenders
        if not (high and low):
            self.met.add("R-DECL-6 high" if high else "R-DECL-6 low")
        return high, low

    def _keeps_both(self, seat: int, high: frozenset[int], low: frozenset[int]) -> bool:
        """R-DECL-7, R-DECL-8: tested once, against all who declared."""
        best = self.winners(HIGH, high), self.winners(LOW, low)
        if self.rules.both_tie == "share":
            return all(seat in some for some in best)
        return all(some == [seat] for some in best)

    def winners(self, side: str, seats: frozenset[int]) -> list[int]:
        """Return who is best in a direction, several where they tie."""
        way = self.low if side == LOW else self.high
        worths = {seat: way.worth(self.hands[seat]) for seat in sorted(seats)}
        return [seat for seat, worth in worths.items() if worth == max(worths.values())]

    def _shares(self, side: str, chips: int, seats: frozenset[int]) -> dict[int, int]:
        """R-SHOW-5, R-ODD-2 to 4, R-HILO-3; down to one unit (R-TABLE-2)."""
        way = self.low if side == LOW else self.high
        tied = {seat: self.hands[seat] for seat in self.winners(side, seats)}
        order = odd_order(way, tied, self.rules.odd_chip)
        units, unit = chips // self.rules.chip_unit, self.rules.chip_unit
        each, odd = divmod(units, len(order))
        if odd:
            self.met.add(f"odd chips of {self.rules.game} {side} by {self.rules.odd_chip}")
        return {seat: (each + (n < odd)) * unit for n, seat in enumerate(order)}

    def _note(
        self, pot: frozenset[int], high: frozenset[int], low: frozenset[int], failed: set[int]
    ) -> None:
        both = high & low
        if len(both) > 1:
            self.met.add("several both")
        for seat in both - failed:
            share = self.winners(HIGH, high) != [seat] or self.winners(LOW, low) != [seat]
            self.met.add("both shares a tie" if share else "both wins alone")
        for seat in failed:
            tie = seat in self.winners(HIGH, high) and seat in self.winners(LOW, low)
            self.met.add("both fails by a tie" if tie else "both is beaten")
        if failed and pot - failed:
            self.met.add("R-DECL-8 next best")


def card_lists(hands: Sequence[Sequence[Card]]) -> Hands:
    """Return hands by seat."""
    return dict(enumerate(hands))
