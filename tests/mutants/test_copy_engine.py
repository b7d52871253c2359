"""The copy of the engine that is changed by `make mutants` does what the engine does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.copy_engine import undecorated

ENGINE = Path(__file__).parents[2] / "engine"

SOURCE = """\
from functools import cache, lru_cache
calls = []


@cache
def one(number: int) -> int:
    calls.append(number)
    return number + 1


@lru_cache(maxsize=8)  # why
def two(number: int) -> int:
    return one(number) + 1
"""


def test_a_cached_function_is_wrapped_after_it() -> None:
    source = undecorated(SOURCE)
    assert "@" not in source
    names: dict[str, object] = {}
    exec(source, names)  # noqa: S102 -- it stands above
    one, two = names["one"], names["two"]
    assert callable(one)
    assert callable(two)
    assert (one(1), one(1), two(1), two(1)) == (2, 2, 3, 3)
    assert names["calls"] == [1]


@pytest.mark.parametrize("file", sorted(ENGINE.glob("*.py")), ids=lambda file: file.stem)
def test_no_cached_function_of_the_engine_stays_decorated(file: Path) -> None:
    source = undecorated(file.read_text("utf-8"))
    compile(source, file.name, "exec")
    assert not [line for line in source.splitlines() if line.startswith(("@cache", "@lru_cache"))]
