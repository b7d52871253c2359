"""What `doorcard doctor` finds: versions, settings, the database, what Discord lets the bot do."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Final, TextIO

from bot.discreet import flat, masked
from bot.heartbeat import STALE, Unwell, age_of, verify_alive
from bot.settings import Settings, read_settings, read_whereabouts
from bot.store.fault import StoreFault
from bot.store.lock import is_locked
from bot.store.migration import migrations, version
from bot.store.names import true_path
from bot.store.orphans import orphans
from bot.store.reader import open_read_only
from bot.store.torn import torn
from bot.variables import SettingsFault
from bot.words import _

LEAST_FREE: Final = 100 * 1024 * 1024
"""Bytes below which a disk is told to be nearly full."""

_SAFE_SQLITE: Final = (3, 51, 3)


class Grade(StrEnum):
    """How a finding stands."""

    WELL = "ok"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    grade: Grade
    text: str


def examine(env_file: Path, out: TextIO) -> int:
    """Look at everything, write a line for each finding, and return 1 where something is wrong."""
    return asyncio.run(_examine(env_file, out))


async def _examine(env_file: Path, out: TextIO) -> int:
    token, wrong = "", False

    def tell(finding: Finding) -> None:
        nonlocal wrong
        text = masked(finding.text, token) if token else finding.text
        out.write(f"{finding.grade + ':':<7}{flat(text)}\n")
        wrong = wrong or finding.grade is Grade.WRONG

    for finding in versions():
        tell(finding)
    settings, about = _settings(env_file)
    if settings is not None:
        token = settings.token.get_secret_value()
    for finding in about:
        tell(finding)
    database = _whereabouts(env_file) if settings is None else settings.database
    if database is not None:
        for finding in of_database(database):
            tell(finding)
    if settings is not None:
        async for finding in _of_discord(settings):
            tell(finding)
    return 1 if wrong else 0


def versions() -> Iterator[Finding]:
    """Tell what runs here."""
    parts = ("doorcard", "discord.py", "aiosqlite", "aiohttp")
    told = ", ".join(f"{part} {_version(part)}" for part in parts)
    yield Finding(Grade.WELL, f"{told}, Python {platform.python_version()}")
    yield Finding(Grade.WELL, f"SQLite {sqlite3.sqlite_version}")
    if sqlite3.sqlite_version_info < _SAFE_SQLITE:
        told = _(
            "this SQLite can damage a database that two programs write at once (mended in 3.51.3):"
            " the bot writes by one connection alone; let no other program write to its file"
        )
        yield Finding(Grade.NOTE, told)


def _version(part: str) -> str:
    try:
        return version_of(part)
    except PackageNotFoundError:
        return _("(not installed)")


def _settings(env_file: Path) -> tuple[Settings | None, list[Finding]]:
    try:
        settings = read_settings(env_file)
    except SettingsFault as fault:
        return None, [Finding(Grade.WRONG, _("settings: {fault}").format(fault=fault))]
    shards = _("as Discord advises") if settings.shard_count is None else settings.shard_count
    given = {
        "log": f"{settings.log_level.lower()}, {settings.log_format}",
        "pause": f"{settings.pause:g} s",
        "message content": _("yes") if settings.message_content else _("no"),
        "hands kept": f"{settings.keep_hands} days" if settings.keep_hands else _("for ever"),
        "metrics": settings.metrics_port or _("no"),
        "shards": shards,
    }
    told = ", ".join(f"{name} {value}" for name, value in given.items())
    return settings, [
        Finding(Grade.WELL, _("a token is given")),
        Finding(Grade.WELL, _("settings: {told}").format(told=told)),
    ]


def _whereabouts(env_file: Path) -> Path | None:
    try:
        return read_whereabouts(env_file).database
    except SettingsFault:
        return None


def of_database(database: Path) -> Iterator[Finding]:
    """Tell how a database stands, which a bot may be using."""
    try:
        path = true_path(database)
        locked = is_locked(path)
        yield from _of_file(path)
        yield _of_bot(path, locked=locked)
        yield _of_disk(path)
    except StoreFault as fault:
        yield Finding(Grade.WRONG, _("database: {fault}").format(fault=fault))
    except OSError as error:
        told = _("database {path}: {why}").format(path=error.filename, why=error.strerror)
        yield Finding(Grade.WRONG, told)


def _of_file(path: Path) -> Iterator[Finding]:
    if not path.exists():
        told = _("database {path}: it is made when the bot starts")
        yield Finding(Grade.NOTE, told.format(path=path))
        return
    try:
        with closing(open_read_only(path)) as connection:
            yield from _of_content(connection, path)
    except (StoreFault, sqlite3.Error) as fault:
        told = _("database {path}: {fault}").format(path=path, fault=fault)
        yield Finding(Grade.WRONG, told)
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        told = _("database {path}: this user may not write it or its folder")
        yield Finding(Grade.WRONG, told.format(path=path))


def _of_content(connection: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    have, newest = version(connection, path, migrations()), migrations()[-1].number
    size, log = _size(path), _size(path.with_name(f"{path.name}-wal"))
    told = _("database {path}: schema {have} of {newest}, {size:,} bytes and {log:,} in its log")
    told = told.format(path=path, have=have, newest=newest, size=size, log=log)
    if have < newest:
        told = _("{told}; the bot upgrades it when it starts, after a copy").format(told=told)
    yield Finding(Grade.WELL if have == newest else Grade.NOTE, told)
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    lost = next(orphans(connection), None)
    if found != "ok" or lost is not None:
        what = lost if found == "ok" else found
        told = _("database: damaged ({what}): restore a backup").format(what=what)
        yield Finding(Grade.WRONG, told)
        return
    texts = list(torn(connection)) if have == newest else []
    if not texts:
        yield Finding(Grade.WELL, _("database: its pages and rows are whole"))
        return
    told = _("database: damaged ({what}{more}): the bot plays on without it; a backup has it whole")
    more = _(" and {count} more").format(count=len(texts) - 1) if len(texts) > 1 else ""
    yield Finding(Grade.WRONG, told.format(what=texts[0], more=more))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0  # a log is there only while a bot runs, or after one was killed


def _of_bot(path: Path, *, locked: bool) -> Finding:
    if not locked:
        return Finding(Grade.NOTE, _("no bot is running on this database"))
    try:
        verify_alive(path)
    except Unwell as unwell:
        if age_of(path) is None:
            told = _("a bot is running, and is not ready yet")
            return Finding(Grade.NOTE, told)
        return Finding(Grade.WRONG, str(unwell))
    age = round(max(0.0, age_of(path) or 0.0))
    told = _("a bot is running; its last heartbeat is {age} s old (stuck after {stale})")
    return Finding(Grade.WELL, told.format(age=age, stale=round(STALE)))


def _of_disk(path: Path) -> Finding:
    folder = next(one for one in path.parents if one.exists())
    free = shutil.disk_usage(folder).free
    told = _("disk of {folder}: {free:,} MB free").format(folder=folder, free=free // 1024**2)
    return Finding(Grade.WELL if free >= LEAST_FREE else Grade.WRONG, told)


async def _of_discord(settings: Settings) -> AsyncIterator[Finding]:
    # Loaded here: it is slow, and what is above must be told where it is broken.
    from bot.consultation import consult  # noqa: PLC0415

    async for finding in consult(settings):
        yield finding
