"""A hand of five-card stud as a value: start it, ask for options, act, and get the hand after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine import play, pots, showdown, turn
from engine.actions import WAGERS, Action, Options, Verb
from engine.betting import BettingRound
from engine.cards import Card
from engine.course import Phase
from engine.decks import cards_of, lowest_rank, most_players
from engine.errors import Fault, IllegalAction, RefusedRules
from engine.events import Event, PotAwarded
from engine.options import Declare
from engine.rules import MOST_CHIPS, MOST_SEATS, HouseRules
from engine.state import HandState
from engine.stub import Stub

_BETTING: Final = Phase.BETTING


_Acts = tuple["_Acts", int, Action] | None
"""The acts of a hand from the last one back: those before it, its seat, and itself."""


@dataclass(frozen=True, slots=True)
class _Start:
    """All that a hand begins with; with its acts it gives every later hand again."""

    rules: HouseRules
    stacks: tuple[int, ...]
    deck: tuple[Card, ...]
    reserve: tuple[Card, ...]

    def dealt(self) -> HandState:
        """Return the state after the antes and the first two cards."""
        seats = len(self.stacks)
        state = HandState(
            rules=self.rules,
            starting=self.stacks,
            chips=sum(self.stacks),
            live=dict.fromkeys(range(seats), ()),
            able=seats,
            stub=Stub(self.deck),
            reserve=self.reserve or self.deck,
            stacks=[*self.stacks],
            paid=[0] * seats,
            cards=[()] * seats,
            folded=[False] * seats,
            shown=[False] * seats,
            mucked=[False] * seats,
            betting=BettingRound.begin(1, seats, seats, ()),
        )
        play.begin(state)
        return state


class Hand:
    """One hand, from the antes to the last pot; it never changes, `act` returns a new one.

    Seats count from 0 at the dealer's left; the last seat deals. Amounts are chips.

    The hand after an act plays on with the state of the hand before it, which saves a copy with
    every act; whoever asks the hand before once more has it dealt and played again. A hand is for
    one thread.
    """

    __slots__ = ("_actors_options", "_acts", "_kept", "_start", "_turn")

    _start: _Start
    _acts: _Acts
    _kept: HandState | None
    _actors_options: Options | None
    _turn: int

    def __init__(self, start: _Start, acts: _Acts, state: HandState) -> None:
        self._start = start
        self._acts = acts
        self._kept = state
        self._actors_options = None
        self._turn = state.turn  # of its own: the state goes on with the hand after it

    @classmethod
    def start(
        cls,
        rules: HouseRules,
        stacks: Sequence[int],
        deck: Sequence[Card],
        reserve: Sequence[Card] = (),
    ) -> Hand:
        """Start a hand: antes are taken and the first two cards dealt (R-TABLE-1, B3, B4).

        `stacks` are the chips of each seat, at least 1; `deck` is the order in which the cards of
        `decks.deck_for` leave it, `reserve` the second permutation of R-DECK-11 (without one the
        deck's own order serves). What concerns the table (`choice`, `clock`) is no concern here.
        Raises RefusedRules where the rules or the number of players can't be dealt (R-DECK-4),
        ValueError for a deck or a reserve that is none.
        """
        faults = tuple(_seat_faults(rules, stacks))
        if faults:
            raise RefusedRules(faults)
        _verify_deck(rules, len(stacks), deck)
        if reserve:
            _verify_deck(rules, len(stacks), reserve)
        start = _Start(rules, tuple(stacks), tuple(deck), tuple(reserve))
        return cls(start, None, start.dealt())

    @property
    def _state(self) -> HandState:
        if self._kept is None:
            self._kept = self._played_again()
        return self._kept

    def _played_again(self) -> HandState:
        return _play(self._start, self._acts_in_order())

    def _acts_in_order(self) -> list[tuple[int, Action]]:
        acts: list[tuple[int, Action]] = []
        before = self._acts
        while before is not None:
            before, seat, action = before
            acts.append((seat, action))
        acts.reverse()
        return acts

    def __copy__(self) -> Hand:
        return self

    def __deepcopy__(self, memo: object) -> Hand:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self._start, tuple(self._acts_in_order()))

    @property
    def deck(self) -> tuple[Card, ...]:
        """Return the order in which the cards leave the deck."""
        return self._start.deck

    @property
    def reserve(self) -> tuple[Card, ...]:
        """Return the second permutation of R-DECK-11, as it was given."""
        return self._start.reserve

    @property
    def rules(self) -> HouseRules:
        """Return the house rules this hand started with."""
        return self._start.rules

    @property
    def starting_stacks(self) -> tuple[int, ...]:
        """Return the chips of each seat before the antes."""
        return self._start.stacks

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips behind each seat; the final stacks once the hand is over."""
        return tuple(self._state.stacks)

    @property
    def turn(self) -> int:
        """Return how many acts were made: the number of this decision point."""
        return self._turn

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the seats that must act now, none when the hand is over."""
        state = self._kept or self._state
        if state.owing:
            return state.owing
        return () if state.actor is None else (state.actor,)

    @property
    def phase(self) -> Phase:
        """Return what the hand waits for."""
        return self._state.phase

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
        return self._state.log

    @property
    def awards(self) -> tuple[PotAwarded, ...]:
        """Return the pots as they were paid, the last side pot first; none before the end."""
        return self._state.awards

    @property
    def pots(self) -> tuple[pots.Pot, ...]:
        """Return the pots as they stand, main pot first; none when the hand is over."""
        return () if self.over else showdown.pots_of(self._state)

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
        text = repr(told)
        if state.rules.buy or state.rules.declare is not Declare.NONE:
            text += repr(_beside_betting(state))
        return sha256(text.encode()).hexdigest()[:16]

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

        He checks where that is free, posts the bring-in where he must, and folds otherwise; in a
        buy he stands pat, in a declaration he declares high. Raises ValueError for a seat that is
        not to act.
        """
        options = self.options(seat)
        if options.idle is not None:
            raise ValueError(f"seat {seat} is not to act")
        if options.price:
            return Action(Verb.STAND_PAT)
        if options.declarations:
            return Action(Verb.DECLARE)
        if options.check:
            return Action(Verb.CHECK)
        return Action(Verb.FOLD) if options.fold else Action(Verb.BRING_IN)

    def options(self, seat: int) -> Options:
        """Return what a seat may do now, and why it may not do the rest (R-BET-1, R-BRING-4)."""
        state = self._kept or self._state  # the property's detour, saved where every act passes
        if seat != state.actor:
            if seat in state.owing:
                return turn.options_of(state, seat)
            return Options(seat, idle=turn.why_idle(state, seat))
        options = self._actors_options
        if options is None:  # worked out once: for the view, and for the act
            find = turn.betting_options if state.phase is _BETTING else turn.options_of
            self._actors_options = options = find(state, seat)
        return options

    def act(self, seat: int, action: Action) -> tuple[Hand, tuple[Event, ...]]:
        """Return the hand after a seat's act, and what happened; this hand stays as it was.

        Raises IllegalAction where `options` does not allow the act, and ChipsLost where chips do
        not add up afterwards, which is a fault of the engine.
        """
        state = self._kept or self._state
        options = self._actors_options
        if options is None or seat != state.actor:
            options = self._gate(state, seat, action.verb)
        refused = options.refusal(action)
        if refused is not None:
            raise IllegalAction(action, self.options(seat), refused)
        self._kept = None
        play.perform(state, seat, action)
        return Hand(self._start, (self._acts, seat, action), state), tuple(state.fresh)

    def _gate(self, state: HandState, seat: int, verb: Verb) -> Options:
        """Return the seat's options, those to bet left out where the act is no wager."""
        if verb in WAGERS or seat != state.actor or state.phase is not _BETTING:
            return self.options(seat)
        return turn.betting_options(state, seat, wagers=False)


def _play(start: _Start, acts: Iterable[tuple[int, Action]]) -> HandState:
    state = start.dealt()
    for seat, action in acts:
        play.perform(state, seat, action)
    return state


def _rebuilt(start: _Start, acts: tuple[tuple[int, Action], ...]) -> Hand:
    linked: _Acts = None
    for seat, action in acts:
        linked = (linked, seat, action)
    return Hand(start, linked, _play(start, acts))


def _seat_faults(rules: HouseRules, stacks: Sequence[int]) -> Iterator[Fault]:
    most, unit = most_players(rules), rules.chip_unit
    if not 2 <= len(stacks) <= MOST_SEATS:
        yield Fault("players", "must be from 2 to 10 (R-TABLE-1)")
    elif len(stacks) > most:
        yield Fault("deck", "has cards for {most} players (R-DECK-4)", (("most", most),))
    if any(type(stack) is not int or not 1 <= stack <= MOST_CHIPS for stack in stacks):
        chips = (("most", MOST_CHIPS),)
        yield Fault("stacks", "must be from 1 to {most} chips each (R-TABLE-5)", chips)
    elif any(stack % unit for stack in stacks):
        reason = "must be whole numbers of chips of {unit} (R-TABLE-2)"
        yield Fault("stacks", reason, (("unit", unit),))


def _verify_deck(rules: HouseRules, players: int, deck: Sequence[Card]) -> None:
    cards = cards_of(lowest_rank(rules, players))
    if len(deck) != len(cards) or not cards.issubset(deck):
        raise ValueError(f"the deck must hold each of its {len(cards)} cards once (R-DECK-2)")


def _beside_betting(state: HandState) -> tuple[object, ...]:
    """Return what the buys and the declaration have made of a hand, for its digest."""
    return (
        state.stage,
        state.price,
        state.queue,
        state.owing,
        sorted(state.chosen.items()),
        state.discards,
        state.fees,
        state.rebuilt,
    )
