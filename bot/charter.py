"""A house in plain values, as JSON and TOML hold them: settings and options by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from bot.house import NAMES, House
from engine.errors import Fault

Raw = bool | int | float | str | list[int] | list[str]

FIELDS: Final[Mapping[str, str]] = {name: field for field, name in NAMES.items()}
"""The field of each setting, by the name people have for it."""

_DEFAULTS: Final[Mapping[str, Any]] = {
    one.name: one.default for one in fields(House) if one.name in NAMES
}
_MOST_ID: Final = 2**63 - 1


def write_settings(house: House, *, whole: bool = False) -> dict[str, Raw]:
    """Return the settings that differ from their defaults, as `read_settings` takes them.

    With `whole` all of them but those that have no value.
    """
    written: dict[str, Raw] = {}
    for field, name in NAMES.items():
        value = getattr(house, field)
        if value != _DEFAULTS[field] or (whole and value is not None):
            written[name] = list(value) if isinstance(value, tuple) else value
    return written


def read_settings(raw: Mapping[str, object]) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Return the values of settings by their fields, and a fault for each that is none."""
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in raw.items():
        field = FIELDS.get(name)
        if field is None:
            faults.append(Fault(name, "is not a setting"))
            continue
        try:
            values[field] = _READERS[field](value)
        except ValueError as error:
            faults.append(Fault(name, "{why}", (("why", str(error)),)))
    return values, tuple(faults)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError("is not a whole number")
    return value


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("is neither true nor false")
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("is not a number of seconds")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("is not a number of seconds") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("is not a name")
    return value


def _id(value: object) -> int:
    if type(value) is not int or not 0 < value <= _MOST_ID:
        raise ValueError("is not an id of Discord's")
    return value


def _ids(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError("is not a list of ids of Discord's")
    return tuple(_id(one) for one in value)


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("is not a list of names")
    return tuple(_text(one) for one in value)


_READERS: Final[Mapping[str, Callable[[object], Any]]] = {
    "least": _whole,
    "most": _whole,
    "clock": _whole,
    "ping": _yes,
    "seats": _whole,
    "pause": _seconds,
    "misses": _whole,
    "starting": _whole,
    "daily": _whole,
    "transfers": _yes,
    "transfer_cap": _whole,
    "channels": _ids,
    "manager": _id,
    "game": _text,
    "listed": _names,
}
