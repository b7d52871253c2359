"""The modal for a free amount, and the strict reading of what comes back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import discord

from bot.render.names import chips_text
from bot.render.reasons import amount_range
from bot.words import _

if TYPE_CHECKING:
    from bot.receipt import Offer
    from bot.render.controls import Control
    from engine.actions import Wager

FIELD: Final = "amount"
"""The custom_id of the modal's one field."""

REBUY: Final = "rebuy"
"""What the custom_id of the modal begins with that asks for chips to buy."""

_DIGITS: Final = re.compile(r"[0-9]{1,15}|[0-9]{1,3}(?:[,' \u00a0\u202f][0-9]{3}){1,4}")


class AmountModal(discord.ui.Modal):
    """Asks for the total of a completion, bet or raise.

    It is stopped before it is sent, so that the library keeps nothing of it (modals of two players
    at one moment share a custom_id, and one sent before a restart is answered after it): the
    submission is read from the interaction alone, by its custom_id.
    """

    def __init__(self, control: Control, wager: Wager) -> None:
        super().__init__(title=_("How much in all?"), timeout=300, custom_id=control.custom_id)
        hint = _("What you put in this round in all: {range}").format(range=amount_range(wager))[
            :100
        ]
        field = discord.ui.TextInput[AmountModal](
            custom_id=FIELD, placeholder=chips_text(wager.least), min_length=1, max_length=24
        )
        self.add_item(discord.ui.Label(text=_("Amount"), description=hint, component=field))
        self.stop()


class RebuyModal(discord.ui.Modal):
    """Asks how many chips are bought; like AmountModal it is read from the interaction alone."""

    def __init__(self, line: int, table: int, offer: Offer) -> None:
        super().__init__(title=_("Buy chips"), timeout=300, custom_id=f"{REBUY}:{line}:{table}")
        hint = _("{least} to {most}; your balance is {balance}").format(
            least=chips_text(offer.least),
            most=chips_text(offer.most),
            balance=chips_text(offer.balance),
        )
        field = discord.ui.TextInput[RebuyModal](
            custom_id=FIELD, placeholder=chips_text(offer.most), min_length=1, max_length=24
        )
        self.add_item(discord.ui.Label(text=_("Chips"), description=hint[:100], component=field))
        self.stop()


def read_rebuy(custom_id: str) -> tuple[int, int] | None:
    """Return the line and the table that a modal's custom_id names, None where it names none.

    One that was shown before lines were known is of line 0.
    """
    match = re.fullmatch(f"{REBUY}:(?:([0-9]{{1,9}}):)?([0-9]{{1,18}})", custom_id)
    return None if match is None else (int(match[1] or 0), int(match[2]))


def read_amount(text: str) -> int | None:
    """Return the whole number a member wrote ("60", "1,200"), None for anything else."""
    words = text.strip()
    if _DIGITS.fullmatch(words) is None:
        return None
    return int(re.sub("[^0-9]", "", words))
