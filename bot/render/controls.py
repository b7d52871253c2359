"""What a button carries: the custom_id's codec, and the one dynamic item of all our buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, Self, cast

import discord

from bot.picture import Moment
from engine.actions import Verb


class Press(StrEnum):
    """What a press of a button asks for; ASK_* open the modal for a free amount."""

    FOLD = "fold"
    FOLD_ANYWAY = "fold_anyway"
    CHECK = "check"
    CALL = "call"
    BRING_IN = "bring_in"
    COMPLETE = "complete"
    BET = "bet"
    RAISE = "raise"
    ASK_COMPLETE = "ask_complete"
    ASK_BET = "ask_bet"
    ASK_RAISE = "ask_raise"
    PEEK = "peek"
    BACK = "back"


WITH_AMOUNT: Final = frozenset({Press.COMPLETE, Press.BET, Press.RAISE})

_NUMBER: Final = "(?:0|[1-9][0-9]{0,17})"
_PLAIN: Final = "|".join(press for press in Press if press not in WITH_AMOUNT)
_WAGERS: Final = "|".join(press for press in Press if press in WITH_AMOUNT)
PATTERN: Final = re.compile(
    f"dc:(?P<table>{_NUMBER}):(?P<hand>{_NUMBER}):(?P<turn>{_NUMBER}):"
    f"(?:(?P<plain>{_PLAIN})|(?P<wager>{_WAGERS}):(?P<amount>{_NUMBER}))"
)


@dataclass(frozen=True, slots=True)
class Control:
    """A decoded button: the moment it was drawn for, and what its press asks for.

    `amount` is the total in chips of a completion, bet or raise, 0 for everything else.
    """

    moment: Moment
    press: Press
    amount: int = 0

    @property
    def custom_id(self) -> str:
        """Return the text a button carries, `dc:<table>:<hand>:<turn>:<press>[:<amount>]`."""
        moment = self.moment
        text = f"dc:{moment.table}:{moment.hand}:{moment.turn}:{self.press}"
        return f"{text}:{self.amount}" if self.press in WITH_AMOUNT else text

    @property
    def verb(self) -> Verb | None:
        """Return the kind of act a press leads to, through a modal too; else None."""
        return _VERBS.get(self.press)

    @property
    def asks(self) -> bool:
        """Tell whether the press opens the modal for a free amount."""
        return self.press in ASKS.values()


ASKS: Final = {
    Verb.COMPLETE: Press.ASK_COMPLETE,
    Verb.BET: Press.ASK_BET,
    Verb.RAISE: Press.ASK_RAISE,
}
PRESSES: Final = {
    Verb.FOLD: Press.FOLD,
    Verb.CHECK: Press.CHECK,
    Verb.CALL: Press.CALL,
    Verb.BRING_IN: Press.BRING_IN,
    Verb.COMPLETE: Press.COMPLETE,
    Verb.BET: Press.BET,
    Verb.RAISE: Press.RAISE,
}
_VERBS: Final = {
    **{press: verb for verb, press in PRESSES.items()},
    **{press: verb for verb, press in ASKS.items()},
    Press.FOLD_ANYWAY: Verb.FOLD,
}


def read_control(custom_id: str) -> Control | None:
    """Return what a custom_id carries, or None where it is none of ours."""
    match = PATTERN.fullmatch(custom_id)
    return None if match is None else _control_of(match)


def _control_of(match: re.Match[str]) -> Control:
    moment = Moment(int(match["table"]), int(match["hand"]), int(match["turn"]))
    if match["wager"] is not None:
        return Control(moment, Press(match["wager"]), int(match["amount"]))
    return Control(moment, Press(match["plain"]))


class Taker(Protocol):
    """Whoever takes the presses of our buttons: the client."""

    async def take(self, interaction: discord.Interaction, control: Control) -> None:
        """Do what the press asks for and answer it; raises nothing."""


class ControlButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATTERN):
    """A button whose custom_id says everything: it works after a restart, in any message."""

    def __init__(
        self,
        control: Control,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Button(
                label=label or None, style=style, disabled=disabled, custom_id=control.custom_id
            )
        )
        self.control = control

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the button that was pressed, read from its custom_id alone."""
        return cls(_control_of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the client, which catches every fault: here they would be lost."""
        await cast("Taker", interaction.client).take(interaction, self.control)
