"""A hand that cannot be read back is void: whoever was in it has the chips of its start again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tests.crash.mortal import Mortal, asked_of
from tests.crash.script import Press, Scene

_RUNNING: Final = "hand_id = (SELECT hand_id FROM hand WHERE state = 'running')"
DECK: Final = "Ks Qs Ah 8h Kd Jc 3c 2s 2h Qd Th 9d Js"
START: Final = {"Ann": 200, "Ben": 150, "Cid": 100, "Dee": 50}
UNREADABLE: Final = "is kept, but cannot be played again: it cannot be read."

ACTS: Final = (
    "SELECT seq, line, digest FROM act JOIN hand USING (hand_id) WHERE number = {} ORDER BY seq"
)
SEATS: Final = (
    "SELECT name, chips FROM seat JOIN stack_owner USING (account_id)"
    " JOIN balance USING (account_id)"
)
CHIPS: Final = (
    "SELECT name, sum(chips) FROM account JOIN balance ON balance.account_id = account.account_id"
    " LEFT JOIN account AS holder ON holder.account_id = account.holder"
    " JOIN member ON member.user = coalesce(account.owner, holder.owner) GROUP BY name"
)
"""All chips of each, those at the table too."""

DAMAGES: Final = {
    "another digest": "UPDATE act SET digest = '0000' WHERE seq = 2 AND running",
    "an act that the rules refuse": "UPDATE act SET line = 'p1 cbr 11' WHERE seq = 2 AND running",
    "an act of somebody else": "UPDATE act SET line = 'p2 cbr 10' WHERE seq = 2 AND running",
    "an act that is missing": "DELETE FROM act WHERE seq = 2 AND running",
    "a line of garbage": "UPDATE act SET line = 'nonsense' WHERE seq = 2 AND running",
    "an empty line": "UPDATE act SET line = '' WHERE seq = 3 AND running",
    "a number without end": "UPDATE act SET line = 'p1 cbr ' || printf('%.*c', 5000, '9')"
    " WHERE seq = 2 AND running",
    "an unknown rule": """UPDATE hand SET rules = '{"wild_cards": 4}' WHERE running""",
    "an unknown game": """UPDATE hand SET rules = '{"game": "poker"}' WHERE running""",
    "a changed rule": "UPDATE hand SET rules = json_set(rules, '$.small', 11, '$.big', 22)"
    " WHERE running",
    "rules of garbage": "UPDATE hand SET rules = '{' WHERE running",
    "a deck of garbage": "UPDATE hand SET deck = 'garbage' WHERE running",
    "no deck": "UPDATE hand SET deck = '' WHERE running",
    "a card twice": "UPDATE hand SET deck = 'Ks Ks' || substr(deck, 6) WHERE running",
    "no reserve": "UPDATE hand SET reserve = '' WHERE running",
    "a reserve of garbage": "UPDATE hand SET reserve = 'xx' WHERE running",
    "other chips at its start": "UPDATE hand_seat SET stack = stack + 1 WHERE p = 0 AND running",
    "somebody less": "DELETE FROM hand_seat WHERE p = 3 AND running",
}
"""What is done to a hand that runs: `running` stands for which one that is."""


async def begun(scene: Scene, number: int) -> None:
    """Seat who has no seat, deal, and act: Dee has brought in, Ben folded, Dee left."""
    people = scene.people
    for name in START if number == 1 else ("Dee",):
        answer = await people[name].slash("sit", amount=START[name])
        assert "You sit" in answer.text
    await people["Ann"].slash("deal")
    assert await scene.stage.settled()
    for label in ("Bring in", "Complete", "Fold"):
        await Press((label,)).wish(scene).send()
    await people["Dee"].slash("leave")
    assert await scene.stage.settled()
    assert f"Hand {number}" in scene.panel().text


async def test_each_kind_of_damage_gives_everybody_his_chips_back() -> None:
    async with Mortal([DECK] * len(DAMAGES)) as stage:
        assert await stage.live(), stage.bot_output
        scene = Scene(stage)
        await scene.people["Ann"].slash("table open", min_buy_in=20, max_buy_in=400)
        for number, (kind, statement) in enumerate(DAMAGES.items(), 1):
            try:
                await damaged(scene, number, statement)
            except AssertionError as error:
                raise AssertionError(f"{kind}: {error}") from error


async def damaged(scene: Scene, number: int, statement: str) -> None:
    """Damage a running hand while nobody looks, and verify what everybody finds afterwards."""
    stage = scene.stage
    await begun(scene, number)
    await stage.kill()
    damage(stage.database, statement)
    acts = rows(stage, ACTS.format(number))
    assert len(acts) >= 2
    assert await stage.live(), stage.bot_output
    told = scene.panel().text
    assert f"Hand {number} was voided: everyone has the chips of its start back." in told, told
    assert scene.panel().buttons(enabled=True) == []
    assert dict(rows(stage, SEATS)) == {name: START[name] for name in ("Ann", "Ben", "Cid")}
    assert dict(rows(stage, CHIPS)) == dict.fromkeys(START, 1000)
    assert rows(stage, ACTS.format(number)) == acts, "the log is kept"
    for person in scene.people.values():
        answer = await person.slash("history hand", number=number)
        assert answer.ephemeral
        assert answer.text == f"Hand {number} {UNREADABLE}"


async def test_a_choice_that_no_declaration_asks_for_voids_the_hand_too() -> None:
    async with Mortal([DECK]) as stage:
        assert await stage.live(), stage.bot_output
        scene = Scene(stage)
        await scene.people["Ann"].slash("table open", min_buy_in=20, max_buy_in=400)
        await begun(scene, 1)
        await stage.kill()
        damage(
            stage.database,
            "INSERT INTO pending (hand_id, p, choice)"
            " SELECT hand_id, 0, 'high' FROM hand WHERE running",
        )
        assert await stage.live(), stage.bot_output
        assert "Hand 1 was voided" in scene.panel().text
        assert dict(rows(stage, CHIPS)) == dict.fromkeys(START, 1000)
        assert rows(stage, "SELECT * FROM pending") == []
        answer = await scene.people["Ann"].slash("history hand", number=1)
        assert answer.text.startswith("Hand 1, which was called off, as you have seen it.")


async def test_a_game_of_another_name_changes_nothing() -> None:
    async with Mortal([DECK]) as stage:
        assert await stage.live(), stage.bot_output
        scene = Scene(stage)
        await scene.people["Ann"].slash("table open", min_buy_in=20, max_buy_in=400)
        await begun(scene, 1)
        await stage.kill()
        damage(stage.database, "UPDATE hand SET game = 'of a later version' WHERE running")
        assert await stage.live(), stage.bot_output
        assert f"{scene.people['Cid'].mention} to act" in scene.panel().text
        assert "Traceback" not in stage.bot_output


def rows(stage: Mortal, sql: str) -> list[tuple[Any, ...]]:
    """Return what the database has for a question."""
    found: list[tuple[Any, ...]] = asked_of(stage.database, sql)
    return found


def damage(path: Path, statement: str) -> None:
    """Do to a database what its triggers let nobody do, and leave no other trace of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        made = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in made:
            connection.execute(f"DROP TRIGGER {name}")
        changed = connection.execute(statement.replace(" running", f" {_RUNNING}")).rowcount
        assert changed == 1, f"{statement} changes {changed} rows"
        for _, sql in made:
            connection.execute(sql)
