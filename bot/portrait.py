"""The pictures of a table: what everybody may see of it, and what one player sees besides."""

from __future__ import annotations

from bot.choosing import dealt_game, playable
from bot.person import Person
from bot.picture import ChoiceView, Menu, Picture, PlaceView, Private
from bot.seating import Seat, seat_at
from bot.starting import chooser, players
from bot.state import Play, State
from bot.terms import Terms
from engine.view import view


def picture_of(terms: Terms, state: State) -> Picture:
    """Return what everybody may see of a table."""
    play = state.play
    rules = terms.rules if play is None else play.hand.rules
    return Picture(
        line=terms.line,
        table=terms.id,
        guild=terms.guild,
        channel=terms.channel,
        version=state.version,
        title=terms.title if play is None else terms.title_of(play.game, rules),
        rules=rules,
        least=terms.least,
        most=terms.most,
        clock_seconds=terms.clock_seconds,
        phase=state.phase,
        hand=state.number,
        turn=_turn(state),
        seats=tuple(_place_of(state, seat) for seat in state.seats),
        view=None if play is None else view(play.hand, None),
        players=_players(play),
        due_at=state.due_at,
        note=state.note,
        choice=_choice_of(terms, state) if terms.is_chosen else None,
        chosen=tuple(one.seat for one in state.pending),
        waiting=tuple(one.person for one in state.waiting),
        called=tuple(one.person for one in state.waiting if one.until is not None),
        places=terms.places,
    )


def private_of(terms: Terms, state: State, person: Person) -> Private | None:
    """Return what somebody sees of the running or last hand, None where he is not in it."""
    play = state.play
    seat = None if play is None else play.seat_number(person)
    if play is None or seat is None:
        return None
    moment = terms.moment(play.number, play.hand.turn)
    options = play.hand.options(seat)
    choice = next((one.declaration for one in state.pending if one.seat == seat), None)
    return Private(moment, seat, view(play.hand, seat), _players(play), options, choice)


def menu_of(terms: Terms, state: State, person: Person) -> Menu:
    """Return what the dealer of the next hand may choose; raise Refusal where it is not his."""
    chooser(state, person)
    seats, moment = players(state), terms.moment(state.number, _turn(state))
    games = playable(terms.games, seats)
    usual = dealt_game(terms, state.pick, seats)
    barred = tuple(game for game in terms.games if game not in games)
    picked = state.pick is not None and state.pick.game == usual.name
    return Menu(moment, games, barred, len(seats), usual, picked)


def _turn(state: State) -> int:
    if state.asked is not None:
        return state.asked.turn
    return 0 if state.play is None else state.play.hand.turn


def _choice_of(terms: Terms, state: State) -> ChoiceView:
    asked, rules = state.asked, terms.rules
    seat = None if asked is None else seat_at(state.seats, asked.place)
    return ChoiceView(
        choice=rules.choice,
        title=terms.title,
        scale=rules.choice_scale,
        games=len(terms.games),
        chooser=None if seat is None else seat.person,
    )


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
        resting=seat.resting,
    )
