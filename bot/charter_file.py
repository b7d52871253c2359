"""A house as a TOML file: what `/house export` writes and `/house import` takes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.charter import Raw, read_settings, write_settings
from bot.house import MOST_VARIANTS, House, faults
from engine.errors import Fault, RefusedRules
from engine.rules import HouseRules

LARGEST: Final = 64 * 1024
"""The largest file that is read, in bytes: fifty games with every option are about 50,000."""

_MOST_DOTS: Final = 60
"""How many dots a line may hold: our keys have two, and a remark may be a sentence or two."""

_VERSION: Final = 1
_PARTS: Final = frozenset({"doorcard", "room", "games"})
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def write_charter(house: House, words: Iterable[str] = ()) -> str:
    """Return a house as TOML, with lines of comment at its head."""
    settings = write_settings(house, whole=True)
    head = "\n".join([*(f"# {' '.join(line.split())}" for line in words), f"doorcard = {_VERSION}"])
    games = (game_text(name, house.variants[name].to_options()) for name in sorted(house.variants))
    return "\n".join([head, "", _table("room", settings), *games])


def game_text(name: str, options: Mapping[str, Raw | bool | int | str | list[int]]) -> str:
    """Return the options of a game as TOML."""
    return _table(f"games.{name}", options)


def read_charter(data: bytes, strangers: Callable[[House], Iterable[Fault]]) -> House:
    """Read a house from a file; raise RefusedRules with every fault in it.

    `strangers` tells what else is wrong with a house: its channels and roles are of a guild.
    """
    parts = _parse(data)
    wrong = list(_part_faults(parts))
    values, unread = read_settings(_mapping(parts, "room"))
    wrong += (_plain(fault) for fault in unread)
    variants: dict[str, HouseRules] = {}
    for name, options in _mapping(parts, "games").items():
        try:
            variants[name] = _rules(options)
        except RefusedRules as error:
            wrong += (_plain(_within(name, fault)) for fault in error.faults)
    house = House(**{**values, "variants": variants})
    named = {fault.option for fault in wrong}
    wrong += (_plain(fault) for fault in _whole_faults(house, parts) if fault.option not in named)
    wrong += strangers(house)
    if wrong:
        raise RefusedRules(tuple(wrong))
    return house


def read_game(text: str) -> tuple[str, Mapping[str, object]]:
    """Return the name and the options of the one game that `game_text` wrote.

    Raises ValueError for any other text.
    """
    ((name, options),) = tomllib.loads(text)["games"].items()
    return name, options


def _parse(data: bytes) -> dict[str, object]:
    if len(data) > LARGEST:
        told = (("most", f"{LARGEST:,}"),)
        raise RefusedRules((Fault("file", "is larger than {most} bytes", told),))
    try:
        text = data.decode("utf-8-sig")
        _refuse_endless_keys(text)
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise RefusedRules((Fault("file", "is not a text in UTF-8"),)) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at [^()]*\)\Z", str(error))
        told = (("where", place[0] if place else ""),)
        raise RefusedRules((Fault("file", "is not in TOML {where}", told),)) from None
    except (ValueError, RecursionError):
        raise RefusedRules((Fault("file", "is not in TOML"),)) from None


def _refuse_endless_keys(text: str) -> None:
    """Raise RefusedRules for a line whose keys go deeper than any of ours.

    The time and memory of reading one dotted key grow with the square of its length.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS:
            told = (("line", number), ("most", _MOST_DOTS))
            raise RefusedRules((Fault("file", "has more than {most} dots in line {line}", told),))


def _part_faults(parts: Mapping[str, object]) -> Iterator[Fault]:
    if parts.get("doorcard") != _VERSION:
        yield Fault("doorcard", "must be {version}", (("version", _VERSION),))
    for name in parts.keys() - _PARTS:
        yield _plain(Fault(name, "is not a part of the file"))
    for name in ("room", "games"):
        if not isinstance(parts.get(name, {}), dict):
            yield Fault(name, "is not a table")


def _mapping(parts: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = parts.get(name)
    return part if isinstance(part, dict) else {}


def _rules(options: object) -> HouseRules:
    if not isinstance(options, dict):
        raise RefusedRules((Fault("", "is not a table"),))
    return HouseRules.from_options(options)


def _whole_faults(house: House, parts: Mapping[str, object]) -> Iterator[Fault]:
    """Tell what is wrong with a house; a game with faults of its own is there all the same."""
    games = _mapping(parts, "games")
    names = {name: house.variants.get(name, _ANY) for name in games}
    if len(games) > MOST_VARIANTS:
        yield Fault("games", "are more than {most}", (("most", MOST_VARIANTS),))
        return
    yield from faults(replace(house, variants=names))


_ANY: Final = HouseRules(ante=1, small=1, big=1)


def _within(game: str, fault: Fault) -> Fault:
    option = f"games.{game}.{fault.option}".rstrip(".")
    return replace(fault, option=option)


def _plain(fault: Fault) -> Fault:
    """Return a fault whose option is none of the file's own words unless they are plain."""
    shown = fault.option if _PLAIN.fullmatch(fault.option) else "?"
    return replace(fault, option=shown)


def _table(name: str, values: Mapping[str, object]) -> str:
    lines = (f"{key} = {_value(value)}" for key, value in values.items())
    return "\n".join([f"[{name}]", *lines, ""])


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # Our strings are names and values in plain letters: JSON writes them as TOML does.
            return json.dumps(value)
        case list():
            return f"[{', '.join(_value(one) for one in value)}]"
        case _:
            return str(value)
