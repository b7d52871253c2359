"""Cards nobody saw, chosen for an imported hand so that it ends as the file tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain, combinations
from typing import Final

from engine.cards import Card
from engine.contest import Contest, Holding, Hole
from engine.errors import BrokenHistory
from engine.winners import Worth

_MOST_WORK: Final = 300_000
_LEAST_WORK: Final = 30_000


@dataclass(slots=True)
class Effort:
    """Bounds the search in a hostile file, in hands looked at: about a second at most."""

    left: int = _MOST_WORK

    def spend(self, work: int) -> bool:
        """Look at so many hands more, and tell whether that was allowed."""
        self.left -= work
        return self.left >= 0


class _Detail(IntEnum):
    """How many of the hands that a seat may have are tried."""

    KINDS = 0  # two of each kind: hands that beat, tie and lose to the same others
    WORTHS = 1  # one of each worth
    ALL = 2


def choose_cards(contest: Contest, effort: Effort) -> dict[tuple[int, int], Card]:
    """Choose unused cards for the unseen ones of a hand that was played to its end with any.

    They are chosen so that the hand ends with the stacks it must end with, and whoever mucked wins
    nothing. Where the stacks are not told the unseen hands win nothing of a pot in which one was
    seen, and where none was seen those that did not muck beat those that did. So too where no cards
    give the stacks. Returns what was found, nothing where there is nothing to choose; raises
    BrokenHistory where no cards are found.
    """
    if not contest.holes:
        return {}
    chooser = _Chooser(contest)
    found = chooser.choose(effort)
    if found is None and contest.finishing is not None:
        chooser = _Chooser(replace(contest, finishing=None))
        found = chooser.choose(Effort(max(_LEAST_WORK, effort.left)))
    if found is None:
        name = contest.players[chooser.hardest]
        did = "mucked" if chooser.hardest in contest.mucked else "showed nothing"
        raise BrokenHistory(f"{name} {did}, but wins with every card that is left")
    return {
        (seat, place): card
        for seat, hole in found.items()
        for place, card in zip(contest.holes[seat], hole, strict=True)
    }


@dataclass(slots=True)
class _Chooser:
    """Tries hands for the unseen seats: losing ones for all but some, any for those."""

    contest: Contest
    holdings: dict[int, list[Holding]] = field(init=False)
    winners: tuple[int, ...] = field(init=False)
    hardest: int = field(init=False)

    def __post_init__(self) -> None:
        contest = self.contest
        self.holdings = {seat: contest.holdings(seat) for seat in contest.holes}
        # Who is in for less must win against more: he has the better hand.
        pots = [pot.contenders for pot in contest.pots]
        self.winners = tuple(
            sorted(contest.winners(), key=lambda seat: sum(seat in among for among in pots))
        )
        self.hardest = min(self.holdings, default=0)

    def choose(self, effort: Effort) -> dict[int, Hole] | None:
        """Return cards for every unseen seat with which the hand ends as it must."""
        losers = [seat for seat in self.holdings if seat not in self.winners]
        for detail in _Detail:
            share = Effort(effort.left // 2)
            effort.left -= share.left
            for odd in _subsets(losers):
                if share.left <= 0:
                    break
                found = self._with_odd((*self.winners, *odd), detail, share)
                if found is not None:
                    return found
            effort.left += max(0, share.left)
        return None

    def _with_odd(
        self, seats: Sequence[int], detail: _Detail, effort: Effort
    ) -> dict[int, Hole] | None:
        """Try hands for some of the seats, and losing ones for the rest."""
        for chosen in self._assigned(seats, {}, detail, effort):
            whole = self._with_losers(chosen, effort)
            if whole is not None and self.contest.fits(whole):
                return whole
            if not effort.spend(20 * len(self.contest.pots)):
                return None
        return None

    def _assigned(
        self, seats: Sequence[int], chosen: dict[int, Hole], detail: _Detail, effort: Effort
    ) -> Iterator[dict[int, Hole]]:
        """Yield hands for the seats, no card in two of them."""
        if not seats:
            yield chosen
            return
        seat, *others = seats
        for hole in self._tried(seat, chosen, detail, effort):
            if effort.left <= 0:
                return
            yield from self._assigned(others, {**chosen, seat: hole}, detail, effort)

    def _tried(
        self, seat: int, chosen: Mapping[int, Hole], detail: _Detail, effort: Effort
    ) -> list[Hole]:
        """Return what is tried for a seat beside the others, the likeliest first."""
        used = {card for hole in chosen.values() for card in hole}
        holdings = self.holdings[seat]
        free = [
            (worth, [hole for hole in holes if used.isdisjoint(hole)]) for worth, holes in holdings
        ]
        effort.spend(sum(len(holes) for _, holes in holdings))
        if seat in self.winners:
            free.reverse()
        if detail is _Detail.ALL:
            return [hole for _, holes in free for hole in holes]
        if detail is _Detail.WORTHS:
            return [holes[0] for _, holes in free if holes]
        rivals = self.contest.worths(chosen)
        ahead = [rivals[one] for one in chosen if one in self.winners]
        kinds: dict[object, list[Hole]] = {}
        beaten: dict[object, int] = {}
        for worth, holes in free:
            if holes:
                kind = _kind(worth, rivals)
                kinds.setdefault(kind, []).append(holes[0])
                beaten.setdefault(kind, _beats(worth, ahead))
        tried = [kinds[kind] for kind in sorted(kinds, key=beaten.__getitem__)]
        return [*(holes[0] for holes in tried), *(holes[-1] for holes in tried if holes[1:])]

    def _with_losers(self, chosen: dict[int, Hole], effort: Effort) -> dict[int, Hole] | None:
        """Give the seats that have none a hand that loses to the others, or return None."""
        bars, losing = self.contest.bars(chosen), {}
        for seat, holdings in self.holdings.items():
            if seat not in chosen:
                lost = [holes for worth, holes in holdings if self.contest.loses(seat, worth, bars)]
                losing[seat] = [hole for holes in lost for hole in holes]
                effort.spend(len(holdings) + len(losing[seat]))
        found = _fit(losing, frozenset(chain.from_iterable(chosen.values())), effort)
        if found is None:
            self.hardest = min(losing, key=lambda seat: len(losing[seat]))
            return None
        return {**chosen, **found}


def _subsets(seats: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of some seats, the smallest first."""
    return chain.from_iterable(combinations(seats, size) for size in range(len(seats) + 1))


def _beats(worth: Worth, rivals: Sequence[Worth]) -> int:
    """Count whom a hand beats, on how many sides."""
    return sum(value > rival.get(side, 0) for rival in rivals for side, value in worth.items())


def _kind(worth: Worth, rivals: Mapping[int, Worth]) -> object:
    """Tell hands apart by the sides they are for, and by whom they beat, tie and lose to there."""
    kind = []
    for side, value in worth.items():
        values = [rival[side] for rival in rivals.values() if side in rival]
        kind.append((side, tuple((value > other) - (value < other) for other in values)))
    return tuple(kind)


def _fit(
    hands: Mapping[int, Sequence[Hole]], used: frozenset[Card], effort: Effort
) -> dict[int, Hole] | None:
    """Find a hand for each seat so that no card is used twice, the seat with fewest hands first.

    None where there is none, or none was found within the effort.
    """
    if not hands:
        return {}
    free = {
        seat: [cards for cards in choices if used.isdisjoint(cards)]
        for seat, choices in hands.items()
    }
    seat = min(free, key=lambda one: len(free[one]))
    if not effort.spend(sum(map(len, hands.values())) // 4 + 1):
        return None
    rest = {one: choices for one, choices in free.items() if one != seat}
    for cards in free[seat]:
        found = _fit(rest, used.union(cards), effort)
        if found is not None:
            return {**found, seat: cards}
        if effort.left <= 0:
            return None
    return None
