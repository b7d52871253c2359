"""Who waits for a seat at a full table, and for whom a free one is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.person import Person

KEPT: Final = 60.0
"""Seconds for which a free seat is kept for who waits the longest."""

LAPSED: Final = 600.0
"""Seconds for which who let a kept seat lapse may not wait again: a seat that nobody of a queue has
taken is everybody's, and no two keep it by waiting in turns."""

MOST_WAITING: Final = 20
"""How many may wait for a seat at one table."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits for a seat; one is kept for him `until` then, where it is not None.

    `number` grows with each who begins to wait.
    """

    number: int
    person: Person
    until: float | None = None


Queue = tuple[Waiter, ...]


@dataclass(frozen=True, slots=True)
class Lapse:
    """A user who has not taken a seat that was kept for him: he waits for none `until` then."""

    user: int
    until: float


Lapses = tuple[Lapse, ...]


def waiter_of(queue: Iterable[Waiter], person: Person) -> Waiter | None:
    """Return somebody's place in a queue, None where he does not wait."""
    return next((one for one in queue if one.person.id == person.id), None)


def with_waiter(queue: Queue, person: Person) -> Queue:
    """Return a queue with somebody more at its end."""
    number = max((one.number for one in queue), default=0) + 1
    return (*queue, Waiter(number, person))


def without_waiter(queue: Queue, user: int) -> Queue:
    """Return a queue without somebody."""
    return tuple(one for one in queue if one.person.id != user)


def lapsed(queue: Queue, now: float) -> tuple[Waiter, ...]:
    """Return who has not taken the seat that was kept for him."""
    return tuple(one for one in queue if one.until is not None and one.until <= now)


def in_force(lapses: Lapses, now: float) -> Lapses:
    """Return what of lapses still counts, never longer than they may from now on."""
    last = now + LAPSED
    return tuple(replace(one, until=min(one.until, last)) for one in lapses if one.until > now)


def with_lapse(lapses: Lapses, user: int, now: float) -> Lapses:
    """Return lapses with a new one of a user."""
    return (*without_lapse(lapses, user), Lapse(user, now + LAPSED))


def without_lapse(lapses: Lapses, user: int) -> Lapses:
    """Return lapses without a user's."""
    return tuple(one for one in lapses if one.user != user)


def kept(queue: Iterable[Waiter], person: Person | None = None) -> int:
    """Return how many seats are kept, for others than `person`."""
    others = (one for one in queue if person is None or one.person.id != person.id)
    return sum(one.until is not None for one in others)


def next_until(queue: Iterable[Waiter]) -> float | None:
    """Return when the next seat is no longer kept, None where none is."""
    return min((one.until for one in queue if one.until is not None), default=None)


def served(queue: Queue, free: int, now: float) -> Queue:
    """Return a queue at a table with so many free seats: each is kept for the next who waits.

    Whose time has run out waits no more. Where there are fewer seats than are kept, who came last
    waits on.
    """
    left = [one for one in queue if one.until is None or one.until > now]
    there = max(free, 0)
    for at, one in enumerate(left):
        if one.until is not None:
            there -= 1
            if there < 0:
                left[at] = replace(one, until=None)
    for at, one in enumerate(left):
        if one.until is None and there > 0:
            there -= 1
            left[at] = replace(one, until=now + KEPT)
    return tuple(left)


def renewed(queue: Queue, now: float, grace: float) -> Queue:
    """Return a queue after a time in which nobody could sit down: kept seats are kept a while."""
    return tuple(
        one
        if one.until is None
        else replace(one, until=min(max(one.until, now + grace), now + KEPT))
        for one in queue
    )
