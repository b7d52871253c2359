"""Nonces: which posts are one message, and whether the answer to one is an older message.

For five minutes Discord answers a post whose enforced nonce it knows with the message that is there
already, and posts nothing.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BYTES: Final = 12
"""What of a hash fits in a nonce of 25 letters as hexadecimal digits."""


def nonce_of(line: int, *parts: object) -> str:
    """Return the nonce of what is posted once in a line of a database: 24 letters."""
    text = ".".join(str(part) for part in (line, *parts))
    return hashlib.blake2b(text.encode(), digest_size=_BYTES).hexdigest()


def holds(message: discord.Message, sent: str | discord.ui.LayoutView) -> bool:
    """Tell whether a message says what was sent: its text, or a panel's texts and buttons."""
    if isinstance(sent, str):
        return message.content.strip() == sent.strip()
    found = discord.ui.LayoutView.from_message(message, timeout=None)
    found.stop()  # a stopped view is looked at and not kept
    return list(_told(found.walk_children())) == list(_told(sent.walk_children()))


def _told(items: Iterable[discord.ui.Item[Any]]) -> Iterator[tuple[object, ...]]:
    """Tell what people read and press, without what Discord adds to it."""
    for item in items:
        match item:
            case discord.ui.TextDisplay():
                yield (item.content.strip(),)
            case discord.ui.Button():
                yield item.custom_id, item.label, item.disabled
            case discord.ui.DynamicItem():
                yield from _told([item.item])
            case _:
                continue
