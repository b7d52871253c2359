"""The message that calls an actor before his time runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.person import Person


def ping_text(actors: Sequence[Person], due_at: float) -> str:
    """Return the call to the actors; Discord counts down to their deadline by itself."""
    names = " ".join(f"<@{person.id}>" for person in actors)
    return _("{names}, your turn: {when}").format(names=names, when=f"<t:{int(due_at)}:R>")
