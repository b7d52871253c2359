"""A simultaneous declaration at the table: choices wait until the last is made (R-DECL-2).

They are kept outside the hand, which is told all of them at once, in the order of the seats: until
then each can be changed, and nothing that is drawn from the hand can show one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.picture import is_secret
from bot.state import Pending, Play, State
from bot.step import ChoiceMade, Entry
from bot.taken import CLOCK, take
from engine.actions import Action, Verb
from engine.errors import IllegalAction


def owing(state: State, play: Play) -> tuple[int, ...]:
    """Return the seats that a hand waits for: its actors without those who have chosen."""
    chosen = {one.seat for one in state.pending}
    return tuple(seat for seat in play.hand.actors if seat not in chosen)


def choose(
    state: State, play: Play, at: int, action: Action, by: int
) -> tuple[State, tuple[Entry, ...]]:
    """Let a player choose, or change what he has chosen; raise IllegalAction where he may not."""
    options = play.hand.options(at)
    refused = options.refusal(action)
    if refused is not None:
        raise IllegalAction(action, options, refused)
    return _with(state, (Pending(at, action.declaration, by),))


def choose_late(state: State, play: Play) -> State:
    """Let the clock choose for all who have not chosen; nothing of that waits (R-TABLE-7)."""
    late = (_forced(play, seat, late=True) for seat in owing(state, play))
    return _with(state, late)[0]


def carry_on(state: State, play: Play) -> tuple[State, Play, tuple[Entry, ...]]:
    """Choose for those who are away, and tell the hand once nobody owes a choice any more."""
    away = [seat for seat in owing(state, play) if state.seated(play, seat).away]
    state, chosen = _with(state, (_forced(play, seat) for seat in away))
    if owing(state, play):
        return state, play, chosen
    entries = [*chosen]
    for pending in state.pending:
        action = Action(Verb.DECLARE, declaration=pending.declaration)
        play, taken = take(play, pending.seat, action, _key(play, pending), pending.by)
        entries.append(taken)
    return replace(state, pending=()), play, tuple(entries)


def is_waiting(state: State) -> bool:
    """Tell whether a simultaneous declaration waits for somebody."""
    return state.running is not None and is_secret(state.running.hand)


def _with(state: State, choices: Iterable[Pending]) -> tuple[State, tuple[Entry, ...]]:
    """Return the state with choices made, in the order of the seats, and what to write of them."""
    made = {one.seat: one for one in choices}
    kept = [one for one in state.pending if one.seat not in made]
    pending = sorted((*kept, *made.values()), key=lambda one: one.seat)
    entries = tuple(ChoiceMade(one.seat, one.declaration, one.by) for one in made.values())
    return replace(state, pending=tuple(pending)), entries


def _forced(play: Play, seat: int, *, late: bool = False) -> Pending:
    return Pending(seat, play.hand.timed_out(seat).declaration, None, late=late)


def _key(play: Play, pending: Pending) -> str:
    """Return a key that no other act has; that of the click is kept with the requests."""
    account = play.seats[pending.seat].account
    key = f"declare:{account}:{play.number}:{play.acts + 1}"
    return f"{CLOCK}{key}" if pending.late else key
