"""What people do about hands, inside the gate of their table: deal, pick the game, act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import dealing, sitting, starting
from bot.deadline import kind_of
from bot.declaring import is_waiting
from bot.refusal import No, Refusal
from bot.watcher import What

if TYPE_CHECKING:
    from bot.deadline import Deadline
    from bot.gate import Gate
    from bot.person import Person
    from bot.picture import Moment, Picture
    from engine.actions import Action


async def deal(
    gate: Gate, deadline: Deadline, person: Person, key: str, gone: frozenset[int]
) -> Picture:
    """Start a hand, or ask its dealer for its game; who is `gone` from the server leaves first."""
    sitting.refuse_unless_open(gate.state)
    seat = sitting.seat_here(gate.state, person)
    if gate.state.running is not None:
        raise Refusal(No.HAND_RUNNING)
    if gate.state.asked is not None:
        raise Refusal(No.CHOOSING)
    await deadline.send_off(gone)
    draw = gate.room.shuffle.draw
    decision = starting.start(gate.state, gate.terms, draw, gate.pace(), by=seat)
    await gate.take(decision, kind_of(decision), key, request=key)
    return gate.picture()


async def pick(
    gate: Gate,
    deadline: Deadline,
    person: Person,
    moment: Moment,
    game: str,
    key: str,
    gone: frozenset[int],
) -> Picture:
    """Begin the next hand with the game that its dealer has picked."""
    refuse_unless_due(gate, moment)
    starting.chooser(gate.state, person)
    await deadline.send_off(gone)
    refuse_unless_due(gate, moment)
    draw = gate.room.shuffle.draw
    decision = starting.pick(gate.state, gate.terms, person, game, draw, gate.pace())
    await gate.take(decision, What.HAND_BEGAN, key, request=key)
    return gate.picture()


def refuse_unless_due(gate: Gate, moment: Moment) -> None:
    """Raise Refusal (STALE) where the next game is not chosen at that moment."""
    sitting.refuse_unless_open(gate.state)
    if gate.state.asked is None or moment != gate.due:
        raise Refusal(No.STALE)


async def act(
    gate: Gate, person: Person, moment: Moment | None, action: Action, key: str
) -> Picture:
    """Let somebody act at the moment he has seen."""
    sitting.refuse_unless_open(gate.state)
    if moment != gate.moment:
        raise Refusal(No.STALE)
    # The key of an act is kept with it; a choice that waits is no act yet, and may be changed.
    request = key if is_waiting(gate.state) else None
    decision = dealing.act(gate.state, person, action, key, gate.pace())
    await gate.take(decision, What.ACTED, key, request=request)
    return gate.picture()
