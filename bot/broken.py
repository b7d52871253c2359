"""The fault for which a hand is called off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BrokenHand(Exception):
    """A hand that cannot be carried on, by our fault; at a table it is voided and refunded."""


@contextmanager
def no_fault_passes() -> Iterator[None]:
    """Turn any fault into BrokenHand where no player has chosen anything."""
    try:
        yield
    except BrokenHand:
        raise
    except Exception as error:
        raise BrokenHand("the engine fails where nobody has chosen anything") from error
