"""Faults on purpose, one at a time: a harness that finds none of them proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from bot.store import Store
from bot.store.hands import HandRows
from engine.hand import Hand


class Life(Protocol):
    """What a fault is told of the bot it is in: how much it has under way."""

    busy: int


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
    """Take a wish for the turn that runs, whatever turn it was made at."""
    del life
    import bot.table as module  # noqa: PLC0415

    act = module.Table._act

    async def always(self: Any, person: Any, moment: Any, action: Any, key: str) -> Any:
        del moment
        return await act(self, person, self._gate.moment, action, key)

    setattr(module.Table, "_act", always)  # noqa: B010


def _other_cards(life: Life) -> None:
    """Read a hand back with two cards of its deck exchanged, and no digest that would tell."""
    del life
    import bot.replaying as module  # noqa: PLC0415

    start = Hand.start

    def exchanged(rules: Any, stacks: Any, deck: Any, reserve: Any) -> Hand:
        first, second, *rest = deck
        return start(rules, stacks, (second, first, *rest), reserve)

    class Other(Hand):
        start = staticmethod(exchanged)  # type: ignore[assignment]

    setattr(module, "Hand", Other)  # noqa: B010
    setattr(Hand, "digest", property(lambda self: ""))  # noqa: B010


def _forget_choices(life: Life) -> None:
    """Keep what waits in a declaration in memory alone."""
    del life
    setattr(HandRows, "set_choice", lambda *_given, **_named: None)  # noqa: B010


SABOTAGES: Final[Mapping[str, Callable[[Life], None]]] = {
    "answer first": _answer_first,
    "act twice": _act_twice,
    "other cards": _other_cards,
    "forget choices": _forget_choices,
}
