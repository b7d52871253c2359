"""What a table of dealer's choice takes over from its guild's house."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.notice import Told
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.render.notice import notice_text
from bot.stats import Statistics
from bot.watcher import What
from engine.presets import preset_named
from tests.bot.conftest import ANN, BEN, CHANNEL, GUILD
from tests.bot.following import RICH, USUAL, following, rules_told

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House


class TestDealersChoice:
    async def choosing(self, house: House) -> Table:
        await house.change(variants={"ours": USUAL, "theirs": USUAL})
        table = await house.open("dealers_choice", games=house.houses.of(GUILD).choices())
        for person in (ANN, BEN):
            await table.sit(person, 200, house.key())
        await table.deal(ANN, house.key())
        assert table.phase is Phase.CHOOSING
        return table

    async def test_a_menu_of_before_is_stale(self, house: House) -> None:
        table = await self.choosing(house)
        before = table.picture().moment
        await house.change(variants={"ours": RICH, "theirs": USUAL})
        assert rules_told(await house.told())[-1]["ours: ante"] == ("1", "2")
        with pytest.raises(Refusal, match=No.STALE):
            await table.pick(BEN, before, "ours", house.key())
        await house.turn(5)
        assert table.phase is Phase.CHOOSING
        await table.pick(BEN, table.picture().moment, "ours", house.key())
        assert table.picture().rules.ante == 2

    async def test_another_clock_is_the_choosers_at_once(self, house: House) -> None:
        await house.change(variants={"ours": USUAL})
        table = await following(house, "dealers_choice", preset_named("dealers_choice").rules())
        await table.deal(ANN, house.key())
        moment = table.picture().moment
        await house.turn(45)
        await house.change(clock=0)
        assert (table.phase, table.picture().due_at) == (Phase.CHOOSING, None)
        await house.change(clock=20)
        assert table.picture().due_at == house.time.now() + 20
        assert table.picture().moment == moment  # his menu offers what it did
        await house.turn(13.4)
        assert house.watch.kinds[-1] is What.WARNED
        await house.turn(7)
        assert table.phase is Phase.PLAYING

    async def test_a_deleted_game_leaves_the_list(self, house: House) -> None:
        table = await self.choosing(house)
        await house.change(variants={"theirs": USUAL})
        await house.turn(5)
        names = {game.name for game in table.menu(BEN, table.picture().moment).games}
        assert "theirs" in names
        assert "ours" not in names
        await house.restart()
        table = house.tables.at(CHANNEL)
        menu = table.menu(BEN, table.picture().moment)
        assert "ours" not in {game.name for game in menu.games}
        assert table.picture().note is not Note.NO_GAME

    async def test_the_list_is_the_houses_as_it_is_now(self, house: House) -> None:
        table = await self.choosing(house)
        await house.change(listed=("hilo", "ours"))
        await house.turn(5)
        menu = table.menu(BEN, table.picture().moment)
        assert [game.name for game in menu.games] == ["hilo", "ours"]
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert [game.name for game in table.games] == ["hilo", "ours"]

    async def test_a_hand_keeps_the_name_of_its_game(self, house: House) -> None:
        """Its rules may be another game's too, and change or go before it is over."""
        table = await self.choosing(house)
        await table.pick(BEN, table.picture().moment, "ours", house.key())
        assert table.picture().title == "ours"
        await house.change(variants={"theirs": RICH}, listed=("theirs",))
        await house.finish(table)
        assert table.picture().title == "ours"
        record = await Statistics(house.store).record(GUILD, ANN.id)
        assert record is not None
        assert [game.title for game in record.games] == ["ours"]
        await house.restart()
        assert house.tables.at(CHANNEL).picture().title == "ours"

    async def test_what_does_not_fit_the_scale_is_told_once(self, house: House) -> None:
        """R-CHOICE-1: the amounts would be larger than a rule may name."""
        await house.change(variants={"ours": USUAL}, listed=("ours", "hilo"))
        scaled = replace(preset_named("dealers_choice").rules(), choice_scale=1_000_000)
        table = await following(house, "dealers_choice", scaled, least=40, most=400)
        games, large = table.games, replace(USUAL, small=2_000, big=4_000)
        await house.change(variants={"ours": large}, seats=4)
        assert (table.games, table.picture().places) == (games, 4)
        rules, kept = (notice.new for notice in await house.told())
        assert (rules.kind, rules.changes) == (Told.RULES, (("seats", "10", "4"),))
        assert kept.kind is Told.KEPT
        assert notice_text(kept) == (
            "This table keeps its games and their amounts: what the house has changed does not fit"
            " what they are multiplied by.\n"
            "- ours\\: small: must be from 0 to 1,000,000,000 chips\n"
            "- ours\\: big: must be from 0 to 1,000,000,000 chips"
        )
        await house.change(pause=9.0)
        await house.restart()
        table = house.tables.at(CHANNEL)
        await house.change(pause=8.0)
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 1
        await house.change(variants={"ours": replace(large, big=5_000, small=10)})
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 2
        await house.change(variants={"ours": replace(USUAL, ante=2)})
        assert next(game.rules.ante for game in table.games) == 2_000_000
        await house.change(variants={"ours": large})
        assert [notice.new.kind for notice in await house.told()].count(Told.KEPT) == 3

    async def test_what_could_not_be_told_of_a_change_not_taken_is_told_at_the_next_try(
        self, house: House
    ) -> None:
        await house.change(variants={"ours": USUAL}, listed=("ours",))
        scaled = replace(preset_named("dealers_choice").rules(), choice_scale=1_000_000)
        await following(house, "dealers_choice", scaled, least=40, most=400)
        raw = house.store._raw
        await house.store._on_thread(
            lambda: raw.execute(
                "CREATE TEMP TRIGGER torn BEFORE INSERT ON notice"
                " BEGIN SELECT RAISE(ABORT, 'torn'); END"
            )
        )
        await house.change(variants={"ours": replace(USUAL, small=2_000, big=4_000)})
        assert await house.told() == []
        await house.store._on_thread(lambda: raw.execute("DROP TRIGGER torn"))
        await house.turn(5)
        assert [notice.new.kind for notice in await house.told()] == [Told.KEPT]
