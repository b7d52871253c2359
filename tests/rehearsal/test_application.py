"""Routes about the application: commands one by one, guilds and members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rehearsal import Intent

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

DEAL = {"name": "deal", "description": "Deals"}


async def test_commands_are_registered_in_bulk_and_one_by_one(wire: Wire) -> None:
    path = f"/applications/{wire.stage.world.application_id}/commands"
    status, listed = await wire.call("PUT", path, [DEAL])
    assert status == 200
    assert {"id", "version", "description", "default_member_permissions"} <= listed[0].keys()
    status, same = await wire.call("POST", path, DEAL | {"description": "Deals again"})
    assert (status, same["id"]) == (201, listed[0]["id"])
    assert (await wire.call("POST", path, DEAL | {"name": "Deal"}))[0] == 400
    one = f"{path}/{same['id']}"
    assert (await wire.call("GET", one))[1] == same
    _, changed = await wire.call("PATCH", one, {"description": "Other"})
    assert (await wire.call("GET", path))[1] == [changed]
    assert (await wire.call("DELETE", one))[0] == 204
    status, body = await wire.call("GET", one)
    assert (status, body["code"]) == (404, 10063)


async def test_commands_of_a_guild_are_its_own(wire: Wire) -> None:
    application, other = wire.stage.world.application_id, wire.stage.found_guild("Other")
    path = f"/applications/{application}/guilds/{wire.stage.guild.id}/commands"
    _, listed = await wire.call("PUT", path, [DEAL])
    assert listed[0]["guild_id"] == str(wire.stage.guild.id)
    commands = wire.stage.world.commands
    assert "deal" in [command["name"] for command in commands.usable(wire.stage.guild.id)]
    assert "deal" not in [command["name"] for command in commands.usable(other.id)]
    wire.stage.staff.remove_bot(other)
    elsewhere = f"/applications/{application}/guilds/{other.id}/commands"
    status, body = await wire.call("PUT", elsewhere, [DEAL])
    assert (status, body["code"]) == (403, 50001)


async def test_commands_of_another_application_are_not_found(wire: Wire) -> None:
    assert (await wire.call("GET", "/applications/7/commands"))[0] == 404


async def test_a_guild_its_channels_and_roles_can_be_read(wire: Wire) -> None:
    guild = wire.stage.guild
    assert (await wire.call("GET", f"/guilds/{guild.id}"))[1]["name"] == "Card Club"
    _, channels = await wire.call("GET", f"/guilds/{guild.id}/channels")
    assert [channel["name"] for channel in channels] == ["table", "lobby"]
    _, roles = await wire.call("GET", f"/guilds/{guild.id}/roles")
    assert roles[0]["name"] == "@everyone"
    status, body = await wire.call("GET", "/guilds/7")
    assert (status, body["code"]) == (404, 10004)


async def test_a_path_that_holds_no_id_is_a_bad_form(wire: Wire) -> None:
    status, body = await wire.call("GET", "/channels/table")
    assert (status, body["code"]) == (400, 50035)


async def test_without_the_members_intent_nobody_hears_who_leaves(wire: Wire) -> None:
    await wire.identify(Intent.GUILDS | Intent.GUILD_MESSAGES)
    stage, ann, ben = wire.stage, wire.stage.person("Ann"), wire.stage.person("Ben")
    stage.staff.part(stage.guild, ann.user)
    stage.staff.ban(stage.guild, ben.user)
    stage.staff.rejoin(stage.guild, ann.user)
    await ann.say("Back again")
    guild = await wire.hear_event("GUILD_CREATE")
    assert guild["id"] == str(stage.guild.id)
    assert (await wire.hear())["t"] == "MESSAGE_CREATE"


async def test_who_left_can_do_nothing(wire: Wire) -> None:
    stage, ann = wire.stage, wire.stage.person("Ann")
    stage.staff.part(stage.guild, ann.user)
    for act in (ann.say("x"), ann.slash("table open"), ann.click("Call")):
        with pytest.raises(AssertionError, match="Ann can't see #table"):
            await act


async def test_the_application_says_which_privileged_intents_it_is_allowed(wire: Wire) -> None:
    assert (await wire.call("GET", "/oauth2/applications/@me"))[1]["flags"] == 0
    wire.stage.gateway.allowed = Intent.MESSAGE_CONTENT | Intent.GUILD_MEMBERS
    _, application = await wire.call("GET", "/oauth2/applications/@me")
    assert application["flags"] == (1 << 15) | (1 << 19)


async def test_only_the_members_intent_hears_who_leaves(wire: Wire) -> None:
    wire.stage.gateway.allowed = Intent.GUILD_MEMBERS
    await wire.identify(Intent.GUILDS | Intent.GUILD_MEMBERS | Intent.GUILD_MODERATION)
    stage, ann = wire.stage, wire.stage.person("Ann")
    stage.staff.part(stage.guild, ann.user)
    gone = await wire.hear_event("GUILD_MEMBER_REMOVE")
    assert gone["user"]["id"] == str(ann.id)
    stage.staff.rejoin(stage.guild, ann.user)
    await wire.hear_event("GUILD_MEMBER_ADD")
    stage.staff.ban(stage.guild, ann.user)
    assert (await wire.hear_event("GUILD_BAN_ADD"))["user"]["id"] == str(ann.id)
