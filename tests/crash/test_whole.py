"""`make crash` fails where it has not killed at every place that it was to kill at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.crash import whole
from tests.crash.record import written_down
from tests.crash.script import DECKS, FIXED_LIMIT
from tests.crash.whole import Outing, meet, told, unmet

pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]


async def test_a_bot_that_is_not_killed_in_play_or_on_every_return_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(whole, "TRIES", 1)
    steps = tuple(FIXED_LIMIT[:1])
    record = await written_down(steps, DECKS, tmp_path / "states")
    first, *others = record.marks[0].places
    evening = Outing(steps, record, place=0)

    outcome = meet([evening], workers=1)
    assert (outcome.failures, outcome.deaths.met) == ([], {(0, first)})
    assert outcome.deaths.from_midst.total() >= 6
    assert unmet(outcome, record) == [f"NOT MET: {place!r} of step 0" for place in others]

    never = replace(evening, sabotage="never dies")
    capsys.readouterr()
    outcome = meet([never, replace(never, place=None, rest=0)], workers=1)
    assert told(outcome, record) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"NOT MET: {first!r} of step 0" in lines
    assert any(line.startswith(f"{first!r} of step 0 alone: ") for line in lines)  # tried again
    assert "NOT MET: no return from the midst of a step was killed" in lines
    assert "NOT MET: no bot has died on the way to rest" in outcome.failures[0]
