"""The rows of houses: settings and own games, as JSON of what differs from the defaults."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.charter import FIELDS, read_settings, write_settings
from bot.house import House, faults, verify_name
from engine.rules import HouseRules

_log = logging.getLogger(__name__)


class HouseRows:
    """Houses, inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute
        self._unread: set[int] = set()

    @property
    def unread(self) -> frozenset[int]:
        """Return the guilds of whose houses `all` has left something out."""
        return frozenset(self._unread)

    def all(self) -> dict[int, House]:
        """Return each guild's house.

        What this version does not take is left out and logged: a game of the guild, or a setting
        with those it does not agree with; the rows stay as they are until somebody changes them.
        """
        variants = self._variants()
        houses = {guild: House(variants=games) for guild, games in variants.items()}
        for guild, text in self._run("SELECT guild, settings FROM house"):
            houses[guild] = self._with_settings(guild, houses.get(guild, House()), text)
        return houses

    def replace(self, guild: int, before: House, after: House) -> None:
        """Write what a guild's house has become; of its games only what has changed."""
        self._run(
            "INSERT INTO house VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET settings = excluded.settings",
            (guild, json.dumps(write_settings(after))),
        )
        for name in before.variants.keys() - after.variants.keys():
            self._run("DELETE FROM variant WHERE guild = ? AND name = ?", (guild, name))
        for name, rules in after.variants.items():
            if before.variants.get(name) != rules:
                self._run(
                    "INSERT INTO variant VALUES (?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET rules = excluded.rules",
                    (guild, name, json.dumps(rules.to_options(), sort_keys=True)),
                )

    def _variants(self) -> Mapping[int, dict[str, HouseRules]]:
        found: defaultdict[int, dict[str, HouseRules]] = defaultdict(dict)
        for guild, name, text in self._run("SELECT guild, name, rules FROM variant ORDER BY name"):
            try:
                verify_name(name)  # one that a newer version has taken for a preset is lost
                found[guild][name] = HouseRules.from_options(_mapping(text))
            except ValueError as error:  # RefusedRules is one
                _log.warning("game %s of guild %s cannot be read: %s", name, guild, error)
                self._unread.add(guild)
        return found

    def _with_settings(self, guild: int, house: House, text: str) -> House:
        """Return a house with those of its settings that are taken; the others are the usual."""
        try:
            values, unread = read_settings(_mapping(text))
        except ValueError as error:
            _log.warning("the settings of guild %s cannot be read: %s", guild, error)
            self._unread.add(guild)
            return house
        kept = dict(_known(house, values))
        refused = faults(replace(house, **kept))
        for fault in refused:
            for name in (fault.option, *fault.others):
                kept.pop(FIELDS.get(name, ""), None)
        if unread or refused:
            reason = "; ".join(map(str, (*unread, *refused)))
            _log.warning("settings of guild %s cannot be read: %s", guild, reason)
            self._unread.add(guild)
        read = replace(house, **kept)
        return house if faults(read) else read


def _mapping(text: str) -> Mapping[str, object]:
    """Return what a text of JSON holds by name; raise ValueError where it is none."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("is no object")
    return found


def _known(house: House, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return values without the names of games that could not be read."""
    names = {game.name for game in house.games()}
    kept = {**values, "listed": tuple(name for name in values.get("listed", ()) if name in names)}
    if values.get("game") not in names:
        kept.pop("game", None)
    return kept
