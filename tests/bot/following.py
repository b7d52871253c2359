"""Tables that follow their guild's house, and what is to be seen of that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.notice import Told
from engine.presets import preset_named
from tests.bot.conftest import ANN, BEN, GUILD

if TYPE_CHECKING:
    from bot.notice import Notice
    from bot.table import Table
    from engine.rules import HouseRules
    from tests.bot.conftest import House


USUAL = preset_named("casino_fixed").rules()
RICH = replace(USUAL, ante=2, small=20, big=40)


async def opened(house: House, rules: HouseRules = USUAL, name: str = "ours") -> Table:
    """Open a table with a game of the guild's own, for Ann and Ben."""
    await house.change(variants={name: rules})
    table = await house.open(name, rules=rules)
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    return table


async def following(
    house: House,
    preset: str = "casino_fixed",
    rules: HouseRules = USUAL,
    least: int | None = None,
    most: int | None = None,
) -> Table:
    """Open a table with the house's games and clock, and its limits if none, for Ann and Ben."""
    table = await house.open(
        preset,
        clock=None,
        least=least,
        most=most,
        rules=rules,
        games=house.houses.of(GUILD).choices(),
    )
    for person in (ANN, BEN):
        await table.sit(person, 200, house.key())
    return table


def limits(table: Table) -> tuple[int, int, int]:
    """Return what the table goes by, and what it shows."""
    picture = table.picture()
    shown = (picture.least, picture.most, picture.clock_seconds)
    assert (table.least, table.most, table.clock_seconds) == shown
    return shown


def rules_told(notices: list[Notice]) -> list[dict[str, tuple[str, str]]]:
    return [
        {option: (old, new) for option, old, new in notice.new.changes}
        for notice in notices
        if notice.new.kind is Told.RULES
    ]
