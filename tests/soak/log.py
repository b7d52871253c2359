"""What the log may say in bad weather, and what it never may."""

from __future__ import annotations

import json
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
    """Yield the records of a log, each with the lines that follow it; of JSON as of text."""
    record: list[str] = []
    for line in map(_as_text, output.splitlines()):
        if _RECORD.match(line) and record:
            yield "\n".join(record)
            record = []
        record.append(line)
    if record:
        yield "\n".join(record)


def _as_text(line: str) -> str:
    """Return a record that was written as JSON as if it had been written as text."""
    if not line.startswith('{"time": '):
        return line
    told = json.loads(line)
    at = told["time"].replace("T", " ").replace(".", ",").removesuffix("Z")
    first = f"{at} {told['level']} {told['logger']}: {told['message']}"
    return "\n    ".join([first, *told.get("exception", "").splitlines()])


def faults(output: str) -> list[str]:
    """Return the records that tell of a fault of ours."""
    return [
        record
        for record in records(output)
        if _FAULT.search(record) and not any(words in record for words in _EXPECTED)
    ]
