"""What pytest needs for `make mutants`; loaded by `-p tests.mutants.plugin`.

Mutants are told apart within one process, and a test is run against those functions alone that it
called when no mutant was in place. What the engine builds once and keeps would hide both, so it is
forgotten between tests.
"""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, Phase, settings

# Few examples, and none made smaller once one fails. Registered before conftest.py chooses it.
settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=8,
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)

_last: list[str] = []


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget what the engine has built: with each file, and with each test of rankings."""
    file = item.path.name
    if "ranking" in file or "rulebook_hands" in file or _last != [file]:
        _last[:] = [file]
        forget()


def forget() -> None:
    """Empty every cache of the engine's modules."""
    for name, module in list(sys.modules.items()):
        if name.startswith("engine."):
            for kept in vars(module).values():
                clear = getattr(kept, "cache_clear", None)
                if callable(clear):
                    clear()
