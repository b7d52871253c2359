"""The form in which a game is built: its pages, its modal, and the draft that its message holds.

Nothing of a draft is kept by the bot: its options stand in the message as TOML, and what else it
needs in the custom_ids. So it lasts as long as its message, whatever becomes of the process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import discord

from bot.charter_file import game_text, read_game
from bot.draft import Draft
from bot.option import OPTIONS
from bot.render.house_choices import value_label
from bot.render.house_pages import SUMMARY, amounts, menus, page_title
from bot.render.house_words import option_words
from bot.render.stakes import stakes_text
from bot.words import _

PREFIX: Final = "hb"
"""The first word of the custom_ids of the form."""

_COLOUR: Final = 0x5865F2
_FENCE: Final = "```toml\n"


class Step(StrEnum):
    """What a press in the form asks for."""

    PICK = "pick"  # an option's value, chosen in its menu
    ASK = "ask"  # the modal for the amounts of the page
    FILL = "fill"  # that modal, filled in
    GO = "go"  # another page
    READ = "read"  # the rules in words
    SAVE = "save"
    DROP = "drop"


_PATTERN: Final = re.compile(
    f"{PREFIX}:(?P<mark>[0-9a-z]{{3,8}}):(?P<page>[0-9]):(?P<step>{'|'.join(Step)})"
    "(?::(?P<of>[a-z_0-9]{1,32}))?"
)


@dataclass(frozen=True, slots=True)
class Ask:
    """A decoded press: the mark of the draft, the page it was made at, and what it is of."""

    mark: str
    page: int
    step: Step
    of: str = ""

    @property
    def custom_id(self) -> str:
        """Return what a component carries."""
        text = f"{PREFIX}:{self.mark}:{self.page}:{self.step}"
        return f"{text}:{self.of}" if self.of else text


def read_ask(custom_id: str) -> Ask | None:
    """Return what a custom_id carries, or None where it is none of the form's."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return Ask(match["mark"], int(match["page"]), Step(match["step"]), match["of"] or "")


def draft_of(message: discord.Message | None, ask: Ask) -> Draft | None:
    """Return the draft that a message of the form holds; None for any other message."""
    for text in _texts(getattr(message, "components", ())):
        if _FENCE in text:
            try:
                name, options = read_game(text.partition(_FENCE)[2].rpartition("```")[0])
            except (ValueError, KeyError):
                return None
            return Draft(name, ask.mark, options, min(ask.page, SUMMARY))
    return None


def form_view(draft: Draft, wrong: str) -> discord.ui.LayoutView:
    """Return the page of a draft; `wrong` are the words of what is still wrong with it.

    The view is stopped: presses are read from their custom_ids, and the library keeps nothing.
    """
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        discord.ui.TextDisplay(_head(draft)),
        discord.ui.TextDisplay(f"{_FENCE}{game_text(draft.name, _raw(draft))}```"),
        accent_colour=_COLOUR,
    )
    if wrong:
        still = _("Still to be settled: {wrong}").format(wrong=wrong[:1_500])
        container.add_item(discord.ui.TextDisplay(still))
    elif draft.page == SUMMARY:
        container.add_item(discord.ui.TextDisplay(stakes_text(draft.rules())))
    for name in menus(draft):
        # Above the menu and not in it: a phone cuts what stands in one to a few words.
        container.add_item(discord.ui.TextDisplay(f"-# {option_words(name)}"))
        container.add_item(discord.ui.ActionRow(_menu(draft, name)))
    container.add_item(discord.ui.ActionRow(*_buttons(draft, whole=not wrong)))
    return _still(container)


def ended_view(words: str) -> discord.ui.LayoutView:
    """Return what is left of a form that has ended."""
    return _still(discord.ui.Container(discord.ui.TextDisplay(words), accent_colour=_COLOUR))


def dropped_text(draft: Draft) -> str:
    """Return what is told of a form that was given up."""
    return _("`{name}` is not built; nothing is kept.").format(name=draft.name)


class AmountsModal(discord.ui.Modal):
    """Asks for the amounts of a page; stopped before it is sent, as the form's views are."""

    def __init__(self, draft: Draft) -> None:
        ask = Ask(draft.mark, draft.page, Step.FILL)
        super().__init__(title=page_title(draft)[:45], timeout=300, custom_id=ask.custom_id)
        for name in amounts(draft):
            field = discord.ui.TextInput[AmountsModal](
                custom_id=name, default=draft.value(name), required=False, max_length=32
            )
            words = option_words(name)[:100]
            self.add_item(discord.ui.Label(text=name, description=words, component=field))
        self.stop()


def filled(data: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a submitted modal with what was written, empty ones left out."""
    match data:
        case {"custom_id": str(name), "value": str(value)} if value.strip():
            yield name, value
        case {"component": inner}:
            yield from filled(inner)
        case {"components": [*inner]}:
            for one in inner:
                yield from filled(one)


def _head(draft: Draft) -> str:
    return _("### Building `{name}`\n{number} of {count}: **{title}**").format(
        name=draft.name,
        number=draft.page + 1,
        count=SUMMARY + 1,
        title=page_title(draft),
    )


def _raw(draft: Draft) -> dict[str, Any]:
    """Return the raw options in the order of part F."""
    return {name: draft.options[name] for name in OPTIONS if name in draft.options}


def _menu(draft: Draft, name: str) -> discord.ui.Select[Any]:
    present = draft.value(name)
    return discord.ui.Select(
        custom_id=Ask(draft.mark, draft.page, Step.PICK, name).custom_id,
        placeholder=option_words(name)[:150],
        options=[
            discord.SelectOption(
                label=value_label(name, value)[:100], value=value, default=value == present
            )
            for value in OPTIONS[name].values
        ],
    )


def _buttons(draft: Draft, *, whole: bool) -> Iterator[discord.ui.Button[Any]]:
    page = draft.page

    def button(
        step: Step, label: str, of: str = "", *, live: bool = True, main: bool = False
    ) -> discord.ui.Button[Any]:
        style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
        custom_id = Ask(draft.mark, page, step, of).custom_id
        return discord.ui.Button(label=label, style=style, custom_id=custom_id, disabled=not live)

    if page < SUMMARY and amounts(draft):
        yield button(Step.ASK, _("Amounts…"), main=True)
    if page > 0:
        yield button(Step.GO, _("Back"), str(page - 1))
    if page < SUMMARY:
        yield button(Step.GO, _("Next"), str(page + 1))
    else:
        yield button(Step.READ, _("Rules in words"), live=whole)
        yield button(Step.SAVE, _("Save"), live=whole, main=True)
    yield button(Step.DROP, _("Cancel"))


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        content = getattr(component, "content", None)
        if isinstance(content, str):
            yield content
        yield from _texts(getattr(component, "children", ()))


def _still(container: discord.ui.Container[Any]) -> discord.ui.LayoutView:
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    layout.stop()
    return layout
