"""What has been heard already: Discord may tell of one message or command twice."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_MOST: Final = 2_000
"""How many are remembered: far more than a connection that was lost repeats."""


class Heard:
    """Remembers the newest ids of messages and commands, taken or refused.

    An act that counts is kept in the store under its id; one that was refused is not, and carries
    no turn: heard again later it could count at a turn its author has never seen. A new process
    is told of nothing old, so memory suffices.
    """

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()

    def is_new(self, one: int) -> bool:
        """Tell whether an id comes for the first time, and remember it."""
        if one in self._ids:
            return False
        self._ids[one] = None
        if len(self._ids) > _MOST:
            self._ids.popitem(last=False)
        return True
