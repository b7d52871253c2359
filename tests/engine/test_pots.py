"""Pots: R-SIDE-1 to 6, R-ALLIN-6, R-ODD-3 as sums."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pots import Pot, layers, shares, uncalled


@st.composite
def contributions(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    paid = draw(st.lists(st.integers(0, 60), min_size=2, max_size=10))
    live = draw(st.sets(st.integers(0, len(paid) - 1), min_size=1))
    return paid, sorted(live)


@given(contributions())
def test_r_side_6_no_chip_falls_out_of_the_pots(given_: tuple[list[int], list[int]]) -> None:
    paid, live = given_
    assert sum(pot.chips for pot in layers(paid, live)) == sum(paid)


@given(contributions())
def test_r_side_1_a_pot_holds_of_everybody_the_part_between_two_levels(
    given_: tuple[list[int], list[int]],
) -> None:
    """R-SIDE-2: folded players' chips stay in the layers they reached."""
    paid, live = given_
    pots = layers(paid, live)
    assert all(pot.chips > 0 for pot in pots)
    for upper, lower in zip(pots[1:], pots, strict=False):
        assert set(upper.contenders) < set(lower.contenders)
    if pots and sum(paid[seat] for seat in live):
        assert set(pots[0].contenders) <= set(live)
    below = 0
    for pot in pots[:-1]:
        level = min(paid[seat] for seat in pot.contenders)
        assert pot.contenders == tuple(seat for seat in live if paid[seat] >= level)
        assert pot.chips == sum(max(0, min(level, chips) - below) for chips in paid)
        below = level


@pytest.mark.parametrize(
    ("rule", "paid", "live", "pots"),
    [
        ("R-SIDE-1", [55, 155, 305, 305], [0, 1, 2, 3],
         [Pot(220, (0, 1, 2, 3)), Pot(300, (1, 2, 3)), Pot(300, (2, 3))]),
        ("R-SIDE-2", [55, 155, 305, 305], [0, 2, 3], [Pot(220, (0, 2, 3)), Pot(600, (2, 3))]),
        ("R-SIDE-2", [100, 30, 100, 0], [0, 1], [Pot(90, (0, 1)), Pot(140, (0,))]),
        ("R-SIDE-3", [5, 3, 5], [1, 2], [Pot(9, (1, 2)), Pot(4, (2,))]),
        ("R-SHOW-1", [5, 3, 5], [1], [Pot(13, (1,))]),
        ("R-SIDE-1", [5, 5, 5], [0, 1, 2], [Pot(15, (0, 1, 2))]),
        ("R-ANTE-2", [0, 0, 0], [0, 1, 2], []),
    ],
)  # fmt: skip
def test_r_side_worked_pots(rule: str, paid: list[int], live: list[int], pots: list[Pot]) -> None:
    assert list(layers(paid, live)) == pots, rule


@given(st.lists(st.integers(0, 60), min_size=2, max_size=10))
def test_r_allin_6_uncalled_is_what_nobody_matched(bets: list[int]) -> None:
    seat, chips = uncalled(bets)
    rest = [bet for other, bet in enumerate(bets) if other != seat]
    assert chips == bets[seat] - max(rest) >= 0


@given(st.integers(1, 10_000), st.permutations(range(10)), st.integers(1, 10))
def test_r_odd_3_shares_sum_and_the_first_take_the_odd_chips(
    chips: int, order: list[int], count: int
) -> None:
    winners = order[:count]
    split = shares(chips, winners)
    assert [seat for seat, _ in split] == sorted(winners)
    taken = dict(split)
    assert sum(taken.values()) == chips
    odd = chips % count
    assert [taken[seat] - chips // count for seat in winners] == [1] * odd + [0] * (count - odd)
