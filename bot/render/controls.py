"""What a control carries: the custom_id's codec, and the dynamic items of buttons and menus."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, Protocol, Self, cast

import discord

from bot.picture import Moment
from engine.actions import Declaration, Verb


class Press(StrEnum):
    """What a press of a button asks for; ASK_* open the modal for a free amount.

    CHOOSE opens the menu of games, and PICK is a choice in it. BUY opens the menu of a buyer's own
    cards, and GIVE_UP is one of them; DECLARE opens that of a secret declaration. REBUY opens the
    modal of who has lost all his chips, WAIT lets somebody wait for a seat.
    """

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
    REBUY = "rebuy"
    WAIT = "wait"
    CHOOSE = "choose"
    PICK = "pick"
    BUY = "buy"
    GIVE_UP = "give_up"
    STAND_PAT = "stand_pat"
    DECLARE = "declare"
    HIGH = "high"
    LOW = "low"
    BOTH = "both"


WITH_AMOUNT: Final = frozenset({Press.COMPLETE, Press.BET, Press.RAISE})

_NUMBER: Final = "(?:0|[1-9][0-9]{0,17})"
_BESIDE: Final = {*WITH_AMOUNT, Press.PICK, Press.GIVE_UP}
_PLAIN: Final = "|".join(press for press in Press if press not in _BESIDE)
_WAGERS: Final = "|".join(press for press in Press if press in WITH_AMOUNT)
_LINE: Final = "[1-9][0-9]{0,8}"
# Controls that were drawn before lines were known have none.
_MOMENT: Final = (
    f"dc:(?:(?P<line>{_LINE}):)?(?P<table>{_NUMBER}):(?P<hand>{_NUMBER}):(?P<turn>{_NUMBER})"
)
PATTERN: Final = re.compile(
    f"{_MOMENT}:(?:(?P<plain>{_PLAIN})|(?P<wager>{_WAGERS}):(?P<amount>{_NUMBER})"
    f"|{Press.GIVE_UP}:(?P<place>[0-4]))"
)
MENU_PATTERN: Final = re.compile(f"{_MOMENT}:{Press.PICK}")


@dataclass(frozen=True, slots=True)
class Control:
    """A decoded button or menu: the moment it was drawn for, and what its press asks for.

    `amount` is the total in chips of a completion, bet or raise, 0 for everything else; `place`
    says which of his cards (0-4) a buyer gives up. `value` is what was chosen in a menu; a
    custom_id does not hold it.
    """

    moment: Moment
    press: Press
    amount: int = 0
    value: str = ""
    place: int = 0

    @property
    def custom_id(self) -> str:
        """Return what a control carries: its moment, its press, then its amount or place if any.

        `dc:[<line>:]<table>:<hand>:<turn>:<press>[:<amount or place>]`
        """
        moment = self.moment
        line = f"{moment.line}:" if moment.line else ""
        text = f"dc:{line}{moment.table}:{moment.hand}:{moment.turn}:{self.press}"
        if self.press is Press.GIVE_UP:
            return f"{text}:{self.place}"
        return f"{text}:{self.amount}" if self.press in WITH_AMOUNT else text

    @property
    def verb(self) -> Verb | None:
        """Return the kind of act a press leads to, through a modal too; else None."""
        return _VERBS.get(self.press)

    @property
    def declaration(self) -> Declaration:
        """Return what a press declares, HIGH where it declares nothing."""
        return next((way for way, press in WAYS.items() if press is self.press), Declaration.HIGH)

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
    Verb.STAND_PAT: Press.STAND_PAT,
}
WAYS: Final = {
    Declaration.HIGH: Press.HIGH,
    Declaration.LOW: Press.LOW,
    Declaration.BOTH: Press.BOTH,
}
_VERBS: Final = {
    **{press: verb for verb, press in PRESSES.items()},
    **{press: verb for verb, press in ASKS.items()},
    **dict.fromkeys(WAYS.values(), Verb.DECLARE),
    Press.FOLD_ANYWAY: Verb.FOLD,
    Press.GIVE_UP: Verb.DISCARD,
}


def read_control(custom_id: str) -> Control | None:
    """Return what a custom_id carries, or None where it is none of ours."""
    if (match := PATTERN.fullmatch(custom_id)) is not None:
        return _control_of(match)
    if (match := MENU_PATTERN.fullmatch(custom_id)) is not None:
        return Control(_moment_of(match), Press.PICK)
    return None


def _moment_of(match: re.Match[str]) -> Moment:
    line = int(match["line"] or 0)
    return Moment(int(match["table"]), int(match["hand"]), int(match["turn"]), line)


def _control_of(match: re.Match[str]) -> Control:
    moment = _moment_of(match)
    if match["wager"] is not None:
        return Control(moment, Press(match["wager"]), int(match["amount"]))
    if match["place"] is not None:
        return Control(moment, Press.GIVE_UP, place=int(match["place"]))
    return Control(moment, Press(match["plain"]))


class Taker(Protocol):
    """Whoever takes the presses of our buttons and menus: the client."""

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


class ControlMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=MENU_PATTERN):
    """A menu of one choice whose custom_id and values say everything, as those of a button do."""

    def __init__(self, control: Control, select: discord.ui.Select[Any]) -> None:
        """Let a select carry a control; its options are those of the message it stands in."""
        select.custom_id = control.custom_id
        super().__init__(select)
        self.control = control

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the menu that was used, read from its message and custom_id alone."""
        return cls(Control(_moment_of(match), Press.PICK), cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the client, which catches every fault: here they would be lost."""
        control = replace(self.control, value=next(iter(self.item.values), ""))
        await cast("Taker", interaction.client).take(interaction, control)
