"""How fast the engine is beside others, as ratios: python tests/bench/engine_bench.py

Ours and theirs are measured in turn, within one run and on the same hands; a ratio is the median
over the rounds, of processor time. Five-card evaluations stand beside treys and phevaluator (lows
and Sökö, which those do not know, beside treys ranking the same cards for high), whole six-handed
fixed-limit hands beside pokerkit's State, set up for the same game and playing the same acts: once
by dice, asking the engine what is legal, and once with the acts known before.
"""

from __future__ import annotations

import gc
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

import phevaluator  # type: ignore[import-untyped]
import pokerkit
from pokerkit import Automation, Opening, Street
from treys import Card as TreysCard  # type: ignore[import-untyped]
from treys.evaluator import Evaluator  # type: ignore[import-untyped]

from engine.actions import WAGERS, Action, Options, Verb
from engine.cards import FULL_DECK, Card
from engine.hand import Hand
from engine.options import LowRank, SokoRank
from engine.ranking import high_ranking
from engine.ranking_low import low_ranking
from engine.ranking_soko import soko_ranking
from engine.rules import HouseRules

ROUNDS: Final = 9
FIVES: Final = 20_000
HANDS: Final = 120
SEATS: Final = 6
STACKS: Final = (2_000,) * SEATS

# The dice are no part of what is measured: acts without an amount are made before.
FOLD, CHECK, CALL, BRING_IN = map(Action, (Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.BRING_IN))

# What pokerkit deals: no big bet on an open pair, a cap that is never lifted, ties by position.
RULES: Final = HouseRules.from_options(
    {
        "ante": 1,
        "bring_in_mode": "low",
        "bring_in": 4,
        "small": 10,
        "big": 20,
        "open_pair_big": False,
        "open_tie": "position",
        "cap_lift": "never",
        "odd_chip": "position",
    }
)

Work = Callable[[], object]
Deck = tuple[pokerkit.Card, ...]


@dataclass(frozen=True)
class Match:
    """Two ways to do the same work `count` times, ours and another's."""

    name: str
    ours: Work
    theirs: Work
    count: int


@dataclass(frozen=True)
class Script:
    """A hand to be played: the deck, the dice of every turn, and the acts that come of them."""

    deck: tuple[Card, ...]
    rolls: tuple[float, ...]
    acts: tuple[tuple[int, Action], ...]
    stacks: tuple[int, ...]


def write_script(seed: int) -> Script:
    """Play a hand at random: 10 % fold, 65 % check or call, 25 % raise, where they are legal."""
    chance = Random(seed)
    deck = list(FULL_DECK)
    chance.shuffle(deck)
    hand = Hand.start(RULES, STACKS, deck)
    acts, rolls = [], []
    while hand.actors:
        seat = hand.actors[0]
        rolls.append(chance.random())
        action = choose(hand.options(seat), rolls[-1])
        acts.append((seat, action))
        hand, _ = hand.act(seat, action)
    return Script(tuple(deck), tuple(rolls), tuple(acts), hand.stacks)


def choose(options: Options, roll: float) -> Action:
    if roll < 0.10 and options.call:
        return FOLD
    if roll > 0.75 and options.wager is not None:
        return Action(options.wager.verb, options.wager.least)
    if options.bring_in:
        return BRING_IN
    return CALL if options.call else CHECK


def repeat_ours(script: Script) -> tuple[int, ...]:
    """Play a hand whose acts are known."""
    hand = Hand.start(RULES, STACKS, script.deck)
    for seat, action in script.acts:
        hand, _ = hand.act(seat, action)
    return hand.stacks


def play_ours(script: Script) -> tuple[int, ...]:
    """Play a hand by its dice: ask what is legal, choose, act."""
    hand = Hand.start(RULES, STACKS, script.deck)
    for roll in script.rolls:
        seat = hand.actors[0]
        hand, _ = hand.act(seat, choose(hand.options(seat), roll))
    return hand.stacks


# pokerkit ---------------------------------------------------------------------------------------

_DEALING: Final = (Automation.CARD_BURNING, Automation.HOLE_DEALING)
_OTHERS: Final = tuple(one for one in Automation if one not in _DEALING)
_STREETS: Final = tuple(
    Street(
        number > 0,
        (False, True) if not number else (True,),
        0,
        False,
        Opening.HIGH_HAND if number else Opening.LOW_CARD,
        RULES.small if number < 2 else RULES.big,
        4,
    )
    for number in range(4)
)


def their_state(deck: Deck) -> pokerkit.State:
    """Set pokerkit up for the same game and deal the deck."""
    state = pokerkit.State(
        _OTHERS,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        _STREETS,
        pokerkit.BettingStructure.FIXED_LIMIT,
        True,
        (RULES.ante,) * SEATS,
        (0,) * SEATS,
        RULES.bring_in,
        STACKS,
        SEATS,
    )
    state.deck_cards = deque(deck)
    state.automations = (*_OTHERS, *_DEALING)
    state.deal_hole()
    return state


def repeat_theirs(script: Script, deck: Deck) -> tuple[int, ...]:
    """Play a hand whose acts are known."""
    state = their_state(deck)
    for _, action in script.acts:
        if action.verb is Verb.FOLD:
            state.fold()
        elif action.verb is Verb.BRING_IN:
            state.post_bring_in()
        elif action.verb in WAGERS:
            state.complete_bet_or_raise_to(action.amount)
        else:
            state.check_or_call()
    return tuple(state.stacks)


def play_theirs(script: Script, deck: Deck) -> tuple[int, ...]:
    """Play a hand by its dice: ask what the dice are about, choose, act."""
    state = their_state(deck)
    for roll in script.rolls:
        if roll < 0.10 and state.can_fold():
            state.fold()
        elif roll > 0.75 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    return tuple(state.stacks)


def hands_matches() -> list[Match]:
    """Return whole hands beside pokerkit; all must end with the stacks of the script."""
    theirs = {card: next(pokerkit.Card.parse(card.text)) for card in FULL_DECK}
    scripts = [write_script(seed) for seed in range(HANDS)]
    pairs = [(script, tuple(theirs[card] for card in script.deck)) for script in scripts]
    for script, deck in pairs:
        ends = {play_ours(script), repeat_ours(script)}
        ends |= {play_theirs(script, deck), repeat_theirs(script, deck)}
        if ends != {script.stacks}:
            raise AssertionError("the two engines play different games")
    return [
        Match(
            "hands beside pokerkit",
            lambda: [play_ours(script) for script, _ in pairs],
            lambda: [play_theirs(script, deck) for script, deck in pairs],
            HANDS,
        ),
        Match(
            "hands of known acts beside pokerkit",
            lambda: [repeat_ours(script) for script, _ in pairs],
            lambda: [repeat_theirs(script, deck) for script, deck in pairs],
            HANDS,
        ),
    ]


# Five cards -------------------------------------------------------------------------------------


def fives_matches() -> list[Match]:
    """Return evaluations of random hands, each in the form its library is fastest with."""
    chance = Random(0)
    fives = [tuple(chance.sample(FULL_DECK, 5)) for _ in range(FIVES)]
    keys = [tuple(card.key for card in five) for five in fives]
    sums = [sum(five) for five in keys]
    treys = [tuple(TreysCard.new(card.text) for card in five) for five in fives]
    ids = [tuple(4 * (card.rank - 2) + card.suit for card in five) for five in fives]
    value, of = high_ranking().value, high_ranking().of

    def ours() -> list[int]:
        return [value(a + b + c + d + e) for a, b, c, d, e in keys]

    def from_sums() -> list[int]:
        return [value(key) for key in sums]

    def from_cards() -> list[int]:
        return [of(five) for five in fives]

    def phe() -> list[int]:
        evaluate = phevaluator.evaluate_cards
        return [evaluate(*five) for five in ids]

    five_of_treys = Evaluator()._five

    def beside_treys() -> list[int]:
        return [five_of_treys(five) for five in treys]

    if not ours() == from_sums() == from_cards():
        raise AssertionError("our own ways to a value differ")
    _verify_same_order(ours(), beside_treys(), phe())
    return [
        Match("fives beside treys", ours, beside_treys, FIVES),
        Match("fives as running sums beside treys", from_sums, beside_treys, FIVES),
        Match("fives beside phevaluator", ours, phe, FIVES),
        Match("fives as Card objects beside treys", from_cards, beside_treys, FIVES),
        *(
            Match(f"{one} lows beside treys", _lows(one, keys), beside_treys, FIVES)
            for one in LowRank
        ),
        *(
            Match(f"Sökö, {one}, beside treys", _soko(one, fives), beside_treys, FIVES)
            for one in SokoRank
        ),
    ]


def _lows(low_rank: LowRank, keys: list[tuple[int, ...]]) -> Work:
    value = low_ranking(low_rank).value
    return lambda: [value(a + b + c + d + e) for a, b, c, d, e in keys]


def _soko(soko_rank: SokoRank, fives: list[tuple[Card, ...]]) -> Work:
    """Return the work from Card objects: which is the odd card no sum of keys would tell."""
    of = soko_ranking(soko_rank).of
    return lambda: [of(five) for five in fives]


def _verify_same_order(ours: list[int], *others: list[int]) -> None:
    """Verify that the others order the hands as we do; their numbers fall where ours rise."""
    places = {one: place for place, one in enumerate(sorted(set(ours)))}
    for other in others:
        theirs = {one: place for place, one in enumerate(sorted(set(other), reverse=True))}
        if [places[one] for one in ours] != [theirs[one] for one in other]:
            raise AssertionError("the evaluators differ")


# Measuring --------------------------------------------------------------------------------------


def measure(match: Match) -> tuple[float, float, float]:
    """Return ours and theirs a second, and the median of the rounds' ratios."""
    rounds = []
    for _ in range(ROUNDS):
        ours, theirs = _seconds(match.ours), _seconds(match.theirs)
        rounds.append((match.count / ours, match.count / theirs, theirs / ours))
    ours_a_second, theirs_a_second, ratios = zip(*rounds, strict=True)
    return median(ours_a_second), median(theirs_a_second), median(ratios)


def _seconds(work: Work) -> float:
    start = process_time()
    work()
    return process_time() - start


def main() -> None:
    matches = (*fives_matches(), *hands_matches())
    gc.collect()
    gc.freeze()  # the scripts themselves are no garbage to search
    head = f"a second, median of {ROUNDS}"
    lines = [f"{head:38} {'ours':>12} {'theirs':>12} {'ratio':>7}"]
    for match in matches:
        ours, theirs, ratio = measure(match)
        lines.append(f"{match.name:38} {ours:12,.0f} {theirs:12,.0f} {ratio:7.2f}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
