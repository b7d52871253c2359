"""Sums of chips without a bound: SQLite's own fails beyond 2^63, and with it whoever audits."""

from __future__ import annotations

from typing import Final

_BITS: Final = 32
_LOW: Final = 2**_BITS - 1


def halves(chips: str) -> tuple[str, str]:
    """Return what SQL sums in place of a column: its high half and its low one."""
    return f"sum({chips} >> {_BITS})", f"sum({chips} & {_LOW})"


def whole(high: int | None, low: int | None) -> int:
    """Return a sum of chips out of those of the halves, 0 where there were none."""
    return ((high or 0) << _BITS) + (low or 0)
