"""A simultaneous declaration in the room: choices wait, can be changed, and stay a secret."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.acting import act, options_of, private_after, private_for
from bot.keeping import IDLE
from bot.person import Person
from bot.picture import Moment, Note, Phase
from bot.refusal import No, Refusal
from bot.store.migration import migrations, statements
from bot.watcher import What
from bot.wish import Wish
from engine import course
from engine.actions import Action, Declaration, Verb, Why
from engine.errors import IllegalAction
from engine.options import Declare
from engine.presets import preset_named

if TYPE_CHECKING:
    from bot.table import Table
    from tests.bot.conftest import House

GUILD, CHANNEL = 900, 800
ANN, BEN, CID = (Person(n, name) for n, name in enumerate(("Ann", "Ben", "Cid"), 1))
X30 = "Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d"
HIGH, LOW, BOTH = Declaration
LOW_WISH = Wish(Verb.DECLARE, declaration=LOW)


def declare(what: Declaration) -> Action:
    return Action(Verb.DECLARE, declaration=what)


async def choose(house: House, table: Table, person: Person, what: Declaration) -> None:
    await table.act(person, table.picture().moment, declare(what), house.key())


async def to_declaration(house: House, preset: str = "hilo_declare", **terms: Any) -> Table:
    """Play X30 up to its declaration: Ann bets 10 in the first round, the rest is checked."""
    clock, stacks = terms.pop("clock", 60), terms.pop("stacks", (100, 100, 100))
    house.decks[:] = [X30]
    await house.stop()
    await house.start()
    table = await house.open(
        preset, clock=clock, least=5, rules=replace(preset_named(preset).rules(), **terms)
    )
    for person, stack in zip((ANN, BEN, CID), stacks, strict=True):
        await table.sit(person, stack, house.key())
    await table.deal(ANN, house.key())
    await house.act(table, Verb.BET, 10)
    while (view := table.picture().view) is not None and view.options is not None:
        if view.options.declarations:
            break
        await house.act(table, Verb.CHECK if view.options.check else Verb.CALL)
    return table


def waits_for(table: Table) -> list[str]:
    return [person.name for person in table.picture().deciders]


def stacks(table: Table) -> list[int]:
    return [seat.stack for seat in table.picture().seats]


def stored(house: House, query: str) -> list[Any]:
    with closing(sqlite3.connect(house.path)) as connection:
        return connection.execute(query).fetchall()


def own(table: Table, person: Person) -> Declaration | None:
    private = table.private(person)
    assert private is not None
    return private.choice


async def test_x30_the_best_low_hand_loses_because_it_declared_high(house: House) -> None:
    table = await to_declaration(house)
    assert waits_for(table) == ["Ann", "Ben", "Cid"]
    for person, what in ((CID, LOW), (ANN, HIGH), (BEN, HIGH)):
        assert table.phase is Phase.PLAYING
        await choose(house, table, person, what)
    assert table.phase is Phase.BETWEEN
    assert stacks(table) == [108, 85, 107]
    lines = stored(house, "SELECT line, by IS NULL FROM act ORDER BY seq DESC LIMIT 3")
    assert lines == [("p3 dc low", 0), ("p2 dc high", 0), ("p1 dc high", 0)]
    assert stored(house, "SELECT * FROM pending") == []


async def test_a_choice_moves_neither_turn_nor_deadline(house: House) -> None:
    table = await to_declaration(house)
    before = table.picture()
    house.time.seconds += 10
    await choose(house, table, BEN, LOW)
    after = table.picture()
    assert (after.moment, after.due_at) == (before.moment, before.due_at)
    assert after.version > before.version
    assert waits_for(table) == ["Ann", "Cid"]
    assert after.chosen == (1,)


async def test_a_warning_stays_given_when_somebody_chooses(house: House) -> None:
    table = await to_declaration(house)
    await house.turn(41)
    assert house.watch.kinds[-1] is What.WARNED
    await choose(house, table, BEN, LOW)
    await house.turn(1)
    assert house.watch.kinds.count(What.WARNED) == 1


async def test_a_choice_can_be_changed_until_all_have_chosen(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, BEN, LOW)
    await choose(house, table, BEN, HIGH)
    assert own(table, BEN) is HIGH
    assert stored(house, "SELECT p, choice FROM pending") == [(1, "high")]
    await choose(house, table, BEN, LOW)
    await choose(house, table, ANN, HIGH)
    await choose(house, table, CID, HIGH)
    assert stacks(table) == [108, 107, 85]  # 23 for the kings, 22 for 7-6-4-3-2


async def test_no_picture_of_anybody_else_tells_a_choice(house: House) -> None:
    table = await to_declaration(house)
    plain = table.picture()
    privates = [table.private(person) for person in (ANN, CID)]
    await choose(house, table, BEN, LOW)
    assert own(table, BEN) is LOW
    assert [own(table, person) for person in (ANN, CID)] == [None, None]
    assert [table.private(person) for person in (ANN, CID)] == privates
    low = table.picture()
    await choose(house, table, BEN, HIGH)
    assert replace(low, version=0) == replace(table.picture(), version=0)
    assert replace(low, version=plain.version, chosen=()) == plain


async def test_a_doubled_choice_is_taken_once(house: House) -> None:
    table = await to_declaration(house)
    moment = table.picture().moment
    await table.act(BEN, moment, declare(LOW), "click")
    await choose(house, table, BEN, HIGH)
    with pytest.raises(Refusal, match=No.DOUBLED):
        await table.act(BEN, moment, declare(LOW), "click")
    assert own(table, BEN) is HIGH


async def test_the_last_choice_doubled_is_taken_once(house: House) -> None:
    table = await to_declaration(house)
    moment = table.picture().moment
    for person in (ANN, BEN):
        await choose(house, table, person, HIGH)
    await table.act(CID, moment, declare(LOW), "last")
    with pytest.raises(Refusal, match=No.DOUBLED):
        await table.act(CID, moment, declare(LOW), "last")


async def test_two_choose_at_one_moment(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, CID, LOW)
    moment = table.picture().moment
    await asyncio.gather(
        table.act(ANN, moment, declare(HIGH), house.key()),
        table.act(BEN, moment, declare(HIGH), house.key()),
    )
    assert stacks(table) == [108, 85, 107]


async def test_a_choice_of_an_earlier_turn_is_stale(house: House) -> None:
    table = await to_declaration(house)
    now = table.picture().moment
    with pytest.raises(Refusal, match=No.STALE):
        await table.act(
            BEN, Moment(now.table, now.hand, now.turn - 1, now.line), declare(LOW), house.key()
        )
    assert own(table, BEN) is None


async def test_what_cannot_be_chosen_is_refused_and_changes_nothing(house: House) -> None:
    table = await to_declaration(house)
    before = table.picture()
    for action, why in (
        (declare(BOTH), Why.NOT_BOTH),
        (Action(Verb.FOLD), Why.DECLARATION_DUE),
        (Action(Verb.STAND_PAT), Why.DECLARATION_DUE),
    ):
        with pytest.raises(IllegalAction) as caught:
            await table.act(BEN, before.moment, action, house.key())
        assert caught.value.reason.why is why
    assert table.picture() == before


async def test_both_ways_where_the_rules_allow_it(house: House) -> None:
    table = await to_declaration(house, both=True)
    for person, what in ((BEN, BOTH), (ANN, HIGH), (CID, LOW)):
        await choose(house, table, person, what)
    assert stacks(table) == [108, 85, 107]  # Ben is not best for high and wins nothing


async def test_who_is_not_dealt_in_has_nothing_to_choose(house: House) -> None:
    table = await to_declaration(house)
    with pytest.raises(Refusal, match=No.NOT_YOUR_HAND):
        await choose(house, table, Person(9, "Dee"), LOW)
    assert table.picture().chosen == ()


async def test_who_leaves_declares_high_at_once_and_secretly(house: House) -> None:
    table = await to_declaration(house)
    due_at = table.picture().due_at
    house.time.seconds += 5
    await table.leave(BEN, house.key())
    assert waits_for(table) == ["Ann", "Cid"]
    assert table.picture().due_at == due_at
    assert stored(house, "SELECT p, choice, by FROM pending") == [(1, "high", None)]
    with pytest.raises(Refusal, match=No.NOT_SEATED):
        await choose(house, table, BEN, LOW)
    await choose(house, table, ANN, HIGH)
    await choose(house, table, CID, LOW)
    assert stacks(table) == [108, 107]


async def test_who_leaves_after_he_chose_keeps_his_choice(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, BEN, LOW)
    await table.leave(BEN, house.key())
    assert stored(house, "SELECT choice FROM pending") == [("low",)]


async def test_the_last_who_owes_leaves_and_the_hand_ends(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, ANN, HIGH)
    await choose(house, table, CID, LOW)
    await table.leave(BEN, house.key())
    assert table.phase is Phase.BETWEEN
    assert stacks(table) == [108, 107]


async def test_who_leaves_before_declares_high_when_it_comes(house: House) -> None:
    table = await to_declaration(house, declare=Declare.SEQUENTIAL)
    assert waits_for(table) == ["Ann"]
    await table.leave(BEN, house.key())
    await choose(house, table, ANN, HIGH)
    assert waits_for(table) == ["Cid"]
    view = table.picture().view
    assert view is not None
    assert [seat.declared for seat in view.seats] == [HIGH, HIGH, None]


async def test_all_who_have_not_chosen_declare_high_when_time_runs_out(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, CID, LOW)
    await house.turn(60)
    assert table.phase is Phase.BETWEEN
    assert house.watch.kinds[-1] is What.HAND_ENDED
    assert stacks(table) == [108, 85, 107]
    assert stored(house, "SELECT missed FROM seat ORDER BY place") == [(1,), (1,), (0,)]
    by = stored(
        house, "SELECT line, by IS NULL, key LIKE 'clock:%' FROM act WHERE line LIKE '%dc%'"
    )
    assert by == [("p1 dc high", 1, 1), ("p2 dc high", 1, 1), ("p3 dc low", 0, 0)]


async def test_who_sits_out_is_not_waited_for(house: House) -> None:
    table = await to_declaration(house, declare=Declare.SIMULTANEOUS)
    await house.turn(60)
    await house.turn(5)
    assert table.picture().hand == 2
    while table.phase is Phase.PLAYING:  # everybody misses a second turn, and sits out
        await house.turn(60)
    assert [seat.sitting_out for seat in table.picture().seats].count(True) >= 2
    keys = stored(house, "SELECT key FROM act WHERE line LIKE '%dc%' AND hand_id = 2")
    assert all(key.startswith(("clock:", "declare:")) for (key,) in keys)


async def test_a_player_who_is_back_may_change_what_was_chosen_for_him(house: House) -> None:
    table = await to_declaration(house)
    seats = [replace(s, sitting_out=s.person == BEN) for s in table._state.seats]
    table._gate.swap(replace(table._state, seats=tuple(seats)))
    await choose(house, table, ANN, HIGH)
    assert own(table, BEN) is HIGH
    assert waits_for(table) == ["Cid"]
    await choose(house, table, BEN, LOW)
    assert own(table, BEN) is LOW
    assert not table.picture().seats[1].sitting_out
    await choose(house, table, CID, HIGH)
    assert stacks(table) == [108, 107, 85]


async def test_a_killed_process_knows_every_choice_again(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, BEN, HIGH)
    await choose(house, table, CID, LOW)
    moment = table.picture().moment
    await house.restart()
    (table,) = house.tables.open_tables()
    assert table.picture().moment == moment
    assert waits_for(table) == ["Ann"]
    assert [own(table, person) for person in (ANN, BEN, CID)] == [None, HIGH, LOW]
    view = table.picture().view
    assert view is not None
    assert [seat.declared for seat in view.seats] == [None] * 3
    await choose(house, table, BEN, LOW)
    await choose(house, table, ANN, HIGH)
    assert table.phase is Phase.BETWEEN
    assert stacks(table)[0] == 108
    await house.restart()
    (table,) = house.tables.open_tables()
    assert (table.phase, table.picture().chosen) == (Phase.BETWEEN, ())


async def test_a_choice_that_cannot_be_written_is_none(house: House) -> None:
    table = await to_declaration(house)
    before = table.picture()
    stored(house, "DELETE FROM pending")
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute(
            "CREATE TRIGGER no BEFORE INSERT ON pending BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    with pytest.raises(sqlite3.IntegrityError):
        await choose(house, table, BEN, LOW)
    assert table.picture() == before
    assert own(table, BEN) is None
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("DROP TRIGGER no")


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_choice_that_nobody_asks_for_voids_the_hand(house: House, seat: int) -> None:
    table = await house.dealt(ANN, BEN, CID, preset="hilo_declare")
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("INSERT INTO pending VALUES (1, ?, 'low', NULL)", (seat,))
    await house.restart()
    (table,) = house.tables.open_tables()
    assert table.picture().note is Note.VOIDED
    assert stacks(table) == [200] * 3
    assert stored(house, "SELECT * FROM pending") == []


async def test_without_a_clock_a_choice_begins_the_idle_hour_anew(house: House) -> None:
    table = await to_declaration(house, clock=0)
    await house.turn(IDLE - 1)
    await choose(house, table, ANN, HIGH)
    await house.turn(IDLE - 1)
    assert table.phase is Phase.PLAYING
    await house.turn(1)
    assert table.picture().phase is Phase.CLOSED
    assert (await house.audit()).sound


async def test_a_table_that_closes_forgets_the_choices(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, BEN, LOW)
    await table.close(ANN, house.key())
    assert stored(house, "SELECT * FROM pending") == []
    assert table.picture().chosen == ()


async def test_the_log_tells_that_somebody_chose_and_not_what(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await to_declaration(house)
    with caplog.at_level(logging.DEBUG):
        caplog.clear()
        await choose(house, table, BEN, LOW)
        await choose(house, table, CID, LOW)
    told = caplog.text
    assert "act='p2 has chosen'" in told
    assert re.search(r"\b(low|high)\b", told) is None


async def test_members_who_left_the_server_declare_high(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, ANN, HIGH)
    house.members.gone = {BEN.id}
    await house.turn(60)
    await house.turn(0)
    assert table.phase is Phase.BETWEEN
    assert [seat.person for seat in table.picture().seats] == [ANN, CID]
    assert stored(house, "SELECT missed FROM seat ORDER BY place") == [(0,), (1,)]


async def test_an_all_in_player_declares_too(house: House) -> None:
    table = await to_declaration(house, stacks=(100, 15, 100))
    assert waits_for(table) == ["Ann", "Ben", "Cid"]
    for person, what in ((ANN, HIGH), (BEN, HIGH), (CID, LOW)):
        await choose(house, table, person, what)
    assert stacks(table) == [108, 0, 107]


async def test_a_sequential_declaration_is_public_and_one_after_the_other(house: House) -> None:
    table = await to_declaration(house, declare=Declare.SEQUENTIAL)
    view = table.picture().view
    assert view is not None
    assert view.phase is course.Phase.DECLARING
    assert waits_for(table) == ["Ann"]
    with pytest.raises(IllegalAction) as caught:
        await choose(house, table, BEN, LOW)
    assert caught.value.reason.why is Why.NOT_YOUR_TURN
    moment = table.picture().moment
    await choose(house, table, ANN, HIGH)
    assert table.picture().moment != moment
    assert stored(house, "SELECT line FROM act ORDER BY seq DESC LIMIT 1") == [("p1 dc high",)]
    with pytest.raises(IllegalAction) as caught:
        await choose(house, table, ANN, LOW)
    assert caught.value.reason.why is Why.DECLARED
    await house.restart()
    (table,) = house.tables.open_tables()
    assert waits_for(table) == ["Ben"]
    await house.turn(60)
    await choose(house, table, CID, LOW)
    assert stacks(table) == [108, 85, 107]


async def test_in_sequence_an_act_is_told_and_a_choice_that_waits_is_none_yet(
    house: House,
) -> None:
    table = await to_declaration(house, declare=Declare.SEQUENTIAL)
    assert options_of(table.picture(), BEN) is None
    done = await act(table, ANN, LOW_WISH, house.key())
    assert done is not None
    assert done.action == declare(LOW)


async def test_an_act_that_waits_tells_nothing_of_an_earlier_one(house: House) -> None:
    table = await to_declaration(house)
    for person in (ANN, BEN, CID):
        options = options_of(table.picture(), person)
        assert options is not None
        assert options.declarations == (HIGH, LOW)
    assert await act(table, ANN, LOW_WISH, house.key()) is None
    assert await act(table, BEN, LOW_WISH, house.key()) is None
    done = await act(table, CID, LOW_WISH, house.key())
    assert done is not None
    assert (done.seat, done.action) == (2, declare(LOW))


async def test_a_menu_is_for_who_may_act_so_at_that_moment(house: House) -> None:
    table = await to_declaration(house)
    moment = table.picture().moment
    private = private_for(table, BEN, Verb.DECLARE, moment)
    assert (private.seat, private.choice) == (1, None)
    await choose(house, table, BEN, LOW)
    assert private_for(table, BEN, Verb.DECLARE, None).choice is LOW
    with pytest.raises(IllegalAction) as caught:
        private_for(table, BEN, Verb.DISCARD, moment)
    assert caught.value.reason.why is Why.DECLARATION_DUE
    with pytest.raises(Refusal, match=No.NOT_YOUR_HAND):
        private_for(table, Person(9, "Dee"), Verb.DECLARE, moment)
    with pytest.raises(Refusal, match=No.STALE):
        private_for(table, BEN, Verb.DECLARE, replace(moment, turn=moment.turn - 1))
    await table.close(ANN, house.key())
    with pytest.raises(Refusal, match=No.NO_HAND):
        private_for(table, BEN, Verb.DECLARE, None)


async def test_an_answer_to_an_act_is_of_its_own_hand(house: House) -> None:
    table = await to_declaration(house)
    moment = table.picture().moment
    assert private_after(table, BEN, moment) == table.private(BEN)
    assert private_after(table, BEN, replace(moment, hand=moment.hand + 1)) is None
    assert private_after(table, Person(9, "Dee"), moment) is None


async def test_only_who_has_not_chosen_is_warned(house: House) -> None:
    table = await to_declaration(house)
    await choose(house, table, BEN, LOW)
    await house.turn(41)
    change = house.watch.changes[-1]
    assert change.kind is What.WARNED
    assert change.picture.deciders == (ANN, CID)


def test_a_choice_is_of_a_seat_that_is_dealt_in() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for step in migrations():
            for statement in statements(step.script):
                connection.execute(statement)
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.execute("INSERT INTO pending VALUES (1, 0, 'low', NULL)")


async def test_a_choice_is_one_of_those_there_are(house: House) -> None:
    await to_declaration(house)
    with closing(sqlite3.connect(house.path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        (hand,) = connection.execute("SELECT hand_id FROM hand").fetchone()
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            connection.execute("INSERT INTO pending VALUES (?, 0, 'middle', NULL)", (hand,))
        connection.execute("INSERT INTO pending VALUES (?, 0, 'low', NULL)", (hand,))
        connection.rollback()
