"""The undealt cards: dealing from them and burning (B2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card


class Stub(NamedTuple):
    """The cards still in the deck in their order, and the burned ones, unseen by anybody.

    `turned` says that burned cards have gone back under the others.
    """

    cards: tuple[Card, ...]
    burned: tuple[Card, ...] = ()
    turned: bool = False

    def deal(self, players: int) -> tuple[tuple[Card, ...], Stub]:
        """Deal one card to each of `players` without a burn; return the cards and what is left."""
        return self.cards[:players], Stub(self.cards[players:], self.burned, self.turned)

    def deal_street(self, players: int, *, burn: bool) -> tuple[tuple[Card, ...], Stub]:
        """Burn and deal one card to each of `players`, however short the stub is (R-DECK-10).

        Where just enough cards are left none is burned; where fewer are left the burned cards go
        under the stub in the order they were burned.
        """
        stub = self
        if len(stub.cards) < players:
            stub = Stub(stub.cards + stub.burned, (), turned=True)
        elif burn and len(stub.cards) > players:
            stub = Stub(stub.cards[1:], (*stub.burned, stub.cards[0]))
        return stub.deal(players)
