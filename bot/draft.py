"""A game that is being built: its options so far, which may still exclude each other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.option import OPTIONS
from engine.errors import Fault, RefusedRules
from engine.rules import HouseRules

NEW: Final = "new"
"""Stands for the mark of a game that was not there."""

Raw = object


@dataclass(frozen=True, slots=True)
class Draft:
    """A game by its name, its raw options as HouseRules reads them, and the page of its form.

    `mark` tells what the guild's game of that name was when the work began.
    """

    name: str
    mark: str
    options: Mapping[str, Raw]
    page: int = 0

    def rules(self) -> HouseRules:
        """Return the rules; raise RefusedRules with every fault where they are not whole yet."""
        return HouseRules.from_options(self.options)

    def faults(self) -> tuple[Fault, ...]:
        """Return what is still wrong."""
        try:
            self.rules()
        except RefusedRules as error:
            return error.faults
        return ()

    def value(self, name: str) -> str:
        """Return the value of an option, as people write it."""
        option = OPTIONS[name]
        return option.shown(self.options[name]) if name in self.options else option.usual

    def given(self, name: str, text: str) -> Draft:
        """Return the draft with an option as people write it; raise RefusedRules for no value."""
        option = OPTIONS.get(name)
        if option is None:
            raise RefusedRules((Fault("option", "is not one of those of a game"),))
        try:
            raw = option.read(text)
        except ValueError as error:
            raise RefusedRules((Fault(name, "{why}", (("why", str(error)),)),)) from None
        kept = {one: value for one, value in self.options.items() if one != name}
        if option.shown(raw) != option.usual:
            kept[name] = raw
        return replace(self, options=kept)

    def turned(self, page: int) -> Draft:
        """Return the draft at another page of its form."""
        return replace(self, page=page)


def mark_of(rules: HouseRules | None) -> str:
    """Return a short mark by which a game is known to be as it was; NEW where there is none."""
    if rules is None:
        return NEW
    text = json.dumps(rules.to_options(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
