"""What one seat, or the public, may see of a hand: the only way a down card leaves the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.actions import Options
from engine.cards import Card
from engine.events import Acted, CardDealt, Event, PotAwarded, UncalledReturned
from engine.hand import Hand
from engine.pots import Pot
from engine.ranking import Made, ranking_of
from engine.state import LAST_STREET, HandState, lies_up


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card as the viewer sees it: `card` is None for a back; `up` says that it lies face up."""

    card: Card | None
    up: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as the viewer sees it, amounts in chips.

    `bet` is what it put in during this round, `paid` during the hand. A folded seat's cards are
    gone except to itself (R-DEAL-5). `made` names its five cards where the viewer sees them all.
    `won` and `returned` are what it got from pots and as uncalled chips in the whole hand.
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


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as one seat sees it, or the public where `viewer` is None; amounts in chips.

    `street` counts the cards of each live seat (2-5), `round` the betting round (1-4). `pot` is
    everything in the middle, `options` what the one actor may do, which follows from bets and
    stacks and is no secret. `rounds` holds the acts so far, one tuple for each round that was
    begun. `events` are those of the last step.
    """

    viewer: int | None
    street: int
    round: int
    over: bool
    level: int
    pot: int
    pots: tuple[Pot, ...]
    actors: tuple[int, ...]
    bring_in_seat: int | None
    seats: tuple[SeatView, ...]
    options: Options | None
    awards: tuple[PotAwarded, ...]
    rounds: tuple[tuple[Acted, ...], ...]
    events: tuple[Event, ...]


def view(hand: Hand, viewer: int | None) -> HandView:
    """Return what `viewer` may see: its own down cards, and others' once they are shown.

    Raises ValueError for a seat that was not dealt in.
    """
    state = hand._state  # noqa: SLF001 -- the view is the one door through which cards leave
    if viewer is not None and not 0 <= viewer < state.seats:
        raise ValueError(f"seat {viewer} was not dealt in")
    returned = _returned(hand)
    return HandView(
        viewer=viewer,
        street=state.street,
        round=state.street - 1,
        over=hand.over,
        level=0 if hand.over else state.betting.level,
        pot=sum(state.paid),
        pots=hand.pots,
        actors=hand.actors,
        bring_in_seat=state.brought_in,
        seats=tuple(
            _seat_view(state, seat, viewer, returned, over=hand.over) for seat in range(state.seats)
        ),
        options=hand.options(hand.actors[0]) if hand.actors else None,
        awards=hand.awards,
        rounds=_rounds(hand),
        events=hand.events,
    )


def _rounds(hand: Hand) -> tuple[tuple[Acted, ...], ...]:
    rounds: list[list[Acted]] = [[]]
    street = 1
    for event in hand.log:
        if isinstance(event, Acted):
            rounds[-1].append(event)
        elif isinstance(event, CardDealt) and event.place > street:
            street = event.place
            rounds.append([])
    return tuple(tuple(acts) for acts in rounds)


def _returned(hand: Hand) -> dict[int, int]:
    """Return the uncalled chips each seat got back in the whole hand."""
    returned: dict[int, int] = {}
    for event in hand.log:
        if isinstance(event, UncalledReturned):
            returned[event.seat] = returned.get(event.seat, 0) + event.chips
    return returned


def _seat_view(
    state: HandState, seat: int, viewer: int | None, returned: Mapping[int, int], *, over: bool
) -> SeatView:
    cards = _cards_seen(state, seat, viewer)
    whole = len(cards) == LAST_STREET and all(seen.card for seen in cards)
    ranking = ranking_of(state.rules, state.seats)
    betting = state.betting.number == state.street - 1 and not over
    return SeatView(
        seat=seat,
        stack=state.stacks[seat],
        bet=state.betting.bets[seat] if betting else 0,
        paid=state.paid[seat],
        cards=cards,
        folded=state.folded[seat],
        all_in=not (state.folded[seat] or over) and state.stacks[seat] == 0,
        shown=state.shown[seat],
        mucked=state.mucked[seat],
        made=ranking.made(ranking.of(state.cards[seat])) if whole else None,
        won=sum(dict(award.shares).get(seat, 0) for award in state.awards),
        returned=returned.get(seat, 0),
    )


def _cards_seen(state: HandState, seat: int, viewer: int | None) -> tuple[CardSeen, ...]:
    own = seat == viewer
    if state.folded[seat] and not own:
        return ()
    open_down = own or state.shown[seat]
    seen = []
    for place, card in enumerate(state.cards[seat]):
        up = lies_up(state.rules, place)
        seen.append(CardSeen(card if up or open_down else None, up))
    return tuple(seen)
