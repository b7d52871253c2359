"""Whom the free seats are offered to after a step, and who has let one lapse."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.notice import NewNotice, Told
from bot.queueing import in_force, lapsed, served, with_lapse
from bot.step import LapsesChanged, NoticeGiven, QueueChanged

if TYPE_CHECKING:
    from bot.queueing import Lapse, Queue
    from bot.state import State
    from bot.step import Entry


def offered(before: State, state: State, free: int, now: float) -> tuple[State, tuple[Entry, ...]]:
    """Return the state after a step whose free seats are kept for who waits, and what to write.

    Who has not taken a seat that was kept for him waits no more, and not again for a while; the
    channel is told.
    """
    late = lapsed(state.waiting, now)
    lapses = in_force(state.lapses, now)
    for one in late:
        lapses = with_lapse(lapses, one.person.id, now)
    waiting = served(state.waiting, free, now)
    told = (NoticeGiven(NewNotice(Told.LAPSED, one.person)) for one in late)
    entries = (
        *_lapses_changed(before.lapses, lapses),
        *told,
        *_queue_changed(before.waiting, waiting, now),
    )
    return replace(state, waiting=waiting, lapses=lapses), entries


def _lapses_changed(before: tuple[Lapse, ...], after: tuple[Lapse, ...]) -> tuple[Entry, ...]:
    if before == after:
        return ()
    return (LapsesChanged(tuple((one.user, one.until) for one in after)),)


def _queue_changed(before: Queue, after: Queue, now: float) -> tuple[Entry, ...]:
    """Return what to write of a queue that has changed, and whom to call to a seat.

    Who was told a time that is over, and has his seat kept all the same, is called anew.
    """
    if before == after:
        return ()
    called = {one.number for one in before if one.until is not None and one.until > now}
    calls = tuple(
        NoticeGiven(NewNotice(Told.SEAT_FREE, one.person, one.until))
        for one in after
        if one.until is not None and one.number not in called
    )
    rows = tuple((one.number, one.person.id, one.until) for one in after)
    return (QueueChanged(rows), *calls)
