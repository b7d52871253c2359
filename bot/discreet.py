"""How the log is written: no token ever stands in it, neither the bot's nor an interaction's."""

from __future__ import annotations

import logging
import re
from typing import Final

MASK: Final = "***"

# Whoever has one of these may speak as the bot for 15 minutes, and the addresses of Discord's
# answers hold them; an error of the connection tells the whole address.
_IN_ADDRESSES: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?#\s\"'<>)\]},]+")


class DiscreetFormatter(logging.Formatter):
    """Writes a record, its traceback too, with every token masked."""

    def __init__(self, form: str, token: str) -> None:
        """Write records by the format `form`, and mask `token` wherever it stands."""
        super().__init__(form)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record without tokens."""
        text = super().format(record).replace(self._token, MASK)
        return _IN_ADDRESSES.sub(lambda found: found[1] + MASK, text)
