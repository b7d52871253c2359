"""A whole room on a database of its own, with a time that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.bank import Audit, Bank
from bot.clock import Clock
from bot.game import ListedGame
from bot.houses import Houses
from bot.notice import Notice
from bot.opening import Opening
from bot.person import Person
from bot.picture import Phase, Picture
from bot.refusal import No, Refusal
from bot.shuffle import Shuffle
from bot.store import Store
from bot.store.notices import NoticeRows
from bot.table import Table
from bot.tables import Tables
from bot.watcher import Change, What
from engine.actions import Action, Verb
from engine.cards import parse_cards
from engine.presets import preset_named
from engine.rules import HouseRules

GUILD, CHANNEL = 900, 800
ANN, BEN, CID, DEE = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"), 1))

CID_BRINGS_IN = "Ah Ks Qs Kd 7h 2c"
"""A deck for Ann, Ben and Cid, who deals; their up cards are Kd, 7h and 2c."""


class TurnedTimer:
    """A deadline of TurnedTime."""

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.off = False

    def cancel(self) -> None:
        self.off = True


class TurnedTime:
    """A time that stands still until it is turned."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0
        self.timers: list[TurnedTimer] = []

    def now(self) -> float:
        return self.seconds

    def call_at(self, when: float, callback: Callable[[], None]) -> TurnedTimer:
        timer = TurnedTimer(when, callback)
        self.timers.append(timer)
        return timer

    def turn(self, seconds: float) -> None:
        self.seconds += seconds
        due = [timer for timer in self.timers if timer.when <= self.seconds]
        self.timers = [timer for timer in self.timers if timer.when > self.seconds]
        for timer in due:
            if not timer.off:
                timer.callback()


class Watch:
    """A watcher that writes down what it is told; `break_on` makes it fail."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.panels: list[int | None] = []
        self.break_on: What | None = None

    def changed(self, table: Table, change: Change) -> None:
        self.changes.append(change)
        self.panels.append(table.panel)
        if change.kind is self.break_on:
            raise RuntimeError("the board is on fire")

    @property
    def kinds(self) -> list[What]:
        return [change.kind for change in self.changes]


class Members:
    """A roll of everybody but those who are gone; `asked` notes whom it was asked about."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.asked: list[tuple[int, bool]] = []
        self.answering: asyncio.Event | None = None
        self.broken = False

    async def present(self, guild: int, user: int, *, anew: bool = False) -> bool:
        assert guild == GUILD
        self.asked.append((user, anew))
        if self.answering is not None:
            await self.answering.wait()
        if self.broken:
            raise RuntimeError("the roll is torn")
        return user not in self.gone


async def refused(awaitable: Awaitable[Any], code: No, *numbers: int) -> None:
    """Expect the room to refuse for this reason, with these numbers."""
    with pytest.raises(Refusal) as caught:
        await awaitable
    assert (caught.value.code, caught.value.numbers) == (code, numbers)


class House:
    """Store, bank, clock and tables, as the bot sets them up."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = TurnedTime()
        self.watch = Watch()
        self.decks: list[str] = []
        self.members = Members()
        self._keys = count()

    async def start(self) -> None:
        self.store = await Store.open(self.path)
        self.clock = Clock(self.time)
        self.houses = Houses(self.store, self.clock)
        await self.houses.restore()
        self.bank = Bank(self.store, self.houses.of)
        decks = [parse_cards(deck) for deck in self.decks]
        shuffle = Shuffle(7, decks)
        self.tables = Tables(
            self.store,
            self.bank,
            self.houses,
            shuffle,
            self.clock,
            5.0,
            self.watch,
            self.members,
        )
        await self.tables.restore()

    async def stop(self) -> None:
        await self.tables.shut()
        await self.store.close()

    async def restart(self) -> None:
        """Drop everything in memory at once, as a crash does, and read it back."""
        self.time.timers.clear()
        await self.store.close()
        await self.start()

    async def change(self, **settings: Any) -> None:
        """Change the guild's house, and wait until its tables follow."""
        await self.houses.change(GUILD, lambda old: replace(old, **settings), ANN, self.key())
        await self._acted()

    async def told(self) -> list[Notice]:
        """Return what channels are still to be told; nobody tells it here."""
        return await self.store.read(lambda connection: NoticeRows(connection).all())

    async def open(
        self,
        preset: str = "casino_fixed",
        channel: int = CHANNEL,
        clock: int | None = 60,
        least: int | None = 40,
        most: int | None = 400,
        *,
        host: Person = ANN,
        rules: HouseRules | None = None,
        games: tuple[ListedGame, ...] | None = None,
    ) -> Table:
        """Open a table, by the preset's own rules where none are given."""
        return await self.tables.open(
            Opening(
                guild=GUILD,
                channel=channel,
                host=host,
                rules=preset_named(preset).rules() if rules is None else rules,
                preset=preset,
                least=least,
                most=most,
                clock=clock,
                games=games,
            ),
            self.key(),
        )

    async def dealt(
        self, *people: Person, preset: str = "casino_fixed", buy_in: int = 200
    ) -> Table:
        """Open a table, seat people in this order, and deal: the last of them deals."""
        table = await self.open(preset)
        for person in people:
            await table.sit(person, buy_in, self.key())
        await table.deal(people[0], self.key())
        return table

    async def act(self, table: Table, verb: Verb, amount: int = 0) -> Picture:
        """Let the actor act."""
        return await table.act(
            self.actor(table), table.picture().moment, Action(verb, amount), self.key()
        )

    def actor(self, table: Table) -> Person:
        picture = table.picture()
        assert picture.view is not None
        return picture.players[picture.view.actors[0]]

    async def finish(self, table: Table) -> None:
        """Check or call to the end of the hand."""
        hand = table.picture().hand
        while table.picture().hand == hand and table.phase == "playing":
            view = table.picture().view
            assert view is not None
            assert view.options is not None
            verb = next(
                verb
                for verb in (Verb.BRING_IN, Verb.CHECK, Verb.CALL)
                if verb in view.options.verbs()
            )
            await self.act(table, verb)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let everything else go on until something holds; fails after five seconds."""
        async with asyncio.timeout(5):
            while not holds():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0)

    async def turn(self, seconds: float) -> None:
        """Turn the time, and wait until what was due is done."""
        self.time.turn(seconds)
        await self._acted()

    async def release(self) -> None:
        """Let the time go on that was held, and wait until the deadlines are renewed."""
        self.tables.holds.end()
        await self._acted()

    async def _acted(self) -> None:
        while self.clock._acting:
            await asyncio.wait(self.clock._acting)

    async def audit(self) -> Audit:
        return await self.bank.audit()

    def key(self) -> str:
        return f"key-{next(self._keys)}"


async def busted(house: House) -> Table:
    """Play no-limit hands between Ann and Ben until one has nothing left."""
    table = await house.dealt(ANN, BEN, preset="classic_nl", buy_in=40)
    while True:
        while table.phase is Phase.PLAYING:
            view = table.picture().view
            assert view is not None
            options = view.options
            assert options is not None
            total = options.all_in
            if total is not None and options.wager is not None:
                await house.act(table, options.wager.verb, total)
            elif options.call:
                await house.act(table, Verb.CALL)
            else:
                await house.act(table, Verb.CHECK)
        if any(seat.stack == 0 for seat in table.picture().seats):
            return table
        await house.turn(5)


def loser(house: House) -> Person:
    """Return who has nothing left at the table."""
    seats = house.tables.at(CHANNEL).picture().seats
    return next(seat.person for seat in seats if seat.stack == 0)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path / "doorcard.sqlite3")
    await house.start()
    yield house
    try:
        assert (await house.audit()).sound
    finally:
        await house.stop()
