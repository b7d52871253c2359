"""A random hand at two tables at once, ours and pokerkit's: one deck, the same acts."""

from __future__ import annotations

import warnings
from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Final

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    Mode,
    Opening,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)
from pokerkit import Card as TheirCard
from pokerkit import Hand as TheirHand

from engine.actions import WAGERS, Action, Options, Verb
from engine.cards import ACE, FULL_DECK
from engine.hand import Hand
from engine.options import Game, LowRank, Qualifier
from engine.rules import HouseRules
from engine.view import view
from tests.judge.draws import Deal
from tests.judge.their_pay import their_pay

DIFFERENCES: Final = {
    # Corrected: the hand is compared to its end.
    "fold for nothing": "R-BET-1: allowed; theirs warns of it",
    "last one able": "R-BET-2: is not asked where he owes nothing; theirs asks him",
    # Set aside: the two games part there.
    "open tie by suit": "R-OPEN-5: the higher suit opens; theirs the first seat always",
    "short bring-in": "R-BRING-8: the others owe it in full; theirs only what was posted",
    "passed bring-in": "R-BRING-7: who is passed the bring-in may fold; theirs must post it",
    "small opening": "R-BRING-4: any amount over the bring-in; theirs at least the least bet",
    "small bring-in": "R-POT-1: the first raise over it counts as min_bet; theirs for its rise",
    "short all-in": "R-FIX-9, R-FIX-10: half a bet reopens, less is completed; theirs neither",
    "out of reach": "R-BET-1: a raise needs an able opponent, in reach or not; theirs one in reach",
    # Corrected, in the low games alone.
    "ace showing": "R-BRING-3, R-OPEN-4: high in deuce-to-seven; theirs takes it for the lowest",
    # Corrected by what the rule alone makes of our awards (their_pay.py).
    "pots joined": "R-SIDE-5: each pot is split on its own; theirs joins those of the same winners",
    "odd chips": "R-ODD-3: one each; theirs gives all of them to the first seat",
    "side pot without a low": "R-HILO-4: the high hand has it; theirs halves it among all in it",
}

_DEALT_BY_US: Final = (Automation.CARD_BURNING, Automation.HOLE_DEALING)
_AUTOMATIC: Final = tuple(one for one in Automation if one not in _DEALT_BY_US)
_THEIR_CARDS: Final = {card.text: next(TheirCard.parse(card.text)) for card in FULL_DECK}
_STRUCTURES: Final = {
    "fixed": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "none": BettingStructure.NO_LIMIT,
}

Draw = Callable[[int], Deal]


class Apart(Exception):
    """The two games part for a named difference."""


def compare(draw: Draw, first_seed: int, hands: int) -> tuple[int, ...]:
    """Compare so many hands to their end; fail where the two differ by more than has a name.

    Returns how many were drawn, and how many fell under each of the differences, in order.
    """
    drawn = compared = 0
    seen = Counter[str]()
    while compared < hands:
        drawn += 1
        corrections: Counter[str] = Counter()
        try:
            hand, theirs = play_both(draw(first_seed + drawn), corrections)
        except Apart as parted:
            seen[str(parted)] += 1
            continue
        assert their_pay(hand, corrections) == theirs, f"hand {drawn}"
        compared += 1
        seen += Counter(dict.fromkeys(corrections, 1))
    assert seen.keys() <= DIFFERENCES.keys()
    return (drawn, *(seen[name] for name in DIFFERENCES))


def play_both(deal: Deal, seen: Counter[str]) -> tuple[Hand, list[int]]:
    """Play one hand in both engines; return ours at its end and their final stacks."""
    hand, state = Hand.start(deal.rules, deal.stacks, deal.deck), their_state(deal)
    while hand.actors:
        seat = hand.actors[0]
        options = hand.options(seat)
        if state.actor_index != seat:
            tell_opener(hand, state, seen)
        assert state.actor_index == seat, "the turn"
        if not options.bring_in:
            assert state.checking_or_calling_amount == options.call, "what a call costs"
        if options.wager is not None and not options.bring_in and in_reach(hand, options):
            most = state.max_completion_betting_or_raising_to_amount
            assert most == options.wager.most, "the most one may raise to"
        action = choose(options, deal.chance)
        foresee(hand, options, action, seen)
        do_theirs(state, action)
        hand, _ = hand.act(seat, action)
    if state.actor_index is not None and state.checking_or_calling_amount == 0:
        seen["last one able"] += 1
        state.check_or_call()
    assert state.status is False, "theirs is not over"
    return hand, list(state.stacks)


def tell_opener(hand: Hand, state: State, seen: Counter[str]) -> None:
    """Tell theirs who opens where it reads an ace as low that is high; raise Apart for a suit."""
    rules, public = hand.rules, view(hand, None)
    if rules.open_tie == "suit":
        raise Apart("open tie by suit")
    showing = [card.card for seat in public.seats for card in seat.cards if card.card]
    assert not public.chapters[-1].acts, "the turn, in mid-round"
    assert rules.game is Game.LOW, "who opens"
    assert rules.low_rank is LowRank.DEUCE_SEVEN, "who opens"
    assert any(card.rank == ACE for card in showing), "who opens, without an ace"
    seen["ace showing"] += 1
    seat = hand.actors[0]
    turns = sorted(state.actor_indices)
    at = turns.index(seat)
    state.actor_indices = deque(turns[at:] + turns[:at])


def their_state(deal: Deal) -> State:
    """Set pokerkit up for the same game and deal our deck."""
    rules, seats = deal.rules, len(deal.stacks)
    state = State(
        _AUTOMATIC,
        Deck.STANDARD,
        their_rankings(rules),
        tuple(their_street(rules, number) for number in range(4)),
        _STRUCTURES[rules.limit],
        True,  # antes are trimmed: a short one is contested for as much (R-ANTE-3)
        (rules.ante,) * seats,
        (0,) * seats,
        rules.bring_in,
        deal.stacks,
        seats,
        mode=Mode.CASH_GAME,
    )
    state.deck_cards = deque(_THEIR_CARDS[card.text] for card in deal.deck)
    state.automations = (*_AUTOMATIC, *_DEALT_BY_US)
    state.deal_hole()
    return state


def their_street(rules: HouseRules, number: int) -> Street:
    bets = (rules.small, rules.small, rules.big, rules.big)
    downs = ((False, True), (True,), (True,), (str(rules.deal) == "1-4",))
    low = rules.game is Game.LOW
    opening = Opening.LOW_HAND if low else Opening.HIGH_HAND
    if rules.bring_in and not number:
        opening = Opening.HIGH_CARD if low else Opening.LOW_CARD
    return Street(
        rules.burn and number > 0,
        downs[number],
        0,
        False,
        opening,
        bets[number] or rules.least_bet,
        4 if rules.limit == "fixed" else None,
    )


def their_rankings(rules: HouseRules) -> tuple[type[TheirHand], ...]:
    low = StandardLowHand if rules.low_rank is LowRank.DEUCE_SEVEN else RegularLowHand
    if rules.game is Game.LOW:
        return (low,)
    if rules.game is Game.HILO:
        eight = rules.qualifier is Qualifier.EIGHT
        return (StandardHighHand, EightOrBetterLowHand if eight else low)
    return (StandardHighHand,)


def do_theirs(state: State, action: Action) -> None:
    match action.verb:
        case Verb.FOLD:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # "fold for nothing"
                state.fold()
        case Verb.CHECK | Verb.CALL:
            state.check_or_call()
        case Verb.BRING_IN:
            state.post_bring_in()
        case _:
            state.complete_bet_or_raise_to(action.amount)


def choose(options: Options, chance: Random) -> Action:
    """Choose an act: mostly calls and checks, a fold or a raise now and then."""
    roll, wager = chance.random(), options.wager
    if roll < (0.03 if options.check else 0.15) and options.fold:
        return Action(Verb.FOLD)
    if roll > 0.7 and wager is not None:
        near = min(wager.most, wager.least + 40)
        anything = (wager.least, wager.least, chance.randint(wager.least, near), wager.most)
        total = chance.choice(wager.steps or anything)
        return Action(wager.verb, total)
    if options.bring_in:
        return Action(Verb.BRING_IN)
    return Action(Verb.CHECK if options.check else Verb.CALL)


def foresee(hand: Hand, options: Options, action: Action, seen: Counter[str]) -> None:
    """Count the differences this act brings in; raise Apart where the games part."""
    rules, total = hand.rules, action.amount
    opens = options.bring_in > 0
    if action.verb is Verb.FOLD and opens:
        raise Apart("passed bring-in")
    if action.verb is Verb.FOLD and options.check:
        seen["fold for nothing"] += 1
    if action.verb is Verb.BRING_IN and options.bring_in < rules.bring_in:
        raise Apart("short bring-in")
    if action.verb not in WAGERS:
        return
    if not in_reach(hand, options):
        raise Apart("out of reach")
    if rules.limit == "fixed":
        if total not in full_totals(hand, options):
            raise Apart("short all-in")
    elif opens and total < rules.least_bet:
        raise Apart("small opening")
    elif raised_a_small_bring_in(hand):
        raise Apart("small bring-in")


def raised_a_small_bring_in(hand: Hand) -> bool:
    """Tell whether a bring-in below the least bet was raised by more than that in this round."""
    rules, seen = hand.rules, view(hand, None)
    if seen.street > 2 or not 0 < rules.bring_in < rules.least_bet:
        return False
    acts = [acted.action for acted in seen.chapters[0].acts]
    wagers = [action.amount for action in acts if action.verb in WAGERS]
    posted = any(action.verb is Verb.BRING_IN for action in acts)
    return posted and bool(wagers) and wagers[0] - rules.bring_in > rules.least_bet


def in_reach(hand: Hand, options: Options) -> bool:
    """Tell whether another live player could match more than the level."""
    return any(
        seat.stack + seat.bet > options.level
        for seat in view(hand, None).seats
        if not seat.folded and seat.seat != options.seat
    )


def full_totals(hand: Hand, options: Options) -> set[int]:
    """Return the total of a whole bet or raise in fixed limit, where no short one was made."""
    size = hand.rules.small if view(hand, None).street < 4 else hand.rules.big
    return {(options.level // size + 1) * size}
