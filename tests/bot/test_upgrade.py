"""Databases of every earlier schema are brought to this one; what was running goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.auditing import look_over
from bot.person import Person
from bot.picture import Phase
from bot.rehearsal.process import ROOT
from bot.store import Store
from bot.store.migration import APPLICATION_ID, migrations
from engine.actions import Action, Declaration, Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
NEWEST = migrations()[-1].number
ANNS_CHOICE = "SELECT p, choice FROM pending"


def since(first: int) -> pytest.MarkDecorator:
    """Run a test for a schema, and each that came after it but the newest."""
    return pytest.mark.parametrize("number", range(first, NEWEST))


async def written(path: Path, dump: str, number: int) -> None:
    """Make a database as the program of a schema wrote it, and bring it to a later one."""
    schema = int(dump.removeprefix("schema_").removesuffix(".sql"))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name(dump).read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {schema}")
    await (await Store.open(path, migrations()[:number])).close()
    for copy in path.parent.glob(f"{path.name}.schema-*"):
        copy.unlink()


async def upgraded(house: House, dump: str, number: int) -> Table:
    """Start the house on a database of an earlier schema and return its table."""
    await house.store.close()
    house.time.timers.clear()
    house.path.unlink()
    await written(house.path, dump, number)
    await house.start()
    assert look_over(house.path, 1000).mismatches == ()
    copy = house.path.with_name(f"{house.path.name}.schema-{number}")
    assert select(copy, "PRAGMA user_version") == [(number,)]
    assert select(copy, "PRAGMA integrity_check") == [("ok",)]
    return house.tables.at(CHANNEL)


def select(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


@since(1)
async def test_a_running_hand_goes_on(house: House, number: int) -> None:
    table = await upgraded(house, "schema_1.sql", number)
    assert (table.picture().moment.hand, table.picture().turn, table.panel) == (2, 2, 12345)
    assert house.actor(table) == CID
    await house.act(table, Verb.CALL)
    await house.finish(table)
    assert table.phase is Phase.BETWEEN
    await house.turn(5)
    await house.finish(table)
    assert look_over(house.path, 1000).mismatches == ()
    assert sum(seat.stack for seat in table.picture().seats) == 600


@since(4)
async def test_a_secret_choice_waits_on_for_the_others(house: House, number: int) -> None:
    table = await upgraded(house, "schema_4.sql", number)
    assert [person.name for person in table.picture().deciders] == ["Ben", "Cid"]
    assert select(house.path, ANNS_CHOICE) == [(0, "low")]
    for person in (BEN, CID):
        high = Action(Verb.DECLARE, declaration=Declaration.HIGH)
        await table.act(person, table.picture().moment, high, house.key())
    lines = "SELECT line FROM act WHERE hand_id = 1 AND line LIKE '% dc %' ORDER BY seq"
    assert select(house.path, lines) == [("p1 dc low",), ("p2 dc high",), ("p3 dc high",)]
    await house.finish(table)
    assert look_over(house.path, 1000).mismatches == ()
    assert sum(seat.stack for seat in table.picture().seats) == 300


@since(7)
async def test_who_waits_and_the_house_are_as_they_were(house: House, number: int) -> None:
    table = await upgraded(house, "schema_7.sql", number)
    assert [person.name for person in table.picture().waiting] == ["Cid"]
    assert house.houses.of(GUILD).pause == 3
    assert house.houses.of(GUILD).seats == 2
    await house.finish(table)
    await house.turn(3)
    assert table.picture().moment.hand == 3
    assert look_over(house.path, 1000).mismatches == ()


@pytest.mark.parametrize("number", [1, 5, NEWEST - 1])
def test_a_kill_in_the_middle_leaves_the_old_database(tmp_path: Path, number: int) -> None:
    """Killed before the last statement of all: nothing of the new schema is there."""
    path = tmp_path / "chips.db"
    asyncio.run(written(path, "schema_1.sql", number))
    acts = select(path, "SELECT * FROM act")
    killed(path, "statement", -1)
    asyncio.run(reopened(path, number))
    assert select(path, "SELECT * FROM act") == acts
    assert select(path, "PRAGMA user_version") == [(number,)]


@pytest.mark.parametrize(
    ("what", "at"), [("statement", 0), ("statement", 9), ("copy", 0), ("copy", 1)]
)
def test_a_kill_at_any_point_is_made_good_by_the_next_start(
    tmp_path: Path, what: str, at: int
) -> None:
    path = tmp_path / "chips.db"
    asyncio.run(written(path, "schema_1.sql", 4))
    acts = select(path, "SELECT * FROM act")
    killed(path, what, at)
    asyncio.run(reopened(path, NEWEST))
    assert look_over(path, 1000).mismatches == ()
    assert select(path, "SELECT * FROM act") == acts
    copy = path.with_name(f"{path.name}.schema-4")
    assert select(copy, "SELECT * FROM act") == acts
    assert not list(tmp_path.glob("*.part*"))


async def reopened(path: Path, number: int) -> None:
    await (await Store.open(path, migrations()[:number])).close()


def killed(path: Path, what: str, at: int) -> None:
    """Open a database with the newest schema in a process that is killed on the way.

    At the n-th statement of the migrations, -1 being the last, or when the copy that is made
    before is brought to the disk: its file, its name, or what follows them.
    """
    script = """
import asyncio, os, sys
from pathlib import Path
from bot.store import Store, migration
path, what, at = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
statements, sync = migration.statements, migration.sync
have = migration.sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0]
scripts = [step.script for step in migration.migrations()[have:]]
if at < 0:
    at += sum(len(list(statements(script))) for script in scripts)
left = [at]
def count():
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), 9)
def counted(script):
    for one in statements(script):
        count()
        yield one
def synced(place):
    count()
    sync(place)
if what == "statement":
    migration.statements = counted
else:
    migration.sync = sys.modules["bot.store.copying"].sync = synced
asyncio.run(Store.open(path))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(path), what, str(at)],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == -9, done.stderr
