"""People's names and chips in text: nothing a member calls himself is ever markup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.seen import seen
from bot.words import _

if TYPE_CHECKING:
    from bot.person import Person

WIDTH: Final = 32
"""The longest name Discord allows, in characters."""

# Everything Discord's markdown, mentions, timestamps and links begin with or need. A backslash
# before any sign shows the sign alone.
_MARKUP: Final = re.compile(r"[\\*_~|`\[\]()<>@#:]")
_LIST: Final = re.compile(r"\A([0-9]*)([-.])")
"""What makes a list of a line that a name begins."""

_MOST_KEPT: Final = 16_384
"""How many names are kept as they are told: each panel tells all of its players again.

Fewer than there are players would keep none, where tables take turns: about 200 bytes a name.
"""

_LEFTWARD: Final = frozenset({"R", "AL", "AN", ""})
"""The classes of signs that run from right to left; of unknown signs some do."""


def plain_name(name: str, width: int = WIDTH) -> str:
    """Return a name as it is read: one line, nothing that steers text, at most `width` long."""
    words = seen(name) or "?"
    return words if len(words) <= width else words[: width - 1] + "…"


def name_text(name: str, width: int = WIDTH) -> str:
    """Return a name for markdown: nothing in it is markup, and it turns no text around it."""
    escaped = _MARKUP.sub(r"\\\g<0>", plain_name(name, width))
    escaped = _LIST.sub(r"\1\\\2", escaped)
    if any(unicodedata.bidirectional(sign) in _LEFTWARD for sign in escaped):
        return f"\u2068{escaped}\u2069"
    return escaped


@lru_cache(maxsize=_MOST_KEPT)
def person_text(person: Person, width: int = WIDTH) -> str:
    """Return somebody's name for markdown; who has none that is seen is told by his id's end."""
    if not person.id:
        return name_text(_("former player"), width)
    if seen(person.name):
        return name_text(person.name, width)
    digits = str(person.id)[-4:]
    told = _("player {digits}").format(digits=digits)
    return name_text(told if len(told) <= width else digits, width)


def game_text(title: str) -> str:
    """Return the title of a game for markdown; that of a guild's own is its name."""
    return _(title).replace("_", r"\_")


def chips_text(chips: int) -> str:
    """Return an amount with its thousands apart: "1,200"."""
    return f"{chips:,}"


def listed(words: Sequence[str]) -> str:
    """Return words as people list them: "Ann", "Ann and Ben", "Ann, Ben and Cid"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])
