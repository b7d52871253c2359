"""A hand of five-card stud as a value: start it, ask for options, act, and get the hand after."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engine import limits, play, pots
from engine.actions import Action, Options, Verb, Wager, Why, WhyNot
from engine.betting import BettingRound
from engine.cards import FULL_DECK, Card
from engine.errors import ChipsLost, Fault, IllegalAction, RefusedRules
from engine.events import Event, PotAwarded
from engine.rules import MOST_CHIPS, MOST_SEATS, HouseRules, not_dealt_yet
from engine.state import HandState, Phase
from engine.stub import Stub


class Hand:
    """One hand, from the antes to the last pot; it never changes, `act` returns a new one.

    Seats count from 0 at the dealer's left; the last seat deals. Amounts are chips.
    """

    __slots__ = ("_state", "deck", "reserve")

    deck: tuple[Card, ...]
    reserve: tuple[Card, ...]
    _state: HandState

    def __init__(self, state: HandState, deck: tuple[Card, ...], reserve: tuple[Card, ...]) -> None:
        self._state = state
        self.deck = deck
        self.reserve = reserve

    @classmethod
    def start(
        cls,
        rules: HouseRules,
        stacks: Sequence[int],
        deck: Sequence[Card],
        reserve: Sequence[Card] = (),
    ) -> Hand:
        """Start a hand: antes are taken and the first two cards dealt (R-TABLE-1, B3, B4).

        `stacks` are the chips of each seat, at least 1; `deck` is the order in which cards leave
        it, `reserve` the second permutation of R-DECK-11. Raises RefusedRules where the rules or
        the number of players can't be dealt, ValueError for a deck that is none.
        """
        faults = not_dealt_yet(rules) + _seat_faults(stacks)
        if faults:
            raise RefusedRules(faults)
        _verify_deck(deck)
        seats = len(stacks)
        state = HandState(
            rules=rules,
            starting=tuple(stacks),
            stub=Stub(tuple(deck)),
            stacks=list(stacks),
            paid=[0] * seats,
            cards=[()] * seats,
            folded=[False] * seats,
            shown=[False] * seats,
            mucked=[False] * seats,
            betting=BettingRound.begin(1, seats, seats, ()),
        )
        play.begin(state)
        _count_chips(state)
        return cls(state, tuple(deck), tuple(reserve))

    @property
    def rules(self) -> HouseRules:
        """Return the house rules this hand started with."""
        return self._state.rules

    @property
    def starting_stacks(self) -> tuple[int, ...]:
        """Return the chips of each seat before the antes."""
        return self._state.starting

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips behind each seat; the final stacks once the hand is over."""
        return tuple(self._state.stacks)

    @property
    def turn(self) -> int:
        """Return how many acts were made: the number of this decision point."""
        return self._state.turn

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the seats that must act now, none when the hand is over."""
        actor = self._state.actor
        return () if actor is None else (actor,)

    @property
    def over(self) -> bool:
        """Tell whether every pot has been paid."""
        return self._state.phase is Phase.OVER

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what happened in the step that made this hand."""
        return tuple(self._state.fresh)

    @property
    def log(self) -> tuple[Event, ...]:
        """Return everything that happened since the antes."""
        return tuple(self._state.log)

    @property
    def awards(self) -> tuple[PotAwarded, ...]:
        """Return the pots as they were paid, the last side pot first; none before the end."""
        return self._state.awards

    @property
    def pots(self) -> tuple[pots.Pot, ...]:
        """Return the pots as they stand, main pot first; none when the hand is over."""
        state = self._state
        return () if self.over else pots.layers(state.paid, state.live())

    @property
    def digest(self) -> str:
        """Return 16 hex digits that name the state, for comparing a replayed hand.

        Only the order of the undealt cards is left out: it is not known to every file.
        """
        state = self._state
        told = (
            state.turn,
            state.phase,
            state.street,
            state.actor,
            state.stacks,
            state.paid,
            state.folded,
            state.shown,
            state.mucked,
            state.closed,
            state.cards,
            len(state.stub.cards),
            state.stub.burned,
            state.betting,
        )
        return sha256(repr(told).encode()).hexdigest()[:16]

    @property
    def forced(self) -> Action | None:
        """Return the actor's act where nobody decides it, else None.

        That is a bring-in by the player who must post it and has no choice: it takes his last
        chip, or it is the only bet allowed (R-BRING-4, R-BRING-8, R-BRING-10).
        """
        state = self._state
        if state.phase is not Phase.BRING_IN or state.actor is None:
            return None
        options = self.options(state.actor)
        if options.fold or options.wager is not None:
            return None
        return Action(Verb.BRING_IN)

    def timed_out(self, seat: int) -> Action:
        """Return what an actor does who does not answer in time (R-TABLE-7).

        He checks where that is free, posts the bring-in where he must, and folds otherwise.
        Raises ValueError for a seat that is not to act.
        """
        options = self.options(seat)
        if options.idle is not None:
            raise ValueError(f"seat {seat} is not to act")
        if options.check:
            return Action(Verb.CHECK)
        return Action(Verb.FOLD) if options.fold else Action(Verb.BRING_IN)

    def options(self, seat: int) -> Options:
        """Return what a seat may do now, and why it may not do the rest (R-BET-1, R-BRING-4)."""
        state = self._state
        idle = _why_idle(state, seat)
        if idle is not None:
            return Options(seat, idle=idle)
        if state.phase is Phase.BRING_IN:
            return _bring_in_options(state, seat)
        return _betting_options(state, seat)

    def act(self, seat: int, action: Action) -> tuple[Hand, tuple[Event, ...]]:
        """Return the hand after a seat's act, and what happened; this hand stays as it was.

        Raises IllegalAction where `options` does not allow the act, and ChipsLost where chips do
        not add up afterwards, which is a fault of the engine.
        """
        options = self.options(seat)
        refused = options.refusal(action)
        if refused is not None:
            raise IllegalAction(action, options, refused)
        state = self._state.copy()
        play.perform(state, seat, action)
        _count_chips(state)
        return Hand(state, self.deck, self.reserve), tuple(state.fresh)


def _seat_faults(stacks: Sequence[int]) -> tuple[Fault, ...]:
    if not 2 <= len(stacks) <= MOST_SEATS:
        return (Fault("players", "must be from 2 to 10 (R-TABLE-1)"),)
    if any(type(stack) is not int or not 1 <= stack <= MOST_CHIPS for stack in stacks):
        most = (("most", MOST_CHIPS),)
        return (Fault("stacks", "must be from 1 to {most} chips each (R-TABLE-5)", most),)
    return ()


def _verify_deck(deck: Sequence[Card]) -> None:
    if len(deck) != len(FULL_DECK) or set(deck) != set(FULL_DECK):
        raise ValueError("the deck must hold each of the 52 cards once (R-DECK-1)")


def _count_chips(state: HandState) -> None:
    """Verify that no chip was made or lost (R-SIDE-6)."""
    if sum(state.stacks) + sum(state.paid) != sum(state.starting) or min(state.stacks) < 0:
        raise ChipsLost(
            f"{sum(state.stacks)} behind and {sum(state.paid)} in the pot "
            f"do not make {sum(state.starting)}"
        )


def _why_idle(state: HandState, seat: int) -> WhyNot | None:
    if not 0 <= seat < state.seats:
        return WhyNot(Why.NOT_DEALT_IN)
    if state.phase is Phase.OVER:
        return WhyNot(Why.HAND_OVER)
    if state.folded[seat]:
        return WhyNot(Why.FOLDED)
    if state.stacks[seat] == 0:
        return WhyNot(Why.ALL_IN)
    if state.actor != seat:
        return WhyNot(Why.NOT_YOUR_TURN, () if state.actor is None else (state.actor,))
    return None


def _others_able(state: HandState, seat: int) -> int:
    return sum(state.able()) - (state.stacks[seat] > 0)


def _bring_in_options(state: HandState, seat: int) -> Options:
    stack = state.stacks[seat]
    opened = limits.opening(state.rules, stack, _others_able(state, seat))
    wager = opened if isinstance(opened, Wager) else None
    return Options(
        seat=seat,
        stack=stack,
        fold=seat != state.designated,
        bring_in=min(stack, state.rules.bring_in),
        wager=wager,
        no_wager=None if isinstance(opened, Wager) else opened,
    )


def _betting_options(state: HandState, seat: int) -> Options:
    betting, stack = state.betting, state.stacks[seat]
    owed = betting.level - betting.bets[seat]
    raised = limits.wager(state.rules, betting, seat, stack, _others_able(state, seat))
    return Options(
        seat=seat,
        stack=stack,
        bet=betting.bets[seat],
        level=betting.level,
        fold=True,
        check=owed == 0,
        call=min(owed, stack),
        wager=raised if isinstance(raised, Wager) else None,
        no_wager=None if isinstance(raised, Wager) else raised,
    )
