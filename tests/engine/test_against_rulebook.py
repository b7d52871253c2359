"""Random hands compared, decision by decision, with a second reading of the rulebook.

`Judge` (reading_judge.py) follows a hand from its beginning and its acts alone. It is written from
the words of part B and shares nothing with the engine but cards, acts, events and rules: who acts,
every legal total, every card's place in the deck or the supply, every returned bet, every pot and
every final stack must come out the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.reading_cards import lowest_card
from tests.engine.reading_compare import follow, steady

if TYPE_CHECKING:
    from tests.engine.conftest import Choose, Starts

# Hands by the thousand: to measure their coverage would double their time.
pytestmark = pytest.mark.unmeasured


@given(st.data())
@settings(max_examples=50 * settings().max_examples)
def test_r_bet_every_decision_card_and_chip_is_as_the_rulebook_has_it(
    some_turn: Choose, starts: Starts, data: st.DataObject
) -> None:
    """R-TABLE-2, 6, 7, R-BRING-1 to 10, R-OPEN-1 to 8, R-BET-1 to 4, R-FIX-1 to 10,

    R-SPR-1 to 3, R-POT-1, R-POT-2, R-NL-1 to 3, R-DEAL-1 to 6, 8, R-ANTE-1, 3, 4,
    R-DECK-2, 3, 5, 6, 9, 10, 11, R-HIGH-1 to 3, R-LOW-1 to 4, R-SOKO-1 to 6, R-SIDE-1 to 6,
    R-ALLIN-1, 3, 4, 6, R-SHOW-1 to 5, R-ODD-1 to 4, R-HILO-1 to 4, R-DECL-1 to 11, R-BUY-1 to 9.
    """
    hand, chance = data.draw(starts)
    players = len(hand.starting_stacks)
    assert {c.rank for c in hand.deck} == set(range(lowest_card(hand.rules, players), 15))
    choose = data.draw(st.sampled_from([some_turn, steady(some_turn)]))
    judge = follow(hand, chance, choose)
    if len(judge.live()) > 1:
        assert [len(judge.supply.hands[s]) for s in judge.live()] == [5] * len(judge.live())
