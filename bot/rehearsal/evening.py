"""An evening of four people at one table, played by itself."""

import asyncio
import random
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing

from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import Json, MessageFlag
from bot.rehearsal.world import Deed, Happening

NAMES = ("Ann", "Ben", "Cid", "Dee")
BUY_IN, SMALL_BUY_IN = 200, 40
PACE = 0.25
PAUSE = 12.0
"""Seconds after which a table that deals no next hand is taken to need new chips."""

PATIENCE = 6.0
"""Seconds after which a panel that still shows the same turn is pressed again."""

TRIES = 3
HUNCH, HUNCHES = 1.5, 12
"""The same where nobody is named: seconds, and how often the people try what there is."""

BALANCES = (
    "SELECT owner, chips FROM account JOIN balance USING (account_id) WHERE account.kind = 'player'"
)

_OVER = re.compile(r"\bHand (\d+) is over")
_MENTION = re.compile(r"<@!?(\d+)>")
_TURN = re.compile(r"\bto act\b")


class Stuck(RuntimeError):
    """The evening doesn't go on, and should."""


class NoGame(LookupError):
    """The bot offers no game of that name; the message is one clear line."""


async def games_offered(stage: Rehearsal) -> list[str]:
    """Gives the names of all games that a table can be opened for, as the bot offers them."""
    ann = stage.person(NAMES[0], permissions=Permission.MANAGE_GUILD)
    answer = await ann.completes("table open", "preset", "")
    return [str(choice["value"]) for choice in answer.choices]


class Evening:
    """Ann opens a table, four people sit down and play until told to stop.

    `hands` is how many are played (None: until `stop` is set, or one of them has everything),
    `game` the name of the game that the table is opened for (None: the bot's own choice). The
    first hand is played carefully, so that it comes to a showdown. The people know no more of the
    bot than its commands: who is named on the panel acts, all at once where several are; where
    nobody is, everybody tries its buttons. Private menus are gone through by whom they are for.
    """

    def __init__(
        self,
        stage: Rehearsal,
        stop: asyncio.Event,
        *,
        hands: int | None,
        seed: int | str,
        game: str | None = None,
        pace: float = PACE,
    ) -> None:
        self._stage = stage
        self._stop = stop
        self._hands = hands
        self._game = game
        self._pace = pace
        self.over: set[int] = set()
        self._broke: list[Person] = []
        self._newest: Message | None = None
        manager = Permission.MANAGE_GUILD
        self._people = [
            stage.person(name, permissions=manager if name == NAMES[0] else Permission.NONE)
            for name in NAMES
        ]
        self._players = {
            person.id: Player(person, stage, random.Random(f"{person.name} {seed}"))  # noqa: S311
            for person in self._people
        }
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
        if self._game is None:
            answer = await ann.slash("table open")
        else:
            answer = await ann.slash("table open", preset=await self._found(self._game))
        try:
            await self._stage.wait_for(lambda: self._newest, PATIENCE)
        except TimeoutError as error:
            raise Stuck(f"no panel comes; the bot said: {answer.text}") from error
        for person in self._people:
            await self._breathe()
            await person.slash("sit", amount=BUY_IN)
        await self._breathe()
        await self._people[-1].slash("deal")

    async def _found(self, game: str) -> object:
        """Types a game's name and picks it of what is offered."""
        answer = await self._people[0].completes("table open", "preset", game)
        for choice in answer.choices:
            if choice["value"] == game:
                return choice["value"]
        offered = ", ".join(await games_offered(self._stage))
        raise NoGame(f"There is no game {game!r}; there are: {offered}.")

    async def _go_on(self) -> None:
        tries = 0
        while not self._done:
            panel = await self._next_turn()
            if panel is None:
                return
            shown = panel.payload
            players = self._asked(panel)
            # All at once, as people do; the bot has to bear it.
            await asyncio.gather(*(p.act(panel, careful=not self.over) for p in players))
            await self._breathe()
            tries = 0 if await self._moved_on(shown, players) else tries + 1
            if tries == (TRIES if _named(panel) else HUNCHES):
                raise Stuck(f"{tries} presses and the panel stays as it is:\n{panel.text}")

    async def _moved_on(self, shown: Json, players: Sequence[Player]) -> bool:
        """Waits until the panel is another; the bot may have to wait for a rate limit."""

        def other() -> bool:
            newest = self._newest
            changed = newest is None or newest.payload is not shown
            return self._done or changed or any(player.is_asked for player in players)

        named = self._newest is not None and _named(self._newest)
        try:
            return await self._stage.wait_for(other, PATIENCE if named else HUNCH)
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
        newest = self._newest
        return newest if newest is not None and self._asked(newest) else None

    def _asked(self, panel: Message) -> list[Player]:
        """Gives who is asked for something: named on the panel, or by a menu, or else anybody."""
        named = _named(panel)
        asked = [p for p in self._players.values() if p.person.id in named or p.is_asked]
        return asked or [p for p in self._players.values() if p.could_press(panel)]

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
        message = happening.message
        if message.private_to is not None:
            if message.private_to in self._players:
                self._players[message.private_to].hears(happening)
            return
        if happening.deed is Deed.DELETE:
            self._newest = None if message is self._newest else self._newest
        elif happening.deed is Deed.POST and MessageFlag.IS_COMPONENTS_V2 in message.flags:
            self._newest = message
        found = _OVER.search(message.text)
        if found and int(found[1]) not in self.over:
            self.over.add(int(found[1]))
            poor = [line for line in message.text.splitlines() if "no chips" in line]
            self._broke = [p for p in self._people if any(p.name in line for line in poor)]


def _named(panel: Message) -> list[int]:
    """Gives the ids of those whose turn a panel says it is; of all it mentions if it says none."""
    lines = panel.text.splitlines()
    turns = [line for line in lines if _TURN.search(line)]
    return [int(user) for line in turns or lines for user in _MENTION.findall(line)]
