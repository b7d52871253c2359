"""Random hands compared, decision by decision, with a second reading of the rulebook.

`Judge` follows a hand from its public log and its deck alone. It is written from the words of B2
to B13 and shares nothing with the engine but cards, events and rules: who acts, every legal total,
every card's place in the deck, every returned bet and every final stack must come out the same.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Verb
from engine.cards import Card
from engine.events import Acted, AntePosted, CardDealt, PotAwarded, UncalledReturned
from engine.hand import Hand

if TYPE_CHECKING:
    from tests.engine.conftest import Starts, Wander

Shape = tuple[list[int], list[int]]


def groups(cards: list[Card]) -> Shape:
    """Return the sizes of groups and their ranks, largest first."""
    counted = sorted(
        Counter(c.rank for c in cards).items(), key=lambda g: (g[1], g[0]), reverse=True
    )
    return [count for _, count in counted], [rank for rank, _ in counted]


def worth(cards: list[Card]) -> tuple[int, list[int]]:
    """Rank five cards by R-HIGH-1 and R-HIGH-2."""
    shape, ranks = groups(cards)
    if sorted(ranks) == [2, 3, 4, 5, 14]:
        ranks = [5, 4, 3, 2, 1]
    straight = shape == [1] * 5 and ranks[0] - ranks[-1] == 4
    flush = len({c.suit for c in cards}) == 1
    order = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1]]
    return (8 if straight and flush else 5 if flush else 4 if straight else order.index(shape)), (
        ranks[:1] if straight else ranks
    )


def suit_order(cards: list[Card]) -> tuple[int, int]:
    """Return the highest card as R-ODD-2 looks for it, the ace low in the lowest straight."""
    wheel = worth(cards) in ((4, [5]), (8, [5]))
    return max((1 if wheel and c.rank == 14 else c.rank, int(c.suit)) for c in cards)


class Judge:
    """What the rulebook says about a hand, worked out anew from its log."""

    def __init__(self, hand: Hand) -> None:
        self.rules = hand.rules
        self.seats = range(len(hand.starting_stacks))
        self.stacks = list(hand.starting_stacks)
        self.paid = [0] * len(self.seats)
        self.folded = [False] * len(self.seats)
        self.cards: list[list[Card]] = [[] for _ in self.seats]
        self.left, self.burned = list(hand.deck), list[Card]()
        self.street, self.returned = 0, list[tuple[int, int]]()
        self.last_opener, self.last_raiser = -1, -1
        for event in hand.log:
            match event:
                case AntePosted(seat=seat, chips=chips):
                    assert chips == min(self.rules.ante, self.stacks[seat]) > 0, "R-ANTE-1, 3"
                    self._pay(seat, chips)
                case CardDealt(seat=seat, place=place, card=card):
                    if place >= self.street:
                        self._new_street(place)
                    dealt = self.left.pop(0)
                    assert card is (dealt if place else None), "R-DEAL-1 to 3, R-DECK-9, 10"
                    assert not self.folded[seat], "R-DEAL-5"
                    assert len(self.cards[seat]) == place
                    self.cards[seat].append(dealt)
                case Acted():
                    if self.street and self.fresh:
                        self._open_round()
                    self._act(event)
                case UncalledReturned(seat=seat, chips=chips):
                    self.returned.append((seat, chips))
                case _:
                    pass
        if self.fresh and not hand.over:
            self._open_round()

    # What happens -----------------------------------------------------------------------------

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def _new_street(self, place: int) -> None:
        if place >= 2:
            self.end_round()
            live = self.folded.count(False)
            if self.rules.burn and len(self.left) > live:
                self.burned.append(self.left.pop(0))
            elif len(self.left) < live:
                self.left, self.burned = self.left + self.burned, []
        self.street = place + 1
        self.fresh = True
        self._clear()

    def _clear(self) -> None:
        self.bets = [0] * len(self.seats)
        self.acted: dict[int, tuple[int, int]] = {}  # level and full wagers at the last act
        self.level = self.full_level = self.last_full = self.fulls = 0
        self.brought_in: int | None = None
        self.stands_in = False  # a bring-in that is no full bet, still the last wager
        self.lifted = False
        self.to_act: int | None = None
        self.raiser = self.opener = -1

    def end_round(self) -> None:
        top = max(self.seats, key=lambda seat: self.bets[seat])
        second = max((self.bets[s] for s in self.seats if s != top), default=0)
        over = self.bets[top] - second
        if over:
            assert self.returned.pop(0) == (top, over), "R-ALLIN-6"
            self._pay(top, -over)
        assert not self.returned, "R-ALLIN-6"
        self.bets = [0] * len(self.seats)

    def able(self) -> list[int]:
        return [s for s in self.seats if self.stacks[s] and not self.folded[s]]

    def _clockwise(self, start: int) -> list[int]:
        count = len(self.seats)
        return [(start + step) % count for step in range(count)]

    def _open_round(self) -> None:
        self.fresh = False
        self.began_able = len(self.able())
        shown = {s: self.cards[s][1:] for s in self.seats if not self.folded[s]}
        self.open_pair = any(len({c.rank for c in up}) < len(up) for up in shown.values())
        start = self._starter(shown)
        self.must_open = start if self.street == 2 and self.rules.bring_in else None
        self.to_act = next(s for s in self._clockwise(start) if s in self.able())
        self._see_lift()

    def _starter(self, shown: dict[int, list[Card]]) -> int:
        mode = str(self.rules.bring_in_mode) if self.street == 2 else "none"
        if mode in ("low", "high"):
            sign = 1 if mode == "high" else -1
            door = {s: (sign * up[0].rank, sign * int(up[0].suit)) for s, up in shown.items()}
            if self.rules.bring_in_tie == "suit":
                return max(door, key=lambda s: door[s])
            return max(door, key=lambda s: (door[s][0], -s))
        best = max(groups(up) for up in shown.values())
        tied = [s for s in shown if groups(shown[s]) == best]
        if self.rules.open_tie == "position":
            return tied[0]
        return max(tied, key=lambda s: max((c.rank, int(c.suit)) for c in shown[s]))

    def _act(self, event: Acted) -> None:
        seat, verb = event.seat, event.action.verb
        assert seat == self.to_act, "R-TABLE-6"
        if self.opener < 0:
            self.opener = seat
        self._pay(seat, event.chips)
        self.bets[seat] += event.chips
        assert event.all_in == (event.chips > 0 and self.stacks[seat] == 0)
        if verb is Verb.FOLD:
            self.folded[seat] = True
        elif verb is Verb.BRING_IN:
            self.level, self.brought_in = self.rules.bring_in, seat
            self._bring_in_counts()
        elif self.bets[seat] > self.level:
            self._raise(seat)
        self.acted[seat] = (self.level, self.fulls)
        self.to_act = self._next(seat)
        self._see_lift()

    def _bring_in_counts(self) -> None:
        full = self.rules.small if self.rules.limit == "fixed" else self.least_bet()
        if self.rules.bring_in >= full:  # R-BRING-10, R-POT-1
            self.full_level = self.last_full = self.rules.bring_in
            self.fulls = 1
        else:
            self.stands_in = True

    def _raise(self, seat: int) -> None:
        total = self.bets[seat]
        opens = self.must_open is not None and self.brought_in is None
        self.raiser = seat
        if self.rules.limit == "fixed":
            size = self._fixed_size(total)
        elif total >= self._least():
            size = total - (0 if self.stands_in else self.level)
        else:
            size = 0
        self.stands_in = opens and not size
        if opens:
            self.brought_in = seat
        self.level = total
        if size:
            self.full_level, self.last_full = total, size
            self.fulls += 1

    def _fixed_size(self, total: int) -> int:
        """R-FIX-9: the size an amount counts for, 0 for none."""
        steps, rise = self._steps(), total - self.full_level
        if rise in steps:
            return rise
        half = self.rules.short_all_in == "half"
        if rise < min(steps) and not (half and rise * 2 >= min(steps)):
            return 0
        return max([step for step in steps if step < rise] or [min(steps)])

    def _next(self, seat: int) -> int | None:
        if self.folded.count(False) == 1:
            return None
        able = self.able()
        if self.must_open is not None and self.brought_in is None:
            if len(able) < 2:
                return None  # R-BRING-7
            return next(s for s in self._clockwise(seat + 1) if s in able)
        for other in self._clockwise(seat + 1):
            if other in able and (
                self.bets[other] < self.level or (other not in self.acted and len(able) > 1)
            ):
                return other
        return None

    def _see_lift(self) -> None:
        """R-FIX-7."""
        mode = self.rules.cap_lift
        if mode == "never" or self.to_act is None:
            return
        if self.began_able <= 2:
            self.lifted = True
        if mode == "heads_up" and len(self.able()) <= 2 and not self._used_up():
            self.lifted = True

    def _used_up(self) -> bool:
        cap = self.rules.raise_cap
        return cap > 0 and self.fulls > cap

    # What is legal ----------------------------------------------------------------------------

    def least_bet(self) -> int:
        return self.rules.min_bet or self.rules.bring_in or self.rules.ante

    def _steps(self) -> list[int]:
        rules, number = self.rules, self.street - 1
        both = [rules.small, rules.big]
        if number == 1 or (number == 2 and not (rules.open_pair_big and self.open_pair)):
            sizes = [rules.small]
        elif number > 2 and rules.late_rounds == "big_only":
            sizes = [rules.big]
        else:
            sizes = both
        if rules.min_raise == "full":
            sizes = [size for size in sizes if size >= self.last_full]
        return sizes

    def _increment(self) -> int:
        if self.rules.min_raise == "any" or not self.fulls:
            return self.least_bet()
        return self.last_full

    def _least(self) -> int:
        if self.level == 0 or self.stands_in:
            return self.least_bet()
        return self.level + self._increment()

    def _may_raise(self, seat: int) -> bool:
        if seat not in self.acted:
            return True
        level, fulls = self.acted[seat]
        rise = self.level - level
        if self.fulls > fulls:
            return True
        if self.rules.limit == "fixed":
            step = min(self._steps())
            return rise >= step if self.rules.short_all_in == "full" else 0 < step <= 2 * rise
        return self.fulls > 0 and rise >= self._increment()

    def totals(self) -> set[int]:
        """Return every total the actor may complete, bet or raise to."""
        seat = self.to_act
        assert seat is not None
        top = self.bets[seat] + self.stacks[seat]
        fixed = self.rules.limit == "fixed"
        if len(self.able()) < 2 or top <= self.level:
            return set()
        if self.must_open is not None and self.brought_in is None:
            if fixed:
                return {min(top, self.rules.small)} - set(range(self.rules.bring_in + 1))
            return set(range(self.rules.bring_in + 1, top + 1))
        if not self._may_raise(seat):
            return set()
        if not fixed:
            return {top} | set(range(self._least(), top + 1))
        if self._used_up() and not self.lifted:
            return set()
        steps = self._steps()
        if self.level > self.full_level:
            steps = [min(steps)]
        legal = {self.full_level + step for step in steps}
        return {total for total in legal if total <= top} | ({top} if top < max(legal) else set())

    # What is paid -----------------------------------------------------------------------------

    def final_stacks(self) -> list[int]:
        """Pay chip by chip, from the first each player paid to the last (B12, B13)."""
        live = [s for s in self.seats if not self.folded[s]]
        pots: Counter[tuple[int, ...]] = Counter()
        contenders: tuple[int, ...] = tuple(live)
        for chip in range(1, max(self.paid) + 1):
            contenders = tuple(s for s in live if self.paid[s] >= chip) or contenders
            pots[contenders] += sum(paid >= chip for paid in self.paid)
        stacks = self.stacks.copy()
        for seats, chips in pots.items():
            for seat, share in self._split(list(seats), chips).items():
                stacks[seat] += share
        return stacks

    def _split(self, seats: list[int], chips: int) -> dict[int, int]:
        if len(seats) == 1:
            return {seats[0]: chips}
        best = max(worth(self.cards[s]) for s in seats)
        winners = [s for s in seats if worth(self.cards[s]) == best]
        if self.rules.odd_chip != "position":
            winners.sort(key=lambda s: -suit_order(self.cards[s])[1])
        odd = chips % len(winners)
        return {s: chips // len(winners) + (n < odd) for n, s in enumerate(winners)}


@given(st.data())
@settings(max_examples=15 * settings().max_examples)
def test_r_bet_every_decision_is_as_the_rulebook_has_it(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """R-TABLE-6, R-BRING-4 to 8, R-OPEN-5 to 8, R-BET-1, R-BET-2, R-FIX-1 to 10, R-NL-1 to 3."""
    for hand in wander(*data.draw(starts)):
        judge = Judge(hand)
        if hand.over:
            return
        seat = judge.to_act
        assert seat is not None
        assert hand.actors == (seat,)
        options = hand.options(seat)
        opening = judge.must_open is not None and judge.brought_in is None
        owed = min(judge.level - judge.bets[seat], judge.stacks[seat])
        assert options.stack == judge.stacks[seat] == hand.stacks[seat]
        assert options.check == (not opening and owed == 0)
        assert options.call == (0 if opening else owed)
        assert options.fold == (not opening or seat != judge.must_open)
        assert options.bring_in == (min(hand.rules.bring_in, options.stack) if opening else 0)
        wager = options.wager
        offered = set()
        if wager is not None:
            offered = set(wager.steps or range(wager.least, wager.most + 1))
            assert (min(offered), max(offered)) == (wager.least, wager.most)
        assert offered == judge.totals()


@given(st.data())
@settings(max_examples=15 * settings().max_examples)
def test_r_side_every_hand_is_paid_as_the_rulebook_has_it(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """R-SIDE-1 to 6, R-ALLIN-3, R-ALLIN-6, R-SHOW-1, 2, 5, R-ODD-2 to 4, R-DEAL-2, 6, 8."""
    *_, hand = wander(*data.draw(starts))
    judge = Judge(hand)
    judge.end_round()
    assert hand.over
    assert list(hand.stacks) == judge.final_stacks()
    assert sum(hand.stacks) == sum(hand.starting_stacks)
    live = [s for s in judge.seats if not judge.folded[s]]
    if len(live) > 1:
        assert [len(judge.cards[s]) for s in live] == [5] * len(live)
    awards = [event for event in hand.log if isinstance(event, PotAwarded)]
    assert tuple(awards) == hand.awards
    assert [one.number for one in awards] == list(reversed(range(len(awards))))
