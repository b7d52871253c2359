"""What one seat, or the public, may see of a hand: the only way a down card leaves the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.actions import Declaration, Options
from engine.cards import Card
from engine.chapters import Chapter, chapters_of
from engine.course import LAST_STREET, Phase, betting_rounds
from engine.events import Event, PotAwarded, UncalledReturned
from engine.hand import Hand
from engine.options import Game
from engine.pots import Pot
from engine.ranking import Made, low_ranking_of, ranking_of
from engine.rules import HouseRules
from engine.state import HandState, lies_up
from engine.winners import low_of


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card as the viewer sees it: `card` is None for a back; `up` says that it lies face up."""

    card: Card | None
    up: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as the viewer sees it, amounts in chips.

    `bet` is what it put in during this round, `paid` during the hand. A folded seat's cards are
    gone except to itself (R-DEAL-5). Where the viewer sees all five, `made` is the hand they make,
    the low one in lowball, and `low` the low hand of high-low, None where it does not qualify.
    `discards` are the cards it gave up in buys, in order. `declared` is what everybody has heard it
    declare. `won` and `returned` are what it got from pots and as uncalled chips in the whole hand.
    """

    seat: int
    stack: int
    bet: int
    paid: int
    cards: tuple[CardSeen, ...]
    folded: bool
    all_in: bool
    shown: bool
    mucked: bool
    made: Made | None
    won: int
    returned: int
    low: Made | None = None
    discards: tuple[CardSeen, ...] = ()
    declared: Declaration | None = None


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as one seat sees it, or the public where `viewer` is None; amounts in chips.

    `rules` are those it started with.
    `street` counts the cards of each live seat (2-5), `round` the betting rounds the hand has come
    to, of `rounds_in_all` (4 or 5). `pot` is everything in the middle, `choices` what each of the
    `actors` may do, which follows from bets and stacks and is no secret. `price` is what a new card
    costs in a buy that runs, else 0. `chapters` holds the acts so far. `events` are those of the
    last step.
    """

    viewer: int | None
    rules: HouseRules
    phase: Phase
    street: int
    round: int
    rounds_in_all: int
    price: int
    over: bool
    level: int
    pot: int
    pots: tuple[Pot, ...]
    actors: tuple[int, ...]
    bring_in_seat: int | None
    seats: tuple[SeatView, ...]
    choices: tuple[Options, ...]
    awards: tuple[PotAwarded, ...]
    chapters: tuple[Chapter, ...]
    events: tuple[Event, ...]

    @property
    def options(self) -> Options | None:
        """Return what the one actor may do, None where nobody or more than one has to act."""
        return self.choices[0] if len(self.choices) == 1 else None

    def options_of(self, seat: int) -> Options | None:
        """Return what an actor may do, None for any other seat."""
        return next((one for one in self.choices if one.seat == seat), None)


def view(hand: Hand, viewer: int | None) -> HandView:
    """Return what `viewer` may see: its own down cards, and others' once they are shown.

    Raises ValueError for a seat that was not dealt in.
    """
    state = hand._state  # noqa: SLF001 -- the view is the one door through which cards leave
    if viewer is not None and not 0 <= viewer < state.seats:
        raise ValueError(f"seat {viewer} was not dealt in")
    returned = _returned(hand)
    bets = _bets(state)
    return HandView(
        viewer=viewer,
        rules=state.rules,
        phase=state.phase,
        street=state.street,
        round=_round(state),
        rounds_in_all=betting_rounds(state.rules),
        price=state.price,
        over=hand.over,
        level=state.betting.level if bets else 0,
        pot=state.pot,
        pots=hand.pots,
        actors=hand.actors,
        bring_in_seat=state.brought_in,
        seats=tuple(_seat_view(state, seat, viewer, returned, bets) for seat in range(state.seats)),
        choices=tuple(hand.options(seat) for seat in hand.actors),
        awards=hand.awards,
        chapters=chapters_of(state),
        events=hand.events,
    )


def _round(state: HandState) -> int:
    """Return how many betting rounds the hand has come to, begun or not."""
    come = state.course[: state.stage + 1]
    return sum(stage.phase is Phase.BETTING for stage in come)


def _bets(state: HandState) -> list[int]:
    """Return the bets of the round that runs, nothing outside one."""
    running = state.phase in (Phase.BETTING, Phase.BRING_IN)
    return state.betting.bets if running else []


def _returned(hand: Hand) -> dict[int, int]:
    """Return the uncalled chips each seat got back in the whole hand."""
    returned: dict[int, int] = {}
    for event in hand.log:
        if isinstance(event, UncalledReturned):
            returned[event.seat] = returned.get(event.seat, 0) + event.chips
    return returned


def _seat_view(
    state: HandState,
    seat: int,
    viewer: int | None,
    returned: Mapping[int, int],
    bets: list[int],
) -> SeatView:
    cards = _cards_seen(state, seat, viewer)
    whole = len(cards) == LAST_STREET and all(seen.card for seen in cards)
    over = state.phase is Phase.OVER
    return SeatView(
        seat=seat,
        stack=state.stacks[seat],
        bet=bets[seat] if bets else 0,
        paid=state.paid[seat] + sum(fee.chips for fee in state.fees if fee.buyer == seat),
        cards=cards,
        folded=state.folded[seat],
        all_in=not (state.folded[seat] or over) and state.stacks[seat] == 0,
        shown=state.shown[seat],
        mucked=state.mucked[seat],
        made=_made(state, seat) if whole else None,
        won=sum(dict(award.shares).get(seat, 0) for award in state.awards),
        returned=returned.get(seat, 0),
        low=_low(state, seat) if whole else None,
        discards=_discards_seen(state, seat, viewer),
        declared=state.declared.get(seat),
    )


def _made(state: HandState, seat: int) -> Made:
    ranking = ranking_of(state.rules, state.seats)
    return ranking.made(ranking.of(state.cards[seat]))


def _low(state: HandState, seat: int) -> Made | None:
    rules = state.rules
    value = low_of(rules, state.cards[seat]) if rules.game is Game.HILO else None
    return None if value is None else low_ranking_of(rules).made(value)


def _discards_seen(state: HandState, seat: int, viewer: int | None) -> tuple[CardSeen, ...]:
    """Return the cards a seat gave up; a down card only to itself (R-DEAL-7)."""
    seen = []
    for buyer, place, card in state.discards:
        if buyer == seat:
            up = lies_up(state.rules, place)
            seen.append(_seen(card if up or seat == viewer else None, up))
    return tuple(seen)


def _cards_seen(state: HandState, seat: int, viewer: int | None) -> tuple[CardSeen, ...]:
    own = seat == viewer
    if state.folded[seat] and not own:
        return ()
    open_down = own or state.shown[seat]
    seen = []
    for place, card in enumerate(state.cards[seat]):
        up = lies_up(state.rules, place)
        seen.append(_seen(card if up or open_down else None, up))
    return tuple(seen)


@cache  # there are no more than 106 of them, and each view holds twenty or so
def _seen(card: Card | None, up: bool) -> CardSeen:
    return CardSeen(card, up)
