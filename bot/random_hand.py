"""A hand played at random, and what must always hold verified after each act."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.broken import BrokenHand
from engine import history
from engine.actions import Action, Declaration, Options, Verb, Wager
from engine.course import Phase
from engine.decks import deck_for
from engine.errors import IllegalAction
from engine.hand import Hand
from engine.importer import read
from engine.replay import play_through
from engine.rules import HouseRules

_FOLDS_SELDOM: Final = 5
"""How often any other kind of act is drawn for each fold, so that most hands are shown down."""

_TRIES: Final = 0.2
"""The share of acts before which an illegal one is tried."""

_DEPTHS: Final = (1, 5, 40, 400)
"""The deepest stacks of a hand, in times of the game's largest fixed amount."""


class RandomHand:
    """One hand, played at random from the deal to its last pot.

    `hand` is how far it has come, None before the deal, and `trying` the act that was made last;
    both tell where it broke.
    """

    __slots__ = ("_chance", "_folded", "hand", "players", "rules", "trying")

    def __init__(self, rules: HouseRules, players: int, chance: Random) -> None:
        """Prepare a hand for so many players, of which `chance` decides everything."""
        self.rules = rules
        self.players = players
        self.hand: Hand | None = None
        self.trying: tuple[int, Action] | None = None
        self._chance = chance
        self._folded: set[int] = set()

    def play(self) -> Hand:
        """Play to the end and return the hand; raise BrokenHand, for any fault on the way."""
        try:
            hand = self._deal()
            while hand.actors:
                hand = self._step(hand)
            self.trying = None
            verify_written(hand)
        except BrokenHand:
            raise
        except Exception as fault:
            raise BrokenHand(f"{type(fault).__name__}: {fault}") from fault
        return hand

    def _deal(self) -> Hand:
        rules, players, chance = self.rules, self.players, self._chance
        cards = deck_for(rules, players)
        deck = chance.sample(cards, len(cards))
        reserve = chance.sample(cards, len(cards))
        hand = Hand.start(rules, _stacks(rules, players, chance), deck, reserve)
        self.hand = hand
        self._verify(hand)
        return hand

    def _step(self, hand: Hand) -> Hand:
        chance = self._chance
        seat = chance.choice(hand.actors)
        if chance.random() < _TRIES:
            self._try_illegal(hand, seat)
        action = random_act(hand.options(seat), chance)
        self.trying = seat, action
        # The hand before the act is asked nothing more: it would be played again from its deal.
        turn = hand.turn + 1
        after, _events = hand.act(seat, action)
        if action.verb is Verb.FOLD:
            self._folded.add(seat)
        if after.turn != turn:
            raise BrokenHand("the act was not counted")
        self._verify(after)
        self.hand = after
        return after

    def _verify(self, hand: Hand) -> None:
        """Verify the chips and who is to act (R-SIDE-6, R-BET-2, R-BUY-6, R-DECL-10)."""
        starting = hand.starting_stacks
        if min(hand.stacks) < 0:
            raise BrokenHand("a stack is below nothing")
        if sum(hand.stacks) + sum(pot.chips for pot in hand.pots) != sum(starting):
            raise BrokenHand("chips were made or lost")
        if hand.over == bool(hand.actors):
            raise BrokenHand("nobody is to act, and the hand is not over")
        if hand.turn > (sum(starting) // hand.rules.chip_unit + 11) * len(starting):
            raise BrokenHand("the hand never ends")
        for seat in hand.actors:
            options = hand.options(seat)
            least = 0 if hand.phase is Phase.DECLARING else max(1, options.price)
            if seat in self._folded or hand.stacks[seat] < least:
                raise BrokenHand(f"p{seat + 1} cannot act, and is to")
            if not options.verbs():
                raise BrokenHand(f"p{seat + 1} is to act, and nothing is legal")

    def _try_illegal(self, hand: Hand, seat: int) -> None:
        """Try an act that is not legal: it must be refused and change nothing (R-TABLE-6)."""
        chance = self._chance
        waiting = [one for one in range(len(hand.stacks)) if one not in hand.actors]
        if waiting and chance.random() < 0.3:
            seat, action = chance.choice(waiting), Action(chance.choice([*Verb]))
        else:
            action = illegal_act(hand.options(seat), chance)
        self.trying = seat, action
        before = hand.digest, hand.stacks, hand.actors
        try:
            hand.act(seat, action)
        except IllegalAction:
            if (hand.digest, hand.stacks, hand.actors) != before:
                raise BrokenHand("an act was refused and changed the hand") from None
        else:
            raise BrokenHand("an act that is not offered was accepted")


def verify_written(hand: Hand) -> None:
    """Raise BrokenHand unless a hand's written form, read and played, is the same hand."""
    again, _accepted = play_through(read(written(hand)))
    if (again.digest, again.stacks) != (hand.digest, hand.stacks):
        raise BrokenHand("its written form plays out otherwise")


def written(hand: Hand) -> str:
    """Write a hand as far as it has come, to be replayed; raise BrokenHand where that fails."""
    try:
        return history.write(hand, [f"p{seat + 1}" for seat in range(len(hand.starting_stacks))])
    except Exception as fault:
        raise BrokenHand(f"it cannot be written: {type(fault).__name__}: {fault}") from fault


def random_act(options: Options, chance: Random) -> Action:
    """Choose among all that is legal, seldom a fold; bets are of all sizes."""
    verbs = options.verbs()
    weights = [1 if verb is Verb.FOLD else _FOLDS_SELDOM for verb in verbs]
    (verb,) = chance.choices(verbs, weights)
    if verb is Verb.DISCARD:
        return Action(verb, place=chance.randrange(5))
    if verb is Verb.DECLARE:
        return Action(verb, declaration=chance.choice(options.declarations))
    if options.wager is not None and verb is options.wager.verb:
        return Action(verb, _total(options.wager, chance))
    return Action(verb)


def illegal_act(options: Options, chance: Random) -> Action:
    """Return an act that an actor's options do not offer."""
    offered = options.verbs()
    acts = [Action(verb) for verb in Verb if verb not in offered]
    if options.price:
        acts += [Action(Verb.DISCARD, place=place) for place in (-1, 5)]
    if options.declarations and Declaration.BOTH not in options.declarations:
        acts.append(Action(Verb.DECLARE, declaration=Declaration.BOTH))
    wager = options.wager
    if wager is not None:
        acts += [Action(wager.verb, total) for total in (0, wager.least - 1, wager.most + 1)]
    return chance.choice(acts)


def _total(wager: Wager, chance: Random) -> int:
    if wager.steps:
        return chance.choice(wager.steps)
    totals = range(wager.least, wager.most + 1, wager.unit)
    return chance.choice(
        (wager.least, chance.choice(totals[:20]), chance.choice(totals), totals[-1])
    )


def _stacks(rules: HouseRules, players: int, chance: Random) -> list[int]:
    """Draw stacks, from a chip for the ante to deep ones, in whole chips of the game's unit."""
    unit = rules.chip_unit
    amounts = (rules.ante, rules.bring_in, rules.big, rules.spread_max, rules.min_bet, unit)
    most = max(amounts) * chance.choice(_DEPTHS) // unit
    return [chance.randint(1, most) * unit for _ in range(players)]
