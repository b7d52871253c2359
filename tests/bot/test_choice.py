"""Dealer's choice: who picks the next game, what is dealt when he does not, and for how long."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.game import ListedGame, preset_games
from bot.house import House as GuildHouse
from bot.person import Person
from bot.picture import Note, Phase
from bot.refusal import No, Refusal
from bot.watcher import What
from engine.actions import Action, Verb
from engine.errors import RefusedRules
from engine.options import Choice
from engine.presets import PRESETS, preset_named
from engine.rules import HouseRules
from tests.bot.conftest import refused

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus")
PEOPLE = tuple(Person(n, name) for n, name in enumerate(NAMES, 1))
ANN, BEN, CID, DEE = PEOPLE[:4]
THREE = PEOPLE[:3]


async def open_with(house: House, games: tuple[ListedGame, ...] | None, **terms: Any) -> Table:
    """Open a table of dealer's choice with a list of games, None: all presets."""
    clock = terms.pop("clock", 60)
    return await house.open(
        "dealers_choice",
        clock=clock,
        rules=replace(preset_named("dealers_choice").rules(), **terms),
        games=games,
    )


async def opened(house: House, *people: Person, games: str = "", **terms: Any) -> Table:
    """Open a table of dealer's choice and seat people; the last of them deals first."""
    await house.change(listed=tuple(games.split()))
    table = await open_with(house, house.houses.of(GUILD).choices(), **terms)
    for person in people:
        await table.sit(person, 200, house.key())
    return table


def title(name: str) -> str:
    return PRESETS[name].title


def chooser(table: Table) -> str:
    person = table.picture().chooser
    assert (person is None) is (table.phase is not Phase.CHOOSING)
    return "" if person is None else person.name


async def picks(house: House, table: Table, person: Person, game: str) -> None:
    await table.pick(person, table.picture().moment, game, house.key())


async def over(house: House, table: Table) -> None:
    """Fold to the end of the hand, and wait for what comes after the pause."""
    hand = table.picture().hand
    while table.phase is Phase.PLAYING and table.picture().hand == hand:
        view = table.picture().view
        assert view is not None
        assert view.options is not None
        await house.act(table, Verb.FOLD if view.options.fold else Verb.BRING_IN)
    await house.turn(5)


class TestEachHand:
    async def test_x63_the_dealer_of_each_hand_picks_its_game(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        assert (chooser(table), table.picture().hand) == ("Cid", 0)
        await picks(house, table, CID, "soko_fi")
        assert table.picture().title == title("soko_fi")
        assert table.picture().rules == preset_named("soko_fi").rules()
        await over(house, table)
        assert chooser(table) == "Ann"
        await picks(house, table, ANN, "manila_32")
        await over(house, table)
        assert chooser(table) == "Ben"
        await house.turn(60)
        assert (table.phase, table.picture().hand) == (Phase.PLAYING, 3)
        assert table.picture().title == title("manila_32")
        assert table.picture().players[-1] == BEN

    async def test_x63_a_game_for_six_is_refused_to_seven_before_any_ante(
        self, house: House
    ) -> None:
        """R-CHOICE-2, R-DECK-4."""
        table = await opened(house, *PEOPLE)
        await table.deal(ANN, house.key())
        gus = PEOPLE[-1]
        pick = picks(house, table, gus, "manila_32")
        await refused(pick, No.TOO_FEW_CARDS, 6, 7)
        assert (chooser(table), table.picture().hand) == ("Gus", 0)
        assert [seat.stack for seat in table.picture().seats] == [200] * 7
        menu = table.menu(gus, table.picture().moment)
        assert [game.name for game in menu.barred] == ["manila_32"]
        assert "manila_32" not in [game.name for game in menu.games]
        await picks(house, table, gus, "casino_fixed")
        assert table.phase is Phase.PLAYING

    async def test_a_last_pick_for_fewer_gives_way_to_the_first_of_the_list(
        self, house: House
    ) -> None:
        table = await opened(house, *PEOPLE[:6])
        await table.deal(ANN, house.key())
        await picks(house, table, PEOPLE[5], "manila_32")
        await over(house, table)
        await table.sit(PEOPLE[6], 200, house.key())
        await house.turn(60)
        assert table.picture().title == title("casino_fixed")
        await over(house, table)
        await table.leave(PEOPLE[6], house.key())
        await house.turn(60)
        assert table.picture().title == title("manila_32")

    async def test_without_any_pick_the_first_of_the_list_is_dealt(self, house: House) -> None:
        table = await opened(house, *THREE, games="hilo_8 soko_fi")
        await table.deal(ANN, house.key())
        await house.turn(60)
        assert table.picture().title == title("hilo_8")

    async def test_the_list_is_all_presets_but_dealers_choice(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        menu = table.menu(CID, table.picture().moment)
        assert [game.name for game in menu.games] == [*PRESETS][:-1]
        assert (menu.usual.name, menu.picked, menu.players) == ("casino_fixed", False, 3)

    async def test_the_menu_tells_the_last_pick(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "hilo")
        await over(house, table)
        menu = table.menu(ANN, table.picture().moment)
        assert (menu.usual.name, menu.picked) == ("hilo", True)

    async def test_every_listed_game_is_dealt(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        for game in preset_games():
            person = table.picture().chooser
            assert person is not None
            await picks(house, table, person, game.name)
            assert table.picture().rules == game.rules
            await over(house, table)

    async def test_the_shown_hand_keeps_its_game_until_the_next(self, house: House) -> None:
        table = await opened(house, *THREE)
        before = table.picture()
        assert (before.title, before.rules.choice) == (title("dealers_choice"), Choice.HAND)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "soko_fi")
        await over(house, table)
        after = table.picture()
        assert (after.title, after.rules) == (title("soko_fi"), preset_named("soko_fi").rules())
        assert after.choice is not None
        assert after.choice.title == title("dealers_choice")


class TestAsking:
    async def test_nobody_else_may_look_or_pick(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        moment = table.picture().moment
        with pytest.raises(Refusal, match=No.NOT_THE_DEALER.value):
            table.menu(ANN, moment)
        for person in (ANN, DEE):
            await refused(picks(house, table, person, "hilo"), No.NOT_THE_DEALER)
        assert chooser(table) == "Cid"

    async def test_a_stale_pick_does_nothing(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        old = table.picture().moment
        await picks(house, table, CID, "hilo")
        await refused(table.pick(CID, old, "soko_fi", house.key()), No.STALE)
        await over(house, table)
        await refused(table.pick(CID, old, "soko_fi", house.key()), No.STALE)
        await refused(table.pick(ANN, old, "soko_fi", house.key()), No.STALE)
        with pytest.raises(Refusal, match=No.STALE.value):
            table.menu(ANN, old)
        assert (chooser(table), table.picture().hand) == ("Ann", 1)

    async def test_a_doubled_pick_begins_one_hand(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        moment = table.picture().moment
        twice = (table.pick(CID, moment, "hilo", "same") for _ in range(2))
        results = await asyncio.gather(*twice, return_exceptions=True)
        faults = [one for one in results if isinstance(one, Refusal)]
        assert [fault.code for fault in faults] == [No.DOUBLED]
        assert table.picture().hand == 1

    async def test_a_game_that_is_not_listed_is_refused(self, house: House) -> None:
        table = await opened(house, *THREE, games="hilo soko_fi")
        await table.deal(ANN, house.key())
        for name in ("casino_fixed", "dealers_choice", ""):
            await refused(picks(house, table, CID, name), No.STALE)

    async def test_no_hand_is_dealt_or_acted_in_meanwhile(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await refused(table.deal(BEN, house.key()), No.CHOOSING)
        with pytest.raises(Refusal, match=No.CHOOSING.value):
            await house.tables.at(CHANNEL).act(ANN, None, Action(Verb.FOLD), house.key())
        assert chooser(table) == "Cid"

    async def test_with_no_clock_it_waits_without_end(self, house: House) -> None:
        table = await opened(house, *THREE, clock=0)
        await table.deal(ANN, house.key())
        await house.turn(3_000)
        assert (chooser(table), table.picture().due_at) == ("Cid", None)
        await picks(house, table, CID, "hilo")
        assert table.phase is Phase.PLAYING

    async def test_the_dealer_is_warned_once_before_his_time_is_over(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await house.turn(40)
        assert house.watch.kinds[-1] is What.WARNED
        assert [one.name for one in house.watch.changes[-1].picture.deciders] == ["Cid"]
        await house.turn(19)
        assert house.watch.kinds.count(What.WARNED) == 1
        await house.turn(1)
        assert table.phase is Phase.PLAYING

    async def test_the_kinds_of_change_are_told(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "hilo")
        *_, asked, began = house.watch.changes
        assert (asked.kind, asked.dealt) == (What.CHOOSING, ())
        assert (began.kind, began.dealt) == (What.HAND_BEGAN, table.picture().players)

    async def test_a_table_of_one_game_has_nothing_to_choose(self, house: House) -> None:
        table = await house.dealt(*THREE)
        assert table.picture().choice is None
        await refused(picks(house, table, CID, "hilo"), No.STALE)


class TestComingAndGoing:
    async def test_when_the_dealer_leaves_the_next_is_asked(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        old = table.picture().moment
        await house.turn(30)
        await table.leave(CID, house.key())
        assert chooser(table) == "Ben"
        assert table.picture().moment != old
        assert table.picture().due_at == house.time.now() + 60
        await refused(table.pick(CID, table.picture().moment, "hilo", "late"), No.NOT_THE_DEALER)
        await picks(house, table, BEN, "hilo")
        assert table.picture().players == (ANN, BEN)

    async def test_when_too_few_are_left_the_table_waits(self, house: House) -> None:
        table = await opened(house, ANN, BEN)
        await table.deal(ANN, house.key())
        await table.leave(ANN, house.key())
        picture = table.picture()
        assert (picture.phase, picture.note) == (Phase.WAITING, Note.SHORT_OF_PLAYERS)
        assert picture.chooser is None
        await house.turn(100)
        await table.sit(CID, 200, house.key())
        await table.deal(BEN, house.key())
        assert chooser(table) == "Cid"

    async def test_another_who_leaves_changes_nothing(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        before = table.picture()
        await house.turn(30)
        await table.leave(ANN, house.key())
        after = table.picture()
        assert (after.moment, after.due_at, after.chooser) == (before.moment, before.due_at, CID)

    async def test_who_sits_down_before_him_does_not_take_the_deal(self, house: House) -> None:
        table = await opened(house, *PEOPLE[:4])
        await table.deal(ANN, house.key())
        await picks(house, table, DEE, "hilo")
        await table.leave(ANN, house.key())
        await over(house, table)
        assert chooser(table) == "Ben"
        before = table.picture()
        await table.sit(PEOPLE[4], 200, house.key())
        after = table.picture()
        assert after.seats[0].person.name == "Eve"
        assert (after.moment, after.due_at) == (before.moment, before.due_at)
        await picks(house, table, BEN, "soko_fi")
        assert table.picture().players[-1] == BEN
        assert len(table.picture().players) == 4

    async def test_chips_are_bought_while_he_chooses(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await table.sit(CID, 50, house.key())
        assert chooser(table) == "Cid"
        await picks(house, table, CID, "hilo")
        view = table.picture().view
        assert view is not None
        assert view.seats[-1].stack == 249

    async def test_a_dealer_who_is_gone_from_the_server_is_passed_over(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        house.members.gone = {CID.id}
        await house.turn(60)
        assert chooser(table) == "Ben"
        assert table.picture().due_at == house.time.now() + 60

    async def test_without_a_clock_he_is_looked_for_too(self, house: House) -> None:
        table = await opened(house, *THREE, clock=0)
        await table.deal(ANN, house.key())
        await house.turn(60)
        assert chooser(table) == "Cid"
        house.members.gone = {CID.id}
        await house.turn(60)
        assert chooser(table) == "Ben"

    async def test_closing_pays_everybody_out(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        closed = await table.close(ANN, house.key())
        assert [chips for _, chips in closed.refunds] == [200] * 3
        await refused(picks(house, table, CID, "hilo"), No.TABLE_CLOSING)


class TestOrbit:
    async def test_a_pick_holds_until_the_deal_is_back(self, house: House) -> None:
        table = await opened(house, *THREE, choice=Choice.ORBIT)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "soko_fi")
        for dealer in (ANN, BEN):
            await over(house, table)
            picture = table.picture()
            assert (picture.phase, picture.title) == (Phase.PLAYING, title("soko_fi"))
            assert picture.players[-1] == dealer
        await over(house, table)
        assert chooser(table) == "Cid"

    async def test_it_ends_where_the_deal_passes_the_place_of_who_left(self, house: House) -> None:
        table = await opened(house, *PEOPLE[:4], choice=Choice.ORBIT)
        await table.deal(ANN, house.key())
        await picks(house, table, DEE, "soko_fi")
        await over(house, table)
        await table.leave(DEE, house.key())
        assert table.picture().players[-1] == ANN
        for dealer in (BEN, CID):
            await over(house, table)
            assert table.picture().players[-1] == dealer
        await over(house, table)
        assert chooser(table) == "Ann"

    async def test_a_time_out_holds_for_the_orbit_too(self, house: House) -> None:
        table = await opened(house, *THREE, choice=Choice.ORBIT)
        await table.deal(ANN, house.key())
        await house.turn(60)
        for _ in range(2):
            await over(house, table)
            assert table.picture().title == title("casino_fixed")
        await over(house, table)
        assert chooser(table) == "Cid"

    async def test_a_pick_for_fewer_rests_while_there_are_more(self, house: House) -> None:
        table = await opened(house, *PEOPLE[:6], choice=Choice.ORBIT)
        await table.deal(ANN, house.key())
        await picks(house, table, PEOPLE[5], "manila_32")
        await table.sit(PEOPLE[6], 200, house.key())
        await over(house, table)
        assert (table.phase, table.picture().title) == (Phase.PLAYING, title("casino_fixed"))
        await table.leave(PEOPLE[6], house.key())
        await over(house, table)
        assert (table.phase, table.picture().title) == (Phase.PLAYING, title("manila_32"))

    async def test_a_restart_keeps_the_orbit(self, house: House) -> None:
        table = await opened(house, *THREE, choice=Choice.ORBIT)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "soko_fi")
        for _ in range(2):
            await over(house, table)
            await house.restart()
            table = house.tables.at(CHANNEL)
            assert (table.phase, table.picture().title) == (Phase.PLAYING, title("soko_fi"))
        await over(house, table)
        assert chooser(table) == "Cid"


class TestFixed:
    GAMES = "hilo manila_32 soko_fi"

    async def test_the_list_rotates_one_game_an_orbit(self, house: House) -> None:
        table = await opened(house, ANN, BEN, choice=Choice.FIXED, games=self.GAMES)
        await table.deal(ANN, house.key())
        dealt = []
        for _ in range(8):
            assert table.phase is Phase.PLAYING
            dealt.append(table.picture().title)
            await over(house, table)
        games = ["hilo", "hilo", "manila_32", "manila_32", "soko_fi", "soko_fi", "hilo", "hilo"]
        assert dealt == [title(game) for game in games]

    async def test_a_game_for_fewer_is_left_out(self, house: House) -> None:
        table = await opened(house, *PEOPLE, choice=Choice.FIXED, games=self.GAMES)
        await table.deal(ANN, house.key())
        dealt = []
        for _ in range(8):
            dealt.append(table.picture().title)
            await over(house, table)
        assert dealt == [title("hilo")] * 7 + [title("soko_fi")]

    async def test_a_game_gives_way_for_hands_with_too_many(self, house: House) -> None:
        games = "soko_fi manila_32 hilo"
        table = await opened(house, ANN, BEN, choice=Choice.FIXED, games=games)
        await table.deal(ANN, house.key())
        for _ in range(2):
            await over(house, table)
        dealt = [table.picture().title]
        for person in PEOPLE[2:]:
            await table.sit(person, 200, house.key())
        await over(house, table)
        dealt.append(table.picture().title)
        await table.leave(PEOPLE[6], house.key())
        await over(house, table)
        dealt.append(table.picture().title)
        assert dealt == [title("manila_32"), title("hilo"), title("manila_32")]


class TestScale:
    async def test_every_amount_is_multiplied(self, house: House) -> None:
        table = await opened(house, *THREE, choice_scale=3)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "hilo_buy2")
        rules = table.picture().rules
        assert (rules.ante, rules.small, rules.big, rules.buy_price) == (15, 30, 60, (60, 120))
        assert table.picture().title == title("hilo_buy2")
        assert sum(seat.stack for seat in table.picture().seats) == 600 - 45

    async def test_the_hand_is_stored_with_its_own_rules(self, house: House) -> None:
        table = await opened(house, *THREE, choice_scale=2)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "manila_32")
        with closing(sqlite3.connect(house.path)) as connection:
            (text,) = connection.execute("SELECT rules FROM hand").fetchone()
        rules = HouseRules.from_options(json.loads(text))
        assert rules == preset_named("manila_32").rules().scaled(2)

    @pytest.mark.parametrize("fault", ["none", "many", "long", "twice"])
    async def test_a_list_that_no_menu_can_offer_opens_nothing(
        self, house: House, fault: str
    ) -> None:
        game = preset_games()[0]
        many = tuple(replace(game, name=f"game {number}") for number in range(26))
        games: dict[str, tuple[ListedGame, ...]] = {
            "none": (),
            "many": many,
            "long": (replace(game, name="g" * 101),),
            "twice": (game, game),
        }
        with pytest.raises(RefusedRules, match="games: must"):
            await open_with(house, games[fault])
        table = await open_with(house, (*many[:24], replace(game, name="g" * 100)))
        assert house.tables.at(CHANNEL) is table

    async def test_a_scale_too_large_opens_nothing(self, house: House) -> None:
        with pytest.raises(RefusedRules):
            await opened(house, choice_scale=10**9)
        with pytest.raises(Refusal, match=No.NO_TABLE.value):
            house.tables.at(CHANNEL)


class TestRestart:
    async def test_the_same_question_stands(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "soko_fi")
        await over(house, table)
        before, menu = table.picture(), table.menu(ANN, table.picture().moment)
        await house.turn(55)
        await house.restart()
        table = house.tables.at(CHANNEL)
        after = table.picture()
        assert after == replace(before, version=after.version, due_at=after.due_at)
        assert after.due_at == house.time.now() + 20
        assert table.menu(ANN, before.moment) == menu
        await house.turn(19)
        await table.pick(ANN, before.moment, "hilo", house.key())
        assert table.picture().title == title("hilo")

    async def test_the_last_pick_is_known_after_it(self, house: House) -> None:
        table = await opened(house, *THREE, choice_scale=2)
        await table.deal(ANN, house.key())
        await picks(house, table, CID, "soko_fi")
        await over(house, table)
        await house.restart()
        await house.turn(60)
        table = house.tables.at(CHANNEL)
        assert (table.phase, table.picture().title) == (Phase.PLAYING, title("soko_fi"))
        await house.restart()
        again = house.tables.at(CHANNEL).picture()
        assert (again.title, again.rules) == (table.picture().title, table.picture().rules)

    async def test_before_the_first_hand_too(self, house: House) -> None:
        table = await opened(house, *THREE, clock=0)
        await table.deal(ANN, house.key())
        moment = table.picture().moment
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert (chooser(table), table.picture().due_at) == ("Cid", None)
        await table.pick(CID, moment, "hilo", house.key())

    async def test_after_an_outage_he_has_time_again(self, house: House) -> None:
        table = await opened(house, *THREE)
        await table.deal(ANN, house.key())
        house.tables.holds.begin()
        await house.turn(500)
        assert chooser(table) == "Cid"
        await house.release()
        assert table.picture().due_at == house.time.now() + 20


class TestOpening:
    def test_without_a_word_it_is_the_usual_game(self) -> None:
        game = GuildHouse().game_to_open(None, None, None)
        assert (game.name, game.rules) == ("casino_fixed", preset_named("casino_fixed").rules())

    def test_a_choice_or_a_scale_alone_is_dealers_choice(self) -> None:
        game = GuildHouse().game_to_open(None, Choice.ORBIT, None)
        assert game.name == "dealers_choice"
        assert (game.rules.choice, game.rules.choice_scale) == (Choice.ORBIT, 1)
        game = GuildHouse().game_to_open(None, None, 5)
        assert game.name == "dealers_choice"
        assert (game.rules.choice, game.rules.choice_scale) == (Choice.HAND, 5)

    @pytest.mark.parametrize(
        ("choice", "scale", "options"),
        [
            (Choice.HAND, None, ["choice"]),
            (None, 2, ["scale"]),
            (Choice.FIXED, 2, ["choice", "scale"]),
        ],
    )
    def test_one_game_leaves_no_choice(
        self, choice: Choice | None, scale: int | None, options: list[str]
    ) -> None:
        with pytest.raises(RefusedRules) as caught:
            GuildHouse().game_to_open("hilo", choice, scale)
        assert [fault.option for fault in caught.value.faults] == options

    def test_a_scale_of_nothing_is_refused(self) -> None:
        with pytest.raises(RefusedRules, match="choice_scale"):
            GuildHouse().game_to_open(None, None, 0)

    async def test_a_list_of_small_games_seats_as_many_as_the_largest(self, house: House) -> None:
        table = await opened(house, *PEOPLE[:6], games="manila_32")
        await refused(table.sit(PEOPLE[6], 100, house.key()), No.TABLE_FULL, 6)
