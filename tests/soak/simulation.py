"""Simulated days in two guilds: everything that people do and Discord can, out of one seed.

A round is some steps in fair or in foul weather, then a calm in which everything must be as the
store says. Each step draws from its own chance, of the seed and the step's number: where a run
goes another way (two processes are never in step to the last instruction) the next steps are still
the same ones.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn, TypeVar

from bot.rehearsal.answer import NoAnswer
from bot.rehearsal.channels import Channel
from bot.rehearsal.errors import Refused
from bot.rehearsal.stage import BotDied, Rehearsal
from tests.soak.asked import Asked
from tests.soak.cast import Cast
from tests.soak.deeds import DEEDS, Deed, begin, play
from tests.soak.dial import PORT, Dial
from tests.soak.journal import Journal
from tests.soak.log import faults
from tests.soak.model import differences, expected, reading
from tests.soak.storms import STORMS, clear, kill
from tests.soak.truths import untruths
from tests.soak.watch import Watch

T = TypeVar("T")

STEPS: Final = 30
"""Steps of a round."""

FOUL: Final = 0.5
"""The share of rounds in foul weather."""

STORMY: Final = 0.25
"""The chance of a storm at a step of such a round."""

PATIENCE: Final = 45.0
"""Seconds of real time in which a calm must have brought everything in order."""

DAY: Final = 86_400.0


@dataclass
class Simulation:
    """A simulation on a stage that has been entered; `counts` tell what there was of each thing."""

    stage: Rehearsal
    dial: Dial
    seed: int
    weather: bool = True
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.watch = Watch(self.stage)
        self.cast = Cast(self.stage)
        self.journal = Journal(self.stage.world)
        self.step = 0
        self.foul = False
        self._asked = Asked(self.stage)

    # Days

    async def begin(self) -> None:
        """Start the bot."""
        self.stage.environment |= {PORT: str(self.dial.port), "DOORCARD_PAUSE": "5"}
        self.stage.environment["DOORCARD_KEEP_HANDS"] = "1"
        self.stage.environment["DOORCARD_SEED"] = str(self.seed)
        await self.stage.start_bot()

    async def day(self, rounds: int) -> None:
        """Let a day pass: rounds of play, hours between them."""
        for number in range(rounds):
            self.foul = self.weather and self._chance("round").random() < FOUL
            for _ in range(STEPS):
                await self.one_step()
            await self.calm()
            chance = self._chance("hours")
            night = number == rounds - 1
            for _ in range(chance.randrange(4)):  # the tables are left alone, turn by turn
                await self.turn(chance.choice((10.0, 70.0, 300.0)))
            await self.turn(DAY / rounds if night else chance.uniform(60, DAY / rounds))
            await self.calm()
        self.counts["days"] += 1

    async def one_step(self) -> None:
        """Let one thing be done, sometimes several at once, and time pass."""
        self.step += 1
        chance = self._chance("step")
        self.journal.tell(f"--- step {self.step}")
        doings = [self._deed(random.Random(chance.random()))]
        if chance.random() < 0.1:
            doings += [self._deed(random.Random(chance.random())) for _ in range(2)]
        if self.foul and chance.random() < STORMY:
            doings.insert(0, self._storm(random.Random(chance.random())))
        await asyncio.gather(*doings)
        if chance.random() < 0.4:
            await self.turn(chance.choice((0.5, 2.0, 6.0, 6.0, 15.0, 61.0)))
        if not self.foul:
            await self._until_shown()
        self.watch.settle()
        self._refuse_leaks()

    async def turn(self, seconds: float) -> None:
        """Let so much time pass for everybody."""
        self.stage.clock.turn(seconds)
        await self.dial.turn()
        self.counts["turns"] += 1

    async def _storm(self, chance: random.Random) -> None:
        """Let something go wrong, while people do what they do."""
        strike = _drawn(STORMS, chance)
        self.counts[f"storm {strike.__name__}"] += 1
        self.journal.tell(f"*** {strike.__name__}")
        before = self.stage.gateway.identified
        try:
            await strike(chance, self.cast)
        except (AssertionError, TimeoutError) as error:
            self.fail(f"{strike.__name__}: {error!r}")
        if strike is kill and chance.random() < 0.7:
            await self._revive(before)
        self.journal.tell(
            f"    {[str(storm)[:120] for storm in self.stage.weather if storm.times]}"
        )

    async def _deed(self, chance: random.Random) -> None:
        channel = chance.choice(self.cast.served)
        empty = channel.id not in expected(self.stage)
        doing = begin if empty and chance.random() < 0.4 else _drawn(DEEDS, chance)
        deed = Deed(chance, self.cast, channel)
        self.counts[doing.__name__] += 1
        self.journal.tell(f"... {doing.__name__} in #{channel.name}")
        try:
            await doing(deed)
        except NoAnswer as lost:
            self.counts["unanswered"] += 1
            if not self.foul:
                self.fail(f"in fair weather nothing answered: {lost}")
        except BotDied as died:
            self.counts["died"] += 1
            if not self.foul:
                self.fail(f"in fair weather: {died}")
        except (AssertionError, Refused) as why:  # Discord or its client does not let him
            self.counts["not possible"] += 1
            self.journal.tell(f"    (not possible: {str(why).splitlines()[0][:200]})")

    async def _revive(self, before: int = 0) -> None:
        """Wait until the bot is connected; start it as often as Discord does not let it start.

        `before` is how often shards had identified when it was started.

        That is told in one line and with exit code 1; a traceback is noticed by `verify`.
        """
        stage, gateway = self.stage, self.stage.gateway
        for shard in range(gateway.shards):
            gateway.find(shard)

        def is_connected() -> bool:
            identified = gateway.identified >= before + gateway.shards
            return identified and len(gateway.connected) >= gateway.shards

        for _ in range(5):
            try:
                await stage.wait_for(is_connected, PATIENCE)
            except BotDied:
                self.counts["starts in vain"] += 1
                if stage.bot is not None and stage.bot.exit_code != 1:
                    self.fail(f"the bot ended with {stage.bot.exit_code}")
                await stage.start_bot(ready=False)
            except TimeoutError:
                self.fail("the bot does not connect")
            else:
                return
        self.fail("the bot does not start")

    # Calm

    async def calm(self) -> None:
        """Let the weather clear, wait until everything is in order, and verify all of it."""
        clear(self.cast)
        self.foul = False
        await self._revive()
        await self._until_shown()
        await self.turn(1.0)
        await self._until_shown()
        self.verify()

    def verify(self) -> None:
        """Hold everything against what must be, and fail with all that is not so."""
        found = untruths(self.stage, self._asked.askers)
        found += self._asked.lost(self.counts)
        stage = self.stage
        found += [f"unknown route {one}" for one in stage.unknown_routes]
        found += [f"refused for its form: {one}" for one in stage.violations]
        found += [f"a fault in the log:\n{one}" for one in faults(stage.bot_output)]
        if stage.rest.wrong_answers:
            found += stage.rest.wrong_answers
        if stage.token in stage.bot_output:
            found.append("the token is in the log")
        if found:
            self.fail("\n".join(found))
        self._refuse_leaks()
        self._count_hands()
        self.counts["calms"] += 1
        self.journal.turn_over()

    async def end(self) -> None:
        """Let a hand be played to its end in calm weather, and then every table be closed.

        Everybody has his chips then, and they are all.
        """
        await self.calm()
        await self.play_on(1)
        for channel in self.cast.channels:
            if channel.id in expected(self.stage):
                await self._close(channel)
        await self.calm()
        with reading(self.stage) as connection:
            left = connection.execute(
                "SELECT kind, sum(chips) FROM balance WHERE kind IN ('stack', 'table')"
                " GROUP BY kind HAVING sum(chips) <> 0"
            ).fetchall()
        if left:
            self.fail(f"all tables are closed, and chips lie there still: {left}")
        if await self.stage.stop_bot() != 0:
            self.fail("the bot did not end with 0")
        self.watch.close()

    async def _close(self, channel: Channel) -> None:
        manager = self.cast.manager(channel)
        assert manager is not None, "managers never leave"
        answer = await manager.slash("table close")
        if "closed" not in answer.text:
            self.fail(f"the table of #{channel.name} is not closed: {answer.text}")

    async def play_on(self, hands: int, *, shown: bool = True) -> None:
        """Play in calm weather until so many more hands are over.

        With `shown` off nobody waits until the panels say what they should.
        """
        before = self._hands()
        for number in range(60 * hands):
            if self._hands() >= before + hands:
                return
            chance = random.Random(f"{self.seed} on {number}")
            for channel in self.cast.channels:
                await begin(Deed(chance, self.cast, channel))
                await play(Deed(chance, self.cast, channel))
            await self.turn(6.0)
            if shown:
                await self._until_shown()
        self.fail(f"{self._hands() - before} hands are over after {60 * hands} rounds of play")

    async def _until_shown(self) -> None:
        """Wait until every panel says what the store says."""
        try:
            await self.stage.wait_for(lambda: not differences(self.stage), PATIENCE)
        except TimeoutError:
            self.fail("\n".join(differences(self.stage)) or "the panels came too late")

    # What is wrong

    def _refuse_leaks(self) -> None:
        if self.watch.leaks:
            self.fail("\n".join(map(str, self.watch.leaks)))

    def _hands(self) -> int:
        with reading(self.stage) as connection:
            row = connection.execute("SELECT count(*) FROM hand WHERE state = 'over'").fetchone()
            return int(row[0])

    def _count_hands(self) -> None:
        with reading(self.stage) as connection:
            for state, count in connection.execute(
                "SELECT state, count(*) FROM hand GROUP BY state"
            ).fetchall():
                self.counts[f"hands {state}"] = count
            for kept, count in connection.execute(
                "SELECT kept, count(*) FROM hand GROUP BY kept"
            ).fetchall():
                self.counts["hands kept" if kept else "hands stripped"] = count
            self.counts["acts"] = connection.execute("SELECT count(*) FROM act").fetchone()[0]

    def fail(self, words: str) -> NoReturn:
        """Write the transcript beside and raise Broken with the seed and the step."""
        raise self.journal.broken(self.seed, self.step, words, self.stage.bot_output)

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self.seed} {self.step} {what}")


def _drawn(weighted: Mapping[T, int], chance: random.Random) -> T:
    return chance.choices(list(weighted), weights=list(weighted.values()))[0]
