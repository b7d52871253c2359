"""The report of `make mutants` says nothing good of a run that tried nothing."""

from __future__ import annotations

import pytest

from tests.mutants.report import report

KILLED = "    engine.pots.x_layers__mutmut_{}: killed\n"


@pytest.mark.parametrize(
    ("lines", "last", "code"),
    [
        ([], "No change was tried.", 1),
        (["    engine.pots.x_layers__mutmut_1: not checked\n"], "No change was tried.", 1),
        ([KILLED.format(1)], "1 of 1 changes were noticed: 100.0 % (at least 85)", 0),
        (
            [KILLED.format(1), "    engine.pots.x_layers__mutmut_2: survived\n"],
            "1 of 2 changes were noticed: 50.0 % (at least 85)",
            1,
        ),
        (
            [
                "    engine.pots.x_a__mutmut_1: timeout\n",
                "    engine.pots.x_a__mutmut_2: no tests\n",
            ],
            "1 of 2 changes were noticed: 50.0 % (at least 85)",
            1,
        ),
    ],
)
def test_the_report_counts_what_was_tried(lines: list[str], last: str, code: int) -> None:
    told, exit_code = report(lines)
    assert (told[-1], exit_code) == (last, code)


def test_what_was_not_noticed_is_named() -> None:
    told, _ = report(["  engine.pots.x_layers__mutmut_2: survived\n"])
    assert told[0] == "engine.pots.x_layers__mutmut_2: survived"
