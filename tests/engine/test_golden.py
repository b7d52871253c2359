"""Every golden hand plays out as it is written, refused acts included."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from engine.history import write
from engine.importer import read
from engine.replay import Verdict, play_through, replay

HANDS = sorted((Path(__file__).parent / "hands").glob("*.phh"))


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_golden_hand_ends_as_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "finishing_stacks" in text
    result = replay(text)
    assert result.error is None
    assert result.verdict is Verdict.LEGAL
    assert sum(result.finishing_stacks) == sum(result.starting_stacks)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_golden_hand_survives_being_written_again(path: Path) -> None:
    written = read(path.read_text("utf-8"))
    hand, _ = play_through(written)
    again, _ = play_through(read(write(hand, written.players)))
    assert again.digest == hand.digest
    assert again.stacks == hand.stacks


def test_the_golden_hands_are_there() -> None:
    names = {path.stem for path in HANDS}
    assert {"X01", "full-tilt-2013-limit", "ipoker-2011-limit"} <= names
    assert len(names) >= 22


@pytest.mark.parametrize("path", HANDS[:6], ids=lambda path: path.stem)
def test_a_copied_or_pickled_hand_is_the_same_and_changes_nothing(path: Path) -> None:
    hand, _ = play_through(read(path.read_text("utf-8")))
    again = pickle.loads(pickle.dumps(hand))  # noqa: S301 - made here
    assert again.digest == hand.digest
    assert copy.copy(hand) is copy.deepcopy(hand) is hand
