"""Who wins a pot, or which half of it: by cards speak or as declared (B13, B15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine import pots
from engine.actions import Declaration
from engine.cards import Card
from engine.events import PotAwarded, PotPart, Side
from engine.odd_chips import odd_chip_order
from engine.options import BothTie, Game, Qualifier
from engine.pots import Pot
from engine.ranking import low_ranking_of, qualifies, ranking_of
from engine.rules import HouseRules
from engine.state import HandState

_SIDES: Final = tuple(Side)
_NAMED: Final = {Declaration.HIGH: Side.HIGH, Declaration.LOW: Side.LOW}

Worth = Mapping[Side, int]
"""What a hand is worth on each side it counts for; a larger value wins."""

Played = dict[Side, dict[int, int]]
"""Who is judged on each side of a pot, high first: the values of their hands by seat."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The live hands of a showdown by seat, and what each has declared, if anything.

    `tie_loses` says that who declared both must win alone (R-DECL-7).
    """

    worth: Mapping[int, Worth]
    declared: Mapping[int, Declaration] = field(default_factory=dict)
    tie_loses: bool = False

    def plays(self, seat: int) -> Worth:
        """Return what a hand is worth on the sides it plays for: all of them, or the declared."""
        worth = self.worth[seat]
        if not self.declared:
            return worth
        named = _NAMED.get(self.declared[seat])
        return worth if named is None else {named: worth[named]}

    def needs_all(self, seat: int) -> bool:
        """Tell whether a hand wins on both sides or not at all (R-DECL-7)."""
        return self.declared.get(seat) is Declaration.BOTH

    def must_be_alone(self, seat: int) -> bool:
        """Tell whether a hand wins nothing by a tie."""
        return self.tie_loses and self.needs_all(seat)


def read_hands(state: HandState) -> Hands:
    """Read all live hands, five cards each (R-SHOW-2)."""
    rules, cards = state.rules, state.cards
    worth_of = reader_of(rules, state.seats)
    worth = {seat: worth_of(cards[seat]) for seat in state.live}
    return Hands(worth, state.declared, rules.both_tie is BothTie.LOSE)


def reader_of(rules: HouseRules, players: int) -> Callable[[Sequence[Card]], Worth]:
    """Return what tells the worth of five cards in a game with so many players dealt in."""
    ranking = ranking_of(rules, players)
    if rules.game is Game.HILO:
        return lambda cards: _both_ways(rules, ranking.of(cards), cards)
    side = Side.LOW if rules.game is Game.LOW else Side.HIGH
    return lambda cards: {side: ranking.of(cards)}


def _both_ways(rules: HouseRules, high: int, cards: Sequence[Card]) -> Worth:
    low = low_of(rules, cards)
    return {Side.HIGH: high} if low is None else {Side.HIGH: high, Side.LOW: low}


def low_of(rules: HouseRules, cards: Sequence[Card]) -> int | None:
    """Return the value of five cards as a low, None where they do not qualify (R-LOW-4)."""
    ranking = low_ranking_of(rules)
    value = ranking.of(cards)
    if rules.qualifier is Qualifier.EIGHT and not qualifies(ranking.made(value)):
        return None
    return value


def award(state: HandState, number: int, pot: Pot, hands: Hands) -> PotAwarded:
    """Award a pot among its contenders; who contests it alone takes it (R-SIDE-3)."""
    if len(pot.contenders) == 1:
        alone = ((pot.contenders[0], pot.chips),)
        part = PotPart(Side.HIGH, pot.chips, alone)
        return PotAwarded(number, pot.chips, pot.contenders, alone, (part,))
    played, failed = _played(pot, hands)
    parts = []
    for side, chips in _split(pot.chips, played, state.rules.chip_unit).items():
        winners = _best_of(played[side])
        if len(winners) > 1:
            winners = odd_chip_order(state, side, winners, played[side][winners[0]])
        shares = pots.shares(chips, winners, state.rules.chip_unit)
        parts.append(PotPart(side, chips, shares))
    return PotAwarded(number, pot.chips, pot.contenders, _total(parts), tuple(parts), failed)


def _best_of(values: Mapping[int, int]) -> list[int]:
    """Return the seats whose hands are the best."""
    best = max(values.values())
    return [seat for seat, value in values.items() if value == best]


def _played(pot: Pot, hands: Hands) -> tuple[Played, tuple[int, ...]]:
    """Return who of a pot's contenders is judged on each side, and who declared both and failed.

    A side without any is left out.
    """
    played = _by_side({seat: hands.plays(seat) for seat in pot.contenders})
    if not hands.declared:
        return played, ()
    failed = _failed(played, hands)
    left = {seat: hands.plays(seat) for seat in pot.contenders if seat not in failed}
    # Where everybody failed the cards speak for all contenders (R-DECL-9).
    judged = _by_side(left or {seat: hands.worth[seat] for seat in pot.contenders})
    return judged, tuple([seat for seat in pot.contenders if seat in failed])


def _by_side(hands: Mapping[int, Worth]) -> Played:
    played: Played = {side: {} for side in _SIDES}
    for seat, worth in hands.items():
        for side, value in worth.items():
            played[side][seat] = value
    return {side: values for side, values in played.items() if values}


def _failed(played: Played, hands: Hands) -> frozenset[int]:
    """Return who declared both and is not best both ways, judged all at once (R-DECL-7, 8)."""
    both = {seat for values in played.values() for seat in values if hands.needs_all(seat)}
    failed: set[int] = set()
    for values in played.values():
        best = _best_of(values)
        tied = len(best) > 1 and hands.tie_loses
        failed |= both if tied else both - set(best)
    return frozenset(failed)


def _split(chips: int, played: Played, unit: int) -> dict[Side, int]:
    """Return what each side plays for; one alone takes the whole pot (R-HILO-2, R-DECL-6)."""
    if len(played) == 1:
        return dict.fromkeys(played, chips)
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
