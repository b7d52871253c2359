"""An evening of four people at one table, played by itself."""

import asyncio
import random
import re
import sqlite3
from contextlib import closing

from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import Json, MessageFlag
from bot.rehearsal.world import Happening

NAMES = ("Ann", "Ben", "Cid", "Dee")
BUY_IN, SMALL_BUY_IN = 200, 40
PACE = 0.25
PAUSE = 12.0
"""Seconds after which a table that deals no next hand is taken to need new chips."""

PATIENCE = 6.0
"""Seconds after which a panel that still shows the same turn is pressed again."""

TRIES = 3
BALANCES = (
    "SELECT owner, chips FROM account JOIN balance USING (account_id) WHERE account.kind = 'player'"
)

_HAND = re.compile(r"\bHand (\d+)\b")
_OVER = re.compile(r"\bHand (\d+) is over")
_MENTION = re.compile(r"<@!?(\d+)>")


class Stuck(RuntimeError):
    """The evening doesn't go on, and should."""


class Evening:
    """Ann opens a table, four people sit down and play until told to stop.

    `hands` is how many are played (None: until `stop` is set, or one of them has everything). The
    first hand is played carefully, so that it comes to a showdown.
    """

    def __init__(
        self,
        stage: Rehearsal,
        stop: asyncio.Event,
        *,
        hands: int | None,
        seed: int | str,
        pace: float = PACE,
    ) -> None:
        self._stage = stage
        self._stop = stop
        self._hands = hands
        self._pace = pace
        self.over: set[int] = set()
        self._broke: list[Person] = []
        chance = random.Random(f"people {seed}")  # noqa: S311 (people, not cards)
        manager = Permission.MANAGE_GUILD
        self._people = [
            stage.person(name, permissions=manager if name == NAMES[0] else Permission.NONE)
            for name in NAMES
        ]
        self._players = {person.id: Player(person, chance) for person in self._people}
        stage.world.on_message.append(self._happened)

    async def play(self) -> int:
        """Plays the evening to its end and gives how many hands were finished."""
        await self._begin()
        await self._go_on()
        await self._end()
        if not self.over and not self._stop.is_set():
            raise Stuck("no hand was played to its end")
        return len(self.over)

    def balances(self) -> dict[str, int]:
        """Gives each person's chips, read from the bot's database."""
        names = {person.id: person.name for person in self._people}
        address = f"file:{self._stage.database}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            rows = connection.execute(BALANCES).fetchall()
        found = {names.get(int(owner), str(owner)): int(chips) for owner, chips in rows}
        return {name: found[name] for name in (*NAMES, *sorted(found)) if name in found}

    @property
    def _done(self) -> bool:
        enough = self._hands is not None and len(self.over) >= self._hands
        return enough or self._stop.is_set()

    async def _begin(self) -> None:
        ann = self._people[0]
        await ann.slash("table open")
        for person in self._people:
            await self._breathe()
            await person.slash("sit", amount=BUY_IN)
        await self._breathe()
        await self._people[-1].slash("deal")

    async def _go_on(self) -> None:
        tries = 0
        while not self._done:
            panel = await self._next_turn()
            if panel is None:
                return
            shown = panel.payload
            for user_id in _actors(panel):
                if user_id in self._players and not self._done:
                    await self._players[user_id].act(panel, careful=not self.over)
                    await self._breathe()
            tries = 0 if await self._moved_on(shown) else tries + 1
            if tries == TRIES:
                raise Stuck(f"{TRIES} presses and the panel stays as it is:\n{panel.text}")

    async def _moved_on(self, shown: Json) -> bool:
        """Waits until the panel is another; the bot may have to wait for a rate limit."""

        def other() -> bool:
            panel = self._panel()
            return self._done or panel is None or panel.payload is not shown

        try:
            return await self._stage.wait_for(other, PATIENCE)
        except TimeoutError:
            return False

    async def _next_turn(self) -> Message | None:
        """Waits for a panel on which somebody is to act; None when nothing more comes."""
        in_vain = 0
        while not self._done and in_vain < 3:
            try:
                await self._stage.wait_for(self._news, PAUSE)
            except TimeoutError:
                in_vain += 1
                await self._rebuy()
                continue
            if self._done or not self._broke:
                return self._panel()
            await self._sit(self._broke.pop())
        return None

    def _news(self) -> bool:
        return bool(self._done or self._broke or self._panel())

    def _panel(self) -> Message | None:
        """Gives the newest panel if somebody is to act on it."""
        for message in reversed(self._people[0].messages()):
            if MessageFlag.IS_COMPONENTS_V2 in message.flags and _HAND.search(message.text):
                return message if _actors(message) else None
        return None

    async def _rebuy(self) -> None:
        """Lets everybody buy chips who has room for them, and asks for the next hand."""
        for person in self._people:
            await self._sit(person)
        await self._people[0].slash("deal")

    async def _sit(self, person: Person) -> None:
        # Who has not enough for the one may have enough for the other; a seat full of chips is
        # refused both, and keeps what it has.
        for amount in (BUY_IN, SMALL_BUY_IN):
            await person.slash("sit", amount=amount)

    async def _end(self) -> None:
        for person in self._people:
            await person.slash("leave")
        await self._people[0].slash("table close")

    async def _breathe(self) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), self._pace)
        except TimeoutError:
            return  # nobody has asked to stop

    def _happened(self, happening: Happening) -> None:
        text = happening.message.text
        found = _OVER.search(text)
        if found and int(found[1]) not in self.over:
            self.over.add(int(found[1]))
            poor = [line for line in text.splitlines() if "no chips" in line]
            self._broke = [p for p in self._people if any(p.name in line for line in poor)]


def _actors(panel: Message) -> list[int]:
    for line in panel.text.splitlines():
        if "to act" in line:
            return [int(user) for user in _MENTION.findall(line)]
    return []
