"""What a table takes over from its guild's house when that changes, and how it is told of.

Who chooses its games and the scale of their amounts are those it was opened with, and so are the
buy-in limits and the clock where they were given then; else they are the house's. Which games
dealers choose from is the house's. A game that the house has deleted is dealt on where it is the
table's own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from bot.game import ListedGame, read_games, scaled, write_games
from bot.house import MOST_BUY_IN
from bot.store.tables import NewTable
from engine.errors import Fault, RefusedRules
from engine.options import Choice
from engine.presets import PRESETS
from engine.rules import HouseRules

if TYPE_CHECKING:
    from bot.house import House
    from bot.terms import Terms

_log = logging.getLogger(__name__)

_SETTINGS: Final = ("seats", "pause", "misses", "ping")
_LIMITS: Final = (("min_buy_in", "least"), ("max_buy_in", "most"), ("clock", "clock_seconds"))
"""What people call the limits and the clock, and the names of their fields."""

_NEW: Final = "+"
_GONE: Final = "-"
"""What a game of the list becomes that was not in it before, or is not any more."""

Changes = tuple[tuple[str, str, str], ...]
"""Options by name, with what they were and what they become; "" where there is none."""


def followed(terms: Terms, house: House) -> tuple[Terms, tuple[Fault, ...]]:
    """Return the terms of a table under its guild's house as that is now.

    What is wrong with the house's games there comes with them: the table keeps its own then.
    """
    settings: dict[str, Any] = {name: getattr(house, name) for name in _SETTINGS}
    after, faults = terms, tuple[Fault, ...]()
    try:
        after = _with_games(terms, house)
    except RefusedRules as error:
        _log.warning("table %s keeps its games: %s", terms.id, error)
        faults = error.faults
    return _with_limits(replace(after, **settings), house), faults


def refused(faults: Iterable[Fault]) -> Changes:
    """Return what was not taken over, as a notice holds it: option, reason, and its numbers."""
    return tuple((one.option, one.reason, json.dumps(dict(one.numbers))) for one in faults)


def changes(before: Terms, after: Terms) -> Changes:
    """Return what is different, option by option."""
    return tuple(_changes(before, after))


def gathered(told: Iterable[Changes]) -> Changes:
    """Return changes that came one after the other as one; what was taken back is none."""
    whole: dict[tuple[str, bool], tuple[str, str]] = {}
    for option, old, new in (change for changes in told for change in changes):
        listed = not old and new in (_NEW, _GONE)
        first, _last = whole.get((option, listed), (new if listed else old, ""))
        whole[option, listed] = first, new
    return tuple(_net(whole))


def _net(whole: Mapping[tuple[str, bool], tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    for (option, listed), (first, last) in whole.items():
        if not listed and first != last:
            yield option, first, last
        elif listed and (first, last) != (_NEW, _GONE):
            yield option, "", last


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
        keeps_least=terms.keeps_least,
        keeps_most=terms.keeps_most,
        keeps_clock=terms.keeps_clock,
    )


def write_coming(terms: Terms) -> str:
    """Return what a table is played by from the next hand on, as the store keeps it."""
    row = stored(terms)
    kept = ("rules", "games", "least", "most", "clock", *_SETTINGS)
    return json.dumps({name: getattr(row, name) for name in kept})


def read_coming(terms: Terms, text: str) -> Terms:
    """Return a table's terms from the next hand on; raise RefusedRules where not taken here."""
    kept = json.loads(text)
    rules = HouseRules.from_options(json.loads(kept["rules"]))
    listed = () if kept["games"] is None else read_games(kept["games"])
    settings = {name: kept[name] for name in _SETTINGS}
    return replace(
        dealing(terms, rules, listed),
        **settings,
        least=kept.get("least", terms.least),  # schema 7 wrote no limits: tables kept theirs
        most=kept.get("most", terms.most),
        clock_seconds=kept.get("clock", terms.clock_seconds),
    )


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
        rules = own
        if terms.is_chosen and own.choice is not Choice.NONE:
            rules = replace(own, choice=terms.rules.choice, choice_scale=terms.rules.choice_scale)
    if rules.choice is Choice.NONE:
        listed: tuple[ListedGame, ...] = ()
    else:
        listed = house.choices()
    if (rules, listed) == (terms.rules, terms.listed):
        return terms
    return dealing(terms, rules, listed)


def _with_limits(terms: Terms, house: House) -> Terms:
    """Return terms with the house's limits and clock where the table keeps none of its own.

    What was given stands: the house's other limit comes no further than to it.
    """
    times = terms.rules.choice_scale
    least, most = (min(limit * times, MOST_BUY_IN) for limit in (house.least, house.most))
    if terms.keeps_most:
        least, most = min(least, terms.most), terms.most
    if terms.keeps_least:
        least, most = terms.least, max(most, terms.least)
    clock = terms.clock_seconds if terms.keeps_clock else house.clock_of(terms.rules)
    return replace(terms, least=least, most=most, clock_seconds=clock)


def _changes(before: Terms, after: Terms) -> Iterator[tuple[str, str, str]]:
    for name, field in (*_LIMITS, *((name, name) for name in _SETTINGS)):
        old, new = getattr(before, field), getattr(after, field)
        if old != new:
            yield name, _text(old), _text(new)
    yield from _rule_changes("", before.rules, after.rules)
    known = {game.name: game for game in before.listed}
    for game in after.listed:
        old_game = known.pop(game.name, None)
        if old_game is None:
            yield game.name, "", _NEW
        else:
            yield from _rule_changes(f"{game.name}: ", old_game.rules, game.rules)
    for name in known:
        yield name, "", _GONE


def _rule_changes(
    prefix: str, before: HouseRules, after: HouseRules
) -> Iterator[tuple[str, str, str]]:
    for field in fields(before):
        if field.name == "clock":
            continue  # the clock of a table counts, and is told with its limits
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
