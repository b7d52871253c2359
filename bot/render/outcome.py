"""What is told in private to who has bought, stood pat or declared: also what a menu becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render import buy, declare
from bot.render.acts import own_act_text
from bot.words import _
from engine.actions import Verb
from engine.events import Acted
from engine.options import Declare

if TYPE_CHECKING:
    import discord

    from bot.picture import Private
    from bot.wish import Wish


def outcome_text(private: Private | None, wish: Wish) -> str:
    """Return what came of a wish that was taken; `private` is None where his hand is gone."""
    if private is None:
        return _("That is done; the panel shows the rest.")
    if wish.verb is Verb.DISCARD:
        return buy.bought_text(private, wish.place)
    if wish.verb is Verb.DECLARE and private.choice is not None:
        return declare.menu_text(private)
    if wish.verb is Verb.DECLARE and private.view.rules.declare is Declare.SIMULTANEOUS:
        return declare.told_text(wish.declaration)
    return own_act_text(Acted(private.seat, wish.action(None), 0, all_in=False))


def outcome_view(private: Private | None) -> discord.ui.View | None:
    """Return the buttons by which a choice that waits can be changed, None for anything else."""
    if private is None or private.choice is None:
        return None
    return declare.menu_view(private)
