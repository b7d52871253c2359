"""Where each card of a written hand comes from: the deck, or a supply rebuilt in a buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import BrokenHistory
from engine.fates import Fate
from engine.stub import Stub


@dataclass(slots=True)
class Trail:
    """The cards of a hand as they go from the deck to the players and out of play.

    A mark is a card of the deck in its fixed order: it stands for whatever card lies at that place
    of the shuffled one. `faces` says which card that is where a line tells it, `marks` the same
    the other way round. `held` are the marks of each seat, `given_up` those of the discards with
    their seats, `folded` the seats out of the hand. `due` are the marks of the street that is
    dealt, `dealt` those of all cards by the number of the line. `after` says which marks stand
    later in the reserve than another. `fates` are the readings of the seats' lines where there is
    one alone or one was chosen, `discards` the place (0-4) of each card given up, by its line.
    """

    deck: tuple[Card, ...]
    stub: Stub
    held: list[tuple[Card, ...]]
    faces: dict[Card, Card] = field(default_factory=dict)
    marks: dict[Card, Card] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    given_up: list[tuple[int, Card]] = field(default_factory=list)
    due: tuple[Card, ...] = ()
    dealt: dict[int, Card] = field(default_factory=dict)
    rebuilt: bool = False
    fates: dict[int, Fate] = field(default_factory=dict)
    after: dict[Card, set[Card]] = field(default_factory=dict)
    discards: dict[int, int] = field(default_factory=dict)

    @classmethod
    def begin(cls, deck: tuple[Card, ...], players: int) -> Trail:
        """Return the trail of a hand before its first card is dealt."""
        return cls(deck, Stub(deck), [()] * players)

    def fork(self) -> Trail:
        """Return a trail that goes on from here by itself."""
        return Trail(
            self.deck,
            self.stub,
            self.held.copy(),
            self.faces.copy(),
            self.marks.copy(),
            self.folded.copy(),
            self.given_up.copy(),
            self.due,
            self.dealt.copy(),
            self.rebuilt,
            self.fates.copy(),
            {mark: later.copy() for mark, later in self.after.items()},
            self.discards.copy(),
        )

    def known(self) -> dict[tuple[int, int], Card]:
        """Return the cards the seats hold that are told: (seat, its card) -> card."""
        return {
            (seat, place): self.faces[mark]
            for seat, marks in enumerate(self.held)
            for place, mark in enumerate(marks)
            if mark in self.faces
        }

    def tell(self, mark: Card, card: Card, seat: int, number: int) -> None:
        """Note which card a mark of a seat is; raise BrokenHistory where that cannot be."""
        known = self.faces.get(mark)
        if known not in (None, card):
            raise BrokenHistory(f"p{seat + 1} shows {card} and was dealt {known}", number)
        if self.marks.get(card, mark) is not mark:
            raise BrokenHistory(f"{card} stands twice", number)
        self.faces[mark] = card
        self.marks[card] = mark

    def begin_street(self, players: int, *, first: bool, burn: bool) -> None:
        """Deal a street to so many players, with the burns of R-DECK-9 and R-DECK-10."""
        if players > len(self.stub.cards) + len(self.stub.burned):
            raise BrokenHistory("more cards are dealt than the deck has")
        if first:
            self.due, self.stub = self.stub.deal(players)
        else:
            self.due, self.stub = self.stub.deal_street(players, burn=burn)

    def deal(self, seat: int) -> Card:
        """Give a seat the next card of the street; return its mark."""
        mark, *others = self.due
        self.due = tuple(others)
        self.held[seat] += (mark,)
        return mark

    def choose(self, seat: int, fate: Fate, number: int) -> None:
        """Take a reading of a seat's lines, and note what it tells of the cards it has been dealt.

        Raises BrokenHistory where that cannot be.
        """
        self.fates[seat] = fate
        for line, card in fate.faces.items():
            if line in self.dealt:
                self.tell(self.dealt[line], card, seat, number)

    def give_up(self, seat: int, place: int, number: int) -> None:
        """Put a card of a seat aside; the card that is bought takes its place."""
        self.discards[number] = place
        self.given_up.append((seat, self.held[seat][place]))

    def drawable(self, seat: int) -> tuple[Card, ...]:
        """Return the marks of which a buyer gets the first, in whatever order (R-DECK-11).

        That is one alone while the deck lasts. He has given up his card already.
        """
        own = self._own(seat)
        left = tuple(mark for mark in self.stub.cards if mark not in own)
        if left:
            return left if self.rebuilt else left[:1]
        return self._rebuilt(own)

    def draw(self, seat: int, place: int, mark: Card) -> bool:
        """Let a buyer have a card of `drawable`; tell whether the reserve can be in such order."""
        own = self._own(seat)
        if all(one in own for one in self.stub.cards):
            self.stub = Stub(self._rebuilt(own), (), turned=True)
            self.rebuilt = True
        if self.rebuilt:
            later = {one for one in self.stub.cards if one is not mark and one not in own}
            if any(self._reaches(one, mark) for one in later):
                return False
            self.after.setdefault(mark, set()).update(later)
        left = tuple(one for one in self.stub.cards if one is not mark)
        self.stub = self.stub._replace(cards=left)
        cards = [*self.held[seat]]
        cards[place] = mark
        self.held[seat] = tuple(cards)
        return True

    def whole_deck(self, faces: Mapping[Card, Card]) -> tuple[Card, ...]:
        """Return a deck that deals the cards told and these, unused ones elsewhere."""
        told = {**self.faces, **faces}
        used = set(told.values())
        unused = iter([card for card in self.deck if card not in used])
        return tuple(told[mark] if mark in told else next(unused) for mark in self.deck)

    def reserve(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """Return a second permutation by which this deck's supply gives the cards it gave."""
        left = list(self.deck)
        order: list[Card] = []
        while left:
            waiting: set[Card] = set().union(*(self.after.get(mark, set()) for mark in left))
            first = next(mark for mark in left if mark not in waiting)
            left.remove(first)
            order.append(first)
        cards = dict(zip(self.deck, deck, strict=True))
        return tuple(cards[mark] for mark in order)

    def _rebuilt(self, own: set[Card]) -> tuple[Card, ...]:
        live = [marks for seat, marks in enumerate(self.held) if seat not in self.folded]
        barred = {mark for marks in live for mark in marks} | own
        return tuple(mark for mark in self.deck if mark not in barred)

    def _own(self, seat: int) -> set[Card]:
        return {mark for buyer, mark in self.given_up if buyer == seat}

    def _reaches(self, start: Card, goal: Card) -> bool:
        """Tell whether one mark is known to stand before another in the reserve."""
        seen: set[Card] = set()
        ahead = [start]
        while ahead:
            mark = ahead.pop()
            if mark is goal:
                return True
            if mark not in seen:
                seen.add(mark)
                ahead += self.after.get(mark, ())
        return False
