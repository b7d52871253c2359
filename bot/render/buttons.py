"""The buttons under a panel: only what the actor may do, each with its amount."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.picture import is_secret
from bot.render.controls import ASKS, PRESSES, WAYS, Control, ControlButton, Press
from bot.render.names import chips_text
from bot.words import _
from engine.actions import Declaration, Options, Verb, Wager

if TYPE_CHECKING:
    from bot.picture import Moment
    from engine.view import HandView

_MOST_STEPS = 12
"""How many sizes get a button each; a wider choice is a free amount."""


def act_buttons(moment: Moment, view: HandView, *, live: bool = True) -> list[ControlButton]:
    """Return a button for each legal act of the one actor, and Peek; all disabled unless `live`.

    In a simultaneous declaration each who takes part chooses in a menu of his own.
    """
    buttons = []
    if is_secret(view):
        declare = Control(moment, Press.DECLARE)
        style = ButtonStyle.primary
        buttons.append(ControlButton(declare, _("Declare"), style, disabled=not live))
    elif view.options is not None:
        buttons += list(_acts(moment, view.options, view.pot, live=live))
    peek = Control(moment, Press.PEEK)
    buttons.append(ControlButton(peek, _("Peek"), ButtonStyle.secondary, disabled=not live))
    return buttons


def back_button(moment: Moment) -> ControlButton:
    """Return the button by which who sits out is dealt in again."""
    return ControlButton(Control(moment, Press.BACK), _("I'm back"), ButtonStyle.primary)


def rebuy_button(moment: Moment) -> ControlButton:
    """Return the button by which who has lost all his chips buys new ones."""
    return ControlButton(Control(moment, Press.REBUY), _("Rebuy"), ButtonStyle.success)


def wait_button(moment: Moment) -> ControlButton:
    """Return the button by which somebody waits for a seat at a full table."""
    return ControlButton(Control(moment, Press.WAIT), _("Wait for a seat"), ButtonStyle.secondary)


def fold_anyway_button(moment: Moment) -> ControlButton:
    """Return the button that confirms a fold where a check is free (R-BET-1)."""
    return ControlButton(Control(moment, Press.FOLD_ANYWAY), _("Fold anyway"), ButtonStyle.danger)


def _acts(moment: Moment, options: Options, pot: int, *, live: bool) -> Iterator[ControlButton]:
    def button(verb: Verb, label: str, style: ButtonStyle) -> ControlButton:
        return ControlButton(Control(moment, PRESSES[verb]), label, style, disabled=not live)

    if options.price:
        label = _("Buy a card ({chips})").format(chips=chips_text(options.price))
        buy = Control(moment, Press.BUY)
        yield ControlButton(buy, label, ButtonStyle.success, disabled=not live)
        yield button(Verb.STAND_PAT, _("Stand pat"), ButtonStyle.primary)
    for way in options.declarations:
        yield way_button(moment, way, ButtonStyle.primary, live=live)
    if options.fold:
        yield button(Verb.FOLD, _("Fold"), ButtonStyle.danger)
    if options.check:
        yield button(Verb.CHECK, _("Check"), ButtonStyle.primary)
    if options.call:
        yield button(Verb.CALL, _call_label(options), ButtonStyle.primary)
    if options.bring_in:
        yield button(Verb.BRING_IN, _bring_in_label(options), ButtonStyle.primary)
    if options.wager is not None:
        yield from _wagers(moment, options, options.wager, pot, live=live)


def stand_pat_button(moment: Moment) -> ControlButton:
    """Return the button by which a player keeps his cards in a buy."""
    control = Control(moment, Press.STAND_PAT)
    return ControlButton(control, _("Stand pat"), ButtonStyle.secondary)


def way_button(
    moment: Moment, way: Declaration, style: ButtonStyle, *, live: bool = True
) -> ControlButton:
    """Return the button that declares high, low or both ways."""
    label = {
        Declaration.HIGH: _("High"),
        Declaration.LOW: _("Low"),
        Declaration.BOTH: _("Both ways"),
    }[way]
    return ControlButton(Control(moment, WAYS[way]), label, style, disabled=not live)


def wager_choices(options: Options, verb: Verb, pot: int) -> list[tuple[str, int]]:
    """Return the sizes that have a button as labels with totals; none where `verb` is not legal."""
    wager = options.wager
    if options.idle is not None or wager is None or wager.verb is not verb:
        return []
    return [(_wager_label(options, verb, total), total) for total in _totals(options, wager, pot)]


def _wagers(
    moment: Moment, options: Options, wager: Wager, pot: int, *, live: bool
) -> Iterator[ControlButton]:
    totals = _totals(options, wager, pot)
    for total in totals:
        control = Control(moment, PRESSES[wager.verb], total)
        label = _wager_label(options, wager.verb, total)
        yield ControlButton(control, label, ButtonStyle.success, disabled=not live)
    if _legal_totals(wager) > len(totals):
        control = Control(moment, ASKS[wager.verb])
        yield ControlButton(control, _ask_label(wager.verb), disabled=not live)


def _legal_totals(wager: Wager) -> int:
    """Return how many totals are legal (R-TABLE-2)."""
    if wager.steps:
        return len(wager.steps)
    return wager.most // wager.unit - (wager.least - 1) // wager.unit


def _totals(options: Options, wager: Wager, pot: int) -> list[int]:
    """Return the totals that get a button: each step, or the least, the pot's size, all-in."""
    if 0 < len(wager.steps) <= _MOST_STEPS:
        return list(wager.steps)
    potted = pot_total(options, pot)
    potted -= potted % wager.unit
    wanted = {wager.least, potted, wager.most}
    return sorted(total for total in wanted if wager.allows(total))


def pot_total(options: Options, pot: int) -> int:
    """Return the total of a wager of the pot's size: call first, then the pot as it then stands."""
    owed = max(options.level - options.bet, 0)
    return options.level + pot + owed


def _call_label(options: Options) -> str:
    chips = chips_text(options.call)
    if options.call == options.stack:
        return _("Call {chips} (all-in)").format(chips=chips)
    return _("Call {chips}").format(chips=chips)


def _bring_in_label(options: Options) -> str:
    chips = chips_text(options.bring_in)
    if options.bring_in == options.stack:
        return _("Bring in {chips} (all-in)").format(chips=chips)
    return _("Bring in {chips}").format(chips=chips)


def _wager_label(options: Options, verb: Verb, total: int) -> str:
    if total == options.all_in:
        return _("All-in {total}").format(total=chips_text(total))
    words = {
        Verb.COMPLETE: _("Complete to {total}"),
        Verb.BET: _("Bet {total}"),
        Verb.RAISE: _("Raise to {total}"),
    }[verb]
    return words.format(total=chips_text(total))


def _ask_label(verb: Verb) -> str:
    return {
        Verb.COMPLETE: _("Complete to …"),
        Verb.BET: _("Bet …"),
        Verb.RAISE: _("Raise to …"),
    }[verb]
