"""Pages that are turned by buttons: what each carries, and the row of them below a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Self

import discord

from bot.words import _

if TYPE_CHECKING:
    from bot.cashier import Page

_COLOUR: Final = 0x5865F2


class Paged(StrEnum):
    """What has pages; the values are the first words of custom_ids."""

    JOURNAL = "journal"
    BALANCE = "balance"
    WINNINGS = "winnings"


PATTERN: Final = re.compile(rf"(?P<paged>{'|'.join(Paged)}):(?P<number>0|[1-9][0-9]{{0,8}})")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page that a button leads to: of what, and its number from 0."""

    paged: Paged
    number: int

    @property
    def custom_id(self) -> str:
        """Return what a button carries, `<paged>:<number>`."""
        return f"{self.paged}:{self.number}"


def read_leaf(custom_id: str) -> Leaf | None:
    """Return what a custom_id leads to, or None where it is no page's."""
    match = PATTERN.fullmatch(custom_id)
    return None if match is None else Leaf(Paged(match["paged"]), int(match["number"]))


class PageButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATTERN):
    """A button that leads to a page; its press goes to the client's fillers, by its first word.

    So it works after a restart, and the library keeps no view of it in memory.
    """

    def __init__(self, leaf: Leaf, label: str = "") -> None:
        super().__init__(discord.ui.Button(label=label or None, custom_id=leaf.custom_id))
        self.leaf = leaf

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the button that was pressed; what it does has been done by then."""
        return cls(Leaf(Paged(match["paged"]), int(match["number"])))


def page_view(
    text: str, paged: Paged, page: Page, other: tuple[Paged, str] | None = None
) -> discord.ui.LayoutView:
    """Return a page with buttons to those beside it, and to `other` pages by their label."""
    layout = discord.ui.LayoutView(timeout=None)
    shown: discord.ui.TextDisplay[discord.ui.LayoutView] = discord.ui.TextDisplay(text)
    layout.add_item(discord.ui.Container(shown, accent_colour=_COLOUR))
    buttons = []
    if page.number > 0:
        buttons.append(PageButton(Leaf(paged, page.number - 1), _("Back")))
    if page.number < page.pages - 1:
        buttons.append(PageButton(Leaf(paged, page.number + 1), _("Next")))
    if other is not None:
        buttons.append(PageButton(Leaf(other[0], 0), other[1]))
    if buttons:
        layout.add_item(discord.ui.ActionRow(*buttons))
    return layout


def page_text(page: Page) -> str:
    """Return which page it is, in small letters, or "" for an only one."""
    if page.pages == 1:
        return ""
    return "-# " + _("Page {number} of {pages}").format(number=page.number + 1, pages=page.pages)
