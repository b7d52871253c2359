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
        cards, burned, turned = self
        if len(cards) < players:
            return Stub(cards + burned, (), turned=True).deal(players)
        if burn and len(cards) > players:
            end = players + 1
            return cards[1:end], Stub(cards[end:], (*burned, cards[0]), turned)
        return self.deal(players)
