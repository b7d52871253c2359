"""The rows of tables and of the people seated at them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened; `rules` are JSON as HouseRules writes its options.

    `games` are JSON of rules by name where the table's games come from a list.
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


@dataclass(frozen=True, slots=True)
class Mark:
    """How a table stands after a step: what changes with every hand and act.

    `chooser` is the place of who is asked for the next game, and `asked` the version since when;
    `game` is the last pick by its name, and `picker` the place that dealt the hand it was for.
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


@dataclass(frozen=True, slots=True)
class TableRow:
    """A stored table."""

    table_id: int
    opened: NewTable
    mark: Mark
    panel: int | None


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
            " (guild, channel, host, preset, rules, least, most, clock, games, phase)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')",
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

    def open_tables(self) -> list[TableRow]:
        """Return every table that is not closed."""
        rows = self._run(
            "SELECT table_id, guild, channel, coalesce(host, 0), preset, rules, least, most, clock,"
            " games, phase, note, due_at, dealer, version, warned, chooser, asked, game, picker,"
            " panel"
            " FROM tables WHERE phase <> 'closed' ORDER BY table_id"
        )
        return [TableRow(row[0], NewTable(*row[1:10]), Mark(*row[10:20]), row[20]) for row in rows]

    def mark(self, table_id: int, mark: Mark) -> None:
        """Write how a table stands."""
        self._run(
            "UPDATE tables SET phase = ?, note = ?, due_at = ?, dealer = ?, version = ?,"
            " warned = ?, chooser = ?, asked = ?, game = ?, picker = ? WHERE table_id = ?",
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
                table_id,
            ),
        )

    def set_panel(self, table_id: int, message: int | None) -> None:
        """Note which message shows the table."""
        self._run("UPDATE tables SET panel = ? WHERE table_id = ?", (message, table_id))

    def seats(self, table_id: int) -> list[SeatRow]:
        """Return who sits at a table, in the order of places."""
        rows = self._run(
            "SELECT place, account_id, player, user, name, chips, joined, leaving, missed,"
            " sitting_out FROM seat"
            " JOIN stack_owner USING (account_id) JOIN balance USING (account_id)"
            " WHERE seat.table_id = ? ORDER BY place",
            (table_id,),
        )
        return [
            SeatRow(
                place, account, player, user, name, chips, joined, bool(leaving), missed, bool(out)
            )
            for place, account, player, user, name, chips, joined, leaving, missed, out in rows
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

    def mark_seat(self, account: int, missed: int, *, sitting_out: bool) -> None:
        """Note how many turns in a row a stack's owner has missed, and whether he sits out."""
        self._run(
            "UPDATE seat SET missed = ?, sitting_out = ? WHERE account_id = ?",
            (missed, sitting_out, account),
        )

    def free_seat(self, account: int) -> None:
        """Free the place of a stack."""
        self._run("DELETE FROM seat WHERE account_id = ?", (account,))
