"""The gateway: identify, heartbeat, resume, intents, what a bot hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rehearsal import Permission

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

GUILDS, MEMBERS, MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 15


async def test_a_heartbeat_before_identify_is_acknowledged(wire: Wire) -> None:
    hello = await wire.connect()
    assert hello["op"] == 10
    assert hello["d"]["heartbeat_interval"] > 0
    await wire.send(1, None)
    assert (await wire.hear())["op"] == 11


async def test_ready_and_the_guilds_come(wire: Wire) -> None:
    await wire.connect()
    await wire.send(2, {"token": wire.stage.token, "intents": GUILDS})
    ready = await wire.hear_event("READY")
    assert ready["resume_gateway_url"] == wire.stage.rest.gateway_url
    guild = await wire.hear_event("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == ["table", "lobby"]
    assert [member["user"]["username"] for member in guild["members"]] == ["doorcard"]


@pytest.mark.parametrize(
    ("op", "body", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (6, {"token": "wrong", "session_id": "x", "seq": 0}, 4004),
        (8, {}, 4003),
        (77, {}, 4002),
    ],
)
async def test_the_gateway_hangs_up(wire: Wire, op: int, body: object, code: int) -> None:
    await wire.connect()
    await wire.send(op, body)
    assert await wire.closed() == code


@pytest.mark.parametrize("intent", [MEMBERS, CONTENT, 1 << 8])
async def test_a_privileged_intent_that_is_not_allowed_is_4014(wire: Wire, intent: int) -> None:
    await wire.connect()
    await wire.send(2, {"token": wire.stage.token, "intents": GUILDS | intent})
    assert await wire.closed() == 4014


async def test_identifying_twice_is_4005(wire: Wire) -> None:
    await wire.identify(MESSAGES)
    await wire.send(2, {"token": wire.stage.token, "intents": GUILDS})
    assert await wire.closed() == 4005


async def test_resume_replays_what_was_missed(wire: Wire) -> None:
    await wire.identify(MESSAGES)
    seen = wire.sequence
    wire.stage.gateway.cut()
    await wire.stage.wait_for(lambda: not wire.stage.gateway.connected)
    ann = wire.stage.person("Ann")
    await ann.say("One")
    await ann.say("Two")
    await wire.connect()
    await wire.send(6, {"token": wire.stage.token, "session_id": wire.session_id, "seq": seen})
    names = [(await wire.hear())["t"] for _ in range(3)]
    assert names == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    await ann.say("Three")
    assert (await wire.hear())["t"] == "MESSAGE_CREATE"


async def test_a_session_that_is_not_known_is_invalid(wire: Wire) -> None:
    await wire.connect()
    await wire.send(6, {"token": wire.stage.token, "session_id": "gone", "seq": 1})
    frame = await wire.hear()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_a_bot_that_says_goodbye_cannot_resume(wire: Wire) -> None:
    await wire.identify(MESSAGES)
    assert wire.socket is not None
    await wire.socket.close(code=1000)
    await wire.stage.wait_for(lambda: not wire.stage.gateway.sessions)
    await wire.connect()
    await wire.send(6, {"token": wire.stage.token, "session_id": wire.session_id, "seq": 1})
    assert (await wire.hear())["op"] == 9


async def test_a_test_can_ask_for_a_reconnect(wire: Wire) -> None:
    await wire.identify(MESSAGES)
    wire.stage.gateway.reconnect()
    assert (await wire.hear())["op"] == 7
    wire.stage.gateway.invalidate(resumable=False)
    assert (await wire.hear())["op"] == 9


async def test_a_bot_without_a_heartbeat_is_hung_up_on(wire: Wire) -> None:
    wire.stage.gateway.heartbeat = 0.1
    assert (await wire.connect())["d"]["heartbeat_interval"] == 100
    await wire.send(2, {"token": wire.stage.token, "intents": MESSAGES})
    session = (await wire.hear_event("READY"))["session_id"]
    assert await wire.closed() == 4009
    await wire.connect()
    await wire.send(6, {"token": wire.stage.token, "session_id": session, "seq": wire.sequence})
    frame = await wire.hear()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_heartbeats_may_go_unanswered(wire: Wire) -> None:
    await wire.identify(MESSAGES)
    wire.stage.gateway.acknowledges = False
    await wire.send(1, wire.sequence)
    await wire.stage.person("Ann").say("Hello")
    assert (await wire.hear())["t"] == "MESSAGE_CREATE"


async def test_what_staff_does_is_heard(wire: Wire) -> None:
    await wire.identify(GUILDS | MESSAGES)
    stage = wire.stage
    _, posted = await wire.post({"content": "x"})
    stage.staff.delete_message(stage.world.messages[int(posted["id"])])
    assert (await wire.hear_event("MESSAGE_DELETE"))["id"] == posted["id"]
    stage.staff.deny_bot(stage.table, Permission.SEND_MESSAGES)
    assert (await wire.hear_event("CHANNEL_UPDATE"))["permission_overwrites"]
    stage.staff.delete_channel(stage.lobby)
    assert (await wire.hear_event("CHANNEL_DELETE"))["name"] == "lobby"
    other = stage.found_guild("Other")
    assert (await wire.hear_event("GUILD_CREATE"))["id"] == str(other.id)
    stage.staff.remove_bot(other)
    assert (await wire.hear_event("GUILD_DELETE"))["id"] == str(other.id)


async def test_members_are_asked_for_by_id(wire: Wire) -> None:
    await wire.identify(GUILDS)
    ann = wire.stage.person("Ann")
    guild = str(wire.stage.guild.id)
    await wire.send(8, {"guild_id": guild, "user_ids": [str(ann.id), "7"], "limit": 0})
    chunk = await wire.hear_event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [str(ann.id)]
    assert chunk["not_found"] == ["7"]
