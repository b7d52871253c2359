"""A whole hand by a second reading of the rulebook: `Judge` deals, asks and pays for itself.

It shares nothing with the engine but cards, acts, events and rules, and is told only what a hand
starts with and who did what.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Declaration, Verb
from engine.cards import Card
from engine.events import Acted, AntePosted, CardDealt, Event, NoCardToBuy, Shown, UncalledReturned
from engine.rules import HouseRules
from tests.engine.reading_awards import Awards, Parts, Pots, card_lists, fee_contenders, layers
from tests.engine.reading_bets import Bets
from tests.engine.reading_cards import best_showing, open_rank
from tests.engine.reading_supply import Supply

BET, BUY, DECLARE, OVER = "bet", "buy", "declare", "over"
BUYS = {"after_each": (BUY, BET, BUY, BET), "after_last": (BUY, BUY, BET)}  # R-BUY-5


class Judge(Bets):
    """What the rulebook says about a hand: `phase` and `actors` now, and `fresh` since the act."""

    def __init__(
        self,
        rules: HouseRules,
        stacks: Sequence[int],
        deck: Sequence[Card],
        reserve: Sequence[Card],
    ) -> None:
        super().__init__(rules, stacks)
        self.supply = Supply(deck, reserve, len(stacks))
        self.prices = rules.buy_price or (rules.big, 2 * rules.big)  # R-BUY-4, R-BUY-5
        late = {0: (BET,), 1: (BUY, BET), 2: BUYS[rules.buy_bet]}[rules.buy]
        self.steps = [BET, "deal", BET, "deal", BET, "deal", *late]
        if rules.declare != "none":
            self.steps.append(DECLARE)
        self.phase, self.actors, self.price = OVER, tuple[int, ...](), 0
        self.buys_begun, self.buyers = 0, list[int]()
        self.declared: dict[int, Declaration] = {}
        self.shown, self.fresh = False, list[Event]()
        self.boards: list[dict[int, list[Card]]] = []  # of which the best opened
        self.met: set[str] = set()
        self._begin()

    def up(self, seat: int) -> list[Card]:
        """Return the up cards of a seat (R-DEAL-3, R-DEAL-4)."""
        return self.supply.hands[seat][1 : 4 if self.rules.deal == "1-3-1" else 5]

    def act(self, seat: int, action: Action) -> None:
        """Follow one act to the next decision."""
        assert seat in self.actors, "R-TABLE-6"
        self.fresh = []
        if self.phase == DECLARE:
            self._declare(seat, action)
        elif self.phase == BUY:
            self._buy(seat, action)
        else:
            self._bet(seat, action)
        if not self.actors:
            self._go_on()

    # The way of a hand ------------------------------------------------------------------------

    def _begin(self) -> None:
        for seat in self.seats:
            chips = min(self.rules.ante, self.stacks[seat])
            if chips:
                self.pay(seat, chips)
                self.fresh.append(AntePosted(seat, chips))
        for _ in range(2):
            for seat in self.seats:
                self._deal_to(seat)
        self._go_on()

    def _deal_to(self, seat: int) -> None:
        card = self.supply.deal(seat)
        self._tell_card(seat, len(self.supply.hands[seat]) - 1, card)

    def _tell_card(self, seat: int, place: int, card: Card) -> None:
        down = place == 0 or (place == 4 and self.rules.deal == "1-3-1")
        self.fresh.append(CardDealt(seat, place, None if down and not self.shown else card))

    def _go_on(self) -> None:
        """Take step after step until somebody is asked."""
        while not self.actors and self.steps and len(self.live()) > 1:
            if self.rules.all_in_show and not self.shown and not self._can_follow():
                self._turn_up()
            step = self.steps.pop(0)
            if step == "deal":
                self.supply.begin_street(burn=self.rules.burn)
                for seat in self.live():
                    self._deal_to(seat)
            elif step == BET:
                self._begin_bets()
            elif step == BUY:
                self._begin_buy()
            else:
                self._begin_declaration()
        if not self.actors:
            self.phase = OVER

    def _can_follow(self) -> bool:
        """R-ALLIN-4: tell whether a bet, buy or declaration can follow."""
        if BET in self.steps and len(self.able()) > 1:
            return True
        prices = self.prices[self.buys_begun : self.rules.buy]
        if any(self.stacks[s] >= price for s in self.able() for price in prices):
            self.met.add("betting is over, a buy may follow")
            return True
        if DECLARE in self.steps:
            self.met.add("betting is over, a declaration follows")
        return DECLARE in self.steps

    def _turn_up(self) -> None:
        self.shown = True
        self.met.add(f"turned up with {self.steps[0]} to come")
        for seat in self.live():
            self.fresh.append(Shown(seat, tuple(self.supply.hands[seat])))

    # Betting ----------------------------------------------------------------------------------

    def _begin_bets(self) -> None:
        shown = {s: self.up(s) for s in self.live()}
        pair = any(len({c.rank for c in up}) < len(up) for up in shown.values())
        self.begin_round(self._starter(shown), open_pair=pair)
        self._ask(BET, () if self.to_act is None else (self.to_act,))

    def _starter(self, shown: dict[int, list[Card]]) -> int:
        mode = self.rules.bring_in_mode
        if self.number or mode not in ("low", "high"):
            self.boards.append(shown)
            return best_showing(self.rules, shown)
        sign = 1 if mode == "high" else -1
        door = {s: (sign * open_rank(self.rules, c[0]), sign * c[0].suit) for s, c in shown.items()}
        if self.rules.bring_in_tie == "suit":
            return max(door, key=lambda s: door[s])
        return max(door, key=lambda s: (door[s][0], -s))

    def _ask(self, phase: str, actors: tuple[int, ...]) -> None:
        self.actors = actors
        self.phase = phase if actors else OVER

    def _bet(self, seat: int, action: Action) -> None:
        chips = {Verb.CALL: self.owed(seat), Verb.BRING_IN: self._bring_in(seat)}.get(
            action.verb, max(0, action.amount - self.bets[seat])
        )
        self.bet(seat, action.verb, chips)
        self._told(seat, action, chips)
        if action.verb is Verb.FOLD:
            self.supply.live.remove(seat)
        self._ask(BET, () if self.to_act is None else (self.to_act,))
        if self.to_act is None and (returned := self.end_round()):
            self.fresh.append(UncalledReturned(*returned))

    def _bring_in(self, seat: int) -> int:
        return min(self.rules.bring_in, self.stacks[seat])

    def _told(self, seat: int, action: Action, chips: int) -> None:
        self.fresh.append(Acted(seat, action, chips, chips > 0 and not self.stacks[seat]))

    # Buying -----------------------------------------------------------------------------------

    def _begin_buy(self) -> None:
        self.price = self.prices[self.buys_begun]
        self.buys_begun += 1
        best = best_showing(self.rules, {s: self.up(s) for s in self.live()})
        order = {"dealer_left": self.clockwise(0), "opener": self.clockwise(best)}
        firsts = {next((s for s in one if s in self.able()), None) for one in order.values()}
        if len(firsts) > 1:
            self.met.add(f"buy_order={self.rules.buy_order} decides")
        if self.buys_begun == 2:
            self.met.add(f"buy_bet={self.rules.buy_bet} decides")
        self.buyers = order[self.rules.buy_order]
        self._ask_next_buyer()

    def _ask_next_buyer(self) -> None:
        self._ask(BUY, ())
        while self.buyers and not self.actors:
            seat = self.buyers.pop(0)
            if self.folded[seat] or self.stacks[seat] < self.price:
                self.met.add("R-BUY-6")
            elif not self.supply.has_card_for(seat):
                self.fresh.append(NoCardToBuy(seat))
                self.met.add("no card to buy")
            else:
                self._ask(BUY, (seat,))
        if not self.actors:
            self.price = 0

    def _buy(self, seat: int, action: Action) -> None:
        chips = self.price if action.verb is Verb.DISCARD else 0
        if chips:
            contenders = fee_contenders(seat, self.live(), self.able(), self.paid)
            self.fees.append((contenders, chips))
            self.met.add("a fee with others able" if len(self.able()) > 1 else "a fee alone")
            self.stacks[seat] -= chips
        self._told(seat, action, chips)
        if chips:
            self._tell_card(seat, action.place, self.supply.exchange(seat, action.place))
            if not self.stacks[seat]:
                self.met.add("all-in by a price")
        self._ask_next_buyer()

    # Declaring --------------------------------------------------------------------------------

    def _begin_declaration(self) -> None:
        if self.rules.declare == "simultaneous":
            self._ask(DECLARE, tuple(self.live()))
            return
        order = self.clockwise(self._first_to_declare())
        self.in_turn = [s for s in order if not self.folded[s]]
        self._ask(DECLARE, (self.in_turn.pop(0),))

    def _first_to_declare(self) -> int:
        """R-DECL-3."""
        raiser = self.opener if self.raiser is None else self.raiser
        starts = {"last_raiser": raiser, "opener": self.opener, "dealer_left": 0}
        firsts = {
            name: next(s for s in self.clockwise(start) if not self.folded[s])
            for name, start in starts.items()
        }
        first = firsts[self.rules.declare_from]
        if list(firsts.values()).count(first) == 1:
            self.met.add(f"declare_from={self.rules.declare_from} decides")
        return first

    def _declare(self, seat: int, action: Action) -> None:
        self.declared[seat] = action.declaration
        if self.rules.declare == "sequential":
            self._told(seat, action, 0)
            self._ask(DECLARE, tuple(self.in_turn[:1]))
            self.in_turn = self.in_turn[1:]
            return
        self._ask(DECLARE, tuple(s for s in self.actors if s != seat))
        if not self.actors:
            for other in self.live():
                self._told(other, Action(Verb.DECLARE, declaration=self.declared[other]), 0)

    # The end ----------------------------------------------------------------------------------

    def pots(self) -> Pots:
        """Return the chips by contenders (R-SIDE-1, R-BUY-7)."""
        live = self.live()
        pots = layers(live, self.paid)
        for contenders, price in self.fees:
            kept = frozenset(contenders & set(live))
            assert kept, "R-BUY-7: somebody is left"
            if kept not in pots:
                self.met.add("a side pot of fees")
            pots[kept] += price
        return pots

    def awards(self) -> dict[frozenset[int], Parts]:
        """Return the shares of every pot."""
        awards = Awards(self.rules, card_lists(self.supply.hands), self.declared)
        paid = {seats: awards.parts(seats, chips) for seats, chips in self.pots().items()}
        self.met |= awards.met
        return paid

    def show_order(self) -> list[int]:
        """R-SHOW-3: in what order the live show or muck."""
        first = self.opener if self.raiser is None else self.raiser
        return [s for s in self.clockwise(first) if not self.folded[s]]

    def may_win(self, seat: int, before: Sequence[int]) -> bool:
        """R-SHOW-4, without a declaration: whether those before leave a seat a half or a tie.

        Who is beaten by a hand that has mucked is beaten by the one that beat it.
        """
        awards = Awards(self.rules, card_lists(self.supply.hands), self.declared)
        parts = awards.parts(frozenset([seat, *before]), 1000 * self.rules.chip_unit)
        return any(seat in shares for shares in parts.values())
