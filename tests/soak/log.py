"""What the log may say in bad weather, and what it never may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_RECORD: Final = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ ")
_FAULT: Final = re.compile(r" (ERROR|CRITICAL) |Traceback")
_EXPECTED: Final = (
    "Discord refuses the panel",  # a permission was taken away
    "discord.client: Attempting a reconnect in",  # the connection was broken
)


def records(output: str) -> Iterator[str]:
    """Yield the records of a log, each with the lines that follow it."""
    record: list[str] = []
    for line in output.splitlines():
        if _RECORD.match(line) and record:
            yield "\n".join(record)
            record = []
        record.append(line)
    if record:
        yield "\n".join(record)


def faults(output: str) -> list[str]:
    """Return the records that tell of a fault of ours."""
    return [
        record
        for record in records(output)
        if _FAULT.search(record) and not any(words in record for words in _EXPECTED)
    ]
