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
    from engine.view import HandView


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


def over_text(private: Private | None, turn: int) -> str:
    """Return what is left of a menu whose decision is over; `turn` is the hand's turn it was for.

    `private` is what its player sees of the hand now, None where it is gone.
    """
    acts = () if private is None else _acts_of(private.view)[turn:]
    acted = next((one for one in acts if private is not None and one.seat == private.seat), None)
    if private is None or acted is None:
        return _("That is over; the panel shows the rest.")
    secret = private.view.rules.declare is Declare.SIMULTANEOUS
    if acted.action.verb is Verb.DECLARE and secret:
        return declare.told_text(acted.action.declaration)
    return own_act_text(acted)


def _acts_of(view: HandView) -> tuple[Acted, ...]:
    return tuple(acted for chapter in view.chapters for acted in chapter.acts)


def outcome_view(private: Private | None) -> discord.ui.View | None:
    """Return the buttons by which a choice that waits can be changed, None for anything else."""
    if private is None or private.choice is None:
        return None
    return declare.menu_view(private)
