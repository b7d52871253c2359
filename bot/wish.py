"""What somebody wants to do, before anybody has looked at what he may."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Declaration, Options, Verb
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Wish:
    """An act as a button, a command or a message asks for it.

    `verb` is None for all-in, whichever act that is now. `amount` is the total in chips of a bet,
    raise or completion, None for the least there is. `place` says which of his cards (0-4) a buyer
    gives up, and is told by `card` where he has named it; `declaration` is what somebody declares.
    """

    verb: Verb | None
    amount: int | None = None
    place: int = 0
    declaration: Declaration = Declaration.HIGH
    card: Card | None = None

    def action(self, options: Options | None) -> Action:
        """Return the act that is wished for; `options` are the actor's, None for anybody else.

        All-in is the wager for all chips, else the call or bring-in that takes them all. Where
        there is none, the act is one that is refused for the very reason (in pot limit: the pot is
        the most); whether an act is legal is decided by `Hand.act` alone.
        """
        if self.verb is Verb.DISCARD or self.verb is Verb.DECLARE:
            return Action(self.verb, place=self.place, declaration=self.declaration)
        if options is None:
            return Action(self.verb or Verb.RAISE, self.amount or 0)
        if self.verb is None:
            return _all_in(options)
        if self.amount is not None:
            return Action(self.verb, self.amount)
        wager = options.wager
        least = wager.least if wager is not None and wager.verb is self.verb else 0
        return Action(self.verb, least)


ALL_IN = Wish(None)


def _all_in(options: Options) -> Action:
    last_chip = options.last_chip
    if last_chip is not None:
        return last_chip
    verb = Verb.RAISE if options.wager is None else options.wager.verb
    return Action(verb, options.bet + options.stack)
