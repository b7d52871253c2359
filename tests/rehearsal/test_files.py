"""Files in messages: how they are sent, what is refused, who reads them."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal.parcel import LARGEST_FILE

if TYPE_CHECKING:
    from bot.rehearsal import Message, Person
    from tests.rehearsal.conftest import Wire

EPHEMERAL, V2 = 1 << 6, 1 << 15
HAND = ("files[0]", "hand-1.phh", b"variant = 'F7S'\n")


def listed(*ids: object, **more: Any) -> list[dict[str, Any]]:
    return [{"id": number, "filename": f"{number}.phh"} | more for number in ids]


async def asked(wire: Wire, person: Person) -> tuple[str, str]:
    """Lets a person use a command; gives the paths of its callback and webhook."""
    await wire.identify()
    heard = await wire.asked(person)
    callback = f"/interactions/{heard['id']}/{heard['token']}/callback"
    return callback, f"/webhooks/{heard['application_id']}/{heard['token']}"


def newest(person: Person) -> Message:
    return person.messages()[-1]


async def status_of(wire: Wire, url: str) -> int:
    async with wire.session.get(url) as response:
        return response.status


async def test_a_private_file_is_read_by_its_one_person(wire: Wire) -> None:
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    callback, _ = await asked(wire, ann)
    words = {"content": "Hand 1", "flags": EPHEMERAL, "attachments": listed(0, description="It")}
    status, body = await wire.upload("POST", callback, {"type": 4, "data": words}, HAND)
    assert status == 200, body
    sent = body["resource"]["message"]["attachments"][0]
    assert (sent["filename"], sent["size"], sent["description"]) == ("0.phh", 16, "It")
    assert sent["ephemeral"] is True
    assert sent["content_type"] == "text/plain"
    answer = await wire.waiting
    assert answer.text == ann.sees() == "Hand 1\n<file 0.phh>"
    assert newest(ann).attachments == [sent]
    assert ann.download(newest(ann)).text == "variant = 'F7S'\n"
    assert ann.download(newest(ann), "0.phh").content == HAND[2]
    async with wire.session.get(sent["url"]) as response:
        assert (response.status, await response.read()) == (200, HAND[2])
    with pytest.raises(AssertionError, match="Ben doesn't see the message"):
        ben.download(newest(ann))
    with pytest.raises(AssertionError, match=r"has the files \['0.phh'\], not one 'x'"):
        ann.download(newest(ann), "x")
    assert "phh" not in str(wire.stage.everything_visible_to(ben))


async def test_files_come_by_followups_too_and_go_with_their_message(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    callback, hook = await asked(wire, ann)
    await wire.call("POST", callback, {"type": 5, "data": {"flags": EPHEMERAL}})
    status, filled = await wire.upload("POST", hook, {"attachments": listed(0)}, HAND)
    assert status == 200, filled
    other = ("files[4]", "b.txt", b"b")
    status, more = await wire.upload("POST", hook, {"content": "x", "flags": EPHEMERAL}, other)
    assert status == 200, more
    assert ann.download(newest(ann)).content == b"b"
    urls = [body["attachments"][0]["url"] for body in (filled, more)]
    assert [await status_of(wire, url) for url in urls] == [200, 200]
    assert (await wire.call("DELETE", f"{hook}/messages/{more['id']}"))[0] == 204
    assert [await status_of(wire, url) for url in urls] == [200, 404]
    gone = {"content": "No file", "attachments": []}
    await wire.call("PATCH", f"{hook}/messages/@original", gone)
    assert [await status_of(wire, url) for url in urls] == [404, 404]
    assert newest(ann).attachments == []


async def test_an_edit_lists_all_that_stays(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    callback, hook = await asked(wire, ann)
    path = f"{hook}/messages/@original"
    data = {"content": "x", "flags": EPHEMERAL}
    _, body = await wire.upload("POST", callback, {"type": 4, "data": data}, HAND)
    kept = body["resource"]["message"]["attachments"][0]["id"]
    new = ("files[1]", "b.txt", b"b")
    for attachments in (listed(kept), listed(kept, 0), listed(kept, 1, 1), [7]):
        status, answer = await wire.upload("PATCH", path, {"attachments": attachments}, new)
        assert (status, answer["code"]) == (400, 50035), attachments
        wire.stage.clock.turn(3)
    status, edited = await wire.upload("PATCH", path, {"attachments": listed(kept, 1)}, new)
    assert status == 200, edited
    assert [file["filename"] for file in edited["attachments"]] == ["hand-1.phh", "1.phh"]
    assert ann.download(newest(ann), "1.phh").content == b"b"


async def test_a_v2_message_shows_a_file_in_its_component_alone(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    callback, _ = await asked(wire, ann)
    file = {"type": 13, "file": {"url": "attachment://hand-1.phh"}}
    data = {"flags": EPHEMERAL | V2, "components": [file]}
    status, body = await wire.upload("POST", callback, {"type": 4, "data": data}, HAND)
    assert status == 200, body
    assert ann.sees() == "<file hand-1.phh>"
    shown = newest(ann).components[0]
    assert (shown["name"], shown["size"], shown["spoiler"]) == ("hand-1.phh", 16, False)
    assert shown["file"]["url"] == newest(ann).attachments[0]["url"]
    assert ann.download(newest(ann)).content == HAND[2]


@pytest.mark.parametrize(
    ("name", "kept", "title"),
    [
        ("hand-1.phh", "hand-1.phh", None),
        ("Hand 1 of Ann.phh", "Hand_1_of_Ann.phh", "Hand 1 of Ann"),
        ("Sökö.txt", "Sk.txt", "Sökö"),
        ("../../etc/passwd", "passwd", None),
        ("♠", "unknown", None),
    ],
)
async def test_a_name_is_kept_as_discord_writes_it(
    wire: Wire, name: str, kept: str, title: str | None
) -> None:
    path = f"/channels/{wire.stage.table.id}/messages"
    attachments = [{"id": "0", "filename": name}]
    status, body = await wire.upload("POST", path, {"attachments": attachments}, HAND)
    assert status == 200, body
    assert body["attachments"][0]["filename"] == kept
    if title is not None:
        assert body["attachments"][0]["title"] == title
    assert await status_of(wire, body["attachments"][0]["url"]) == 200


ELEVEN = [(f"files[{n}]", f"{n}.txt", b"x") for n in range(11)]
REFUSED: dict[str, tuple[list[dict[str, Any]], list[tuple[str, str, bytes]], int, int]] = {
    "no such upload": (listed(1), [HAND], 400, 50035),
    "one listed twice": (listed(0, 0), [HAND], 400, 50035),
    "no name": ([{"id": 0, "filename": ""}], [HAND], 400, 50035),
    "a long name": ([{"id": 0, "filename": "n" * 1025}], [HAND], 400, 50035),
    "a long description": (listed(0, description="d" * 1025), [HAND], 400, 50035),
    "no id": ([{"filename": "a.phh"}], [HAND], 400, 50035),
    "eleven files": ([], ELEVEN, 400, 50035),
    "a part of another name": (listed(0), [("file", "a.phh", b"x")], 400, 50035),
    "two parts of one name": (listed(0), [HAND, HAND], 400, 50035),
    "over ten mebibytes": (
        listed(0),
        [("files[0]", "a.phh", bytes(LARGEST_FILE + 1))],
        413,
        40005,
    ),
}


@pytest.mark.parametrize(("attachments", "files", "status", "code"), REFUSED.values(), ids=REFUSED)
async def test_bad_files_are_refused_and_a_good_answer_may_come(
    wire: Wire,
    attachments: list[dict[str, Any]],
    files: list[tuple[str, str, bytes]],
    status: int,
    code: int,
) -> None:
    ann = wire.stage.person("Ann")
    callback, _ = await asked(wire, ann)
    data: dict[str, Any] = {"content": "x", "flags": EPHEMERAL, "attachments": attachments}
    told, body = await wire.upload("POST", callback, {"type": 4, "data": data}, *files)
    assert (told, body["code"]) == (status, code)
    good = {"type": 4, "data": {"flags": EPHEMERAL}}
    limit = ("files[0]", "a.phh", bytes(1024))
    assert (await wire.upload("POST", callback, good, limit, *ELEVEN[1:10]))[0] == 200
    assert len(newest(ann).attachments) == 10


async def test_a_body_too_large_is_40005(wire: Wire) -> None:
    path = f"/channels/{wire.stage.table.id}/messages"
    large = io.BytesIO(json.dumps({"content": "x" * (26 << 20)}).encode())
    headers = {"Authorization": f"Bot {wire.stage.token}", "Content-Type": "application/json"}
    url = f"{wire.stage.url}/api/v10{path}"
    async with wire.session.post(url, data=large, headers=headers) as response:
        body = await response.json(content_type="application/json")
    assert (response.status, body["code"]) == (413, 40005)
