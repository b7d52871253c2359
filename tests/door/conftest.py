"""A table on the pretend Discord, with the real bot in its own process beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

import pytest

from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import Intent, MessageFlag

BALANCES = (
    "SELECT account.owner, balance.chips FROM account JOIN balance USING (account_id)"
    " WHERE account.kind = 'player'"
)


class Playing:
    """A stage with Ann, who manages the server, Ben and Cid."""

    def __init__(self, stage: Rehearsal) -> None:
        self.stage = stage
        self.ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
        self.ben = stage.person("Ben")
        self.cid = stage.person("Cid")

    @property
    def people(self) -> tuple[Person, ...]:
        return (self.ann, self.ben, self.cid)

    async def begin(self, *people: Person, amount: int = 100, **options: Any) -> None:
        """Open a table, seat people in this order, and deal; the last deals."""
        await self.ann.slash("table open", **options)
        for person in people:
            await person.slash("sit", amount=amount)
        await people[0].slash("deal")
        await self.panel("Hand 1")

    async def panel(self, *words: str, timeout: float = 10) -> Any:  # noqa: ASYNC109
        """Wait until the newest panel says all of the words, and return it."""

        def found() -> Any:
            newest = self.newest()
            return newest if newest and all(word in newest.text for word in words) else None

        return await self.stage.wait_for(found, timeout=timeout)

    async def paid_out(self, total: int) -> None:
        """Wait until so many chips are outside tables; nothing but the database tells."""
        for _ in range(250):
            if sum(self.chips().values()) == total:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{self.chips()} do not sum to {total}")

    def actor(self) -> Person:
        """Return whose turn the newest panel says it is."""
        text = self.newest().text
        return next(one for one in self.people if f"{one.mention} to act" in text)

    def newest(self) -> Any:
        """Return the newest panel; what is only said in the channel is none."""
        panels = [
            message
            for message in self.ann.messages()
            if not message.ephemeral and MessageFlag.IS_COMPONENTS_V2 in message.flags
        ]
        return panels[-1] if panels else None

    def balances(self) -> dict[str, int]:
        """Return the chips of Ann, Ben and Cid outside tables, as the database has them."""
        names = {person.id: person.name for person in self.people}
        return {names[owner]: chips for owner, chips in self.chips().items()}

    def chips(self) -> dict[int, int]:
        """Return the chips of everybody outside tables by user id, as the database has them."""
        connection = sqlite3.connect(f"file:{self.stage.database}?mode=ro", uri=True)
        try:
            rows = connection.execute(BALANCES).fetchall()
        finally:
            connection.close()
        return {int(owner): chips for owner, chips in rows}


class Play(Protocol):
    def __call__(
        self,
        *,
        deck: str = ...,
        pause: float = ...,
        faulty: bool = ...,
        plain: bool = ...,
    ) -> AbstractAsyncContextManager[Playing]: ...


@pytest.fixture
def play() -> Play:
    @asynccontextmanager
    async def playing(
        *, deck: str = "", pause: float = 60, faulty: bool = False, plain: bool = False
    ) -> AsyncIterator[Playing]:
        environment = {"DOORCARD_PAUSE": str(pause), "DOORCARD_MESSAGE_CONTENT": str(plain)}
        stage = Rehearsal(
            seed=1,
            deck=deck or None,
            environment=environment,
            intents=Intent.MESSAGE_CONTENT if plain else Intent(0),
        )
        async with stage:
            await stage.start_bot()
            yield Playing(stage)
            assert await stage.stop_bot() == 0, stage.bot_output
            assert ("Traceback" in stage.bot_output) == faulty, stage.bot_output
            assert stage.token not in stage.bot_output
            assert stage.unknown_routes == []
            assert stage.violations == []  # no body was refused for its form
            assert stage.gateway.turns.hasty == []

    return playing
