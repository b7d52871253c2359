"""Short simulations with fixed seeds; `make soak` runs long ones."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import pytest

from tests.soak.dial import Dial
from tests.soak.journal import Broken
from tests.soak.leaks import FAULTS, FORMS
from tests.soak.log import faults
from tests.soak.model import differences
from tests.soak.simulation import Simulation
from tests.soak.staging import new_stage
from tests.soak.watch import Leak

Simulating = Callable[..., AbstractAsyncContextManager[Simulation]]

SURE: Final = 0.7
"""The share of what is in the store whose answer must be known as an acknowledgement."""


@pytest.fixture
def simulating() -> Simulating:
    @asynccontextmanager
    async def begun(
        seed: int, *, weather: bool = True, **environment: str
    ) -> AsyncIterator[Simulation]:
        stage = new_stage(None, **environment)
        async with stage, Dial(stage.clock.now) as dial:
            simulation = Simulation(stage, dial, seed, weather=weather)
            await simulation.begin()
            yield simulation

    return begun


@pytest.mark.slow
@pytest.mark.unmeasured
@pytest.mark.parametrize(("seed", "log"), [(7, "text"), (62, "json")])
async def test_two_days_of_play_in_all_weathers_lose_and_leak_nothing(
    simulating: Simulating, seed: int, log: str
) -> None:
    async with simulating(seed, DOORCARD_LOG_FORMAT=log) as simulation:
        await simulation.day(2)
        await simulation.day(1)
        await simulation.end()
        counts, watch = simulation.counts, simulation.watch
        assert counts["hands over"] >= 2, counts
        assert counts["hands stripped"] >= 1, counts  # each after a day
        for kind in ("commands", "clicks"):
            assert counts[f"{kind} acknowledged"] > SURE * counts[f"{kind} taken"] > 0, counts
        assert watch.named > 500
        assert watch.claimed > 30
        assert watch.lines > 100


@pytest.mark.slow
async def test_a_watch_notices_every_kind_of_leak(simulating: Simulating) -> None:
    """Faults are built in: the panel shows a down card, Peek the neighbour's, and so on."""
    told = {"SOAK_LEAK": ",".join(FAULTS), "DOORCARD_LOG_FORMAT": "json"}
    deck = "Kc As 3d 7h"  # who acts first holds a king, and shows a three
    async with simulating(3, weather=False, DOORCARD_DECK=deck, **told) as simulation:
        ann, ben = simulation.stage.person("Ann"), simulation.stage.person("Ben")
        await ann.slash("table open", preset="casino_fixed", clock=60)
        for person in (ann, ben):
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await simulation.stage.wait_for(lambda: "Hand 1" in ann.sees())
        assert differences(simulation.stage), "the model shows a down card too"
        await ben.slash("peek")
        for person in (ann, ben):
            await person.slash("raise", amount=999)
        await simulation.turn(45.0)
        await simulation.stage.wait_for(lambda: "your turn" in ann.sees())
        await simulation.play_on(1, shown=False)
        await ben.slash("history last")
        simulation.watch.settle()
        missed = set(FAULTS) - {_fault(one) for one in simulation.watch.leaks}
        assert not missed, "\n".join(map(str, simulation.watch.leaks))


def _fault(leak: Leak) -> str | None:
    """Return which of the faults that are built in has let a secret out."""
    secret = leak.what.startswith("secret")
    said = leak.what.removeprefix("claim ").strip("“”")
    told = re.search(r"held: ([^)]*)|somebody has ([a-z ]*)|He holds ([^.]*)", leak.text)
    match leak.where:
        case "the log":
            name = re.search(rf"({'|'.join(FORMS)}): ", leak.text)
            if "digest" in leak.what:
                return "digest"
            if name is None:
                return "log" if secret and "the deck is" in leak.text else None
            return name[1] if secret is (name[1] != "rank") else None
        case where if "hand 1 of table" in where:
            return "file" if leak.reader is not None and secret else None
        case _ if secret:
            return "panel" if leak.reader is None else "peek"
        case _ if told is not None and said in told[0]:
            return {1: "words", 2: "ping", 3: "error"}[told.lastindex or 0]
        case _:
            return None


async def test_chips_out_of_nothing_break_a_simulation(simulating: Simulating) -> None:
    async with simulating(5, weather=False) as simulation:
        await simulation.stage.person("Ann").slash("chips daily")
        with sqlite3.connect(simulation.stage.database) as connection:
            connection.execute("UPDATE balance SET chips = chips + 1 WHERE kind = 'player'")
        connection.close()
        with pytest.raises(Broken, match=r"seed 5, step 0(.|\n)* do not sum to 0"):
            simulation.verify()


def test_the_log_is_read_record_by_record() -> None:
    output = (
        "2026-11-30 01:00:00,001 INFO bot: well\n"
        "2026-11-30 01:00:00,002 ERROR cogs.errors: fault 45b4d3\nTraceback (most recent call\n"
        "2026-11-30 01:00:00,003 ERROR bot.board: table 1: Discord refuses the panel: 403"
    )
    [fault] = faults(output)
    assert "45b4d3" in fault
    assert "Traceback" in fault


def test_a_log_of_json_is_read_as_well() -> None:
    def record(level: str, logger: str, **said: str) -> str:
        return json.dumps(
            {"time": "2026-11-30T01:00:00.001Z", "level": level, "logger": logger} | said
        )

    output = "\n".join(
        (
            record("INFO", "bot", message="well"),
            "doorcard: a line of another form",
            record("ERROR", "cogs.errors", message="fault 45b4d3", exception="Traceback (most"),
            record("ERROR", "discord.client", message="Attempting a reconnect in 1.00s"),
        )
    )
    [fault] = faults(output)
    assert "45b4d3" in fault
    assert "Traceback" in fault
