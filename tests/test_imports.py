"""Who may import whom, where the layers of import-linter are too coarse to say it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Its __main__ may import ours: it starts the bot beside the pretend Discord.
REHEARSAL = sorted(
    path for path in (ROOT / "bot" / "rehearsal").glob("*.py") if path.stem != "__main__"
)
OTHERS = sorted(
    path
    for package in ("bot", "cogs", "engine")
    for path in (ROOT / package).rglob("*.py")
    if "rehearsal" not in path.parts
)
ENGINE_TAKES = {
    "__future__", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools",
    "json", "re", "tomllib", "typing",
}  # fmt: skip


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_of_ours_imports_the_rehearsal(path: Path) -> None:
    assert not [name for name in imported(path) if name.startswith("bot.rehearsal")]


@pytest.mark.parametrize("path", REHEARSAL, ids=lambda path: path.stem)
def test_the_rehearsal_imports_nothing_of_ours(path: Path) -> None:
    for name in imported(path):
        root = name.split(".")[0]
        ours = root in ("bot", "cogs", "engine") and not name.startswith("bot.rehearsal")
        assert not ours, name
        assert root in {*sys.stdlib_module_names, "aiohttp", "bot", "__future__"}, name


@pytest.mark.parametrize("path", sorted((ROOT / "engine").glob("*.py")), ids=lambda path: path.stem)
def test_the_engine_takes_values_alone(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(path)}
    assert roots <= ENGINE_TAKES | {"engine"}


def test_the_bot_names_cogs_as_strings_only() -> None:
    for path in OTHERS:
        if path.parts[len(ROOT.parts)] != "cogs":
            assert not [name for name in imported(path) if name.split(".")[0] == "cogs"]


def test_words_are_translated_by_one_function() -> None:
    """gettext looks for its catalogue on disk at each call; bot.words binds it once."""
    for path in OTHERS:
        if path.name != "words.py":
            assert "gettext.gettext" not in set(imported(path)), path
