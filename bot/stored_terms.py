"""What a table was opened with, and is to be played by, read back from the store."""

from __future__ import annotations

import logging

from bot.following import dealing, read_coming
from bot.game import ListedGame, read_games, title_of
from bot.replaying import rules_of
from bot.store.tables import TableRow
from bot.terms import Terms
from engine.errors import RefusedRules
from engine.presets import PRESETS
from engine.rules import HouseRules

_log = logging.getLogger(__name__)


def terms_of(row: TableRow, line: int) -> Terms:
    """Return what a table was opened with; raise RefusedRules where that is not dealt here.

    `line` is that of the database.
    """
    rules, listed = rules_of(row.opened.rules), row.opened.games
    return _terms(row, line, rules, () if listed is None else read_games(listed))


def coming_of(row: TableRow, terms: Terms) -> Terms | None:
    """Return the terms in force from the next hand on; None where no others are to come.

    What this version does not take is left out: the house is compared with the table anyway.
    """
    if row.coming is None:
        return None
    try:
        return read_coming(terms, row.coming)
    except (RefusedRules, ValueError, KeyError) as error:
        _log.warning("the coming rules of table %s are not taken: %s", row.table_id, error)
        return None


def last_terms(row: TableRow, line: int) -> Terms:
    """Return the terms of a table that closes, with a preset's rules for what cannot be read."""
    try:
        rules = rules_of(row.opened.rules)
    except Exception as error:  # noqa: BLE001 - reported; a closed table deals nothing by them
        _log.info("table %s closes under other rules: %s", row.table_id, error)
        rules = PRESETS.get(row.opened.preset, next(iter(PRESETS.values()))).rules()
    return _terms(row, line, rules)


def known_terms(row: TableRow, line: int) -> Terms:
    """Return what a closed table was opened with, with a preset's rules for what cannot be read."""
    try:
        return terms_of(row, line)
    except (RefusedRules, ValueError, KeyError):
        return last_terms(row, line)


def _terms(
    row: TableRow, line: int, rules: HouseRules, listed: tuple[ListedGame, ...] = ()
) -> Terms:
    opened, title = row.opened, title_of(row.opened.preset)
    terms = Terms(
        line=line,
        id=row.table_id,
        guild=opened.guild,
        channel=opened.channel,
        preset=opened.preset,
        title=title,
        rules=rules,
        least=opened.least,
        most=opened.most,
        clock_seconds=opened.clock,
        games=(),
        host=opened.host,
        pause=opened.pause,
        ping=bool(opened.ping),
        misses=opened.misses,
        seats=opened.seats,
        keeps_least=bool(opened.keeps_least),
        keeps_most=bool(opened.keeps_most),
        keeps_clock=bool(opened.keeps_clock),
    )
    return dealing(terms, rules, listed)
