"""What is said about what is stored of a member, and the button that forgets him."""

from __future__ import annotations

import re
from typing import Any, Final, Self

import discord

from bot.words import _

FORGET: Final = "forget"
"""What the custom_id of the button begins with; the user's id follows."""

PATTERN: Final = re.compile(f"{FORGET}:(?P<user>[1-9][0-9]{{0,19}})")


class ForgetButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATTERN):
    """The button that says yes; its press goes to the client's fillers, after a restart too."""

    def __init__(self, user: int) -> None:
        super().__init__(
            discord.ui.Button(
                label=_("Forget me"),
                style=discord.ButtonStyle.danger,
                custom_id=f"{FORGET}:{user}",
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the button that was pressed."""
        return cls(int(match["user"]))


def read_forget(custom_id: str) -> int | None:
    """Return whom a custom_id forgets, None where it is another's."""
    match = PATTERN.fullmatch(custom_id)
    return None if match is None else int(match["user"])


def export_text() -> str:
    """Return what stands beside the file."""
    return _(
        "This is all that the bot has stored about you, in all servers. Only who was forgotten once"
        " has left something more: a keyed mark, by which no server gives him starting chips again."
    )


def question_text() -> str:
    """Return the question whether somebody really wants to be forgotten."""
    return _(
        "This replaces you by an anonymous account, in all servers of this bot: your id and your"
        " names are deleted. Your chips stay with that account and are lost to you; who comes back"
        " begins with none, for a keyed mark stays by which the bot knows that. Messages that stand"
        " in channels are Discord's and stay. Forget you?"
    )


def question_view(user: int) -> discord.ui.View:
    """Return the button below the question."""
    view = discord.ui.View(timeout=None)
    view.add_item(ForgetButton(user))
    return view


def forgotten_text() -> str:
    """Return what is left of the question once somebody is forgotten."""
    return _("You are forgotten: nothing in the bot's books names you any more.")
