"""/history over a real connection: a file for whoever asks, of what he may see."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from typing import Any

from bot.rehearsal.permissions import Permission
from bot.rehearsal.stage import Rehearsal
from engine.replay import Verdict, replay

DECK = "Ks Qs 9h Kc 3c 8h 2c Ah 2d Jh 4c 4h 5s Ts 5c 7h 8d 6d"


async def test_a_hand_is_sent_as_a_file_to_whoever_asks(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        dee = table.stage.person("Dee")
        await table.begin(ann, ben, cid)
        running = await ann.slash("history last")
        assert running.ephemeral
        assert running.text == "Hand 1 is still running; it can be read when it is over."
        await ben.slash("bring-in")
        await cid.slash("fold")
        await ann.slash("fold")
        await table.panel("Ben")
        for reader, downs in (
            (ann, ["Ks", "??", "??"]),
            (ben, ["??", "Qs", "??"]),
            (cid, ["??", "??", "9h"]),
            (dee, ["??", "??", "??"]),
        ):
            answer = await reader.slash("history last")
            assert answer.ephemeral
            file = reader.download(answer.message, "doorcard-1-1.phh")
            head = tomllib.loads(file.text)
            assert [line[-2:] for line in head["actions"][:3]] == downs
            assert head["players"] == ["Ann", "Ben", "Cid"]
            assert "_deck" not in head
            assert replay(file.text).verdict is Verdict.LEGAL
        assert "as everybody has seen it" in answer.text
        for reader in (ann, ben, cid, dee):
            assert len([one for one in reader.messages() if one.attachments]) == 1
        again = await ben.slash("history hand", number=1)
        assert ben.download(again.message).text.count("Qs") == 1


async def test_what_is_not_there_is_told_in_one_line(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        answer = await ben.slash("history last")
        assert answer.ephemeral
        assert answer.text == "There has been no table in this channel."
        await table.begin(ann, ben, cid)
        await ben.slash("bring-in")
        await cid.slash("fold")
        await ann.slash("fold")
        answer = await ben.slash("history hand", number=9)
        assert answer.ephemeral
        assert answer.text == "There is no hand 9 in this channel; there is hand 1 alone."
        await ann.slash("table close")
        answer = await cid.slash("history hand", number=1)
        assert cid.download(answer.message, "doorcard-1-1.phh").text.count("9h") == 1


async def test_a_hand_that_is_too_old_is_told_to_be_kept_no_longer() -> None:
    """Time goes by quickly here: a day takes a tenth of a second."""
    script = (
        "import sys, bot.retention as r\nfrom bot.__main__ import main\n"
        "r._FIRST, r.DAY = 0.0, 0.1\nsys.exit(main([]))"
    )
    days = {"DOORCARD_KEEP_HANDS": "1", "DOORCARD_PAUSE": "60"}
    command = (sys.executable, "-c", script)
    async with Rehearsal(seed=1, deck=DECK, environment=days, command=command) as stage:
        await stage.start_bot()
        ann = stage.person("Ann", permissions=Permission.MANAGE_GUILD)
        ben, cid = stage.person("Ben"), stage.person("Cid")
        await ann.slash("table open")
        for person in (ann, ben, cid):
            await person.slash("sit", amount=100)
        await ann.slash("deal")
        await ben.slash("bring-in")
        await cid.slash("fold")
        await ann.slash("fold")
        answer = await ann.slash("history last")
        assert answer.text.startswith(
            "Hand 1 as you have seen it."
        )  # the last of an open table stays
        await ann.slash("table close")
        async with asyncio.timeout(10):
            while "kept no longer" not in answer.text:
                answer = await ann.slash("history hand", number=1)
        assert answer.text == (
            "Hand 1 is too old: its cards and acts are kept no longer, only what it came to."
        )
        assert await stage.stop_bot() == 0
        assert "taken away for age: hands=1 " in stage.bot_output
        assert "Traceback" not in stage.bot_output
