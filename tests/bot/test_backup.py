"""`doorcard backup`, `restore` and `audit`, beside a room that plays and after it."""

# ruff: noqa: ASYNC240, ASYNC221 - a test waits for its own small files and short commands

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from bot.__main__ import main
from bot.auditing import look_over
from bot.person import Person
from bot.rehearsal.process import ROOT
from bot.store import Store, StoreFault
from bot.store import backup as backing_up
from bot.store import restore as restoring
from bot.store.backup import back_up
from bot.store.copying import give_second_name, write_copy
from bot.store.line import line_of
from bot.store.migration import migrate, migrations
from bot.store.names import true_path
from bot.store.reader import open_read_only
from bot.store.restore import restore
from engine.actions import Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def doorcard(database: Path, *arguments: str | Path) -> Done:
    """Run a command in the folder of a database; in this process, which is quicker."""
    return doorcard_at(database, database.parent, *arguments)


def doorcard_at(database: Path, folder: Path, *arguments: str | Path) -> Done:
    """Run a command in a folder."""
    out, said = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        patch.dict(os.environ, {"DOORCARD_DATABASE": str(database)}, clear=True),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(said),
    ):
        code = main([str(one) for one in arguments])
    return Done(code, out.getvalue(), said.getvalue())


def doorcard_alone(database: Path, *arguments: str, most: int | None = None) -> Done:
    """Run a command in a process of its own, which may write files of at most `most` bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=database.parent,
        env={"PYTHONPATH": str(ROOT), "DOORCARD_DATABASE": str(database)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        preexec_fn=None
        if most is None
        else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    return Done(done.returncode, done.stdout, done.stderr)


def complaint(done: Done) -> str:
    """Return the one line that says why nothing was done."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("doorcard: ")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.fixture
async def table(house: House) -> Table:
    """A table at which a hand is over and the second runs."""
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    await house.turn(5)
    await house.act(table, Verb.BRING_IN)
    return table


def select(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def spoil(path: Path, *statements: str) -> None:
    """Change a database in a way that its own triggers do not allow."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in triggers:
            connection.execute(sql)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBackup:
    async def test_it_is_made_while_the_room_plays_on(self, house: House, table: Table) -> None:
        target = house.path.with_name("copy.db")
        before = names(house.path.parent)
        done = doorcard_alone(house.path, "backup", str(target))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"{target}: {target.stat().st_size:,} bytes, schema 9\n"
        assert names(house.path.parent) - before == {"copy.db"}
        assert target.stat().st_mode & 0o077 == 0  # it holds the deck of a running hand
        acts = "SELECT * FROM act ORDER BY hand_id, seq"
        assert select(target, acts) == select(house.path, acts) != []
        await house.finish(table)
        assert doorcard(target, "audit").returncode == 0

    async def test_each_copy_is_one_state_of_what_is_written_meanwhile(self, house: House) -> None:
        table, copies = await house.dealt(ANN, BEN), []

        def copy() -> None:
            for number in range(4):
                copies.append(house.path.with_name(f"copy-{number}.db"))
                back_up(house.path, copies[-1])

        copying = asyncio.create_task(asyncio.to_thread(copy))
        hands = 0
        while not copying.done():
            await house.finish(table)
            await house.turn(5)
            hands += 1
        await copying
        assert hands
        assert [look_over(one, 1000).mismatches for one in copies] == [()] * 4

    async def test_it_can_be_named_from_the_folder_one_is_in(
        self, house: House, table: Table
    ) -> None:
        assert doorcard(house.path, "backup", "copy.db").returncode == 0
        assert house.path.with_name("copy.db").exists()

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("there.db", "is there already: nothing is overwritten"),
            ("dangling", "is there already: nothing is overwritten"),
            (".", "is a folder: name a file in it"),
            ("", "is a folder: name a file in it"),
            ("none/copy.db", "is no folder: make it first"),
            ("doorcard.sqlite3", "belongs to the database itself"),
            ("doorcard.sqlite3-journal", "belongs to the database itself"),
            ("doorcard.sqlite3.lock", "belongs to the database itself"),
            ("doorcard.sqlite3.heartbeat", "belongs to the database itself"),
            ("doorcard.sqlite3.restoring", "belongs to the database itself"),
            ("doorcard.sqlite3.restoring-journal", "belongs to the database itself"),
            ("doorcard.sqlite3.schema-8", "belongs to the database itself"),
            ("doorcard.sqlite3.schema-9-monday", "belongs to the database itself"),
            ("doorcard.sqlite3.before-20300101T000000Z", "belongs to the database itself"),
            ("link.d/doorcard.sqlite3-wal", "belongs to the database itself"),
            ("there.db/copy.db", "is no folder"),
            ("a" * 300, "File name too long"),
        ],
    )
    async def test_what_cannot_be_written_is_one_line(
        self, house: House, name: str, words: str
    ) -> None:
        folder = house.path.parent
        (folder / "there.db").write_text("mine")
        (folder / "dangling").symlink_to("nowhere")
        (folder / "link.d").symlink_to(folder)
        before = names(folder)
        assert words in complaint(doorcard(house.path, "backup", name))
        assert names(folder) == before
        assert (folder / "there.db").read_text() == "mine"

    def test_without_a_database_nothing_is_made(self, tmp_path: Path) -> None:
        said = complaint(doorcard(tmp_path / "none.db", "backup", "copy.db"))
        assert said == f"doorcard: there is no database {tmp_path / 'none.db'}\n"
        assert names(tmp_path) == set()

    @pytest.mark.parametrize("content", [b"no database at all" * 99, b""])
    def test_what_is_no_database_of_ours_is_not_copied(
        self, tmp_path: Path, content: bytes
    ) -> None:
        (tmp_path / "x.db").write_bytes(content)
        said = complaint(doorcard(tmp_path / "x.db", "backup", "copy.db"))
        assert "is not a database" in said or "is empty" in said
        assert names(tmp_path) == {"x.db"}

    @pytest.mark.parametrize("name", ["doorcard.sqlite3.monday", "other.restoring", "x.schema-8"])
    async def test_another_name_beside_the_database_is_taken(self, house: House, name: str) -> None:
        assert doorcard(house.path, "backup", name).returncode == 0
        assert house.path.with_name(name).exists()

    async def test_a_disk_that_takes_no_more_leaves_nothing(self, house: House) -> None:
        before = names(house.path.parent)
        done = doorcard_alone(house.path, "backup", "copy.db", most=40_000)
        assert "cannot be copied" in complaint(done)
        assert names(house.path.parent) == before

    async def test_two_at_once_do_not_meet(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The name is taken between the look and the naming."""
        target = house.path.with_name("copy.db")

        def slow(source: sqlite3.Connection, path: Path) -> None:
            write_copy(source, path)
            target.write_text("the other's")

        monkeypatch.setattr(backing_up, "write_copy", slow)
        with pytest.raises(StoreFault, match="is there already"):
            back_up(house.path, target)
        assert target.read_text() == "the other's"


class TestRestore:
    @pytest.fixture
    async def backup(self, house: House, table: Table) -> Path:
        """A backup; the room has played on since, and is closed."""
        backup = house.path.with_name("copy.db")
        back_up(house.path, backup)
        await house.finish(table)
        return backup

    async def test_the_backup_is_in_place_and_the_rest_beside(
        self, house: House, backup: Path
    ) -> None:
        later = await house.store.read(lambda c: c.execute("SELECT count(*) FROM act").fetchone())
        await house.tables.shut()
        await house.store.close()
        house.time.timers.clear()
        done = doorcard_alone(house.path, "restore", str(backup))
        assert (done.returncode, done.stderr) == (0, "")
        (aside,) = house.path.parent.glob("*.before-*")
        assert done.stdout == f"{house.path}: restored, schema 9; before it was {aside}\n"
        assert select(aside, "SELECT count(*) FROM act") == [later]
        assert backup.exists()
        await house.start()
        table = house.tables.at(800)
        assert table.picture().moment.hand == 2
        assert house.actor(table) in (ANN, BEN)
        await house.finish(table)

    async def test_it_is_refused_while_a_bot_plays(self, house: House, backup: Path) -> None:
        said = complaint(doorcard(house.path, "restore", backup))
        assert "another bot is using this database" in said
        assert not list(house.path.parent.glob("*.before-*"))

    async def test_a_database_that_is_gone_is_made_again(
        self, tmp_path: Path, backup: Path
    ) -> None:
        database = tmp_path / "new" / "chips.db"
        done = doorcard(backup.with_name("x"), "restore", backup)
        restored = restore(database, backup)
        assert done.returncode == 0
        assert done.stdout.endswith("before it was nothing\n")
        assert restored.aside is None
        assert names(database.parent) == {"chips.db", "chips.db.lock"}
        await (await Store.open(database)).close()

    @pytest.mark.parametrize("end", [".restoring", ".restoring-journal", "-journal", "-wal"])
    async def test_what_it_works_on_is_no_backup_and_stays(
        self, tmp_path: Path, backup: Path, end: str
    ) -> None:
        """A killed restore leaves such a file."""
        database = tmp_path / "new" / "chips.db"
        database.parent.mkdir()
        given = database.with_name(f"chips.db{end}")
        shutil.copy(backup, given)
        (tmp_path / "link.db").symlink_to(given)
        for name in (given, tmp_path / "link.db"):
            said = complaint(doorcard(database, "restore", name))
            assert "give it another name first" in said
        assert given.read_bytes() == backup.read_bytes()
        assert not database.exists()
        restore(database, given.rename(tmp_path / "another.db"))

    async def test_discord_is_told_the_commands_anew(self, tmp_path: Path, backup: Path) -> None:
        with closing(sqlite3.connect(backup)) as connection, connection:
            connection.execute("INSERT INTO memo VALUES ('commands synced', 'x'), ('a', 'b')")
        restore(tmp_path / "new.db", backup)
        assert ("commands synced", "x") not in select(tmp_path / "new.db", "SELECT * FROM memo")
        assert ("a", "b") in select(tmp_path / "new.db", "SELECT * FROM memo")

    async def test_what_is_put_back_begins_a_line_of_its_own(
        self, tmp_path: Path, backup: Path
    ) -> None:
        lines = []
        for name in ("one.db", "one.db", "two.db"):
            restore(tmp_path / name, backup)
            for _ in range(2):  # a start alone begins none
                store = await Store.open(tmp_path / name)
                lines.append(store.line)
                await store.close()
        assert lines[::2] == lines[1::2]
        with closing(open_read_only(backup)) as connection:
            assert len({line_of(connection), *lines}) == 4
        assert all(0 < line < 10**9 for line in lines)

    async def test_a_line_that_cannot_be_read_is_begun_anew(self, tmp_path: Path) -> None:
        lines = set()
        await (await Store.open(tmp_path / "new.db")).close()
        for torn in (b"9", b"", b"x", b"0", b"\xff1", b"9" * 10):
            with closing(sqlite3.connect(tmp_path / "new.db")) as connection, connection:
                connection.execute("UPDATE memo SET value = CAST(? AS TEXT)", (torn,))
            store = await Store.open(tmp_path / "new.db")
            lines.add(store.line)
            await store.close()
        assert len(lines) == 6
        assert 9 in lines

    @pytest.mark.parametrize(
        ("statements", "words"),
        [
            (("PRAGMA user_version = 99",), "was written by a newer Doorcard"),
            (("PRAGMA application_id = 7",), "is a database of another program"),
            (
                ("UPDATE balance SET chips = chips + 1 WHERE kind = 'player'",),
                "they do not add up in guilds: 1",
            ),
            (("DELETE FROM transfer WHERE transfer_id = 1",), "add up in guilds: 0, accounts: 2)"),
            (("DELETE FROM account WHERE kind = 'house'",), "is damaged"),
            (("DROP TABLE memo",), "memo is not as made"),
            (("DROP INDEX account_holder",), "account_holder is not as made"),
        ],
    )
    async def test_a_backup_that_is_not_sound_changes_nothing(
        self, tmp_path: Path, backup: Path, statements: tuple[str, ...], words: str
    ) -> None:
        database = tmp_path / "new" / "chips.db"
        await (await Store.open(database)).close()
        content, before = database.read_bytes(), names(database.parent)
        spoil(backup, *statements)
        assert words in complaint(doorcard(database, "restore", backup))
        assert database.read_bytes() == content
        assert names(database.parent) == before

    async def test_a_backup_with_a_hole_in_it_changes_nothing(
        self, tmp_path: Path, backup: Path
    ) -> None:
        with backup.open("r+b") as file:
            file.seek(3 * 4096)
            file.write(b"\xff" * 8192)
        assert "damaged" in complaint(doorcard(tmp_path / "new.db", "restore", backup))
        assert not (tmp_path / "new.db").exists()

    @pytest.mark.parametrize("name", ["none.db", ".", "text", "empty", "new.db"])
    async def test_what_is_no_backup_is_one_line(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "text").write_text("hello " * 1000)
        (tmp_path / "empty").touch()
        await (await Store.open(tmp_path / "new.db")).close()
        content = (tmp_path / "new.db").read_bytes()
        complaint(doorcard(tmp_path / "new.db", "restore", name))
        assert (tmp_path / "new.db").read_bytes() == content

    async def test_a_damaged_database_is_put_aside_with_its_log(
        self, tmp_path: Path, backup: Path
    ) -> None:
        database = tmp_path / "new.db"
        database.write_bytes(b"garbage" * 5000)
        database.with_name("new.db-wal").write_bytes(b"more garbage")
        restored = restore(database, backup)
        assert restored.aside is not None
        assert restored.aside.read_bytes() == b"garbage" * 5000
        log = restored.aside.with_name(f"{restored.aside.name}-wal")
        assert log.read_bytes() == b"more garbage"
        await (await Store.open(database)).close()

    async def test_a_database_that_somebody_reads_stays(
        self, tmp_path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restoring, "_PATIENCE", 0.01)
        database = tmp_path / "new" / "chips.db"
        await (await Store.open(database)).close()
        with closing(open_read_only(database)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM memo").fetchall()
            with pytest.raises(StoreFault, match="cannot be put aside: database is locked"):
                restore(database, backup)
        assert not list(database.parent.glob("*.before-*"))
        assert not list(database.parent.glob("*.restoring"))
        restore(database, backup)

    async def test_another_programs_database_is_left_alone(
        self, tmp_path: Path, backup: Path
    ) -> None:
        database = tmp_path / "new.db"
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE mine (x)")
        content = database.read_bytes()
        assert "another program" in complaint(doorcard(database, "restore", backup))
        assert database.read_bytes() == content

    async def test_twice_in_a_second_keeps_both(
        self, tmp_path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(time, "strftime", lambda *_: "20300101T000000Z")
        asides = [restore(tmp_path / "new.db", backup).aside for _ in range(3)]
        assert [aside and aside.name for aside in asides] == [
            None,
            "new.db.before-20300101T000000Z",
            "new.db.before-20300101T000000Z-2",
        ]

    @pytest.mark.parametrize("at", range(6))
    async def test_a_kill_in_the_middle_leaves_one_or_the_other(
        self, tmp_path: Path, backup: Path, at: int
    ) -> None:
        """The process dies before the n-th time that something is brought to the disk."""
        database = tmp_path / "new" / "chips.db"
        store = await Store.open(database)
        await store.remember("which", "old")
        shutil.copytree(database.parent, tmp_path / "crashed")  # as a kill leaves it: with its log
        await store.close()
        database = tmp_path / "crashed" / "chips.db"
        with closing(sqlite3.connect(backup)) as connection, connection:
            connection.execute("INSERT INTO memo VALUES ('which', 'new')")
        script = (
            "import os, sys\nfrom bot.store import copying, restore\n"
            "from pathlib import Path\nleft = [int(sys.argv[3])]\nreal = copying.sync\n"
            "def sync(path):\n"
            "    left[0] -= 1\n"
            "    if left[0] < 0: os.kill(os.getpid(), 9)\n"
            "    real(path)\n"
            "copying.sync = restore.sync = sync\n"
            "restore.restore(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(database), str(backup), str(at)],
            env={"PYTHONPATH": str(ROOT)},
            timeout=30,
            check=False,
        )
        store = await Store.open(database)
        which = await store.recall("which")
        await store.close()
        assert (done.returncode, which) in {(-9, "old"), (-9, "new"), (0, "new")}
        if at < 2:
            assert which == "old"
        restore(database, backup)
        assert select(database, "SELECT value FROM memo WHERE name = 'which'") == [("new",)]

    def test_a_file_system_without_links_keeps_what_was_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
        path, name = tmp_path / "a", tmp_path / "b"
        path.write_text("mine")
        give_second_name(path, name)
        assert name.read_text() == "mine"
        with pytest.raises(FileExistsError):
            give_second_name(path, name)

    def test_without_links_too_what_was_in_the_log_is_kept_beside(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The process was killed: its last rows stand in the log alone."""
        database, backup = tmp_path / "mine.sqlite3", tmp_path / "monday.sqlite3"
        with closing(sqlite3.connect(database, isolation_level=None)) as made:
            migrate(made, database, migrations())
        back_up(database, backup)
        with closing(sqlite3.connect(database, isolation_level=None)) as killed:
            killed.execute("PRAGMA journal_mode = WAL")
            killed.execute("PRAGMA wal_autocheckpoint = 0")
            killed.execute("INSERT INTO memo VALUES ('which', 'newest')")
            left = {end: Path(f"{database}{end}").read_bytes() for end in ("", "-wal")}
        for end, content in left.items():
            Path(f"{database}{end}").write_bytes(content)

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
        aside = restore(database, backup).aside
        assert aside is not None
        assert select(aside, "SELECT value FROM memo WHERE name = 'which'") == [("newest",)]


class TestAudit:
    async def test_a_room_that_plays_is_sound(self, house: House, table: Table) -> None:
        done = doorcard_alone(house.path, "audit")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            f"{house.path}: everything adds up; 1 guild, 6 accounts, 2 hands played again\n"
        )
        done = doorcard(house.path, "audit", "--hands", "0")
        assert "1 hand played again" in done.stdout

    @pytest.mark.parametrize("hands", ["many", "-1", "", "1.5", "1000000001"])
    async def test_a_wrong_number_is_one_line(self, house: House, hands: str) -> None:
        said = complaint(doorcard(house.path, "audit", f"--hands={hands}"))
        assert said.startswith("doorcard: --hands: ")

    @pytest.mark.parametrize(
        ("statement", "words"),
        [
            (
                "UPDATE balance SET chips = chips + 1 WHERE account_id = 2",
                "guild 900: all accounts sum to 1, not to 0",
            ),
            (
                "UPDATE balance SET chips = chips + 1 WHERE account_id = 2",
                "guild 900: account 2 (player) is not what its transfers add up to",
            ),
            (
                "UPDATE balance SET chips = 9223372036854775807 WHERE kind = 'player'",
                "guild 900: all accounts sum to 18446744073709550",
            ),
            (
                "UPDATE balance SET chips = -9223372036854775808 WHERE kind = 'house'",
                "guild 900: account 3 (house) is not what its transfers add up to",
            ),
            (
                "UPDATE transfer SET amount = 9223372036854775807",
                "guild 900: account 2 (player) is not what its transfers add up to",
            ),
            ("DELETE FROM transfer WHERE why = 'buy-in'", "(stack at table 1) is not what its"),
            ("UPDATE hand_seat SET stack = 5 WHERE hand_id = 2", "holds chips that belong elsewh"),
            (
                "UPDATE act SET digest = 'x' WHERE hand_id = 1 AND seq = 1",
                "table 1, hand 1: hand 1",
            ),
            ("UPDATE act SET digest = 'x' WHERE hand_id = 2", "hand 2: hand 2 differs"),
            ("UPDATE hand SET deck = '' WHERE hand_id = 1", "hand 1 cannot be read back"),
            ("DELETE FROM act WHERE hand_id = 1 AND seq = 2", "an act between its acts is missing"),
            (
                "UPDATE transfer SET hand_id = 2 WHERE hand_id = 1",
                "table 1, hand 2: it is running and has moved chips",
            ),
            (
                "UPDATE transfer SET amount = amount + 1 WHERE hand_id = 1",
                "table 1, hand 1: its transfers are not what it came to",
            ),
            ("DELETE FROM seat WHERE place = 0", "table 1, hand 2: somebody is in it without a se"),
            ("UPDATE tables SET phase = 'waiting'", "its hand 2 runs, and the table is waiting"),
            ("UPDATE hand SET state = 'void' WHERE hand_id = 2", "it plays, and no hand runs"),
            ("UPDATE tables SET phase = 'closed'", "it is closed and somebody has seat 0"),
            ("DELETE FROM hand_seat WHERE hand_id = 1 AND p = 0", "it began without two stacks"),
            ("DELETE FROM member", None),
            ("DELETE FROM account WHERE kind = 'house'", "has lost its account"),
            ("DROP INDEX account_holder", "account_holder is not as made"),
        ],
    )
    async def test_each_mismatch_is_a_line(
        self, house: House, table: Table, statement: str, words: str | None
    ) -> None:
        copy = house.path.with_name("copy.db")
        back_up(house.path, copy)
        spoil(copy, "PRAGMA foreign_keys = OFF", statement)
        done = doorcard(copy, "audit")
        assert done.stderr == ""
        assert done.returncode == (0 if words is None else 1)
        assert words is None or any(words in line for line in done.stdout.splitlines()), done.stdout
        assert "Ann" not in done.stdout

    def test_without_a_database_it_is_one_line(self, tmp_path: Path) -> None:
        assert "there is no database" in complaint(doorcard(tmp_path / "none.db", "audit"))
        assert names(tmp_path) == set()

    async def test_another_schema_is_one_line(self, house: House) -> None:
        copy = house.path.with_name("copy.db")
        back_up(house.path, copy)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA user_version = 5")
        assert "is of schema 5" in complaint(doorcard(copy, "audit"))


class TestCircle:
    """Links that lead to each other are no file, whatever is asked of them."""

    @pytest.fixture
    def circle(self, tmp_path: Path) -> Path:
        (tmp_path / "one").symlink_to("two")
        (tmp_path / "two").symlink_to("one")
        return tmp_path / "one"

    @pytest.mark.parametrize("below", ["", "chips.db"])
    @pytest.mark.parametrize("command", ["audit", "health", "backup copy.db", "restore copy.db"])
    def test_a_database_is_one_line(self, circle: Path, below: str, command: str) -> None:
        before = names(circle.parent)
        said = complaint(doorcard_at(circle / below, circle.parent, *command.split()))
        assert "one" in said
        assert "circle" in said or "cannot be opened" in said
        assert names(circle.parent) == before

    def test_doctor_says_so(self, circle: Path) -> None:
        done = doorcard(circle, "doctor")
        assert (done.returncode, done.stderr) == (1, "")
        assert "database: " in done.stdout
        assert "lead round in a circle" in done.stdout

    async def test_the_bot_does_not_start(self, circle: Path) -> None:
        with pytest.raises(StoreFault, match="lead round in a circle"):
            await Store.open(circle)

    @pytest.mark.parametrize("command", ["backup", "restore"])
    async def test_a_backup_is_one_line(self, house: House, circle: Path, command: str) -> None:
        await house.store.close()
        assert "one " in complaint(doorcard(house.path, command, circle))
        await house.start()

    def test_pythons_that_resolve_a_circle_without_a_word(
        self, circle: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """From 3.13 on only a strict look tells of it, by OSError."""

        def resolved(path: Path, strict: bool = False) -> Path:
            return Path(os.path.realpath(path, strict=strict))

        monkeypatch.setattr(Path, "resolve", resolved)
        with pytest.raises(StoreFault, match="lead round in a circle"):
            true_path(circle)
        assert true_path(circle.parent / "missing") == circle.parent / "missing"

    def test_a_folder_that_is_gone_is_no_circle(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        with pytest.raises(StoreFault, match="No such file"):
            true_path(Path("chips.db"))
