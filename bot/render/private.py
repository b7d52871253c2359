"""What one player alone is told: his cards, what he holds, and what he may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import discord

from bot.picture import is_secret
from bot.render.buttons import fold_anyway_button
from bot.render.cards import row_text
from bot.render.declare import chosen_text, due_text
from bot.render.made import holding_text
from bot.render.reasons import declaration_words, possible_text
from bot.words import _

if TYPE_CHECKING:
    from bot.picture import Moment, Private
    from engine.rules import HouseRules
    from engine.view import SeatView

_COLOUR: Final = 0x5865F2


def private_view(private: Private, *, turn: bool = True) -> discord.ui.LayoutView:
    """Return the message with a player's own cards, for his eyes only.

    `turn` adds what he may do now; a message that nobody asked for stays true without it.
    """
    seat = private.view.seats[private.seat]
    lines = list(_lines(private.moment.hand, seat, private.view.rules))
    if turn:
        lines += _turn_lines(private, seat)
    layout = discord.ui.LayoutView(timeout=None)
    text: discord.ui.TextDisplay[discord.ui.LayoutView] = discord.ui.TextDisplay("\n".join(lines))
    layout.add_item(discord.ui.Container(text, accent_colour=_COLOUR))
    return layout


def fold_question(moment: Moment) -> discord.ui.View:
    """Return the view under the question whether to fold where a check is free."""
    view = discord.ui.View(timeout=None)
    view.add_item(fold_anyway_button(moment))
    return view


def _lines(hand: int, seat: SeatView, rules: HouseRules) -> Iterator[str]:
    yield _("**Your cards** · hand {number}").format(number=hand)
    down = row_text(seen.card for seen in seat.cards if not seen.up)
    up = row_text(seen.card for seen in seat.cards if seen.up)
    yield _("Down {down} · up {up}").format(down=down, up=up)
    holding = holding_text(rules, seat)
    if holding:
        yield _("You hold {made}.").format(made=holding)
    gone = row_text(seen.card for seen in seat.discards)
    if gone:
        yield _("You gave up {cards}.").format(cards=gone)
    if seat.declared is not None:
        yield _("You {declare}.").format(declare=declaration_words()[seat.declared])


def _turn_lines(private: Private, seat: SeatView) -> Iterator[str]:
    view = private.view
    options = view.options_of(seat.seat)
    if view.over:
        return
    if options is not None and is_secret(view):
        yield due_text() if private.choice is None else chosen_text(private.choice)
    elif options is None and (seat.folded or seat.all_in):
        yield _("You have folded.") if seat.folded else _("You are all-in.")
    elif options is not None:
        yield _("**It is your turn.** {possible}").format(possible=possible_text(options))
        if options.price:
            yield _("To buy press “Buy a card” on the panel, or use `/buy`.")
    else:
        yield _("It is not your turn.")
