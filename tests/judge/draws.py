"""Hands drawn at random for both tables: rules, stacks and a deck, by a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine.cards import FULL_DECK, Card
from engine.rules import HouseRules


@dataclass(frozen=True)
class Deal:
    """One random hand before it is played."""

    rules: HouseRules
    stacks: tuple[int, ...]
    deck: tuple[Card, ...]
    chance: Random


def draw_deal(
    seed: int, game: Mapping[str, object], bring_in_mode: str, *, alike: bool = False
) -> Deal:
    """Draw rules, stacks and a deck: deep and short stacks, 2 to 9 players.

    In a deck of hands `alike` as many cards of each row as can be are of one rank.
    """
    chance = Random(seed)
    options: dict[str, object] = {
        "limit": chance.choice(("fixed", "pot", "none")),
        "deal": chance.choice(("1-4", "1-3-1")),
        "ante": chance.choice((1, 2, 5)),
        "open_tie": chance.choice(("position",) * 9 + ("suit",)),
        "odd_chip": "position",
        "cap_lift": "never",
        "open_pair_big": False,
    }
    if chance.random() < 0.7:
        options |= {"bring_in_mode": bring_in_mode, "bring_in": chance.choice((2, 3, 4))}
    if options["limit"] == "fixed":
        options |= {"small": 10, "big": chance.choice((10, 20))}
    else:
        options["min_bet"] = chance.choice((5, 8, 10))
    seats = chance.randint(2, 9)
    least, most = chance.choice(((1, 60), (30, 150), (300, 2000), (1000, 1000)))
    stacks = tuple(chance.randint(least, most) for _ in range(seats))
    deck = list(FULL_DECK)
    chance.shuffle(deck)
    if alike:
        options["burn"] = False
        deck = in_rows(deck, seats)
    return Deal(HouseRules.from_options({**options, **game}), stacks, tuple(deck), chance)


def in_rows(deck: list[Card], seats: int) -> list[Card]:
    """Return a shuffled deck so that each row dealt holds as few ranks as it can: ties."""
    wide = -(-seats // 4)
    ranks = list(dict.fromkeys(card.rank for card in deck))
    rows = [
        [card for card in deck if card.rank in ranks[at : at + wide]][:seats]
        for at in range(0, min(5 * wide, len(ranks) - wide + 1), wide)
    ]
    dealt = [card for row in rows for card in row]
    return dealt + [card for card in deck if card not in dealt]
