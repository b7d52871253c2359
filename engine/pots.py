"""Contributions become main and side pots; uncalled and odd chips (B12, B13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the live seats that contest them."""

    chips: int
    contenders: tuple[int, ...]


def layers(paid: Sequence[int], live: Collection[int]) -> tuple[Pot, ...]:
    """Return the pots, main pot first (R-SIDE-1, R-SIDE-2).

    `paid` is each seat's whole contribution in chips, folded ones included; each different total
    of a live seat makes a layer, contested by the live seats that reached it. What a folded seat
    paid above the last layer stays in that layer, so no chip can fall out.
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        chips = sum(paid)
        return (Pot(chips, tuple(sorted(live))),) if chips else ()
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(paid) if level == levels[-1] else level
        chips = sum(min(chips, top) - min(chips, below) for chips in paid)
        if chips:
            pots.append(Pot(chips, tuple(s for s in sorted(live) if paid[s] >= level)))
        below = level
    return tuple(pots)


def uncalled(bets: Sequence[int]) -> tuple[int, int]:
    """Return the seat and the chips of its bet that nobody matched this round (R-ALLIN-6).

    Folded seats' bets count; the chips are 0 where the highest bet was matched.
    """
    *_, second, top = sorted(bets)
    return bets.index(top), top - second


def shares(chips: int, winners: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Split a pot between winners, given in the order in which odd chips go (R-ODD-3).

    Returns (seat, chips) in seat order; the shares sum to `chips` and differ by 1 at most.
    """
    each, odd = divmod(chips, len(winners))
    return tuple(sorted([(seat, each + (place < odd)) for place, seat in enumerate(winners)]))
