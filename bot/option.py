"""The options of part F as people write them: their names, their values, and reading these."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from engine.errors import Fault, RefusedRules
from engine.rules import HouseRules

Raw = bool | int | str | list[int]

YES: Final = "yes"
NO: Final = "no"

_WHOLE: Final = re.compile(r"-?(?:[0-9]{1,30}|[0-9]{1,3}(?:[,' \u00a0\u202f][0-9]{3}){1,9})")
_LIST: Final = re.compile(r"[0-9]{1,30}(?:(?: *, *| +)[0-9]{1,30}){0,9}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `values` are all it may have, in order, () where it is an amount or a list.

    `usual` is its default, as people write it.
    """

    name: str
    values: tuple[str, ...]
    usual: str
    is_list: bool = False

    def read(self, text: str) -> Raw:
        """Return a value as HouseRules reads it; raise ValueError, saying what is meant."""
        words = text.strip().casefold()
        if self.is_list:
            return read_prices(words)
        if not self.values:
            return read_whole(words)
        if words not in self.values:
            raise ValueError(f"must be one of {', '.join(self.values)}")
        if YES in self.values and words in (YES, NO):
            return words == YES
        return int(words) if self.name == "buy" else words

    def text(self, rules: HouseRules) -> str:
        """Return the value that rules have, as `read` takes it."""
        return self.shown(getattr(rules, self.name))

    def shown(self, value: object) -> str:
        """Return a value, raw or of rules, as `read` takes it."""
        match value:
            case bool():
                return YES if value else NO
            case list() | tuple():
                return ", ".join(map(str, value)) or "none"
            case _:
                return str(value)


def read_whole(text: str) -> int:
    """Return a whole number ("60", "1,200", "-1"); raise ValueError for anything else.

    Which of them may be is told by what it is for, with its bounds.
    """
    words = text.strip()
    if _WHOLE.fullmatch(words) is None:
        raise ValueError("is not a whole number")
    return int(re.sub("[^0-9-]", "", words))


def read_yes(text: str) -> bool:
    """Return what yes or no means; raise ValueError for anything else."""
    words = text.strip().casefold()
    if words not in (YES, NO):
        raise ValueError(f"must be {YES} or {NO}")
    return words == YES


def read_prices(text: str) -> list[int]:
    """Return the prices of the buys ("20", "20, 40", "none"); raise ValueError for others."""
    words = text.strip().casefold()
    if words in ("", "none"):
        return []
    if _LIST.fullmatch(words) is None:
        raise ValueError("is not a list of whole numbers such as 20, 40")
    return [int(one) for one in re.findall("[0-9]+", words)]


def with_options(rules: HouseRules, given: Mapping[str, str]) -> HouseRules:
    """Return rules with options as people write them; "default" takes one back.

    Raises RefusedRules naming every unknown option, unknown value and refused combination.
    """
    raw: dict[str, object] = dict(rules.to_options())
    unread: list[Fault] = []
    for name, text in given.items():
        option = OPTIONS.get(name)
        if option is None:
            unread.append(Fault("option", "is not one of those of a game"))
        elif text.strip().casefold() == "default":
            raw.pop(name, None)
        else:
            try:
                raw[name] = option.read(text)
            except ValueError as error:
                unread.append(Fault(name, "{why}", (("why", str(error)),)))
    return _whole_rules(raw, unread)


def _whole_rules(raw: Mapping[str, object], unread: list[Fault]) -> HouseRules:
    """Return the rules of raw options, or refuse them with what could not be read besides."""
    try:
        rules = HouseRules.from_options(raw)
    except RefusedRules as error:
        names = {fault.option for fault in unread}
        sure = [one for one in error.faults if names.isdisjoint((one.option, *one.others))]
        raise RefusedRules((*unread, *sure)) from None
    if unread:
        raise RefusedRules(tuple(unread))
    return rules


def _option(name: str, kind: Any, default: object) -> Option:
    values: tuple[str, ...] = ()
    if kind is bool:
        values = (YES, NO)
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        values = tuple(str(one) for one in kind)
    elif get_origin(kind) is Literal:
        values = tuple(map(str, get_args(kind)))
    option = Option(name, values, "", is_list=get_origin(kind) is tuple)
    return replace(option, usual=option.shown(default))


def _all() -> Mapping[str, Option]:
    kinds = get_type_hints(HouseRules)
    return {one.name: _option(one.name, kinds[one.name], one.default) for one in fields(HouseRules)}


OPTIONS: Final = _all()
"""Every option by its name, in the order of part F."""
