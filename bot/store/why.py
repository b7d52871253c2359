"""What chips are moved for."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Why(StrEnum):
    """What a transfer is for."""

    START = "starting chips"
    BUY_IN = "buy-in"
    HAND = "hand"
    LEAVE = "leave"
    DAILY = "daily chips"
    GIFT = "gift"
    GRANT = "grant"
    TAKE = "take"


OUTSIDE: Final = "why NOT IN ('hand', 'buy-in', 'leave')"
"""The transfers that are of no table, as two indexes of the schema have them: word for word."""
