"""An evening at two tables of one server and one of another, at the same time.

Clicks, commands and messages are mixed; there are side pots, all-ins, a leave in mid-hand, a
time-out, a rebuy, and the bot is killed in the middle of three hands. Every chip is accounted for.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from typing import Any

from bot.rehearsal.channels import Channel
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import MessageFlag

# Down cards, up cards, then before each further street a burn; live players clockwise from the
# dealer's left. In the order in which the hands are dealt.
DECKS = (
    "Ks As Qs Kd Ah 2d 3c 5h Ac Qh 3d 7c 8d Qd 3h 9d Td 4c",  # club: Ann, Ben, Cid
    "9s 7d Qs 9c Kd 4d 2c 8h 5c 6h 2h 9d 7h 2s 3s Jc",  # lobby: Eve, Fay, Ann
    "2s 7d As 9c Kd 4d 2c Jh Ah 2h 5c 6d 3h Tc 8s",  # abroad: Ann, Gus, Hal
    "2s 3s 4s Kd 2d Jh 5c 5d 6h 8s 7c 8c 9s 9h Jd",  # club: Ben, Cid, Ann
    "2s 3s Kd 2d 5c 5d 6h 8s 7c 8c 9s 9h Jd",  # lobby: Fay, Eve
    "2s 3s 4s Kd 2d Jh 5c 5d 6h 7h 8s 7c 8c 9s 9h Jd",  # abroad: Gus, Hal, Ann
)
CLOCK = 8
"""Seconds a turn abroad, where somebody lets one pass; a crowded channel shows a panel late."""

BALANCES = (
    "SELECT account.guild, account.owner, balance.chips FROM account"
    " JOIN balance USING (account_id) WHERE account.kind = 'player'"
)
UNBALANCED = (
    "SELECT account.guild, SUM(balance.chips) FROM account JOIN balance USING (account_id)"
    " GROUP BY account.guild HAVING SUM(balance.chips) <> 0"
)


class Room:
    """One table and its people, who act in turn by a click, a command or a message."""

    def __init__(self, stage: Rehearsal, channel: Channel, *names: str) -> None:
        self.stage = stage
        self.people: dict[str, Person] = {
            name: stage.person(
                name,
                channel=channel,
                permissions=Permission.MANAGE_GUILD if name == "Ann" else Permission.NONE,
            )
            for name in names
        }
        self._ways = itertools.cycle((self._click, self._say, self._click, self._slash))

    async def open(self, *buy_ins: int, **options: Any) -> None:
        await self.people["Ann"].slash("table open", **options)
        for person, amount in zip(self.people.values(), buy_ins, strict=True):
            await person.slash("sit", amount=amount)

    async def deal(self, number: int) -> None:
        """Deal a hand at once; the pause is longer than the evening."""
        await next(iter(self.people.values())).slash("deal")
        await self.panel(f"Hand {number}", "to act")

    async def play(self, *acts: str) -> None:
        """Let people act, "Ann raise to 20": it must be Ann's turn."""
        for act in acts:
            name, _, words = act.partition(" ")
            await self.panel(f"{self.people[name].mention} to act")
            before = self.turn()
            await next(self._ways)(self.people[name], words)
            await self._turned(before)

    async def panel(self, *words: str) -> Any:
        """Wait until the panel says all of the words."""

        def found() -> Any:
            newest = self.newest()
            return newest if newest and all(word in newest.text for word in words) else None

        return await self.stage.wait_for(found, 20)

    def newest(self) -> Any:
        everything = next(iter(self.people.values())).messages()
        panels = [
            message
            for message in everything
            if not message.ephemeral and MessageFlag.IS_COMPONENTS_V2 in message.flags
        ]
        return panels[-1] if panels else None

    def turn(self) -> str | None:
        """Return the hand and turn that the panel's buttons carry, None where it has none."""
        ids = [str(part.get("custom_id")) for part in self.newest().components]
        return next((one for one in ids if one.endswith(":peek")), None)

    async def _turned(self, before: str | None) -> None:
        await self.stage.wait_for(lambda: self.turn() != before)

    async def _click(self, person: Person, words: str) -> None:
        verb, *rest = words.split()
        label = words.capitalize()
        if verb in ("bet", "raise") and label not in self.newest().buttons():
            await person.click("Bet …" if verb == "bet" else "Raise to …")
            await person.submit(amount=rest[-1])
        else:
            await person.click(label)

    async def _say(self, person: Person, words: str) -> None:
        await person.say(f"@Doorcard {words}")

    async def _slash(self, person: Person, words: str) -> None:
        verb, *rest = words.split()
        if verb in ("bet", "raise"):
            await person.slash(verb, amount=int(rest[-1]))
        else:
            await person.slash({"bring in": "bring-in", "all-in": "allin"}.get(words, words))


async def test_an_evening_at_three_tables_at_the_same_time() -> None:
    environment = {"DOORCARD_PAUSE": "60"}
    async with Rehearsal(seed=1, deck=";".join(DECKS), environment=environment) as stage:
        await stage.start_bot()
        other = stage.found_guild("Abroad")
        club = Room(stage, stage.table, "Ann", "Ben", "Cid")
        lobby = Room(stage, stage.lobby, "Eve", "Fay", "Ann")
        abroad = Room(stage, other.channel("table"), "Ann", "Gus", "Hal")
        await club.open(100, 60, 200, preset="classic_nl", clock=0)
        await lobby.open(100, 100, 100, clock=0)
        await abroad.open(100, 100, 100, clock=CLOCK)
        for room in (club, lobby, abroad):
            await room.deal(1)
        await asyncio.gather(side_pot(club), leave(lobby), time_out(abroad))

        # Ann has lost everything at the club and buys in again; abroad she plays on.
        assert "You sit with 100 chips" in (await club.people["Ann"].slash("sit", amount=100)).text
        await club.deal(2)
        await lobby.deal(2)
        await asyncio.gather(
            club.play("Cid bring in", "Ann raise to 10", "Ben call", "Cid fold", "Ben bet 20"),
            lobby.play("Eve bring in", "Fay complete", "Eve call", "Fay check"),
        )
        await abroad.deal(2)
        await abroad.play("Hal bring in", "Ann call", "Gus call", "Gus check", "Hal check")
        await stage.kill_bot()
        await stage.start_bot()
        await asyncio.gather(
            club.play("Ann call", "Ben check", "Ann all-in", "Ben call"),
            lobby.play(
                "Eve bet 10", "Fay raise to 20", "Eve call", "Fay check", "Eve check",
                "Fay bet 20", "Eve fold",
            ),
            abroad.play(
                "Ann bet 10", "Gus call", "Hal fold", "Gus check", "Ann check",
                "Ann bet 20", "Gus call",
            ),
        )  # fmt: skip
        await club.panel("Hand 2 is over", "Ann wins 201")
        await lobby.panel("Hand 2 is over", "Fay wins 62")
        await abroad.panel("Hand 2 is over", "Ann wins 75")

        assert "201 chips" in (await club.people["Ann"].slash("leave")).text
        for room in (club, lobby, abroad):
            await room.people["Ann"].slash("table close")
        assert balances(stage) == {
            ("Card Club", "Ann"): 1000 - 100 + 101 - 11,
            ("Card Club", "Ben"): 1000 + 120 - 100,
            ("Card Club", "Cid"): 1000 - 20 - 1,
            ("Card Club", "Eve"): 1000 + 32 - 31,
            ("Card Club", "Fay"): 1000 - 21 + 31,
            ("Abroad", "Ann"): 1000 - 31 + 40,
            ("Abroad", "Gus"): 1000 - 1 - 35,
            ("Abroad", "Hal"): 1000 + 32 - 5,
        }
        assert await stage.stop_bot() == 0
        assert "Traceback" not in stage.bot_output
        assert stage.unknown_routes == []
        assert stage.violations == []


async def side_pot(club: Room) -> None:
    """Ann bets everything, Ben calls for less, Cid covers both: 180 to Ben, 80 to Cid."""
    await club.play("Cid bring in", "Ann all-in", "Ben call", "Cid call")
    over = await club.panel("Hand 1 is over")
    assert "Ben wins the main pot of 180 with three of a kind, aces" in over.text
    assert "Cid wins the side pot of 80 with three of a kind, queens" in over.text


async def leave(lobby: Room) -> None:
    """Ann leaves in mid-hand: she checks where it is free, folds to the bet, and is paid 89."""
    await lobby.play("Ann bring in", "Eve complete", "Fay call", "Ann call")
    answer = await lobby.people["Ann"].slash("leave")
    assert "The hand goes on without you" in answer.text
    await lobby.play("Fay check", "Eve bet 10", "Fay call")
    await lobby.play("Eve check", "Fay check", "Eve check", "Fay check")
    over = await lobby.panel("Hand 1 is over", "Eve wins 53")
    assert "**Ann** · folded · has left" in over.text


async def time_out(abroad: Room) -> None:
    """Gus lets his turn pass and folds; Hal's aces beat Ann."""
    await abroad.play("Hal bring in", "Ann complete")
    await abroad.panel("Gus folds")
    await abroad.play("Hal call", "Hal bet 10", "Ann raise to 20", "Hal call")
    await abroad.play("Hal check", "Ann check", "Hal check", "Ann check")
    await abroad.panel("Hand 1 is over", "Hal wins 63")


def balances(stage: Rehearsal) -> dict[tuple[str, str], int]:
    """Return everybody's chips outside tables by guild and name; each guild's books balance."""
    connection = sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)
    try:
        assert connection.execute(UNBALANCED).fetchall() == []
        rows = connection.execute(BALANCES).fetchall()
    finally:
        connection.close()
    world = stage.world
    return {
        (world.guilds[int(guild)].name, world.users[int(owner)].name): chips
        for guild, owner, chips in rows
    }
