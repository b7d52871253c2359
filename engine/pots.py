"""Contributions become main and side pots; uncalled and odd chips (B12, B13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the live seats that contest them."""

    chips: int
    contenders: tuple[int, ...]


class Fee(NamedTuple):
    """The price of a card, in chips, who paid it, and the seats it is contested by (R-BUY-7)."""

    chips: int
    buyer: int
    contesters: tuple[int, ...]


def contesters(
    paid: Sequence[int], live: Collection[int], able: Collection[int], buyer: int
) -> tuple[int, ...]:
    """Return who contests a fee that `buyer` pays while the `able` seats have chips (R-BUY-7).

    That is he and the other able players; where there is none, whoever contests the highest layer
    that holds an opponent of his.
    """
    others = [seat for seat in able if seat != buyer]
    if others:
        return tuple(sorted([*others, buyer]))
    for pot in reversed(layers(paid, live)):
        if set(pot.contenders) - {buyer}:
            return tuple(sorted({*pot.contenders, buyer}))
    return (buyer,)


def with_fees(pots: tuple[Pot, ...], fees: Sequence[Fee], live: Collection[int]) -> tuple[Pot, ...]:
    """Return the pots with the fees in them: each with its contesters still live (R-BUY-7).

    A fee joins the pot that exactly they contest, or forms a side pot of its own; the pots stay in
    the order of how many contest them, the main pot first.
    """
    chips = {pot.contenders: pot.chips for pot in pots}
    for fee in fees:
        # One of them is live to the end: the last one able is never asked to fold (R-BET-2).
        among = tuple(seat for seat in fee.contesters if seat in live)
        chips[among] = chips.get(among, 0) + fee.chips
    joined = [Pot(amount, contenders) for contenders, amount in chips.items()]
    return tuple(sorted(joined, key=lambda pot: -len(pot.contenders)))


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


def shares(chips: int, winners: Sequence[int], unit: int = 1) -> tuple[tuple[int, int], ...]:
    """Split a pot between winners, given in the order in which odd chips go (R-ODD-3, R-TABLE-2).

    Returns (seat, chips) in seat order; the shares sum to `chips` and differ by one `unit`, the
    smallest chip, at most.
    """
    each, odd = divmod(chips // unit, len(winners))
    parts = [(seat, (each + (place < odd)) * unit) for place, seat in enumerate(winners)]
    return tuple(sorted(parts))


def halves(chips: int, unit: int = 1) -> tuple[int, int]:
    """Split a pot between high and low; the odd chip goes to the high half (R-ODD-1)."""
    low = chips // unit // 2 * unit
    return chips - low, low
