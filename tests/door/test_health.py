"""`doorcard health` beside a bot of its own: well, stuck, ended."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bot.heartbeat import age_of, heartbeat_file
from bot.rehearsal.process import ROOT
from bot.rehearsal.stage import Rehearsal


def health(database: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", "health"],
        cwd=database.parent,
        env={"PYTHONPATH": str(ROOT), "DOORCARD_DATABASE": str(database)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def eager_bot() -> tuple[str, ...]:
    """Return the command of a bot whose heart beats all the time, and that waits for no answer."""
    script = (
        "import sys, bot.heartbeat as h, bot.gateway as g\nfrom bot.__main__ import main\n"
        "h.EVERY = h._SOON = 0.02\ng._LATE = 0.1\nsys.exit(main([]))"
    )
    return (sys.executable, "-c", script)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - a file tells nobody
            await asyncio.sleep(0.01)


async def test_a_bot_is_well_while_the_gateway_answers_and_not_after_its_end() -> None:
    async with Rehearsal(command=eager_bot()) as stage:
        file = heartbeat_file(stage.database)
        stage.gateway.heartbeat = 0.1
        await stage.start_bot()
        await until(file.exists)
        well = await asyncio.to_thread(health, stage.database)
        assert (well.returncode, well.stdout, well.stderr) == (0, "", "")
        stage.gateway.acknowledges = False
        await until(lambda: (age_of(stage.database) or 0) > 0.3)
        stage.gateway.acknowledges = True
        await until(lambda: (age_of(stage.database) or 9) < 0.1)
        assert await stage.stop_bot() == 0
        ended = await asyncio.to_thread(health, stage.database)
        assert ended.returncode == 1
        assert ended.stderr.startswith("doorcard: no bot is at work on ")
