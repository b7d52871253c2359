"""/privacy over a real connection: the file with all that is stored, and being forgotten."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"


def stored(table: Any) -> str:
    """Return all values of the bot's database, as text."""
    path = f"file:{table.stage.database}?mode=ro"
    with closing(sqlite3.connect(path, uri=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return "\n".join(
            repr(row)
            for (name,) in names
            for row in connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - our own words
        )


def said(table: Any) -> str:
    """Return what stands in the channel beside the panels."""
    return "\n".join(m.payload["content"] for m in table.ann.messages() if not m.ephemeral)


def one_line(answer: Any) -> str:
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    return str(answer.text)


async def over(table: Any) -> None:
    """Play a hand of three to its end."""
    await table.begin(*table.people)
    await table.cid.click("Bring in 4")
    await table.ann.click("Fold")
    await table.ben.click("Fold")
    await table.panel("Hand 1 is over")


async def test_a_member_gets_all_that_is_stored_of_him(play: Any) -> None:
    async with play(deck=DECK) as table:
        await over(table)
        answer = await table.ben.slash("privacy export")
        assert answer.ephemeral
        sent = await table.stage.wait_for(
            lambda: next((m for m in table.ben.privates() if m.attachments), None)
        )
        told = json.loads(table.ben.download(sent).content)
        assert told["user"] == table.ben.id
        assert [row["why"] for row in told["transfers"]] == ["starting chips", "buy-in", "hand"]
        assert len(told["hands"][0]["cards"].split()) >= 1
        assert "Cid" not in json.dumps(told)
        assert not [m for m in table.ann.messages() if m.attachments]


async def test_who_is_forgotten_is_named_in_no_message_that_waits(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await ann.slash("table open")
        for person in (ben, cid):
            await person.slash("sit", amount=100)
        await table.panel("Cid** (100)")
        storm = table.stage.weather.brew(Storm("POST /channels/*/messages", hold=True))
        await ann.slash("table kick", member=cid)
        await storm.caught.wait()
        await ann.slash("table kick", member=ben)
        answer = await ben.slash("privacy forget")
        await ben.click("Forget me", private=True, message=answer.message)
        assert "You are forgotten" in answer.message.text
        storm.release()
        await table.stage.wait_for(lambda: "Cid was removed" in said(table))
        await ann.slash("sit", amount=100)
        await ann.slash("table kick", member=ann)
        await table.stage.wait_for(lambda: "Ann was removed" in said(table))
        assert "Ben was removed" not in said(table)


async def test_a_member_is_forgotten_after_being_asked_once_more(play: Any) -> None:
    async with play(deck=DECK) as table:
        ben, stage = table.ben, table.stage
        await over(table)
        assert "You still sit at a table" in one_line(await ben.slash("privacy forget"))
        await ben.slash("leave")
        answer = await ben.slash("privacy forget")
        assert "Forget you?\n[Forget me]" in answer.text
        assert str(ben.id) in stored(table)
        await ben.slash("sit", amount=100)
        refusal = await ben.click("Forget me", private=True)
        assert "You still sit at a table" in refusal.text
        await ben.slash("leave")
        await stage.kill_bot()
        await stage.start_bot()
        await ben.click("Forget me", private=True, message=answer.message)
        assert "You are forgotten" in answer.message.text
        text = stored(table)
        assert str(ben.id) not in text
        assert "'Ben'" not in text
        await table.panel("former player")
        assert "your balance is 0" in one_line(await ben.slash("sit", amount=100))
        await stage.kill_bot()
        await stage.start_bot()
        assert str(ben.id) not in stored(table)
        again = await ben.slash("privacy export")
        assert again.ephemeral


async def test_nobody_forgets_somebody_else(play: Any) -> None:
    async with play() as table:
        ben, cid = table.ben, table.cid
        await table.ann.slash("table open")
        await ben.slash("sit", amount=100)
        await ben.slash("leave")
        own = await cid.slash("privacy forget")
        forged = await cid.press(own.message, f"forget:{ben.id}", raw=True)
        assert "not in use" in one_line(forged)
        assert str(ben.id) in stored(table)
