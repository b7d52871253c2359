"""What is seen of a text that somebody has written: signs without a picture steer nothing."""

from __future__ import annotations

import unicodedata
from typing import Final

_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_MARKS: Final = frozenset({"Cf", "Mn", "Me", "Zs"})
_BLANKS: Final = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\U0001d159")
"""Signs without a picture that Unicode counts as letters, symbols or unassigned."""

_JOINERS: Final = frozenset("\u200c\u200d").union(map(chr, range(0xE0020, 0xE0080)))
"""Signs without a picture that change how their neighbours look, in scripts and emoji."""


def seen(text: str) -> str:
    """Return what is seen of a text on one line, "" where that is nothing."""
    kept = "".join(
        " " if unicodedata.category(sign) in _BREAKS else sign
        for sign in text
        if sign in _JOINERS or unicodedata.category(sign) != "Cf"
    )
    words = " ".join(kept.split())
    shown = any(unicodedata.category(sign) not in _MARKS and sign not in _BLANKS for sign in words)
    return words if shown else ""
