"""A buy: the menu of the buyer's own cards, and what he alone is told of the card he gets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import discord

from bot.render.buttons import stand_pat_button
from bot.render.cards import card_text, row_text
from bot.render.controls import Control, ControlButton, Press
from bot.render.made import holding_text
from bot.render.names import chips_text
from bot.words import _

if TYPE_CHECKING:
    from bot.picture import Private
    from engine.view import CardSeen, SeatView


def menu_text(private: Private) -> str:
    """Return what stands over the menu: the price, the pot, and what the player holds."""
    return "\n".join(_menu_lines(private))


def menu_view(private: Private) -> discord.ui.View:
    """Return the menu: a button for each of the player's cards, and one to stand pat."""
    view = discord.ui.View(timeout=None)
    for place, seen in enumerate(private.view.seats[private.seat].cards):
        control = Control(private.moment, Press.GIVE_UP, place=place)
        view.add_item(ControlButton(control, _label(seen), discord.ButtonStyle.success))
    view.add_item(stand_pat_button(private.moment))
    return view


def bought_text(private: Private, place: int) -> str:
    """Return what a buyer has given up and got, and what he holds then."""
    seat = private.view.seats[private.seat]
    words = _("You gave up {old} for {new}. {holding}").format(
        old=row_text(seen.card for seen in seat.discards[-1:]),
        new=row_text([seat.cards[place].card]),
        holding=_holding_line(private, seat),
    )
    return f"{words} {_('You are all-in.')}" if seat.all_in else words


def hidden_buy_text() -> str:
    """Return the answer, in public, to who named a card that does not lie face up before him."""
    return _("Say the up card you give up, or choose in private: `/buy`, or “Buy a card” here.")


def _menu_lines(private: Private) -> Iterator[str]:
    seat, view = private.view.seats[private.seat], private.view
    yield _("A new card costs {price}; the pot is {pot}. Which card do you give up?").format(
        price=chips_text(view.price), pot=chips_text(view.pot)
    )
    yield _holding_line(private, seat)
    yield _("-# An up card is replaced face up; of a down card nobody else sees old or new.")


def _holding_line(private: Private, seat: SeatView) -> str:
    return _("You hold {cards}: {made}.").format(
        cards=row_text(seen.card for seen in seat.cards),
        made=holding_text(private.view.rules, seat),
    )


def _label(seen: CardSeen) -> str:
    words = _("Give up {card}") if seen.up else _("Give up {card} (down)")
    return words.format(card=card_text(seen.card))
