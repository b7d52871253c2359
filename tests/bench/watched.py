"""What the benches of bots share: their process seen from outside, Discord without limits."""

from __future__ import annotations

import struct
import time
from pathlib import Path
from statistics import quantiles

from bot.rehearsal.buckets import Buckets, Draw


class Unlimited(Buckets):
    """No rate limits, and no headers that tell of any: the library waits by the headers."""

    def draw(self, route: str, major: str) -> Draw:
        return Draw({})


def processor_time(pid: int) -> float:
    """Return the processor seconds of a process so far, all its threads."""
    # The clock clock_getcpuclockid(3) names: utime + stime, in finer steps than /proc/PID/stat.
    return time.clock_gettime(~pid << 3 | 2)


def memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def commits(database: Path) -> int:
    """Return how many transactions SQLite has written to a database in WAL mode so far.

    It counts them itself, for its readers: `iChange` in the header of the WAL's index.
    """
    with database.with_name(f"{database.name}-shm").open("rb") as index:
        return int(struct.unpack_from("=III", index.read(12))[2])


def percentiles(waits: list[float]) -> tuple[float, float]:
    """Return the 50th and the 99th percentile, in milliseconds, of waits in seconds."""
    cuts = quantiles(waits, n=100, method="inclusive")
    return 1e3 * cuts[49], 1e3 * cuts[98]
