"""Dealer's choice in words: how the games come, whose choice it is, and the menu he has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, assert_never

import discord

from bot.render.controls import Control, ControlButton, ControlMenu, Press
from bot.render.names import chips_text, person_text
from bot.render.stakes import stakes_text
from bot.words import _, ngettext
from engine.decks import most_players
from engine.options import Choice

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.picture import ChoiceView, Menu, Moment, Picture

_MOST_SIGNS: Final = 100
"""How long a label or a description of an option may be."""


def choice_text(choice: ChoiceView) -> str:
    """Return how the games of a table come (R-CHOICE-1)."""
    match choice.choice:
        case Choice.HAND:
            return _("the dealer picks the game of each hand")
        case Choice.ORBIT:
            return _("a dealer's pick holds until the deal is back")
        case Choice.FIXED:
            return _("the games follow one another, one an orbit")
        case Choice.NONE:
            return _("one game")
        case _:
            assert_never(choice.choice)


def list_text(choice: ChoiceView) -> str:
    """Return what is played for where no game is known yet: "18 games, all amounts times 5"."""
    games = ngettext("{count} game", "{count} games", choice.games).format(count=choice.games)
    if choice.scale == 1:
        return games
    return _("{games}, all amounts times {scale}").format(
        games=games, scale=chips_text(choice.scale)
    )


def choosing_line(picture: Picture) -> str:
    """Return the line that calls the dealer to choose; "" where nobody chooses."""
    if picture.chooser is None:
        return ""
    line = _("**<@{user}> deals next and chooses the game**").format(user=picture.chooser.id)
    return f"{line} · <t:{int(picture.due_at)}:R>" if picture.due_at is not None else line


def choose_button(moment: Moment) -> ControlButton:
    """Return the button that opens the dealer's menu of games."""
    control = Control(moment, Press.CHOOSE)
    return ControlButton(control, _("Choose the game"), discord.ButtonStyle.primary)


def menu_text(menu: Menu) -> str:
    """Return what stands over the menu: what is played without a choice, and what cannot be."""
    return "\n".join(_menu_lines(menu))


def menu_view(menu: Menu) -> discord.ui.View:
    """Return the menu of games."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=_("The game of the next hand"),
        options=[_option(game, menu.players) for game in menu.games],
    )
    view = discord.ui.View(timeout=None)
    view.add_item(ControlMenu(Control(menu.moment, Press.PICK), select))
    return view


def asked_text(picture: Picture, user: int) -> str:
    """Return the answer to whoever wanted a hand whose game is to be chosen first."""
    if picture.chooser is None or picture.chooser.id == user:
        return _("You deal: press “Choose the game” on the table's panel.")
    return _("{name} deals and chooses the game first.").format(name=person_text(picture.chooser))


def picked_text(title: str) -> str:
    """Return what is left of the menu once its dealer has picked."""
    return _("You choose: {game}. The cards are dealt.").format(game=_(title))


def _option(game: ListedGame, players: int) -> discord.SelectOption:
    return discord.SelectOption(
        label=_cut(_(game.title)),
        value=game.name,
        description=_cut(stakes_text(game.rules, players)),
    )


def _menu_lines(menu: Menu) -> Iterator[str]:
    yield _("You deal the next hand: which game?")
    usual = _(menu.usual.title)
    if menu.picked:
        yield _("-# Picked last, and dealt if your time runs out: {game}").format(game=usual)
    else:
        yield _("-# Dealt if your time runs out: {game}").format(game=usual)
    yield from _barred_lines(menu)


def _barred_lines(menu: Menu) -> Iterator[str]:
    """Tell which games cannot be picked, and why (R-CHOICE-2)."""
    crowded = [game for game in menu.barred if menu.players > most_players(game.rules)]
    if crowded:
        games = ", ".join(_(game.title) for game in crowded)
        yield _("-# Not for {count} players: {games}").format(count=menu.players, games=games)
    others = [game for game in menu.barred if game not in crowded]
    for unit in sorted({game.rules.chip_unit for game in others}):
        games = ", ".join(_(game.title) for game in others if game.rules.chip_unit == unit)
        yield _("-# Not for stacks that are not in chips of {unit}: {games}").format(
            unit=chips_text(unit), games=games
        )


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_SIGNS else text[: _MOST_SIGNS - 1] + "…"
