"""The stage of a simulation: its bot by a turned time, on two shards, under hasty rate limits."""

from __future__ import annotations

import sys
from typing import Final

from bot.rehearsal.buckets import Buckets, Window
from bot.rehearsal.stage import Rehearsal

LAUNCHER: Final = (sys.executable, "-m", "tests.soak.launcher")


class HastyBuckets(Buckets):
    """Rate limits as Discord's, ten times as often: nobody has hours to wait for them."""

    def _window(self, key: tuple[str, str], length: float) -> Window:
        return super()._window(key, length / 10)


def new_stage(remember: int | None = None, **environment: str) -> Rehearsal:
    """Return a stage for a simulation, yet to be entered; it keeps so many of the newest things."""
    stage = Rehearsal(command=LAUNCHER, environment=environment, remember=remember)
    stage.rest.buckets = HastyBuckets(stage.clock)
    stage.gateway.shards = 2
    return stage
