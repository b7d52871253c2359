"""Pots: R-SIDE-1 to 6, R-ALLIN-6, R-ODD-3 as sums."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pots import Fee, Pot, contesters, halves, layers, shares, uncalled, with_fees


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


HUGE = 9 * 10**17 + 5
"""More than a float holds to the chip."""


@pytest.mark.parametrize(
    ("chips", "unit", "high", "low"),
    [(67, 1, 34, 33), (66, 1, 33, 33), (1, 1, 1, 0), (35, 5, 20, 15), (5, 5, 5, 0)],
)
def test_r_odd_1_the_odd_chip_goes_to_the_high_half(
    chips: int, unit: int, high: int, low: int
) -> None:
    """R-TABLE-2: halves are split down to the smallest chip."""
    assert halves(chips, unit) == (high, low)


def test_halves_and_shares_are_exact_to_the_chip_however_large() -> None:
    assert halves(HUGE) == (HUGE // 2 + 1, HUGE // 2)
    assert shares(HUGE, [1, 0]) == ((0, HUGE // 2), (1, HUGE // 2 + 1))
    assert shares(7 * 5, [2, 0], 5) == ((0, 15), (2, 20))
    parts = [*halves(HUGE), *(chips for _, chips in shares(HUGE, [0, 1, 2]))]
    assert all(type(chips) is int for chips in parts)


@pytest.mark.parametrize(
    ("paid", "live", "able", "buyer", "who"),
    [
        ([20, 20, 20], [0, 1, 2], [0, 2], 0, (0, 2)),  # the all-in player is no contester
        ([20, 20, 20], [0, 1, 2], [0, 1, 2], 1, (0, 1, 2)),
        ([50, 50, 20], [0, 1, 2], [0], 0, (0, 1)),  # the highest layer that holds an opponent
        ([50, 20, 50], [0, 1], [0], 0, (0, 1)),  # the folded third is in no layer
        ([60, 50, 20], [0, 1, 2], [0], 0, (0, 1)),
    ],
)
def test_r_buy_7_who_contests_a_fee(
    paid: list[int], live: list[int], able: list[int], buyer: int, who: tuple[int, ...]
) -> None:
    assert contesters(paid, live, able, buyer) == who


def test_r_buy_7_a_fee_joins_the_pot_of_its_contesters_or_makes_its_own() -> None:
    pots = (Pot(60, (0, 1, 2)), Pot(40, (0, 1)))
    joined = with_fees(pots, [Fee(20, 0, (0, 1)), Fee(5, 1, (0, 1, 2))], [0, 1, 2])
    assert joined == (Pot(65, (0, 1, 2)), Pot(60, (0, 1)))
    own = with_fees((Pot(60, (0, 1, 2)),), [Fee(20, 0, (0, 2))], [0, 1, 2])
    assert own == (Pot(60, (0, 1, 2)), Pot(20, (0, 2)))
    # the larger pots stand first, whatever order the fees came in
    late = with_fees((Pot(9, (0, 1)),), [Fee(5, 0, (0, 1, 3)), Fee(7, 0, (0, 1, 3))], [0, 1, 3])
    assert late == (Pot(12, (0, 1, 3)), Pot(9, (0, 1)))
    folded = with_fees((Pot(60, (0, 2)),), [Fee(20, 0, (0, 1, 2))], [0, 2])
    assert folded == (Pot(80, (0, 2)),)
