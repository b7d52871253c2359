"""Shards of the pretend gateway: whose guild is whose, and one that is lost and found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal.weather import Storm

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

GUILDS = 1 << 0


def identity(wire: Wire, shard: int, count: int = 3) -> dict[str, Any]:
    return {"token": wire.stage.token, "intents": GUILDS, "shard": [shard, count]}


async def test_as_many_are_advised_as_the_stage_says(wire: Wire) -> None:
    wire.stage.gateway.shards = 3
    status, body = await wire.call("GET", "/gateway/bot")
    assert (status, body["shards"]) == (200, 3)
    assert body["session_start_limit"]["max_concurrency"] > 1


async def test_a_shard_hears_of_its_own_guilds_alone(wire: Wire) -> None:
    wire.stage.gateway.shards = 3
    guilds = [wire.stage.found_guild(f"Guild {shard}", shard=shard) for shard in range(3)]
    await wire.connect()
    await wire.send(2, identity(wire, 1))
    ready = await wire.hear_event("READY")
    assert ready["shard"] == [1, 3]
    ids = {int(guild["id"]) for guild in ready["guilds"]}
    assert ids & {guild.id for guild in guilds} == {guilds[1].id}
    assert {(one >> 22) % 3 for one in ids} == {1}


async def test_a_shard_that_there_is_none_of_is_4010(wire: Wire) -> None:
    await wire.connect()
    await wire.send(2, identity(wire, 3))
    assert await wire.closed() == 4010


async def test_a_bucket_identifies_once_in_five_seconds(wire: Wire) -> None:
    stage = wire.stage
    stage.gateway.turns.concurrency = 2
    for shard in (0, 1):
        await wire.connect()
        await wire.send(2, identity(wire, shard))
        await wire.hear_event("READY")
    await wire.connect()
    await wire.send(2, identity(wire, 2))
    frame = await wire.hear()
    assert (frame["op"], frame["d"]) == (9, False)
    assert stage.gateway.turns.hasty == [2]
    stage.world.clock.turn(5)
    await wire.send(2, identity(wire, 2))
    assert (await wire.hear_event("READY"))["shard"] == [2, 3]


async def test_a_lost_shard_is_cut_off_and_waits_to_be_found(wire: Wire) -> None:
    await wire.connect()
    await wire.send(2, identity(wire, 1))
    await wire.hear_event("READY")
    gateway = wire.stage.gateway
    gateway.lose(0)
    assert len(gateway.connected) == 1
    gateway.lose(1)
    await wire.stage.wait_for(lambda: not gateway.connected)
    wire.stage.world.clock.turn(5)
    await wire.connect()
    await wire.send(2, identity(wire, 1))
    await wire.send(1, None)
    assert (await wire.hear())["op"] == 11  # its heartbeat is answered, its IDENTIFY is not
    gateway.find(1)
    assert (await wire.hear_event("READY"))["shard"] == [1, 3]


async def test_an_outage_takes_a_guild_away_and_brings_it_back(wire: Wire) -> None:
    await wire.identify()
    await wire.hear_event("GUILD_CREATE")
    wire.stage.staff.black_out(wire.stage.guild)
    assert (await wire.hear_event("GUILD_DELETE"))["unavailable"]
    wire.stage.staff.light_up(wire.stage.guild)
    assert not (await wire.hear_event("GUILD_CREATE"))["unavailable"]


async def test_a_bot_invited_again_has_its_permissions(wire: Wire) -> None:
    await wire.identify()
    staff, guild = wire.stage.staff, wire.stage.guild
    staff.remove_bot(guild)
    assert (await wire.post({"content": "x"}))[0] == 403
    staff.invite_bot(guild)
    assert (await wire.post({"content": "x"}))[0] == 200


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_storm_refuses_as_discord_words_it(wire: Wire, everywhere: bool) -> None:
    weather = wire.stage.weather
    weather.brew(Storm("POST /channels/*", status=429, everywhere=everywhere))
    status, body = await wire.post({"content": "x"})
    assert (status, body["global"]) == (429, everywhere)
    assert wire.headers["X-RateLimit-Scope"] == ("global" if everywhere else "user")
    weather.brew(Storm("POST /channels/*", status=403, code=50001))
    status, body = await wire.post({"content": "x"})
    assert (status, body["code"]) == (403, 50001)
