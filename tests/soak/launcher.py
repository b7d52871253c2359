"""The bot as a process of its own, by a time that the test turns.

SOAK_DIAL is the port of the dial; SOAK_LEAK names a fault that is built in, to show that the watch
over secrets notices it (`leaks.py`).
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from bot.process import begin_log, serve
from bot.settings import Settings, read_settings
from tests.soak.dial import PORT
from tests.soak.leaks import leak
from tests.soak.turned import TurnedTime


async def main(settings: Settings) -> None:
    """Run the bot until it is stopped, and let its time be turned meanwhile."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(os.environ[PORT]))
    time = TurnedTime(float(await reader.readline()))
    writer.write(b"taken\n")
    turning = asyncio.create_task(_obey(time, reader, writer))
    try:
        await serve(settings, time)
    finally:
        turning.cancel()
        writer.close()


async def _obey(
    time: TurnedTime, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    while line := await reader.readline():
        time.turn_to(float(line))
        writer.write(b"taken\n")
        await writer.drain()


if __name__ == "__main__":
    SETTINGS = read_settings(Path(".env"))
    begin_log(SETTINGS)
    leak(os.environ.get("SOAK_LEAK", ""))
    asyncio.run(main(SETTINGS))
