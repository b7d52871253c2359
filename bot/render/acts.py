"""What players did, in words: "Ben raises to 30"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from bot.render.names import WIDTH, chips_text, person_text
from bot.words import _
from engine.actions import WAGERS, Verb

if TYPE_CHECKING:
    from bot.person import Person
    from engine.events import Acted


def act_text(acted: Acted, players: Sequence[Person], width: int = WIDTH) -> str:
    """Return one act as a clause that begins with the player's name."""
    name = person_text(players[acted.seat], width)
    clause = _clause(acted).format(
        name=name, chips=chips_text(acted.chips), total=chips_text(acted.action.amount)
    )
    # An all-in may be too small for a completion or a raise (R-FIX-9): say what is sure.
    if acted.all_in and acted.action.verb in (Verb.COMPLETE, Verb.RAISE):
        return _("{name} is all-in for {total}").format(
            name=name, total=chips_text(acted.action.amount)
        )
    return _("{clause}, all-in").format(clause=clause) if acted.all_in else clause


def own_act_text(acted: Acted) -> str:
    """Return one act as a sentence to the player who has made it."""
    words = {
        Verb.FOLD: _("You fold."),
        Verb.CHECK: _("You check."),
        Verb.CALL: _("You call {chips}."),
        Verb.BRING_IN: _("You bring in for {chips}."),
        Verb.COMPLETE: _("You complete to {total}."),
        Verb.BET: _("You bet {total}."),
        Verb.RAISE: _("You raise to {total}."),
    }[acted.action.verb]
    if acted.all_in:
        wagers = acted.action.verb in WAGERS
        words = _("You are all-in for {total}.") if wagers else f"{words} {_('You are all-in.')}"
    return words.format(chips=chips_text(acted.chips), total=chips_text(acted.action.amount))


def _clause(acted: Acted) -> str:
    match acted.action.verb:
        case Verb.FOLD:
            return _("{name} folds")
        case Verb.CHECK:
            return _("{name} checks")
        case Verb.CALL:
            return _("{name} calls {chips}")
        case Verb.BRING_IN:
            return _("{name} brings in for {chips}")
        case Verb.COMPLETE:
            return _("{name} completes to {total}")
        case Verb.BET:
            return _("{name} bets {total}")
        case Verb.RAISE:
            return _("{name} raises to {total}")
        case _:
            assert_never(acted.action.verb)
