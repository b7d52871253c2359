"""What a player may do: actions, and the options from which every legal one is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Verb(StrEnum):
    """The kinds of act a player can choose (R-BET-1, R-BRING-4, R-BUY-2, R-DECL-4)."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BRING_IN = "bring in"
    COMPLETE = "complete"
    BET = "bet"
    RAISE = "raise"
    DISCARD = "discard"
    STAND_PAT = "stand pat"
    DECLARE = "declare"


class Declaration(StrEnum):
    """What a player declares to win in high-low (R-DECL-4)."""

    HIGH = "high"
    LOW = "low"
    BOTH = "both"


WAGERS: Final = frozenset({Verb.COMPLETE, Verb.BET, Verb.RAISE})

# Bound once: on Python 3.11 each look-up of a member goes through the enumeration's metaclass, and
# these are asked for with every act.
_FOLD: Final = Verb.FOLD
_CHECK: Final = Verb.CHECK
_CALL: Final = Verb.CALL
_BRING_IN: Final = Verb.BRING_IN
HAND_SIZE: Final = 5
"""How many cards a player holds on the last street, where cards are bought."""

_CARDS: Final = frozenset({Verb.DISCARD, Verb.STAND_PAT, Verb.DECLARE})


@dataclass(frozen=True, slots=True)
class Action:
    """One act of one player.

    `amount` is the player's whole contribution to the betting round in chips once the act is made
    ("raise to"), and is used by COMPLETE, BET and RAISE alone; an all-in is the amount that takes
    the last chip. `place` says which of his cards (0-4, as they were dealt) a DISCARD gives up: the
    place, not the card, since acts are told to everybody. `declaration` goes with DECLARE alone.
    """

    verb: Verb
    amount: int = 0
    place: int = 0
    declaration: Declaration = Declaration.HIGH


class Why(StrEnum):
    """Why an act is not possible; the wording is render's, the numbers come with WhyNot."""

    HAND_OVER = "hand over"
    NOT_DEALT_IN = "not dealt in"
    FOLDED = "folded"
    ALL_IN = "all in"
    NOT_YOUR_TURN = "not your turn"
    MUST_BRING_IN = "must bring in"
    NO_BRING_IN_DUE = "no bring-in due"
    FACING_BET = "facing a bet"
    NOTHING_TO_CALL = "nothing to call"
    USE_COMPLETE = "complete instead"
    USE_BET = "bet instead"
    USE_RAISE = "raise instead"
    CAPPED = "capped"
    NOBODY_TO_RAISE = "nobody to raise"
    NOT_REOPENED = "not reopened"
    POT_TOO_SMALL = "the pot allows no raise"
    ONLY_A_CALL_LEFT = "chips for a call at most"
    TOO_SMALL = "too small"
    TOO_BIG = "too big"
    MORE_THAN_STACK = "more than the stack"
    NOT_A_STEP = "not one of the sizes"
    BUY_DUE = "buy or stand pat"
    NO_BUY_DUE = "no buy due"
    NO_SUCH_CARD = "no such card"
    DECLARATION_DUE = "declare"
    NO_DECLARATION_DUE = "no declaration due"
    NOT_BOTH = "both is not allowed"
    DECLARED = "declared already"


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A reason with its numbers, in chips (for NOT_YOUR_TURN: seats; for CAPPED: raises).

    NOT_A_STEP has the sizes that are legal, or the smallest chip alone where any multiple of it is.
    """

    why: Why
    numbers: tuple[int, ...] = ()


class Wager(NamedTuple):
    """The completions, bets or raises open to a player, as totals for the round in chips.

    `steps` lists every legal total in ascending order; where it is empty every multiple of `unit`,
    the smallest chip, from `least` to `most` is legal (R-TABLE-2).
    """

    verb: Verb
    least: int
    most: int
    steps: tuple[int, ...] = ()
    unit: int = 1

    def allows(self, total: int) -> bool:
        """Tell whether a wager to `total` chips is legal; nothing but a whole number is."""
        if type(total) is not int:
            return False
        if self.steps:
            return total in self.steps
        return self.least <= total <= self.most and total % self.unit == 0


class Options(NamedTuple):
    """All that one seat may do at this turn, in chips, and why it may not do the rest.

    `idle` is the reason why the seat may do nothing at all (not its turn, folded, ...). `call` and
    `bring_in` are the chips the act takes from the stack now, 0 where it is not legal. `no_wager`
    is the reason why `wager` is None. `price` are the chips a new card costs in a buy round, 0
    outside one; `declarations` are what may be declared now, none outside a declaration.
    """

    seat: int
    stack: int = 0
    bet: int = 0
    level: int = 0
    fold: bool = False
    check: bool = False
    call: int = 0
    bring_in: int = 0
    wager: Wager | None = None
    no_wager: WhyNot | None = None
    idle: WhyNot | None = None
    price: int = 0
    declarations: tuple[Declaration, ...] = ()

    @property
    def all_in(self) -> int | None:
        """Return the total of the wager that takes the last chip, where that is legal."""
        total = self.bet + self.stack
        return total if self.wager is not None and self.wager.allows(total) else None

    @property
    def last_chip(self) -> Action | None:
        """Return the act that takes the last chip, whichever it is: a wager, a call, a bring-in."""
        total = self.all_in
        if total is not None and self.wager is not None:
            return Action(self.wager.verb, total)
        if self.call and self.call == self.stack:
            return Action(Verb.CALL)
        if self.bring_in and self.bring_in == self.stack:
            return Action(Verb.BRING_IN)
        return None

    def verbs(self) -> tuple[Verb, ...]:
        """Return the legal kinds of act, in the order people are offered them."""
        return tuple(verb for verb in Verb if self.refusal_of(verb) is None)

    def refusal_of(self, verb: Verb) -> WhyNot | None:
        """Return why no act of this kind is legal now, or None where one is."""
        if self.idle is not None:
            return self.idle
        if self.price or self.declarations or verb in _CARDS:
            return self._refusal_beside_betting(verb)
        if verb is _CALL:
            return None if self.call else self._why_no_call()
        if verb is _CHECK:
            return None if self.check else self._why_no_check()
        if verb is _FOLD:
            return None if self.fold else WhyNot(Why.MUST_BRING_IN, (self.bring_in,))
        if verb is _BRING_IN:
            return None if self.bring_in else WhyNot(Why.NO_BRING_IN_DUE)
        return self._refusal_of_wager(verb)

    def refusal(self, action: Action) -> WhyNot | None:
        """Return why this very act is not legal now, or None: the one gate of `Hand.act`."""
        verb, wager = action.verb, self.wager
        if (verb is _CALL and self.call) or (verb is _CHECK and self.check):
            return None  # by far the most acts
        refused = self.refusal_of(verb)
        if refused is None and verb in _CARDS:
            return self._refusal_of_detail(action)
        if refused is not None or wager is None or verb is not wager.verb:
            return refused
        total = action.amount
        if wager.allows(total):
            return None
        if total > self.bet + self.stack:
            return WhyNot(Why.MORE_THAN_STACK, (self.bet + self.stack,))
        if total < wager.least:
            return WhyNot(Why.TOO_SMALL, (wager.least,))
        if total > wager.most:
            return WhyNot(Why.TOO_BIG, (wager.most,))
        return WhyNot(Why.NOT_A_STEP, wager.steps or (wager.unit,))

    def _refusal_of_detail(self, action: Action) -> WhyNot | None:
        """Return why a buy of this card, or this declaration, is not legal where others are."""
        place = action.place
        if action.verb is Verb.DISCARD and not (type(place) is int and 0 <= place < HAND_SIZE):
            return WhyNot(Why.NO_SUCH_CARD)
        if action.verb is Verb.DECLARE and action.declaration not in self.declarations:
            return WhyNot(Why.NOT_BOTH)
        return None

    def _refusal_beside_betting(self, verb: Verb) -> WhyNot | None:
        """Return why an act is not legal where cards are bought or sides declared, or the act is.

        The price comes before what is bet; in a declaration nothing else is open (R-BUY, R-DECL).
        """
        if self.price:
            due = verb in (Verb.DISCARD, Verb.STAND_PAT)
            return None if due else WhyNot(Why.BUY_DUE, (self.price,))
        if self.declarations:
            return None if verb is Verb.DECLARE else WhyNot(Why.DECLARATION_DUE)
        missing = Why.NO_DECLARATION_DUE if verb is Verb.DECLARE else Why.NO_BUY_DUE
        return WhyNot(missing)

    def _why_no_check(self) -> WhyNot:
        if self.bring_in:
            return WhyNot(Why.MUST_BRING_IN, (self.bring_in,))
        return WhyNot(Why.FACING_BET, (self.call,))

    def _why_no_call(self) -> WhyNot:
        if self.bring_in:
            return WhyNot(Why.MUST_BRING_IN, (self.bring_in,))
        return WhyNot(Why.NOTHING_TO_CALL)

    def _refusal_of_wager(self, verb: Verb) -> WhyNot | None:
        if self.wager is None:
            return self.no_wager
        if verb is self.wager.verb:
            return None
        instead = {
            Verb.COMPLETE: Why.USE_COMPLETE,
            Verb.BET: Why.USE_BET,
            Verb.RAISE: Why.USE_RAISE,
        }
        return WhyNot(instead[self.wager.verb], (self.wager.least, self.wager.most))
