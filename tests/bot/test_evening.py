"""Evenings of random play, with people coming, leaving and giving up waiting: no chip is lost."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.picture import Phase
from bot.refusal import Refusal
from engine.actions import WAGERS, Action, Verb
from engine.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.table import Table
    from tests.bot.conftest import House

GUILD = 900
PEOPLE = tuple(Person(n, f"P{n}") for n in range(1, 9))


class Evening:
    """Random asks at two tables."""

    def __init__(self, house: House, tables: list[Table], seed: int) -> None:
        self.house = house
        self.tables = tables
        self.chance = random.Random(seed)
        self.keys = ["first"]

    def ask(self) -> Awaitable[object]:
        """Return something that somebody asks, sensible or not."""
        chance, table = self.chance, self.chance.choice(self.tables)
        person = chance.choice(PEOPLE)
        key = chance.choice(self.keys) if chance.random() < 0.1 else self.house.key()
        self.keys.append(key)
        what = chance.random()
        if what < 0.15:
            return table.sit(person, chance.choice([-5, 40, 100, 250, 400, 10**12]), key)
        if what < 0.2:
            return table.leave(person, key)
        if what < 0.25:
            return table.deal(person, key)
        moment = table.picture().moment if chance.random() < 0.9 else None
        return table.act(self.actor(table, person), moment, self.action(table), key)

    def actor(self, table: Table, person: Person) -> Person:
        view = table.picture().view
        if view is None or not view.actors or self.chance.random() < 0.1:
            return person
        return table.picture().players[view.actors[0]]

    def action(self, table: Table) -> Action:
        view = table.picture().view
        if view is None or view.options is None:
            return Action(Verb.FOLD)
        verb = self.chance.choice(view.options.verbs())
        wager = view.options.wager
        if wager is None or verb not in WAGERS:
            return Action(verb)
        return Action(verb, self.chance.choice([wager.least, wager.most, 7]))

    async def moment(self) -> None:
        """Let several people ask at once, some of whom give up waiting."""
        tasks = [asyncio.ensure_future(self.ask()) for _ in range(self.chance.randint(1, 4))]
        for task in tasks:
            for _ in range(self.chance.randint(0, 5)):
                await asyncio.sleep(0)
            if self.chance.random() < 0.15:
                task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, BaseException):
                assert isinstance(result, Refusal | IllegalAction | asyncio.CancelledError), result
        if self.chance.random() < 0.2:
            await self.house.turn(self.chance.choice([1.0, 5.0, 61.0]))

    async def settled(self) -> None:
        """Verify that memory, stacks and sums agree."""
        audit = await self.house.audit()
        assert audit.sound, audit
        for table in self.tables:
            for seat in table.picture().seats:
                assert seat.stack >= 0


@pytest.mark.parametrize("seed", range(4))
async def test_no_chip_is_made_or_lost(house: House, seed: int) -> None:
    tables = [await house.open("casino_fixed", 1), await house.open("classic_nl", 2)]
    evening = Evening(house, tables, seed)
    for number in range(120):
        await evening.moment()
        if number % 20 == 19:
            await evening.settled()
        if number % 40 == 39:
            pictures = [table.picture() for table in evening.tables]
            await house.restart()
            evening.tables = [house.tables.at(1), house.tables.at(2)]
            for before, table in zip(pictures, evening.tables, strict=True):
                after = table.picture()
                assert (after.phase, after.seats) == (before.phase, before.seats)
                assert (after.view, after.turn) == (before.view, before.turn)
    assert sum(table.picture().hand for table in evening.tables) > 3
    for table in evening.tables:
        await table.close(PEOPLE[0], house.key())
        assert table.phase is Phase.CLOSED
    balances = [await house.bank.balance(GUILD, person.id) for person in PEOPLE]
    seen = [chips for chips in balances if chips is not None]
    assert sum(seen) == 1000 * len(seen)
