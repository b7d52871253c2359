"""What an application may not register as commands, and what registering does."""

import itertools
from typing import Any

import pytest

from bot.rehearsal.clock import Clock
from bot.rehearsal.command_refusals import refuse_commands
from bot.rehearsal.commands import CommandBook
from bot.rehearsal.errors import Refused
from bot.rehearsal.wire import Json


def command(name: str = "sit", **changes: Any) -> Json:
    return {"name": name, "description": "Words"} | changes


def option(name: str = "amount", kind: int = 4, **changes: Any) -> Json:
    return {"name": name, "description": "Words", "type": kind} | changes


def choices(count: int, **changes: Any) -> list[Json]:
    return [{"name": f"c{n}", "value": str(n)} | changes for n in range(count)]


TAKEN: dict[str, list[Json]] = {
    "100 commands": [command(f"c{n}") for n in range(100)],
    "the same name of another type": [command(), {"name": "sit", "type": 2}],
    "a name with a hyphen": [command("bring-in")],
    "a name in another script": [command("осада")],
    "25 choices": [command(options=[option(kind=3, choices=choices(25))])],
    "groups": [command(options=[option("a", 2, options=[option("b", 1, options=[option()])])])],
    "numbers within bounds": [
        command(
            options=[
                option(min_value=1, max_value=9, choices=[{"name": "Two", "value": 2}]),
                option("share", 10, min_value=0.5, max_value=2),
                option("words", 3, min_length=0, max_length=6000),
                option("nearly", 4, autocomplete=True, min_value=1, max_value=1),
            ]
        )
    ],
    "a translation": [command(name_localizations={"de": "setzen"})],
}


@pytest.mark.parametrize("commands", TAKEN.values(), ids=TAKEN)
def test_commands_within_the_limits_are_taken(commands: list[Json]) -> None:
    refuse_commands(commands)


REFUSED: dict[str, list[Json]] = {
    "a name with a capital": [command("Sit")],
    "a name with a space": [command("sit down")],
    "a name of 33": [command("s" * 33)],
    "no name": [command("")],
    "no description": [command(description="")],
    "a description of 101": [command(description="d" * 101)],
    "the same name twice": [command(), command()],
    "101 commands": [command(f"c{n}") for n in range(101)],
    "16 user commands": [{"name": f"c{n}", "type": 2} for n in range(16)],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "the same option twice": [command(options=[option(), option()])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "an option with a capital": [command(options=[option("Amount")])],
    "an unknown kind of option": [command(options=[option(kind=12)])],
    "26 choices": [command(options=[option(kind=3, choices=choices(26))])],
    "a choice of 101": [command(options=[option(kind=3, choices=choices(1, name="n" * 101))])],
    "a choice of the wrong kind": [command(options=[option(kind=4, choices=choices(1))])],
    "the same choice twice": [command(options=[option(kind=3, choices=choices(2, name="n"))])],
    "a choice with a fraction": [
        command(options=[option(kind=4, choices=[{"name": "n", "value": 1.5}])])
    ],
    "a choice too large": [
        command(options=[option(kind=4, choices=[{"name": "n", "value": (1 << 53) + 1}])])
    ],
    "a bound in words": [command(options=[option(min_value="1")])],
    "a bound with a fraction": [command(options=[option(max_value=1.5)])],
    "a bound too large": [command(options=[option(max_value=(1 << 53) + 1)])],
    "a least value above the most": [command(options=[option(min_value=2, max_value=1)])],
    "a least length above the most": [
        command(options=[option(kind=3, min_length=2, max_length=1)])
    ],
    "a bound of a text": [command(options=[option(kind=3, min_value=1)])],
    "a length of a number": [command(options=[option(kind=4, max_length=1)])],
    "choices with autocomplete": [
        command(options=[option(kind=3, autocomplete=True, choices=choices(1))])
    ],
    "autocomplete for a user": [command(options=[option(kind=6, autocomplete=True)])],
    "sub-commands beside options": [command(options=[option("a", 1), option("b")])],
    "a sub-command in a sub-command": [command(options=[option("a", 1, options=[option("b", 1)])])],
    "over 8,000 characters": [
        command(
            options=[
                option(
                    f"o{n}",
                    3,
                    choices=choices(25, name="n" * 100)[:1]
                    + [{"name": f"{m}" * 50, "value": f"{m}" * 50} for m in range(1, 10)],
                )
                for n in range(10)
            ]
        )
    ],
    "an unknown locale": [command(name_localizations={"tlh": "sit"})],
    "a translated name with a capital": [command(name_localizations={"de": "Setzen"})],
    "an unknown type": [command(type=9)],
    "permissions in words": [command(default_member_permissions="manage")],
}


@pytest.mark.parametrize("commands", REFUSED.values(), ids=REFUSED)
def test_what_discord_refuses_is_refused(commands: list[Json]) -> None:
    with pytest.raises(Refused) as caught:
        refuse_commands(commands)
    assert caught.value.code == 50035


def book(clock: Clock | None = None) -> CommandBook:
    serial = itertools.count(100)
    return CommandBook(1, lambda: next(serial), clock or Clock())


def test_a_sync_keeps_the_id_of_a_known_name_and_drops_the_rest() -> None:
    commands = book()
    before = commands.replace(None, [command("sit"), command("leave")])
    after = commands.replace(None, [command("sit", description="Other"), command("deal")])
    assert [c["name"] for c in commands.all(None)] == ["sit", "deal"]
    assert after[0]["id"] == before[0]["id"]
    assert after[0]["version"] != before[0]["version"]


def test_a_guilds_own_command_hides_the_global_one() -> None:
    commands = book()
    commands.replace(None, [command("sit"), command("deal")])
    commands.replace(7, [command("sit", description="Here")])
    assert sorted(c["description"] for c in commands.usable(7)) == ["Here", "Words"]
    assert len(commands.usable(8)) == 2


def test_a_refused_sync_changes_nothing() -> None:
    commands = book()
    commands.replace(None, [command("sit")])
    with pytest.raises(Refused):
        commands.replace(None, [command("Sit")])
    assert [c["name"] for c in commands.all(None)] == ["sit"]


def test_two_hundred_new_names_a_day_and_guild_are_enough() -> None:
    clock = Clock()
    commands = book(clock)
    first, second = ([command(f"c{n}") for n in part] for part in (range(100), range(100, 200)))
    commands.replace(None, first)
    commands.replace(None, first)  # known names are no creates
    commands.replace(None, second)
    with pytest.raises(Refused) as caught:
        commands.replace(None, [*second[:99], command("more")])
    assert (caught.value.status, caught.value.code) == (400, 30034)
    assert commands.all(None)[-1]["name"] == "c199"
    commands.replace(7, first)
    clock.turn(24 * 60 * 60)
    commands.replace(None, first)
