"""The database: transactions, cancellation, what it refuses by itself, opening and migrating."""

# ruff: noqa: ASYNC240 - a test waits for its own small files

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.person import Person
from bot.store import Store, StoreFault
from bot.store.ledger import Ledger, Transfer
from bot.store.migration import Migration, migrations, statements
from bot.store.restore import restore
from bot.store.why import Why
from engine.actions import Verb

if TYPE_CHECKING:
    from tests.bot.conftest import House


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "doorcard.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path)
    yield store
    await store.close()


def move(transfer: Transfer, connection: sqlite3.Connection) -> None:
    Ledger(connection).move(transfer)


def note(name: str) -> str:
    return f"INSERT INTO memo VALUES ('{name}', 'x')"  # noqa: S608 - the test's own words


async def test_a_unit_that_fails_leaves_nothing(store: Store) -> None:
    def unit(connection: sqlite3.Connection) -> None:
        connection.execute(note("half"))
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await store.write(unit)
    assert await store.recall("half") is None


async def test_units_at_one_moment_do_not_mix(store: Store) -> None:
    def unit(name: str, *, fails: bool) -> None:
        def run(connection: sqlite3.Connection) -> None:
            connection.execute(note(name))
            if fails:
                raise LookupError(name)

        tasks.append(asyncio.ensure_future(store.write(run)))

    tasks: list[asyncio.Future[None]] = []
    for number in range(40):
        unit(f"n{number}", fails=number % 2 == 1)
    await asyncio.gather(*tasks, return_exceptions=True)
    kept = [await store.recall(f"n{number}") for number in range(40)]
    assert kept == ["x", None] * 20


async def test_a_cancelled_writer_gets_the_true_outcome_before_he_is_cancelled(
    store: Store,
) -> None:
    began, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    outcomes: list[str] = []

    def unit(connection: sqlite3.Connection) -> str:
        connection.execute(note("kept"))
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(10)
        return "committed"

    async def caller() -> None:
        outcomes.append(await store.write(unit))
        await asyncio.Event().wait()

    task = asyncio.create_task(caller())
    await began.wait()
    task.cancel()
    await asyncio.wait([task], timeout=0.01)
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert outcomes == ["committed"]
    assert await store.recall("kept") == "x"


async def test_a_cancelled_writer_whose_unit_fails_is_told_so(store: Store) -> None:
    began, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def unit(connection: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(10)
        connection.execute("INSERT INTO memo VALUES ('no value')")

    task = asyncio.create_task(store.write(unit))
    await began.wait()
    task.cancel()
    go_on.set()
    with pytest.raises(sqlite3.OperationalError):
        await task


async def test_writers_cancelled_around_commit_are_told_what_is_in_the_database(
    store: Store,
) -> None:
    told: set[str] = set()

    async def caller(name: str) -> None:
        await store.write(lambda connection: connection.execute(note(name)))
        told.add(name)

    tasks = [asyncio.create_task(caller(f"n{number}")) for number in range(60)]
    for number, task in enumerate(tasks):
        if number % 3 == 0:
            await store.recall("nothing")
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    kept = {f"n{number}" for number in range(60) if await store.recall(f"n{number}")}
    assert kept == told


async def test_the_outcome_is_known_even_when_the_loop_ends_in_mid_commit(path: Path) -> None:
    outcomes: list[str] = []

    async def run() -> None:
        store = await Store.open(path)
        began, go_on = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def unit(connection: sqlite3.Connection) -> str:
            connection.execute(note("kept"))
            loop.call_soon_threadsafe(began.set)
            assert go_on.wait(10)
            return "committed"

        async def caller() -> None:
            try:
                outcomes.append(await store.write(unit))
            finally:
                await store.close()

        task = asyncio.ensure_future(caller())
        await began.wait()
        loop.call_soon(go_on.set)
        assert not task.done()

    await asyncio.to_thread(lambda: asyncio.run(run()))
    assert outcomes == ["committed"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("secure_delete", 1),
        ("temp_store", 2),
        ("trusted_schema", 0),
    ],
)
async def test_the_connection_is_set_up(store: Store, name: str, value: object) -> None:
    found = await store.read(lambda connection: connection.execute(f"PRAGMA {name}").fetchone())
    assert found == (value,)


async def test_a_reader_writes_nothing(store: Store) -> None:
    await store.read(lambda connection: connection.execute(note("written")))
    assert await store.recall("written") is None


async def test_a_value_is_remembered_over_a_restart(path: Path) -> None:
    for value in ("old", "new"):
        store = await Store.open(path)
        await store.remember("commands", value)
        await store.close()
    store = await Store.open(path)
    assert await store.recall("commands") == "new"
    await store.close()


async def test_a_closed_store_says_so(path: Path) -> None:
    store = await Store.open(path)
    await store.close()
    with pytest.raises(StoreFault, match="closed"):
        await store.recall("anything")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfer SET amount = amount + 1",
        "DELETE FROM transfer",
        "INSERT OR REPLACE INTO transfer SELECT transfer_id, payer, payee, 1, why, by, hand_id, at"
        " FROM transfer",
        "UPDATE act SET line = 'p1 f'",
        "DELETE FROM act",
        "INSERT OR REPLACE INTO act SELECT hand_id, seq, line, by, key, 'forged', at FROM act",
        "UPDATE hand SET deck = ''",
        "UPDATE hand_seat SET stack = 1",
        "UPDATE balance SET chips = -1 WHERE kind = 'player'",
        "UPDATE balance SET kind = 'house'",
        "INSERT INTO request SELECT key, at FROM request",
        "INSERT INTO hand (table_id, number, rules, deck, reserve, began_at)"
        " SELECT table_id, 99, rules, deck, reserve, began_at FROM hand",
    ],
)
async def test_the_database_itself_refuses(house: House, statement: str) -> None:
    table = await house.dealt(Person(1, "Ann"), Person(2, "Ben"))
    await house.act(table, Verb.BRING_IN)
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.write(lambda connection: connection.execute(statement))


async def test_a_payer_cannot_go_below_zero_and_chips_stay_in_their_guild(house: House) -> None:
    def unit(connection: sqlite3.Connection) -> tuple[int, int, int]:
        ledger = Ledger(connection)
        here, there = ledger.open_player(1, 7), ledger.open_player(2, 7)
        return here, ledger.open_player(1, 8), there

    here, other, there = await house.store.write(unit)
    for payee in (other, there):
        transfer = Transfer(here, payee, 1, Why.BUY_IN, 0.0)
        with pytest.raises(sqlite3.IntegrityError):
            await house.store.write(partial(move, transfer))


async def test_a_second_bot_is_refused(path: Path, store: Store) -> None:
    with pytest.raises(StoreFault, match="another bot is using this database"):
        await Store.open(path)
    await store.close()
    again = await Store.open(path)
    await again.close()


async def test_a_newer_schema_is_refused_and_left_alone(path: Path, store: Store) -> None:
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreFault, match="newer Doorcard") as caught:
        await Store.open(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("these are my shopping notes, not a database\n" * 100)
    with pytest.raises(StoreFault, match="not a database"):
        await Store.open(path)


async def test_another_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE invoice (number INTEGER)")
    with pytest.raises(StoreFault, match="another program"):
        await Store.open(path)


async def test_a_damaged_database_is_refused(path: Path, store: Store) -> None:
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(path.read_bytes())
    content[page * 2 : page * 6] = b"\xff" * (page * 4)
    path.write_bytes(content)
    with pytest.raises(StoreFault, match=r"damaged|malformed|cannot be used"):
        await Store.open(path)


async def test_a_folder_that_cannot_be_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFault, match="cannot be opened"):
        await Store.open(tmp_path / "file" / "doorcard.sqlite3")


@pytest.mark.parametrize(
    ("make", "words"),
    [(Path.mkdir, "is a folder, not a database"), (os.mkfifo, "is no plain file")],
)
async def test_what_is_no_file_is_refused_and_nothing_is_left_beside_it(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    there = tmp_path / "chips"
    make(there)
    with pytest.raises(StoreFault, match=f"chips {words}"):
        await Store.open(there)
    with pytest.raises(StoreFault, match=f"chips {words}"):
        restore(there, tmp_path / "copy.db")
    with pytest.raises(StoreFault, match=f"chips {words}"):
        restore(tmp_path / "doorcard.db", there)
    assert {one.name for one in tmp_path.iterdir()} == {"chips", "doorcard.db.lock"}


async def test_an_older_database_is_copied_and_then_migrated(path: Path, store: Store) -> None:
    await store.remember("old", "value")
    await store.close()
    number = migrations()[-1].number
    more = Migration(number + 1, "CREATE TABLE more (n INTEGER) STRICT;")
    store = await Store.open(path, [*migrations(), more])
    assert await store.recall("old") == "value"
    await store.write(lambda connection: connection.execute("INSERT INTO more VALUES (1)"))
    await store.close()
    with closing(sqlite3.connect(path.with_name(f"{path.name}.schema-{number}"))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (number,)
        assert copy.execute("SELECT value FROM memo WHERE name <> 'line'").fetchall() == [
            ("value",)
        ]


async def test_a_migration_that_fails_changes_nothing(path: Path, store: Store) -> None:
    await store.close()
    number = migrations()[-1].number
    broken = Migration(number + 1, "CREATE TABLE more (n INTEGER) STRICT;\nINSERT INTO no SELECT;")
    with pytest.raises(StoreFault, match="cannot be used"):
        await Store.open(path, [*migrations(), broken])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (number,)
        names = connection.execute("SELECT name FROM sqlite_schema WHERE name = 'more'")
        assert names.fetchall() == []


def test_a_trigger_is_one_statement() -> None:
    script = """-- a remark; with a semicolon
CREATE TABLE a (n INTEGER);

CREATE TRIGGER t AFTER INSERT ON a BEGIN
    DELETE FROM a; -- one
    DELETE FROM a;
END;
"""
    assert [one.split()[1] for one in statements(script)] == ["TABLE", "TRIGGER"]


def test_a_statement_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="has no end"):
        list(statements("CREATE TABLE a (n INTEGER)"))


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [one.number for one in migrations()] == list(range(1, len(migrations()) + 1))


async def test_a_link_to_a_locked_database_is_locked_too(tmp_path: Path) -> None:
    path, link = tmp_path / "chips.db", tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    store = await Store.open(path)
    try:
        with pytest.raises(StoreFault, match="another bot"):
            await Store.open(link)
    finally:
        await store.close()


async def test_what_is_deleted_is_not_in_the_file_any_more(path: Path) -> None:
    store = await Store.open(path)
    await store.remember("secret", "Rumpelstiltskin" * 20)
    await store.forget("secret")
    await store.close()
    assert b"Rumpelstiltskin" not in path.read_bytes()


@pytest.mark.parametrize("statement", ["DROP TABLE memo", "DROP TRIGGER act_cannot_change"])
async def test_a_database_that_lacks_a_part_is_refused(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "chips.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    with pytest.raises(StoreFault, match="is not as made"):
        await Store.open(path)


async def test_a_schema_below_zero_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "chips.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = -1")
    with pytest.raises(StoreFault, match="damaged"):
        await Store.open(path)
