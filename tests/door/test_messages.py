"""Acting by messages: what is heard, what is an act, and what is said in public to the rest."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal.process import BOT_COMMAND, ROOT
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.weather import Storm
from bot.replies import MOST
from bot.settings import read_settings
from bot.variables import SettingsFault

DECK = "2c 7d Qs 9c Kd 4d"  # Ann 9c, Ben Kd, Cid 4d, who brings in; down cards 2c, 7d, Qs
NOT_YET = "It is not your turn."


async def test_a_hand_is_played_by_mentions_alone(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for person, said, shown in (
            (cid, "@Doorcard bring in", "Cid brings in for 4"),
            (ann, "@Doorcard Complete", "Ann completes to 10"),
            (ben, "raise to 20 @Doorcard", "Ben raises to 20"),
            (cid, "@Doorcard FOLD", "Cid folds"),
            (ann, "@Doorcard\ncall", "round 2 of 4"),
        ):
            await person.say(said)
            await table.panel(shown)
        first = table.actor()
        await first.say("@Doorcard check")
        await table.panel(f"{first.name} checks")
        second = table.actor()
        await second.say("@Doorcard bet 10")
        await table.panel(f"{second.name} bets 10")
        await first.say("raise @Doorcard 20")
        await table.panel(f"{first.name} raises to 20")
        assert spoken(table) == []


async def test_a_reply_to_the_panel_is_an_act_where_it_notifies(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        panel = table.newest()
        await cid.say("complete", reply_to=panel, ping=False)  # nobody can read that
        await cid.say("bring-in", reply_to=panel)
        await table.panel("Cid brings in for 4", f"{ann.mention} to act")
        await ann.say("call", reply_to=panel)
        await table.panel("Ann calls 4")
        await ben.say("nice hand", reply_to=panel)
        assert "It is your turn. You can say" in (await replied(table)).text


async def test_a_plain_message_is_nothing_without_the_setting(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.say("complete")
        await cid.say("@Ann complete")
        await cid.say("@Doorcard bring in")
        await table.panel("Cid brings in for 4", f"{ann.mention} to act")
        assert spoken(table) == []


async def test_a_plain_message_is_an_act_with_the_setting(play: Any) -> None:
    async with play(deck=DECK, plain=True) as table:
        ann, ben, cid = table.people
        await cid.say("check")  # no table here yet
        await table.begin(ann, ben, cid, preset="classic_nl")
        dan = table.stage.person("Dan")
        await cid.say("I'd bring in, too")
        await dan.say("fold")  # who does not play is only talking
        await cid.say("bring in")
        await table.panel("Cid brings in for 1")
        await ann.say("Raise to 10", reply_to=table.newest(), ping=False)
        await table.panel("Ann raises to 10")
        await ben.say("all in")
        await table.panel("Ben is all-in for 100")
        await cid.say("fold")
        await table.panel("Cid folds")
        await ann.say("call")
        await table.panel("Hand 1 is over")
        assert spoken(table) == []
        await ann.say("check")  # no hand runs: talk
        await ann.say("@Doorcard check")
        assert "No hand is running" in (await replied(table)).text
        assert len(spoken(table)) == 1


SPOKEN = (
    ("@Doorcard check", "You cannot check: there are 4 to call. You may fold, call 4 or"),
    ("@Doorcard bring-in", "There is no bring-in to post."),
    ("@Doorcard bet 10", "Here the bet is completed, to 10."),
    ("@Doorcard raise 20", "Here the bet is completed, to 10."),
    ("@Doorcard raise to 1,000,000", "Here the bet is completed, to 10."),
    ("@Doorcard all-in", "Too big: 10 is the most."),
    ("@Doorcard", "You can say `fold`, `call` (4) and `complete` (to 10)."),
    ("@Doorcard call 4", "It is your turn."),
    ("@Doorcard raise to", "It is your turn."),
    ("@Doorcard hello", "It is your turn."),
    ("@Doorcard call @Ben", "It is your turn."),
)


@pytest.mark.parametrize(("said", "words"), SPOKEN)
async def test_what_is_refused_or_no_act_is_answered_in_public(
    play: Any, said: str, words: str
) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.click("Bring in 4")
        message = await ann.say(said)
        answer = await replied(table)
        assert words in answer.text
        assert answer.payload["message_reference"]["message_id"] == str(message.id)
        assert not answer.ephemeral
        assert answer.pinged == ()
        assert len(answer.text.splitlines()) == 1
        assert table.actor() is ann


async def test_a_public_refusal_holds_no_private_fact(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.click("Bring in 4")
        for count, person in enumerate((ann, ben, cid), start=1):
            await person.say("@Doorcard raise to 77")
            await replied(table, count)
        told = "\n".join(one.text for one in spoken(table))
        for secret in ("2♣", "7♦", "Q♠", "1,000", "900"):
            assert secret not in told


async def test_who_does_not_play_or_is_not_to_act_is_told_so(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        dan = table.stage.person("Dan")
        await ann.say("@Doorcard call")
        assert "There is no table" in (await replied(table)).text
        await table.begin(ann, ben, cid)
        await dan.say("@Doorcard call")
        assert "not dealt into" in (await replied(table, 2)).text
        await ben.say("@Doorcard what now?")
        assert NOT_YET in (await replied(table, 3)).text
        assert table.actor() is cid


async def test_a_spoken_fold_where_a_check_is_free_is_not_taken(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for person, label in ((cid, "Bring in"), (ann, "Call"), (ben, "Call")):
            await person.click(label)
        await table.panel("round 2 of 4")
        actor = table.actor()
        await actor.say("@Doorcard fold")
        assert "You can check for free." in (await replied(table)).text
        await actor.say("@Doorcard")
        assert "`fold`" not in (await replied(table, 2)).text
        assert table.actor() is actor
        await actor.say("@Doorcard check")
        await table.panel(f"{actor.name} checks")


async def test_a_doubled_message_counts_once_and_is_answered_once(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.say("@Doorcard complete")
        table.stage.gateway.repeat("MESSAGE_CREATE")
        await table.panel("Cid completes to 10")
        await ann.say("@Doorcard raise to 20")
        table.stage.gateway.repeat("MESSAGE_CREATE")
        await table.panel("Ann raises to 20")
        await ben.say("@Doorcard raise to 31")
        table.stage.gateway.repeat("MESSAGE_CREATE")
        await replied(table)
        await ben.say("@Doorcard call")
        table.stage.gateway.repeat("MESSAGE_CREATE")
        await table.panel("Ben calls 20")
        await cid.click("Call 10")
        await table.panel("round 2 of 4", "**Pot 63**")
        assert len(spoken(table)) == 1
        assert sum(" act guild=" in line for line in table.stage.bot_output.splitlines()) == 4


async def test_an_edit_is_no_act(play: Any) -> None:
    async with play(deck=DECK, plain=True) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        message = await cid.say("@Doorcard complete it")
        assert "It is your turn." in (await replied(table)).text
        await cid.correct(message, "@Doorcard complete")
        await cid.say("@Doorcard bring in")
        await table.panel("Cid brings in for 4")


async def test_bots_webhooks_and_ephemeral_messages_never_act(play: Any) -> None:
    async with play(deck=DECK, plain=True) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        message = await cid.say("wait")
        body = message.payload | {"content": "complete", "guild_id": str(message.guild_id)}
        body["mentions"] = [table.stage.world.bot.payload()]
        bot = body | {"author": body["author"] | {"bot": True}}
        private = {key: value for key, value in body.items() if key != "guild_id"}
        for number, forged in enumerate(
            (
                bot,
                body | {"webhook_id": str(message.id)},
                private | {"flags": 64},
                body | {"type": 6},
            )
        ):
            forged["id"] = str(message.id + 1 + number)
            table.stage.gateway.dispatch("MESSAGE_CREATE", forged, table.stage.guild.id)
        await cid.say("bring in")
        await table.panel("Cid brings in for 4", f"{ann.mention} to act")
        assert spoken(table) == []


async def test_who_talks_to_the_bot_all_the_time_does_not_hold_the_table_up(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for _ in range(12):
            await ben.say("@Doorcard hello")
        await cid.say("@Doorcard bring in")
        await table.panel("Cid brings in for 4")
        await ann.say("@Doorcard call")
        await table.panel("Ann calls 4")
        assert len(spoken(table)) == MOST
        assert table.stage.bot_output.count("left without a reply") == 12 - MOST


async def test_a_reply_that_cannot_be_sent_undoes_nothing(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for trouble in (Storm(POSTS, status=403), Storm(POSTS, drop=True)):
            table.stage.weather.brew(trouble)
            await ben.say("@Doorcard call")
            await asyncio.wait_for(trouble.caught.wait(), 9)
        gone = await ben.say("@Doorcard check")
        table.stage.staff.delete_message(gone)
        await cid.say("@Doorcard bring in")
        await table.panel("Cid brings in for 4")
        assert "fault" not in table.stage.bot_output


async def test_the_setting_without_the_intent_is_one_line_and_costs_no_identify(
    tmp_path: Path,
) -> None:
    async with Rehearsal() as stage:
        process = await asyncio.create_subprocess_exec(
            *BOT_COMMAND,
            cwd=tmp_path,
            env={
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": stage.token,
                "DOORCARD_DISCORD_URL": stage.url,
                "DOORCARD_MESSAGE_CONTENT": "true",
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await asyncio.wait_for(process.communicate(), 30)
    said = out.decode()
    assert process.returncode == 2, said
    assert stage.gateway.identified == 0
    assert "switch the Message Content intent on" in said.splitlines()[-1]
    assert "Traceback" not in said


def test_the_setting_is_off_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "MTIz.abc")
    assert read_settings(Path("no.env")).message_content is False
    monkeypatch.setenv("DOORCARD_MESSAGE_CONTENT", "true")
    assert read_settings(Path("no.env")).message_content is True
    monkeypatch.setenv("DOORCARD_MESSAGE_CONTENT", "perhaps")
    with pytest.raises(SettingsFault, match=r"^DOORCARD_MESSAGE_CONTENT must be true or false$"):
        read_settings(Path("no.env"))


POSTS = "POST /channels/*/messages"


def spoken(table: Any) -> list[Any]:
    """Return the bot's replies to messages, oldest first."""
    return [
        message
        for message in table.ann.messages()
        if message.author.bot and message.payload.get("message_reference")
    ]


async def replied(table: Any, count: int = 1) -> Any:
    """Wait until the bot has replied so often, and return the newest reply."""
    await table.stage.wait_for(lambda: len(spoken(table)) >= count)
    return spoken(table)[-1]
