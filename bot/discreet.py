"""How the log is written: no token stands in it, and nobody's text makes a line of it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final, TextIO
from unicodedata import category

MASK: Final = "***"

# Whoever has one of these may speak as the bot for 15 minutes, and the addresses of Discord's
# answers hold them; an error of the connection tells the whole address.
_IN_ADDRESSES: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?#\s\"'<>)\]},]+")

_FURTHER: Final = "\n    "
"""How a further line of a record begins: by that it is told from the next record."""

_STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of signs that steer a terminal, end a line or turn it round."""


class DiscreetFormatter(logging.Formatter):
    """Writes a record as text, its traceback too, with every token masked.

    What people are called may stand in a record: signs that steer are told as what they are, and
    every line but the first is set in, so that none passes for a record of its own.
    """

    def __init__(self, form: str, token: str) -> None:
        """Write records by the format `form`, and mask `token` wherever it stands."""
        super().__init__(form)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record without tokens."""
        lines = masked(super().format(record), self._token).split("\n")
        return _FURTHER.join(flat(line) for line in lines)


class DiscreetJson(logging.Formatter):
    """Writes a record as a JSON object on one line, with every token masked.

    Its members are time (ISO 8601, UTC), level, logger, message and, after a fault, exception.
    """

    def __init__(self, token: str) -> None:
        """Mask `token` wherever it stands."""
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the object of a record without tokens; it is plain ASCII."""
        at = datetime.fromtimestamp(record.created, UTC)
        told = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        faults = [self.formatException(record.exc_info)] if record.exc_info else []
        if record.stack_info:
            faults.append(self.formatStack(record.stack_info))
        if faults:
            told["exception"] = "\n".join(faults)
        return json.dumps({name: masked(text, self._token) for name, text in told.items()})


class DiscreetStream(logging.StreamHandler[TextIO]):
    """Writes to a stream; where that fails the bot goes on, and no record is told otherwise."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Say on standard error that a record is lost, without what it holds.

        The library would write the record's parts as they are, tokens too. Where nobody reads the
        log any more (OSError) there is nothing to say, each time.
        """
        error = sys.exc_info()[1]
        if not isinstance(error, OSError) and sys.stderr is not None:
            lost = f"a record of {record.name} is not written: {type(error).__name__}"
            sys.stderr.write(f"doorcard: {lost}\n")


def masked(text: str, token: str) -> str:
    """Return a text without tokens: `token` and those in addresses of Discord."""
    return _IN_ADDRESSES.sub(lambda found: found[1] + MASK, text.replace(token, MASK))


def flat(line: str) -> str:
    """Return a line in which signs that steer are told as what they are."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(
        sign.encode("unicode_escape").decode() if category(sign) in _STEERING else sign
        for sign in line
    )
