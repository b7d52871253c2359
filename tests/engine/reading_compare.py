"""A hand of the engine followed act by act beside the second reading, and compared with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine.actions import Action, Declaration, Options, Verb
from engine.events import Event, Mucked, PotAwarded, Shown
from engine.hand import Hand
from tests.engine.reading_judge import BET, BUY, DECLARE, Judge

Choose = Callable[[Hand, Random], tuple[int, Action]]
PHASES = {BET: "betting", BUY: "buying", DECLARE: "declaring"}
Shares = dict[str, dict[int, int]]


def follow(hand: Hand, chance: Random, choose: Choose) -> Judge:
    """Play a hand to its end, comparing every decision, card, chip and share; return the judge."""
    judge = Judge(hand.rules, hand.starting_stacks, hand.deck, hand.reserve or hand.deck)
    start = f"{hand.rules.to_options()} {hand.starting_stacks} {hand.deck} {hand.reserve}"
    acts: list[str] = []
    events = log = hand.log
    while True:
        told = f"{start} {acts}"
        assert _told(events) == _told(judge.fresh), told
        assert hand.log == log, told
        assert list(hand.stacks) == judge.stacks or hand.over, told
        assert sorted(hand.actors) == sorted(judge.actors), told
        if hand.over:
            break
        for seat in hand.actors:
            _compare_options(judge, hand, hand.options(seat), told)
        seat, action = choose(hand, chance)
        acts.append(f"{seat} {action}")
        hand, events = hand.act(seat, action)
        log += events
        judge.act(seat, action)
    _compare_end(judge, hand, told)
    return judge


def steady(some_turn: Choose) -> Choose:
    """Return a player who mostly stays in, and mostly buys: hands that come to their end."""

    def choose(hand: Hand, chance: Random) -> tuple[int, Action]:
        seat, action = some_turn(hand, chance)
        options = hand.options(seat)
        if options.price and chance.randrange(4):
            return seat, Action(Verb.DISCARD, place=chance.randrange(5))
        if options.price or options.declarations or not chance.randrange(6):
            return seat, action
        if options.bring_in:
            return seat, Action(Verb.BRING_IN)
        return seat, Action(Verb.CHECK if options.check else Verb.CALL)

    return choose


def _told(events: Iterable[Event]) -> list[object]:
    """Return events without those of the showdown, hands that turn up together in seat order."""
    told: list[object] = list(events)
    while told and isinstance(told[-1], Shown | Mucked | PotAwarded):
        told.pop()
    shown = sorted((e for e in told if isinstance(e, Shown)), key=lambda e: e.seat)
    return [shown.pop(0) if isinstance(e, Shown) else e for e in told]


def _compare_options(judge: Judge, hand: Hand, options: Options, told: str) -> None:
    seat = options.seat
    opening = judge.phase == BET and judge.opening()
    assert hand.phase == ("bring-in" if opening else PHASES[judge.phase]), told
    assert options.stack == judge.stacks[seat] == hand.stacks[seat], told
    assert options.price == judge.price, told
    declared = judge.phase == DECLARE
    may = list(Declaration)[: 3 if hand.rules.both else 2] if declared else []
    assert list(options.declarations) == may, f"R-DECL-4 {told}"
    late = hand.timed_out(seat)
    if judge.phase != BET:
        verbs = (Verb.DECLARE,) if declared else (Verb.DISCARD, Verb.STAND_PAT)
        assert options.verbs() == verbs, told
        wanted = Action(Verb.DECLARE) if declared else Action(Verb.STAND_PAT)
        assert late == wanted, f"R-TABLE-7 {told}"
        return
    owed = judge.owed(seat)
    bring_in = min(hand.rules.bring_in, options.stack) if opening else 0
    assert options.check == (not opening and owed == 0), told
    assert options.call == (0 if opening else owed), told
    assert options.fold == (not opening or seat != judge.must_open), told
    assert options.bring_in == bring_in, told
    assert offered(options) == judge.totals(), told
    posts = Verb.BRING_IN if opening and not options.fold else Verb.FOLD
    assert late.verb == (Verb.CHECK if options.check else posts), f"R-TABLE-7 {told}"


def offered(options: Options) -> set[int]:
    """Return every total the engine allows."""
    wager = options.wager
    if wager is None:
        return set()
    totals = {total for total in range(wager.least, wager.most + 1) if wager.allows(total)}
    assert (min(totals), max(totals)) == (wager.least, wager.most)
    assert not wager.allows(wager.least - 1)
    assert not wager.allows(wager.most + 1)
    return totals


def _compare_end(judge: Judge, hand: Hand, told: str) -> None:
    awards = judge.awards()
    paid = [a for a in hand.awards if a.chips]
    assert len({a.contenders for a in paid}) == len(paid), f"R-BUY-7 {told}"
    assert {frozenset(a.contenders): _parts(a, told) for a in paid} == {
        seats: _counted(parts) for seats, parts in awards.items()
    }, told
    assert [a.number for a in hand.awards] == [*reversed(range(len(hand.awards)))], "R-SIDE-4"
    stacks = judge.stacks.copy()
    for parts in awards.values():
        for seat, chips in (pair for shares in parts.values() for pair in shares.items()):
            stacks[seat] += chips
    assert list(hand.stacks) == stacks, told
    assert sum(stacks) == sum(hand.starting_stacks), "R-SIDE-6"
    assert all(chips % hand.rules.chip_unit == 0 for chips in stacks), "R-TABLE-2"
    _compare_showing(judge, hand, told)


def _counted(parts: Shares) -> Shares:
    """Return the shares that hold chips."""
    counted = {side: {s: chips for s, chips in one.items() if chips} for side, one in parts.items()}
    return {side: one for side, one in counted.items() if one}


def _parts(award: PotAwarded, told: str) -> Shares:
    parts: Shares = {}
    for part in award.parts:
        assert str(part.side) not in parts, told
        assert sum(chips for _, chips in part.shares) == part.chips, told
        parts[str(part.side)] = dict(part.shares)
    assert list(parts) == sorted(parts), "high first"
    sums = {s: sum(one.get(s, 0) for one in parts.values()) for s, _ in award.shares}
    assert dict(award.shares) == sums, told
    assert sum(sums.values()) == award.chips, told
    return _counted(parts)


def _compare_showing(judge: Judge, hand: Hand, told: str) -> None:
    """R-SHOW-1, R-SHOW-3, R-SHOW-4: who shows, and in what order."""
    live = judge.live()
    shown = [e for e in hand.log if isinstance(e, Shown)]
    mucked = [e.seat for e in hand.log if isinstance(e, Mucked)]
    if len(live) == 1:
        assert not shown, told
        assert not mucked, told
        return
    assert all(list(e.cards) == judge.supply.hands[e.seat][: len(e.cards)] for e in shown), told
    assert sorted([*mucked, *(e.seat for e in shown)]) == live, told
    if hand.rules.show == "all" or any(not judge.stacks[s] for s in live):
        assert not mucked, f"R-SHOW-4 {told}"
    winners = {
        seat
        for award in hand.awards
        if len(award.contenders) > 1
        for seat, chips in award.shares
        if chips
    }
    assert winners.isdisjoint(mucked), f"R-SHOW-4 {told}"
    order = [e.seat for e in hand.log if isinstance(e, Shown | Mucked)]
    if judge.shown:
        return  # R-ALLIN-4 names no order
    assert order == judge.show_order(), f"R-SHOW-3 {told}"
    assert order[0] not in mucked, f"R-SHOW-4 {told}"
    if mucked and hand.rules.declare == "none":
        beaten = [seat for n, seat in enumerate(order) if not judge.may_win(seat, order[:n])]
        assert mucked == beaten, f"R-SHOW-4 {told}"
