"""What a person aims at in a message: its buttons, its selects and their options."""

from collections.abc import Sequence

from bot.rehearsal.guilds import User
from bot.rehearsal.messages import Message
from bot.rehearsal.wire import SELECTS, ButtonStyle, ComponentKind, Json, kinds_below

SILENT = frozenset({ButtonStyle.LINK, ButtonStyle.PREMIUM})
"""Buttons that tell the bot nothing."""


def is_usable(control: Json) -> bool:
    """Says whether somebody who knows nothing of the bot can use it: a button, or options."""
    if control["type"] == ComponentKind.BUTTON:
        return control["style"] not in SILENT
    return bool(control["type"] == ComponentKind.STRING_SELECT)


def button_of(message: Message, label: str) -> Json | None:
    """Gives the enabled button whose label is or begins so; an exact label goes before."""
    buttons = [
        control
        for control in message.controls
        if control["type"] == ComponentKind.BUTTON and is_usable(control)
    ]
    wanted = label.casefold()
    words = [(button.get("label") or "").casefold() for button in buttons]
    if wanted in words:
        return buttons[words.index(wanted)]
    return next((b for b, w in zip(buttons, words, strict=True) if w.startswith(wanted)), None)


def select_of(message: Message, placeholder: str = "", custom_id: str = "") -> Json | None:
    """Gives the first enabled select whose placeholder and custom_id are or begin so."""
    for control in message.controls:
        words = (control.get("placeholder") or "").casefold()
        fits = words.startswith(placeholder.casefold())
        if control["type"] in SELECTS and fits and control["custom_id"].startswith(custom_id):
            return control
    return None


def component_once(message: Message, custom_id: str, version: int | None = None) -> Json | None:
    """Gives a component as a version of a message had it; None asks all, the newest first."""
    versions = reversed(message.versions) if version is None else [message.versions[version]]
    for payload in versions:
        for component in kinds_below(payload["components"]):
            if component.get("custom_id") == custom_id:
                return component
    return None


def forged(custom_id: str, values: Sequence[str] | None) -> Json:
    """Gives a component that no message had: a select when values are sent, else a button."""
    kind = ComponentKind.BUTTON if values is None else ComponentKind.STRING_SELECT
    return {"type": kind, "custom_id": custom_id}


def chosen_values(select: Json, values: Sequence[object]) -> list[str]:
    """Gives what choosing these sends: options by label or value, or the beginning of a label.

    Users are sent by their ids. AssertionError when the client wouldn't let a person choose so.
    """
    if select["type"] == ComponentKind.STRING_SELECT:
        chosen = [_option(select, str(value), values) for value in values]
    else:
        chosen = [str(value.id) if isinstance(value, User) else str(value) for value in values]
    verify_values(select, chosen)
    return chosen


def verify_values(select: Json, values: Sequence[str]) -> None:
    """Raises AssertionError for values that Discord takes from nobody: not offered, too many."""
    if select["type"] == ComponentKind.STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        strange = [value for value in values if value not in offered]
        if strange:
            raise AssertionError(f"the select offers the values {sorted(offered)}, not {strange}")
    if len(set(values)) != len(values):
        raise AssertionError(f"nobody can choose one option twice: {values}")
    low, high = select.get("min_values"), select.get("max_values")
    least, most = 1 if low is None else low, 1 if high is None else high
    if not least <= len(values) <= most:
        raise AssertionError(f"the select takes {least} to {most} choices, not {len(values)}")


def _option(select: Json, wanted: str, values: Sequence[object]) -> str:
    options: list[tuple[str, str]] = [(o["label"], o["value"]) for o in select["options"]]
    for label, value in options:
        if wanted in (label, value):
            return value
    begun = [value for label, value in options if label.casefold().startswith(wanted.casefold())]
    if not wanted or len(begun) != 1:
        labels = ", ".join(label for label, _value in options)
        raise AssertionError(f"the select offers {labels}, not {values}")
    return begun[0]
