"""The house of a guild in words: its settings, its games, and what a change has made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.charter import write_settings
from bot.game import MOST_GAMES
from bot.option import OPTIONS
from bot.render.house_rules import house_rules_views
from bot.render.house_words import option_words, setting_words
from bot.render.names import chips_text
from bot.render.stakes import stakes_text
from bot.words import _, ngettext
from engine.presets import PRESETS

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.house import House
    from engine.rules import HouseRules

_COLOUR: Final = 0x5865F2
_MOST_SIGNS: Final = 3_800
_MOST_CHOICES: Final = 25

_LIMITS: Final = frozenset({"min_buy_in", "max_buy_in", "clock"})
_FOLLOWED: Final = frozenset({"seats", "pause", "misses", "ping"})
"""The settings that a table may be opened with, and the others that it follows."""


def house_views(house: House) -> tuple[discord.ui.LayoutView, ...]:
    """Return the settings of the room and the guild's own games, in as few messages as hold it."""
    settings = [
        f"- `{name}` {text} · {setting_words(name)}" for name, text in settings_texts(house)
    ]
    return text_views([_("### The house"), *settings, *_own_lines(house)])


def game_views(game: ListedGame, clock: int) -> tuple[discord.ui.LayoutView, ...]:
    """Return a game's rules in words, then the options that differ from the defaults.

    `clock` is that of a table which opens with it, in seconds.
    """
    head = _("**Options of `{name}` that differ from the defaults**").format(name=game.name)
    options = [
        f"- `{name}` {option_text(game.rules, name)} · {option_words(name)}"
        for name in game.rules.to_options()
    ]
    dealt = replace(game.rules, clock=clock)
    return (*house_rules_views(game.title, dealt), *text_views([head, *options]))


def presets_views(house: House) -> tuple[discord.ui.LayoutView, ...]:
    """Return all built-in games, each with its stakes."""
    lines = [f"- `{one.name}` {_(one.title)}" for one in PRESETS.values()]
    hint = _("-# `/house show` tells the rules of one, `/house save` copies one to change it.")
    return text_views([_("### Built-in games"), *lines, *_own_lines(house), hint])


def text_views(lines: Sequence[str]) -> tuple[discord.ui.LayoutView, ...]:
    """Return lines as messages, no more than Discord takes in each."""
    return tuple(_view("\n".join(page)) for page in _pages(lines))


def saved_text(name: str, rules: HouseRules) -> str:
    """Return the answer to a game that was made, copied or changed."""
    return _("`{name}` is kept: {stakes}\n-# `/table open` deals it under that name.").format(
        name=name, stakes=stakes_text(rules)
    )


def set_text(name: str, rules: HouseRules, options: Iterable[str]) -> str:
    """Return the answer to options that were set."""
    given = tuple(options)
    told = ", ".join(f"`{one}` {option_text(rules, one)}" for one in given)
    answer = _("`{name}` has {told} from the next hand on.").format(name=name, told=told)
    if "clock" not in given:
        return answer
    return answer + _(" A table that was opened with a clock of its own keeps it.")


def deleted_text(name: str) -> str:
    """Return the answer to a game that was deleted."""
    return _(
        "`{name}` is deleted; a table that deals it keeps its rules, unless another game is saved"
        " by that name before it closes."
    ).format(name=name)


def default_text(name: str) -> str:
    """Return the answer to another usual game."""
    return _("`/table open` opens `{name}` now, where no other game is named.").format(name=name)


def room_text(house: House, name: str) -> str:
    """Return the answer to a setting that was set, and what open tables make of it."""
    told = dict(settings_texts(house))[name]
    answer = _("`{name}` is {told} now: {words}.").format(
        name=name, told=told, words=setting_words(name)
    )
    if name in _LIMITS:
        return answer + _(
            " Open tables follow from the next hand on; one that was opened with its own keeps it."
        )
    return answer + (_(" Open tables follow from the next hand on.") if name in _FOLLOWED else "")


def manager_text(house: House) -> str:
    """Return the answer to another manager role, and how its members get to see the commands."""
    if house.manager is None:
        return _("Only who manages the server manages the tables now.")
    return _(
        "<@&{role}> manages the tables now, besides who manages the server. Discord shows the"
        " commands to that role once it is allowed to use them in Server Settings, Integrations."
    ).format(role=house.manager)


def choices_text(house: House) -> str:
    """Return what dealers choose from."""
    games = house.choices()
    return ngettext(
        "Dealers choose from {count} game: {names}.",
        "Dealers choose from {count} games: {names}.",
        len(games),
    ).format(count=len(games), names=", ".join(f"`{game.name}`" for game in games))


def imported_text(house: House, before: House, sent: House) -> str:
    """Return the answer to a file that was taken; `sent` is what is attached of that `before`."""
    words = _(
        "The file is in force. Games of this server: {count}. The house as it was is attached;"
        " `/house import` takes it back."
    ).format(count=len(house.variants))
    return words + _left_out(before, sent)


def exported_text(house: House, sent: House) -> str:
    """Return what stands with the file of a house, of which so much is sent."""
    words = _("The house of this server. `/house import` takes such a file as a whole.")
    return words + _left_out(house, sent)


def _left_out(house: House, sent: House) -> str:
    """Tell what of a house is in no file of it, for it is gone from the server."""
    gone = [
        _("channel {id}").format(id=number)
        for number in house.channels
        if number not in sent.channels
    ]
    if house.manager != sent.manager:
        gone.append(_("role {id}").format(id=house.manager))
    if not gone:
        return ""
    told = ", ".join(gone)
    return _(" Left out, for this server has them no more: {names}.").format(names=told)


def file_head() -> tuple[str, ...]:
    """Return what a file of a house says of itself."""
    return (
        _("The house of a Discord server: the settings of its room, and its own games."),
        _("What a game does not name has its usual value; /house import takes this."),
    )


def refused_text(lines: Sequence[str]) -> str:
    """Return what is wrong with a file, as much as a message holds."""
    head = _("Nothing is changed: the file has {count} faults.").format(count=len(lines))
    if len(lines) == 1:
        head = _("Nothing is changed: the file has a fault.")
    shown = [f"- {line}" for line in lines]
    while len(shown) > 1 and len("\n".join([head, *shown])) > 1_800:
        shown.pop()
    if len(shown) < len(lines):
        shown.append(_("- … and {count} more, in the file").format(count=len(lines) - len(shown)))
    return "\n".join([head, *shown])[:1_950]


def option_text(rules: HouseRules, name: str) -> str:
    """Return the value of an option for people: amounts with their thousands apart."""
    value = getattr(rules, name)
    return chips_text(value) if type(value) is int else OPTIONS[name].text(rules)


def settings_texts(house: House) -> Iterator[tuple[str, str]]:
    """Yield each setting with its value in words, by the name people have for it."""
    written = write_settings(house, whole=True)
    for name, value in written.items():
        if name not in ("channels", "manager", "game", "games"):
            yield name, _value_text(value)
    if "pause" not in written:
        yield "pause", _("as the bot is set up")
    channels = ", ".join(f"<#{channel}>" for channel in house.channels)
    yield "channels", channels or _("any")
    yield "manager", _("none") if house.manager is None else f"<@&{house.manager}>"
    yield "game", f"`{house.game}`"
    names = ", ".join(f"`{name}`" for name in house.listed)
    usual = _("the built-in games, then this server's own, {most} at most").format(most=MOST_GAMES)
    yield "games", names or usual


def _value_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return chips_text(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _own_lines(house: House) -> Iterator[str]:
    games = house.own_games()
    yield _("**Games of this server: {count}**").format(count=len(games))
    for game in games:
        yield f"- `{game.name}` {stakes_text(game.rules)}"


def _pages(lines: Iterable[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for line in lines:
        if pages[-1] and len("\n".join([*pages[-1], line])) > _MOST_SIGNS:
            pages.append([])
        pages[-1].append(line)
    return pages


def _view(text: str) -> discord.ui.LayoutView:
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        discord.ui.TextDisplay(text), accent_colour=_COLOUR
    )
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout
