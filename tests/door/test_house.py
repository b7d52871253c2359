"""/house over a real connection: what its managers can do, in good and in bad forms."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.rehearsal.permissions import Permission
from engine.presets import PRESETS

DENIED = "You need the permission Manage Server or the house's manager role for that."


def one_line(answer: Any) -> str:
    """Return the text of a private answer of one line."""
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    assert not re.search(r"<@|(?<!\\)@everyone|@here", answer.text)
    return str(answer.text)


async def games(table: Any) -> list[str]:
    """Return the games of the server's own, as everybody sees them offered."""
    offered = await table.ben.completes("rules", "preset", "")
    return [choice["value"] for choice in offered.choices if choice["value"] not in PRESETS]


async def test_the_house_is_shown_in_private(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        answer = await ann.slash("house show")
        assert answer.ephemeral
        assert "- `min_buy_in` 40 · the fewest chips to sit down with" in answer.text
        assert "Games of this server: 0" in answer.text
        await ann.slash("house save", name="late_night", **{"from": "hilo_buy"})
        assert "- `late_night` high-low, ace to six" in (await ann.slash("house show")).text
        presets = await ann.slash("house presets")
        assert all(f"`{name}`" in presets.text for name in (*PRESETS, "late_night"))
        answer = await ann.slash("house show", name="late_night")
        assert answer.text.startswith("### late night\nHigh-low stud")
        options = await table.stage.wait_for(
            lambda: next((one.text for one in ann.privates() if "Options of" in one.text), None)
        )
        assert "Options of `late_night` that differ from the defaults" in options
        assert "- `buy_price` 20 · what a card costs in each buy" in options
        assert "- `burn`" not in options
        assert "There is no preset" in one_line(await ann.slash("house show", name="@everyone"))


async def test_a_game_is_copied_changed_and_dealt(play: Any) -> None:
    async with play() as table:
        ann, ben = table.ann, table.ben
        answer = await ann.slash("house save", name="friday", **{"from": "casino_fixed"})
        assert answer.text.startswith("`friday` is kept: ante 1 · bring-in 4")
        answer = await ann.slash("house set", variant="friday", option="ante", value="1,000")
        assert one_line(answer) == "`friday` has `ante` 1,000 from the next hand on."
        answer = await ann.slash(
            "house set",
            variant="friday",
            option="bring_in_mode",
            value="none",
            option_2="bring_in",
            value_2="0",
            option_3="ante",
            value_3="3",
        )
        assert "`bring_in_mode` none, `bring_in` 0, `ante` 3" in one_line(answer)
        assert "Everybody antes 3 chips." in (await ben.slash("rules", preset="friday")).text
        await ann.slash("table open", preset="friday")
        await table.panel("friday", "ante 3 · bets 10/20")
        await ann.slash("table close")
        assert "opens `friday` now" in one_line(await ann.slash("house default", name="friday"))
        await ann.slash("table open")
        await table.panel("friday", "ante 3")
        refused = one_line(await ann.slash("house delete", name="friday"))
        assert "friday is what /table open opens" in refused
        await ann.slash("house default", name="hilo")
        assert "`friday` is deleted" in one_line(await ann.slash("house delete", name="friday"))
        assert await games(table) == []


@pytest.mark.parametrize("how", ["save", "build", "set", "delete", "default", "show", "list add"])
async def test_strange_names_are_refused_in_one_line(play: Any, how: str) -> None:
    async with play() as table:
        option = {"set": "variant", "list add": "game"}.get(how, "name")
        rest = {"option": "ante", "value": "1"} if how == "set" else {}
        for name in ("**bold**", "@everyone", "<@1>", "a b", "x" * 33, "Hilo", "`", "holdem!"):
            answer = await table.ann.slash(f"house {how}", raw=True, **{option: name, **rest})
            assert "**bold**" not in one_line(answer)
        assert await games(table) == []


async def test_what_cannot_be_set_is_told_by_name_and_nothing_is_saved(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        await ann.slash("house save", name="own", **{"from": "casino_fixed"})

        async def refused(option: str, value: str, **more: str) -> str:
            return one_line(
                await ann.slash("house set", variant="own", option=option, value=value, **more)
            )

        assert await refused("ante", "-1") == "ante: must be from 0 to 1000000000 chips."
        assert await refused("ante", "--1") == "ante: is not a whole number."
        assert await refused("ante", str(10**18)) == "ante: must be from 0 to 1000000000 chips."
        assert (await refused("bring_in", "0")).startswith("bring_in: must be positive")
        assert await refused("wild", "yes") == "option: is not one of those of a game."
        assert (await refused("limit", "@everyone")).startswith("limit: must be one of fixed,")
        both = await refused("small", "0", option_2="deck", value_2="99")
        assert "deck: must be one of 52" in both
        assert "small: must be given in fixed limit" in both
        twice = await refused("ante", "1", option_2="ante", value_2="2")
        assert twice == "option: is named twice."
        half = await refused("ante", "1", option_2="small")
        assert half == "option: and its value belong together."
        built_in = await ann.slash("house set", variant="hilo", option="ante", value="5")
        assert "hilo is built-in" in one_line(built_in)
        again = await ann.slash("house save", name="own", **{"from": "hilo"})
        assert "own is there already" in one_line(again)
        built_in = await ann.slash("house save", name="hilo", **{"from": "hilo"})
        assert "hilo is a built-in game" in one_line(built_in)
        shown = (await ann.slash("house show")).text
        assert "- `own` ante 1 · bring-in 4, low card · bets 10/20" in shown


SETTINGS = [
    ("min_buy_in", "100", "100"),
    ("max_buy_in", "2,000", "2,000"),
    ("clock", "0", "0"),
    ("ping", "no", "no"),
    ("seats", "6", "6"),
    ("pause", "2.5", "2.5"),
    ("misses", "0", "0"),
    ("starting_chips", "500", "500"),
    ("daily_chips", "0", "0"),
    ("transfers", "yes", "yes"),
    ("transfer_cap", "50", "50"),
]


async def test_each_setting_of_the_room_is_set_shown_and_kept(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        for option, value, told in SETTINGS:
            answer = await ann.slash("house room", option=option, value=value)
            assert one_line(answer).startswith(f"`{option}` is {told} now: ")
        await table.stage.kill_bot()
        await table.stage.start_bot()
        shown = (await ann.slash("house show")).text
        for option, _value, told in SETTINGS:
            assert f"- `{option}` {told} · " in shown
        await ann.slash("table open")
        await table.panel("100", "2,000")
        back = await ann.slash("house room", option="pause", value="default")
        assert one_line(back).startswith("`pause` is as the bot is set up now")


async def test_settings_that_cannot_be_are_refused(play: Any) -> None:
    async with play() as table:
        for option, value, words in (
            ("min_buy_in", "0", "min_buy_in: must be from 1 to 10,000,000."),
            ("min_buy_in", "-1", "min_buy_in: must be from 1 to 10,000,000."),
            ("max_buy_in", str(10**18), "max_buy_in: must be from 1 to 10,000,000."),
            ("min_buy_in", "401", "min_buy_in: must not be above max_buy_in."),
            ("seats", "11", "seats: must be from 2 to 10."),
            ("clock", "-1", "clock: must be from 0 to 3,600."),
            ("misses", "-2", "misses: must be from 0 to 20."),
            ("clock", "soon", "clock: is not a whole number."),
            ("ping", "perhaps", "ping: must be yes or no."),
            ("pause", "nan", "pause: must be from 0.05 to 60 seconds."),
            ("transfer_cap", "0", "transfer_cap: must be from 1 to 1,000,000,000."),
            ("manager", "1", "setting: is unknown; there are min_buy_in, "),
            ("@everyone", "1", "setting: is unknown; there are min_buy_in, "),
        ):
            answer = await table.ann.slash("house room", option=option, value=value)
            assert one_line(answer).startswith(words)
        assert "- `min_buy_in` 40 · " in (await table.ann.slash("house show")).text


COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("show", {}),
    ("presets", {}),
    ("save", {"name": "own", "from": "hilo"}),
    ("set", {"variant": "own", "option": "ante", "value": "5"}),
    ("build", {"name": "own"}),
    ("delete", {"name": "own"}),
    ("default", {"name": "hilo"}),
    ("room", {"option": "clock", "value": "5"}),
    ("manager", {}),
    ("manager", {"nobody": True}),
    ("list add", {"game": "hilo"}),
    ("list remove", {"game": "hilo"}),
    ("list usual", {}),
    ("export", {}),
]


async def test_who_may_not_manage_gets_one_line_and_changes_nothing(play: Any) -> None:
    async with play() as table:
        ben, here = table.ben, table.stage.table
        before = (await table.ann.slash("house show")).text
        for words, options in COMMANDS:
            answer = await ben.slash(f"house {words}", raw=True, **options)
            assert one_line(answer) == DENIED
        for words, channel in (("channel add", here), ("channel remove", str(here.id))):
            answer = await ben.slash(f"house {words}", channel=channel, raw=True)
            assert one_line(answer) == DENIED
        assert (await table.ann.slash("house show")).text == before


async def test_the_manager_role_may_manage_and_only_while_it_is_named(play: Any) -> None:
    async with play() as table:
        ann, ben = table.ann, table.ben
        role = table.stage.staff.give_role(ben.guild, ben.user)
        opened = await ben.slash("table open", raw=True)
        assert one_line(opened) == DENIED
        answer = await ann.slash("house manager", role=role)
        assert f"<@&{role.id}> manages the tables now" in answer.text
        await ben.slash("table open", raw=True)
        await table.panel("Five-card stud")
        answer = await ben.slash("house room", raw=True, option="clock", value="5")
        assert one_line(answer).startswith("`clock` is 5 now")
        assert one_line(await table.cid.slash("table close", raw=True)) == DENIED
        assert "closed" in one_line(await ben.slash("table close", raw=True)).lower()
        assert f"<@&{role.id}> manages" in (await ben.slash("house manager", raw=True)).text
        both = await ann.slash("house manager", role=role, nobody=True)
        assert one_line(both) == "manager: is a role or nobody, not both."
        answer = await ann.slash("house manager", nobody=True)
        assert one_line(answer) == "Only who manages the server manages the tables now."
        answer = await ben.slash("house room", raw=True, option="clock", value="6")
        assert one_line(answer) == DENIED


async def test_not_everybody_can_be_made_a_manager(play: Any) -> None:
    async with play() as table:
        everyone = table.ann.guild.everyone
        answer = await table.ann.slash("house manager", role=everyone)
        assert one_line(answer) == "manager: must be a role that not everybody has."
        assert one_line(await table.ben.slash("house show", raw=True)) == DENIED


async def test_tables_are_opened_in_the_named_channels_and_their_threads(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        answer = await ann.slash("house channel add", channel=stage.lobby)
        assert f"`channels` is <#{stage.lobby.id}> now" in answer.text
        answer = await ann.slash("table open")
        assert answer.text == f"Tables are opened in other channels here: <#{stage.lobby.id}>."
        thread = stage.staff.open_thread(stage.lobby, "cards")
        ann.enter(thread)
        assert "open" in (await ann.slash("table open")).text
        await table.panel("Five-card stud")
        ann.enter(stage.table)
        answer = await ann.slash("house channel remove", channel=str(stage.table.id))
        assert one_line(answer) == "channel: is not on the list."
        for wrong in ("@everyone", "<@1>", "", "9" * 40):
            answer = await ann.slash("house channel remove", channel=wrong, raw=True)
            assert one_line(answer) == "channel: is not on the list."
        await ann.slash("house channel remove", channel=f"<#{stage.lobby.id}>")
        assert "open" in (await ann.slash("table open")).text


async def test_a_channel_that_is_gone_locks_nothing_for_good(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        side = stage.staff.open_channel(ann.guild, "side")
        await ann.slash("house channel add", channel=side)
        stage.staff.delete_channel(side)
        await settled(table, "side")
        refused = one_line(await ann.slash("table open"))
        assert refused == (
            "The channels where tables may be opened are gone: `/house channel remove` takes them"
            " off the list."
        )
        await ann.slash("house channel add", channel=stage.lobby)
        answer = one_line(await ann.slash("table open"))
        assert answer == f"Tables are opened in other channels here: <#{stage.lobby.id}>."
        offered = await ann.completes("house channel remove", "channel", "")
        assert [(one["name"], one["value"]) for one in offered.choices] == [
            (f"gone: {side.id}", str(side.id)),
            (f"#{stage.lobby.name}", str(stage.lobby.id)),
        ]
        await ann.slash("house channel remove", channel=str(side.id))
        await ann.slash("house channel remove", channel=f"#{stage.lobby.name}")
        assert "open" in (await ann.slash("table open")).text


async def settled(table: Any, name: str) -> None:
    """Wait until the bot knows that a channel of that name is gone."""
    for _ in range(250):
        offered = await table.ann.completes("house channel remove", "channel", "")
        if not any(name in choice["name"] for choice in offered.choices):
            return
    raise AssertionError(f"{name} is still there")


async def test_channels_and_roles_of_another_server_are_refused(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        other = stage.found_guild("Elsewhere")
        channel = other.text_channels[0]
        answer = await ann.slash("house channel add", channel=channel, raw=True)
        assert one_line(answer) == "channel: is no channel of this server."
        role = stage.staff.give_role(other, other.members[other.owner_id].user)
        answer = await ann.slash("house manager", role=role, raw=True)
        assert answer.ephemeral
        assert "- `manager` none" in (await ann.slash("house show")).text
        assert "- `channels` any" in (await ann.slash("house show")).text


async def test_two_servers_share_no_house(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        other = stage.found_guild("Elsewhere")
        there = stage.person("Ann", guild=other, permissions=Permission.MANAGE_GUILD)
        await ann.slash("house save", name="own", **{"from": "hilo"})
        await ann.slash("house room", option="clock", value="5")
        shown = (await there.slash("house show")).text
        assert "- `clock` 60" in shown
        assert "`own`" not in shown
        assert "There is no preset" in one_line(await there.slash("table open", preset="own"))
        await there.slash("house save", name="own", **{"from": "soko_fi"})
        assert "high-low" in (await ann.slash("house show")).text


async def test_two_managers_at_once_lose_nothing_of_each_other(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        dee = table.stage.person("Dee", permissions=Permission.MANAGE_GUILD)
        await ann.slash("house save", name="own", **{"from": "casino_fixed"})
        await asyncio.gather(
            ann.slash("house set", variant="own", option="ante", value="7"),
            dee.slash("house set", variant="own", option="raise_cap", value="9"),
            ann.slash("house room", option="clock", value="11"),
            dee.slash("house save", name="hers", **{"from": "hilo"}),
            ann.slash("house save", name="his", **{"from": "hilo"}),
        )
        shown = (await ann.slash("house show")).text
        assert "- `own` ante 7 · bring-in 4, low card · bets 10/20" in shown
        assert "raise cap 9" in shown
        assert "- `clock` 11" in shown
        assert sorted(await games(table)) == ["hers", "his", "own"]
        done = await asyncio.gather(
            ann.slash("house save", name="same", **{"from": "hilo"}),
            dee.slash("house save", name="same", **{"from": "soko_fi"}),
        )
        assert sorted("is there already" in answer.text for answer in done) == [False, True]


async def test_own_games_are_offered_wherever_games_are(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await ann.slash("house save", name="own_game", **{"from": "soko_fi"})
        await ann.slash("house set", variant="own_game", option="ante", value="3")
        for words, option in (
            ("table open", "preset"),
            ("rules", "preset"),
            ("house show", "name"),
            ("house save", "from"),
            ("house default", "name"),
            ("house build", "from"),
        ):
            offered = await ann.completes(words, option, "own")
            assert [choice["value"] for choice in offered.choices] == ["own_game"]
        for words, option in (("house set", "variant"), ("house delete", "name")):
            offered = await ann.completes(words, option, "")
            assert [choice["value"] for choice in offered.choices] == ["own_game"]
        await ann.slash("table open", preset="dealers_choice")
        for person in (ann, ben, cid):
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await table.panel("deals next and chooses the game")
        await cid.click("Choose the game")
        answer = await cid.choose("own game", private=True)
        assert answer.text == "You choose: own game. The cards are dealt."
        await table.panel("Hand 1 · own game", "pot limit")


async def test_the_list_of_dealers_choice_is_the_houses(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        assert "17 games" in one_line(await ann.slash("house list remove", game="soko_fi"))
        again = await ann.slash("house list remove", game="soko_fi")
        assert one_line(again) == "game: is not on the list."
        offered = await ann.completes("house list add", "game", "")
        assert {choice["value"] for choice in offered.choices} == {"soko_fi", "dealers_choice"}
        answer = await ann.slash("house list add", game="dealers_choice")
        assert one_line(answer) == "games: names a game that is a choice of games itself."
        await ann.slash("table open", preset="dealers_choice")
        await table.panel("17 games")
        assert "18 games" in one_line(await ann.slash("house list add", game="soko_fi"))
        assert "18 games" in one_line(await ann.slash("house list usual"))


async def test_options_and_their_values_complete_themselves(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        await ann.slash("house save", name="own", **{"from": "casino_fixed"})
        offered = await ann.completes("house set", "option", "bring", variant="own")
        assert [choice["value"] for choice in offered.choices][:3] == [
            "bring_in_mode",
            "bring_in",
            "bring_in_tie",
        ]
        assert offered.choices[0]["name"] == "bring_in_mode: who has to bet first (low)"
        assert len((await ann.completes("house set", "option", "")).choices) == 25
        offered = await ann.completes("house set", "value", "", variant="own", option="limit")
        assert [choice["value"] for choice in offered.choices] == ["fixed", "spread", "pot", "none"]
        offered = await ann.completes("house set", "value", "", variant="own", option="ante")
        assert [choice["value"] for choice in offered.choices] == ["1"]
        offered = await ann.completes(
            "house set", "value_2", "sp", variant="own", option="ante", option_2="limit"
        )
        assert [choice["value"] for choice in offered.choices] == ["spread"]
        offered = await ann.completes("house set", "value", "", option="nonsense")
        assert offered.choices == []
        offered = await ann.completes("house room", "option", "_chips")
        assert [choice["value"] for choice in offered.choices] == ["starting_chips", "daily_chips"]
        offered = await ann.completes("house room", "value", "", option="ping")
        assert [choice["value"] for choice in offered.choices] == ["yes", "no"]
        offered = await ann.completes("house room", "value", "", option="clock")
        assert [choice["value"] for choice in offered.choices] == ["60", "default"]
        offered = await ann.completes("house room", "value", "", option="pause")
        assert [choice["value"] for choice in offered.choices] == ["default"]
        assert (await ann.completes("house room", "value", "")).choices == []


async def test_a_doubled_command_is_done_once(play: Any) -> None:
    async with play() as table:
        await table.ann.slash("house save", name="own", **{"from": "hilo"})
        table.stage.repeat_last_dispatch()
        await table.ann.slash("house delete", name="own")
        assert await games(table) == []
