"""The pictures of a table: what everybody may see of it, and what one player sees besides."""

from __future__ import annotations

from bot.person import Person
from bot.picture import Moment, Picture, PlaceView, Private
from bot.seating import Seat
from bot.state import Play, State
from bot.terms import Terms
from engine.view import view


def picture_of(terms: Terms, state: State) -> Picture:
    """Return what everybody may see of a table."""
    play = state.play
    return Picture(
        table=terms.id,
        guild=terms.guild,
        channel=terms.channel,
        version=state.version,
        title=terms.title,
        rules=terms.rules,
        least=terms.least,
        most=terms.most,
        clock_seconds=terms.clock_seconds,
        phase=state.phase,
        hand=state.number,
        turn=0 if play is None else play.hand.turn,
        seats=tuple(_place_of(state, seat) for seat in state.seats),
        view=None if play is None else view(play.hand, None),
        players=_players(play),
        due_at=state.due_at,
        note=state.note,
    )


def private_of(terms: Terms, state: State, person: Person) -> Private | None:
    """Return what somebody sees of the running or last hand, None where he is not in it."""
    play = state.play
    seat = None if play is None else play.seat_number(person)
    if play is None or seat is None:
        return None
    moment = Moment(terms.id, play.number, play.hand.turn)
    options = play.hand.options(seat)
    return Private(moment, seat, view(play.hand, seat), _players(play), options)


def _players(play: Play | None) -> tuple[Person, ...]:
    return () if play is None else tuple(seat.person for seat in play.seats)


def _place_of(state: State, seat: Seat) -> PlaceView:
    dealt = None if state.play is None else state.play.seat_number(seat.person)
    stack = seat.stack
    if state.running is not None and dealt is not None:
        stack = state.running.hand.stacks[dealt]
    return PlaceView(
        person=seat.person,
        place=seat.place,
        stack=stack,
        dealer=state.number > 0 and seat.place == state.dealer,
        leaving=seat.leaving,
        hand_seat=dealt,
        sitting_out=seat.sitting_out,
    )
