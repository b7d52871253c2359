"""What is stored of a member, told to him, and forgotten while the books stay balanced."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from typing import TYPE_CHECKING, Any

from bot.directory import Directory
from bot.house import House as Settings
from bot.past import tell
from bot.person import Person
from bot.picture import Phase
from bot.privacy import Privacy
from bot.refusal import No
from bot.store.ledger import Ledger
from engine.cards import parse_cards
from engine.replay import replay
from tests.bot.conftest import refused

if TYPE_CHECKING:
    from bot.bank import Daily
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (
    Person(number, name)
    for number, name in ((70_001_000, "Ann"), (70_002_000, "Benjamin_B"), (70_003_000, "Cid"))
)
LARGE = 10_000_000


class Forgetful:
    """A board that notes whom it must forget."""

    def __init__(self) -> None:
        self.users: list[int] = []

    def forget(self, user: int) -> None:
        self.users.append(user)


def privacy(house: House) -> Privacy:
    return Privacy(house.store, house.tables, Forgetful())  # type: ignore[arg-type]


async def exported(house: House, person: Person, most: int = LARGE) -> dict[str, Any]:
    dossier = await privacy(house).export(person, "void", most)
    assert dossier.filename == "doorcard.json"
    told: dict[str, Any] = json.loads(dossier.content)
    return told


async def everything(house: House) -> str:
    """Return all values of all tables of the database, as text."""

    def unit(connection: sqlite3.Connection) -> str:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return "\n".join(
            repr(row)
            for (name,) in names
            for row in connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - our own words
        )

    return await house.store.read(unit)


async def daily(house: House, person: Person) -> Daily:
    at = house.time.now()
    return await house.store.write(
        lambda connection: house.bank.daily(Ledger(connection), GUILD, person, at)
    )


async def evening(house: House) -> Table:
    """Play a hand of three; Ben has left after it."""
    table = await house.dealt(ANN, BEN, CID)
    await house.finish(table)
    await table.leave(BEN, house.key())
    return table


async def opened_by_ann(house: House) -> Table:
    return await house.open(host=ANN)


class TestExport:
    async def test_it_tells_all_of_a_member(self, house: House) -> None:
        await daily(house, BEN)
        await evening(house)
        told = await exported(house, BEN)
        assert told["user"] == BEN.id
        assert told["names"] == [{"guild": GUILD, "name": "Benjamin_B"}]
        kinds = {row["kind"] for row in told["accounts"]}
        assert kinds == {"player", "stack"}
        whys = [row["why"] for row in told["transfers"]]
        assert whys[:3] == ["starting chips", "daily chips", "buy-in"]
        assert whys[-1] == "leave"
        assert told["transfers"][0] | {"at": 0} == {
            "transfer": 1,
            "at": 0,
            "amount": 1000,
            "why": "starting chips",
            "from": "house",
            "to": "you",
            "by": None,
            "hand": None,
            "reason": None,
        }
        [hand] = told["hands"]
        assert len(parse_cards(hand["cards"])) == 5
        assert hand["acts"]
        assert "Benjamin_B" in hand["record"]
        assert "Cid" not in json.dumps(told)
        assert str(CID.id) not in json.dumps(told)

    async def test_of_a_running_hand_only_his_own_cards(self, house: House) -> None:
        table = await opened_by_ann(house)
        for person in (ANN, BEN, CID):
            await table.sit(person, 200, house.key())
        await table.deal(ANN, house.key())
        told = await exported(house, ANN)
        private = table.private(ANN)
        assert private is not None
        own = [seen.card for seen in private.view.seats[private.seat].cards if seen.card]
        [hand] = told["hands"]
        assert list(parse_cards(hand["cards"])) == own
        assert "record" not in hand
        assert told["seats"][0]["place"] == 0
        assert told["opened"] == [{"table": table.id, "guild": GUILD, "channel": CHANNEL}]

    async def test_of_who_was_never_there_nothing(self, house: House) -> None:
        await evening(house)
        told = await exported(house, Person(5, "Eve"))
        assert told.pop("user") == 5
        assert not any(told.values())

    async def test_other_guilds_are_told_too(self, house: House) -> None:
        await house.store.write(
            lambda connection: house.bank.welcome(Ledger(connection), GUILD + 1, BEN, 0.0)
        )
        await evening(house)
        told = await exported(house, BEN)
        assert {row["guild"] for row in told["names"]} == {GUILD, GUILD + 1}

    async def test_a_large_one_is_packed(self, house: House) -> None:
        await evening(house)
        whole = len((await privacy(house).export(ANN, "void", LARGE)).content)
        packed = await privacy(house).export(ANN, "void", whole - 1)
        assert packed.filename == "doorcard.json.gz"
        assert json.loads(gzip.decompress(packed.content))["hands"][0]["record"]
        least = await privacy(house).export(ANN, "void", 10)
        assert "record" not in json.loads(gzip.decompress(least.content))["hands"][0]

    async def test_a_hand_that_cannot_be_read_is_told_without_cards(self, house: House) -> None:
        await evening(house)

        def spoil(connection: sqlite3.Connection) -> None:
            sql = connection.execute(
                "SELECT sql FROM sqlite_schema WHERE name = 'act_cannot_change'"
            ).fetchone()[0]
            connection.execute("DROP TRIGGER act_cannot_change")
            connection.execute("UPDATE act SET digest = 'torn' WHERE seq = 1")
            connection.execute(sql)

        await house.store.write(spoil)
        [hand] = (await exported(house, ANN))["hands"]
        assert hand["cards"] is None
        assert hand["acts"]

    async def test_every_column_that_names_somebody_is_thought_of(self, house: House) -> None:
        """A new one must be told by /privacy export and emptied by /privacy forget."""

        def unit(connection: sqlite3.Connection) -> set[tuple[str, str]]:
            found = set()
            names = connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
            for (name,) in names:
                for row in connection.execute(f"PRAGMA foreign_key_list({name})"):
                    if row[2] == "account":
                        found.add((name, row[3]))
                for row in connection.execute(f"PRAGMA table_info({name})"):
                    if row[1] in ("user", "owner", "host", "member", "name"):
                        found.add((name, row[1]))
            return found

        assert await house.store.read(unit) == {
            ("account", "owner"),
            ("account", "holder"),
            ("balance", "account_id"),
            ("balance", "kind"),  # the account's
            ("member", "user"),
            ("member", "name"),
            ("tables", "host"),
            ("seat", "account_id"),
            ("hand_seat", "account_id"),
            ("act", "by"),
            ("pending", "by"),
            ("transfer", "payer"),
            ("transfer", "payee"),
            ("transfer", "by"),
            ("waiting", "user"),
            ("lapse", "user"),
            ("notice", "user"),
            ("variant", "name"),  # a game's
            ("memo", "name"),  # the process's own
        }


class TestForgetting:
    async def test_nothing_names_him_and_no_chip_moves(self, house: House) -> None:
        await evening(house)
        before = await everything(house)
        assert str(BEN.id) in before
        assert BEN.name in before
        await privacy(house).forget(BEN, house.key())
        after = await everything(house)
        assert str(BEN.id) not in after
        assert BEN.name not in after
        assert (await house.audit()).sound
        told = await exported(house, BEN)
        told.pop("user")
        assert not any(told.values())

    async def test_who_has_a_seat_is_refused(self, house: House) -> None:
        table = await house.dealt(ANN, BEN, CID)
        await refused(privacy(house).forget(BEN, "k"), No.STILL_SEATED, 1)
        await refused(privacy(house).refuse_seated(BEN), No.STILL_SEATED, 1)
        await table.leave(BEN, house.key())
        assert table.phase is Phase.PLAYING
        await refused(privacy(house).forget(BEN, "k"), No.STILL_SEATED, 1)
        await house.finish(table)
        await privacy(house).forget(BEN, "k")
        await refused(privacy(house).forget(BEN, "k"), No.DOUBLED)

    async def test_the_last_hand_on_the_panel_is_nobodys(self, house: House) -> None:
        table = await evening(house)
        await privacy(house).forget(BEN, house.key())
        players = table.picture().players
        assert [person.name for person in players if person.id not in (ANN.id, CID.id)] == [""]
        await house.restart()
        table = house.tables.at(CHANNEL)
        assert table.picture().players == players
        await table.deal(ANN, house.key())

    async def test_a_hand_of_several_who_were_forgotten_is_still_read(self, house: House) -> None:
        table = await evening(house)
        await table.leave(ANN, house.key())
        for person in (ANN, BEN):
            await privacy(house).forget(person, house.key())
        tale = await tell(house.store, (GUILD, CHANNEL), CID.id, None, "void")
        replayed = replay(tale.text)
        assert replayed is not None
        assert BEN.name not in tale.text
        assert "record" in (await exported(house, CID))["hands"][0]

    async def test_who_waits_for_a_seat_waits_no_more(self, house: House) -> None:
        await house.change(seats=2)
        table = await opened_by_ann(house)
        for person in (ANN, CID):
            await table.sit(person, 100, house.key())
        await table.wait(BEN, house.key())
        await table.leave(ANN, house.key())
        assert table.picture().called == (BEN,)
        await privacy(house).forget(BEN, house.key())
        assert table.picture().waiting == ()
        await privacy(house).forget(ANN, house.key())  # who opened the table, and has left it
        text = await everything(house)
        assert str(BEN.id) not in text
        assert str(ANN.id) not in text
        await house.restart()
        assert house.tables.at(CHANNEL).picture().waiting == ()

    async def test_that_he_let_a_seat_lapse_is_forgotten(self, house: House) -> None:
        await house.change(seats=2)
        table = await opened_by_ann(house)
        for person in (ANN, CID):
            await table.sit(person, 100, house.key())
        await table.wait(BEN, house.key())
        await table.leave(ANN, house.key())
        await house.turn(60)
        assert [row["table"] for row in (await exported(house, BEN))["lapses"]] == [table.id]
        await privacy(house).forget(BEN, house.key())
        assert table._state.lapses == ()
        assert str(BEN.id) not in await everything(house)

    async def test_who_comes_back_gets_no_starting_chips_again(self, house: House) -> None:
        table = await evening(house)
        await privacy(house).forget(BEN, house.key())
        assert await house.bank.balance(GUILD, BEN.id) is None
        await refused(table.sit(BEN, 40, house.key()), No.NOT_ENOUGH_CHIPS, 0)
        await house.store.write(
            lambda connection: house.bank.welcome(Ledger(connection), GUILD, BEN, 0.0)
        )
        assert await house.bank.balance(GUILD, BEN.id) == 0
        assert len((await exported(house, BEN))["came_back"]) == 1
        other = GUILD + 1  # where he never was
        await house.store.write(
            lambda connection: house.bank.welcome(Ledger(connection), other, BEN, 0.0)
        )
        assert await house.bank.balance(other, BEN.id) == Settings().starting

    async def test_daily_chips_come_once_a_day_for_the_forgotten_too(self, house: House) -> None:
        given = await daily(house, BEN)
        await privacy(house).forget(BEN, house.key())
        await refused(daily(house, BEN), No.DAILY_TOO_SOON, given.next_at)
        house.time.seconds = float(given.next_at)
        assert (await daily(house, BEN)).balance == given.chips

    async def test_daily_chips_of_a_day_the_clock_has_jumped_back_from(self, house: House) -> None:
        house.time.seconds = 20 * 86_400.0 + 10
        given = await daily(house, BEN)
        house.time.seconds = 19 * 86_400.0 + 10
        await privacy(house).forget(BEN, house.key())
        house.time.seconds = 20 * 86_400.0 + 20
        await refused(daily(house, BEN), No.DAILY_TOO_SOON, given.next_at)
        await privacy(house).forget(BEN, house.key())
        await refused(daily(house, BEN), No.DAILY_TOO_SOON, given.next_at)

    async def test_who_waits_is_forgotten_by_steps_of_the_same_moment_too(
        self, house: House
    ) -> None:
        await house.change(seats=2)
        table = await house.open()
        dee = Person(70_004_000, "Dee")
        for person in (ANN, CID):
            await table.sit(person, 100, house.key())
        await table.wait(BEN, house.key())
        await asyncio.gather(
            privacy(house).forget(BEN, house.key()),
            table.wait(dee, house.key()),
            table.leave(CID, house.key()),
        )
        assert str(BEN.id) not in await everything(house)

    async def test_sitting_down_at_the_same_moment_leaves_sound_books(self, house: House) -> None:
        table = await evening(house)
        await asyncio.gather(
            privacy(house).forget(BEN, house.key()),
            table.sit(BEN, 40, house.key()),
            return_exceptions=True,
        )
        assert (await house.audit()).sound
        seated = any(seat.person == BEN for seat in table.picture().seats)
        rows = await house.store.read(
            lambda connection: connection.execute(
                "SELECT count(*) FROM seat JOIN stack_owner USING (account_id) WHERE user = ?",
                (BEN.id,),
            ).fetchone()[0]
        )
        assert rows == seated

    async def test_a_crash_between_the_store_and_the_tables(self, house: House) -> None:
        await house.change(seats=2)
        table = await house.open()
        for person in (ANN, CID):
            await table.sit(person, 100, house.key())
        await table.wait(BEN, house.key())
        house.tables._by_id = Directory()  # killed before any table was told
        await privacy(house).forget(BEN, house.key())
        await house.restart()
        assert house.tables.at(CHANNEL).picture().waiting == ()
        assert str(BEN.id) not in await everything(house)
