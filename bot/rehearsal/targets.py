"""What a person aims at in a message: its buttons and selects."""

from collections.abc import Sequence

from bot.rehearsal.guilds import User
from bot.rehearsal.messages import Message
from bot.rehearsal.wire import ButtonStyle, ComponentKind, Json

SILENT = frozenset({ButtonStyle.LINK, ButtonStyle.PREMIUM})
"""Buttons that tell the bot nothing."""


def button_of(message: Message, label: str) -> Json | None:
    """Gives the enabled button whose label is or begins so; an exact label goes before."""
    buttons = [
        component
        for component in message.components
        if component["type"] == ComponentKind.BUTTON
        and not component.get("disabled")
        and component["style"] not in SILENT
    ]
    wanted = label.casefold()
    words = [(button.get("label") or "").casefold() for button in buttons]
    if wanted in words:
        return buttons[words.index(wanted)]
    return next((b for b, w in zip(buttons, words, strict=True) if w.startswith(wanted)), None)


def component_once(message: Message, custom_id: str) -> Json:
    """Gives the component of an earlier version; a forged custom_id is taken for a button's."""
    for version in reversed(message.versions):
        past = Message(0, 0, 0, message.author, version, 0.0)
        component = past.component(custom_id)
        if component is not None:
            return component
    return {"type": ComponentKind.BUTTON, "custom_id": custom_id}


def chosen_values(select: Json, values: Sequence[object]) -> list[str]:
    """Gives what choosing these sends: options by label or value, or users."""
    if select["type"] != ComponentKind.STRING_SELECT:
        return [str(value.id) if isinstance(value, User) else str(value) for value in values]
    by_label = {option["label"]: option["value"] for option in select["options"]}
    chosen = [by_label.get(str(value), str(value)) for value in values]
    if any(value not in by_label.values() for value in chosen):
        raise AssertionError(f"the select offers {', '.join(by_label)}, not {values}")
    return chosen
