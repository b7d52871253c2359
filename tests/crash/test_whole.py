"""`make crash` fails where it has not killed at every place that it was to kill at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.crash import whole
from tests.crash.record import written_down
from tests.crash.script import DECKS, FIXED_LIMIT
from tests.crash.whole import Outing, meet, told

pytestmark = pytest.mark.unmeasured


async def test_a_fuse_that_never_burns_fails_in_play_and_on_every_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(whole, "TRIES", 1)
    steps = tuple(FIXED_LIMIT[:1])
    record = await written_down(steps, DECKS, tmp_path / "states")
    one = Outing(steps, record, sabotage="never dies")
    outcome = meet([replace(one, place=0), replace(one, rest=0), one], workers=1)
    assert told(outcome, record) == 1
    lines = capsys.readouterr().out.splitlines()
    first = record.marks[0].places[0]
    assert f"NOT MET: {first!r} of step 0" in lines
    assert any(line.startswith(f"{first!r} of step 0 alone: ") for line in lines)  # tried again
    assert "NOT MET: no return from the midst of a step was killed" in lines
    for name in ("the first start", "all of the return after step 0"):
        failed = next(line for line in outcome.failures if line.startswith(f"FAILED {name}: "))
        assert "NOT MET: no bot has died on the way to rest" in failed


async def test_a_place_that_is_met_once_more_is_told_by_its_step(tmp_path: Path) -> None:
    steps = tuple(FIXED_LIMIT[:1])
    record = await written_down(steps, DECKS, tmp_path / "states")
    whole_of_it = [Outing(steps, record, place=at) for at in range(record.most)]
    outcome = meet(whole_of_it[:2], workers=1)
    met = {(0, place) for place in record.marks[0].places[:2]}
    assert (outcome.failures, outcome.deaths.met) == ([], met)
    assert outcome.deaths.from_midst.total() >= 6
    assert len(whole.unmet(outcome, record)) == record.most - 2
