"""Messages people write: what a bot hears of them, and how much it may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rehearsal import Intent

if TYPE_CHECKING:
    from typing import Any

    from bot.rehearsal import Message
    from tests.rehearsal.conftest import Wire

PLAIN = Intent.GUILDS | Intent.GUILD_MESSAGES
REPLY = 19


async def posted(wire: Wire, words: str = "Hand 1") -> Message:
    _, body = await wire.post({"content": words})
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert (heard["id"], heard["content"]) == (body["id"], words)
    return wire.stage.world.messages[int(body["id"])]


def mentioned(heard: dict[str, Any]) -> list[str]:
    return [user["username"] for user in heard["mentions"]]


async def test_a_plain_message_is_empty_without_the_intent(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann = wire.stage.person("Ann")
    said = await ann.say("raise to 20")
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert (heard["content"], heard["mentions"], heard["type"]) == ("", [], 0)
    assert heard["author"]["id"] == str(ann.id)
    assert heard["member"]["roles"] == []
    assert heard["guild_id"] == str(wire.stage.guild.id)
    assert said.text == "raise to 20"


async def test_a_message_that_mentions_the_bot_is_read(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann = wire.stage.person("Ann")
    await ann.say("@Doorcard raise to 20")
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert heard["content"] == f"<@{wire.stage.world.bot.id}> raise to 20"
    assert mentioned(heard) == ["doorcard"]


async def test_a_reply_to_the_bot_mentions_it_and_is_read(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann, panel = wire.stage.person("Ann"), await posted(wire)
    await ann.say("call", reply_to=panel)
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert (heard["type"], heard["content"], mentioned(heard)) == (REPLY, "call", ["doorcard"])
    assert heard["message_reference"] == {
        "type": 0,
        "message_id": str(panel.id),
        "channel_id": str(panel.channel_id),
        "guild_id": str(panel.guild_id),
    }
    assert heard["referenced_message"]["content"] == "Hand 1"


async def test_a_reply_that_does_not_ping_is_empty(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann, panel = wire.stage.person("Ann"), await posted(wire)
    await ann.say("call", reply_to=panel, ping=False)
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert (heard["type"], heard["content"], mentioned(heard)) == (REPLY, "", [])
    assert heard["referenced_message"]["content"] == "Hand 1"
    await ann.say("@Doorcard call", reply_to=panel, ping=False)
    assert mentioned(await wire.hear_event("MESSAGE_CREATE")) == ["doorcard"]


async def test_an_answered_message_of_somebody_else_stays_empty(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    secret = await ann.say("I hold two aces")
    await wire.hear_event("MESSAGE_CREATE")
    await ben.say("@Doorcard fold", reply_to=secret)
    heard = await wire.hear_event("MESSAGE_CREATE")
    assert heard["content"].endswith("fold")
    assert mentioned(heard) == ["doorcard", "ann"]
    assert heard["referenced_message"]["content"] == ""


async def test_with_the_intent_everything_is_read(wire: Wire) -> None:
    wire.stage.gateway.allowed = Intent.MESSAGE_CONTENT
    await wire.identify(PLAIN | Intent.MESSAGE_CONTENT)
    ann = wire.stage.person("Ann")
    said = await ann.say("raise to 20")
    assert (await wire.hear_event("MESSAGE_CREATE"))["content"] == "raise to 20"
    path = f"/channels/{said.channel_id}/messages"
    assert (await wire.call("GET", f"{path}/{said.id}"))[1]["content"] == "raise to 20"


async def test_routes_hide_what_the_gateway_hides(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    plain, naming = await ann.say("raise"), await ann.say("@Doorcard raise")
    path = f"/channels/{plain.channel_id}/messages"
    assert (await wire.call("GET", f"{path}/{plain.id}"))[1]["content"] == ""
    assert [m["content"] for m in (await wire.call("GET", path))[1]] == [naming.text, ""]


async def test_a_correction_is_an_update_with_the_same_rules(wire: Wire) -> None:
    await wire.identify(PLAIN)
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    said = await ann.say("raise to 20")
    await ann.correct(said, "@Doorcard raise to 200")
    heard = await wire.hear_event("MESSAGE_UPDATE")
    assert heard["content"].endswith("raise to 200")
    assert heard["edited_timestamp"] is not None
    await ann.correct(said, "nothing")
    assert (await wire.hear_event("MESSAGE_UPDATE"))["content"] == ""
    with pytest.raises(AssertionError, match="Ben can't edit what Ann wrote"):
        await ben.correct(said, "fold")


async def test_a_longer_name_is_not_taken_for_a_shorter_one(wire: Wire) -> None:
    ann, anna = wire.stage.person("Ann"), wire.stage.person("Anna")
    said = await ann.say("@Anna and @Ann")
    assert said.text == f"{anna.mention} and {ann.mention}"
