"""Copies the engine for `make mutants`, its cached functions so that they are changed as well.

The tool leaves functions with a decorator alone; `def f` and `f = cache(f)` are the same to it and
to Python, save that it changes the first.
"""

from __future__ import annotations

import ast
import shutil
import sys
from pathlib import Path

CACHES = ("cache", "lru_cache")


def undecorated(source: str) -> str:
    """Return a module's source with each cached function wrapped after it instead of before."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
            continue
        decorator = node.decorator_list[0]
        text = ast.unparse(decorator)
        if text.split("(")[0] in CACHES and node.end_lineno is not None:
            lines.insert(node.end_lineno, f"{node.name} = {text}({node.name})")
            del lines[decorator.lineno - 1]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Copy `engine`, the first argument, to the second."""
    here, there = map(Path, sys.argv[1:])
    shutil.copytree(here, there, ignore=shutil.ignore_patterns("__pycache__"))
    for file in there.glob("*.py"):
        file.write_text(undecorated(file.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
