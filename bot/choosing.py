"""Whose choice the next game is, and which game is dealt where nobody chooses (R-CHOICE-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from bot.refusal import No, Refusal
from bot.state import Pick, State
from engine.decks import most_players
from engine.options import Choice
from engine.rules import MOST_SEATS

if TYPE_CHECKING:
    from bot.game import ListedGame
    from bot.seating import Seat
    from bot.terms import Terms


def refuse_unplayable(game: ListedGame, seats: Sequence[Seat]) -> None:
    """Raise Refusal for a game that cannot be dealt to these players (R-CHOICE-2).

    TOO_FEW_CARDS (R-DECK-4); ODD_STACKS: a stack is no whole number of its chips (R-TABLE-2).
    """
    most, unit = most_players(game.rules), game.rules.chip_unit
    if len(seats) > most:
        raise Refusal(No.TOO_FEW_CARDS, most, len(seats))
    if any(seat.stack % unit for seat in seats):
        raise Refusal(No.ODD_STACKS, unit)


def playable(games: Iterable[ListedGame], seats: Sequence[Seat]) -> tuple[ListedGame, ...]:
    """Return those of some games that can be dealt to these players, in the same order."""
    return tuple(game for game in games if _is_playable(game, seats))


def next_pick(terms: Terms, state: State, seats: Sequence[Seat]) -> Pick | None:
    """Return the pick that is in force for the next hand, None where its dealer must choose.

    `seats` are dealt in to it, in hand order. A pick for an orbit is in force until the deal comes
    to the place where it was made, whoever sits there now, or passes it; so is a game of a list
    that rotates. Raises Refusal: TOO_MANY_PLAYERS, NO_GAME.
    """
    place, pick = seats[-1].place, state.pick
    match terms.rules.choice:
        case Choice.NONE:
            return Pick(terms.games[0].name, place)
        case Choice.HAND:
            return None
        case Choice.ORBIT:
            return pick if _holds(pick, state.dealer, place) else None
        case Choice.FIXED:
            if pick is not None and _holds(pick, state.dealer, place):
                return pick
            rotated = terms.games if pick is None else _rotated(terms, pick, 1)
            return Pick(_first(rotated, seats).name, place)
        case _:
            assert_never(terms.rules.choice)


def dealt_game(terms: Terms, pick: Pick | None, seats: Sequence[Seat]) -> ListedGame:
    """Return the game that is dealt to these players where nobody chooses another.

    It is the pick's; where there is none, or it cannot be dealt to them, the first that can, in a
    list that rotates from the pick on. Raises Refusal: TOO_MANY_PLAYERS, NO_GAME.
    """
    picked = [game for game in terms.games if pick is not None and game.name == pick.game]
    rotates = terms.rules.choice is Choice.FIXED and pick is not None
    others = _rotated(terms, pick, 0) if rotates and pick is not None else terms.games
    return _first((*picked, *others), seats)


def _is_playable(game: ListedGame, seats: Sequence[Seat]) -> bool:
    try:
        refuse_unplayable(game, seats)
    except Refusal:
        return False
    return True


def _first(games: Sequence[ListedGame], seats: Sequence[Seat]) -> ListedGame:
    most = max(most_players(game.rules) for game in games)
    if len(seats) > most:
        raise Refusal(No.TOO_MANY_PLAYERS, most, len(seats), len(seats) - most)
    for game in playable(games, seats):
        return game
    raise Refusal(No.NO_GAME)


def _rotated(terms: Terms, pick: Pick, by: int) -> tuple[ListedGame, ...]:
    """Return the list from the pick's game on, or from so many behind it."""
    names = [game.name for game in terms.games]
    at = (names.index(pick.game) if pick.game in names else 0) + by
    return (*terms.games[at:], *terms.games[:at])


def _holds(pick: Pick | None, last: int | None, place: int) -> bool:
    """Tell whether the deal goes from the place `last` to `place` without meeting the pick's."""
    if pick is None or last is None:
        return False
    return (pick.place - last - 1) % MOST_SEATS > (place - last - 1) % MOST_SEATS
