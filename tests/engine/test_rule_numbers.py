"""Each rule of the high game is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEFINED = re.compile(r"\*\*(R-[A-Z]+-\d+)")
WRITTEN = re.compile(r"R-[A-Z]+-\d+")
IN_A_NAME = re.compile(r"def test_(?:\w*_)?r_([a-z]+)_(\d+)")

OTHER_GAMES = frozenset({"LOW", "SOKO", "HILO", "DECL", "BUY", "CHOICE"})
EXCEPTIONS = {
    "R-ODD-1": "between the halves of high-low",
    "R-OPEN-4": "hands showing in low games",
    "R-DECK-11": "the supply of a buy",
}
"""Rules of shared sections that the high game never comes to, and why."""


def high_rules() -> list[str]:
    text = (ROOT / "engine" / "RULES.md").read_text("utf-8")
    rules = dict.fromkeys(DEFINED.findall(text))
    return [rule for rule in rules if rule.split("-")[1] not in OTHER_GAMES]


def named() -> set[str]:
    """Return the rules that files under tests/ name, in a test's name, its words or a hand."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix in (".py", ".phh") and path.name != Path(__file__).name:
            text = path.read_text("utf-8")
            found |= set(WRITTEN.findall(text))
            found |= {f"R-{name.upper()}-{number}" for name, number in IN_A_NAME.findall(text)}
    return found


NAMED = named()


@pytest.mark.parametrize("rule", [rule for rule in high_rules() if rule not in EXCEPTIONS])
def test_a_test_names_the_rule(rule: str) -> None:
    assert rule in NAMED


def test_the_exceptions_are_rules() -> None:
    assert EXCEPTIONS.keys() <= set(high_rules())


def test_the_rules_are_found() -> None:
    assert len(high_rules()) > 80
    assert {"R-TABLE-1", "R-DECK-10", "R-SPR-3", "R-POT-2", "R-NL-3", "R-SIDE-6"} <= set(
        high_rules()
    )
