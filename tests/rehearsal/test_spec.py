"""Bodies and answers held against an OpenAPI document."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.rehearsal import NoSpec, Rehearsal, Spec
from tests.rehearsal.conftest import COMMANDS, TINY_BOT, Wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

official = pytest.mark.skipif(
    not os.environ.get("DISCORD_OPENAPI"), reason="DISCORD_OPENAPI names no file"
)
POST = "POST /channels/{channel}/messages"
SMALL: dict[str, Any] = {
    "paths": {
        "/channels/{channel_id}/messages": {
            "parameters": [],
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/M"}}}
                },
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/R"}}
                        }
                    },
                    "4XX": {"$ref": "#/components/responses/Refused"},
                },
            },
        }
    },
    "components": {
        "responses": {
            "Refused": {"content": {"application/json": {"schema": {"required": ["code"]}}}}
        },
        "schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
            "R": {"required": ["id", "moon"], "properties": {"id": {"type": "string"}}},
            "M": {
                "type": "object",
                "required": ["mood"],
                "properties": {
                    "mood": {"enum": ["good", "bad"]},
                    "words": {"type": ["string", "null"], "maxLength": 5, "minLength": 2},
                    "count": {"type": "integer", "minimum": 1, "maximum": 3},
                    "loud": {"type": "boolean"},
                    "list": {"type": "array", "minItems": 1, "maxItems": 2, "uniqueItems": True},
                    "one": {"const": 1},
                    "inner": {"type": "object"},
                    "to": {"items": {"$ref": "#/components/schemas/SnowflakeType"}},
                    "parts": {
                        "type": "array",
                        "items": {
                            "oneOf": [
                                {"type": "null"},
                                {"$ref": "#/components/schemas/A"},
                                {"$ref": "#/components/schemas/B"},
                            ]
                        },
                    },
                },
            },
            "A": {"required": ["a"], "properties": {"type": {"enum": [1]}}},
            "B": {
                "required": ["b", "c"],
                "properties": {"type": {"enum": [2]}, "b": {"type": "number"}},
            },
        },
    },
}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Names a small document and gives its path."""
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    monkeypatch.setenv("DISCORD_OPENAPI", str(path))
    return path


@pytest.fixture
async def strict() -> AsyncIterator[Wire]:
    """Gives a stage that goes by the official document."""
    async with Rehearsal() as stage, aiohttp.ClientSession() as session:
        stage.world.commands.replace(None, COMMANDS)
        yield Wire(stage, session)
        assert stage.rest.wrong_answers == []


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        ({}, "mood", "BASE_TYPE_REQUIRED"),
        ({"mood": "ugly"}, "mood", "BASE_TYPE_CHOICES"),
        ({"words": 5}, "words", "STRING_TYPE_CONVERT"),
        ({"words": "secret"}, "words", "BASE_TYPE_MAX_LENGTH"),
        ({"words": "s"}, "words", "BASE_TYPE_MIN_LENGTH"),
        ({"count": "1"}, "count", "NUMBER_TYPE_COERCE"),
        ({"count": 0}, "count", "NUMBER_TYPE_MIN"),
        ({"count": 4}, "count", "NUMBER_TYPE_MAX"),
        ({"loud": 1}, "loud", "BOOLEAN_TYPE_CONVERT"),
        ({"list": {}}, "list", "LIST_TYPE_CONVERT"),
        ({"list": []}, "list", "BASE_TYPE_MIN_LENGTH"),
        ({"list": [1, 2, 3]}, "list", "BASE_TYPE_MAX_LENGTH"),
        ({"list": [1, 1]}, "list", "BASE_TYPE_INVALID"),
        ({"one": 2}, "one", "BASE_TYPE_CHOICES"),
        ({"inner": []}, "inner", "MODEL_TYPE_CONVERT"),
        ({"to": ["x"]}, "to.0", "BASE_TYPE_INVALID"),
        ({"to": [-1]}, "to.0", "NUMBER_TYPE_MIN"),
        ({"parts": [{"type": 2, "b": "secret", "c": 1}]}, "parts.0.b", "NUMBER_TYPE_COERCE"),
        ({"parts": [None, {"type": 1}]}, "parts.1.a", "BASE_TYPE_REQUIRED"),
        ([], "", "MODEL_TYPE_CONVERT"),
    ],
)
def test_a_violation_is_told_in_discords_words_without_the_value(
    body: Any, where: str, code: str
) -> None:
    whole = {"mood": "good"} | body if body else body
    found = Spec(SMALL).body_complaints(POST, whole).found
    assert [(".".join(map(str, path)), told) for path, told, _ in found] == [(where, code)]
    assert "secret" not in found[0][2]


@pytest.mark.parametrize(
    "body",
    [
        {"mood": "bad", "words": None, "count": 2, "loud": False, "list": [1], "one": 1},
        {"mood": "bad", "to": ["7", 7], "parts": [{"type": 1, "a": 0}], "more": "x"},
    ],
)
def test_what_the_document_allows_passes(body: Any) -> None:
    assert Spec(SMALL).body_complaints(POST, body).found == []
    assert Spec(SMALL).body_complaints("POST /elsewhere", {"mood": 7}).found == []


def test_answers_are_looked_up_by_their_status() -> None:
    spec = Spec(SMALL)
    wrong = spec.answer_complaints(POST, 200, {"id": 7})
    assert [".".join(map(str, path)) for path, _, _ in wrong.found] == ["moon", "id"]
    assert spec.answer_complaints(POST, 404, {}).found != []
    assert spec.answer_complaints(POST, 404, {"code": 0}).found == []
    assert spec.answer_complaints(POST, 204, None).found == []


@pytest.mark.usefixtures("small")
async def test_a_violation_is_answered_with_50035_and_remembered() -> None:
    async with Rehearsal() as stage, aiohttp.ClientSession() as session:
        wire = Wire(stage, session)
        status, body = await wire.post({"content": "x", "mood": "ugly"})
        assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
        assert body["errors"]["mood"]["_errors"][0]["code"] == "BASE_TYPE_CHOICES"
        assert [violation.route for violation in stage.violations] == [POST]
        assert "mood" in str(stage.violations[0])
        assert stage.world.messages == {}
        assert (await wire.post({"content": "x", "mood": "good"}))[0] == 200
        assert stage.rest.wrong_answers == [f"{POST} 200 moon: This field is required"]


async def test_refusals_of_the_rehearsals_own_are_violations_too(wire: Wire) -> None:
    await wire.post({"content": "x" * 2001})
    await wire.post({"content": " "})
    await wire.call("GET", f"/channels/{wire.stage.table.id}/messages/7")
    words = [violation.words for violation in wire.stage.violations]
    assert words == ["Invalid Form Body", "Cannot send an empty message"]


@pytest.mark.parametrize("content", [None, "{", "[]", "{}", '{"paths": []}'])
def test_what_is_no_document_is_one_clear_line(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "document.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(NoSpec, match=r"DISCORD_OPENAPI names .*, which is no OpenAPI document"):
        Spec.named({"DISCORD_OPENAPI": str(path)})


def test_the_library_is_missed_only_with_a_document(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)  # as if it were not installed
    with pytest.raises(NoSpec, match="jsonschema-rs is not installed"):
        Spec.named({"DISCORD_OPENAPI": str(small)})
    assert Spec.named({}) is None
    assert Spec.named({"DISCORD_OPENAPI": ""}) is None


BUTTON = {"type": 2, "style": 1, "label": "Call", "custom_id": "call"}
BAD_BODIES: list[tuple[str, str, Any, str]] = [
    ("POST", "/channels/{table}/messages", {"content": "x", "poll": {}}, "poll"),
    ("PATCH", "/channels/{table}/messages/{message}", {"embeds": [{"title": 5}]}, "embeds"),
    ("PUT", "/applications/{app}/commands", [{"name": "x", "contexts": [9]}], "0"),
    ("POST", "/applications/{app}/commands", {"name": "x", "integration_types": "x"}, "integ"),
    ("PATCH", "/applications/{app}/commands/{command}", {"contexts": [9]}, "contexts"),
    ("PUT", "/applications/{app}/guilds/{guild}/commands", [{"name": "x", "type": 9}], "0"),
    ("POST", "/webhooks/{app}/{token}", {"content": "x", "tts": "x"}, "tts"),
    ("PATCH", "/webhooks/{app}/{token}/messages/@original", {"attachments": [{}]}, "attachments"),
    ("PATCH", "/webhooks/{app}/{token}/messages/{own}", {"content": 5}, "content"),
]


@official
@pytest.mark.parametrize(("method", "path", "body", "where"), BAD_BODIES)
async def test_every_route_that_takes_a_body_is_held_against_the_official_document(
    strict: Wire, method: str, path: str, body: Any, where: str
) -> None:
    stage = strict.stage
    await strict.identify()
    asked = await strict.asked(stage.person("Ann"))
    _, answered = await strict.answer(asked, 4, {"content": "x"})
    _, posted = await strict.post({"content": "x"})
    filled = path.format(
        table=stage.table.id,
        guild=stage.guild.id,
        message=posted["id"],
        app=stage.world.application_id,
        command=stage.world.commands.all(None)[0]["id"],
        token=asked["token"],
        own=answered["resource"]["message"]["id"],
    )
    status, told = await strict.call(method, filled, body)
    assert (status, told["code"]) == (400, 50035)
    assert any(key.startswith(where) for key in told["errors"])
    assert len(stage.violations) == 1


@official
@pytest.mark.parametrize(
    ("kind", "data", "where"),
    [
        (4, {"content": "x", "poll": {}}, "poll"),
        (4, {"components": [{"type": 1, "components": [BUTTON | {"emoji": 5}]}]}, "components"),
        (9, {"custom_id": "m", "title": "Raise", "components": [{"type": 18}]}, "components"),
    ],
)
async def test_the_official_document_sees_into_callbacks(
    strict: Wire, kind: int, data: Any, where: str
) -> None:
    await strict.identify()
    asked = await strict.asked(strict.stage.person("Ann"))
    status, told = await strict.answer(asked, kind, data)
    assert (status, told["code"]) == (400, 50035)
    assert where in told["errors"]["data"]
    # A late answer is late, whatever is in it.
    strict.stage.clock.turn(4)
    assert (await strict.answer(asked, kind, data))[1]["code"] == 10062
    strict.waiting.cancel()


@official
async def test_a_file_is_held_against_the_official_document_by_its_json(strict: Wire) -> None:
    path = f"/channels/{strict.stage.table.id}/messages"
    for body, expected in (
        ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, 200),
        ({"content": "x", "attachments": [{"id": 0, "filename": 5}]}, 400),
    ):
        data = aiohttp.FormData(quote_fields=False)
        data.add_field("payload_json", json.dumps(body))
        data.add_field("files[0]", b"picture", filename="a.png", content_type="image/png")
        assert (await strict.call("POST", path, data=data))[0] == expected


@official
async def test_every_answer_is_as_the_official_document_has_it(strict: Wire) -> None:
    stage, app = strict.stage, strict.stage.world.application_id
    guild, ann = stage.guild.id, stage.person("Ann")
    thread = stage.staff.open_thread(stage.table, "night table")
    await strict.identify()
    asked = await strict.asked(ann)
    await strict.answer(asked, 5)
    select = {"type": 5, "custom_id": "who"}
    rows = [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [select]}]
    await strict.hook("POST", asked, body={"content": "x", "components": rows})
    await strict.hook("POST", asked, body={"content": ann.mention})
    said = await ann.say("@Doorcard call", reply_to=ann.messages()[-1])
    clicked = await strict.pressed(ann, "Call")
    await strict.answer(clicked, 6)
    for path in (
        "/users/@me",
        "/oauth2/applications/@me",
        "/gateway",
        "/gateway/bot",
        f"/users/{ann.id}",
        f"/guilds/{guild}",
        f"/guilds/{guild}/channels",
        f"/guilds/{guild}/roles",
        f"/guilds/{guild}/members/{ann.id}",
        f"/channels/{stage.table.id}",
        f"/channels/{thread.id}",
        f"/channels/{stage.table.id}/messages",
        f"/channels/{stage.table.id}/messages/{said.id}",
        f"/applications/{app}/commands",
        f"/webhooks/{app}/{asked['token']}/messages/@original",
    ):
        assert (await strict.call("GET", path))[0] == 200
    assert stage.violations == []


@official
async def test_what_discord_py_sends_passes_the_official_document() -> None:
    async with Rehearsal(command=TINY_BOT) as stage:
        await stage.start_bot()
        ann = stage.person("Ann")
        await ann.slash("deferred", private=False)
        await ann.say("@Doorcard hello")
        await stage.wait_for(lambda: "hello'" in ann.sees())
        assert stage.violations == []
        assert stage.rest.wrong_answers == []
