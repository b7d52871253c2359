"""Options: each verb and each reason occurs, and what options say is what act does."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import WAGERS, Action, Declaration, Options, Verb, Wager, Why, WhyNot
from engine.errors import ChipsLost, IllegalAction
from engine.events import Acted
from engine.hand import Hand
from engine.view import view

if TYPE_CHECKING:
    from tests.engine.conftest import Deal, Play, Starts, Wander

CASINO = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "small": 10, "big": 20}
HOME = {"ante": 5, "small": 10, "big": 20, "late_rounds": "free", "min_raise": "any"}
NO_LIMIT = {"ante": 1, "limit": "none", "min_bet": 10}
POT_LIMIT = {"ante": 1, "bring_in_mode": "low", "bring_in": 4, "limit": "pot"}
SPREAD = {
    "ante": 1, "bring_in_mode": "low", "bring_in": 2, "limit": "spread", "spread_min": 5,
    "spread_max": 10,
}  # fmt: skip
UPS = "* / 9s Ac 2s / Jc Qc 2c"
BESIDE_BETTING = (
    Why.BUY_DUE, Why.NO_BUY_DUE, Why.NO_SUCH_CARD, Why.DECLARATION_DUE, Why.NO_DECLARATION_DUE,
    Why.NOT_BOTH, Why.DECLARED,
)  # fmt: skip
"""Tried in test_buying.py and test_declaring.py."""

# rules, stacks, rows, acts, seat, verb, amount -> the reason and its numbers
Case = tuple[dict[str, object], list[int], str, str, int, Verb, int, WhyNot]
CASES: dict[str, Case] = {
    "the bring-in player may not fold": (
        CASINO, [99] * 3, UPS, "", 2, Verb.FOLD, 0, WhyNot(Why.MUST_BRING_IN, (4,))),
    "nor check": (
        CASINO, [99] * 3, UPS, "", 2, Verb.CHECK, 0, WhyNot(Why.MUST_BRING_IN, (4,))),
    "nor call": (
        CASINO, [99] * 3, UPS, "", 2, Verb.CALL, 0, WhyNot(Why.MUST_BRING_IN, (4,))),
    "nor open for anything but a small bet": (
        CASINO, [99] * 3, UPS, "", 2, Verb.COMPLETE, 9, WhyNot(Why.TOO_SMALL, (10,))),
    "he completes, he does not bet": (
        CASINO, [99] * 3, UPS, "", 2, Verb.BET, 10, WhyNot(Why.USE_COMPLETE, (10, 10))),
    "in no limit he bets": (
        {**NO_LIMIT, "bring_in_mode": "low", "bring_in": 4}, [99] * 3, UPS, "", 2, Verb.COMPLETE,
        10, WhyNot(Why.USE_BET, (5, 98))),
    "a short bring-in has nothing to open with": (
        CASINO, [99, 99, 5], UPS, "", 2, Verb.COMPLETE, 10, WhyNot(Why.MUST_BRING_IN, (4,))),
    "a bring-in as large as the bet is the only bet": (
        {**CASINO, "bring_in": 10}, [99] * 3, UPS, "", 2, Verb.COMPLETE, 10,
        WhyNot(Why.MUST_BRING_IN, (10,))),
    "nobody else brings in": (
        CASINO, [99] * 3, UPS, "p3 pb", 0, Verb.BRING_IN, 0, WhyNot(Why.NO_BRING_IN_DUE)),
    "over a bring-in nobody checks": (
        CASINO, [99] * 3, UPS, "p3 pb", 0, Verb.CHECK, 0, WhyNot(Why.FACING_BET, (4,))),
    "nor raises": (
        CASINO, [99] * 3, UPS, "p3 pb", 0, Verb.RAISE, 20, WhyNot(Why.USE_COMPLETE, (10, 10))),
    "a completion is to the small bet": (
        CASINO, [99] * 3, UPS, "p3 pb", 0, Verb.COMPLETE, 14, WhyNot(Why.TOO_BIG, (10,))),
    "with nothing bet there is nothing to call": (
        HOME, [99] * 3, UPS, "", 1, Verb.CALL, 0, WhyNot(Why.NOTHING_TO_CALL)),
    "nor to raise": (
        HOME, [99] * 3, UPS, "", 1, Verb.RAISE, 20, WhyNot(Why.USE_BET, (10, 10))),
    "over a bet one raises": (
        HOME, [99] * 3, UPS, "p2 cbr 10", 2, Verb.BET, 20, WhyNot(Why.USE_RAISE, (20, 20))),
    "an amount between two sizes": (
        HOME, [99] * 3, UPS, "p2 cc|p3 cc|p1 cc|p3 cc|p1 cc|p2 cc", 2, Verb.BET, 15,
        WhyNot(Why.NOT_A_STEP, (10, 20))),
    "above the largest size": (
        HOME, [99] * 3, UPS, "p2 cbr 10", 2, Verb.RAISE, 94, WhyNot(Why.TOO_BIG, (20,))),
    "above the largest size, but not more than stack and bet": (
        HOME, [99] * 3, UPS, "p2 cbr 10|p3 cbr 20|p1 cc", 1, Verb.RAISE, 90,
        WhyNot(Why.TOO_BIG, (30,))),
    "more than the stack": (
        HOME, [99] * 3, UPS, "p2 cbr 10", 2, Verb.RAISE, 95, WhyNot(Why.MORE_THAN_STACK, (94,))),
    "zero": (HOME, [99] * 3, UPS, "", 1, Verb.BET, 0, WhyNot(Why.TOO_SMALL, (10,))),
    "negative": (NO_LIMIT, [99] * 3, UPS, "", 1, Verb.BET, -10, WhyNot(Why.TOO_SMALL, (10,))),
    "huge": (
        NO_LIMIT, [99] * 3, UPS, "", 1, Verb.BET, 10**30, WhyNot(Why.MORE_THAN_STACK, (98,))),
    "less than a full raise": (
        NO_LIMIT, [99] * 3, UPS, "p2 cbr 30", 2, Verb.RAISE, 59, WhyNot(Why.TOO_SMALL, (60,))),
    "the raises are used up": (
        {**HOME, "raise_cap": 1}, [99] * 3, UPS, "p2 cbr 10|p3 cbr 20", 0, Verb.RAISE, 30,
        WhyNot(Why.CAPPED, (1,))),
    "nobody could answer a raise": (
        NO_LIMIT, [99, 31, 99], UPS, "p2 cbr 30|p3 f", 0, Verb.RAISE, 60,
        WhyNot(Why.NOBODY_TO_RAISE)),
    "chips for a call at most": (
        NO_LIMIT, [99, 99, 31], UPS, "p2 cbr 30", 2, Verb.RAISE, 30,
        WhyNot(Why.ONLY_A_CALL_LEFT)),
    "a short all-in does not reopen": (
        NO_LIMIT, [99, 99, 36], UPS, "p2 cbr 30|p3 cbr 35|p1 cc", 1, Verb.RAISE, 65,
        WhyNot(Why.NOT_REOPENED)),
    "the pot allows no raise": (
        {**POT_LIMIT, "min_bet": 50}, [99] * 3, UPS, "p3 pb", 0, Verb.RAISE, 50,
        WhyNot(Why.POT_TOO_SMALL, (15,))),
    "nor all-in": (
        {**POT_LIMIT, "min_bet": 50}, [17, 99, 99], UPS, "p3 pb", 0, Verb.RAISE, 16,
        WhyNot(Why.POT_TOO_SMALL, (15,))),
    "more than the pot": (
        POT_LIMIT, [99] * 3, UPS, "p3 pb", 0, Verb.RAISE, 16, WhyNot(Why.TOO_BIG, (15,))),
    "the bring-in player opens for the pot at most": (
        {**POT_LIMIT, "ante": 3}, [99] * 3, UPS, "", 2, Verb.BET, 10, WhyNot(Why.TOO_BIG, (9,))),
    "not even that where the pot is smaller than the bring-in": (
        POT_LIMIT, [99] * 3, UPS, "", 2, Verb.BET, 5, WhyNot(Why.POT_TOO_SMALL, (4,))),
    "less than the spread": (
        SPREAD, [99] * 3, UPS, "p3 pb", 0, Verb.RAISE, 4, WhyNot(Why.TOO_SMALL, (5,))),
    "more than the spread": (
        SPREAD, [99] * 3, UPS, "p3 pb", 0, Verb.RAISE, 11, WhyNot(Why.TOO_BIG, (10,))),
    "a spread raise below the last": (
        SPREAD, [99] * 3, UPS, "p3 cbr 8", 0, Verb.RAISE, 15, WhyNot(Why.TOO_SMALL, (16,))),
    "a bring-in as large as the spread is the only bet": (
        {**SPREAD, "bring_in": 10}, [99] * 3, UPS, "", 2, Verb.BET, 10,
        WhyNot(Why.MUST_BRING_IN, (10,))),
    "not his turn": (
        HOME, [99] * 3, UPS, "", 2, Verb.CHECK, 0, WhyNot(Why.NOT_YOUR_TURN, (1,))),
    "he has folded": (HOME, [99] * 3, UPS, "p2 f", 1, Verb.CHECK, 0, WhyNot(Why.FOLDED)),
    "he is all-in": (HOME, [99, 99, 5], UPS, "", 2, Verb.CHECK, 0, WhyNot(Why.ALL_IN)),
    "he is not dealt in": (HOME, [99] * 3, UPS, "", 3, Verb.FOLD, 0, WhyNot(Why.NOT_DEALT_IN)),
    "nor is a negative seat": (
        HOME, [99] * 3, UPS, "", -1, Verb.FOLD, 0, WhyNot(Why.NOT_DEALT_IN)),
    "the hand is over": (
        HOME, [99] * 3, UPS, "p2 f|p3 f", 0, Verb.FOLD, 0, WhyNot(Why.HAND_OVER)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_act_that_is_not_legal_is_refused_with_its_reason(
    deal: Deal, play: Play, name: str
) -> None:
    """R-TABLE-6, R-BET-1, R-BRING-4."""
    rules, stacks, rows, lines, seat, verb, amount, reason = CASES[name]
    hand = play(deal(rules, stacks, rows), *(lines.split("|") if lines else ()))
    before = hand.digest, repr(view(hand, None))
    action = Action(verb, amount)
    assert hand.options(seat).refusal(action) == reason
    with pytest.raises(IllegalAction) as error:
        hand.act(seat, action)
    assert error.value.reason == reason
    assert error.value.action == action
    assert error.value.options == hand.options(seat)
    assert (hand.digest, repr(view(hand, None))) == before


def test_every_reason_is_tried() -> None:
    assert {case[-1].why for case in CASES.values()} | set(BESIDE_BETTING) == set(Why)


@pytest.mark.parametrize(
    ("verb", "rules", "rows", "lines", "act"),
    [
        (Verb.BRING_IN, CASINO, UPS, "", "p3 pb"),
        (Verb.COMPLETE, CASINO, UPS, "p3 pb", "p1 cbr 10"),
        (Verb.CALL, CASINO, UPS, "p3 pb", "p1 cc"),
        (Verb.FOLD, CASINO, UPS, "p3 pb", "p1 f"),
        (Verb.FOLD, HOME, UPS, "", "p2 f"),  # R-BET-1: folding for free is allowed
        (Verb.CHECK, HOME, UPS, "", "p2 cc"),
        (Verb.BET, HOME, UPS, "", "p2 cbr 10"),
        (Verb.RAISE, HOME, UPS, "p2 cbr 10", "p3 cbr 20"),
    ],
)
def test_every_verb_can_be_played(
    deal: Deal, play: Play, verb: Verb, rules: dict[str, object], rows: str, lines: str, act: str
) -> None:
    hand = play(deal(rules, [99] * 3, rows), *(lines.split("|") if lines else ()))
    seat = hand.actors[0]
    assert verb in hand.options(seat).verbs()
    after = play(hand, act)
    assert after.turn == hand.turn + 1
    assert hand.actors == (seat,)  # the hand before stays as it was


@pytest.mark.parametrize(
    "limit",
    [
        {},
        {"limit": "spread", "spread_min": 10, "spread_max": 10},
        {"limit": "pot"},
        {"limit": "none"},
    ],
)
def test_r_bet_4_who_has_checked_may_raise(
    deal: Deal, play: Play, limit: dict[str, object]
) -> None:
    hand = play(deal({**HOME, "min_bet": 10, **limit}, [99] * 3, UPS), "p2 cc", "p3 cbr 10")
    hand = play(hand, "p1 cc")
    assert Verb.RAISE in hand.options(1).verbs()
    assert play(hand, "p2 cbr 20").stacks[1] == hand.stacks[1] - 20


def test_verbs_are_offered_in_the_order_of_verb(deal: Deal, play: Play) -> None:
    hand = deal(CASINO, [99] * 3, UPS)
    assert hand.options(2).verbs() == (Verb.BRING_IN, Verb.COMPLETE)
    assert play(hand, "p3 pb").options(0).verbs() == (Verb.FOLD, Verb.CALL, Verb.COMPLETE)
    assert hand.options(0).verbs() == ()


def test_all_in_is_the_wager_that_takes_the_last_chip(deal: Deal, play: Play) -> None:
    hand = deal(NO_LIMIT, [99, 60, 31], UPS)
    assert hand.options(1).all_in == 59
    bet = play(hand, "p2 cbr 20")
    assert bet.options(2).wager == Wager(Verb.RAISE, 30, 30, (30,))
    assert bet.options(2).all_in == 30
    assert deal(HOME, [99] * 3, UPS).options(1).all_in is None
    assert deal(HOME, [99, 12, 99], UPS).options(1).all_in == 7


def test_r_allin_1_a_call_for_all_is_a_call(deal: Deal, play: Play) -> None:
    hand = play(deal(NO_LIMIT, [99, 99, 21], UPS), "p2 cbr 50")
    options = hand.options(2)
    assert options.call == 20
    assert options.wager is None
    assert play(hand, "p3 cc").stacks[2] == 0


# Time-outs and acts nobody decides --------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "stacks", "lines", "act"),
    [
        (CASINO, [99] * 3, "", Action(Verb.BRING_IN)),
        (CASINO, [99, 99, 3], "", Action(Verb.BRING_IN)),  # a short one too
        (CASINO, [99] * 3, "p3 pb", Action(Verb.FOLD)),
        (CASINO, [99, 99, 1], "", Action(Verb.FOLD)),  # R-BRING-7: passed on to Ann
        (HOME, [99] * 3, "", Action(Verb.CHECK)),
        (HOME, [99] * 3, "p2 cbr 10", Action(Verb.FOLD)),
    ],
)
def test_r_table_7_what_a_player_does_who_does_not_answer(
    deal: Deal, play: Play, rules: dict[str, object], stacks: list[int], lines: str, act: Action
) -> None:
    hand = play(deal(rules, stacks, UPS), *(lines.split("|") if lines else ()))
    seat = hand.actors[0]
    assert hand.timed_out(seat) == act
    hand.act(seat, act)


def test_r_table_7_case_x64(deal: Deal, play: Play) -> None:
    hand = deal(CASINO, [100] * 3, "* / 9s Ac 2s / Jc Qc")
    for expected in (Verb.BRING_IN, Verb.FOLD):
        seat = hand.actors[0]
        action = hand.timed_out(seat)
        assert action.verb is expected
        hand, _ = hand.act(seat, action)
    hand = play(hand, "p2 cc")
    assert hand.timed_out(hand.actors[0]).verb is Verb.CHECK


def test_r_table_7_nobody_else_times_out(deal: Deal, play: Play) -> None:
    hand = deal(CASINO, [100] * 3, UPS)
    for seat in (0, 1, 3, -1):
        with pytest.raises(ValueError, match="not to act"):
            hand.timed_out(seat)
    over = play(hand, "p3 pb", "p1 f", "p2 f")
    with pytest.raises(ValueError, match="not to act"):
        over.timed_out(2)


@pytest.mark.parametrize(
    ("rules", "stacks", "lines", "forced"),
    [
        (CASINO, [99] * 3, "", False),  # he may open for more
        (CASINO, [99, 99, 5], "", True),  # R-BRING-8: his last chips
        (CASINO, [99, 99, 3], "", True),
        (CASINO, [99, 99, 6], "", False),  # he may go all-in for one chip more
        ({**CASINO, "bring_in": 10}, [99] * 3, "", True),  # R-BRING-10
        ({**NO_LIMIT, "bring_in_mode": "low", "bring_in": 4}, [99] * 3, "", False),
        (CASINO, [99, 99, 1], "", False),  # R-BRING-7: Ann may fold
        (CASINO, [4, 99, 1], "", False),  # even with too few chips
        (CASINO, [99] * 3, "p3 pb", False),
        (HOME, [99] * 3, "p2 f|p3 f", False),
    ],
)
def test_acts_that_nobody_decides(
    deal: Deal, play: Play, rules: dict[str, object], stacks: list[int], lines: str, forced: bool
) -> None:
    hand = play(deal(rules, stacks, UPS), *(lines.split("|") if lines else ()))
    assert hand.forced == (Action(Verb.BRING_IN) if forced else None)


# What options say is what act does --------------------------------------------------------------


def tried(options: Options, chance: Random) -> list[int]:
    """Return totals around every border."""
    totals = {0, -1, 1, options.level, options.bet, options.bet + options.stack, 10**12}
    if options.wager is not None:
        totals |= {options.wager.least, options.wager.most, *options.wager.steps[:4]}
    totals |= {total + one for total in totals for one in (-1, 1)}
    totals.add(chance.randint(0, 2 * (options.bet + options.stack) + 1))
    return sorted(totals)


@given(st.data())
@settings(max_examples=settings().max_examples // 2)
def test_r_table_6_options_and_act_agree_and_a_refused_act_changes_nothing(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    start, chance = data.draw(starts)
    for hand in wander(start, chance):
        before = hand.digest, repr(view(hand, 0)), hand.log
        for seat in range(-1, len(hand.starting_stacks) + 1):
            options = hand.options(seat)
            acts = seat in hand.actors
            assert bool(options.verbs()) == acts
            assert (options.idle is None) == acts
            amounts = tried(options, chance) if acts else [0, 10]
            for action in (Action(v, a) for v in Verb for a in (amounts if v in WAGERS else [0])):
                try_one(hand, seat, action)
            for beside in BESIDE:
                try_one(hand, seat, beside)
        assert (hand.digest, repr(view(hand, 0)), hand.log) == before


BESIDE = [
    *(Action(Verb.DISCARD, place=place) for place in (-1, 1, 4, 5, 10**9)),
    *(Action(Verb.DECLARE, declaration=declaration) for declaration in Declaration),
]


def try_one(hand: Hand, seat: int, action: Action) -> None:
    """Act, and compare with what the options say."""
    reason = hand.options(seat).refusal(action)
    if reason is not None:
        with pytest.raises(IllegalAction) as error:
            hand.act(seat, action)
        assert error.value.reason == reason
        return
    after, events = hand.act(seat, action)
    assert after.turn == hand.turn + 1
    assert events == after.events
    assert after.log == hand.log + events


# A hand is a value -----------------------------------------------------------------------------


def told(hand: Hand) -> tuple[object, ...]:
    """Return everything a hand says of itself."""
    views = tuple(view(hand, seat) for seat in range(len(hand.stacks)))
    return hand.digest, hand.log, hand.events, hand.stacks, hand.pots, hand.turn, views


@given(st.data())
@settings(max_examples=settings().max_examples // 2)
def test_a_hand_stays_as_it_was_whatever_is_played_after_it(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """The hand after an act plays on with its state: asked again, it is dealt and played again."""
    hands, known = [], []
    for hand in wander(*data.draw(starts)):
        known.append(told(hand) if data.draw(st.booleans()) else None)
        hands.append(hand)
    for hand, before in zip(reversed(hands), reversed(known), strict=True):
        assert before in (None, told(hand))
    for hand, after in itertools.pairwise(hands):
        if len(hand.actors) > 1:
            continue  # what was declared is not told before all have
        made = next(e for e in after.events if isinstance(e, Acted) and e.seat in hand.actors)
        again, events = hand.act(made.seat, made.action)
        assert (told(again), events) == (told(after), after.events)


def test_a_hand_survives_a_fault_of_the_engine(deal: Deal, play: Play) -> None:
    """R-SIDE-6: chips that do not add up are found at once, and the hand before is whole."""
    hand = play(deal(HOME, [99] * 3, UPS), "p2 cbr 10")
    before = told(hand)
    hand._state.stacks[0] += 5
    with pytest.raises(ChipsLost):
        hand.act(2, Action(Verb.CALL))
    assert told(hand) == before
    hand._state.stacks[2] = 3
    with pytest.raises(ChipsLost):
        hand.act(2, Action(Verb.RAISE, 20))
    assert told(hand) == before
    assert play(hand, "p3 cc").turn == 2
