"""How the next hand starts: its game is known and it begins, or its dealer is asked for one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot import dealing, keeping
from bot.choosing import dealt_game, next_pick, refuse_unplayable
from bot.decision import Decision, Draw, Pace
from bot.refusal import No, Refusal
from bot.seating import Seat, dealt_in
from bot.state import Pick, State
from engine.options import Choice

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.person import Person
    from bot.terms import Terms


def start(
    state: State, terms: Terms, draw: Draw, pace: Pace, *, by: Seat | None = None
) -> Decision:
    """Begin the next hand, or ask its dealer for its game before the antes (R-CHOICE-1).

    `by` is who asks for it; he no longer sits out. Raises Refusal: TOO_FEW_PLAYERS,
    TOO_MANY_PLAYERS, NO_GAME, and BrokenHand where the engine does not start it.
    """
    state, marked = (state, ()) if by is None else dealing.present(state, by, back=True)
    seats = dealt_in(state.seats, state.dealer)
    if not seats:
        raise Refusal(No.TOO_FEW_PLAYERS)
    pick = next_pick(terms, state, seats)
    game = dealt_game(terms, pick or state.pick, seats)
    if pick is None:
        started = keeping.ask(state, seats[-1], pace)
    else:
        started = dealing.begin(replace(state, pick=pick), game, seats, draw, pace)
    return Decision(state, marked).then(started)


def pick(state: State, terms: Terms, person: Person, name: str, draw: Draw, pace: Pace) -> Decision:
    """Begin the next hand with the game its dealer has picked.

    Raises Refusal: NO_CHOICE where nobody chooses, NOT_THE_DEALER, STALE for a game that is not in
    the list, TOO_FEW_CARDS, ODD_STACKS; BrokenHand where the engine does not start it.
    """
    seat = chooser(state, person)
    game = next((one for one in terms.games if one.name == name), None)
    if game is None:
        raise Refusal(No.STALE)
    refuse_unplayable(game, players(state))
    state, marked = dealing.present(state, seat, back=True)
    picked = replace(state, pick=Pick(game.name, seat.place))
    return Decision(state, marked).then(_begin(picked, game, draw, pace))


def pick_by_clock(state: State, terms: Terms, draw: Draw, pace: Pace) -> Decision:
    """Begin the next hand where its dealer has not picked in time: by the last pick, if it can be.

    What is dealt so is no pick of its own but where it holds for an orbit. Raises Refusal:
    TOO_MANY_PLAYERS, NO_GAME, NO_CHOICE.
    """
    seats = players(state)
    game = dealt_game(terms, state.pick, seats)
    if terms.rules.choice is Choice.ORBIT:
        state = replace(state, pick=Pick(game.name, seats[-1].place))
    return _begin(state, game, draw, pace)


def chooser(state: State, person: Person) -> Seat:
    """Return the seat of who chooses now; raise Refusal: NO_CHOICE, NOT_THE_DEALER."""
    seat = players(state)[-1]
    if seat.person.id != person.id:
        raise Refusal(No.NOT_THE_DEALER)
    return seat


def players(state: State) -> tuple[Seat, ...]:
    """Return who will be dealt in to the hand whose dealer chooses; raise Refusal (NO_CHOICE)."""
    seats = () if state.asked is None else dealt_in(state.seats, state.dealer, state.asked.place)
    if not seats:
        raise Refusal(No.NO_CHOICE)
    return seats


def _begin(state: State, game: ListedGame, draw: Draw, pace: Pace) -> Decision:
    return dealing.begin(state, game, players(state), draw, pace)
