"""Short simulations with fixed seeds; `make soak` runs long ones."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from tests.soak.dial import Dial
from tests.soak.log import faults
from tests.soak.model import differences
from tests.soak.simulation import Broken, Simulation
from tests.soak.staging import new_stage

Simulating = Callable[..., AbstractAsyncContextManager[Simulation]]


@pytest.fixture
def simulating() -> Simulating:
    @asynccontextmanager
    async def begun(
        seed: int, *, leaks: str = "", weather: bool = True
    ) -> AsyncIterator[Simulation]:
        stage = new_stage(SOAK_LEAK=leaks)
        async with stage, Dial(stage.clock.now) as dial:
            simulation = Simulation(stage, dial, seed, weather=weather)
            await simulation.begin()
            yield simulation

    return begun


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", [7, 62])
async def test_two_days_of_play_in_all_weathers_lose_and_leak_nothing(
    simulating: Simulating, seed: int
) -> None:
    async with simulating(seed) as simulation:
        await simulation.day(2)
        await simulation.day(1)
        await simulation.end()
        assert simulation.counts["hands over"] >= 2, simulation.counts
        assert simulation.watch.named > 500
        assert simulation.watch.lines > 100


async def test_a_watch_notices_every_kind_of_leak(simulating: Simulating) -> None:
    """Faults are built in: the panel shows a down card, Peek the neighbour's, and so on."""
    leaks = "panel,peek,log,digest,file"
    async with simulating(3, leaks=leaks, weather=False) as simulation:
        ann, ben = simulation.stage.person("Ann"), simulation.stage.person("Ben")
        await ann.slash("table open", preset="casino_fixed", clock=0)
        for person in (ann, ben):
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await simulation.stage.wait_for(lambda: "Hand 1" in ann.sees())
        assert differences(simulation.stage), "the model shows a down card too"
        await ben.slash("peek")
        await simulation.play_on(1, shown=False)
        await ben.slash("history last")
        simulation.watch.settle()
        found = simulation.watch.leaks
        panel = [one for one in found if one.reader is None and "secret" in one.what]
        assert any("channel" in one.where for one in panel)
        assert any(one.where == "the log" for one in panel)
        assert any("digest" in one.what for one in found)
        private = [one for one in found if one.reader == ben.id]
        assert any("hand 1 of table" in one.where for one in private)
        assert any("hand 1 of table" not in one.where for one in private)


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
