"""What a member's hands have come to: counted at their end, or afterwards for older hands."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.bank import Bank, Order
from bot.cashier import Cashier
from bot.person import Person
from bot.stats import AT_ONCE, Record, Statistics
from bot.store import Store
from bot.store.ledger import Ledger
from bot.store.migration import APPLICATION_ID, migrations
from bot.store.outcomes import Outcomes
from engine.actions import Action, Verb

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD = 900
ANN, BEN, CID = Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cid")
DECK = "Ks Qs Kc 3c 2c Ah 2d 4c 4h 5s 5c 7h 8h"


async def record(house: House, person: Person) -> Record:
    found = await Statistics(house.store).record(GUILD, person.id)
    assert found is not None
    return found


async def numbers(house: House, person: Person) -> tuple[int, int, int, int, int, int]:
    found = await record(house, person)
    counts = found.counts
    return (*counts_of(found), counts.biggest, found.net)


def counts_of(found: Record) -> tuple[int, int, int, int]:
    counts = found.counts
    return counts.hands, counts.counted, counts.won, counts.showdowns


async def shown_down(house: House) -> Table:
    """Play a hand to its showdown, which Ann wins with kings."""
    house.decks = [DECK, DECK]
    await house.restart()
    table = await house.dealt(ANN, BEN)
    await house.finish(table)
    return table


async def test_a_hand_that_is_shown_down(house: House) -> None:
    await shown_down(house)
    net = (await record(house, ANN)).net
    assert net > 0
    assert await numbers(house, ANN) == (1, 1, 1, 1, 2 * net, net)
    assert await numbers(house, BEN) == (1, 1, 0, 1, 0, -net)


async def test_a_hand_that_everybody_else_folds(house: House) -> None:
    table = await house.dealt(ANN, BEN)
    await house.act(table, Verb.BRING_IN)
    winner = house.actor(table)
    await house.act(table, Verb.COMPLETE, 10)
    loser = house.actor(table)
    await house.act(table, Verb.FOLD)
    # Two antes and what matched the bring-in; what nobody called came back.
    assert (await numbers(house, winner))[:4] == (1, 1, 1, 0)
    assert (await numbers(house, loser))[:4] == (1, 1, 0, 0)
    won = await record(house, winner)
    assert won.counts.biggest == 2 * won.net
    assert won.net == -(await record(house, loser)).net > 0


async def test_a_void_hand_does_not_count(house: House) -> None:
    table = await house.dealt(ANN, BEN)
    await house.act(table, Verb.BRING_IN)
    await table.close(None)
    assert await numbers(house, ANN) == (0, 0, 0, 0, 0, 0)


async def test_who_was_never_seen_has_no_record(house: House) -> None:
    assert await Statistics(house.store).record(GUILD, 12345) is None


async def test_another_guild_counts_nothing_of_this_one(house: House) -> None:
    await shown_down(house)
    assert await Statistics(house.store).record(GUILD + 1, ANN.id) is None


async def test_hands_count_at_all_tables_and_after_leaving(house: House) -> None:
    table = await shown_down(house)
    await table.leave(BEN, house.key())
    other = await house.open("hilo_8", channel=801)
    for person in (BEN, CID):
        await other.sit(person, 200, house.key())
    await other.deal(BEN, house.key())
    await house.finish(other)
    found = await record(house, BEN)
    assert found.counts.hands == 2
    assert {game.title: game.hands for game in found.games} == {
        "Five-card stud, casino fixed limit": 1,
        "High-low, cards speak, eight or better": 1,
    }
    assert sum(game.net for game in found.games) == found.net


async def test_games_of_dealers_choice_are_told_by_their_own_titles(house: House) -> None:
    table = await house.open("dealers_choice")
    for person in (ANN, BEN):
        await table.sit(person, 400, house.key())
    await table.deal(ANN, house.key())
    picture = table.picture()
    assert picture.chooser is not None
    await table.pick(picture.chooser, picture.moment, "lowball_27", house.key())
    title = table.picture().title
    while table.phase == "playing":
        view = table.picture().view
        assert view is not None
        verbs = (Verb.BRING_IN, Verb.CHECK, Verb.CALL)
        options = view.choices[0]
        verb = next(verb for verb in verbs if verb in options.verbs())
        actor = table.picture().players[options.seat]
        await table.act(actor, table.picture().moment, Action(verb), house.key())
    (game,) = (await record(house, ANN)).games
    assert (game.title, game.hands) == (title, 1)
    assert title != "Dealer's choice"


async def test_the_course_follows_every_change_but_buy_ins(house: House) -> None:
    cashier = Cashier(house.store, Bank(house.store), house.clock)
    await cashier.daily(GUILD, ANN, "daily")
    await cashier.take(GUILD, Order(CID, ANN, 50, "a mistake"), "take")
    table = await shown_down(house)
    found = await record(house, ANN)
    await table.leave(ANN, house.key())
    after = await record(house, ANN)
    assert [chips for _, chips in found.course] == [1_000, 1_200, 1_150, 1_150 + found.net]
    assert after.course == found.course
    assert await house.bank.balance(GUILD, ANN.id) == after.course[-1][1]


async def uncounted(house: House) -> None:
    """Leave the hands as an earlier schema has them, without how they came out."""

    def unit(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TRIGGER outcome_cannot_go")
        connection.execute("DELETE FROM outcome")

    await house.store.write(unit)


async def test_hands_without_outcomes_are_played_again(house: House) -> None:
    await shown_down(house)
    before = await numbers(house, ANN)
    await uncounted(house)
    assert await numbers(house, ANN) == before
    kept = await house.store.read(
        lambda connection: connection.execute("SELECT count(*) FROM outcome").fetchone()[0]
    )
    assert kept == 2
    assert (await numbers(house, BEN))[1] == 1


async def test_a_hand_that_cannot_be_played_again_counts_in_part(house: House) -> None:
    await shown_down(house)
    net = (await record(house, ANN)).net
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("DROP TRIGGER outcome_cannot_go")
        connection.execute("DELETE FROM outcome")
        connection.execute("DROP TRIGGER act_cannot_change")
        connection.execute("UPDATE act SET digest = 'other' WHERE seq = 3")
    statistics = Statistics(house.store)
    for _ in range(2):
        found = await statistics.record(GUILD, ANN.id)
        assert found is not None
        assert counts_of(found) == (1, 0, 0, 0)
        assert found.net == net


async def test_not_all_old_hands_are_played_again_at_once(house: House) -> None:
    table = await shown_down(house)
    for _ in range(3):
        await house.turn(5)
        await house.finish(table)
    await uncounted(house)

    def wanted(most: int) -> set[int]:
        with closing(sqlite3.connect(house.path)) as connection:
            player = Ledger(connection).player(GUILD, ANN.id)
            assert player is not None
            return set(Outcomes(connection).missing(player, most, ()))

    assert wanted(3) == {2, 3, 4}
    assert wanted(AT_ONCE) == {1, 2, 3, 4}


async def test_an_outcome_cannot_be_changed(house: House) -> None:
    await shown_down(house)
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.write(
            lambda connection: connection.execute("UPDATE outcome SET won = won + 1")
        )


@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_hands_of_earlier_schemas_count_too(tmp_path: Path, number: int) -> None:
    """The dump was written by the program that had the first schema."""
    path = tmp_path / "doorcard.sqlite3"
    dump = Path(__file__).with_name("schema_1.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
    await (await Store.open(path, migrations()[:number])).close()
    store = await Store.open(path)
    try:
        found = await Statistics(store).record(GUILD, ANN.id)
        assert found is not None
        assert counts_of(found) == (1, 1, 1, 1)
        assert found.counts.biggest == 15
        assert found.net == 10
        assert [chips for _, chips in found.course] == [1_000, 1_010]
        assert (await Bank(store).audit()).sound
    finally:
        await store.close()
