"""A secret declaration: the menu of each who takes part, and what he is told of his choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import discord

from bot.render.buttons import way_button
from bot.render.cards import row_text
from bot.render.made import holding_text
from bot.render.reasons import way_text
from bot.words import _

if TYPE_CHECKING:
    from bot.picture import Private
    from engine.actions import Declaration


def due_text() -> str:
    """Return what who has not chosen yet is told with his cards."""
    return _("**Declare what you play for**: press “Declare” on the panel, or use `/declare`.")


def chosen_text(choice: Declaration) -> str:
    """Return what somebody has chosen, while others have not."""
    return _("You have chosen **{way}**; you can change it until everyone has chosen.").format(
        way=way_text(choice)
    )


def told_text(declaration: Declaration) -> str:
    """Return what is left of the menu when everybody has chosen."""
    return _("You declare {way}. Everyone has chosen: the panel tells the rest.").format(
        way=way_text(declaration)
    )


def secret_text() -> str:
    """Return the answer, in public, to who wanted to say what he declares."""
    return _(
        "That stays a secret until everyone has chosen: press “Declare” on the panel, or use"
        " `/declare`."
    )


def menu_text(private: Private) -> str:
    """Return what stands over the menu: what the player holds, and what he has chosen."""
    return "\n".join(_menu_lines(private))


def menu_view(private: Private) -> discord.ui.View:
    """Return the menu: a button for each way, the one that is chosen marked and off."""
    view = discord.ui.View(timeout=None)
    for way in private.options.declarations:
        chosen = way is private.choice
        style = discord.ButtonStyle.success if chosen else discord.ButtonStyle.primary
        view.add_item(way_button(private.moment, way, style, live=not chosen))
    return view


def _menu_lines(private: Private) -> Iterator[str]:
    seat = private.view.seats[private.seat]
    yield _("What do you declare?")
    yield _("You hold {cards}: {made}.").format(
        cards=row_text(seen.card for seen in seat.cards),
        made=holding_text(private.view.rules, seat),
    )
    if private.choice is None:
        yield _("-# Nobody else learns it before everyone has chosen.")
    else:
        yield chosen_text(private.choice)
