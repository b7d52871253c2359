"""How hands compare, read from B6, B13 and B14 a second time: slow, plain, and our own.

Of two values from one `Way` the larger is the better hand, in low rankings too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.cards import Card
from engine.rules import HouseRules

Worth = tuple[int, list[int]]
Hands = Mapping[int, Sequence[Card]]

AUTO_LOWEST = {2: 9, 3: 8, 4: 7, 5: 6, 6: 5, 7: 4, 8: 3, 9: 2, 10: 2}  # R-DECK-3, by players
LOWEST = {"52": 2, "48": 3, "44": 4, "40": 5, "36": 6, "32": 7, "28": 8, "24": 9}
# Shapes by category; straights, flushes and straight flushes are told apart before.
HIGH_CARD, PAIR, TWO_PAIR, THREE, FULL, FOUR = (1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)  # fmt: skip # noqa: E501


def lowest_card(rules: HouseRules, players: int) -> int:
    """Return the lowest rank of the deck (R-DECK-2, R-DECK-3)."""
    return AUTO_LOWEST[players] if rules.deck == "auto" else LOWEST[rules.deck]


def groups(ranks: Iterable[int]) -> tuple[tuple[int, ...], list[int]]:
    """Return the sizes of groups and their ranks, largest first, then highest."""
    counted = sorted(Counter(ranks).items(), key=lambda g: (g[1], g[0]), reverse=True)
    return tuple(count for _, count in counted), [rank for rank, _ in counted]


class High:
    """R-HIGH-1 to 3, R-DECK-5 and R-DECK-6."""

    def __init__(self, rules: HouseRules, players: int) -> None:
        low = lowest_card(rules, players)
        ends = low == 2 or rules.low_straight
        self.wheel = {low, low + 1, low + 2, low + 3, 14} if ends else set[int]()
        flush_first = rules.flush_over_full == "yes" or (
            rules.flush_over_full == "auto" and low > 2
        )
        five = ["flush", FULL] if not flush_first else [FULL, "flush"]
        self.order = [HIGH_CARD, PAIR, TWO_PAIR, THREE, "straight", *five, FOUR, "straight flush"]

    def worth(self, cards: Sequence[Card]) -> Worth:
        ranks = sorted((c.rank for c in cards), reverse=True)
        shape, sorted_ranks = groups(ranks)
        flush = len({c.suit for c in cards}) == 1
        if set(ranks) == self.wheel or (shape == HIGH_CARD and ranks[0] - ranks[4] == 4):
            top = ranks[1] if set(ranks) == self.wheel else ranks[0]
            return self.order.index("straight flush" if flush else "straight"), [top]
        return self.order.index("flush" if flush else shape), sorted_ranks

    def top(self, cards: Sequence[Card]) -> tuple[int, int]:
        """Return the highest card as R-ODD-2 looks for it, the ace low in the lowest straight."""
        wheel = {c.rank for c in cards} == self.wheel
        return max((1 if wheel and c.rank == 14 else c.rank, int(c.suit)) for c in cards)


class Low:
    """R-LOW-1 to 4."""

    def __init__(self, name: str) -> None:
        self.ace = 14 if name == "27" else 1
        self.straights = name != "a5"

    def rank(self, card: Card) -> int:
        return self.ace if card.rank == 14 else card.rank

    def worth(self, cards: Sequence[Card]) -> Worth:
        shape, ranks = groups(self.rank(c) for c in cards)
        order = [HIGH_CARD, PAIR, TWO_PAIR, THREE, "straight", "flush", FULL, FOUR, "both"]
        straight = self.straights and shape == HIGH_CARD and ranks[0] - ranks[4] == 4
        flush = self.straights and len({c.suit for c in cards}) == 1
        named = "both" if straight and flush else "straight" if straight else "flush"
        bad = order.index(named if straight or flush else shape)
        return -bad, [-rank for rank in ranks]

    def qualifies(self, cards: Sequence[Card]) -> bool:
        """R-LOW-4: five different ranks, all 8 or lower."""
        ranks = {self.rank(c) for c in cards}
        return len(ranks) == 5 and max(ranks) <= 8

    def top(self, cards: Sequence[Card]) -> tuple[int, int]:
        return max((self.rank(c), int(c.suit)) for c in cards)

    def bottom(self, cards: Sequence[Card]) -> tuple[int, int]:
        """R-ODD-2, suit_low: the lowest card, of two equal ones the lower suit."""
        return min((self.rank(c), int(c.suit)) for c in cards)


RUNS = [{14, 2, 3, 4}] + [set(range(low, low + 4)) for low in range(2, 12)]  # R-SOKO-3


class Soko(High):
    """R-SOKO-1 to 5: the best of all categories that a hand satisfies."""

    def __init__(self, rules: HouseRules, players: int) -> None:
        super().__init__(rules, players)
        extra = ["four straight", "four flush"]
        place = 1 if rules.soko_rank == "below" else 2
        self.order = [*self.order[:place], *extra, *self.order[place:]]

    def worth(self, cards: Sequence[Card]) -> Worth:
        both = [super().worth(cards), self._four_straight(cards), self._four_flush(cards)]
        return max(worth for worth in both if worth is not None)

    def _four_straight(self, cards: Sequence[Card]) -> Worth | None:
        held = {c.rank for c in cards}
        for number, run in enumerate(RUNS):
            if run <= held:
                odd = [c.rank for c in cards]
                for rank in run:
                    odd.remove(rank)
                return self.order.index("four straight"), [number + 4, odd[0]]
        return None

    def _four_flush(self, cards: Sequence[Card]) -> Worth | None:
        for suit in range(4):
            ranks = sorted((c.rank for c in cards if c.suit == suit), reverse=True)
            if len(ranks) == 4:
                odd = next(c.rank for c in cards if c.suit != suit)
                return self.order.index("four flush"), [*ranks, odd]
        return None

    def top(self, cards: Sequence[Card]) -> tuple[int, int]:
        """R-ODD-2: the ace of A-2-3-4 counts low; a second ace is the odd card and high."""
        if self.worth(cards)[:1] == (self.order.index("four straight"),) and RUNS[0] <= {
            c.rank for c in cards
        }:
            aces = sorted((int(c.suit) for c in cards if c.rank == 14), reverse=True)
            odd = max((c.rank, int(c.suit)) for c in cards if c.rank != 14)
            return (14, aces[0]) if len(aces) == 2 else odd
        return super().top(cards)


def odd_order(way: High | Low, hands: Hands, odd_chip: str) -> list[int]:
    """Return tied players as R-ODD-2 and 4 put them in order for the odd chips."""
    if odd_chip == "position":
        return sorted(hands)
    if odd_chip == "suit_low" and isinstance(way, Low):
        return sorted(hands, key=lambda seat: way.bottom(hands[seat])[1])
    return sorted(hands, key=lambda seat: -way.top(hands[seat])[1])


def open_rank(rules: HouseRules, card: Card) -> int:
    """R-BRING-3, R-OPEN-3, R-OPEN-4: the ace is low in low games by a5 and a6 alone."""
    return Low(rules.low_rank).rank(card) if rules.game == "low" else card.rank


def open_worth(rules: HouseRules, up: Sequence[Card]) -> tuple[list[int], list[int]]:
    """Return a value of up cards, the larger opens (R-OPEN-3, R-OPEN-4, R-SOKO-6)."""
    shape, ranks = groups(open_rank(rules, c) for c in up)
    if rules.game == "low":
        return [-size for size in shape], [-rank for rank in ranks]
    if rules.game == "soko" and rules.soko_open == "full" and len(up) == 4:
        return _complete_four(rules, up, shape, ranks)
    return list(shape), ranks


def _complete_four(
    rules: HouseRules, up: Sequence[Card], shape: tuple[int, ...], ranks: list[int]
) -> tuple[list[int], list[int]]:
    order: list[object] = [(1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1), (4,)]
    place = 1 if rules.soko_rank == "below" else 2
    order[place:place] = ["four straight", "four flush"]
    if len({c.suit for c in up}) == 1:
        return [order.index("four flush")], ranks
    if set(ranks) in RUNS:
        return [order.index("four straight")], [RUNS.index(set(ranks))]
    return [order.index(shape)], ranks


def best_showing(rules: HouseRules, shown: Hands) -> int:
    """Return whose open hand is best, ties by R-OPEN-5 or R-OPEN-6."""
    best = max(open_worth(rules, up) for up in shown.values())
    tied = [seat for seat in sorted(shown) if open_worth(rules, shown[seat]) == best]
    if rules.open_tie == "position":
        return tied[0]
    suits = {s: max((open_rank(rules, c), int(c.suit)) for c in shown[s])[1] for s in tied}
    lowest = rules.game == "low" and rules.open_tie == "suit"
    return (min if lowest else max)(tied, key=lambda seat: suits[seat])
