"""Threads: permissions, archiving, locking, events, interactions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal import Permission

if TYPE_CHECKING:
    from bot.rehearsal import Thread
    from tests.rehearsal.conftest import Wire

MESSAGE, UPDATE, DEFER = 4, 7, 5
BUTTON: dict[str, Any] = {
    "content": "Hand 1",
    "components": [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Call", "custom_id": "call"}]}
    ],
}


def opened(wire: Wire) -> Thread:
    return wire.stage.staff.open_thread(wire.stage.table, "night table")


async def panel(wire: Wire, thread: Thread) -> str:
    """Posts a panel in the thread and gives its path."""
    status, posted = await wire.post(BUTTON, channel=thread.id)
    assert status == 200
    return f"/channels/{thread.id}/messages/{posted['id']}"


async def test_the_bot_hears_of_a_thread(wire: Wire) -> None:
    await wire.identify()
    stage, thread = wire.stage, opened(wire)
    created = await wire.hear_event("THREAD_CREATE")
    assert (created["type"], created["parent_id"]) == (11, str(stage.table.id))
    assert created["newly_created"] is True
    stage.staff.archive(thread, locked=True)
    changed = (await wire.hear_event("THREAD_UPDATE"))["thread_metadata"]
    assert (changed["archived"], changed["locked"]) == (True, True)
    stage.staff.reopen(thread)
    assert not (await wire.hear_event("THREAD_UPDATE"))["thread_metadata"]["locked"]
    stage.staff.delete_channel(thread)
    assert await wire.hear_event("THREAD_DELETE") == {
        "id": str(thread.id),
        "guild_id": str(stage.guild.id),
        "parent_id": str(stage.table.id),
        "type": 11,
    }
    status, body = await wire.call("GET", f"/channels/{thread.id}")
    assert (status, body["code"]) == (404, 10003)


async def test_active_threads_come_with_the_guild_and_are_no_channels(wire: Wire) -> None:
    thread, old = opened(wire), opened(wire)
    wire.stage.staff.archive(old)
    await wire.connect()
    await wire.send(2, {"token": wire.stage.token, "intents": 1})
    guild = await wire.hear_event("GUILD_CREATE")
    assert [t["id"] for t in guild["threads"]] == [str(thread.id)]
    assert [c["name"] for c in guild["channels"]] == ["table", "lobby"]
    assert len((await wire.call("GET", f"/guilds/{wire.stage.guild.id}/channels"))[1]) == 2
    assert (await wire.call("GET", f"/channels/{thread.id}"))[1]["name"] == "night table"


async def test_a_thread_of_a_hidden_channel_is_not_told(wire: Wire) -> None:
    await wire.identify()
    stage = wire.stage
    stage.staff.deny_bot(stage.table, Permission.VIEW_CHANNEL)
    thread = opened(wire)
    stage.staff.open_thread(stage.lobby, "seen")
    assert (await wire.hear_event("THREAD_CREATE"))["name"] == "seen"
    status, body = await wire.post({"content": "x"}, channel=thread.id)
    assert (status, body["code"]) == (403, 50001)


@pytest.mark.parametrize(
    ("denied", "body", "status"),
    [
        (Permission.SEND_MESSAGES, {"content": "x"}, 200),
        (Permission.SEND_MESSAGES, {"embeds": [{"title": "t"}]}, 200),
        (Permission.SEND_MESSAGES_IN_THREADS, {"content": "x"}, 403),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "t"}]}, 403),
    ],
)
async def test_sending_in_a_thread_has_a_permission_of_its_own(
    wire: Wire, denied: Permission, body: object, status: int
) -> None:
    thread = opened(wire)
    wire.stage.staff.deny_bot(wire.stage.table, denied)
    assert (await wire.post(body, channel=thread.id))[0] == status


async def test_an_archived_thread_takes_no_edits_and_is_woken_by_a_message(wire: Wire) -> None:
    await wire.identify()
    stage, thread = wire.stage, opened(wire)
    path = await panel(wire, thread)
    stage.staff.archive(thread)
    status, body = await wire.call("PATCH", path, {"content": "Hand 2"})
    assert (status, body["code"]) == (400, 50083)
    assert (await wire.call("DELETE", path))[0] == 204
    await wire.hear_event("THREAD_UPDATE")
    path = await panel(wire, thread)
    assert not thread.archived
    assert not (await wire.hear_event("THREAD_UPDATE"))["thread_metadata"]["archived"]
    assert (await wire.hear_event("MESSAGE_CREATE"))["content"] == "Hand 1"
    assert (await wire.call("PATCH", path, {"content": "Hand 2"}))[0] == 200


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 160005)])
async def test_a_locked_thread_is_for_its_keepers(wire: Wire, archived: bool, code: int) -> None:
    stage, thread, ann = wire.stage, opened(wire), wire.stage.person("Ann")
    path = await panel(wire, thread)
    ann.enter(thread)
    said = await ann.say("check")
    close = stage.staff.archive if archived else stage.staff.reopen
    close(thread, locked=True)
    for method, where in (("POST", path.rpartition("/")[0]), ("PATCH", path)):
        status, body = await wire.call(method, where, {"content": "x"})
        assert (status, body["code"]) == (400, code)
    assert (await wire.call("DELETE", path))[0] == (400 if archived else 204)
    with pytest.raises(AssertionError, match="Ann can't write"):
        await ann.say("call")
    with pytest.raises(AssertionError, match="Ann can't edit"):
        await ann.correct(said, "call")
    stage.world.grant(stage.guild, stage.world.bot, Permission.MANAGE_THREADS)
    assert (await wire.post({"content": "x"}, channel=thread.id))[0] == 200
    assert (thread.archived, thread.locked) == (False, True)


async def test_a_person_wakes_a_thread_by_writing(wire: Wire) -> None:
    thread, ann = opened(wire), wire.stage.person("Ann")
    ann.enter(thread)
    wire.stage.staff.archive(thread)
    with pytest.raises(AssertionError, match="archived and takes no commands"):
        await ann.slash("table open")
    said = await ann.say("Still here?")
    assert not thread.archived
    assert ann.messages() == [said]
    ann.enter(wire.stage.table)
    assert ann.messages() == []


async def test_an_interaction_in_a_thread_says_so(wire: Wire) -> None:
    await wire.identify()
    thread = opened(wire)
    ann = wire.stage.person("Ann", channel=thread)
    wire.stage.staff.deny_bot(wire.stage.table, Permission.SEND_MESSAGES_IN_THREADS)
    asked = await wire.asked(ann)
    assert (asked["channel_id"], asked["channel"]["type"]) == (str(thread.id), 11)
    assert asked["channel"]["parent_id"] == str(wire.stage.table.id)
    assert asked["channel"]["thread_metadata"]["archived"] is False
    mine = Permission(int(asked["app_permissions"]))
    assert Permission.SEND_MESSAGES_IN_THREADS not in mine
    assert (await wire.answer(asked, MESSAGE, {"content": "Done"}))[0] == 200
    assert ann.sees() == "Done"


async def test_a_click_in_an_archived_thread_cannot_edit_but_answer(wire: Wire) -> None:
    await wire.identify()
    thread = opened(wire)
    ann = wire.stage.person("Ann", channel=thread)
    await panel(wire, thread)
    wire.stage.staff.archive(thread)
    clicked = await wire.pressed(ann, "Call")
    status, body = await wire.answer(clicked, UPDATE, {"content": "Hand 1, called"})
    assert (status, body["code"]) == (400, 50083)
    await wire.answer(clicked, MESSAGE, {"content": "Only you", "flags": 64})
    assert thread.archived
    status, _ = await wire.hook("POST", clicked, body={"content": "For all"})
    assert status == 200
    assert not thread.archived


async def test_a_deferred_answer_wakes_a_thread_unless_it_is_locked(wire: Wire) -> None:
    await wire.identify()
    thread = opened(wire)
    ann = wire.stage.person("Ann", channel=thread)
    await panel(wire, thread)
    wire.stage.staff.archive(thread, locked=True)
    clicked = await wire.pressed(ann, "Call")
    assert (await wire.answer(clicked, DEFER))[1]["code"] == 50083
    wire.stage.staff.archive(thread)
    assert (await wire.answer(clicked, DEFER))[0] == 200
    assert not thread.archived


async def test_an_idle_thread_is_archived_when_its_time_is_over(wire: Wire) -> None:
    stage = wire.stage
    thread = stage.staff.open_thread(stage.table, "short", auto_archive=60)
    stage.staff.open_thread(stage.table, "long", auto_archive=10080)
    stage.clock.turn(50 * 60)
    await wire.post({"content": "x"}, channel=thread.id)
    stage.clock.turn(59 * 60)
    assert stage.staff.archive_idle() == []
    stage.clock.turn(61)
    assert stage.staff.archive_idle() == [thread]
    with pytest.raises(ValueError, match="one of"):
        stage.staff.open_thread(stage.table, "never", auto_archive=5)


async def test_threads_go_with_their_channel(wire: Wire) -> None:
    await wire.identify()
    thread = opened(wire)
    await panel(wire, thread)
    wire.stage.staff.delete_channel(wire.stage.table)
    assert (await wire.hear_event("CHANNEL_DELETE"))["name"] == "table"
    assert wire.stage.world.messages == {}
    assert (await wire.post({"content": "x"}, channel=thread.id))[0] == 404
