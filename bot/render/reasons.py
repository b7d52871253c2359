"""Why an act is not possible, one line a reason; and what is possible instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.render.names import chips_text, listed
from bot.words import _
from engine.actions import Declaration, Options, Verb, Why, WhyNot

if TYPE_CHECKING:
    from engine.actions import Wager


def why_text(reason: WhyNot) -> str:
    """Return a reason as one sentence to the player, with its numbers."""
    amounts = [chips_text(number) for number in reason.numbers]
    first, last = (amounts[0], amounts[-1]) if amounts else ("", "")
    words = _WORDS[reason.why]
    if reason.why is Why.NOT_A_STEP and len(amounts) == 1:
        words = _mark("Only whole numbers of chips of {first} are played here.")
    return _(words).format(first=first, last=last, all=listed(amounts))


def possible_text(options: Options) -> str:
    """Return what a player may do now: "You may fold, call 20 or raise to 40."; "" for nothing."""
    acts = list(_acts(options))
    if not acts:
        return ""
    if len(acts) == 1:
        return _("You may {act}.").format(act=acts[0])
    return _("You may {some} or {last}.").format(some=", ".join(acts[:-1]), last=acts[-1])


def _acts(options: Options) -> Iterator[str]:
    if options.idle is not None:
        return
    if options.price:
        yield _("stand pat")
        yield _("buy a card for {chips}").format(chips=chips_text(options.price))
    yield from (declaration_words()[one] for one in options.declarations)
    if options.fold:
        yield _("fold")
    if options.check:
        yield _("check")
    if options.call:
        yield _("call {chips}").format(chips=chips_text(options.call))
    if options.bring_in:
        yield _("bring in for {chips}").format(chips=chips_text(options.bring_in))
    if options.wager is not None:
        yield _wager_text(options.wager, options.all_in)


def declaration_words() -> dict[Declaration, str]:
    """Return what each declaration is called as an act."""
    return {
        Declaration.HIGH: _("declare high"),
        Declaration.LOW: _("declare low"),
        Declaration.BOTH: _("declare both ways"),
    }


def way_text(declaration: Declaration) -> str:
    """Return what somebody plays for, as it follows "declare" or "you have chosen"."""
    return {
        Declaration.HIGH: _("high"),
        Declaration.LOW: _("low"),
        Declaration.BOTH: _("both ways"),
    }[declaration]


def _wager_text(wager: Wager, all_in: int | None) -> str:
    if wager.verb is not Verb.BET and wager.steps == (all_in,):
        # It may be too small for a completion or a raise (R-FIX-9, R-NL-3).
        return _("go all-in to {amount}").format(amount=amount_range(wager))
    one, any_of = {
        Verb.COMPLETE: (_("complete to {amount}"), _("complete to any amount from {amount}")),
        Verb.BET: (_("bet {amount}"), _("bet any amount from {amount}")),
        Verb.RAISE: (_("raise to {amount}"), _("raise to any amount from {amount}")),
    }[wager.verb]
    words = one if wager.steps or wager.least == wager.most else any_of
    return words.format(amount=amount_range(wager))


def amount_range(wager: Wager) -> str:
    """Return the totals a wager may have: "40", "10 or 20", "2 to 396"."""
    if wager.steps:
        steps = [chips_text(step) for step in wager.steps]
        if len(steps) == 1:
            return steps[0]
        return _("{some} or {last}").format(some=", ".join(steps[:-1]), last=steps[-1])
    least, most = chips_text(wager.least), chips_text(wager.most)
    if wager.least == wager.most:
        return least
    if wager.unit > 1:
        return _("{least} to {most} in whole chips of {unit}").format(
            least=least, most=most, unit=chips_text(wager.unit)
        )
    return _("{least} to {most}").format(least=least, most=most)


def _mark(message: str) -> str:
    """Mark a message for the translators; it is translated where it is shown."""
    return message


_WORDS = {
    Why.HAND_OVER: _mark("The hand is over."),
    Why.NOT_DEALT_IN: _mark("You are not dealt into this hand."),
    Why.FOLDED: _mark("You have folded this hand."),
    Why.ALL_IN: _mark("You are all-in: there is nothing more to decide."),
    Why.NOT_YOUR_TURN: _mark("It is not your turn."),
    Why.MUST_BRING_IN: _mark("You have to bring in, for {first} at least."),
    Why.NO_BRING_IN_DUE: _mark("There is no bring-in to post."),
    Why.FACING_BET: _mark("You cannot check: there are {first} to call."),
    Why.NOTHING_TO_CALL: _mark("There is nothing to call."),
    Why.USE_COMPLETE: _mark("Here the bet is completed, to {first}."),
    Why.USE_BET: _mark("There is no bet to raise: bet {first} at least."),
    Why.USE_RAISE: _mark("There is a bet already: raise to {first} at least."),
    Why.CAPPED: _mark("No more raises in this round: {first} is the cap."),
    Why.NOBODY_TO_RAISE: _mark("Nobody is left with chips to call a raise."),
    Why.NOT_REOPENED: _mark("The all-in was too small to open the betting again."),
    Why.POT_TOO_SMALL: _mark(
        "No raise is possible: {first} is the most the pot allows, and too small."
    ),
    Why.ONLY_A_CALL_LEFT: _mark("Your chips are enough for a call at most."),
    Why.TOO_SMALL: _mark("Too small: {first} is the least."),
    Why.TOO_BIG: _mark("Too big: {first} is the most."),
    Why.MORE_THAN_STACK: _mark("More than you have: {first} is all-in."),
    Why.NOT_A_STEP: _mark("Not one of the sizes here: {all}."),
    Why.BUY_DUE: _mark("Bets come later."),
    Why.NO_BUY_DUE: _mark("No card can be bought now."),
    Why.NO_SUCH_CARD: _mark("You do not hold that card."),
    Why.DECLARATION_DUE: _mark("The betting is over: declare what you play for."),
    Why.NO_DECLARATION_DUE: _mark("Nothing is declared now."),
    Why.NOT_BOTH: _mark("Nobody may declare both ways here: high or low."),
    Why.DECLARED: _mark("You have declared."),
}
