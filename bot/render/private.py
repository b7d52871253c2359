"""What one player alone is told: his cards, what he holds, and what he may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import discord

from bot.render.buttons import fold_anyway_button
from bot.render.cards import row_text
from bot.render.made import holding_of, made_text
from bot.render.reasons import possible_text
from bot.words import _

if TYPE_CHECKING:
    from bot.picture import Moment, Private
    from engine.view import HandView, SeatView

_COLOUR: Final = 0x5865F2


def private_view(private: Private, *, turn: bool = True) -> discord.ui.LayoutView:
    """Return the message with a player's own cards, for his eyes only.

    `turn` adds what he may do now; a message that nobody asked for stays true without it.
    """
    seat = private.view.seats[private.seat]
    lines = list(_lines(private.moment.hand, seat))
    if turn:
        lines += _turn_lines(private.view, seat)
    layout = discord.ui.LayoutView(timeout=None)
    text: discord.ui.TextDisplay[discord.ui.LayoutView] = discord.ui.TextDisplay("\n".join(lines))
    layout.add_item(discord.ui.Container(text, accent_colour=_COLOUR))
    return layout


def fold_question(moment: Moment) -> discord.ui.View:
    """Return the view under the question whether to fold where a check is free."""
    view = discord.ui.View(timeout=None)
    view.add_item(fold_anyway_button(moment))
    return view


def _lines(hand: int, seat: SeatView) -> Iterator[str]:
    yield _("**Your cards** · hand {number}").format(number=hand)
    down = row_text(seen.card for seen in seat.cards if not seen.up)
    up = row_text(seen.card for seen in seat.cards if seen.up)
    yield _("Down {down} · up {up}").format(down=down, up=up)
    cards = [seen.card for seen in seat.cards if seen.card is not None]
    made = seat.made or holding_of(cards)
    if made is not None:
        yield _("You hold {made}.").format(made=made_text(made))


def _turn_lines(view: HandView, seat: SeatView) -> Iterator[str]:
    options = view.options
    if view.over:
        return
    if seat.folded or seat.all_in:
        yield _("You have folded.") if seat.folded else _("You are all-in.")
    elif options is not None and options.seat == seat.seat:
        yield _("**It is your turn.** {possible}").format(possible=possible_text(options))
    else:
        yield _("It is not your turn.")
