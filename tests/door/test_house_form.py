"""/house build over a real connection: a game built step by step in a form that lasts."""

from __future__ import annotations

from typing import Any

from bot.rehearsal.permissions import Permission

DENIED = "You need the permission Manage Server or the house's manager role for that."


async def begun(table: Any, name: str = "sunday", **options: Any) -> Any:
    """Open the form and return its message."""
    answer = await table.ann.slash("house build", name=name, **options)
    assert answer.ephemeral
    assert answer.text.startswith(f"### Building `{name}`\n1 of 8")
    return answer.message


async def turned(table: Any, message: Any, page: int) -> None:
    """Go on to a page of the form, counted from 1."""
    while f"{page} of 8" not in message.text:
        await table.ann.click("Next", message=message)


async def chosen(table: Any, message: Any, option: str, value: str) -> None:
    custom_id = next(
        control["custom_id"]
        for control in message.controls
        if control["custom_id"].endswith(f":pick:{option}")
    )
    await table.ann.press(message, custom_id, values=[value])


async def test_a_game_is_built_from_a_preset_and_dealt(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "casino_fixed"})
        await chosen(table, message, "game", "hilo")
        assert 'game = "hilo"' in message.text
        await turned(table, message, 2)
        await ann.click("Amounts", message=message)
        await ann.submit(ante="2", bring_in="5")
        assert "ante = 2\n" in message.text
        assert "bring_in = 5" in message.text
        await turned(table, message, 5)
        await chosen(table, message, "qualifier", "8")
        await turned(table, message, 6)
        await chosen(table, message, "buy", "1")
        await ann.click("Amounts", message=message)
        await ann.submit(buy_price="15")
        assert "buy_price = [15]" in message.text
        await turned(table, message, 8)
        assert "high-low, eight or better · one buy for 15 · ante 2 · bring-in 5" in message.text
        told = await ann.click("Rules in words", message=message)
        assert told.text.startswith("### sunday\nHigh-low stud")
        await ann.click("Save", message=message)
        assert message.text.startswith("`sunday` is kept: high-low, eight or better · one buy")
        await ann.slash("table open", preset="sunday")
        await table.panel("sunday", "one buy for 15")


async def test_the_form_outlives_the_process(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "hilo"})
        await chosen(table, message, "burn", "no")
        await turned(table, message, 2)
        await ann.click("Amounts", message=message)
        await table.stage.kill_bot()
        await table.stage.start_bot()
        await ann.submit(ante="9")
        assert "ante = 9" in message.text
        await turned(table, message, 8)
        await table.stage.kill_bot()
        await table.stage.start_bot()
        await ann.click("Save", message=message)
        assert "`sunday` is kept: high-low, ace to five · ante 9" in message.text
        shown = await ann.slash("house show", name="sunday")
        assert "No card is burned." in shown.text


async def test_what_does_not_fit_yet_is_told_and_keeps_the_game_from_being_saved(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "casino_fixed"})
        await turned(table, message, 2)
        await chosen(table, message, "bring_in_mode", "none")
        assert (
            "Still to be settled: bring_in: must be 0 where bring_in_mode is none" in message.text
        )
        await turned(table, message, 8)
        assert "(Save)" in message.text  # off
        answer = await ann.press(message, "hb:new:7:save", raw=True)
        assert answer.text == "bring_in: must be 0 where bring_in_mode is none (R-ANTE-2)."
        for _page in range(6):
            await ann.click("Back", message=message)
        await ann.click("Amounts", message=message)
        await ann.submit(bring_in="0")
        assert "Still to be settled" not in message.text


async def test_amounts_that_are_none_are_refused_all_at_once(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "casino_fixed"})
        await turned(table, message, 2)
        before = message.text
        for ante, bring_in in (("--1", "many"), ("0x1", "@everyone"), ("1.5", "**")):
            await ann.click("Amounts", message=message)
            answer = await ann.submit(ante=ante, bring_in=bring_in)
            assert answer.ephemeral
            assert answer.text == ("ante: is not a whole number. bring_in: is not a whole number.")
        assert message.text == before
        await ann.click("Amounts", message=message)
        await ann.submit(ante="9" * 30)
        assert "ante: must be from 0 to 1000000000 chips." in message.text


async def test_nothing_of_another_manager_is_overwritten(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        dee = table.stage.person("Dee", permissions=Permission.MANAGE_GUILD)
        await ann.slash("house save", name="own", **{"from": "casino_fixed"})
        message = await begun(table, "own")
        new = await begun(table, "fresh", **{"from": "hilo"})
        await dee.slash("house set", variant="own", option="ante", value="7")
        await dee.slash("house save", name="fresh", **{"from": "soko_fi"})
        for one, name in ((message, "own"), (new, "fresh")):
            await turned(table, one, 8)
            answer = await ann.click("Save", message=one)
            assert answer.ephemeral
            assert answer.text == (
                f"name: {name} was changed by somebody else meanwhile: begin again with"
                " /house build."
            )
        assert "- `own` ante 7" in (await ann.slash("house show")).text


async def test_the_form_can_be_given_up_and_is_then_of_no_use(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "hilo"})
        old = next(one for one in message.controls if one.get("label") == "Next")
        await ann.click("Cancel", message=message)
        assert message.text == "`sunday` is not built; nothing is kept."
        answer = await ann.press(message, old["custom_id"], raw=True)
        assert answer.ephemeral
        assert "not in use any more" in answer.text
        assert "Games of this server: 0" in (await ann.slash("house show")).text


async def test_who_may_not_manage_any_more_can_not_save(play: Any) -> None:
    async with play() as table:
        ben = table.ben
        role = table.stage.staff.give_role(ben.guild, ben.user)
        await table.ann.slash("house manager", role=role)
        answer = await ben.slash("house build", raw=True, name="his", **{"from": "hilo"})
        message = answer.message
        await table.ann.slash("house manager", nobody=True)
        answer = await ben.click("Next", message=message)
        assert (answer.ephemeral, answer.text) == (True, DENIED)


async def test_forged_presses_do_nothing(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        message = await begun(table, **{"from": "hilo"})
        before = message.text
        for custom_id, values in (
            ("hb", None),
            ("hb:new:0:burn", None),
            ("hb:new:0:pick:wild", ["yes"]),
            ("hb:new:0:pick:limit", ["@everyone"]),
            ("hb:new:0:pick:ante", ["one"]),
            ("hb:00000000:7:save", None),
        ):
            answer = await ann.press(message, custom_id, values=values, raw=True)
            assert answer.ephemeral
            assert len(answer.text.splitlines()) == 1
            assert "@everyone" not in answer.text
        assert message.text == before
        await table.ann.slash("table open")
        panel = await table.panel("Five-card stud")
        answer = await ann.press(panel, "hb:new:7:save", raw=True)
        assert "not in use any more" in answer.text


async def test_a_doubled_save_saves_once(play: Any) -> None:
    async with play() as table:
        message = await begun(table, **{"from": "hilo"})
        await turned(table, message, 8)
        save = next(one for one in message.controls if one.get("label") == "Save")
        await table.ann.press(message, save["custom_id"], copies=2)
        await table.ann.slash("house delete", name="sunday")
        assert "Games of this server: 0" in (await table.ann.slash("house show")).text


async def test_names_and_sources_that_cannot_be_are_refused_at_once(play: Any) -> None:
    async with play() as table:
        for options in ({"name": "hilo"}, {"name": "A b"}, {"name": "x", "from": "holdem"}):
            answer = await table.ann.slash("house build", **options)
            assert answer.ephemeral
            assert len(answer.text.splitlines()) == 1
