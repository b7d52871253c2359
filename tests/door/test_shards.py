"""Several shards: each guild is reached over its own, and only its tables wait while it is away."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from bot.rehearsal.guilds import Guild
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.turns import MAX_CONCURRENCY

DECK = "2c 7d Qs 9c Kd 4d"
SHARDS = 3


@asynccontextmanager
async def sharded(concurrency: int = MAX_CONCURRENCY) -> AsyncIterator[Rehearsal]:
    """Set a stage with three shards in so many buckets, and stop its bot at the end."""
    stage = Rehearsal(seed=1, deck=DECK)
    stage.gateway.shards = SHARDS
    stage.gateway.turns.concurrency = concurrency
    async with stage:
        await stage.start_bot()
        yield stage
        assert await stage.stop_bot() == 0, stage.bot_output
        assert "Traceback" not in stage.bot_output, stage.bot_output
        assert stage.gateway.turns.hasty == []


async def seat_two(stage: Rehearsal, guild: Guild, clock: int) -> tuple[Person, Person]:
    """Deal a hand to Ann and Ben in a guild; nobody has acted."""
    ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD, guild=guild)
    ben = stage.person("Ben", guild=guild)
    await ann.slash("table open", clock=clock)
    for person in (ann, ben):
        await person.slash("sit", amount=100)
    await ann.slash("deal")
    await stage.wait_for(lambda: "to act" in ann.sees())
    return ann, ben


def acts(stage: Rehearsal, guild: Guild) -> int:
    """Count the acts of a guild's tables, a clock's among them."""
    count = (
        "SELECT count(*) FROM act JOIN hand USING (hand_id) JOIN tables USING (table_id)"
        " WHERE guild = ?"
    )
    with closing(sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)) as connection:
        return int(connection.execute(count, (guild.id,)).fetchone()[0])


async def test_shards_of_one_bucket_do_not_identify_within_five_seconds() -> None:
    """The first and the third are in one, and the gateway refuses whoever is hasty."""
    async with sharded(concurrency=2) as stage:
        assert [session.shard for session in stage.gateway.connected] == [(0, 3), (1, 3), (2, 3)]
        assert stage.gateway.identified == SHARDS


async def test_a_shard_that_is_away_holds_its_own_tables_and_no_others() -> None:
    async with sharded() as stage:
        guilds = [stage.found_guild(f"Guild {shard}", shard=shard) for shard in (0, 1)]
        assert {session.shard for session in stage.gateway.connected} == {(0, 3), (1, 3), (2, 3)}
        (ann, _), (other, _) = [await seat_two(stage, guild, clock=2) for guild in guilds]
        stage.gateway.lose(1)
        await stage.wait_for(lambda: "Hand 1 is over" in ann.sees(), timeout=30)  # by its clock
        assert acts(stage, guilds[1]) == 0
        resumed = stage.gateway.resumed
        stage.gateway.find(1)
        await stage.wait_for(lambda: stage.gateway.resumed > resumed, timeout=30)
        await stage.wait_for(lambda: _deadline(other.sees()) > time.time() + 15)
        assert acts(stage, guilds[1]) == 0


async def test_a_guild_gone_while_its_shard_was_away_pays_out_and_no_other_does() -> None:
    """The shard identifies anew, and the guild that removed the bot is not among its own."""
    async with sharded() as stage:
        gone, stays, other = (
            stage.found_guild(f"Guild {shard}{name}", shard=shard)
            for shard, name in ((1, "a"), (1, "b"), (2, "a"))
        )
        for guild in (gone, stays, other):
            await seat_two(stage, guild, clock=0)
        stage.gateway.lose(1)
        await stage.wait_for(lambda: len(stage.gateway.connected) == 2)
        stage.staff.remove_bot(gone)
        stage.gateway.forget()
        stage.gateway.find(1)
        await stage.wait_for(lambda: f"closed guild={gone.id}" in stage.bot_output, timeout=30)
        assert closed(stage) == {gone.id}


def closed(stage: Rehearsal) -> set[int]:
    """Return the guilds with a closed table."""
    query = "SELECT guild FROM tables WHERE phase = 'closed'"
    with closing(sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)) as connection:
        return {int(row[0]) for row in connection.execute(query)}


def _deadline(text: str) -> int:
    """Return the instant that the newest panel counts down to."""
    return max(int(part.partition(":")[0]) for part in text.split("<t:")[1:])


async def test_a_process_with_some_of_the_shards_leaves_tables_of_the_others_alone() -> None:
    async with sharded() as stage:
        guilds = [stage.found_guild(f"Guild {shard}", shard=shard) for shard in (1, 2)]
        (ann, ben), _ = [await seat_two(stage, guild, clock=0) for guild in guilds]
        stage.environment |= {"DOORCARD_SHARD_COUNT": "3", "DOORCARD_SHARD_IDS": "1"}
        assert await stage.stop_bot() == 0
        stage.gateway.shards = 1  # as many as identify
        await stage.start_bot()
        async with asyncio.timeout(10):
            while "ready in " not in stage.bot_output.partition("2 tables")[2]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)  # its output wakes nobody
        actor = ann if f"{ann.mention} to act" in ann.sees() else ben
        await actor.click("Bring in")
        assert {session.shard for session in stage.gateway.connected} == {(1, 3)}
        assert "tables of other processes' shards stand still here: 1\n" in stage.bot_output
        assert closed(stage) == set()
