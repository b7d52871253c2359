"""Each rule of RULES.md is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEFINED = re.compile(r"\*\*(R-[A-Z]+-\d+)")
WRITTEN = re.compile(r"R-[A-Z]+-\d+")
IN_A_NAME = re.compile(r"def test_(?:\w*_)?r_([a-z]+)_(\d+)")


def rules() -> list[str]:
    text = (ROOT / "engine" / "RULES.md").read_text("utf-8")
    return [*dict.fromkeys(DEFINED.findall(text))]


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


@pytest.mark.parametrize("rule", rules())
def test_a_test_names_the_rule(rule: str) -> None:
    assert rule in NAMED


def test_the_rules_are_found() -> None:
    assert len(rules()) == len(set(rules())) > 130
    assert {"R-TABLE-1", "R-DECK-10", "R-POT-2", "R-NL-3", "R-SIDE-6", "R-SOKO-6"} <= set(rules())
    assert {"R-HILO-4", "R-DECL-12", "R-BUY-10", "R-CHOICE-2", "R-LOW-4"} <= set(rules())
