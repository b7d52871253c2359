"""Hands under a hand-made list of rules, so that every option of the later games surely decides.

The hands of test_against_rulebook.py are drawn from all rules there are; here is counted what they
came to: a rule or an option value that no hand turned on is a hole in the comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.decks import most_players
from engine.options import LowRank, OddChip, OpenTie, SokoOpen, SokoRank
from engine.rules import HouseRules
from tests.engine.reading_cards import best_showing
from tests.engine.reading_compare import follow, steady
from tests.engine.reading_judge import Judge

if TYPE_CHECKING:
    from tests.engine.conftest import Choose, SomeStart

# Hands by the thousand: to measure their coverage would double their time.
pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]

HOME = {"ante": 5, "small": 10, "big": 20, "late_rounds": "free", "min_raise": "any"}
CASINO = {"ante": 1, "bring_in_mode": "high", "bring_in": 4, "small": 10, "big": 20}
POT = {"ante": 1, "limit": "pot"}
NONE = {"ante": 3, "bring_in_mode": "best", "bring_in": 2, "limit": "none"}
SPREAD = {"ante": 1, "limit": "spread", "spread_min": 1, "spread_max": 5, "spread_max_late": 9}
LOW, SOKO, HILO = {"game": "low"}, {"game": "soko"}, {"game": "hilo"}
ONE, TWO = {"buy": 1, "buy_price": [3]}, {"buy": 2, "buy_price": [3, 5]}
AT_ONCE, IN_TURN = {"declare": "simultaneous"}, {"declare": "sequential"}
BOTH = {**HILO, "both": True}

HANDS = 80

RULES: list[dict[str, object]] = [
    {**CASINO, **LOW, "low_rank": "a5", "odd_chip": "suit_low"},
    {**HOME, **LOW, "low_rank": "a6", "open_tie": "suit_high"},
    {**SPREAD, **LOW, "low_rank": "27", "open_tie": "position", "odd_chip": "position"},
    {**NONE, **LOW, "low_rank": "27", "odd_chip": "suit_low"},
    {**POT, **LOW, "low_rank": "a6", "odd_chip": "suit"},
    {**POT, **LOW, "low_rank": "a5", "odd_chip": "position"},
    {**POT, **SOKO, "bring_in_mode": "high", "bring_in": 2, "odd_chip": "position"},
    {**HOME, **SOKO, "soko_rank": "below", "odd_chip": "suit_low"},
    {**POT, **SOKO, "soko_open": "plain"},
    {**CASINO, **SOKO, "soko_rank": "below", "soko_open": "full"},
    {**CASINO, **SOKO, "soko_open": "plain", **ONE},
    {**POT, **SOKO, "soko_rank": "below", "soko_open": "plain", "deal": "1-3-1"},
    {**CASINO, **HILO, "qualifier": 8, "bring_in_mode": "low"},
    {**POT, **HILO, "low_rank": "a5", "odd_chip": "suit_low"},
    {**HOME, **HILO, "low_rank": "27", "odd_chip": "position"},
    {**HOME, **HILO, **AT_ONCE, "low_rank": "a6"},
    {**NONE, **HILO, **IN_TURN, "declare_from": "last_raiser"},
    {**POT, **HILO, **IN_TURN, "declare_from": "opener"},
    {**HOME, **HILO, **IN_TURN, "declare_from": "dealer_left", **ONE},
    {**POT, **BOTH, **AT_ONCE, "both_tie": "lose", "low_rank": "a6"},
    {**NONE, **BOTH, **IN_TURN, "both_tie": "share"},
    {**HOME, **BOTH, **AT_ONCE, "both_tie": "share", "low_rank": "27", **TWO},
    {**HOME, **ONE},
    {**NONE, **ONE, "deal": "1-3-1", "buy_order": "opener"},
    {**HOME, **TWO, "buy_order": "opener", "buy_bet": "after_last"},
    {**POT, **TWO, "buy_bet": "after_each", "all_in_show": False},
    {**SPREAD, **SOKO, **TWO, "buy_order": "opener"},
    {**HOME, **LOW, "buy": 2, "low_rank": "a6"},
    {**POT, **TWO, "deck": 40, "burn": False},
    {**POT, **HILO, "qualifier": 8, "buy": 2, "buy_price": [1, 2], "burn": False},
    {"ante": 5, "small": 10, "big": 20, **HILO, "chip_unit": 5, "buy": 1, "buy_price": [15]},
]  # fmt: skip

LOW_RANKS, SOKO_RANKS, ODD_CHIPS = tuple(LowRank), tuple(SokoRank), tuple(OddChip)
AWARDING: dict[str, tuple[Any, ...]] = {
    "low_rank": LOW_RANKS,
    "odd_chip": ODD_CHIPS,
    "soko_rank": SOKO_RANKS,
    "chip_unit": (1,),
}
OPENING: dict[str, tuple[Any, ...]] = {
    "low_rank": LOW_RANKS,
    "open_tie": tuple(OpenTie),
    "soko_rank": SOKO_RANKS,
    "soko_open": tuple(SokoOpen),
}
DECIDES = {
    *(f"{game}: low_rank={rank} pays" for game in ("low", "hilo") for rank in LOW_RANKS),
    *(f"low: low_rank={rank} opens" for rank in LOW_RANKS),
    *(f"low: open_tie={tie} opens" for tie in OpenTie),
    *(f"{game}: odd_chip={odd} pays" for game in ("low", "hilo") for odd in ODD_CHIPS),
    *(f"soko: soko_rank={rank} {what}" for rank in SOKO_RANKS for what in ("pays", "opens")),
    *(f"soko: soko_open={which} opens" for which in SokoOpen),
    "hilo: chip_unit=5 pays",
    *(f"buy_order={order} decides" for order in ("dealer_left", "opener")),
    *(f"buy_bet={when} decides" for when in ("after_each", "after_last")),
    *(f"declare_from={who} decides" for who in ("last_raiser", "opener", "dealer_left")),
}
HAPPENS = {
    "R-HILO-2 a low", "R-HILO-2 no low", "R-ODD-1",
    "both wins alone", "both shares a tie", "both fails by a tie", "both is beaten",
    "several both", "R-DECL-6 high", "R-DECL-6 low", "R-DECL-8 next best", "R-DECL-9",
    "a fee with others able", "a fee alone", "a side pot of fees", "all-in by a price", "R-BUY-6",
    "no card to buy", "the supply is rebuilt", "the supply is rebuilt twice",
    "a buyer skips his own discards",
    "betting is over, a buy may follow", "betting is over, a declaration follows",
    "turned up with deal to come", "turned up with buy to come", "turned up with bet to come",
}  # fmt: skip


def decided(judge: Judge) -> Iterator[str]:
    """Tell which option values made a difference to who opened or who was paid."""
    rules = judge.rules
    for name, changed in others(rules, OPENING):
        if any(best_showing(changed, one) != best_showing(rules, one) for one in judge.boards):
            yield f"{rules.game}: {name} opens"
    if len(judge.live()) < 2:
        return
    paid = judge.awards()
    for name, changed in others(rules, AWARDING):
        judge.rules = changed
        if judge.awards() != paid:
            yield f"{rules.game}: {name} pays"
    judge.rules = rules


def others(
    rules: HouseRules, options: dict[str, tuple[Any, ...]]
) -> Iterator[tuple[str, HouseRules]]:
    """Yield the rules with one option changed, and that option as it was."""
    for name, values in options.items():
        if name == "low_rank" and rules.qualifier == "8":
            continue  # R-LOW-4
        for other in values:
            if other != getattr(rules, name):
                yield f"{name}={getattr(rules, name)}", replace(rules, **{name: other})


def test_r_decl_r_buy_every_option_of_the_later_games_decides_some_hand(
    some_start: SomeStart, some_turn: Choose
) -> None:
    """R-LOW-1 to 4, R-SOKO-1 to 6, R-HILO-1 to 4, R-DECL-1 to 12, R-BUY-1 to 10, R-DECK-11,

    R-OPEN-4 to 6, R-ODD-1 to 4, R-ALLIN-4, R-TABLE-2: all compared with the second reading.
    """
    met: set[str] = set()
    for number, options in enumerate(RULES):
        rules = HouseRules.from_options(options)
        for seed in range(HANDS):
            chance = Random(1000 * number + seed)
            seats = min(most_players(rules), chance.choice((2, 3, 3, 4, 4, 6, 8, 10)))
            hand = some_start(rules, seats, chance.choice((8, 40, 150)), chance)
            judge = follow(hand, chance, steady(some_turn))
            met |= judge.met | judge.supply.met
            met.update(decided(judge))
    assert DECIDES - met == set()
    assert HAPPENS - met == set()
