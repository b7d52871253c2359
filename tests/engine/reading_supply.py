"""Where each card comes from, read from R-DECK-9 to 11 a second time."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card


class Supply:
    """The stub, the burned cards and all hands; seats' cards stand in the order of their deal."""

    def __init__(self, deck: Sequence[Card], reserve: Sequence[Card], players: int) -> None:
        self.left, self.burned = list(deck), list[Card]()
        self.deck, self.reserve = set(deck), list(reserve)
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.live = set(range(players))
        self.given_up: list[set[Card]] = [set() for _ in range(players)]
        self.met: set[str] = set()

    def begin_street(self, *, burn: bool) -> None:
        """R-DECK-9, R-DECK-10: burn, or not, or put the burned cards back."""
        if burn and len(self.left) > len(self.live):
            self.burned.append(self.left.pop(0))
        elif len(self.left) < len(self.live):
            self.left, self.burned = self.left + self.burned, []

    def deal(self, seat: int) -> Card:
        """Deal the next card to a seat."""
        card = self.left.pop(0)
        self.hands[seat].append(card)
        return card

    def _to_be_had(self, seat: int) -> set[Card]:
        """R-DECK-11: no card of a live hand, and none that the seat gave up itself."""
        held = {card for other in self.live for card in self.hands[other]}
        return self.deck - held - self.given_up[seat]

    def has_card_for(self, seat: int) -> bool:
        """Tell whether a buyer would get a card."""
        return bool(self._to_be_had(seat))

    def exchange(self, seat: int, place: int) -> Card:
        """Take a seat's card away and put a new one in its place (R-BUY-3, R-DECK-11)."""
        self.given_up[seat].add(self.hands[seat][place])
        wanted = [card for card in self.left if card not in self.given_up[seat]]
        if wanted:
            if wanted[0] is not self.left[0]:
                self.met.add("a buyer skips his own discards")
        else:
            # the card given up still lies in his hand here: it is in `given_up` all the same
            again = "the supply is rebuilt" in self.met
            self.met.add("the supply is rebuilt twice" if again else "the supply is rebuilt")
            sources = self._to_be_had(seat)
            self.left = wanted = [card for card in self.reserve if card in sources]
            self.burned = []
        new = wanted[0]
        self.left.remove(new)
        self.hands[seat][place] = new
        return new
