"""What a channel is told beside the panel: once, in order, and several changes as one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.following import Changes, gathered
from bot.nonce import nonce_of
from bot.notice import NewNotice, Notice, Told
from bot.notices import Notices
from bot.person import Person
from bot.store import Store
from bot.store.notices import NoticeRows

GUILD, CHANNEL = 900, 800
BEN, CID = Person(2, "Ben"), Person(3, "Cid")
FEW, MANY = ("seats", "10", "4"), ("seats", "4", "9")


@dataclass
class Message:
    """What Discord answers to a post."""

    content: str
    edits: int = 0

    async def edit(self, *, content: str, **_more: object) -> None:
        self.content = content
        self.edits += 1


class Channel:
    """Discord's side: it notes what is posted, and may be slow."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, str]] = []
        self.begun = 0
        self.open = asyncio.Event()
        self.open.set()
        self.fails = False
        self.older: Message | None = None

    def get_partial_messageable(self, channel: int, *, guild_id: int) -> Channel:
        assert (channel, guild_id) == (CHANNEL, GUILD)
        return self

    async def send(self, text: str, *, nonce: str, **_more: object) -> Message:
        self.begun += 1
        await self.open.wait()
        if self.fails:
            raise OSError("the line is cut")
        self.posted.append((nonce, text))
        return self.older or Message(text)


class Room:
    """A store, a channel, and notices between them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.channel = Channel()
        self.tasks: set[asyncio.Task[None]] = set()
        self.time = 1_000.0
        self.notices = self.process()

    def process(self) -> Notices:
        """Begin as a process does."""

        def spawn(work: Any) -> None:
            self.tasks.add(asyncio.ensure_future(work))

        client = cast(discord.Client, self.channel)
        return Notices(client, self.store, spawn, 0.0, lambda: self.time)

    async def give(self, *told: Notice) -> None:
        """Write notices as steps do, and tell them."""
        for notice in told:
            await self.store.write(partial(_add, notice=notice))
        self.notices.told(told)

    async def quiet(self) -> None:
        """Wait until there is nothing more to do."""
        while self.tasks:
            task = self.tasks.pop()
            await task

    async def slow(self, *told: Notice) -> None:
        """Tell something whose post is under way until the channel is open."""
        self.channel.open.clear()
        await self.give(*told)
        async with asyncio.timeout(5):
            while not self.channel.begun:  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0)

    async def left(self) -> list[Notice]:
        return await self.store.read(lambda connection: NoticeRows(connection).all())

    @property
    def keys(self) -> list[str]:
        known = (f"n{table}.{version}.0" for table in (1, 2) for version in range(1, 9))
        keys = {nonce_of(self.store.line, key): key for key in known}
        return [keys[nonce] for nonce, _ in self.channel.posted]


def _add(connection: sqlite3.Connection, notice: Notice) -> None:
    NoticeRows(connection).add(notice)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    store = await Store.open(tmp_path / "doorcard.sqlite3")
    await store.write(
        lambda connection: connection.execute(
            "INSERT INTO member VALUES (900, 2, 'Ben'), (900, 3, 'Cid')"
        )
    )
    room = Room(store)
    room.notices.nudge()
    await room.quiet()
    yield room
    room.channel.open.set()
    await room.quiet()
    await store.close()


def rules(version: int, *changes: tuple[str, str, str], table: int = 1) -> Notice:
    return Notice(f"n{table}.{version}.0", GUILD, CHANNEL, NewNotice(Told.RULES, changes=changes))


def removed(version: int, person: Person, table: int = 1) -> Notice:
    return Notice(f"n{table}.{version}.0", GUILD, CHANNEL, NewNotice(Told.REMOVED, person))


class TestGathering:
    async def test_changes_in_quick_succession_are_one_message(self, room: Room) -> None:
        await room.slow(removed(1, BEN))
        await room.give(rules(2, FEW, ("pause", "", "9")))
        await room.give(rules(3, MANY))
        await room.give(removed(4, CID))
        await room.give(rules(5, ("misses", "2", "3")))
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.4.0", "n1.5.0"]
        text = room.channel.posted[-1][1]
        assert text.splitlines()[1:] == [
            "- seats: 10 → 9",
            "- seconds between hands: the usual → 9",
            r"- missed turns until one sits out \(0\: never\): 2 → 3",
        ]
        assert await room.left() == []

    async def test_what_is_under_way_is_left_as_it_is(self, room: Room) -> None:
        await room.slow(rules(1, FEW))
        await room.give(rules(2, MANY))
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.2.0"]
        assert "4 → 9" in room.channel.posted[1][1]

    async def test_what_could_not_be_posted_is_left_as_it_is(self, room: Room) -> None:
        """It may be there all the same, under its nonce."""
        room.channel.fails = True
        await room.give(rules(1, FEW))
        await room.quiet()
        assert room.channel.begun == 4
        room.channel.fails = False
        await room.give(rules(2, MANY))
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.2.0"]

    async def test_what_is_taken_back_meanwhile_is_not_told(self, room: Room) -> None:
        await room.slow(removed(1, BEN))
        await room.give(rules(2, FEW))
        await room.give(rules(3, ("seats", "4", "10")))
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0"]
        assert await room.left() == []

    async def test_each_table_has_its_own(self, room: Room) -> None:
        await room.slow(removed(1, BEN))
        await room.give(rules(2, FEW), rules(7, FEW, table=2))
        await room.give(rules(3, MANY))
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n2.7.0", "n1.3.0"]

    async def test_what_was_gathered_is_told_whole_after_a_crash(self, room: Room) -> None:
        await room.slow(removed(1, BEN))
        await room.give(rules(2, FEW))
        await room.give(rules(3, MANY))
        await room.notices._gather(room.notices._left[CHANNEL], (rules(2, FEW), rules(3, MANY)))
        assert [one.key for one in await room.left()] == ["n1.1.0", "n1.3.0"]
        for task in room.tasks:
            task.cancel()
        room.tasks.clear()
        room.channel.open.set()
        room.notices = room.process()
        await room.give(rules(4, ("seats", "9", "8")))
        assert room.channel.posted == []  # what the earlier process has left comes first
        room.notices.nudge()
        room.notices.nudge()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.3.0", "n1.4.0"]
        assert "seats: 10 → 9" in room.channel.posted[1][1]
        assert "seats: 9 → 8" in room.channel.posted[2][1]

    async def test_a_table_that_closes_while_it_is_gathered_tells_nothing(self, room: Room) -> None:
        await room.slow(removed(1, BEN))
        await room.give(rules(2, FEW))
        await room.give(rules(3, MANY))
        await room.store.write(lambda connection: NoticeRows(connection).drop_outdated(1))
        gathering = asyncio.ensure_future(
            room.notices._gather(room.notices._left[CHANNEL], (rules(2, FEW), rules(3, MANY)))
        )
        room.notices.closed(1)
        await gathering
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0"]
        assert await room.left() == []

    @pytest.mark.parametrize(
        ("told", "whole"),
        [
            ((), ()),
            (([FEW], [MANY], [("seats", "9", "10")]), ()),
            (([FEW], [("seats", "4", "10")], [("seats", "10", "3")]), (("seats", "10", "3"),)),
            (([("hilo", "", "+")], [("hilo", "", "-")]), ()),
            (([("hilo", "", "-")], [("hilo", "", "+")]), (("hilo", "", "+"),)),
            (([("hilo", "", "-")], [("hilo", "", "+")], [("hilo", "", "-")]), (("hilo", "", "-"),)),
            (([("seats", "", "+")], [FEW]), (("seats", "", "+"), FEW)),  # a game of that name
            (([("pause", "", "9")], [("pause", "9", "")]), ()),
        ],
    )
    def test_changes_one_after_the_other(self, told: tuple[Changes, ...], whole: Changes) -> None:
        assert gathered(told) == whole


class TestWhatIsTrueNoMore:
    async def test_nothing_that_names_who_is_forgotten_is_told(self, room: Room) -> None:
        await room.slow(removed(1, CID))
        await room.give(removed(2, BEN), removed(3, CID))
        room.notices.forget(BEN.id)
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.3.0"]

    async def test_who_is_forgotten_while_it_is_tried_is_not_named_again(self, room: Room) -> None:
        room.channel.fails = True
        await room.slow(removed(1, BEN))
        room.notices.forget(BEN.id)
        room.channel.open.set()
        await room.quiet()
        assert room.channel.begun == 1

    async def test_of_a_closed_table_only_what_stays_true_is_told(self, room: Room) -> None:
        await room.slow(removed(1, CID))
        await room.give(rules(2, FEW), removed(3, BEN), rules(2, FEW, table=2))
        room.notices.closed(1)
        room.channel.open.set()
        await room.quiet()
        assert room.keys == ["n1.1.0", "n1.3.0", "n2.2.0"]

    @pytest.mark.parametrize(("time", "called"), [(1_059.9, True), (1_060.0, False)])
    async def test_a_call_to_a_seat_is_over_by_the_rooms_clock(
        self, room: Room, time: float, called: bool
    ) -> None:
        call = NewNotice(Told.SEAT_FREE, BEN, 1_060.0)
        room.time = time
        await room.give(Notice("n1.1.0", GUILD, CHANNEL, call))
        await room.quiet()
        assert bool(room.channel.posted) is called
        assert await room.left() == []


@pytest.mark.parametrize(
    "torn",
    [
        "kind = 'of a later version'",
        "key = 'n1'",
        "key = CAST(x'67ff61' AS TEXT)",
        "changes = 'garbage'",
        "changes = '[[1, 2, 3]]'",
        "until = 9e999",
    ],
)
async def test_one_that_cannot_be_read_keeps_no_other_from_being_told(
    room: Room, caplog: pytest.LogCaptureFixture, torn: str
) -> None:
    for notice in (rules(1, FEW), rules(2, MANY)):
        await room.store.write(partial(_add, notice=notice))
    statement = f"UPDATE notice SET {torn} WHERE key = '{rules(1, FEW).key}'"  # noqa: S608 - our own words
    await room.store.write(lambda connection: connection.execute(statement))
    room.notices = room.process()
    room.notices.nudge()
    await room.quiet()
    assert room.keys == [rules(2, MANY).key]
    assert "cannot be read" in caplog.text
    count = await room.store.report(lambda connection: NoticeRows(connection).count())
    assert count == 1, "a newer version may tell it yet"


async def test_an_older_message_in_answer_becomes_what_was_to_be_told(room: Room) -> None:
    older = room.channel.older = Message("something else")
    await room.give(removed(1, BEN))
    await room.quiet()
    assert (older.content, older.edits) == (room.channel.posted[0][1], 1)
    await room.give(removed(1, BEN))
    await room.quiet()
    assert older.edits == 1
    assert await room.left() == []
