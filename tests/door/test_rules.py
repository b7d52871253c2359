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
