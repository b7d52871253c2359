"""The REST side: channel routes, nonces, permissions, limits, weather."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.rehearsal import Permission, Storm

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

V2 = 1 << 15
PANEL = {"flags": V2, "components": [{"type": 10, "content": "Panel"}]}


async def test_login_and_gateway_are_there(wire: Wire) -> None:
    assert (await wire.call("GET", "/users/@me"))[1]["bot"] is True
    assert (await wire.call("GET", "/oauth2/applications/@me"))[0] == 200
    assert wire.headers["Content-Type"] == "application/json"
    assert (await wire.call("GET", "/gateway"))[1]["url"].startswith("ws://127.0.0.1:")
    assert (await wire.call("GET", "/gateway/bot"))[1]["shards"] == 1


async def test_a_wrong_token_is_401(wire: Wire) -> None:
    status, body = await wire.call("GET", "/users/@me", token="wrong")  # noqa: S106
    assert (status, body) == (401, {"code": 0, "message": "401: Unauthorized"})


async def test_an_unknown_route_is_404_and_noted(wire: Wire) -> None:
    assert (await wire.call("GET", "/stickers"))[0] == 404
    assert (await wire.call("PUT", "/users/@me"))[0] == 405
    assert wire.stage.unknown_routes == ["GET /api/v10/stickers", "PUT /api/v10/users/@me"]


async def test_a_message_is_posted_edited_read_and_deleted(wire: Wire) -> None:
    channel = wire.stage.table.id
    _, posted = await wire.post({"content": " One "})
    path = f"/channels/{channel}/messages/{posted['id']}"
    assert posted["content"] == "One"
    assert posted["edited_timestamp"] is None
    status, edited = await wire.call("PATCH", path, {"embeds": [{"title": "Two"}]})
    assert status == 200
    assert (edited["content"], edited["embeds"][0]["title"]) == ("One", "Two")
    assert edited["edited_timestamp"] is not None
    assert (await wire.call("GET", path))[1] == edited
    assert (await wire.call("GET", f"/channels/{channel}/messages"))[1] == [edited]
    assert (await wire.call("DELETE", path))[0] == 204
    status, body = await wire.call("GET", path)
    assert (status, body["code"]) == (404, 10008)


async def test_an_edit_keeps_v2(wire: Wire) -> None:
    _, posted = await wire.post(PANEL)
    path = f"/channels/{wire.stage.table.id}/messages/{posted['id']}"
    components = [{"type": 10, "content": "Other"}]
    _, edited = await wire.call("PATCH", path, {"components": components})
    assert edited["flags"] == V2
    status, body = await wire.call("PATCH", path, {"content": "x"})
    assert (status, body["code"]) == (400, 50035)
    assert "content" in body["errors"]


async def test_an_enforced_nonce_gives_the_earlier_message(wire: Wire) -> None:
    body = {"content": "Hand 1", "nonce": "1.1", "enforce_nonce": True}
    _, first = await wire.post(body)
    _, again = await wire.post(body | {"content": "other"})
    assert again["id"] == first["id"]
    _, elsewhere = await wire.post(body, channel=wire.stage.lobby.id)
    assert elsewhere["id"] != first["id"]
    wire.stage.clock.turn(301)
    _, later = await wire.post(body)
    assert later["id"] != first["id"]


async def test_a_nonce_that_is_not_enforced_binds_nobody(wire: Wire) -> None:
    _, first = await wire.post({"content": "x", "nonce": "1"})
    _, again = await wire.post({"content": "x", "nonce": "1"})
    assert again["id"] != first["id"]


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, {"content": "x"}, 50013),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "t"}]}, 50013),
    ],
)
async def test_a_channel_post_needs_permissions(
    wire: Wire, denied: Permission, body: object, code: int
) -> None:
    wire.stage.staff.deny_bot(wire.stage.table, denied)
    status, answer = await wire.post(body)
    assert (status, answer["code"]) == (403, code)


async def test_a_file_needs_attach_files_and_is_served(wire: Wire) -> None:
    def form() -> aiohttp.FormData:
        data = aiohttp.FormData(quote_fields=False)
        embed = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
        data.add_field("payload_json", json.dumps(embed))
        data.add_field("files[0]", b"picture", filename="a.png", content_type="image/png")
        return data

    path = f"/channels/{wire.stage.table.id}/messages"
    status, posted = await wire.call("POST", path, data=form())
    assert status == 200
    url = posted["attachments"][0]["url"]
    assert posted["embeds"][0]["image"]["url"] == url
    async with wire.session.get(url) as response:
        assert await response.read() == b"picture"
    wire.stage.staff.deny_bot(wire.stage.table, Permission.ATTACH_FILES)
    status, answer = await wire.call("POST", path, data=form())
    assert (status, answer["code"]) == (403, 50013)


async def test_history_is_empty_without_its_permission(wire: Wire) -> None:
    _, posted = await wire.post({"content": "x"})
    wire.stage.staff.deny_bot(wire.stage.table, Permission.READ_MESSAGE_HISTORY)
    path = f"/channels/{wire.stage.table.id}/messages"
    assert (await wire.call("GET", path))[1] == []
    status, body = await wire.call("GET", f"{path}/{posted['id']}")
    assert (status, body["code"]) == (403, 50013)


async def test_a_deleted_channel_is_unknown(wire: Wire) -> None:
    channel = wire.stage.table
    wire.stage.staff.delete_channel(channel)
    status, body = await wire.post({"content": "x"}, channel=channel.id)
    assert (status, body["code"]) == (404, 10003)


async def test_a_member_who_left_is_unknown(wire: Wire) -> None:
    ann, guild = wire.stage.person("Ann"), wire.stage.guild
    path = f"/guilds/{guild.id}/members/{ann.id}"
    assert (await wire.call("GET", path))[1]["user"]["id"] == str(ann.id)
    wire.stage.staff.part(guild, ann.user)
    status, body = await wire.call("GET", path)
    assert (status, body["code"]) == (404, 10007)
    status, body = await wire.call("GET", f"/guilds/{guild.id}/members/7")
    assert (status, body["code"]) == (404, 10013)


async def test_another_persons_message_is_not_edited(wire: Wire) -> None:
    said = await wire.stage.person("Ann").say("Hello")
    path = f"/channels/{said.channel_id}/messages/{said.id}"
    status, body = await wire.call("PATCH", path, {"content": "Bye"})
    assert (status, body["code"]) == (403, 50005)
    status, body = await wire.call("DELETE", path)
    assert (status, body["code"]) == (403, 50013)


async def test_broken_json_is_told(wire: Wire) -> None:
    path = f"/channels/{wire.stage.table.id}/messages"
    headers = {"Content-Type": "application/json", "Authorization": f"Bot {wire.stage.token}"}
    url = f"{wire.stage.url}/api/v10{path}"
    async with wire.session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_headers_count_down_and_the_sixth_post_is_429(wire: Wire) -> None:
    left = []
    for _ in range(5):
        await wire.post({"content": "x"})
        left.append(wire.headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    status, body = await wire.post({"content": "x"})
    assert (status, body["global"]) == (429, False)
    assert 0 < body["retry_after"] <= 5
    assert wire.headers["Via"]
    assert (await wire.post({"content": "x"}, channel=wire.stage.lobby.id))[0] == 200
    wire.stage.clock.turn(5)
    assert (await wire.post({"content": "x"}))[0] == 200


async def test_old_messages_of_a_channel_are_edited_three_times_in_six_seconds(wire: Wire) -> None:
    channel, stage = wire.stage.table.id, wire.stage
    paths = []
    for name in ("One", "Two"):
        _, posted = await wire.post({"content": name})
        paths.append(f"/channels/{channel}/messages/{posted['id']}")
    stage.clock.turn(60 * 60 + 1)
    _, young = await wire.post({"content": "Three"})
    for path in (*paths, paths[0]):
        assert (await wire.call("PATCH", path, {"content": "x"}))[0] == 200
    status, body = await wire.call("PATCH", paths[1], {"content": "y"})
    assert (status, body["code"]) == (429, 30046)
    assert 0 < body["retry_after"] <= 6
    assert wire.headers["Via"]
    assert stage.world.messages[int(paths[1].rpartition("/")[2])].text == "x"
    path = f"/channels/{channel}/messages/{young['id']}"
    assert (await wire.call("PATCH", path, {"content": "z"}))[0] == 200
    stage.clock.turn(6)
    assert (await wire.call("PATCH", paths[1], {"content": "y"}))[0] == 200


async def test_fifty_requests_a_second_are_the_global_limit(wire: Wire) -> None:
    answers = [await wire.call("GET", f"/users/{n}") for n in range(60)]
    assert 429 in {status for status, _ in answers}


async def test_a_storm_refuses_drops_and_delays(wire: Wire) -> None:
    weather, route = wire.stage.weather, "POST /channels/*/messages"
    weather.brew(Storm(route, status=500))
    assert (await wire.post({"content": "x"}))[0] == 500
    assert not wire.stage.world.messages
    weather.brew(Storm(route, drop=True, late=True))
    with pytest.raises(aiohttp.ClientError):
        await wire.post({"content": "x"})
    assert len(wire.stage.world.messages) == 1
    storm = weather.brew(Storm(route, hold=True))
    waiting = asyncio.create_task(wire.post({"content": "x"}))
    await asyncio.wait_for(storm.caught.wait(), 5)
    assert len(wire.stage.world.messages) == 1
    storm.release()
    assert (await waiting)[0] == 200
    weather.brew(Storm(route, status=429, retry_after=0.2))
    assert (await wire.post({"content": "x"}))[1]["retry_after"] == 0.2
