"""What pokerkit pays for a hand of ours, worked out from our awards by its own rules of paying.

It differs from ours in three ways, each named with the rule it departs from in `DIFFERENCES`
(table.py). They are put in one after the other, so that each is counted where it moves a chip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.events import PotAwarded, Side
from engine.hand import Hand
from engine.options import Game, Qualifier


@dataclass(frozen=True)
class Won:
    """A pot, who contested it, and who is best in it on each side."""

    chips: int
    contenders: tuple[int, ...]
    winners: Mapping[Side, tuple[int, ...]]


def their_pay(hand: Hand, seen: Counter[str]) -> list[int]:
    """Return the final stacks as theirs must have them; count what makes a difference."""
    pots = [Won(one.chips, one.contenders, winners_of(one)) for one in reversed(hand.awards)]
    gained = [
        sum(dict(award.shares).get(s, 0) for award in hand.awards) for s in range(seats(hand))
    ]
    behind = [stack - chips for stack, chips in zip(hand.stacks, gained, strict=True)]
    paid = pay(hand, pots)
    assert paid == gained, "our own awards, paid by the rules"
    lows = any(Side.LOW in pot.winners for pot in pots)
    eight = hand.rules.game is Game.HILO and hand.rules.qualifier is Qualifier.EIGHT
    joined = join(pots)
    steps = {
        "pots joined": pay(hand, joined),
        "odd chips": pay(hand, joined, lumped=True),
        "side pot without a low": pay(hand, joined, lumped=True, halved=lows and eight),
    }
    for name, after in steps.items():
        if after != paid:
            seen[name] += 1
        paid = after
    return [left + chips for left, chips in zip(behind, paid, strict=True)]


def seats(hand: Hand) -> int:
    return len(hand.stacks)


def winners_of(award: PotAwarded) -> dict[Side, tuple[int, ...]]:
    return {part.side: tuple(seat for seat, _ in part.shares) for part in award.parts}


def join(pots: Sequence[Won]) -> list[Won]:
    """Join the pots that the same players contest once all who win nothing have mucked."""
    left = {seat for pot in pots for best in pot.winners.values() for seat in best}
    joined: dict[tuple[int, ...], Won] = {}
    for pot in pots:
        contenders = tuple(seat for seat in pot.contenders if seat in left)
        before = joined.get(contenders, Won(0, contenders, {}))
        winners = {**before.winners, **pot.winners}
        joined[contenders] = Won(before.chips + pot.chips, contenders, winners)
    return list(joined.values())


def pay(
    hand: Hand, pots: Sequence[Won], *, lumped: bool = False, halved: bool = False
) -> list[int]:
    """Pay pots by seat: the odd chips `lumped` or one each, those without a low `halved` or not."""
    paid = [0] * seats(hand)
    for pot in pots:
        winners = dict(pot.winners)
        if halved and Side.LOW not in winners:
            winners[Side.LOW] = pot.contenders
        low = pot.chips // len(winners) if len(winners) > 1 else 0
        halves = {Side.LOW: low, Side.HIGH: pot.chips - low}
        for side, best in winners.items():
            chips = halves[side] if len(winners) > 1 else pot.chips
            each, odd = divmod(chips, len(best))
            for place, seat in enumerate(best):
                more = (odd if place == 0 else 0) if lumped else int(place < odd)
                paid[seat] += each + more
    return paid
