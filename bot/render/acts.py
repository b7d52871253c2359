"""What players did, in words: "Ben raises to 30"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.render.names import WIDTH, chips_text, person_text
from bot.words import _
from engine.actions import WAGERS, Declaration, Verb

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
        Verb.DISCARD: _("You buy a card for {chips}."),
        Verb.STAND_PAT: _("You stand pat."),
        Verb.DECLARE: _own_declaration(acted.action.declaration),
    }[acted.action.verb]
    if acted.all_in:
        wagers = acted.action.verb in WAGERS
        words = _("You are all-in for {total}.") if wagers else f"{words} {_('You are all-in.')}"
    return words.format(chips=chips_text(acted.chips), total=chips_text(acted.action.amount))


def _clause(acted: Acted) -> str:
    return {
        Verb.FOLD: _("{name} folds"),
        Verb.CHECK: _("{name} checks"),
        Verb.CALL: _("{name} calls {chips}"),
        Verb.BRING_IN: _("{name} brings in for {chips}"),
        Verb.COMPLETE: _("{name} completes to {total}"),
        Verb.BET: _("{name} bets {total}"),
        Verb.RAISE: _("{name} raises to {total}"),
        Verb.DISCARD: _("{name} buys a card for {chips}"),
        Verb.STAND_PAT: _("{name} stands pat"),
        Verb.DECLARE: _declaration(acted.action.declaration),
    }[acted.action.verb]


def _declaration(declaration: Declaration) -> str:
    return {
        Declaration.HIGH: _("{name} declares high"),
        Declaration.LOW: _("{name} declares low"),
        Declaration.BOTH: _("{name} declares both ways"),
    }[declaration]


def _own_declaration(declaration: Declaration) -> str:
    return {
        Declaration.HIGH: _("You declare high."),
        Declaration.LOW: _("You declare low."),
        Declaration.BOTH: _("You declare both ways."),
    }[declaration]
