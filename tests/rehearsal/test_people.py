"""People: what the Discord client lets them do, and what they see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal import Permission
from bot.rehearsal.parcel import Upload

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

V2 = 1 << 15
OFFERS: list[dict[str, Any]] = [
    {"type": 2, "style": 1, "label": "Call", "custom_id": "a"},
    {"type": 2, "style": 1, "label": "Call all", "custom_id": "b"},
    {"type": 2, "style": 4, "label": "Fold", "custom_id": "c", "disabled": True},
    {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"},
]


@pytest.mark.parametrize(
    ("words", "options", "objection"),
    [
        ("deal", {}, "there is no command /deal to choose; there are: /table, /sit, /rules"),
        ("boss", {}, "there is no command"),
        ("table", {}, "a sub-command must follow, one of open"),
        ("table shut", {}, "there is no sub-command 'shut'"),
        ("sit", {}, "required and not given: buy-in"),
        ("sit", {"buy_in": 5, "seat": 1}, "there is no option 'seat'"),
        ("sit", {"buy_in": 0}, "buy-in must be at least 1"),
        ("sit", {"buy_in": 401}, "buy-in must be at most 400"),
        ("sit", {"buy_in": "all"}, "buy-in must be a number"),
        ("sit", {"buy_in": 5, "mood": "ugly"}, "mood must be one of Good, Bad"),
        ("sit", {"buy_in": 5, "beside": "Ben"}, "must be somebody"),
    ],
)
async def test_a_person_cannot_send_what_the_client_refuses(
    wire: Wire, words: str, options: dict[str, Any], objection: str
) -> None:
    with pytest.raises(AssertionError, match=objection):
        await wire.stage.person("Ann").slash(words, **options)


async def test_options_are_sent_by_kind_and_people_are_resolved(wire: Wire) -> None:
    await wire.identify()
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    wire.waiting = wire.loop_task(ann.slash("sit", buy_in=40, beside=ben, mood="Good"))
    asked = await wire.hear_event("INTERACTION_CREATE")
    await wire.answer(asked, 4, {"content": "x"})
    assert asked["data"]["options"] == [
        {"name": "buy-in", "type": 4, "value": 40},
        {"name": "beside", "type": 6, "value": str(ben.id)},
        {"name": "mood", "type": 3, "value": "g"},
    ]
    assert asked["data"]["resolved"]["users"][str(ben.id)]["username"] == "ben"
    assert asked["data"]["resolved"]["members"].keys() == {str(ben.id)}


async def test_roles_channels_and_files_are_resolved(wire: Wire) -> None:
    await wire.identify()
    stage = wire.stage
    ann = stage.person("Ann")
    role = stage.staff.give_role(stage.guild, ann.user)
    upload = Upload("house.toml", "text/plain", b"doorcard = 1")
    wire.waiting = wire.loop_task(
        ann.slash("sit", raw=True, role=role, place=stage.lobby, file=upload)
    )
    asked = await wire.hear_event("INTERACTION_CREATE")
    await wire.answer(asked, 4, {"content": "x"})
    resolved = asked["data"]["resolved"]
    assert resolved["roles"][str(role.id)]["name"] == "Ann"
    assert resolved["channels"][str(stage.lobby.id)]["name"] == "lobby"
    ((number, attachment),) = resolved["attachments"].items()
    assert asked["data"]["options"][2] == {"name": "file", "type": 11, "value": number}
    assert (attachment["filename"], attachment["size"]) == ("house.toml", 12)


async def test_raw_leaves_out_the_clients_checks(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    wire.waiting = wire.loop_task(ann.slash("sit", raw=True, buy_in=-5, more="x"))
    asked = await wire.hear_event("INTERACTION_CREATE")
    await wire.answer(asked, 4, {"content": "x"})
    assert [option["value"] for option in asked["data"]["options"]] == [-5, "x"]
    wire.waiting = wire.loop_task(ann.slash("boss", raw=True))
    await wire.answer(await wire.hear_event("INTERACTION_CREATE"), 4, {"content": "x"})
    assert (await wire.waiting).text == "x"


async def test_a_click_takes_the_exact_label_before_one_that_begins_so(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    row = {"type": 1, "components": OFFERS}
    await wire.post({"flags": V2, "components": [row]})
    assert ann.sees() == "[Call] [Call all] (Fold) [Rules ->]"
    for label, custom_id in (("Call", "a"), ("call a", "b"), ("Ca", "a")):
        clicked = await wire.pressed(ann, label)
        assert clicked["data"]["custom_id"] == custom_id
        await wire.answer(clicked, 6)
        await wire.waiting


@pytest.mark.parametrize("label", ["Fold", "Rules", "Raise"])
async def test_a_person_cannot_click_what_is_not_offered(wire: Wire, label: str) -> None:
    await wire.post({"flags": V2, "components": [{"type": 1, "components": OFFERS}]})
    with pytest.raises(AssertionError, match=r"Ann sees no button(.|\n)*\[Call\]"):
        await wire.stage.person("Ann").click(label)


async def test_a_raw_press_sends_anything_as_often_as_wanted(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    _, posted = await wire.post(
        {"flags": V2, "components": [{"type": 1, "components": OFFERS[:1]}]}
    )
    message = wire.stage.world.messages[int(posted["id"])]
    path = f"/channels/{wire.stage.table.id}/messages/{posted['id']}"
    await wire.call("PATCH", path, {"components": [{"type": 10, "content": "Over"}]})
    wire.waiting = wire.loop_task(ann.press(message, "a", copies=2, version=0))
    first = await wire.hear_event("INTERACTION_CREATE")
    second = await wire.hear_event("INTERACTION_CREATE")
    assert first == second
    assert first["message"]["components"][0]["components"][0]["custom_id"] == "a"
    await wire.answer(first, 6)
    wire.stage.repeat_last_dispatch()
    assert await wire.hear_event("INTERACTION_CREATE") == first
    wire.waiting = wire.loop_task(ann.press(message, "forged"))
    forged = await wire.hear_event("INTERACTION_CREATE")
    assert forged["data"] == {"id": 1, "custom_id": "forged", "component_type": 2}
    assert forged["message"]["components"][0]["content"] == "Over"
    await wire.answer(forged, 6)
    await wire.waiting


async def test_a_person_sees_only_channels_he_may_view(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    await wire.post({"content": "Hello"})
    assert ann.sees() == "Hello"
    wire.stage.staff.overwrite(wire.stage.table, ann.user, deny=Permission.VIEW_CHANNEL)
    assert ann.sees() == ""
    with pytest.raises(AssertionError, match="can't see #table"):
        await ann.slash("table open")
    ann.enter(wire.stage.lobby)
    assert ann.messages() == []
    wire.stage.staff.overwrite(wire.stage.lobby, ann.user, deny=Permission.SEND_MESSAGES)
    with pytest.raises(AssertionError, match="may not write"):
        await ann.say("Hello")


async def test_a_name_is_one_person_in_two_channels_and_guilds(wire: Wire) -> None:
    await wire.identify()
    stage, other = wire.stage, wire.stage.found_guild("Other")
    here, there = stage.person("Ann"), stage.person("Ann", channel=stage.lobby)
    away = stage.person("Ann", guild=other, permissions=Permission.MANAGE_GUILD)
    assert here.user is there.user is away.user
    assert [p.channel for p in (here, there, away)] == [
        stage.table,
        stage.lobby,
        other.channel("table"),
    ]
    assert Permission.MANAGE_GUILD not in here.permissions
    assert Permission.MANAGE_GUILD in away.permissions
    acts = [wire.loop_task(person.slash("table open")) for person in (here, there, away)]
    for person in (here, there, away):
        asked = await wire.hear_event("INTERACTION_CREATE")
        assert asked["channel_id"] == str(person.channel.id)
        assert asked["member"]["user"]["id"] == str(here.id)
        await wire.answer(asked, 4, {"content": f"In {person.guild.name}", "flags": 64})
    assert [(await act).text for act in acts] == ["In Card Club", "In Card Club", "In Other"]
    here.enter(other.channel("table"))
    assert here.sees() == away.sees() == "In Other"
    assert stage.person("Ann", channel=other.channel("lobby")).guild is other


async def test_who_left_comes_back_by_being_asked_for(wire: Wire) -> None:
    stage, ann = wire.stage, wire.stage.person("Ann")
    stage.staff.part(stage.guild, ann.user)
    assert stage.person("Ann").user is ann.user
    assert ann.id in stage.guild.members


async def test_a_select_is_chosen_from_by_label(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    options = [{"label": "Sökö", "value": "soko"}, {"label": "High", "value": "high"}]
    select = {"type": 3, "custom_id": "s", "placeholder": "Game", "options": options}
    await wire.post({"content": "x", "components": [{"type": 1, "components": [select]}]})
    wire.waiting = wire.loop_task(ann.choose("Sökö"))
    chosen = await wire.hear_event("INTERACTION_CREATE")
    await wire.answer(chosen, 6)
    assert chosen["data"]["values"] == ["soko"]
    with pytest.raises(AssertionError, match="offers Sökö, High"):
        await ann.choose("Badugi")


async def test_a_new_message_notifies_whom_it_may_and_an_edit_nobody(wire: Wire) -> None:
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    words = f"{ann.mention} {ben.mention}"
    body = {"content": words, "allowed_mentions": {"users": [str(ann.id)]}}
    _, posted = await wire.post(body)
    message = wire.stage.world.messages[int(posted["id"])]
    assert message.pinged == (ann.id,)
    _, quiet = await wire.post({"content": words, "allowed_mentions": {"parse": []}})
    assert wire.stage.world.messages[int(quiet["id"])].pinged == ()
    path = f"/channels/{wire.stage.table.id}/messages/{quiet['id']}"
    await wire.call("PATCH", path, {"content": words})
    assert wire.stage.world.messages[int(quiet["id"])].pinged == ()
