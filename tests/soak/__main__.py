"""`make soak`: simulated days until it is stopped or DAYS are over, one line a day."""

from __future__ import annotations

import argparse
import asyncio
import random
import time

from tests.soak.dial import Dial
from tests.soak.simulation import Simulation
from tests.soak.staging import new_stage

ROUNDS = 6
"""Rounds of play a day."""


REMEMBERED = 5_000
"""How many of the newest messages and interactions are kept."""


async def soak(seed: int, days: int | None) -> None:
    """Simulate days, all out of one seed; an odd one has a log of JSON."""
    stage = new_stage(REMEMBERED, DOORCARD_LOG_FORMAT="json" if seed % 2 else "text")
    async with stage, Dial(stage.clock.now) as dial:
        simulation = Simulation(stage, dial, seed)
        await simulation.begin()
        began = time.monotonic()
        while days is None or simulation.counts["days"] < days:
            await simulation.day(ROUNDS)
            told = ", ".join(f"{count} {what}" for what, count in simulation.counts.items())
            print(f"{time.monotonic() - began:.0f} s: {told}", flush=True)  # noqa: T201
        await simulation.end()


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser(prog="make soak")
    PARSER.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    PARSER.add_argument("--days", type=int)
    ASKED = PARSER.parse_args()
    print(f"seed {ASKED.seed}", flush=True)  # noqa: T201
    asyncio.run(soak(ASKED.seed, ASKED.days))
