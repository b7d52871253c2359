"""The unmodified discord.py client in its own process, against the pretend Discord."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.rehearsal import BotDied, CallbackKind, NoAnswer, Permission, Rehearsal
from bot.rehearsal.session import Close

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rehearsal import Person


async def opened(stage: Rehearsal, start: int = 5) -> Person:
    ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
    await ann.slash("count open", start=start)
    await stage.wait_for(lambda: f"Count {start}" in ann.sees())
    return ann


async def test_a_command_is_answered_privately_and_the_panel_posted(tiny: Rehearsal) -> None:
    ben = tiny.person("Ben")
    ann = tiny.person("Ann", permissions=Permission.MANAGE_GUILD)
    answer = await ann.slash("count open", start=7, whom=ben, mode="Plain mode")
    assert (answer.type, answer.ephemeral) == (CallbackKind.MESSAGE, True)
    assert answer.text == "Opened for Ben in plain"
    await tiny.wait_for(lambda: "Count 7" in ben.sees())
    assert ben.sees() == "## Count 7\n---\n[Call] [Raise] [Slow] (Fold)"
    with pytest.raises(AssertionError, match="there is no command"):
        await ben.slash("count open", start=7)
    assert tiny.unknown_routes == []


async def test_clicks_modals_and_followups_work(tiny: Rehearsal) -> None:
    ann, ben = await opened(tiny), tiny.person("Ben")
    answer = await ann.click("Call")
    assert answer.type is CallbackKind.UPDATE
    await tiny.wait_for(lambda: "Your secret is 6" in ann.sees())
    assert "secret" not in ben.sees()
    assert (await ben.click("Raise")).modal is not None
    assert (await ben.submit(to_how_much=60)).type is CallbackKind.UPDATE
    assert "Count 60" in ann.sees()
    assert not any("secret" in str(payload) for payload in tiny.everything_visible_to(ben))
    assert any(
        "Count 6\n" in f"{payload}\n" or "Count 6'" in str(payload)
        for payload in tiny.everything_visible_to(ben)
    )


async def test_a_private_menu_is_chosen_from_after_a_restart_too(tiny: Rehearsal) -> None:
    ann, ben = await opened(tiny), tiny.person("Ben")
    assert (await ann.slash("menu")).ephemeral
    await tiny.kill_bot()
    await tiny.start_bot()
    assert "[From: 0 | 1 | 2]" in ann.sees()
    assert "From" not in ben.sees()
    answer = await ann.choose("2", placeholder="From", private=True)
    assert (answer.type, answer.text) == (CallbackKind.UPDATE, "Counting from 2")
    menu = ann.last_private()
    assert menu is not None
    assert menu.text == "Counting from 2"


async def test_files_come_with_answers_followups_and_edits(tiny: Rehearsal) -> None:
    ann, ben = tiny.person("Ann"), tiny.person("Ben")
    offered = await ann.completes("tell", "number", "2")
    assert offered.text.splitlines()[:2] == ["Number 2", "Number 20"]
    answer = await ann.slash("tell", number=offered.value_of("Number 20"))
    await tiny.wait_for(lambda: "<file other.txt>" in ann.sees())
    original, followup = ann.privates()
    assert answer.message is original
    assert answer.text == "Here it is\n<file count-20.txt>"
    assert ann.download(original, "other.txt").content == b"Other"
    assert ann.download(followup).text == "Count 20"
    assert ben.messages() == []


async def test_stale_and_doubled_clicks_reach_the_bot(tiny: Rehearsal) -> None:
    ann = await opened(tiny)
    panel = ann.messages()[-1]
    await ann.press(panel, "tiny:call:5")
    stale = await ann.press(panel, "tiny:call:5", version=0)
    assert (stale.ephemeral, stale.text) == (True, "Too late")
    await ann.press(panel, "tiny:call:6", copies=2)
    served = [status for method, path, status in tiny.rest.served if path.endswith("/callback")]
    await tiny.wait_for(lambda: "Count 7" in ann.sees())
    assert 200 in served


async def test_a_bot_that_does_not_answer_is_told(tiny: Rehearsal) -> None:
    ann = await opened(tiny)
    with pytest.raises(NoAnswer, match="click on 'Slow'"):
        await ann.click("Slow")


async def test_a_deferred_answer_is_filled(tiny: Rehearsal) -> None:
    ann = tiny.person("Ann")
    answer = await ann.slash("deferred", private=False)
    assert answer.type is CallbackKind.DEFERRED_MESSAGE
    await tiny.wait_for(lambda: answer.text == "Thought about it")
    assert not answer.ephemeral


async def test_messages_are_read_and_replied_to(tiny: Rehearsal) -> None:
    ann = tiny.person("Ann")
    await ann.say("Hello")
    await tiny.wait_for(lambda: "I read nothing" in ann.sees())
    await ann.say("@Doorcard hello")
    await tiny.wait_for(lambda: "hello'" in ann.sees())


async def test_a_message_in_a_thread_is_answered_there_and_wakes_it(tiny: Rehearsal) -> None:
    thread = tiny.staff.open_thread(tiny.table, "night table")
    ann = tiny.person("Ann", channel=thread)
    tiny.staff.archive(thread)
    await ann.say("@Doorcard hello")
    await tiny.wait_for(lambda: "hello'" in ann.sees())
    assert not thread.archived
    answer = await ann.slash("deferred", private=False)
    await tiny.wait_for(lambda: answer.text == "Thought about it")
    tiny.staff.delete_channel(thread)


async def test_a_silent_connection_is_replaced_by_a_new_session(tiny: Rehearsal) -> None:
    ann = await opened(tiny)
    for line in [session.line for session in tiny.gateway.connected]:
        assert line is not None
        await line.hang_up(Close.TIMED_OUT)
    await tiny.wait_for(lambda: tiny.gateway.identified == 2)
    assert (await ann.click("Call")).type is CallbackKind.UPDATE


async def test_a_killed_bot_is_followed_by_one_that_knows_the_buttons(tiny: Rehearsal) -> None:
    ann = await opened(tiny)
    await tiny.kill_bot()
    await tiny.start_bot()
    assert (await ann.click("Raise")).type is CallbackKind.MODAL
    assert await tiny.stop_bot() == 0


async def test_a_cut_connection_is_resumed_and_clicks_are_replayed(tiny: Rehearsal) -> None:
    ann = await opened(tiny)
    tiny.gateway.cut()
    await tiny.wait_for(lambda: not tiny.gateway.connected)
    answer = await ann.click("Call")
    assert answer.type is CallbackKind.UPDATE
    assert (tiny.gateway.identified, tiny.gateway.resumed) == (1, 1)


async def test_two_clicks_at_one_moment_both_come(tiny: Rehearsal) -> None:
    ann, ben = await opened(tiny), tiny.person("Ben")
    answers = await asyncio.gather(ann.click("Call"), ben.click("Call"))
    assert sorted(answer.type for answer in answers) == [CallbackKind.MESSAGE, CallbackKind.UPDATE]


@pytest.mark.parametrize(
    "environment", [{"DISCORD_TOKEN": "wrong"}, {"DOORCARD_DISCORD_URL": ""}], ids=["token", "url"]
)
async def test_a_bot_that_ends_by_itself_is_told(
    environment: dict[str, str], tiny_command: Sequence[str]
) -> None:
    async with Rehearsal(command=tiny_command, environment=environment) as stage:
        with pytest.raises(BotDied, match="ended by itself with exit code 1"):
            await stage.start_bot()
