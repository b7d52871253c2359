"""Hypothesis profiles: `ci` is short and the same each time, `long` searches anew.

HYPOTHESIS_PROFILE=long pytest tests/engine looks for what the short one has missed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    deadline=None,
    max_examples=3000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that are marked `slow` begin first, and keep the order of all others.

    A worker of xdist takes the next test when it has ended one. A test of half a minute that it
    takes last is half a minute for which the other workers have nothing to do.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Let a test that is marked `unmeasured` run without a tracer.

    pytest-cov's own `no_cover` does not do it in a worker of xdist: there another measure runs, of
    `patch = ["subprocess"]`, which goes on where that of pytest-cov is stopped.
    """
    tracer = sys.gettrace() if item.get_closest_marker("unmeasured") else None
    if tracer is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
