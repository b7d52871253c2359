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
from engine.events import Acted, AntePosted, CardDealt, PotAwarded, Shown, UncalledReturned
from engine.hand import Hand
from engine.history import lines
from engine.rules import HouseRules

if TYPE_CHECKING:
    from tests.engine.conftest import Starts, Wander

Shape = tuple[list[int], list[int]]


def groups(cards: list[Card]) -> Shape:
    """Return the sizes of groups and their ranks, largest first."""
    counted = sorted(
        Counter(c.rank for c in cards).items(), key=lambda g: (g[1], g[0]), reverse=True
    )
    return [count for _, count in counted], [rank for rank, _ in counted]


AUTO_LOWEST = {2: 9, 3: 8, 4: 7, 5: 6, 6: 5, 7: 4, 8: 3, 9: 2, 10: 2}  # R-DECK-3, by players


def lowest_card(rules: HouseRules, players: int) -> int:
    """Return the lowest rank of the deck (R-DECK-2, R-DECK-3)."""
    if rules.deck == "auto":
        return AUTO_LOWEST[players]
    return {"52": 2, "48": 3, "44": 4, "40": 5, "36": 6, "32": 7, "28": 8, "24": 9}[rules.deck]


class Reading:
    """Five cards ranked by R-HIGH-1 to 3, R-DECK-5 and R-DECK-6."""

    def __init__(self, rules: HouseRules, players: int) -> None:
        lowest = lowest_card(rules, players)
        ends = lowest == 2 or rules.low_straight
        self.wheel = [lowest, lowest + 1, lowest + 2, lowest + 3, 14] if ends else []
        self.flush_first = rules.flush_over_full == "yes" or (
            rules.flush_over_full == "auto" and lowest > 2
        )

    def worth(self, cards: list[Card]) -> tuple[int, list[int]]:
        shape, ranks = groups(cards)
        wheel = sorted(ranks) == self.wheel
        straight = wheel or (shape == [1] * 5 and ranks[0] - ranks[-1] == 4)
        flush = len({c.suit for c in cards}) == 1
        order = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1]]
        if straight:
            return 8 if flush else 4, [self.wheel[3] if wheel else ranks[0]]
        if flush:
            return 6 if self.flush_first else 5, ranks
        place = order.index(shape)
        return 5 if place == 6 and self.flush_first else place, ranks

    def suit_order(self, cards: list[Card]) -> tuple[int, int]:
        """Return the highest card as R-ODD-2 looks for it, the ace low in the lowest straight."""
        wheel = sorted(c.rank for c in cards) == self.wheel
        return max((1 if wheel and c.rank == 14 else c.rank, int(c.suit)) for c in cards)


def reachable(legal: range, top: int) -> set[int]:
    """Return the legal totals up to all chips; fewer than the least are legal as an all-in."""
    if legal and top < legal.start:
        return {top}
    return {total for total in legal if total <= top}


class Judge:
    """What the rulebook says about a hand, worked out anew from its log."""

    def __init__(self, hand: Hand) -> None:
        self.rules = hand.rules
        self.seats = range(len(hand.starting_stacks))
        self.stacks = list(hand.starting_stacks)
        self.paid = [0] * len(self.seats)
        self.folded = [False] * len(self.seats)
        self.cards: list[list[Card]] = [[] for _ in self.seats]
        self.shown: set[int] = set()
        self.reading = Reading(hand.rules, len(self.seats))
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
                    down = place == 0 or (place == 4 and self.rules.deal == "1-3-1")
                    hidden = down and seat not in self.shown  # R-ALLIN-4
                    assert card is (None if hidden else dealt), "R-DEAL-1 to 4, R-DECK-9, 10"
                    assert not self.folded[seat], "R-DEAL-5"
                    assert len(self.cards[seat]) == place
                    self.cards[seat].append(dealt)
                case Acted():
                    if self.street and self.fresh:
                        self._open_round()
                    self._act(event)
                case Shown(seat=seat):
                    self.shown.add(seat)
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
        last = 4 if self.rules.deal == "1-3-1" else 5  # R-OPEN-7
        shown = {s: self.cards[s][1:last] for s in self.seats if not self.folded[s]}
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
        rules = self.rules
        sizes = {"fixed": rules.small, "spread": rules.spread_min}
        full = sizes.get(rules.limit, self.least_bet())
        if self.rules.bring_in >= full:  # R-BRING-10, R-SPR-2, R-POT-1
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
        elif self.rules.limit == "spread":
            size = self._spread_size(total)
        elif total >= self._least():
            # R-POT-1: "counts as a bet of `min_bet`", whatever it is raised to
            size = self.least_bet() if self.stands_in else total - self.level
        else:
            size = 0
        self.stands_in = opens and not size and self.rules.limit != "spread"
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

    def _spread_size(self, total: int) -> int:
        """R-SPR-3: the size an amount counts for, 0 for none."""
        step, rise = self._spread_step(), total - self.full_level
        half = self.rules.short_all_in == "half" and rise * 2 >= step
        return max(rise, step) if rise >= step or half else 0

    def _spread_step(self) -> int:
        """R-SPR-2: the least raise."""
        least = self.rules.spread_min
        return least if self.rules.min_raise == "any" else max(least, self.last_full)

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
        if self.rules.limit in ("fixed", "spread"):
            fixed = self.rules.limit == "fixed"
            step = min(self._steps()) if fixed else self._spread_step()
            return rise >= step if self.rules.short_all_in == "full" else 0 < step <= 2 * rise
        return self.fulls > 0 and rise >= self._increment()

    def totals(self) -> set[int]:
        """Return every total the actor may complete, bet or raise to."""
        seat = self.to_act
        assert seat is not None
        top = self.bets[seat] + self.stacks[seat]
        limit = self.rules.limit
        if len(self.able()) < 2 or top <= self.level:
            return set()
        if self.must_open is not None and self.brought_in is None:
            return self._openings(top)
        if not self._may_raise(seat):
            return set()
        if limit in ("fixed", "spread") and self._used_up() and not self.lifted:
            return set()
        if limit == "fixed":
            legal = {self.full_level + step for step in self._steps()}
            legal = {min(legal)} if self.level > self.full_level else legal
            # between two legal sizes an all-in is legal, above the largest it is not
            return {t for t in legal if t <= top} | ({top} if top < max(legal) else set())
        if limit == "spread":
            return reachable(self._spread_totals(), top)
        least = self._least()
        most = max(top, least) if limit == "none" else self._pot_most(seat)
        return reachable(range(least, most + 1), top)  # R-POT-2: none below the least raise

    def _openings(self, top: int) -> set[int]:
        """R-BRING-4: what may be opened for instead of bringing in."""
        rules, least = self.rules, self.rules.bring_in + 1
        if top < least:
            return set()
        if rules.limit == "fixed":
            return {min(top, rules.small)} - set(range(least))
        if rules.limit == "spread":
            return reachable(range(max(least, rules.spread_min), rules.spread_max + 1), top)
        most = top if rules.limit == "none" else min(top, sum(self.paid))
        return set(range(least, most + 1))

    def _spread_totals(self) -> range:
        """R-SPR-1, R-SPR-2; R-SPR-3: over a short all-in only the completion."""
        rules = self.rules
        most = rules.spread_max if self.street < 4 else rules.spread_max_late or rules.spread_max
        if self.stands_in:
            return range(rules.spread_min, most + 1)
        least = self.full_level + self._spread_step()
        if self.level > self.full_level:
            return range(least, least + 1)
        return range(least, self.full_level + most + 1)

    def _pot_most(self, seat: int) -> int:
        """R-POT-2."""
        pot = sum(self.paid)
        if not self.level:
            return max(pot, self.least_bet())
        return pot + 2 * self.level - self.bets[seat]

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
        best = max(self.reading.worth(self.cards[s]) for s in seats)
        winners = [s for s in seats if self.reading.worth(self.cards[s]) == best]
        if self.rules.odd_chip != "position":
            winners.sort(key=lambda s: -self.reading.suit_order(self.cards[s])[1])
        odd = chips % len(winners)
        return {s: chips // len(winners) + (n < odd) for n, s in enumerate(winners)}


@given(st.data())
@settings(max_examples=15 * settings().max_examples)
def test_r_bet_every_decision_is_as_the_rulebook_has_it(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """R-TABLE-6, R-BRING-4 to 8, R-OPEN-5 to 8, R-BET-1, R-BET-2, R-FIX-1 to 10,

    R-SPR-1 to 3, R-POT-1, R-POT-2, R-NL-1 to 3, R-DEAL-4, R-OPEN-7.
    """
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
        told = f"{hand.rules.to_options()} {hand.starting_stacks} {lines(hand)}"
        assert offered == judge.totals(), told


@given(st.data())
@settings(max_examples=15 * settings().max_examples)
def test_r_side_every_hand_is_paid_as_the_rulebook_has_it(
    wander: Wander, starts: Starts, data: st.DataObject
) -> None:
    """R-SIDE-1 to 6, R-ALLIN-3, R-ALLIN-6, R-SHOW-1, 2, 5, R-ODD-2 to 4, R-DEAL-2, 6, 8,

    R-DECK-2, 3, 5, 6, 9, 10, R-HIGH-3.
    """
    *_, hand = wander(*data.draw(starts))
    judge = Judge(hand)
    judge.end_round()
    assert hand.over
    assert {c.rank for c in hand.deck} == set(
        range(lowest_card(hand.rules, len(hand.starting_stacks)), 15)
    )
    assert list(hand.stacks) == judge.final_stacks()
    assert sum(hand.stacks) == sum(hand.starting_stacks)
    live = [s for s in judge.seats if not judge.folded[s]]
    if len(live) > 1:
        assert [len(judge.cards[s]) for s in live] == [5] * len(live)
    awards = [event for event in hand.log if isinstance(event, PotAwarded)]
    assert tuple(awards) == hand.awards
    assert [one.number for one in awards] == list(reversed(range(len(awards))))
