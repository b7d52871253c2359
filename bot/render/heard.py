"""What is answered in public to a message that speaks to the bot; nothing private is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.render.names import chips_text, listed
from bot.render.reasons import amount_range
from bot.words import _
from engine.actions import Verb

if TYPE_CHECKING:
    from engine.actions import Options, Wager

_MOST_STEPS: Final = 3


def sayable_text(options: Options | None) -> str:
    """Return what a player can say now; `options` is None where it is not his turn."""
    if options is None:
        return _(
            "It is not your turn. When it is, say `check`, `call`, `fold`, `bring in`,"
            " `complete`, `bet 20`, `raise to 40` or `all-in`."
        )
    words = [*_words_beside_betting(options), *_words(options)]
    return _("It is your turn. You can say {words}.").format(words=listed(words))


def free_fold_text() -> str:
    """Return the answer to a spoken fold where a check is free (R-BET-1)."""
    return _("You can check for free. To fold all the same use `/fold` or the button Fold.")


def _words(options: Options) -> Iterator[str]:
    # A fold where a check is free is not taken by word of mouth: it is asked about in private.
    if options.fold and not options.check:
        yield "`fold`"
    if options.check:
        yield "`check`"
    if options.call:
        yield _("`call` ({chips})").format(chips=chips_text(options.call))
    if options.bring_in:
        yield _("`bring in` ({chips})").format(chips=chips_text(options.bring_in))
    if options.wager is not None:
        yield from _wager_words(options.wager)
    if options.last_chip is not None:
        yield _("`all-in` ({chips})").format(chips=chips_text(options.bet + options.stack))


def _words_beside_betting(options: Options) -> Iterator[str]:
    if options.price:
        yield "`stand pat`"
        yield _("`buy 7s` (an up card you give up, for {chips})").format(
            chips=chips_text(options.price)
        )
    for way in options.declarations:
        yield f"`declare {way}`"


def _wager_words(wager: Wager) -> Iterator[str]:
    if wager.verb is Verb.COMPLETE:
        yield _("`complete` (to {chips})").format(chips=chips_text(wager.least))
        return
    said = "bet" if wager.verb is Verb.BET else "raise to"
    totals = wager.steps or ((wager.least,) if wager.least == wager.most else ())
    if totals and len(totals) <= _MOST_STEPS:
        yield from (f"`{said} {chips_text(total)}`" for total in totals)
    else:
        yield _("`{said} N` (N from {range})").format(said=said, range=amount_range(wager))
