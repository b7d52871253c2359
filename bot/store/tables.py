"""The rows of tables and of the people seated at them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened; `rules` are JSON as HouseRules writes its options.

    `games` are JSON of rules by name where the table's games come from a list. `pause` (seconds,
    None: the process's own), `ping`, `misses` and `seats` are the house's settings in force. What
    it `keeps` was given when it was opened; the rest of its limits and clock is the house's.
    """

    guild: int
    channel: int
    host: int
    preset: str
    rules: str
    least: int
    most: int
    clock: int
    games: str | None = None
    pause: float | None = None
    ping: bool = True
    misses: int = 2
    seats: int = 10
    keeps_least: bool = True
    keeps_most: bool = True
    keeps_clock: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """How a table stands after a step: what changes with every hand and act.

    `chooser` is the place of who is asked for the next game, and `asked` the version since when;
    `game` is the last pick by its name, and `picker` the place that dealt the hand it was for.
    `idle_at` is when the table closes by itself.
    """

    phase: str
    note: str | None
    due_at: float | None
    dealer: int | None
    version: int
    warned: int = 0
    chooser: int | None = None
    asked: int | None = None
    game: str | None = None
    picker: int | None = None
    idle_at: float | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A stored table; `coming` is JSON of the rules in force from the next hand, if others."""

    table_id: int
    opened: NewTable
    mark: Mark
    panel: int | None
    coming: str | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A stored seat: `account` holds its `chips`, `player` is the account of whose they are."""

    place: int
    account: int
    player: int
    user: int
    name: str
    chips: int
    joined: int
    leaving: bool
    missed: int = 0
    sitting_out: bool = False
    resting: bool = False


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Who waits for a seat; one is kept for him `until` then, where it is not None."""

    number: int
    user: int
    name: str
    until: float | None


class TableRows:
    """Tables and seats, inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute

    def add(self, table: NewTable) -> int:
        """Write a table nobody sits at yet and return its id.

        Raises sqlite3.IntegrityError where one is open in the channel.
        """
        added = self._run(
            "INSERT INTO tables"
            " (guild, channel, host, preset, rules, least, most, clock, games, pause, ping, misses,"
            " seats, keeps_least, keeps_most, keeps_clock, phase)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')",
            (
                table.guild,
                table.channel,
                table.host,
                table.preset,
                table.rules,
                table.least,
                table.most,
                table.clock,
                table.games,
                table.pause,
                table.ping,
                table.misses,
                table.seats,
                table.keeps_least,
                table.keeps_most,
                table.keeps_clock,
            ),
        )
        return int(added.lastrowid or 0)

    def is_open(self, channel: int) -> bool:
        """Tell whether a table is open in a channel."""
        row = self._run(
            "SELECT EXISTS (SELECT 1 FROM tables WHERE channel = ? AND phase <> 'closed')",
            (channel,),
        ).fetchone()
        return bool(row[0])

    def open_places(self) -> list[tuple[int, int]]:
        """Return the guild and channel of every table that is not closed."""
        return self._run("SELECT guild, channel FROM tables WHERE phase <> 'closed'").fetchall()

    def open_tables(self) -> list[TableRow]:
        """Return every table that is not closed."""
        return self._tables(closed=False)

    def closed_table(self, table_id: int) -> TableRow | None:
        """Return a table that is closed; None where there is none of that number."""
        return next(iter(self._tables(table_id, closed=True)), None)

    def _tables(self, table_id: int | None = None, *, closed: bool) -> list[TableRow]:
        rows = self._run(
            "SELECT table_id, guild, channel, coalesce(host, 0), preset, rules, least, most, clock,"
            " games, pause, ping, misses, seats, keeps_least, keeps_most, keeps_clock,"
            " phase, note, due_at, dealer, version, warned, chooser, asked, game, picker, idle_at,"
            " panel, coming FROM tables"
            " WHERE (phase = 'closed') = ? AND table_id = coalesce(?, table_id) ORDER BY table_id",
            (closed, table_id),
        )
        return [
            TableRow(row[0], NewTable(*row[1:17]), Mark(*row[17:28]), row[28], row[29])
            for row in rows
        ]

    def mark(self, table_id: int, mark: Mark) -> None:
        """Write how a table stands."""
        self._run(
            "UPDATE tables SET phase = ?, note = ?, due_at = ?, dealer = ?, version = ?,"
            " warned = ?, chooser = ?, asked = ?, game = ?, picker = ?, idle_at = ?"
            " WHERE table_id = ?",
            (
                mark.phase,
                mark.note,
                mark.due_at,
                mark.dealer,
                mark.version,
                mark.warned,
                mark.chooser,
                mark.asked,
                mark.game,
                mark.picker,
                mark.idle_at,
                table_id,
            ),
        )

    def set_coming(self, table_id: int, coming: str | None) -> None:
        """Note the rules that are in force from the next hand on; None: those of now."""
        self._run("UPDATE tables SET coming = ? WHERE table_id = ?", (coming, table_id))

    def set_terms(self, table_id: int, terms: NewTable) -> None:
        """Write the rules that a table is played by from now on; its place stays."""
        self._run(
            "UPDATE tables SET rules = ?, games = ?, least = ?, most = ?, clock = ?, pause = ?,"
            " ping = ?, misses = ?, seats = ?, coming = NULL WHERE table_id = ?",
            (
                terms.rules,
                terms.games,
                terms.least,
                terms.most,
                terms.clock,
                terms.pause,
                terms.ping,
                terms.misses,
                terms.seats,
                table_id,
            ),
        )

    def waiting(self, table_id: int) -> list[WaitingRow]:
        """Return who waits for a seat at a table, in their order."""
        rows = self._run(
            "SELECT number, waiting.user, coalesce(name, ''), until FROM waiting"
            " JOIN tables USING (table_id) LEFT JOIN member"
            " ON member.guild = tables.guild AND member.user = waiting.user"
            " WHERE table_id = ? ORDER BY number",
            (table_id,),
        )
        return [WaitingRow(*row) for row in rows]

    def set_waiting(self, table_id: int, waiting: Iterable[tuple[int, int, float | None]]) -> None:
        """Write who waits for a seat: number, user id and until when one is kept."""
        self._run("DELETE FROM waiting WHERE table_id = ?", (table_id,))
        for number, user, until in waiting:
            self._run("INSERT INTO waiting VALUES (?, ?, ?, ?)", (table_id, number, user, until))

    def lapses(self, table_id: int) -> list[tuple[int, float]]:
        """Return who may not wait for a seat at a table, by user id, and until when."""
        return self._run(
            "SELECT user, until FROM lapse WHERE table_id = ? ORDER BY until, user", (table_id,)
        ).fetchall()

    def set_lapses(self, table_id: int, lapses: Iterable[tuple[int, float]]) -> None:
        """Write who may not wait for a seat, and until when."""
        self._run("DELETE FROM lapse WHERE table_id = ?", (table_id,))
        for user, until in lapses:
            self._run("INSERT INTO lapse VALUES (?, ?, ?)", (table_id, user, until))

    def set_panel(self, table_id: int, message: int | None) -> None:
        """Note which message shows the table."""
        self._run("UPDATE tables SET panel = ? WHERE table_id = ?", (message, table_id))

    def seats(self, table_id: int) -> list[SeatRow]:
        """Return who sits at a table, in the order of places."""
        rows = self._run(
            "SELECT place, account_id, player, user, name, chips, joined, leaving, missed,"
            " sitting_out, resting FROM seat"
            " JOIN stack_owner USING (account_id) JOIN balance USING (account_id)"
            " WHERE seat.table_id = ? ORDER BY place",
            (table_id,),
        )
        return [
            SeatRow(
                place=row[0],
                account=row[1],
                player=row[2],
                user=row[3],
                name=row[4],
                chips=row[5],
                joined=row[6],
                leaving=bool(row[7]),
                missed=row[8],
                sitting_out=bool(row[9]),
                resting=bool(row[10]),
            )
            for row in rows
        ]

    def add_seat(self, table_id: int, place: int, account: int, joined: int) -> None:
        """Seat a stack at a place; raise sqlite3.IntegrityError where it is taken."""
        self._run(
            "INSERT INTO seat (table_id, place, account_id, joined) VALUES (?, ?, ?, ?)",
            (table_id, place, account, joined),
        )

    def mark_leaving(self, account: int) -> None:
        """Note that a stack leaves when the running hand ends."""
        self._run("UPDATE seat SET leaving = 1 WHERE account_id = ?", (account,))

    def mark_seat(
        self, account: int, missed: int, *, sitting_out: bool, resting: bool = False
    ) -> None:
        """Note how many turns in a row a stack's owner has missed, and whether he sits out.

        `resting`: he has asked to sit out from the next hand on.
        """
        self._run(
            "UPDATE seat SET missed = ?, sitting_out = ?, resting = ? WHERE account_id = ?",
            (missed, sitting_out, resting, account),
        )

    def free_seat(self, account: int) -> None:
        """Free the place of a stack."""
        self._run("DELETE FROM seat WHERE account_id = ?", (account,))
