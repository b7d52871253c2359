"""One torn cell, anywhere in the database: the room starts, and only what it belongs to suffers."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final

import pytest

from bot.auditing import look_over
from bot.game import CHOICE
from bot.person import Person
from bot.picture import Phase
from bot.store.notices import NoticeRows
from engine.actions import Verb
from engine.presets import preset_named
from tests.bot.conftest import House

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.table import Table

GUILD: Final = 900
TORN, BESIDE, LAST = 800, 801, 802
"""The channels of table 1, which is damaged, and of two beside it."""
PEOPLE: Final = tuple(Person(number, f"N{number}") for number in range(1, 9))

CHEAPEST: Final = (Verb.BRING_IN, Verb.CHECK, Verb.CALL)

BAD: Final = "CAST(x'67ff61' AS TEXT)"
"""A text with a byte that is no UTF-8."""
TEXTS: Final = ("'garbage'", "''", "'{}'", "'[]'", "'null'", "NULL")
NUMBERS: Final = (str(2**63 - 1), str(-(2**63)), "NULL", "0")
WHOLE: Final = bool(os.environ.get("CRASH_WHOLE"))
"""Whether every value is tried in every cell: some seconds more."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of the row that `where` tells; `told` is what an audit says of it, if anything."""

    table: str
    column: str
    where: str
    told: str | None = None

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


_RUNNING: Final = "state = 'running' AND table_id = 1"
_ACT: Final = f"seq = 1 AND hand_id = (SELECT hand_id FROM hand WHERE {_RUNNING})"  # noqa: S608 - our own words

TEXT_CELLS: Final = (
    *(
        Cell("tables", column, "table_id = 1", f"table 1: its {column}")
        for column in ("preset", "rules", "note", "games", "game", "coming")
    ),
    *(
        Cell("hand", column, _RUNNING, f"table 1, hand 2: its {column}")
        for column in ("rules", "deck", "reserve", "game")
    ),
    *(
        Cell("act", column, _ACT, f"table 1, hand 2: the {column} of its act 1")
        for column in ("line", "key", "digest")
    ),
    *(
        Cell("member", "name", f"user = {user}", f"guild {GUILD}: the name of member")
        for user in (1, 8)
    ),
    Cell("house", "settings", f"guild = {GUILD}", f"guild {GUILD}: the settings of its house"),
    Cell("variant", "name", f"guild = {GUILD}", f"guild {GUILD}: the name of a game"),
    Cell("variant", "rules", f"guild = {GUILD}", f"guild {GUILD}: the rules of its game"),
    Cell("memo", "name", "name = 'unseen table 1'", "a memo: its name"),
    Cell("memo", "value", "name = 'line'", "the memo line: its value"),
    Cell("memo", "value", "name = 'unseen table 1'", "the memo unseen table 1: its value"),
    Cell("notice", "key", "key LIKE 'n1.%'", f"guild {GUILD}: the key of a notice"),
    Cell("notice", "kind", "key LIKE 'n1.%'", f"guild {GUILD}: the kind of a notice"),
    Cell("notice", "changes", "key LIKE 'n1.%'", f"guild {GUILD}: the changes of a notice"),
    Cell("request", "key", "key = 'key-2'", "a request: its key"),
    Cell("transfer", "why", "transfer_id = 1"),
)

NUMBER_CELLS: Final = (
    *(
        Cell("tables", column, "table_id = 1")
        for column in (
            *("host", "most", "clock", "due_at", "dealer", "panel", "version", "chooser"),
            *("asked", "picker", "pause", "misses", "idle_at"),
        )
    ),
    *(Cell("hand", column, _RUNNING) for column in ("number", "began_at")),
    *(Cell("hand_seat", column, "hand_id = 2 AND p = 0") for column in ("place", "stack")),
    *(Cell("act", column, _ACT) for column in ("seq", "at")),
    *(Cell("seat", column, "table_id = 1 AND place = 0") for column in ("joined", "missed")),
    *(Cell("waiting", column, "table_id = 1") for column in ("number", "user", "until")),
    *(Cell("lapse", column, "table_id = 1") for column in ("user", "until")),
    *(Cell("notice", column, "key LIKE 'n1.%'") for column in ("channel", "user", "until")),
)


async def seeded(house: House) -> None:
    """Three tables that play, the first in its second hand, and everything else that is read."""
    await house.change(seats=4, least=30, most=300)
    own = preset_named("casino_fixed").rules()
    await house.change(variants={"our_own": own})
    presets = (CHOICE, "casino_fixed", "hilo_declare")
    for number, (channel, preset) in enumerate(zip((TORN, BESIDE, LAST), presets, strict=True)):
        table = await house.open(preset, channel=channel)
        for person in PEOPLE[2 * number : 2 * number + 2]:
            await table.sit(person, 200, house.key())
        await table.deal(PEOPLE[2 * number], house.key())
        if channel == TORN:
            await pick(house, table)
            await house.finish(table)
            await house.turn(5)
            await house.turn(5)
            if table.phase is Phase.CHOOSING:
                await pick(house, table)
        await acted(house, table)
    table = house.tables.at(TORN)
    await house.change(pause=7.0)
    await table.hide()
    await house.store.write(others)


async def acted(house: House, table: Table) -> None:
    """Let the actor do the least that keeps him in."""
    view = table.picture().view
    assert view is not None
    assert view.options is not None
    legal = view.options.verbs()
    await house.act(table, next(one for one in CHEAPEST if one in legal))


async def pick(house: House, table: Table) -> None:
    """Let the dealer pick a game."""
    picture = table.picture()
    assert picture.chooser is not None
    assert picture.moment is not None
    await table.pick(picture.chooser, picture.moment, "casino_fixed", house.key())


def others(connection: sqlite3.Connection) -> None:
    """Write what is read too, and is not made in a few steps; of table 1 one notice stays."""
    connection.execute(
        "DELETE FROM notice WHERE key IN (SELECT max(key) FROM notice WHERE key LIKE 'n1.%')"
    )
    for name in ("N7", "N8"):
        connection.execute("INSERT INTO member VALUES (?, ?, ?)", (GUILD, int(name[1:]), name))
    connection.execute("INSERT INTO waiting VALUES (1, 1, 8, NULL)")
    connection.execute("INSERT INTO lapse VALUES (1, 7, 1000500)")


async def made(path: Path) -> None:
    house = House(path)
    await house.start()
    try:
        await seeded(house)
    finally:
        await house.stop()


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of a process that has died."""
    path = tmp_path_factory.mktemp("torn") / "seed.sqlite3"
    asyncio.run(made(path))
    return path


def forge(path: Path, statement: str) -> bool:
    """Do to a database what no bot does; tell whether SQLite's own checks let it be there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        try:
            changed = connection.execute(statement).rowcount
        except sqlite3.IntegrityError:
            return False  # a file with that in it is refused as a whole: a backup is to be restored
        assert changed == 1, f"{statement} changes {changed} rows"
        for _, sql in triggers:
            connection.execute(sql)
    return True


def torn(seed: Path, path: Path, cell: Cell, value: str) -> bool:
    """Copy the seed and tear one of its cells."""
    for end in ("", "-wal", "-shm", ".lock"):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
    shutil.copy(seed, path)
    statement = f"UPDATE {cell.table} SET {cell.column} = {value} WHERE {cell.where}"  # noqa: S608 - our own words
    return forge(path, statement)


def owned(path: Path) -> dict[int, int]:
    """Return the chips of each player's account with those of his stacks."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT coalesce(holder, account_id), sum(chips) FROM account"
            " JOIN balance USING (account_id) WHERE account.kind IN ('player', 'stack') GROUP BY 1"
        )
        return dict(rows.fetchall())


def left_at_tables(path: Path) -> int:
    """Return how many chips and seats are at tables."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT sum(chips) + (SELECT count(*) FROM seat) FROM balance"
            " WHERE kind IN ('stack', 'table')"
        )
        return int(rows.fetchone()[0])


async def goes_on(path: Path) -> None:
    """Start a room on a database, play at the tables beside the torn one, and close them all."""
    house = House(path)
    house._keys = count(1000)
    await house.start()
    try:
        for channel in (BESIDE, LAST):
            table = house.tables.at(channel)
            assert table.phase is Phase.PLAYING
            await acted(house, table)
        assert (await house.audit()).sound
        assert await house.store.report(lambda connection: NoticeRows(connection).count()) >= 1
        for table in house.tables.open_tables():
            await table.close(None)
        assert (await house.audit()).sound
    finally:
        await house.stop()


async def lives(
    seed: Path, path: Path, cell: Cell, values: Iterable[str], most: int = 99
) -> list[str]:
    """Start on each torn value in turn, or on `most`; return those that can be in a file."""
    tried: list[str] = []
    for value in values:
        if len(tried) == most:
            break
        if not torn(seed, path, cell, value):
            continue
        tried.append(value)
        try:
            lines = look_over(path, 10).mismatches
            if cell.told is not None and value == BAD:
                assert any(line.startswith(cell.told) for line in lines), lines
            await goes_on(path)
            assert owned(path) == owned(seed)
            assert left_at_tables(path) == 0
        except Exception as error:
            raise AssertionError(f"{cell} = {value}: {type(error).__name__}: {error}") from error
    return tried


@pytest.mark.parametrize(("number", "cell"), list(enumerate(TEXT_CELLS)), ids=str)
async def test_a_torn_text_stops_nobody_else(
    seed: Path, tmp_path: Path, number: int, cell: Cell
) -> None:
    others = TEXTS if WHOLE else (TEXTS[number % len(TEXTS)],)
    tried = await lives(seed, tmp_path / "torn.sqlite3", cell, (BAD, *others))
    assert BAD in tried


@pytest.mark.parametrize("cell", NUMBER_CELLS, ids=str)
async def test_a_torn_number_stops_nobody_else(seed: Path, tmp_path: Path, cell: Cell) -> None:
    most = len(NUMBERS) if WHOLE else 1
    assert await lives(seed, tmp_path / "torn.sqlite3", cell, NUMBERS, most)
