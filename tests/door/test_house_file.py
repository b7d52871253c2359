"""/house export and import over a real connection: a house as a file, whole or not at all."""

from __future__ import annotations

import tomllib
from typing import Any

from bot.rehearsal.parcel import Upload
from bot.rehearsal.permissions import Permission

DENIED = "You need the permission Manage Server or the house's manager role for that."


def file(text: str | bytes, name: str = "house.toml") -> Upload:
    content = text.encode() if isinstance(text, str) else text
    return Upload(name, "text/plain", content)


async def imported(person: Any, upload: Upload, **how: Any) -> Any:
    """Import a file and return the message that answers it."""
    answer = await person.slash("house import", file=upload, **how)
    assert answer.ephemeral
    return answer.message


async def settled(table: Any, message: Any) -> str:
    """Return the answer once it is there."""
    await table.stage.wait_for(lambda: message.text.strip() and not message.loading)
    return str(message.text)


async def test_a_house_is_sent_changed_and_taken_back(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        role = stage.staff.give_role(ann.guild, table.ben.user)
        await ann.slash("house save", name="own", **{"from": "hilo_buy2"})
        await ann.slash("house room", option="clock", value="5")
        await ann.slash("house manager", role=role)
        await ann.slash("house channel add", channel=stage.table)
        sent = await ann.slash("house export")
        assert sent.ephemeral
        text = ann.download(sent.message, "house.toml").text
        house = tomllib.loads(text)
        assert house["room"]["clock"] == 5
        assert house["room"]["manager"] == role.id
        assert house["games"]["own"]["buy_price"] == [20, 40]
        before = (await ann.slash("house show")).text

        changed = text.replace("clock = 5", "clock = 7").replace("games.own", "games.other")
        message = await imported(ann, file(changed))
        assert "Games of this server: 1." in await settled(table, message)
        shown = (await ann.slash("house show")).text
        assert "- `clock` 7" in shown
        assert "`other`" in shown
        assert "`own`" not in shown
        old = ann.download(message, "house-before.toml").text
        assert old == text
        await settled(table, await imported(ann, file(old)))
        assert (await ann.slash("house show")).text == before


async def test_every_fault_is_told_and_nothing_is_changed(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        await ann.slash("house room", option="clock", value="5")
        text = """
            doorcard = 1
            [room]
            seats = 99
            wallpaper = "green"
            channels = [4]
            manager = 5
            [games.own]
            ante = -1
            "<@1>" = 5
            [games."@everyone"]
            ante = 1
            small = 1
            big = 1
        """
        message = await imported(ann, file(text))
        head, *told = (await settled(table, message)).splitlines()
        assert head == "Nothing is changed: the file has 9 faults."
        assert set(told) == {
            "- wallpaper: is not a setting.",
            "- ?: is not an option.",
            "- games.own.ante: must be from 0 to 1000000000 chips.",
            "- games.own.small: must be given in fixed limit (R-FIX-1).",
            "- games.own.big: must be at least the small bet in fixed limit (R-FIX-1).",
            "- seats: must be from 2 to 10.",
            "- name: must be 1 to 32 of a-z, 0-9, _ and -, a letter or digit at each end.",
            "- channels: 4 is no channel of this server.",
            "- manager: 5 is no role of this server.",
        }
        shown = (await ann.slash("house show")).text
        assert "- `clock` 5" in shown
        assert "Games of this server: 0" in shown


async def test_more_faults_than_a_message_holds_come_as_a_file(play: Any) -> None:
    async with play() as table:
        lines = "\n".join(f"[games.g{number}]\nante = -{number + 1}" for number in range(40))
        message = await imported(table.ann, file("doorcard = 1\n" + lines))
        text = await settled(table, message)
        assert "more, in the file" in text
        listed = table.ann.download(message, "faults.txt").text.splitlines()
        assert len(listed) == 120
        assert "games.g39.ante: must be from 0 to 1000000000 chips." in listed


async def test_channels_and_roles_of_another_server_are_faults(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        other = stage.found_guild("Elsewhere")
        there = stage.person("Ann", guild=other, permissions=Permission.MANAGE_GUILD)
        await there.slash("house channel add", channel=other.text_channels[0])
        role = stage.staff.give_role(other, there.user)
        await there.slash("house manager", role=role)
        sent = await there.slash("house export")
        text = there.download(sent.message).text
        answer = await settled(table, await imported(ann, file(text)))
        assert f"- channels: {other.text_channels[0].id} is no channel of this server." in answer
        assert f"- manager: {role.id} is no role of this server." in answer
        everyone = f"doorcard = 1\n[room]\nmanager = {ann.guild.everyone.id}"
        answer = await settled(table, await imported(ann, file(everyone)))
        assert "- manager: must be a role that not everybody has." in answer
        assert "- `manager` none" in (await ann.slash("house show")).text


async def test_what_is_gone_from_the_server_is_left_out(play: Any) -> None:
    async with play() as table:
        ann, stage = table.ann, table.stage
        side = stage.staff.open_channel(ann.guild, "side")
        await ann.slash("house channel add", channel=side)
        await ann.slash("house channel add", channel=stage.table)
        stage.staff.delete_channel(side)

        async def exported() -> Any:
            sent = await ann.slash("house export")
            text = ann.download(sent.message, "house.toml").text
            return (sent.text, text) if str(side.id) not in text else None

        for _ in range(250):
            found = await exported()
            if found:
                break
        words, text = found
        assert f"Left out, for this server has them no more: channel {side.id}." in words
        assert tomllib.loads(text)["room"]["channels"] == [stage.table.id]
        message = await imported(ann, file(text))
        assert "The file is in force." in await settled(table, message)
        old = ann.download(message, "house-before.toml").text
        assert f"channel {side.id}." in message.text
        message = await imported(ann, file(old))
        assert "Left out" not in await settled(table, message)


async def test_what_is_no_house_is_refused(play: Any) -> None:
    async with play() as table:
        for upload, words in (
            (file("#" * 70_000), "file: is larger than 65,536 bytes."),
            (file(b"\xff\xfe\x00"), "file: is not a text in UTF-8."),
            (file("clock = = 5"), "file: is not in TOML"),
            (file("[" * 5_000), "file: is not in TOML"),
            (file("", "empty.toml"), "doorcard: must be 1."),
        ):
            message = await imported(table.ann, upload)
            assert words in await settled(table, message)
            assert "Nothing is changed" in message.text


async def test_fifty_games_are_the_most(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        games = [f"[games.g{n}]\nante = 1\nsmall = 1\nbig = 1\n" for n in range(51)]
        answer = await settled(table, await imported(ann, file("doorcard = 1\n" + "".join(games))))
        assert "games: are more than 50." in answer
        full = file("doorcard = 1\n" + "".join(games[:50]))
        assert "Games of this server: 50." in await settled(table, await imported(ann, full))
        told = await ann.slash("house save", name="one_more", **{"from": "hilo"})
        assert told.text == "name: a server has 50 games of its own at most: delete one first."
        assert len((await ann.completes("house delete", "name", "")).choices) == 25
        shown = await ann.slash("house show")
        assert "Games of this server: 50" in shown.text


async def test_a_doubled_import_is_done_once_and_outsiders_get_nothing(play: Any) -> None:
    async with play() as table:
        answer = await table.ben.slash("house export", raw=True)
        assert (answer.ephemeral, answer.text) == (True, DENIED)
        assert not answer.message.attachments
        answer = await table.ben.slash("house import", raw=True, file=file("doorcard = 1"))
        assert (answer.ephemeral, answer.text) == (True, DENIED)
