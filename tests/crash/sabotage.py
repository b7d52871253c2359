"""Faults on purpose, one at a time: a harness that finds none of them proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from bot import keeping, playing, replaying
from bot.gate import Gate
from bot.person import Person
from bot.store import Store
from bot.store.hands import HandRow, HandRows
from engine.cards import parse_cards
from engine.hand import Hand
from engine.notation import read_act


class Life(Protocol):
    """What a fault is told of the bot it is in: how much it has under way, whether it may die."""

    busy: int
    mortal: bool


def _answer_first(life: Life) -> None:
    """Answer before the commit: memory takes the new state and shows it, the disk comes later."""
    write, read = Store.write, Store.read
    units: list[Any] = []
    late: set[asyncio.Task[None]] = set()

    async def catch_up(store: Store) -> None:
        while units:
            await write(store, units.pop(0))

    async def later(store: Store) -> None:
        life.busy += 1
        try:
            await asyncio.sleep(0.02)
            await catch_up(store)
        finally:
            life.busy -= 1

    async def put_off(self: Store, unit: Any) -> Any:
        await catch_up(self)
        result = await read(self, unit)  # as it will come out; what it writes is taken back
        units.append(unit)
        task = asyncio.create_task(later(self))
        late.add(task)
        task.add_done_callback(late.discard)
        return result

    async def read_all(self: Store, unit: Any) -> Any:
        await catch_up(self)
        return await read(self, unit)

    setattr(Store, "write", put_off)  # noqa: B010 - mypy forbids the plain assignment
    setattr(Store, "read", read_all)  # noqa: B010


def _act_twice(life: Life) -> None:
    """Take a wish for the turn that runs, at whatever turn it was made and whoever made it."""
    del life
    act = playing.act

    async def always(gate: Gate, person: Person, *given: Any) -> Any:
        _, action, key = given
        play = gate.state.running
        if play is not None:
            person = play.seats[play.hand.actors[0]].person
        return await act(gate, person, gate.moment, action, key)

    setattr(playing, "act", always)  # noqa: B010


def _other_cards(life: Life) -> None:
    """Read a hand back with two cards of its deck exchanged, and no digest that would tell."""
    del life

    def exchanged(row: HandRow) -> Hand:
        first, second, *rest = parse_cards(row.start.deck)
        stacks = [seat.stack for seat in row.start.seats]
        rules, reserve = replaying.rules_of(row.start.rules), parse_cards(row.start.reserve)
        hand = Hand.start(rules, stacks, (second, first, *rest), reserve)
        for act in row.acts:
            hand, _ = hand.act(*read_act(hand, act.line))
        return hand

    setattr(replaying, "_played_again", exchanged)  # noqa: B010


def _forget_choices(life: Life) -> None:
    """Read no choice back that waits in a declaration."""
    del life
    setattr(HandRows, "_choices", lambda *_given: ())  # noqa: B010


def _little_grace(life: Life) -> None:
    """Give an actor a second less than he is to have after a restart."""
    del life
    setattr(keeping, "GRACE", 19.0)  # noqa: B010


def _never_dies(life: Life) -> None:
    """Let the bot live on at every place it was to die at."""
    life.mortal = False


SABOTAGES: Final[Mapping[str, Callable[[Life], None]]] = {
    "answer first": _answer_first,
    "act twice": _act_twice,
    "other cards": _other_cards,
    "forget choices": _forget_choices,
    "little grace": _little_grace,
    "never dies": _never_dies,
}
