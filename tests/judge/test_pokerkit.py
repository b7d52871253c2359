"""Random hands judged by pokerkit: whose turn it is, what a call costs, and the final stacks.

Both engines are dealt the same deck and are made to play the same acts, chosen at random from our
options. Where the two differ by rule, the difference has a name and a rule number in `DIFFERENCES`
(table.py), and is foreseen from our hand alone: such a hand is corrected or set aside, and counted.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest

from tests.judge.draws import draw_deal
from tests.judge.table import compare

# Hands by the thousand: to measure their coverage would double their time.
pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]

HANDS: Final = 250
"""Hands compared to their end in each chunk."""

GAMES: Final[dict[str, tuple[dict[str, object], str]]] = {
    "high": ({}, "low"),
    "lowball a5": ({"game": "low", "low_rank": "a5"}, "high"),
    # Theirs takes an ace for the lowest card when it looks for the opener: it is told who opens.
    "lowball 27": ({"game": "low", "low_rank": "27", "open_tie": "position"}, "high"),
    "high-low": ({"game": "hilo"}, "low"),
    "high-low, eight or better": ({"game": "hilo", "qualifier": "8"}, "low"),
}
"""The options of each game, and who brings in where somebody does."""

ALIKE: Final = 100
"""Chunks from this number on are dealt hands that are alike, which tie."""

COUNTS: Final[dict[str, dict[int, tuple[int, ...]]]] = {
    "high": {
        0: (311, 31, 0, 3, 3, 0, 22, 14, 16, 3, 0, 0, 0, 0),
        1: (318, 33, 2, 1, 3, 0, 21, 22, 19, 2, 0, 0, 0, 0),
        2: (323, 30, 4, 0, 2, 1, 22, 17, 28, 3, 0, 0, 0, 0),
        3: (317, 32, 2, 0, 4, 0, 19, 16, 22, 6, 0, 0, 0, 0),
        4: (312, 39, 3, 0, 2, 0, 18, 17, 18, 7, 0, 0, 0, 0),
        5: (319, 32, 1, 2, 1, 0, 20, 16, 25, 5, 0, 0, 0, 0),
        6: (324, 43, 3, 0, 0, 0, 23, 24, 26, 1, 0, 0, 0, 0),
        7: (326, 42, 1, 0, 1, 1, 29, 23, 16, 6, 0, 0, 0, 0),
        100: (330, 41, 3, 16, 2, 0, 29, 17, 13, 3, 0, 0, 1, 0),
    },
    "lowball a5": {
        0: (330, 47, 3, 1, 1, 0, 27, 21, 26, 4, 0, 0, 0, 0),
        1: (314, 29, 0, 0, 0, 1, 21, 15, 24, 3, 0, 0, 0, 0),
        100: (354, 35, 3, 18, 2, 0, 23, 27, 27, 7, 0, 0, 0, 0),
    },
    "lowball 27": {
        0: (334, 33, 1, 0, 0, 0, 31, 19, 31, 3, 116, 0, 0, 0),
        1: (328, 33, 4, 0, 5, 1, 20, 21, 29, 2, 106, 0, 0, 0),
        100: (319, 30, 1, 0, 1, 0, 21, 18, 27, 2, 56, 0, 0, 0),
    },
    "high-low": {
        0: (331, 37, 4, 1, 1, 1, 23, 25, 28, 2, 0, 4, 0, 0),
        1: (320, 42, 4, 0, 3, 0, 21, 17, 25, 4, 0, 12, 0, 0),
        2: (332, 39, 3, 2, 0, 0, 33, 13, 31, 3, 0, 11, 0, 0),
        100: (339, 34, 0, 10, 0, 0, 21, 24, 32, 2, 0, 10, 11, 0),
    },
    "high-low, eight or better": {
        0: (321, 34, 1, 4, 3, 0, 29, 14, 20, 1, 0, 1, 0, 3),
        1: (319, 32, 2, 2, 2, 1, 31, 19, 11, 3, 0, 3, 0, 2),
        2: (309, 34, 2, 2, 1, 0, 22, 12, 20, 2, 0, 1, 0, 0),
        3: (327, 34, 0, 0, 3, 1, 24, 22, 21, 6, 0, 0, 0, 0),
        100: (329, 27, 0, 18, 0, 1, 13, 22, 24, 1, 0, 3, 2, 2),
        101: (303, 40, 0, 14, 1, 1, 7, 16, 13, 1, 0, 3, 1, 1),
    },
}
"""How many hands each chunk drew, and how many of them fell under each difference, in order."""

CHUNKS: Final = [(game, chunk) for game, counts in COUNTS.items() for chunk in counts]


@pytest.mark.parametrize(("game", "chunk"), CHUNKS)
def test_pokerkit_pays_the_same_stacks(game: str, chunk: int) -> None:
    options, bring_in_mode = GAMES[game]
    draw = partial(draw_deal, game=options, bring_in_mode=bring_in_mode, alike=chunk >= ALIKE)
    first_seed = (1000 * [*GAMES].index(game) + chunk) * 1_000_000
    counts = compare(draw, first_seed, HANDS)
    assert counts == COUNTS[game][chunk]
