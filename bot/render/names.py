"""People's names and chips in text: nothing a member calls himself is ever markup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from gettext import gettext as _
from typing import Final

WIDTH: Final = 32
"""The longest name Discord allows, in characters."""

# Everything Discord's markdown, mentions, timestamps and links begin with or need. A backslash
# before any sign shows the sign alone.
_MARKUP: Final = re.compile(r"[\\*_~|`\[\]()<>@#:]")
_UNSEEN: Final = frozenset({"Cc", "Zl", "Zp"})
_TURNS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain_name(name: str, width: int = WIDTH) -> str:
    """Return a name as it is read: one line, no control characters, at most `width` long."""
    kept = "".join(
        " " if unicodedata.category(sign) in _UNSEEN else sign
        for sign in name
        if sign not in _TURNS
    )
    words = " ".join(kept.split()) or "?"
    return words if len(words) <= width else words[: width - 1] + "…"


def name_text(name: str, width: int = WIDTH) -> str:
    """Return a name for markdown, every sign in it that could be markup escaped."""
    return _MARKUP.sub(r"\\\g<0>", plain_name(name, width))


def chips_text(chips: int) -> str:
    """Return an amount with its thousands apart: "1,200"."""
    return f"{chips:,}"


def listed(words: Sequence[str]) -> str:
    """Return words as people list them: "Ann", "Ann and Ben", "Ann, Ben and Cid"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])
