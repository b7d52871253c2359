"""The members of a server by their chips or their winnings, by pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.person import Person
from bot.render.chips import change_text
from bot.render.names import chips_text, person_text
from bot.render.pages import Paged, page_text, page_view
from bot.store.standings import By, Standing
from bot.words import _

if TYPE_CHECKING:
    from bot.cashier import Leaderboard


def leaderboard_view(board: Leaderboard) -> discord.ui.LayoutView:
    """Return a page of a leaderboard, with a button that leads to the other one."""
    if board.by is By.BALANCE:
        title, other = _("**Most chips**"), (Paged.WINNINGS, _("By winnings"))
        paged = Paged.BALANCE
    else:
        title, other = _("**Most won in hands**"), (Paged.BALANCE, _("By chips"))
        paged = Paged.WINNINGS
    lines = [_line(standing, board.by) for standing in board.lines]
    text = "\n".join([title, *(lines or [_("Nobody has chips here yet.")]), page_text(board.page)])
    return page_view(text.rstrip(), paged, board.page, other)


def _line(standing: Standing, by: By) -> str:
    chips = standing.chips
    told = chips_text(chips) if by is By.BALANCE else change_text(chips)
    name = person_text(Person(standing.user, standing.name))
    # A backslash keeps Discord from making a list of its own numbers of it.
    return f"{standing.rank}\\. {name} · **{told}**"
