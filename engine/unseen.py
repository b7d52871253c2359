"""Cards nobody saw, chosen for an imported hand so that whoever mucked wins nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.cards import Card
from engine.decks import deck_for
from engine.errors import BrokenHistory
from engine.hand import Hand
from engine.ranking import ranking_of

Spot = tuple[int, int]
"""A seat and which of its cards (0-4)."""

Hole = tuple[Card, ...]
"""The unseen cards of one seat."""

_MOST_STEPS: Final = 2_000
"""Bounds the search in a hostile file; real ones take a few steps a seat."""


def choose_cards(
    hand: Hand,
    known: Mapping[Spot, Card],
    mucked: Collection[int],
    players: Sequence[str],
) -> dict[Spot, Card]:
    """Choose unused cards for the unseen ones of a hand played to its end with any.

    In a pot whose hands were seen the unseen ones are beaten by the best of them. Where none was
    seen, those who did not muck (`mucked`) get the best cards there are, and beat those who did.
    Raises BrokenHistory, with the player's name, where no cards are left that would lose.
    """
    choice = _Choice(hand, dict(known), players)
    for seat in choice.winners_unseen(mucked):
        choice.give(seat, reversed(choice.hands(seat)))
    bars = choice.bars()
    losing = {
        seat: [(value, cards) for value, cards in choice.hands(seat) if value < bar]
        for seat, bar in bars.items()
    }
    choice.give_all({seat: [cards for _, cards in hands] for seat, hands in losing.items()})
    return {spot: card for spot, card in choice.known.items() if spot not in known}


def _fit(
    hands: Mapping[int, Sequence[Hole]], used: frozenset[Card], steps: Iterator[int]
) -> dict[int, Hole] | None:
    """Find a hand for each seat so that no card is used twice, the seat with fewest hands first.

    None where there is none, or none was found within the steps.
    """
    if not hands:
        return {}
    free = {
        seat: [cards for cards in choices if used.isdisjoint(cards)]
        for seat, choices in hands.items()
    }
    seat = min(free, key=lambda one: len(free[one]))
    rest = {one: choices for one, choices in free.items() if one != seat}
    for cards in free[seat]:
        if next(steps, None) is None:
            return None
        found = _fit(rest, used.union(cards), steps)
        if found is not None:
            return {**found, seat: cards}
    return None


@dataclass(slots=True)
class _Choice:
    hand: Hand
    known: dict[Spot, Card]
    players: Sequence[str]

    def winners_unseen(self, mucked: Collection[int]) -> set[int]:
        """Return the seats that must win a pot none of whose hands was seen."""
        winners: set[int] = set()
        for award in self.hand.awards:
            contenders = set(award.contenders)
            if len(contenders) == 1:
                continue
            if any(not self._holes(seat) for seat in contenders) or not contenders & set(mucked):
                continue
            winners |= contenders - set(mucked)
        return winners

    def bars(self) -> dict[int, int]:
        """Return the value each unseen hand must stay below: the least of its pots' best."""
        ranking = ranking_of(self.hand.rules, len(self.hand.starting_stacks))
        bars: dict[int, int] = {}
        for award in self.hand.awards:
            seen = [seat for seat in award.contenders if not self._holes(seat)]
            if not seen or len(award.contenders) == 1:
                continue  # nobody's hand decides it
            best = max(ranking.of(self._cards(seat)) for seat in seen)
            for seat in set(award.contenders) - set(seen):
                bars[seat] = min(best, bars.get(seat, best))
        return bars

    def hands(self, seat: int) -> list[tuple[int, tuple[Card, ...]]]:
        """Return the values and unseen cards a seat may have, the worst first."""
        ranking, holes = (
            ranking_of(self.hand.rules, len(self.hand.starting_stacks)),
            self._holes(seat),
        )
        seen = [card for place, card in enumerate(self._cards(seat)) if (seat, place) not in holes]
        used = set(self.known.values())
        deck = deck_for(self.hand.rules, len(self.hand.starting_stacks))
        unused = [card for card in deck if card not in used]
        hands = [(ranking.of((*seen, *cards)), cards) for cards in combinations(unused, len(holes))]
        return sorted(hands, key=lambda one: one[0])

    def give(self, seat: int, hands: Iterator[tuple[int, tuple[Card, ...]]]) -> None:
        """Give a seat the first of these hands whose cards are free."""
        used = set(self.known.values())
        cards = next((cards for _, cards in hands if used.isdisjoint(cards)), None)
        if cards is None:
            name = self.players[seat]
            raise BrokenHistory(f"{name} mucked, but wins with every card that is left")
        self.known.update(zip(self._holes(seat), cards, strict=True))

    def give_all(self, hands: Mapping[int, Sequence[Hole]]) -> None:
        """Give every seat one of its hands, no card twice; raise BrokenHistory where none fit."""
        steps = iter(range(_MOST_STEPS))
        found = _fit(hands, frozenset(self.known.values()), steps)
        if found is None:
            seat = min(hands, key=lambda one: len(hands[one]))
            name = self.players[seat]
            raise BrokenHistory(f"{name} mucked, but wins with every card that is left")
        for seat, cards in found.items():
            self.known.update(zip(self._holes(seat), cards, strict=True))

    def _cards(self, seat: int) -> tuple[Card, ...]:
        dealt = self.hand._state.cards[seat]  # noqa: SLF001 -- an importer knows all cards
        return tuple(self.known.get((seat, place), card) for place, card in enumerate(dealt))

    def _holes(self, seat: int) -> list[Spot]:
        held = len(self.hand._state.cards[seat])  # noqa: SLF001 -- as in `_cards`
        return [(seat, place) for place in range(held) if (seat, place) not in self.known]
