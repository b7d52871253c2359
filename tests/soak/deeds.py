"""What people do: they play, legally or not, and all else that the commands offer them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.rehearsal.channels import Channel
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.wire import kinds_below
from engine.presets import PRESETS
from tests.soak.cast import Cast
from tests.soak.model import Expected, expected, panels

AMOUNTS: Final = (0, 1, 2, 5, 10, 20, 40, 100, 200, 400, 999, 10**6, 2**53 - 1)
VERBS: Final = ("check", "call", "fold", "bring-in", "complete", "allin", "standpat", "buy")
SAID: Final = ("check", "call", "fold", "bring in", "complete", "all-in", "bet 10", "raise to 20",
               "high", "low", "stand pat", "nonsense", "DROP TABLE hand; --")  # fmt: skip
BESIDE: Final = (
    "peek", "chips balance", "chips history", "chips daily", "leaderboard", "stats", "rules",
    "history last", "privacy export", "sitout", "back", "wait", "deal", "leave",
)  # fmt: skip
MANAGED: Final = ("house show", "house presets", "bank audit", "house export")
ROOM: Final = (
    ("transfers", "yes"), ("transfers", "no"), ("daily", "150"), ("misses", "1"), ("misses", "3"),
    ("pause", "3"), ("seats", "4"), ("seats", "default"), ("clock", "25"), ("clock", "default"),
    ("min_buy_in", "50"), ("max_buy_in", "300"), ("ping", "no"), ("nonsense", "7"),
)  # fmt: skip
RULES: Final = (
    ("ante", "2"), ("ante", "default"), ("small", "10"), ("big", "20"), ("limit", "pot"),
    ("limit", "none"), ("game", "hilo"), ("game", "lowball"), ("declare", "simultaneous"),
    ("buy", "1"), ("deck", "32"), ("nonsense", "0"),
)  # fmt: skip
VARIANTS: Final = ("ours", "theirs", "club_night")
TEXTS: Final = ("for winning", "*bold* @everyone <@1>", "'); DROP TABLE account; --", "x" * 200)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody does: the chance of it, and the place."""

    chance: random.Random
    cast: Cast
    channel: Channel


Doing = Callable[[Deed], Awaitable[object]]


async def play(deed: Deed) -> None:
    """Let who is to decide use what his panel or his menu offers, and those after him."""
    for _ in range(deed.chance.randint(1, 6)):
        table, panel = _table(deed), deed.cast.panel(deed.channel)
        deciders = [] if table is None else [one.id for one in table.picture.deciders]
        users = [user for user in deed.cast.members(deed.channel) if user.id in deciders]
        if panel is None or not users:
            return
        player = deed.cast.player(deed.chance.choice(users), deed.channel)
        player._chance = deed.chance
        if not await player.act(panel, careful=deed.chance.random() < 0.3):
            return


async def command(deed: Deed) -> None:
    """Let somebody act by a command, mostly who is to decide, legally or not."""
    person = _actor(deed)
    if person is None:
        return
    if deed.chance.random() < 0.3:
        verb = deed.chance.choice(("bet", "raise"))
        await person.slash(verb, amount=deed.chance.choice(AMOUNTS), raw=True)
    elif deed.chance.random() < 0.2:
        way = deed.chance.choice(("high", "low", "both"))
        await person.slash("declare", way=way)
    else:
        await person.slash(deed.chance.choice(VERBS))


async def say(deed: Deed) -> None:
    """Let somebody act in words; no answer is waited for."""
    person = _actor(deed)
    if person is not None:
        await person.say(f"@Doorcard {deed.chance.choice(SAID)}")


async def press(deed: Deed) -> None:
    """Let anybody press any button that a panel ever had: foreign, stale, doubled."""
    shown = panels(deed.cast.stage, deed.channel.id)
    person = deed.cast.somebody(deed.chance, deed.channel)
    if not shown or person is None:
        return
    message = deed.chance.choice(shown[-3:])
    version = deed.chance.randrange(-min(3, len(message.versions)), 0)
    controls = [one for one in _controls(message, version) if one]
    if controls:
        copies = deed.chance.choice((1, 1, 2))
        custom_id = deed.chance.choice(controls)
        await person.press(message, custom_id, version=version, copies=copies, raw=True)


async def rush(deed: Deed) -> None:
    """Let who is to decide press one button twice at once."""
    person, panel = _actor(deed), deed.cast.panel(deed.channel)
    controls = [] if panel is None else [one["custom_id"] for one in panel.controls]
    if panel is not None and person is not None and controls:
        custom_id = deed.chance.choice(controls)
        await person.press(panel, custom_id, copies=2, raw=True)


async def sit(deed: Deed) -> None:
    """Let somebody take a seat, or buy more chips."""
    person = deed.cast.somebody(deed.chance, deed.channel)
    if person is not None:
        amount = deed.chance.choice((40, 60, 100, 100, 200, 400, *AMOUNTS[:3]))
        await person.slash("sit", amount=amount, raw=True)


async def begin(deed: Deed) -> None:
    """Let a manager open a table where none is, seat people and deal."""
    manager = deed.cast.manager(deed.channel)
    if manager is None or _table(deed) is not None:
        return
    options: dict[str, object] = {}
    if deed.chance.random() < 0.8:
        options["preset"] = deed.chance.choice((*PRESETS, *VARIANTS))
    if deed.chance.random() < 0.7:
        options["clock"] = deed.chance.choice((0, 20, 45, 60))
    if options.get("preset") == "dealers_choice":
        options["choice"] = deed.chance.choice(("hand", "orbit", "fixed"))
    opened = await manager.slash("table open", raw=True, **options)
    if "is open" not in opened.text:
        return
    members = deed.cast.members(deed.channel)
    count = deed.chance.randint(2, min(6, len(members))) if len(members) > 1 else 0
    for user in deed.chance.sample(members, count):
        amount = deed.chance.choice((40, 60, 100, 200))
        sitting = deed.cast.person(user, deed.channel)
        await sitting.slash("sit", amount=amount)
    await manager.slash("deal")


async def beside(deed: Deed) -> None:
    """Let somebody use one of the commands beside the game."""
    person = deed.cast.somebody(deed.chance, deed.channel)
    if person is not None:
        await person.slash(deed.chance.choice(BESIDE))


async def bank(deed: Deed) -> None:
    """Let chips be given, granted or taken, with all kinds of reasons."""
    person = deed.cast.somebody(deed.chance, deed.channel)
    other = deed.cast.somebody(deed.chance, deed.channel)
    manager = deed.cast.manager(deed.channel)
    if person is None or other is None:
        return
    amount = deed.chance.choice(AMOUNTS)
    match deed.chance.randrange(3):
        case 0:
            await person.slash("chips give", member=other, amount=amount, raw=True)
        case kind if manager is not None:
            words = "chips grant" if kind == 1 else "chips take"
            reason = deed.chance.choice(TEXTS)
            few = min(amount, 500)
            await manager.slash(words, member=other, amount=few, reason=reason, raw=True)


async def manage(deed: Deed) -> None:
    """Let a manager change the house, or look at it."""
    manager = deed.cast.manager(deed.channel)
    if manager is None:
        return
    chance, variant = deed.chance, deed.chance.choice(VARIANTS)
    match chance.randrange(6):
        case 0:
            source = chance.choice(tuple(PRESETS))
            given: dict[str, Any] = {"name": variant, "from": source}
            await manager.slash("house save", **given)
        case 1 | 2:
            option, value = chance.choice(RULES)
            await manager.slash("house set", variant=variant, option=option, value=value, raw=True)
        case 3:
            await manager.slash(chance.choice(MANAGED))
        case _:
            option, value = chance.choice(ROOM)
            await manager.slash("house room", option=option, value=value, raw=True)


async def remove(deed: Deed) -> None:
    """Let a manager remove a player or close the table."""
    manager, table = deed.cast.manager(deed.channel), _table(deed)
    if manager is None or table is None:
        return
    if deed.chance.random() < 0.3:
        await manager.slash("table close")
        return
    member = deed.cast.somebody(deed.chance, deed.channel)
    if member is not None:
        await manager.slash("table kick", member=member)


async def forget(deed: Deed) -> None:
    """Let somebody be forgotten, or think better of it."""
    person = deed.cast.somebody(deed.chance, deed.channel)
    if person is None:
        return
    answer = await person.slash("privacy forget")
    buttons = [] if answer.message is None else answer.message.controls
    if answer.message is not None and buttons and deed.chance.random() < 0.5:
        await person.press(answer.message, buttons[0]["custom_id"])


def _table(deed: Deed) -> Expected | None:
    return expected(deed.cast.stage).get(deed.channel.id)


def _actor(deed: Deed) -> Person | None:
    table = _table(deed)
    deciders = set() if table is None else {one.id for one in table.picture.deciders}
    users = [user for user in deed.cast.members(deed.channel) if user.id in deciders]
    if users and deed.chance.random() < 0.8:
        return deed.cast.person(deed.chance.choice(users), deed.channel)
    return deed.cast.somebody(deed.chance, deed.channel)


def _controls(message: Message, version: int) -> list[str]:
    parts = kinds_below(message.versions[version]["components"])
    return [str(one["custom_id"]) for one in parts if one.get("custom_id")]


DEEDS: Final[Mapping[Doing, int]] = {
    play: 90, command: 12, say: 6, press: 8, rush: 4, sit: 6, begin: 8, beside: 10, bank: 4,
    manage: 4, remove: 2, forget: 1,
}  # fmt: skip
"""Everything that people do, and how often beside the others."""
