"""Who wins a pot, or which half of it: by cards speak or as declared (B13, B15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine import pots
from engine.actions import Declaration
from engine.events import PotAwarded, PotPart, Side
from engine.odd_chips import odd_chip_order
from engine.options import BothTie, Game, Qualifier
from engine.pots import Pot
from engine.ranking import Ranking, low_ranking_of, qualifies, ranking_of
from engine.state import HandState

_NAMED: Final = {Side.HIGH: Declaration.HIGH, Side.LOW: Declaration.LOW}

Values = Mapping[Side, Mapping[int, int]]
"""What each live hand is worth for a side, by seat; a larger one wins.

A hand that does not qualify for low is not among the lows (R-LOW-4)."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The live hands of a showdown: their values, and what each seat has declared, if anything.

    `tie_loses` says that who declared both must win alone (R-DECL-7).
    """

    values: Values
    declared: Mapping[int, Declaration] = field(default_factory=dict)
    tie_loses: bool = False

    def plays(self, seat: int) -> tuple[tuple[Side, int], ...]:
        """Return the sides a hand plays for, with its value for each."""
        if not self.declared:
            return tuple([(side, by[seat]) for side, by in self.values.items() if seat in by])
        return tuple([(side, self.values[side][seat]) for side in self.sides_of(seat)])

    def sides_of(self, seat: int) -> tuple[Side, ...]:
        """Return the sides a hand plays for: those it counts for, and that it has declared."""
        counts = [side for side, by_seat in self.values.items() if seat in by_seat]
        declared = self.declared.get(seat, Declaration.BOTH)
        if declared is not Declaration.BOTH:
            counts = [side for side in counts if _NAMED[side] is declared]
        return tuple(counts)

    def needs_all(self, seat: int) -> bool:
        """Tell whether a hand wins on both sides or not at all (R-DECL-7)."""
        return self.declared.get(seat) is Declaration.BOTH

    def must_be_alone(self, seat: int) -> bool:
        """Tell whether a hand wins nothing by a tie."""
        return self.tie_loses and self.needs_all(seat)


def read_hands(state: HandState) -> Hands:
    """Read all live hands, five cards each (R-SHOW-2)."""
    values = {side: _worth(state, side, ranking) for side, ranking in rankings_of(state).items()}
    return Hands(values, state.declared, state.rules.both_tie is BothTie.LOSE)


def rankings_of(state: HandState) -> Mapping[Side, Ranking]:
    """Return the rankings a game is decided by: one, or two in high-low."""
    rules = state.rules
    if rules.game is Game.HILO:
        return {Side.HIGH: ranking_of(rules, state.seats), Side.LOW: low_ranking_of(rules)}
    side = Side.LOW if rules.game is Game.LOW else Side.HIGH
    return {side: ranking_of(rules, state.seats)}


def award(state: HandState, number: int, pot: Pot, hands: Hands) -> PotAwarded:
    """Award a pot among its contenders; who contests it alone takes it (R-SIDE-3)."""
    if len(pot.contenders) == 1:
        alone = ((pot.contenders[0], pot.chips),)
        part = PotPart(Side.HIGH, pot.chips, alone)
        return PotAwarded(number, pot.chips, pot.contenders, alone, (part,))
    in_play = _players_by_side(state, pot, hands)
    parts = []
    for side, chips in _split(pot.chips, in_play, state.rules.chip_unit).items():
        winners = best_of(hands.values[side], in_play[side])
        if len(winners) > 1:
            winners = odd_chip_order(state, side, winners, hands.values[side][winners[0]])
        shares = pots.shares(chips, winners, state.rules.chip_unit)
        parts.append(PotPart(side, chips, shares))
    return PotAwarded(number, pot.chips, pot.contenders, _total(parts), tuple(parts))


def best_of(values: Mapping[int, int], seats: Collection[int]) -> list[int]:
    """Return those of the seats whose hands are the best."""
    best = max([values[seat] for seat in seats])
    return [seat for seat in seats if values[seat] == best]


def _worth(state: HandState, side: Side, ranking: Ranking) -> dict[int, int]:
    values = {seat: ranking.of(state.cards[seat]) for seat in state.live}
    if side is Side.LOW and state.rules.qualifier is Qualifier.EIGHT:
        return {seat: value for seat, value in values.items() if qualifies(ranking.made(value))}
    return values


def _players_by_side(state: HandState, pot: Pot, hands: Hands) -> dict[Side, list[int]]:
    """Return who of a pot's contenders is judged on each side; a side without any is left out."""
    sides = {
        side: [seat for seat in pot.contenders if seat in by_seat]
        for side, by_seat in hands.values.items()
    }
    if not hands.declared:
        return {side: seats for side, seats in sides.items() if seats}
    sides = {
        side: [seat for seat in seats if side in hands.sides_of(seat)]
        for side, seats in sides.items()
    }
    failed = _failed(sides, hands)
    if failed:
        sides = {side: [s for s in seats if s not in failed] for side, seats in sides.items()}
    left = {side: seats for side, seats in sides.items() if seats}
    # Where everybody failed the cards speak for all contenders (R-DECL-9).
    return left or {side: list(pot.contenders) for side in hands.values}


def _failed(sides: Mapping[Side, Sequence[int]], hands: Hands) -> frozenset[int]:
    """Return who declared both and is not best both ways, judged all at once (R-DECL-7, 8)."""
    both = {seat for seats in sides.values() for seat in seats if hands.needs_all(seat)}
    failed: set[int] = set()
    for side, seats in sides.items():
        if not both or not seats:
            continue
        best = best_of(hands.values[side], seats)
        tied = len(best) > 1 and hands.tie_loses
        failed |= both if tied else both - set(best)
    return frozenset(failed)


def _split(chips: int, in_play: Mapping[Side, Sequence[int]], unit: int) -> dict[Side, int]:
    """Return what each side plays for; one alone takes the whole pot (R-HILO-2, R-DECL-6)."""
    if len(in_play) == 1:
        return dict.fromkeys(in_play, chips)
    high, low = pots.halves(chips, unit)
    return {Side.HIGH: high, Side.LOW: low} if low else {Side.HIGH: high}


def _total(parts: Sequence[PotPart]) -> tuple[tuple[int, int], ...]:
    if len(parts) == 1:
        return parts[0].shares
    shares: dict[int, int] = {}
    for part in parts:
        for seat, chips in part.shares:
            shares[seat] = shares.get(seat, 0) + chips
    return tuple(sorted(shares.items()))
