"""A betting round, read from B5 and B7 to B11 a second time: whose turn, every legal total."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Verb
from engine.rules import HouseRules


def reachable(legal: range, top: int) -> set[int]:
    """Return the legal totals up to all chips; fewer than the least are legal as an all-in."""
    if legal and top < legal.start:
        return {top}
    return {total for total in legal if total <= top}


class Bets:
    """The chips of a hand and its betting round; `number` is 1 to 5."""

    def __init__(self, rules: HouseRules, stacks: Sequence[int]) -> None:
        self.rules = rules
        self.seats = range(len(stacks))
        self.stacks = list(stacks)
        self.paid = [0] * len(stacks)  # fees of buys excepted
        self.fees: list[tuple[set[int], int]] = []
        self.folded = [False] * len(stacks)
        self.number = 0
        self.clear()

    def pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def live(self) -> list[int]:
        return [s for s in self.seats if not self.folded[s]]

    def able(self) -> list[int]:
        return [s for s in self.seats if self.stacks[s] and not self.folded[s]]

    def clockwise(self, start: int) -> list[int]:
        count = len(self.seats)
        return [(start + step) % count for step in range(count)]

    def pot(self) -> int:
        return sum(self.paid) + sum(price for _, price in self.fees)

    def clear(self) -> None:
        self.bets = [0] * len(self.seats)
        self.acted: dict[int, tuple[int, int]] = {}  # level and full wagers at the last act
        self.level = self.full_level = self.last_full = self.fulls = 0
        self.brought_in: int | None = None
        self.stands_in = False  # a bring-in that is no full bet, still the last wager
        self.lifted = False
        self.open_pair = False
        self.to_act: int | None = None
        self.raiser: int | None = None
        self.opener = -1

    def begin_round(self, start: int, *, open_pair: bool) -> None:
        """Begin a round; with fewer than two able players it is no betting (R-ALLIN-3)."""
        self.clear()
        self.number += 1
        self.opener, self.open_pair = start, open_pair
        self.began_able = len(self.able())
        self.must_open = start if self.number == 1 and self.rules.bring_in else None
        if self.began_able >= 2:
            self.to_act = next(s for s in self.clockwise(start) if s in self.able())  # R-OPEN-8
            self.opener = self.to_act
            self._see_lift()

    def end_round(self) -> tuple[int, int] | None:
        """R-ALLIN-6: give back what nobody matched."""
        top = max(self.seats, key=lambda seat: self.bets[seat])
        over = self.bets[top] - max(self.bets[s] for s in self.seats if s != top)
        self.bets = [0] * len(self.seats)
        self.to_act = None
        if not over:
            return None
        self.pay(top, -over)
        return top, over

    def bet(self, seat: int, verb: Verb, chips: int) -> None:
        """Follow one act of the round."""
        assert seat == self.to_act, "R-TABLE-6"
        self.pay(seat, chips)
        self.bets[seat] += chips
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

    def opening(self) -> bool:
        """Tell whether a bring-in is due."""
        return self.must_open is not None and self.brought_in is None

    def owed(self, seat: int) -> int:
        return min(self.level - self.bets[seat], self.stacks[seat])

    def _bring_in_counts(self) -> None:
        rules = self.rules
        sizes = {"fixed": rules.small, "spread": rules.spread_min}
        full = sizes.get(rules.limit, self._least_bet())
        if self.rules.bring_in >= full:  # R-BRING-10, R-SPR-2, R-POT-1
            self.full_level = self.last_full = self.rules.bring_in
            self.fulls = 1
        else:
            self.stands_in = True

    def _raise(self, seat: int) -> None:
        total = self.bets[seat]
        opens = self.opening()
        self.raiser = seat
        if self.rules.limit == "fixed":
            size = self._fixed_size(total)
        elif self.rules.limit == "spread":
            size = self._spread_size(total)
        elif total >= self._least():
            # R-POT-1: "counts as a bet of `min_bet`", whatever it is raised to
            size = self._least_bet() if self.stands_in else total - self.level
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
        if len(self.live()) == 1:
            return None
        able = self.able()
        if self.opening():
            if len(able) < 2:
                return None  # R-BRING-7
            return next(s for s in self.clockwise(seat + 1) if s in able)
        for other in self.clockwise(seat + 1):
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

    def _least_bet(self) -> int:
        return self.rules.min_bet or self.rules.bring_in or self.rules.ante

    def _steps(self) -> list[int]:
        rules = self.rules
        pair = rules.open_pair_big and rules.game != "low" and self.open_pair  # R-FIX-4
        if self.number == 1 or (self.number == 2 and not pair):
            sizes = [rules.small]
        elif self.number > 2 and rules.late_rounds == "big_only":
            sizes = [rules.big]
        else:
            sizes = [rules.small, rules.big]
        if rules.min_raise == "full":
            sizes = [size for size in sizes if size >= self.last_full]
        return sizes

    def _increment(self) -> int:
        if self.rules.min_raise == "any" or not self.fulls:
            return self._least_bet()
        return self.last_full

    def _least(self) -> int:
        if self.level == 0 or self.stands_in:
            return self._least_bet()
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
        """Return every total the actor may complete, bet or raise to: whole chips (R-TABLE-2)."""
        return {total for total in self._totals() if total % self.rules.chip_unit == 0}

    def _totals(self) -> set[int]:
        seat = self.to_act
        assert seat is not None
        top = self.bets[seat] + self.stacks[seat]
        limit = self.rules.limit
        if len(self.able()) < 2 or top <= self.level:
            return set()
        if self.opening():
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
        most = top if rules.limit == "none" else min(top, self.pot())
        return set(range(least, most + 1))

    def _spread_totals(self) -> range:
        """R-SPR-1, R-SPR-2; R-SPR-3: over a short all-in only the completion."""
        rules = self.rules
        most = rules.spread_max if self.number < 3 else rules.spread_max_late or rules.spread_max
        if self.stands_in:
            return range(rules.spread_min, most + 1)
        least = self.full_level + self._spread_step()
        if self.level > self.full_level:
            return range(least, least + 1)
        return range(least, self.full_level + most + 1)

    def _pot_most(self, seat: int) -> int:
        """R-POT-2."""
        if not self.level:
            return max(self.pot(), self._least_bet())
        return self.pot() + 2 * self.level - self.bets[seat]
