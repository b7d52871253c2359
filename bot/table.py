"""One table of a channel: the door through which every click, deadline and restart comes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from bot import keeping, playing, sitting
from bot.deadline import Deadline
from bot.decision import Decision
from bot.gate import Gate
from bot.person import Person
from bot.picture import Menu, Moment, Phase, Picture, Private
from bot.portrait import menu_of, private_of
from bot.receipt import Closed, Left, Offer, Sat
from bot.room import Room
from bot.seating import seat_of
from bot.state import State
from bot.store.tables import TableRows
from bot.terms import Terms
from bot.unseen import Unseen
from bot.watcher import Change, What
from engine.actions import Action

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.house import House
    from engine.rules import HouseRules

_log = logging.getLogger(__name__)

HURRIED: Final = 1.0
"""Seconds for Discord to tell who is still a member while somebody waits for an answer (3 s)."""


class Table:
    """The people, the chips and the hand of one channel.

    Every method that changes something runs to its end even when its caller is cancelled, and one
    at a time. `key` names the interaction that asks; one that was done already is refused with
    DOUBLED. Any may refuse with STILL_STARTING while the process starts or stops, and those that
    refuse with TABLE_PAUSED with TABLE_UNSEEN while the bot may not show the table.
    """

    def __init__(
        self,
        terms: Terms,
        room: Room,
        state: State,
        *,
        panel: int | None = None,
        closed: Callable[[Table], None],
    ) -> None:
        """Make a table as it stands; `closed` is told when it is closed."""
        self.id = terms.id
        self.guild = terms.guild
        self.channel = terms.channel
        self.preset = terms.preset
        self.panel = panel
        self._room = room
        self._closed = closed
        self._gate = Gate(terms, room, state, swapped=self._swapped, shown=self._shown)
        self._deadline = Deadline(self._gate)
        self._unseen = Unseen(self._gate, lambda: self._close(None, None))

    @property
    def rules(self) -> HouseRules:
        """Return the table's own rules, as they are in force now."""
        return self._gate.terms.rules

    @property
    def least(self) -> int:
        """Return the fewest chips to sit down with, as is in force now."""
        return self._gate.terms.least

    @property
    def most(self) -> int:
        """Return the most chips to sit down with, as is in force now."""
        return self._gate.terms.most

    @property
    def clock_seconds(self) -> int:
        """Return the seconds for a turn as is in force now, 0 for no clock."""
        return self._gate.terms.clock_seconds

    @property
    def games(self) -> tuple[ListedGame, ...]:
        """Return the games it deals, every amount in them as it is played for."""
        return self._gate.terms.games

    @property
    def phase(self) -> Phase:
        """Return what the table is doing."""
        return self._state.phase

    @property
    def _state(self) -> State:
        return self._gate.state

    def picture(self) -> Picture:
        """Return what everybody may see; no down card is in it."""
        return self._gate.picture()

    def private(self, person: Person) -> Private | None:
        """Return what somebody sees of the running or last hand, None where he is not in it."""
        return private_of(self._gate.terms, self._state, person)

    async def sit(self, person: Person, amount: int, key: str) -> Sat:
        """Seat somebody with `amount` chips, or add them to the stack of who sits here already.

        Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, TABLE_FULL, SEAT_KEPT, BUY_IN_TOO_SMALL,
        BUY_IN_TOO_BIG, ODD_BUY_IN, NOT_ENOUGH_CHIPS, ALREADY_SEATED, ODD_AND_FULL, HAND_RUNNING,
        STILL_IN_HAND.
        """
        return await self._gate.through(key, lambda: sitting.sit(self._gate, person, amount, key))

    async def rebuy(self, person: Person, amount: int, key: str) -> Sat:
        """Add chips to the stack of who sits here; who has left since is not seated anew.

        Raises Refusal as `sit` does to who is seated, and NOT_SEATED.
        """
        return await self._gate.through(key, lambda: sitting.rebuy(self._gate, person, amount, key))

    async def offer(self, person: Person) -> Offer:
        """Return what somebody who sits here may buy now; it is looked at again when he does.

        Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, NOT_SEATED, ALREADY_SEATED, ODD_AND_FULL,
        ODD_BUY_IN, HAND_RUNNING, STILL_IN_HAND, TOO_POOR with the least and his balance.
        """
        return await sitting.offer(self._gate, person)

    async def wait(self, person: Person, key: str) -> int:
        """Let somebody wait for a seat at a full table; return his place among who wait.

        Once a seat is free it is kept for him for a while, and he is called. Raises Refusal:
        TABLE_CLOSING, TABLE_PAUSED, ALREADY_SEATED, STILL_IN_HAND, ALREADY_WAITING with his place,
        SEAT_FREE, QUEUE_FULL with the most who may.
        """
        return await self._gate.through(key, lambda: sitting.wait(self._gate, person, key))

    async def leave(self, person: Person, key: str) -> Left:
        """Let somebody leave, or wait for a seat no more.

        Raises Refusal: TABLE_CLOSING, NOT_SEATED. In a hand he is dealt in to he is timed out on
        each of his turns, and paid at its end.
        """
        return await self._gate.through(key, lambda: sitting.leave(self._gate, person, key))

    async def remove(self, person: Person, key: str) -> Left:
        """Remove somebody from his seat, or from who wait for one; he is paid as if he left.

        Whether that may be asked is the caller's to know. Raises Refusal: TABLE_CLOSING, NOT_HERE.
        """
        return await self._gate.through(key, lambda: sitting.remove(self._gate, person, key))

    async def send_off(self, user: int) -> None:
        """Let somebody leave who is surely gone from the server, as if he had left himself."""
        await self._gate.through(None, lambda: self._deadline.send_off(frozenset({user})))

    async def sit_out(self, person: Person, key: str) -> bool:
        """Leave somebody out from the next hand on, until he is back; tell whether he is in one.

        In the hand that runs he plays on. Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, NOT_SEATED,
        SITTING_OUT.
        """
        return await self._gate.through(key, lambda: sitting.sit_out(self._gate, person, key))

    async def follow(self, house: House, *, again: bool = False) -> None:
        """Take over what the guild's house has changed, from the next hand on.

        `again`: after a restart, when what could not be taken over was told already.
        """
        await self._gate.through(None, lambda: self._follow(house, again=again))

    def expect(self, coming: Terms | None) -> None:
        """Take over, after a restart, the terms that are in force from the next hand on."""
        self._gate.expect(coming)

    async def forget(self, user: int) -> None:
        """Let nothing here name somebody who has been forgotten; he has no seat."""
        await self._gate.through(None, lambda: self._forget(user))

    async def deal(self, person: Person, key: str) -> Picture:
        """Start a hand; later ones follow by themselves. Who is gone from the server leaves first.

        Where the dealer chooses the game he is asked for it. Raises Refusal: TABLE_CLOSING,
        TABLE_PAUSED, NOT_SEATED, HAND_RUNNING, CHOOSING, TOO_FEW_PLAYERS, TOO_MANY_PLAYERS,
        NO_GAME.
        """
        gone = await self._gone(person)
        gate, deadline = self._gate, self._deadline
        return await gate.through(key, lambda: playing.deal(gate, deadline, person, key, gone))

    def menu(self, person: Person, moment: Moment) -> Menu:
        """Return what somebody may choose from at the moment he has seen.

        Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, STALE, NOT_THE_DEALER.
        """
        playing.refuse_unless_due(self._gate, moment)
        return menu_of(self._gate.terms, self._state, person)

    async def pick(self, person: Person, moment: Moment, game: str, key: str) -> Picture:
        """Let the dealer pick the game of the next hand by its name; the hand begins at once.

        Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, STALE, NOT_THE_DEALER, TOO_FEW_CARDS,
        ODD_STACKS, TOO_FEW_PLAYERS.
        """
        gone = await self._gone(person)
        gate, deadline = self._gate, self._deadline
        return await gate.through(
            key, lambda: playing.pick(gate, deadline, person, moment, game, key, gone)
        )

    async def come_back(self, person: Person, key: str) -> None:
        """Let somebody who sits out be dealt in again.

        Raises Refusal: TABLE_CLOSING, TABLE_PAUSED, NOT_SEATED, NOT_SITTING_OUT.
        """
        await self._gate.through(key, lambda: sitting.come_back(self._gate, person, key))

    async def act(self, person: Person, moment: Moment | None, action: Action, key: str) -> Picture:
        """Let somebody act at the moment he has seen; None: he has seen that no hand runs.

        In a simultaneous declaration his choice waits for the others', and he may change it.
        Raises IllegalAction, or Refusal: TABLE_CLOSING, TABLE_PAUSED, STALE, NO_HAND,
        CHOOSING, NOT_YOUR_HAND, NOT_SEATED (he has left).
        """
        gate = self._gate
        return await gate.through(key, lambda: playing.act(gate, person, moment, action, key))

    async def close(self, person: Person | None, key: str | None = None) -> Closed:
        """Close the table and pay everybody out; a running hand is void.

        `person` is None where nobody asks: the channel is gone. Whether he may do so is the
        caller's to know. Raises Refusal (TABLE_CLOSING).
        """
        return await self._gate.through(key, lambda: self._close(person, key))

    async def remember_panel(self, message_id: int | None) -> None:
        """Note which message shows the table now."""

        async def work() -> None:
            await self._room.store.write(
                lambda connection: TableRows(connection).set_panel(self.id, message_id)
            )
            self.panel = message_id

        await self._gate.through(None, work)

    async def resume(self, decision: Decision, kind: What) -> None:
        """Go on after a restart as decided, and set the clock again."""
        await self._gate.through(None, lambda: self._gate.take(decision, kind))

    def watch(self) -> None:
        """Set the clock for a table that is new."""
        self._deadline.set()

    def hold(self, why: Hashable) -> None:
        """Let no deadline pass: nobody can act, for a reason that `go_on` takes back."""
        self._room.clock.hold(why)

    def go_on(self, why: Hashable) -> None:
        """Let time pass again where nothing else holds the table.

        The actor gets time and the next hand its pause: nobody could act for a while.
        """
        if self._room.clock.release(why):
            self._deadline.renew()

    @property
    def unseen_until(self) -> float | None:
        """Return when a table closes that the bot may not show; None while it is shown."""
        return self._unseen.until

    async def hide(self) -> None:
        """Let the table stand still: the bot may not show it; after a while it closes."""

        async def work() -> None:
            if self._state.phase is not Phase.CLOSED:
                await self._unseen.begin()

        await self._gate.through(None, work)

    async def unhide(self) -> None:
        """Let the table go on that is shown again; whoever is to decide gets time."""
        if await self._gate.through(None, self._unseen.end):
            self._deadline.renew()

    async def recall_unseen(self) -> float | None:
        """Stand still after a restart as before it; return until when, None where it was shown."""
        return await self._unseen.recall()

    async def shut(self) -> None:
        """Take no more steps in this process; what is under way ends first."""
        await self._gate.shut()
        self._deadline.clear()

    def show(self, kind: What, key: str | None = None) -> None:
        """Tell the watcher of the table as it is."""
        self._gate.show(kind, key)

    async def _follow(self, house: House, *, again: bool) -> None:
        if self._state.phase is not Phase.CLOSED:
            await self._gate.follow(house, again=again)

    async def _forget(self, user: int) -> None:
        if self._state.phase is not Phase.CLOSED:
            await self._gate.forget(user)

    async def _gone(self, person: Person) -> frozenset[int]:
        """Ask who has left the server before somebody who sits here has a hand dealt."""
        if self._state.running is not None or seat_of(self._state.seats, person) is None:
            return frozenset()
        return await self._deadline.absent(HURRIED, there=person.id)

    async def _close(self, person: Person | None, key: str | None) -> Closed:
        sitting.refuse_if_closed(self._state)
        seats = self._state.seats
        decision = keeping.close(self._state)
        paid = await self._gate.take(decision, What.CLOSED, key, request=key)
        await self._unseen.forget()
        by = None if person is None else person.id
        _log.info("closed guild=%s table=%s by=%s", self.guild, self.id, by)
        return Closed(tuple((seat.person, paid[seat.account].chips) for seat in seats))

    def _swapped(self) -> None:
        self._deadline.set()
        if self._state.phase is Phase.CLOSED:
            self._closed(self)

    def _shown(self, change: Change) -> None:
        self._room.watcher.changed(self, change)
