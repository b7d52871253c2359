"""The people at the table of the container: they play hands, and look at their cards."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import MessageFlag
from tests.image.unmet import require

BUY_IN: Final = 100
_CHIPS: Final = (
    "SELECT sum(chips) FROM balance JOIN account USING (account_id) WHERE account.kind != 'house'"
)


class People:
    """Ann, who manages the server, Ben and Cid; who is to act acts carefully, so none folds."""

    def __init__(self, stage: Rehearsal) -> None:
        self._stage = stage
        manager = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
        self.all = (manager, stage.person("Ben"), stage.person("Cid"))
        self._players = [Player(person, stage, random.Random(person.name)) for person in self.all]

    async def begin(self) -> None:
        """Open a table, sit down and ask for the first hand."""
        ann = self.all[0]
        await ann.slash("table open", clock=600)
        for person in self.all:
            await person.slash("sit", amount=BUY_IN)
        await ann.slash("deal")
        await self.panel("Hand 1", "to act")

    async def act(self) -> str:
        """Let whose turn it is act once; return what the panel says of the hand then."""
        before = self._newest().text
        actor = self._actor()
        await actor.act(self._newest(), careful=True)
        await self._stage.wait_for(lambda: self._newest().text != before)
        return str(self._newest().text)

    async def play_out(self, hand: int) -> None:
        """Play a hand to its end."""
        while f"Hand {hand} is over" not in self._newest().text:
            await self.act()

    async def panel(self, *words: str) -> Any:
        """Wait until the newest panel says all of the words, and return it."""

        def found() -> Any:
            newest = self._newest()
            return newest if newest and all(word in newest.text for word in words) else None

        return await self._stage.wait_for(found, timeout=20)

    async def cards(self) -> list[str]:
        """Return what each is shown of his own cards in private."""
        answers = [await person.slash("peek") for person in self.all]
        require(all(answer.ephemeral for answer in answers), "cards are shown to everybody")
        return [answer.text for answer in answers]

    def turn(self) -> str:
        """Return whose turn the panel says it is."""
        lines = [line for line in self._newest().text.splitlines() if "to act" in line]
        require(len(lines) == 1, f"the panel says of whose turn it is: {lines}")
        return str(lines[0])

    async def close(self) -> None:
        """Close the table, which pays everybody out."""
        await self.all[0].slash("table close")
        await self.panel("The table is closed")

    def _actor(self) -> Player:
        said = self._newest().text
        return next(p for p in self._players if f"{p.person.mention} to act" in said)

    def _newest(self) -> Any:
        panels = [
            message
            for message in self.all[0].messages()
            if not message.ephemeral and MessageFlag.IS_COMPONENTS_V2 in message.flags
        ]
        return panels[-1] if panels else None


def chips_in(database: Path) -> int:
    """Return all chips that members have, at tables and beside them."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute(_CHIPS).fetchone()[0])
