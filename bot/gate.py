"""The gate of a table: one step at a time, and each is committed before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from bot import keeping
from bot.broken import BrokenHand
from bot.decision import Decision, Pace, later
from bot.following import changes, followed, refused, stored, write_coming
from bot.notice import NewNotice, Told
from bot.offers import offered
from bot.outlast import outlast
from bot.picture import Moment, Phase, Picture
from bot.portrait import picture_of
from bot.refusal import No, Refusal
from bot.room import Room
from bot.scribe import write_step
from bot.state import State
from bot.step import (
    ActTaken,
    ChoiceMade,
    Entry,
    HandBegun,
    HandEnded,
    NoticeGiven,
    PaidOut,
    Step,
    TermsChanged,
    TermsComing,
)
from bot.store.requests import Requests
from bot.terms import Terms
from bot.watcher import Change, What
from engine.errors import IllegalAction

if TYPE_CHECKING:
    from bot.house import House
    from bot.notice import Notice
    from engine.errors import Fault

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Gate:
    """Keeps the state of one table: decide, commit, swap, show, in this order, under one lock."""

    def __init__(
        self,
        terms: Terms,
        room: Room,
        state: State,
        *,
        swapped: Callable[[], None],
        shown: Callable[[Change], None],
    ) -> None:
        """Guard a state; `swapped` is told of each new one, `shown` what to show of it."""
        self.room = room
        self.terms = terms
        self.state = state
        self._swapped = swapped
        self._shown = shown
        self._lock = asyncio.Lock()
        self._shut = False
        self._picture: Picture | None = None
        self._coming: Terms | None = None
        self._kept: tuple[Fault, ...] = ()  # why games of the house are not taken, as told

    @property
    def coming(self) -> Terms | None:
        """Return the terms that are in force from the next hand on, None where they are those."""
        return self._coming

    @property
    def moment(self) -> Moment | None:
        """Return the decision that is due in the running hand, or None."""
        play = self.state.running
        return None if play is None else self.terms.moment(play.number, play.hand.turn)

    @property
    def due(self) -> Moment | None:
        """Return the decision that somebody's clock runs for: in a hand, or for the next game."""
        asked = self.state.asked
        if asked is None:
            return self.moment
        return self.terms.moment(self.state.number, asked.turn)

    def picture(self) -> Picture:
        """Return what everybody may see."""
        if self._picture is None:
            self._picture = picture_of(self.terms, self.state)
        return self._picture

    def pace(self) -> Pace:
        """Return the instant, the turn clock and the pause for a decision."""
        return pace_of(self.terms, self.room)

    async def through(self, key: str | None, work: Callable[[], Awaitable[T]]) -> T:
        """Let `work` run alone, to its end even when the caller is cancelled.

        Raises what `work` raises; Refusal: DOUBLED where it refuses and `key` was used before,
        TABLE_PAUSED where the hand turns out broken (it is void then), STILL_STARTING when shut.
        """
        return await outlast(asyncio.ensure_future(self._alone(key, work)))

    async def come(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let a deadline's `work` run alone; a table that has stopped meanwhile needs none."""
        try:
            await self.through(None, work)
        except Refusal as refusal:
            if refusal.code not in (No.TABLE_PAUSED, No.STILL_STARTING):
                raise
            _log.info("table %s: a deadline passes, but %s", self.terms.id, refusal.code)

    async def take(
        self, decision: Decision, kind: What, key: str | None = None, request: str | None = None
    ) -> Mapping[int, PaidOut]:
        """Commit a decision, swap to it and show it; return what who leaves has got.

        `key` is that of who has asked, told to whoever shows it; `request` is the same where no act
        holds it.
        """
        began = time.perf_counter()
        decision, terms = self.completed(decision, asked=key is not None)
        step = self.step(decision, request)
        paid = await self.room.store.write(partial(write_step, bank=self.room.bank, step=step))
        self.swap(decision.state, terms)
        self._log_acts(decision, time.perf_counter() - began)
        begun = any(isinstance(entry, HandBegun) for entry in decision.entries)
        ended = any(isinstance(entry, HandEnded) for entry in decision.entries)
        if begun or not ended:
            self.show(kind, key, step.notices)
        if ended:
            self.show(What.HAND_ENDED, key, () if begun else step.notices)
        return paid

    def completed(self, decision: Decision, *, asked: bool) -> tuple[Decision, Terms]:
        """Return a decision with what follows of every step, and the terms that are then in force.

        Rules that were to come are in force once no hand runs, free seats are kept for who waits,
        and the time until an idle table closes begins anew where somebody has `asked`.
        """
        now, terms, state = self.room.clock.now(), self.terms, decision.state
        entries: list[Entry] = []
        if self._coming is not None and state.running is None:
            terms = self._coming
            state = keeping.under(state, self.terms, terms, pace_of(terms, self.room))
            entries.append(TermsChanged(stored(terms)))
        open_now = state.phase not in (Phase.PAUSED, Phase.CLOSED)
        free = terms.places - len(state.seats) if open_now else 0
        state, offers = offered(self.state, state, free, now)
        entries += offers
        entries += keeping.host_told(terms.host, self.state, decision)
        idle_at = keeping.idle_at(self.state, state, terms.clock_seconds, now, asked=asked)
        state = replace(state, idle_at=idle_at)
        return Decision(state, (*decision.entries, *entries)), terms

    def step(self, decision: Decision, request: str | None) -> Step:
        """Return what the store is to write of a decision."""
        return Step(
            guild=self.terms.guild,
            table=self.terms.id,
            mark=decision.state.mark,
            entries=decision.entries,
            at=self.room.clock.now(),
            request=request,
            channel=self.terms.channel,
        )

    async def follow(self, house: House, *, again: bool = False) -> None:
        """Take over what the house has changed: at once where no hand runs, or from the next on.

        Games that cannot be taken over are told of once; `again` says that an earlier process did.
        """
        now = self._coming or self.terms
        wanted, faults = followed(now, house)
        new = bool(faults) and faults != self._kept and not again
        if wanted == now and not new:
            self._kept = faults
            return
        told = [NewNotice(Told.RULES, changes=changes(now, wanted))]
        told += [NewNotice(Told.KEPT, changes=refused(faults))] if new else []
        notices = tuple(NoticeGiven(one) for one in told if one.changes)
        before, self._coming = self._coming, None if wanted == self.terms else wanted
        running = self.state.running is not None
        coming = write_coming(wanted) if running and wanted != self.terms else None
        entries: tuple[Entry, ...] = (TermsComing(coming), *notices)
        try:
            await self.take(Decision(later(self.state), entries), What.RULES)
        except BaseException:
            self._coming = before
            raise
        self._kept = faults

    async def forget(self, user: int) -> None:
        """Let nothing name somebody any more who was forgotten and has no seat."""
        state = keeping.forgotten(self.state, user)
        if self.terms.host == user:
            self.terms = replace(self.terms, host=0)
            self._coming = self._coming and replace(self._coming, host=0)
        if state != self.state:
            await self.take(Decision(later(state), ()), What.FORGOT)

    def expect(self, coming: Terms | None) -> None:
        """Take over, after a restart, what was to be in force from the next hand on."""
        self._coming = coming

    def swap(self, state: State, terms: Terms | None = None) -> None:
        """Take a state that is committed, and the terms that are in force then, if others."""
        if terms is not None:
            self._coming = None if terms is self._coming else self._coming
            self.terms = terms
        self.state = state
        self._picture = None
        self._swapped()

    def show(self, kind: What, key: str | None = None, notices: tuple[Notice, ...] = ()) -> None:
        """Tell whoever shows the table; what fails there undoes nothing."""
        try:
            picture = self.picture()
            dealt = picture.players if kind is What.HAND_BEGAN else ()
            self._shown(Change(kind, picture, dealt, key, notices))
        except Exception:  # noqa: BLE001 - reported; the step stands
            _log.exception("table %s could not be shown", self.terms.id)

    async def shut(self) -> None:
        """Let nothing through any more; what is under way ends first."""
        async with self._lock:
            self._shut = True

    async def _alone(self, key: str | None, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            if self._shut:
                raise Refusal(No.STILL_STARTING)
            try:
                return await work()
            except (Refusal, IllegalAction):
                # A doubled dispatch finds the table changed by the first: that is what it is told.
                if key is not None and await self._is_taken(key):
                    raise Refusal(No.DOUBLED) from None
                raise
            except BrokenHand:
                _log.exception("table %s of guild %s pauses", self.terms.id, self.terms.guild)
                await self.take(keeping.void(self.state, Phase.PAUSED), What.PAUSED)
                raise Refusal(No.TABLE_PAUSED) from None

    async def _is_taken(self, key: str) -> bool:
        return await self.room.store.read(lambda connection: Requests(connection).taken(key))

    def _log_acts(self, decision: Decision, seconds: float) -> None:
        for entry in decision.entries:
            match entry:
                case ActTaken(act, told):
                    turn = act.seq - 1
                case ChoiceMade(seat) if decision.state.running is not None:
                    turn, told = decision.state.running.hand.turn, f"p{seat + 1} has chosen"
                case _:
                    continue
            self.room.meter.acted(seconds)
            _log.info(
                "act guild=%s table=%s hand=%s turn=%s act=%r ms=%.1f",
                self.terms.guild,
                self.terms.id,
                decision.state.number,
                turn,
                told,
                seconds * 1000,
            )


def pace_of(terms: Terms, room: Room) -> Pace:
    """Return the instant, the turn clock, the pause and the misses for a decision."""
    pause = room.pause if terms.pause is None else terms.pause
    return Pace(room.clock.now(), terms.clock_seconds, pause, terms.misses)
