"""The changes of a house: each is a function of the house as it is when its turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from bot.house import NAMES, House, verify_name
from bot.option import read_whole, read_yes, with_options
from engine.errors import Fault, RefusedRules
from engine.presets import PRESETS
from engine.rules import HouseRules

_DEFAULT: Final = "default"

_YES_OR_NO: Final = frozenset({"ping", "transfers"})

ROOM: Final[Mapping[str, str]] = {
    name: field
    for field, name in NAMES.items()
    if field not in ("channels", "manager", "game", "listed")
}
"""The field of each setting that is a number or a yes, by the name people have for it."""


def set_options(house: House, name: str, given: Mapping[str, str]) -> House:
    """Return the house with options of one of its own games set, as people write them.

    Raises RefusedRules with every fault: the name, an unknown option or value, a combination.
    """
    rules = own_rules(house, name)
    return with_game(house, name, with_options(rules, given))


def copy_game(house: House, name: str, source: str) -> House:
    """Return the house with a copy of one of its games, or of a preset, by a new name."""
    verify_name(name)
    if name in house.variants:
        reason = "{name} is there already: delete it first, or take another name"
        raise RefusedRules((Fault("name", reason, (("name", name),)),))
    return with_game(house, name, house.game_named(source).rules)


def with_game(house: House, name: str, rules: HouseRules) -> House:
    """Return the house with these rules as one of its own games, in place of one of that name."""
    return replace(house, variants={**house.variants, name: rules})


def renew_game(house: House, name: str, rules: HouseRules, *, unchanged: bool) -> House:
    """Return the house with a game that was worked on for a while.

    Raises RefusedRules where it is not `unchanged` since the work began: nothing that somebody
    else did meanwhile is lost.
    """
    verify_name(name)
    if not unchanged:
        reason = "{name} was changed by somebody else meanwhile: begin again with /house build"
        raise RefusedRules((Fault("name", reason, (("name", name),)),))
    return with_game(house, name, rules)


def delete_game(house: House, name: str) -> House:
    """Return the house without one of its own games; dealers cannot choose it any more.

    Raises RefusedRules for an unknown name, and for what a table opens with.
    """
    own_rules(house, name)
    if house.game == name:
        reason = "{name} is what /table open opens: make another game that by /house default"
        raise RefusedRules((Fault("name", reason, (("name", name),)),))
    variants = {one: rules for one, rules in house.variants.items() if one != name}
    return replace(
        house, variants=variants, listed=tuple(one for one in house.listed if one != name)
    )


def make_default(house: House, name: str) -> House:
    """Return the house whose tables open with a game, where no other is named."""
    return replace(house, game=house.game_named(name).name)


def set_setting(house: House, name: str, text: str) -> House:
    """Return the house with a setting as people write it; "default" takes it back.

    Raises RefusedRules for an unknown setting and for what is no value of it.
    """
    field = ROOM.get(name)
    if field is None:
        others = "/house manager, /house channel, /house default and /house list"
        told = (("names", ", ".join(ROOM)), ("others", others))
        raise RefusedRules(
            (Fault("setting", "is unknown; there are {names}; {others} set the rest", told),)
        )
    try:
        value = _value(field, text.strip())
    except ValueError as error:
        raise RefusedRules((Fault(name, "{why}", (("why", str(error)),)),)) from None
    return replace(house, **{field: value})


def set_manager(house: House, role: int | None) -> House:
    """Return the house whose tables a role may manage; None: nobody beside the server's own."""
    return replace(house, manager=role)


def add_channel(house: House, channel: int) -> House:
    """Return the house with one more channel where tables may be opened."""
    return replace(house, channels=(*(one for one in house.channels if one != channel), channel))


def remove_channel(house: House, channel: int) -> House:
    """Return the house with one channel less; the last one gone, tables may be opened anywhere."""
    if channel not in house.channels:
        raise RefusedRules((Fault("channel", "is not on the list"),))
    return replace(house, channels=tuple(one for one in house.channels if one != channel))


def add_choice(house: House, name: str) -> House:
    """Return the house with one more game for dealers to choose from."""
    game = house.game_named(name).name
    present = tuple(one.name for one in house.choices())
    return replace(house, listed=(*(one for one in present if one != game), game))


def remove_choice(house: House, name: str) -> House:
    """Return the house with one game less for dealers to choose from."""
    present = tuple(one.name for one in house.choices())
    if name not in present:
        raise RefusedRules((Fault("game", "is not on the list"),))
    if len(present) == 1:
        raise RefusedRules((Fault("game", "is the last on the list: add another one first"),))
    return replace(house, listed=tuple(one for one in present if one != name))


def usual_choices(house: House) -> House:
    """Return the house whose dealers choose from the usual list."""
    return replace(house, listed=())


def own_rules(house: House, name: str) -> HouseRules:
    """Return the rules of one of the guild's own games; raise RefusedRules for any other name."""
    rules = house.variants.get(name)
    if rules is not None:
        return rules
    if name in PRESETS:
        reason = "{name} is built-in and stays as it is: /house save copies it by a name of yours"
        raise RefusedRules((Fault("name", reason, (("name", name),)),))
    told = (("names", ", ".join(sorted(house.variants)) or "-"),)
    raise RefusedRules((Fault("name", "is none of this server's own games: {names}", told),))


def _value(field: str, text: str) -> Any:
    if text.casefold() == _DEFAULT:
        return next(one.default for one in fields(House) if one.name == field)
    if field in _YES_OR_NO:
        return read_yes(text)
    if field == "pause":
        return _seconds(text)
    return read_whole(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("is not a number of seconds") from None
