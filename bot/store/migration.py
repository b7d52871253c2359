"""The schema of the database, and the way from an older one to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from bot.store.copying import sync, write_copy
from bot.store.fault import StoreFault
from bot.store.orphans import first_orphan

APPLICATION_ID: Final = 0x444F4F52
"""Marks a database file as Doorcard's ("DOOR")."""


@dataclass(frozen=True, slots=True)
class Migration:
    """The SQL that makes version `number` out of the one before."""

    number: int
    script: str


def migrations() -> tuple[Migration, ...]:
    """Return the migrations of this version of the code, in order."""
    folder = files("bot").joinpath("migrations")
    found = (path for path in folder.iterdir() if path.name.endswith(".sql"))
    return tuple(
        sorted(
            (Migration(int(path.name[:4]), path.read_text("utf-8")) for path in found),
            key=lambda one: one.number,
        )
    )


def statements(script: str) -> Iterator[str]:
    """Split a script into its statements; a trigger's body holds semicolons of its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        if not statement and (not line.strip() or line.lstrip().startswith("--")):
            continue
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        raise ValueError(f"a statement has no end: {statement.strip()[:60]}")


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Bring the database at `path` to the newest schema, whole or not at all.

    A copy of an existing database is made first. Raises StoreFault as `version` does.
    """
    have = version(connection, path, steps)
    missing = [step for step in steps if step.number > have]
    if have and missing:
        _copy(connection, path.with_name(f"{path.name}.schema-{have}"))
    if missing:
        _apply(connection, missing)


def version(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> int:
    """Return the schema's number, 0 for a new database; nothing is written.

    Raises StoreFault for a newer schema than the code knows and for another program's database.
    """
    have = refuse_foreign(connection, path)
    newest = steps[-1].number
    if have < 0:
        raise StoreFault(f"{path} is damaged (schema {have}): restore a backup")
    if have > newest:
        raise StoreFault(
            f"{path} was written by a newer Doorcard (schema {have}; this one knows {newest}): "
            "update the bot or give it another database"
        )
    return have


def refuse_foreign(connection: sqlite3.Connection, path: Path) -> int:
    """Raise StoreFault for a database of another program; return the schema's number."""
    have = int(connection.execute("PRAGMA user_version").fetchone()[0])
    mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    if mark != APPLICATION_ID and (mark or have or tables):
        raise StoreFault(f"{path} is a database of another program: give the bot one of its own")
    return have


def refuse_orphans(connection: sqlite3.Connection) -> None:
    """Raise StoreFault where a row names another that is not there."""
    orphan = first_orphan(connection)
    if orphan is not None:
        raise StoreFault(f"the database is damaged: {orphan}")


def refuse_other_schema(
    connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]
) -> None:
    """Raise StoreFault where a table, index or trigger of the schema is missing or another."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for step in steps:
            for statement in statements(step.script):
                fresh.execute(statement)
        meant, found = _schema(fresh), _schema(connection)
    differing = sorted(name for name in meant.keys() | found if meant.get(name) != found.get(name))
    if differing:
        raise StoreFault(f"{path} is damaged: {differing[0]} is not as made; restore a backup")


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL"
    )
    return {str(name): str(sql) for name, sql in rows}


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """Keep a copy of the older schema, on the disk before anything is changed."""
    unfinished = target.with_name(f"{target.name}.part")
    _drop(unfinished)
    try:
        write_copy(connection, unfinished)
        unfinished.replace(target)
        sync(target.parent)
    except BaseException:
        _drop(unfinished)
        raise


def _drop(unfinished: Path) -> None:
    """Remove a copy that is not whole, with its log."""
    for end in ("", "-journal", "-wal", "-shm"):
        unfinished.with_name(f"{unfinished.name}{end}").unlink(missing_ok=True)


def _apply(connection: sqlite3.Connection, missing: Sequence[Migration]) -> None:
    connection.execute("BEGIN EXCLUSIVE")
    try:
        for step in missing:
            for statement in statements(step.script):
                connection.execute(statement)
        refuse_orphans(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {missing[-1].number}")
        connection.execute("COMMIT")
    except BaseException:
        # Some faults (a full disk) have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
