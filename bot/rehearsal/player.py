"""A person who plays: which button he presses when it is his turn."""

import random
import re

from bot.rehearsal.answer import Answer
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.plain import plain_modal
from bot.rehearsal.wire import CallbackKind, ComponentKind, Json

PASSIVE = ("check", "call", "bring")
WAGERS = ("bet", "raise", "complete", "all-in")
FOLDS, WAGERED = 0.10, 0.30
_NUMBER = re.compile(r"\d[\d,]*")


class Player:
    """Presses the buttons of a table's panel: carefully, or as chance has it.

    Careful players check, call and bring in only, so that a showdown surely comes. The others
    fold a tenth of what they owe, and bet, raise or complete about every third time.
    """

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person = person
        self._chance = chance

    async def act(self, panel: Message, *, careful: bool) -> Answer:
        """Presses one enabled button of the panel, and fills the modal if that opens one."""
        buttons = _enabled(panel)
        button = self._pick(buttons, careful=careful)
        if button is None:
            raise AssertionError(f"{self.person.name} finds nothing to press:\n{panel.text}")
        answer = await self.person.press(panel, button["custom_id"])
        if answer.type is CallbackKind.MODAL and answer.modal is not None:
            return await self._fill(answer.modal)
        return answer

    def _pick(self, buttons: list[Json], *, careful: bool) -> Json | None:
        passive = _beginning(buttons, PASSIVE)
        wagers, folds = _beginning(buttons, WAGERS), _beginning(buttons, ("fold",))
        owes = not _beginning(buttons, ("check",))
        if careful or not (passive or wagers):
            choices = passive or wagers or folds
            return choices[0] if choices else None
        drawn = self._chance.random()
        if owes and folds and drawn < FOLDS:
            return folds[0]
        if wagers and (not passive or drawn > 1 - WAGERED):
            return self._chance.choice(wagers)
        return passive[0]

    async def _fill(self, modal: Json) -> Answer:
        """Asks for the least the modal names, or for one chip where it names nothing."""
        amounts: list[int] = [
            int(number.replace(",", "")) for number in _NUMBER.findall(plain_modal(modal))
        ]
        return await self.person.fill({_first_field(modal): min(amounts, default=1)})


def _enabled(panel: Message) -> list[Json]:
    return [
        component
        for component in panel.components
        if component["type"] == ComponentKind.BUTTON
        and component.get("custom_id")
        and not component.get("disabled")
    ]


def _beginning(buttons: list[Json], words: tuple[str, ...]) -> list[Json]:
    return [b for b in buttons if (b.get("label") or "").casefold().startswith(words)]


def _first_field(modal: Json) -> str:
    for component in modal["components"]:
        inner = [component["component"]] if component.get("component") else component["components"]
        for control in inner:
            if control["type"] == ComponentKind.TEXT_INPUT:
                return str(control["custom_id"])
    raise AssertionError(f"the modal {modal['title']!r} has no text to fill in")
