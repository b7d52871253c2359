"""Interactions: the first answer, its limits, followups, ephemeral messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal import CallbackKind, NoAnswer, Permission

if TYPE_CHECKING:
    from bot.rehearsal import Answer
    from tests.rehearsal.conftest import Wire

EPHEMERAL = 1 << 6
V2 = 1 << 15
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


def panel(words: str = "Panel", *labels: str, disabled: bool = False) -> dict[str, Any]:
    buttons = [
        {"type": 2, "style": 1, "label": label, "custom_id": label.lower(), "disabled": disabled}
        for label in labels
    ]
    row = [{"type": 1, "components": buttons}] if buttons else []
    return {"flags": V2, "components": [{"type": 10, "content": words}, *row]}


async def test_an_interaction_has_every_field(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann", permissions=Permission.MANAGE_GUILD)
    wire.stage.staff.deny_bot(wire.stage.table, Permission.EMBED_LINKS)
    asked = await wire.asked(ann)
    await wire.answer(asked, MESSAGE, {"content": "Done", "flags": EPHEMERAL})
    assert {
        "attachment_size_limit",
        "version",
        "token",
        "application_id",
        "channel",
        "member",
        "app_permissions",
        "authorizing_integration_owners",
        "context",
        "entitlements",
    } <= asked.keys()
    assert asked["data"]["options"] == [{"type": 1, "name": "open", "options": []}]
    mine = Permission(int(asked["app_permissions"]))
    assert Permission.SEND_MESSAGES in mine
    assert Permission.EMBED_LINKS not in mine
    hers = Permission(int(asked["member"]["permissions"]))
    assert Permission.MANAGE_GUILD in hers
    answer: Answer = await wire.waiting
    assert (answer.type, answer.ephemeral, answer.text) == (CallbackKind.MESSAGE, True, "Done")


async def test_the_callback_is_answered_with_the_message(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    status, body = await wire.answer(asked, MESSAGE, {"content": "Done"})
    assert status == 200
    assert body["interaction"]["id"] == asked["id"]
    assert body["resource"]["type"] == MESSAGE
    assert body["resource"]["message"]["content"] == "Done"
    assert body["interaction"]["response_message_id"] == body["resource"]["message"]["id"]


async def test_a_second_answer_is_40060(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    await wire.answer(asked, MESSAGE, {"content": "One"})
    status, body = await wire.answer(asked, MESSAGE, {"content": "Two"})
    assert (status, body["code"]) == (400, 40060)


async def test_an_answer_after_three_seconds_is_10062(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    wire.stage.clock.turn(3.1)
    status, body = await wire.answer(asked, MESSAGE, {"content": "Late"})
    assert (status, body["code"]) == (404, 10062)
    wire.waiting.cancel()


async def test_a_forged_token_is_10062(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    status, body = await wire.answer(asked | {"token": "forged"}, MESSAGE, {"content": "x"})
    assert (status, body["code"]) == (404, 10062)
    wire.waiting.cancel()


async def test_no_answer_is_told_after_three_seconds(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    with pytest.raises(NoAnswer, match=r"did not respond to Ann's /table open in #table"):
        await ann.slash("table open")


async def test_a_refused_answer_may_be_sent_again(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    status, body = await wire.answer(asked, MESSAGE, {"content": "x" * 2001})
    assert (status, body["code"]) == (400, 50035)
    assert (await wire.answer(asked, MESSAGE, {}))[1]["code"] == 50006
    assert (await wire.answer(asked, MESSAGE, {"content": "x"}))[0] == 200


@pytest.mark.parametrize("kind", [1, DEFER_UPDATE, UPDATE, CHOICES, 99])
async def test_a_command_is_not_answered_by_every_kind(wire: Wire, kind: int) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    status, body = await wire.answer(asked, kind, {"content": "x"})
    assert (status, body["code"]) == (400, 50035)
    wire.waiting.cancel()


async def test_the_webhook_is_unknown_before_the_first_answer(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    status, body = await wire.hook("POST", asked, body={"content": "Early"})
    assert (status, body["code"]) == (404, 10015)
    wire.waiting.cancel()


async def test_a_token_is_good_for_fifteen_minutes(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    await wire.answer(asked, MESSAGE, {"content": "One", "flags": EPHEMERAL})
    wire.stage.clock.turn(14 * 60)
    status, posted = await wire.hook("POST", asked, body={"content": "Two", "flags": EPHEMERAL})
    assert status == 200
    wire.stage.clock.turn(61)
    for method, path in (
        ("POST", ""),
        ("PATCH", "/messages/@original"),
        ("DELETE", f"/messages/{posted['id']}"),
    ):
        status, body = await wire.hook(method, asked, path, {"content": "Late"})
        assert (status, body["code"]) == (401, 50027)


async def test_an_ephemeral_message_is_seen_by_one_and_unknown_to_the_channel(wire: Wire) -> None:
    await wire.identify()
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    asked = await wire.asked(ann)
    _, body = await wire.answer(asked, MESSAGE, {"content": "Kd 7c", "flags": EPHEMERAL})
    message = body["resource"]["message"]
    assert "Kd 7c" in ann.sees()
    assert "Kd 7c" not in ben.sees()
    assert ben.last_private() is None
    path = f"/channels/{wire.stage.table.id}/messages"
    assert (await wire.call("GET", path))[1] == []
    for method in ("GET", "PATCH", "DELETE"):
        status, answer = await wire.call(method, f"{path}/{message['id']}", {"content": "x"})
        assert (status, answer["code"]) == (404, 10008)
    _, edited = await wire.hook("PATCH", asked, "/messages/@original", {"content": "Qs 2h"})
    assert edited["flags"] == EPHEMERAL
    assert (await wire.hook("GET", asked, "/messages/@original"))[1] == edited
    assert any("Kd 7c" in str(payload) for payload in wire.stage.everything_visible_to(ann))
    assert wire.stage.everything_visible_to(ben) == []
    assert (await wire.hook("DELETE", asked, "/messages/@original"))[0] == 204
    assert ann.sees() == ""
    assert (await wire.hook("GET", asked, "/messages/@original"))[1]["code"] == 10008


async def test_a_deferred_answer_keeps_its_visibility_and_is_filled(wire: Wire) -> None:
    await wire.identify()
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    asked = await wire.asked(ann)
    status, _ = await wire.answer(asked, DEFER, {"flags": V2})
    assert status == 400
    await wire.answer(asked, DEFER, {"flags": EPHEMERAL})
    assert "is thinking" in ann.sees()
    _, filled = await wire.hook("POST", asked, body={"content": "Filled"})
    assert filled["flags"] == EPHEMERAL
    assert (ann.sees(), ben.sees()) == ("Filled", "")
    _, second = await wire.hook("POST", asked, body={"content": "For all"})
    assert second["id"] != filled["id"]
    assert ben.sees() == "For all"


async def test_a_click_updates_its_message_and_keeps_v2(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    await wire.post(panel("Hand 1", "Call 20", "Fold"))
    clicked = await wire.pressed(ann, "Call")
    assert clicked["data"]["custom_id"] == "call 20"
    assert clicked["message"]["components"][0]["content"] == "Hand 1"
    changed = {"components": panel("Hand 1, called", "Fold")["components"]}
    _, body = await wire.answer(clicked, UPDATE, changed)
    assert body["resource"]["message"]["flags"] == V2
    answer: Answer = await wire.waiting
    assert answer.type is CallbackKind.UPDATE
    assert answer.text == ann.sees() == "Hand 1, called\n[Fold]"
    assert answer.message is not None
    assert len(answer.message.versions) == 2


async def test_a_click_on_an_ephemeral_message_can_update_it(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    asked = await wire.asked(ann)
    mine = panel("Sure?", "Fold anyway")
    await wire.answer(asked, MESSAGE, mine | {"flags": V2 | EPHEMERAL})
    clicked = await wire.pressed(ann, "Fold")
    assert clicked["message"]["flags"] == V2 | EPHEMERAL
    await wire.answer(clicked, UPDATE, panel("Folded"))
    assert ann.sees() == "Folded"
    assert ann.messages()[0].ephemeral


async def test_a_deferred_update_makes_the_message_the_original(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    _, posted = await wire.post(panel("Hand 1", "Call"))
    clicked = await wire.pressed(ann, "Call")
    await wire.answer(clicked, DEFER_UPDATE)
    _, edited = await wire.hook(
        "PATCH", clicked, "/messages/@original", {"components": panel("Hand 2")["components"]}
    )
    assert edited["id"] == posted["id"]
    assert ann.sees() == "Hand 2"


async def test_a_modal_is_opened_filled_and_answered(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    await wire.post(panel("Hand 1", "Raise"))
    clicked = await wire.pressed(ann, "Raise")
    field = {"type": 4, "custom_id": "n", "style": 1, "max_length": 3}
    label = {"type": 18, "label": "Amount to", "component": field}
    await wire.answer(clicked, MODAL, {"custom_id": "m", "title": "Raise", "components": [label]})
    assert (await wire.waiting).type is CallbackKind.MODAL
    with pytest.raises(AssertionError, match="takes 0 to 3 characters"):
        await ann.submit(amount=6000)
    with pytest.raises(AssertionError, match="must be filled in"):
        await ann.submit()
    with pytest.raises(AssertionError, match="has no field 'size'"):
        await ann.submit(size=60)
    wire.waiting = wire.loop_task(ann.submit(amount=60))
    sent = await wire.hear_event("INTERACTION_CREATE")
    assert sent["type"] == 5
    assert sent["message"]["id"] == clicked["message"]["id"]
    inner = sent["data"]["components"][0]["component"]
    assert (inner["custom_id"], inner["value"]) == ("n", "60")
    assert (await wire.answer(sent, MODAL, {}))[0] == 400
    await wire.answer(sent, UPDATE, panel("Raised"))
    assert (await wire.waiting).text == "Raised"
    with pytest.raises(AssertionError, match="no modal open"):
        await ann.submit(amount=60)


async def test_permissions_are_not_needed_through_interactions(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    wire.stage.staff.deny_bot(wire.stage.table, Permission.VIEW_CHANNEL)
    assert (await wire.answer(asked, MESSAGE, {"embeds": [{"title": "t"}]}))[0] == 200
    assert (await wire.hook("POST", asked, body={"content": "x"}))[0] == 200


async def test_a_webhook_takes_five_messages_in_two_seconds(wire: Wire) -> None:
    await wire.identify()
    asked = await wire.asked(wire.stage.person("Ann"))
    await wire.answer(asked, MESSAGE, {"content": "x"})
    statuses = [(await wire.hook("POST", asked, body={"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
