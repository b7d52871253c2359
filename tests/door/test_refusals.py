"""What is refused: to whom, in which words, and that nothing has changed."""

from __future__ import annotations

from typing import Any

from bot.rehearsal.permissions import Permission

DECK = "2c 7d Qs 9c Kd 4d"


async def test_only_who_manages_the_server_opens_and_closes(play: Any) -> None:
    async with play() as table:
        answer = await table.ben.slash("table open", raw=True)
        assert answer.ephemeral
        assert (
            answer.text
            == "You need the permission Manage Server or the house's manager role for that."
        )
        await table.ann.slash("table open")
        answer = await table.ben.slash("table close", raw=True)
        assert (
            answer.text
            == "You need the permission Manage Server or the house's manager role for that."
        )
        assert "There is a table" in (await table.ann.slash("table open")).text


async def test_a_channel_the_bot_cannot_write_in_gets_no_table(play: Any) -> None:
    async with play() as table:
        stage = table.stage
        stage.staff.deny_bot(stage.table, Permission.EMBED_LINKS | Permission.ATTACH_FILES)
        answer = await table.ann.slash("table open")
        assert "it lacks: Embed Links, Attach Files." in answer.text
        assert "There is no table" in (await table.ben.slash("sit", amount=100)).text


WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("table open", {"preset": "holdem"}, "There is no preset “holdem”"),
    ("table open", {"preset": "lowball_27", "scale": 2}, "scale: is for the preset"),
    ("table open", {"min_buy_in": 500, "max_buy_in": 100}, "buy-in limits"),
    ("table open", {"min_buy_in": -1}, "buy-in limits"),
    ("table open", {"min_buy_in": "many"}, "not a whole number"),
    ("table open", {"clock": -5}, "clock"),
    ("sit", {"amount": 100}, "There is no table"),
    ("leave", {}, "There is no table"),
    ("deal", {}, "There is no table"),
    ("peek", {}, "There is no table"),
)


async def test_a_wrong_command_gets_one_private_line(play: Any) -> None:
    async with play() as table:
        for command, options, words in WRONG:
            answer = await table.ann.slash(command, raw=True, **options)
            assert answer.ephemeral, command
            assert words in answer.text
            assert len(answer.text.splitlines()) == 1, command
        assert table.newest() is None


BELOW: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("table open", {"max_buy_in": -1}, "must be from 1 to 10,000,000 chips"),
    ("table open", {"clock": -1}, "must be from 0 (none) to 3,600 seconds."),
    ("table open", {"preset": "dealers_choice", "scale": -1}, "must be from 1 to 1,000,000."),
    ("raise", {"amount": -1}, "Too small: 2 is the least."),
    ("history hand", {"number": -1}, "There is no hand -1"),
    ("leaderboard", {"page": -1}, "1"),
    ("chips history", {"page": -1}, "1"),
)


async def test_a_number_below_what_may_be_is_a_whole_number_all_the_same(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        await cid.click("Bring in 1")
        for command, options, words in BELOW:
            answer = await ann.slash(command, raw=True, **options)
            assert answer.ephemeral, command
            assert words in answer.text
            assert "whole number" not in answer.text


async def test_a_wrong_buy_in_gets_one_private_line(play: Any) -> None:
    async with play() as table:
        await table.ann.slash("table open")
        for amount, words in (
            (0, "Too few chips: 40 is the least."),
            (-5, "Too few chips: 40 is the least."),
            (39, "Too few chips: 40 is the least."),
            (401, "Too many chips: 400 more is the most"),
            (10**15, "Too many chips: 400 more is the most"),
            ("much", "That is not a whole number."),
        ):
            answer = await table.ben.slash("sit", raw=True, amount=amount)
            assert answer.ephemeral
            assert words in answer.text
            assert len(answer.text.splitlines()) == 1
        assert "Ben" not in table.newest().text
        await table.ben.slash("sit", amount=400)
        assert "seated already" in (await table.ben.slash("sit", amount=40)).text
        assert "No hand is running" in (await table.ben.slash("peek")).text
        assert "It takes two players" in (await table.ben.slash("deal")).text


async def test_foreign_stale_and_doubled_presses_change_nothing(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        panel = table.newest()
        dan = table.stage.person("Dan")
        bring_in = custom_id_of(panel, "Bring in 4")
        assert "not dealt into" in (await dan.press(panel, bring_in)).text
        assert "not your turn" in (await ben.press(panel, bring_in)).text
        await cid.press(panel, bring_in, copies=2)
        await table.panel("Cid brings in for 4", "**Pot 7**", f"{ann.mention} to act")
        stale = await cid.press(panel, bring_in, version=0)
        assert stale.ephemeral
        assert "Too late" in stale.text
        gone = await cid.press(panel, bring_in)
        assert gone.ephemeral
        assert "not in use" in gone.text
        assert "**Pot 7**" in table.newest().text


async def test_an_amount_is_looked_at_again_when_it_is_sent(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        await cid.click("Bring in 1")
        opened = await ann.click("Raise to …")
        for amount, words in (
            ("abc", "“abc” is not a whole number"),
            ("-5", "not a whole number"),
            ("1e9", "not a whole number"),
            ("1", "Too small: 2 is the least."),
            ("101", "More than you have: 100 is all-in."),
        ):
            answer = await ann.submit(modal=opened.modal, raw=True, amount=amount)
            assert answer.ephemeral
            assert words in answer.text
        await ann.submit(modal=opened.modal, amount="50")
        await table.panel("Ann raises to 50")
        late = await ann.submit(modal=opened.modal, amount="60")
        assert "Too late" in late.text
        assert f"{ben.mention} to act" in table.newest().text


async def test_who_has_folded_is_told_so_where_he_asks_for_an_amount(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid, preset="classic_nl")
        await cid.click("Bring in 1")
        await ann.click("Fold")
        panel = await table.panel(f"{ben.mention} to act")
        ask = custom_id_of(panel, "Raise to …")
        assert (await ann.press(panel, ask)).text.startswith("You have folded this hand.")
        assert (await cid.press(panel, ask)).text.startswith("It is not your turn.")


async def test_the_presets_complete_themselves(play: Any) -> None:
    async with play() as table:
        answer = await table.ann.completes("table open", "preset", "cas")
        values = [choice["value"] for choice in answer.choices]
        assert values == ["casino_fixed", "casino_fixed_modern", "casino_lowball"]


def custom_id_of(message: Any, label: str) -> str:
    """Return the custom_id of the button with that label."""
    found = [one["custom_id"] for one in message.components if one.get("label") == label]
    assert found, message.text
    return str(found[0])
