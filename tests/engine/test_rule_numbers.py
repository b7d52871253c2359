"""Each rule of RULES.md is named by a test."""

from __future__ import annotations

import io
import re
import tokenize
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
    """Return the rules that tests name: in a test's name or its words, or in a golden hand."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix == ".phh":
            found |= set(WRITTEN.findall(path.read_text("utf-8")))
        elif path.match("test_*.py") and path.name != Path(__file__).name:
            found |= named_in(path.read_text("utf-8"))
    return found


def named_in(code: str) -> set[str]:
    """Return the rules that a file of tests names; a comment is no test."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    text = " ".join(token.string for token in tokens if token.type != tokenize.COMMENT)
    return set(WRITTEN.findall(text)) | {
        f"R-{name.upper()}-{number}" for name, number in IN_A_NAME.findall(text)
    }


NAMED = named()


@pytest.mark.parametrize("rule", rules())
def test_a_test_names_the_rule(rule: str) -> None:
    assert rule in NAMED


def test_a_comment_names_no_rule() -> None:
    assert named_in('def test_r_bet_1() -> None:\n    """R-BET-2."""  # R-BET-3\n') == {
        "R-BET-1",
        "R-BET-2",
    }


def test_the_rules_are_found() -> None:
    assert len(rules()) == len(set(rules())) > 130
    assert {"R-TABLE-1", "R-DECK-10", "R-POT-2", "R-NL-3", "R-SIDE-6", "R-SOKO-6"} <= set(rules())
    assert {"R-HILO-4", "R-DECL-12", "R-BUY-10", "R-CHOICE-2", "R-LOW-4"} <= set(rules())
