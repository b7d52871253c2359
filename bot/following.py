"""What a table takes over from its guild's house when that changes, and how it is told of.

Buy-in limits and the clock are those it was opened with; so are who chooses its games and the scale
of their amounts. Which games dealers choose from is the house's. A game that the house has deleted
is dealt on where it is the table's own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from bot.game import ListedGame, read_games, scaled, write_games
from bot.store.tables import NewTable
from engine.errors import RefusedRules
from engine.options import Choice
from engine.presets import PRESETS
from engine.rules import HouseRules

if TYPE_CHECKING:
    from bot.house import House
    from bot.terms import Terms

_log = logging.getLogger(__name__)

_SETTINGS: Final = ("seats", "pause", "misses", "ping")

Changes = tuple[tuple[str, str, str], ...]
"""Options by name, with what they were and what they become; "" where there is none."""


def followed(terms: Terms, house: House) -> Terms:
    """Return the terms of a table under its guild's house as that is now."""
    settings: dict[str, Any] = {name: getattr(house, name) for name in _SETTINGS}
    try:
        return replace(_with_games(terms, house), **settings)
    except RefusedRules as error:
        _log.warning("table %s keeps its games: %s", terms.id, error)
        return replace(terms, **settings)


def changes(before: Terms, after: Terms) -> Changes:
    """Return what is different, option by option."""
    return tuple(_changes(before, after))


def stored(terms: Terms, rules: HouseRules | None = None) -> NewTable:
    """Return the row of a table with these terms."""
    own = json.dumps((rules or terms.rules).to_options(), sort_keys=True)
    return NewTable(
        guild=terms.guild,
        channel=terms.channel,
        host=terms.host,
        preset=terms.preset,
        rules=own,
        least=terms.least,
        most=terms.most,
        clock=terms.clock_seconds,
        games=write_games(terms.listed) if terms.listed else None,
        pause=terms.pause,
        ping=terms.ping,
        misses=terms.misses,
        seats=terms.seats,
    )


def write_coming(terms: Terms) -> str:
    """Return what a table is played by from the next hand on, as the store keeps it."""
    row = stored(terms)
    kept = ("rules", "games", "pause", "ping", "misses", "seats")
    return json.dumps({name: getattr(row, name) for name in kept})


def read_coming(terms: Terms, text: str) -> Terms:
    """Return a table's terms from the next hand on; raise RefusedRules where not taken here."""
    kept = json.loads(text)
    rules = HouseRules.from_options(json.loads(kept["rules"]))
    listed = () if kept["games"] is None else read_games(kept["games"])
    settings = {name: kept[name] for name in _SETTINGS}
    return replace(dealing(terms, rules, listed), **settings)


def dealing(terms: Terms, rules: HouseRules, listed: tuple[ListedGame, ...]) -> Terms:
    """Return terms with other games; raise RefusedRules where an amount becomes too large."""
    if rules.choice is Choice.NONE or not listed:
        games: tuple[ListedGame, ...] = (ListedGame(terms.preset, terms.title, rules),)
        return replace(terms, rules=rules, games=games, listed=())
    return replace(terms, rules=rules, games=scaled(listed, rules.choice_scale), listed=listed)


def _with_games(terms: Terms, house: House) -> Terms:
    rules = terms.rules
    own = None if terms.preset in PRESETS else house.variants.get(terms.preset)
    if own is not None:
        rules = own = replace(own, clock=terms.rules.clock)
        if terms.is_chosen and own.choice is not Choice.NONE:
            rules = replace(own, choice=terms.rules.choice, choice_scale=terms.rules.choice_scale)
    if rules.choice is Choice.NONE:
        listed: tuple[ListedGame, ...] = ()
    else:
        listed = house.choices()
    if (rules, listed) == (terms.rules, terms.listed):
        return terms
    return dealing(terms, rules, listed)


def _changes(before: Terms, after: Terms) -> Iterator[tuple[str, str, str]]:
    for name in _SETTINGS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield name, _text(old), _text(new)
    yield from _rule_changes("", before.rules, after.rules)
    known = {game.name: game for game in before.listed}
    for game in after.listed:
        old_game = known.pop(game.name, None)
        if old_game is None:
            yield game.name, "", "+"
        else:
            yield from _rule_changes(f"{game.name}: ", old_game.rules, game.rules)
    for name in known:
        yield name, "", "-"


def _rule_changes(
    prefix: str, before: HouseRules, after: HouseRules
) -> Iterator[tuple[str, str, str]]:
    for field in fields(before):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new:
            yield f"{prefix}{field.name}", _text(old), _text(new)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(str(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
