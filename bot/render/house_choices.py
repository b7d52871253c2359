"""What is offered while somebody types an option of `/house`: games, options, values, channels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.alteration import ROOM
from bot.option import OPTIONS
from bot.render.house import option_text, settings_texts
from bot.render.house_words import option_words, setting_words, value_words
from bot.words import _
from engine.presets import PRESETS

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.house import House
    from engine.rules import HouseRules

_MOST_CHOICES: Final = 25


def game_choices(games: Iterable[ListedGame], typed: str) -> list[app_commands.Choice[str]]:
    """Return the games whose name or title holds what was typed, as many as Discord shows.

    A guild's own come first: it has made them to be played.
    """
    own_first = sorted(games, key=lambda game: game.name in PRESETS)
    return _choices(((_(game.title), game.name) for game in own_first), typed)


def option_choices(typed: str, rules: HouseRules | None) -> list[app_commands.Choice[str]]:
    """Return the options that fit what was typed, with what they are now."""
    return _choices(
        (
            (
                f"{name}: {option_words(name)}"
                + ("" if rules is None else f" ({option_text(rules, name)})"),
                name,
            )
            for name in OPTIONS
        ),
        typed,
    )


def option_value_choices(
    name: str, typed: str, rules: HouseRules | None
) -> list[app_commands.Choice[str]]:
    """Return the values of an option that fit what was typed; of an amount its present one."""
    option = OPTIONS.get(name)
    if option is None:
        return []
    values = option.values or (() if rules is None else (option.text(rules),))
    return _choices(((value_label(name, value), value) for value in values), typed)


def setting_choices(names: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    """Return the settings that fit what was typed."""
    return _choices(((f"{name}: {setting_words(name)}", name) for name in names), typed)


def setting_value_choices(house: House, name: str, typed: str) -> list[app_commands.Choice[str]]:
    """Return values of a setting that fit what was typed: the present one, yes and no."""
    present = dict(settings_texts(house)).get(name)
    if present is None:
        return []
    if name not in ROOM:
        return []
    values: tuple[str, ...] = (present, "default")
    if present in ("yes", "no"):
        values = ("yes", "no")
    if getattr(house, ROOM[name]) is None:  # it has no value that could be written
        values = ("default",)
    return _choices(((value, value) for value in dict.fromkeys(values)), typed)


def channel_choices(names: Mapping[int, str | None], typed: str) -> list[app_commands.Choice[str]]:
    """Return channels, by id with their names (None: gone), that fit what was typed."""
    return _choices(((_channel_label(*one), str(one[0])) for one in names.items()), typed)


def channel_read(names: Mapping[int, str | None], text: str) -> int:
    """Return the channel that somebody means by its id, mention or name; 0 for none of these."""
    for one in names.items():
        if text.strip() in (str(one[0]), f"<#{one[0]}>", one[1], _channel_label(*one)):
            return one[0]
    return 0


def _channel_label(number: int, name: str | None) -> str:
    return _("gone: {id}").format(id=number) if name is None else f"#{name}"


def value_label(name: str, value: str) -> str:
    """Return a value of an option with what it means."""
    words = value_words(name, value)
    return f"{value}: {words}" if words else value


def _choices(pairs: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in pairs
        if wanted in value or wanted in label.casefold()
    ][:_MOST_CHOICES]
