"""The contested pots of an imported hand, awarded again with other cards in unseen places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from engine import winners
from engine.actions import Declaration
from engine.cards import Card
from engine.course import LAST_STREET
from engine.decks import deck_for
from engine.events import PotAwarded, Side
from engine.hand import Hand
from engine.pots import Pot
from engine.state import HandState, lies_up
from engine.winners import Hands, Worth

Hole = tuple[Card, ...]
"""The unseen cards of one seat."""

Holding = tuple[Worth, list[Hole]]
"""What a hand is worth with some unseen cards, and with which."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What the winners of a pot are worth on each side, and what the best who play for it are.

    They differ where the best has declared both and fails (R-DECL-8).
    """

    winners: Worth
    best: Worth


Bars = Mapping[int, Bar]
"""The bars of the pots by their place among the contested ones."""


@dataclass(slots=True)
class Contest:
    """A hand that is over, with the cards that were seen.

    `known` are the cards told of each seat, (seat, its card) -> card, `used` all cards told.
    `mucked` are the seats that are said to have mucked. `finishing` are the stacks it must end
    with, None where they are not told. `holes` are the places of the unseen cards of the seats
    that contest a pot.
    """

    hand: Hand
    known: Mapping[tuple[int, int], Card]
    used: Collection[Card]
    mucked: Collection[int]
    finishing: tuple[int, ...] | None
    players: Sequence[str]
    state: HandState = field(init=False)
    pots: list[PotAwarded] = field(init=False)
    holes: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.hand._state  # noqa: SLF001 -- an importer knows all cards
        self.pots = [award for award in self.hand.awards if len(award.contenders) > 1]
        rules = self.hand.rules
        down = [place for place in range(LAST_STREET) if not lies_up(rules, place)]
        holes = {
            seat: [place for place in down if (seat, place) not in self.known]
            for seat in sorted({seat for pot in self.pots for seat in pot.contenders})
        }
        self.holes = {seat: places for seat, places in holes.items() if places}

    def target(self) -> dict[int, int] | None:
        """Return what each seat must win of the contested pots.

        None where that is not told, or is more than they hold.
        """
        if self.finishing is None:
            return None
        due = [told - stack for told, stack in zip(self.finishing, self.hand.stacks, strict=True)]
        for pot in self.pots:
            for seat, chips in pot.shares:
                due[seat] += chips
        if min(due) < 0 or sum(due) != sum(pot.chips for pot in self.pots):
            return None
        return {seat: chips for seat, chips in enumerate(due) if chips}

    def winners(self) -> tuple[int, ...]:
        """Return the unseen seats that must win something."""
        target = self.target()
        if target is not None:
            return tuple(seat for seat in self.holes if target.get(seat, 0) > 0)
        unseen = [
            pot.contenders
            for pot in self.pots
            if self.holes.keys() >= set(pot.contenders)
            and not set(pot.contenders).isdisjoint(self.mucked)
        ]
        return tuple(
            seat
            for seat in self.holes
            if seat not in self.mucked and any(seat in among for among in unseen)
        )

    def holdings(self, seat: int) -> list[Holding]:
        """Return what a seat's hand may be worth, and with which unseen cards, worst first."""
        deck = deck_for(self.hand.rules, len(self.hand.starting_stacks))
        unused = [card for card in deck if card not in self.used]
        seen = [card for place, card in enumerate(self._dealt(seat)) if (seat, place) in self.known]
        by_worth: dict[tuple[tuple[Side, int], ...], list[Hole]] = {}
        for hole in combinations(unused, len(self.holes[seat])):
            worth = tuple(self._worth(seat, (*seen, *hole)).items())
            by_worth.setdefault(worth, []).append(hole)
        holdings = [(dict(worth), holes) for worth, holes in by_worth.items()]
        return sorted(holdings, key=lambda one: tuple(one[0].get(side, -1) for side in Side))

    def worths(self, chosen: Mapping[int, Hole]) -> dict[int, Worth]:
        """Return what the seats are worth whose cards were seen or are chosen."""
        cards = self._cards(chosen)
        among = {seat for pot in self.pots for seat in pot.contenders}
        return {
            seat: self._worth(seat, cards[seat])
            for seat in sorted(among)
            if seat in chosen or seat not in self.holes
        }

    def bars(self, chosen: Mapping[int, Hole]) -> Bars:
        """Return what wins each pot among those whose cards were seen or are chosen."""
        worths, state = self.worths(chosen), self._state(chosen)
        bars: dict[int, Bar] = {}
        for at, pot in enumerate(self.pots):
            among = tuple(seat for seat in pot.contenders if seat in worths)
            if len(among) == 1:
                bars[at] = Bar(worths[among[0]], worths[among[0]])
            elif among:
                award = self._award(replace(pot, contenders=among), state)
                firsts = {part.side: worths[part.shares[0][0]] for part in award.parts}
                won = {side: worth[side] for side, worth in firsts.items() if side in worth}
                bars[at] = Bar(won, _best([worths[seat] for seat in among]))
        return bars

    def loses(self, seat: int, worth: Worth, bars: Bars) -> bool:
        """Tell whether a hand wins nothing of its pots: beaten wherever it plays.

        Who has declared both is beaten by being second on one side (R-DECL-7).
        """
        both = self.state.declared.get(seat) is Declaration.BOTH
        return all(
            _fails(worth, bar.best) if both else _is_beaten(worth, bar.winners)
            for at, bar in bars.items()
            if seat in self.pots[at].contenders
        )

    def fits(self, chosen: Mapping[int, Hole]) -> bool:
        """Tell whether the hand ends as it must with these cards in the unseen places."""
        state, target = self._state(chosen), self.target()
        won: dict[int, int] = {}
        for pot in self.pots:
            award = self._award(pot, state)
            seen = set(pot.contenders) - self.holes.keys()
            barred = set(self.holes)
            if target is not None or not seen:
                barred.intersection_update(self.mucked)
            if barred & set(award.winners):
                return False
            for seat, chips in award.shares:
                won[seat] = won.get(seat, 0) + chips
        return target is None or won == target

    def _state(self, chosen: Mapping[int, Hole]) -> HandState:
        return replace(self.state, cards=self._cards(chosen))

    def _award(self, pot: PotAwarded, state: HandState) -> PotAwarded:
        live: dict[int, tuple[Card, ...]] = dict.fromkeys(pot.contenders, ())
        hands = winners.read_hands(replace(state, live=live))
        return winners.award(state, pot.number, Pot(pot.chips, pot.contenders), hands)

    def _cards(self, chosen: Mapping[int, Hole]) -> list[tuple[Card, ...]]:
        cards = [self._dealt(seat) for seat in range(self.state.seats)]
        for seat, hole in chosen.items():
            whole = list(cards[seat])
            for place, card in zip(self.holes[seat], hole, strict=True):
                whole[place] = card
            cards[seat] = tuple(whole)
        return cards

    def _dealt(self, seat: int) -> tuple[Card, ...]:
        return tuple(
            self.known.get((seat, place), card) for place, card in enumerate(self.state.cards[seat])
        )

    def _worth(self, seat: int, cards: Sequence[Card]) -> Worth:
        worth = winners.reader_of(self.hand.rules, self.state.seats)(cards)
        return Hands({seat: worth}, self.state.declared).plays(seat)


def _best(worths: Sequence[Worth]) -> Worth:
    best: dict[Side, int] = {}
    for worth in worths:
        for side, value in worth.items():
            best[side] = max(value, best.get(side, value))
    return best


def _is_beaten(worth: Worth, bar: Worth) -> bool:
    return all(value < bar.get(side, 0) for side, value in worth.items())


def _fails(worth: Worth, best: Worth) -> bool:
    return any(value < best.get(side, 0) for side, value in worth.items())
