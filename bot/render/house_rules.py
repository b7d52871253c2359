"""A game's rules as a player tells them to whoever sits down: what applies, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, assert_never

import discord

from bot.render.names import chips_text
from bot.render.rules_betting import all_in_lines, betting_lines
from bot.render.rules_deal import deal_lines, game_lines
from bot.render.rules_hands import high_lines, low_lines, showing_lines, soko_lines, tie_lines
from bot.render.rules_opening import opening_lines
from bot.render.rules_sides import buy_lines, declaration_lines
from bot.words import _
from engine.options import Choice, Declare, Game

if TYPE_CHECKING:
    from engine.rules import HouseRules

MOST_SIGNS: Final = 3_800
MOST_BYTES: Final = 8_000
"""As for a panel: Discord takes 4,000 characters, and failed on messages over 10,000 bytes."""

_COLOUR: Final = 0x5865F2


def house_rules_views(
    title: str,
    rules: HouseRules,
    choice: HouseRules | None = None,
    listed: Sequence[str] = (),
    stakes: str = "",
) -> tuple[discord.ui.LayoutView, ...]:
    """Return the messages that tell the rules of a game, one unless they are uncommonly long.

    `choice` are those of a table of dealer's choice at which the game is dealt now; `rules` may be
    them, where nobody has picked a game yet, and `listed` are the titles of its games. `stakes`
    says whose stakes are told.
    """
    pages: list[list[str]] = [[f"### {_(title)}\n{stakes}".rstrip()]]
    for text in house_rules_texts(rules, choice, listed):
        whole = "".join((*pages[-1], text))
        if len(whole) <= MOST_SIGNS and len(whole.encode()) <= MOST_BYTES:
            pages[-1].append(text)
        else:
            pages.append([text])
    return tuple(_page_view(page) for page in pages)


def _page_view(texts: Iterable[str]) -> discord.ui.LayoutView:
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=_COLOUR
    )
    for text in texts:
        container.add_item(discord.ui.TextDisplay(text))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def preset_stakes_text() -> str:
    """Return whose stakes are told of a game that is not dealt here."""
    return _("-# At the stakes and with the clock of the preset.")


def table_stakes_text(scale: int) -> str:
    """Return whose stakes are told of a game that is dealt here; `scale` is the table's."""
    if scale == 1:
        return _("-# As this table deals it.")
    return _("-# As this table deals it, all amounts times {scale}.").format(
        scale=chips_text(scale)
    )


def house_rules_texts(
    rules: HouseRules, choice: HouseRules | None = None, listed: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the sections of a game's rules in markdown."""
    if rules.choice is not Choice.NONE:
        clock = _section(_("The clock"), [_turn_text(rules)])
        return (*_choice_sections(rules, listed), clock)
    sections = tuple(_game_sections(rules))
    if choice is None or choice.choice is Choice.NONE:
        return sections
    return (*_choice_sections(choice, listed), *sections)


def _game_sections(rules: HouseRules) -> Iterator[str]:
    yield " ".join(game_lines(rules))
    yield _section(_("The deal"), deal_lines(rules))
    yield _section(_("Ante and opening"), opening_lines(rules))
    yield _section(_("Betting"), betting_lines(rules))
    yield _section(_("All-in"), all_in_lines(rules))
    if rules.buy:
        yield _section(_("Buying a card"), buy_lines(rules))
    if rules.declare is not Declare.NONE:
        yield _section(_("Declaring"), declaration_lines(rules))
    yield from _hand_sections(rules)
    yield _section(_("Ties"), tie_lines(rules))
    yield _section(_("Showing"), showing_lines(rules))
    yield _section(_("The clock"), _clock_lines(rules))


def _hand_sections(rules: HouseRules) -> Iterator[str]:
    match rules.game:
        case Game.HIGH:
            yield _section(_("What wins"), high_lines(rules))
        case Game.LOW:
            yield _section(_("What wins"), low_lines(rules))
        case Game.HILO:
            yield _section(_("The high half"), high_lines(rules))
            yield _section(_("The low half"), low_lines(rules))
        case Game.SOKO:
            yield _section(_("What wins"), soko_lines(rules))
        case _:
            assert_never(rules.game)


def _section(heading: str, sentences: Iterable[str]) -> str:
    return f"**{heading}**\n{' '.join(sentences)}"


def _clock_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what a time-out means (R-TABLE-7)."""
    yield _turn_text(rules)
    if not rules.clock:
        return
    if rules.bring_in:
        yield _("If you have to bring in, you post the least.")
    if rules.buy:
        yield _("In a buy you keep your cards.")
    if rules.declare is not Declare.NONE:
        yield _("In the declaration you declare high.")


def _turn_text(rules: HouseRules) -> str:
    if not rules.clock:
        return _("There is none: take your time.")
    return _("You have {seconds} seconds a turn; then you check if that is free, or fold.").format(
        seconds=chips_text(rules.clock)
    )


def _choice_sections(rules: HouseRules, listed: Sequence[str]) -> Iterator[str]:
    yield _section(_("Who picks the game"), _choice_lines(rules))
    if listed:
        yield _section(_("The list"), [" · ".join(_(title) for title in listed)])


def _choice_lines(rules: HouseRules) -> Iterator[str]:
    """Tell who picks, for how long, and at which stakes (R-CHOICE-1, R-CHOICE-2)."""
    match rules.choice:
        case Choice.NONE:
            return
        case Choice.HAND:
            yield _("Before the antes of each hand its dealer picks a game from the table's list.")
            yield from _pick_lines(rules)
        case Choice.ORBIT:
            yield _("The dealer picks a game from the table's list before the antes.")
            yield _("It is played until the deal comes back to him.")
            yield from _pick_lines(rules)
        case Choice.FIXED:
            yield _("The games of the table's list take turns, each for one orbit of the deal.")
        case _:
            assert_never(rules.choice)
    if rules.choice_scale > 1:
        yield _("All amounts of its games are {times} times as high as usual.").format(
            times=chips_text(rules.choice_scale)
        )
    yield _("`/rules` with the name of a game tells how that one is played.")


def _pick_lines(rules: HouseRules) -> Iterator[str]:
    yield _("A game that cannot be dealt to so many players cannot be picked.")
    if rules.clock:
        yield _("If his time runs out, the last game is played again; at the start, the first.")
