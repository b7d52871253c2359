"""What a stage leaves behind."""

from __future__ import annotations

import gc
import weakref

import aiohttp

from bot.rehearsal import Rehearsal


async def _visited() -> weakref.ref[Rehearsal]:
    """Gives a stage that was asked for something and left."""
    async with Rehearsal() as stage, aiohttp.ClientSession() as session:
        # One route that is known and one that isn't: whatever is remembered of either.
        for path in ("/api/v10/gateway", "/api/v10/stickers"):
            async with session.get(stage.url + path) as answer:
                await answer.read()
    return weakref.ref(stage)


async def test_a_stage_that_was_left_is_kept_by_nobody() -> None:
    """Else an evening of stages keeps every world, and Discord's document once for each."""
    stage = await _visited()
    gc.collect()
    assert stage() is None
