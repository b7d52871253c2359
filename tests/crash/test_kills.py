"""kill -9 at commits and requests of an evening: nothing is lost, nothing is done twice.

`make crash` kills at every one of them; here a share of them is met that is another each time.
CRASH_SEED repeats one: a failure tells which.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.crash.deaths import Deaths
from tests.crash.evening import Arms, Haunted, first_starts
from tests.crash.mortal import Mortal
from tests.crash.record import Record, written_down
from tests.crash.script import (
    BUYING,
    CHOICE,
    DECKS,
    FIXED_LIMIT,
    IN_SEQUENCE,
    SHORT,
    X30,
    X38,
    Step,
)

SEED: Final = os.environ.get("CRASH_SEED") or str(secrets.randbelow(10**6))
SHARE: Final = 0.1
"""How many of the steps a bot dies in."""

LEAST: Final = 6
"""Places that a bot meets at least on the way to rest."""

AFTER_ANSWER: Final = "after POST api/v10/interactions/…/…/callback"
BEFORE_ANSWER: Final = "before POST api/v10/interactions/…/…/callback"

PARTS: Final = {
    "fixed limit": (FIXED_LIMIT, DECKS[:2]),
    "buying": (BUYING, (X38,)),
    "in sequence": (IN_SEQUENCE, (X30,)),
    "choice": (CHOICE, (SHORT, SHORT)),
}

pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]


def at(places: Mapping[int, str]) -> Arms:
    """Return that the bot dies at these places of these steps."""
    return lambda number: places.get(number, "")


async def died_alone(
    steps: Sequence[Step], decks: Sequence[str], record: Record, place: str
) -> Deaths:
    """Kill at a place of the last step that was not met: a return before it had done its part."""
    last = len(steps) - 1
    async with Mortal(decks) as stage:
        return await Haunted(stage, steps, record).play(at({last: place}))


@pytest.mark.parametrize("part", PARTS)
async def test_an_evening_of_deaths_ends_as_one_without(part: str, tmp_path: Path) -> None:
    steps, decks = PARTS[part]
    record = await written_down(steps, decks, tmp_path / "states")
    chance = random.Random(f"{SEED} {part}")
    midst = chance.choice([n for n in range(len(steps)) if len(record.marks[n].places) > 2])
    dying = sorted({midst, *chance.sample(range(len(steps)), round(len(steps) * SHARE))})
    places = {number: chance.choice(record.marks[number].places) for number in dying}
    rest = (chance.randrange(len(steps)),) if chance.random() < 0.5 else ()
    try:
        async with Mortal(decks) as stage:
            haunted = Haunted(stage, steps, record)
            deaths = await haunted.play(at(places), rest=rest, midst=(midst,))
        for number, place in tuple(deaths.missed):
            deaths.add(await died_alone(steps[: number + 1], decks, record, place))
    except AssertionError as error:
        raise AssertionError(f"CRASH_SEED={SEED}: {error}") from error
    assert deaths.met == set(places.items()), f"CRASH_SEED={SEED}: not met: {deaths.missed}"
    assert deaths.from_rest.total() >= LEAST * len(rest)
    assert deaths.from_midst.total() >= LEAST


async def test_a_first_start_may_end_anywhere() -> None:
    deaths = await first_starts()
    assert deaths.from_rest["before COMMIT"] >= 2
    assert sum(n for label, n in deaths.from_rest.items() if "COMMIT" not in label) >= 6


async def outcome(
    steps: list[Step], decks: tuple[str, ...], record: Record, arms: Arms, sabotage: str
) -> str:
    """Play with a fault on purpose and return what is found, "" for nothing."""
    async with Mortal(decks, sabotage=sabotage) as stage:
        try:
            await Haunted(stage, steps, record).play(arms)
        except AssertionError as error:
            return str(error)
    return ""


async def test_the_harness_finds_what_only_a_death_shows(tmp_path: Path) -> None:
    steps, decks = FIXED_LIMIT[:9], DECKS[:1]
    record = await written_down(steps, decks, tmp_path / "states")
    for sabotage, words, step, place in (
        ("answer first", "is missing", 6, AFTER_ANSWER),
        ("act twice", "no state from", 8, BEFORE_ANSWER),
        ("other cards", "what each peeks at", 7, "after COMMIT"),
        ("little grace", "the actor has 19.0 s", 7, "after COMMIT"),
    ):
        played = steps[: step + 1]
        assert not await outcome(played, decks, record, at({}), sabotage)
        found = await outcome(played, decks, record, at({step: place}), sabotage)
        assert words in found


async def test_the_harness_finds_a_choice_that_is_forgotten(tmp_path: Path) -> None:
    chosen = next(
        number for number, step in enumerate(BUYING) if getattr(step, "labels", ()) == ("High",)
    )
    steps, decks = BUYING[: chosen + 2], (X38,)
    record = await written_down(steps, decks, tmp_path / "states")
    assert not await outcome(steps, decks, record, at({}), "forget choices")
    found = await outcome(steps, decks, record, at({chosen: "after COMMIT"}), "forget choices")
    assert "the panel" in found
