"""Places, who is dealt in, and who deals."""

from __future__ import annotations

from bot.person import Person
from bot.seating import Seat, dealt_in, free_place


def seat(place: int, stack: int = 100, *, joined: int = 0, leaving: bool = False) -> Seat:
    return Seat(place, Person(place, f"P{place}"), place, place, stack, joined, leaving)


def places(seats: list[Seat], dealer: int | None) -> list[int]:
    return [one.place for one in dealt_in(seats, dealer)]


def test_the_lowest_free_place_is_next() -> None:
    assert free_place([]) == 0
    assert free_place([seat(0), seat(1), seat(3)]) == 2
    assert free_place([seat(place) for place in range(10)]) is None


def test_the_last_to_sit_deals_the_first_hand() -> None:
    assert places([seat(0, joined=1), seat(1, joined=3), seat(2, joined=2)], None) == [2, 0, 1]


def test_the_dealer_is_last_and_moves_clockwise() -> None:
    """R-TABLE-3."""
    three = [seat(0), seat(1), seat(4)]
    assert places(three, 0) == [4, 0, 1]
    assert places(three, 1) == [0, 1, 4]
    assert places(three, 4) == [1, 4, 0]


def test_the_dealer_moves_on_from_a_place_that_is_empty_now() -> None:
    assert places([seat(0), seat(1), seat(4)], 2) == [0, 1, 4]
    assert places([seat(0), seat(1)], 9) == [1, 0]


def test_who_has_nothing_or_leaves_is_not_dealt_in() -> None:
    """R-TABLE-5."""
    assert places([seat(0), seat(1, 0), seat(2, leaving=True), seat(3)], 0) == [0, 3]
    assert places([seat(0), seat(1, 0)], None) == []
