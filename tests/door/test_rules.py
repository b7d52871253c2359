"""/rules: the table's rules as a player would tell them, to whoever asks and to nobody else."""

from __future__ import annotations

from typing import Any

from bot.rehearsal.wire import MessageFlag
from engine.presets import PRESETS


async def test_the_rules_of_the_table_are_told_in_private(play: Any) -> None:
    async with play() as table:
        await table.ann.slash("table open", preset="hilo_8", clock=45)
        answer = await table.ben.slash("rules")
        assert answer.ephemeral
        assert MessageFlag.IS_COMPONENTS_V2 in answer.message.flags
        assert answer.text.startswith("### High-low, cards speak, eight or better")
        assert "A low needs five different cards, eight or lower." in answer.text
        assert "You have 45 seconds a turn" in answer.text
        assert "A low needs" not in table.ann.sees()


async def test_any_game_tells_its_rules_by_its_name(play: Any) -> None:
    async with play() as table:
        for preset in PRESETS.values():
            answer = await table.ben.slash("rules", preset=preset.name)
            assert answer.ephemeral
            assert answer.text.startswith(f"### {preset.title}")
        await table.ann.slash("table open", preset="classic_nl")
        answer = await table.ben.slash("rules", preset="soko_fi")
        assert "A four-flush is four cards of one suit" in answer.text


async def test_the_games_complete_themselves(play: Any) -> None:
    async with play() as table:
        everything = await table.ben.completes("rules", "preset", "")
        assert [choice["value"] for choice in everything.choices] == list(PRESETS)
        some = await table.ben.completes("rules", "preset", "LOWBALL")
        assert [choice["value"] for choice in some.choices] == [
            "casino_lowball",
            "home_lowball",
            "lowball_27",
        ]


async def test_without_a_table_or_with_a_wrong_name_there_is_one_line(play: Any) -> None:
    async with play() as table:
        answer = await table.ben.slash("rules")
        assert answer.ephemeral
        assert answer.text.startswith("There is no table in this channel")
        answer = await table.ben.slash("rules", preset="holdem")
        assert answer.ephemeral
        assert "There is no preset “holdem”" in answer.text
        assert len(answer.text.splitlines()) == 1


async def test_a_table_of_dealers_choice_tells_who_picks(play: Any) -> None:
    async with play() as table:
        await table.ann.slash("table open", preset="dealers_choice", clock=0)
        text = (await table.ben.slash("rules")).text
        assert "**Who picks the game**\nBefore the antes of each hand its dealer" in text
        assert "There is none: take your time." in text
        assert "bring in" not in text
        assert "**The list**\nFive-card stud, casino fixed limit · " in text
        assert "Sökö (Finnish), pot limit" in text


async def test_a_game_is_told_as_the_table_here_deals_it(play: Any) -> None:
    async with play() as table:
        ann, ben = table.ann, table.ben
        text = (await ben.slash("rules", preset="soko_fi")).text
        assert text.startswith("### Sökö (Finnish), pot limit\n-# At the stakes and with the clock")
        assert "Everybody antes 1 chip." in text
        assert "You have 60 seconds a turn" in text
        await ann.slash("table open", preset="dealers_choice", scale=3, clock=20)
        text = (await ben.slash("rules", preset="soko_fi")).text
        assert "-# As this table deals it, all amounts times 3." in text
        assert "Everybody antes 3 chips." in text
        assert "You have 20 seconds a turn" in text
        assert "3 times as high as usual" in (await ben.slash("rules")).text
        text = (await ben.slash("rules", preset="dealers_choice")).text
        assert "-# At the stakes" in text
        await ann.slash("table close")
        await ann.slash("table open", preset="hilo", clock=0)
        text = (await ben.slash("rules", preset="hilo")).text
        assert "-# As this table deals it.\n" in text
        assert "There is none: take your time." in text
