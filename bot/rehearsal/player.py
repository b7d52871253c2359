"""A person who plays: what he presses and chooses when something is asked of him."""

import random
import re

from bot.rehearsal.answer import Answer
from bot.rehearsal.form import MANY, TICKED
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.plain import plain_modal
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.targets import is_usable
from bot.rehearsal.wire import CallbackKind, ComponentKind, Json, kinds_below
from bot.rehearsal.world import Deed, Happening

PASSIVE = ("check", "call", "bring")
WAGERS = ("bet", "raise", "complete", "all-in")
FOLDS, WAGERED = 0.10, 0.30
PATS = ("stand", "keep", "no")
"""How a player passes where he may change something of his."""

PATTED = 0.50
ASIDE = ("peek", "i'm back", "show", "rules", "help", "cancel", "close", "back", "never mind")
"""What hardly ever brings a game forward: pressed when there is nothing else."""

PRESSES, STEPS = 4, 6
"""How many buttons a player tries at a time, and how many steps he follows a private menu."""

SETTLING = 3.0
"""Seconds for which a player waits until a menu he has used is another."""

_NUMBER = re.compile(r"\d[\d,]*")


class Player:
    """Presses what a panel or a private menu offers: carefully, or as chance has it.

    Careful players check, call, bring in and stand pat only, so that a showdown surely comes. The
    others fold a tenth of what they owe, and bet, raise or complete about every third time. Of
    what is no poker word anything may be chosen; an answer in mere words is taken for a refusal,
    and another button is tried.
    """

    def __init__(self, person: Person, stage: Rehearsal, chance: random.Random) -> None:
        self.person = person
        self._stage = stage
        self._chance = chance
        self._menus: dict[int, Message] = {}
        self._shown: Json | None = None
        self._spent: set[str] = set()

    def hears(self, happening: Happening) -> None:
        """Notes a private menu of his that comes, changes or goes."""
        message = happening.message
        if happening.deed is not Deed.DELETE and _usable(message):
            self._menus[message.id] = message
        else:
            self._menus.pop(message.id, None)

    @property
    def is_asked(self) -> bool:
        """Says whether a private menu waits for him that he has not been through."""
        return bool(self._menus)

    def could_press(self, panel: Message) -> bool:
        """Says whether the panel, as it stands, offers what he hasn't tried in vain."""
        return bool(self._untried(panel))

    def next_press(self, panel: Message, *, careful: bool) -> Json | None:
        """Gives the control of the panel he would use now, or None."""
        return self._pick(self._untried(panel), careful=careful)

    async def act(self, panel: Message, *, careful: bool) -> bool:
        """Goes through his newest menu, or uses a control of the panel and what that opens.

        Gives False when everything he tried was answered in mere words, or there was nothing.
        """
        if self._menus:
            menu = self._menus[max(self._menus)]
            await self._go_through(menu)
            self._menus.clear()
            return True
        for _ in range(PRESSES):
            control = self.next_press(panel, careful=careful)
            if control is None:
                return False
            answer = await self._use(panel, control)
            menu_or_none = _menu(answer)
            if menu_or_none is not None:
                await self._go_through(menu_or_none)
            elif _is_words(answer):
                self._spent.add(control["custom_id"])
                continue
            self._menus.clear()
            return True
        return False

    def _untried(self, panel: Message) -> list[Json]:
        if panel.payload is not self._shown:
            self._shown = panel.payload
            self._spent.clear()
        return [c for c in _usable(panel) if c["custom_id"] not in self._spent]

    def _pick(self, controls: list[Json], *, careful: bool) -> Json | None:
        passive = _beginning(controls, PASSIVE)
        wagers, folds = _beginning(controls, WAGERS), _beginning(controls, ("fold",))
        if not (passive or wagers or folds):
            return self._pick_other(controls, careful=careful)
        owes = not _beginning(controls, ("check",))
        if careful or not (passive or wagers):
            return (passive or wagers or folds)[0]
        drawn = self._chance.random()
        if owes and folds and drawn < FOLDS:
            return folds[0]
        if wagers and (not passive or drawn > 1 - WAGERED):
            return self._chance.choice(wagers)
        return passive[0]

    def _pick_other(self, controls: list[Json], *, careful: bool = False) -> Json | None:
        pats, aside = _beginning(controls, PATS), _beginning(controls, ASIDE)
        others = [c for c in controls if c not in pats and c not in aside]
        if pats and (careful or not others or self._chance.random() < PATTED):
            return pats[0]
        choices = others or aside
        return self._chance.choice(choices) if choices else None

    async def _go_through(self, menu: Message) -> None:
        """Uses a menu for as long as it asks for more: selects, then a button, then what is new."""
        known: set[str] = set()
        used: set[str] = set()
        chose = False
        for _ in range(STEPS):
            controls = [c for c in _usable(menu) if c["custom_id"] not in used]
            fresh = [c for c in controls if c["custom_id"] not in known]
            if not controls or not (fresh or chose):
                return
            known |= {control["custom_id"] for control in controls}
            selects = [c for c in controls if c["type"] == ComponentKind.STRING_SELECT]
            control = selects[0] if selects else self._pick_other(controls)
            if control is None:
                return
            used.add(control["custom_id"])
            chose = bool(selects)
            answer = await self._use(menu, control)
            following = _menu(answer)
            if following is None and _is_words(answer):
                return
            menu = following or menu

    async def _use(self, message: Message, control: Json) -> Answer:
        """Presses a button or chooses in a select, fills a modal that opens, and waits it out."""
        before = message.payload
        values = None
        if control["type"] == ComponentKind.STRING_SELECT:
            values = self._chosen(control)
        answer = await self.person.press(message, control["custom_id"], values=values)
        if answer.type is CallbackKind.MODAL and answer.modal is not None:
            answer = await self.person.fill(self._filled(answer.modal))
        await self._settled(answer, message, before)
        return answer

    async def _settled(self, answer: Answer, message: Message, before: Json) -> None:
        """Waits while the bot has only deferred: until the menu or answer is what it will be."""

        def is_settled() -> bool:
            if answer.type is CallbackKind.DEFERRED_MESSAGE:
                return answer.message is None or not answer.message.loading
            changes = answer.type is CallbackKind.DEFERRED_UPDATE and message.ephemeral
            return not changes or message.deleted or message.payload is not before

        try:
            await self._stage.wait_for(is_settled, SETTLING)
        except TimeoutError:
            return  # the bot lets it stand as it is

    def _chosen(self, select: Json) -> list[str]:
        options = [option["value"] for option in select["options"]]
        most = min(select.get("max_values") or 1, len(options))
        least = min(max(select.get("min_values") or 0, 1), most)
        return self._chance.sample(options, self._chance.randint(least, most))

    def _filled(self, modal: Json) -> dict[str, object]:
        """Fills in the least number the modal names, or one, and chooses of what it offers."""
        numbers = [int(found.replace(",", "")) for found in _NUMBER.findall(plain_modal(modal))]
        fields: dict[str, object] = {}
        for control in kinds_below(modal["components"]):
            if control["type"] == ComponentKind.TEXT_INPUT:
                fields[control["custom_id"]] = min(numbers, default=1)
            elif control["type"] in TICKED:
                fields[control["custom_id"]] = True
            elif control.get("options"):
                chosen = self._chosen(control)
                many = control["type"] in MANY
                fields[control["custom_id"]] = chosen if many else chosen[0]
        return fields


def _usable(message: Message) -> list[Json]:
    return [control for control in message.controls if is_usable(control)]


def _menu(answer: Answer) -> Message | None:
    """Gives the private message of an answer, if there is something to press in it."""
    message = answer.message
    if message is None or message.deleted or not message.ephemeral or not _usable(message):
        return None
    return message


def _is_words(answer: Answer) -> bool:
    """Says whether an answer is a private message of its own, with nothing to press."""
    new = answer.type in (CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE)
    return new and answer.ephemeral and _menu(answer) is None


def _beginning(controls: list[Json], words: tuple[str, ...]) -> list[Json]:
    return [c for c in controls if (c.get("label") or "").casefold().startswith(words)]
