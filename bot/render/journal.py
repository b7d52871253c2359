"""A member's transfers in words, by pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.person import Person
from bot.render.chips import change_text
from bot.render.names import name_text, person_text
from bot.render.pages import Paged, page_text, page_view
from bot.store.why import Why
from bot.words import _

if TYPE_CHECKING:
    from bot.cashier import Journal
    from bot.store.journal import Line

_REASONS: Final = (200, 60)
"""How much of a reason is told: all of it, or what always fits into a message."""

_MOST_TEXT: Final = 3_900


def journal_view(journal: Journal) -> discord.ui.LayoutView:
    """Return a page of a member's transfers, for his eyes."""
    texts = (_journal_text(journal, width) for width in _REASONS)
    *_longer, shortest = texts
    text = next((one for one in _longer if len(one) <= _MOST_TEXT), shortest)
    return page_view(text, Paged.JOURNAL, journal.page)


def no_journal_text() -> str:
    """Return the answer to who has no account yet."""
    return _("You have no chips here yet, and so no history.")


def _journal_text(journal: Journal, width: int) -> str:
    lines = [_("**Your chips**"), *(line_text(line, width) for line in journal.lines)]
    return "\n".join([*lines, page_text(journal.page)]).rstrip()


def line_text(line: Line, width: int = 200) -> str:
    """Return one transfer in words; `width` is the most of its reason that is told."""
    words = _words(line).format(
        name=_name(line),
        channel=f"<#{line.channel}>",
        number=line.hand,
        reason=name_text(line.reason, width),
    )
    return f"**{change_text(line.chips)}** · {words} · <t:{int(line.at)}:f>"


def _name(line: Line) -> str:
    if not line.user:
        return _("somebody who was forgotten")
    return person_text(Person(line.user, line.name))


def _words(line: Line) -> str:
    match line.why:
        case Why.START:
            return _("Starting chips")
        case Why.DAILY:
            return _("Daily chips")
        case Why.BUY_IN:
            return _("Brought to the table in {channel}")
        case Why.LEAVE:
            return _("Back from the table in {channel}")
        case Why.HAND:
            return _("Hand {number} in {channel}")
        case Why.GIFT:
            return _("Gift from {name}") if line.chips > 0 else _("Gift to {name}")
        case Why.GRANT:
            return _("Granted by {name}: {reason}")
        case Why.TAKE:
            return _("Taken by {name}: {reason}")
        case _:
            return _("Another transfer")
