"""The power goes at any write of a real run: the database opens, no acknowledged act is lost."""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from bot.store import Store
from engine.actions import Verb
from tests.bot.conftest import ANN, BEN, CID, House
from tests.crash.disk import Image, Loss, moments
from tests.crash.recording import Acknowledged, Deed, NoRecording, Recorder, Sync, Write
from tests.crash.snapshot import snapshot, verify_sums

if TYPE_CHECKING:
    import sqlite3

SEED: Final = os.environ.get("CRASH_SEED") or str(secrets.randbelow(10**6))
WHOLE: Final = bool(os.environ.get("CRASH_WHOLE"))
"""Whether every image is tried, as `make crash` does, or some."""

SOME: Final = 180
NAME: Final = "doorcard.sqlite3"

pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]


async def recorded(folder: Path, *, synchronous: bool = True) -> list[Deed]:
    """Put down a run: a table is opened, two hands are played over a restart, one leaves."""
    try:
        recorder = Recorder(folder)
    except NoRecording as reason:
        pytest.skip(str(reason))
    house = House(folder / NAME)

    async def told() -> None:
        state = await house.store.read(lambda connection: json.dumps(snapshot(connection)))
        recorder.deeds.append(Acknowledged(state))

    async def start() -> None:
        await house.start()
        # Checkpoints come soon, so that a short run has some; their order is what matters.
        await _pragma(house.store, "wal_autocheckpoint = 30")
        if not synchronous:
            await _pragma(house.store, "synchronous = OFF")

    with recorder.running():
        await start()
        table = await house.open()
        await told()
        for person in (ANN, BEN, CID):
            await table.sit(person, 200, house.key())
            await told()
        await table.deal(ANN, house.key())
        await told()
        for hand in (1, 2):
            while table.picture().hand == hand and table.phase == "playing":
                await _act(house, table)
                await told()
                if len(recorder.deeds) % 7 == 0:
                    house.time.timers.clear()
                    await house.store.close()
                    await start()
                    table = house.tables.at(800)
            await house.turn(5)
            await told()
        await table.leave(CID, house.key())
        await told()
        await house.stop()
    return recorder.deeds


async def _act(house: House, table: Any) -> None:
    options = table.picture().view.options
    verbs = (Verb.BRING_IN, Verb.CHECK, Verb.CALL)
    await house.act(table, next(verb for verb in verbs if verb in options.verbs()))


async def _pragma(store: Store, words: str) -> None:
    await store._on_thread(lambda: store._raw.execute(f"PRAGMA {words}").fetchall())


async def verify_image(folder: Path, image: Image, acknowledged: str) -> None:
    """Verify that a database opens, is whole, and has all that was acknowledged."""
    _lay_down(folder, image)
    store = await Store.open(folder / NAME)
    try:
        found = await store.read(_read)
    finally:
        await store.close()
    meant = json.loads(acknowledged)
    for part in ("acts", "transfers", "hands", "dealt"):
        rows = meant.get(part, [])
        kept = found[part][: len(rows)]
        if part == "hands":  # one that ran may be over meanwhile
            rows, kept = ([row[:4] for row in some] for some in (rows, kept))
        assert kept == rows, f"{part}: {kept[-3:]} and not {rows[-3:]}"


def _lay_down(folder: Path, image: Image) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)


def _read(connection: sqlite3.Connection) -> Any:
    verify_sums(connection)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return json.loads(json.dumps(snapshot(connection)))


async def verify_all(deeds: list[Deed], folder: Path, chance: random.Random) -> Counter[Loss]:
    """Verify the images of all moments, or of some of them."""
    tried: Counter[Loss] = Counter()
    share = 1.0 if WHOLE else min(1.0, SOME / (len(deeds) * len(Loss)))
    for number, (disk, acknowledged) in enumerate(moments(deeds)):
        for loss in Loss:
            for _ in range(4 if WHOLE and loss is Loss.SOMETHING else 1):
                if chance.random() < share:
                    tried[loss] += 1
                    try:
                        await verify_image(folder, disk.image(loss, chance), acknowledged)
                    except Exception as error:
                        where = f"CRASH_SEED={SEED}, after deed {number}, {loss.value} lost"
                        raise AssertionError(f"{where}: {error}") from error
    return tried


async def test_no_acknowledged_act_is_lost_with_the_power(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    deeds = await recorded(run)
    kinds = Counter(type(deed) for deed in deeds)
    assert kinds[Sync] > 30
    assert kinds[Acknowledged] > 15
    assert {deed.name for deed in deeds if isinstance(deed, Write)} >= {NAME, f"{NAME}-wal"}
    tried = await verify_all(deeds, tmp_path / "image", random.Random(SEED))
    print(f"{len(deeds)} deeds; images tried: {dict(tried)}")  # noqa: T201 - for make crash


async def test_without_syncs_the_same_test_finds_the_loss(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    deeds = await recorded(run, synchronous=False)
    with pytest.raises(AssertionError, match="after deed"):
        await verify_all(deeds, tmp_path / "image", random.Random(SEED))
