"""The bank over a real connection: each command as it is meant, and in every wrong way."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import MessageFlag

NASTY = "**@everyone** <@1> `x`"
"""A name with markup and mentions in it; 22 characters."""

BAD_AMOUNTS = (0, -1, 10**18)
AMOUNT_LINE = "The amount must be from 1 to 1,000,000,000 chips."
MANAGERS = "You need the permission Manage Server"


def one_line(answer: Any) -> str:
    """Return the text of a private answer that is one line and mentions nobody."""
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    assert answer.message.pinged == ()
    return str(answer.text)


async def allow_gifts(table: Any, cap: int = 1_000) -> None:
    """Let members give chips away."""
    await table.ann.slash("house room", option="transfers", value="yes")
    await table.ann.slash("house room", option="transfer_cap", value=str(cap))


async def test_balances_are_told_to_whoever_asks(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        assert one_line(await ann.slash("chips balance")).startswith(
            "You have no chips here yet. You begin with 1,000"
        )
        assert one_line(await ann.slash("chips balance", member=ben)) == (
            "Ben has no chips here yet."
        )
        await ann.slash("table open")
        await ann.slash("sit", amount=400)
        assert one_line(await ann.slash("chips balance")) == (
            "You have 1,000 chips: 600 in your balance and 400 at tables."
        )
        assert one_line(await ann.slash("chips balance", member=ann)).startswith("You have 1,000")
        assert one_line(await cid.slash("chips balance", member=ann)) == (
            "Ann has 1,000 chips: 600 in the balance and 400 at tables."
        )
        await ann.slash("leave")
        assert one_line(await ann.slash("chips balance")) == (
            "You have 1,000 chips, all of them in your balance."
        )


async def test_bots_have_no_chips(play: Any) -> None:
    async with play() as table:
        ann = table.ann
        robot = table.stage.world.bot
        for words, options in (
            ("chips balance", {}),
            ("chips give", {"amount": 1}),
            ("chips grant", {"amount": 1, "reason": "x"}),
            ("chips take", {"amount": 1, "reason": "x"}),
            ("stats", {}),
        ):
            answer = await ann.slash(words, member=robot, **options)
            assert one_line(answer) == "Bots have no chips."


async def test_daily_chips_once_a_day_with_the_next_as_a_timestamp(play: Any) -> None:
    async with play() as table:
        first = one_line(await table.ben.slash("chips daily"))
        assert re.fullmatch(
            r"You get 200 chips; your balance is 1,200\. The next ones can be had <t:\d+:R>\.",
            first,
        )
        again = one_line(await table.ben.slash("chips daily"))
        assert re.fullmatch(
            r"You have had today's chips; the next ones can be had <t:\d+:R>\.", again
        )
        (instant,) = {int(text) for text in re.findall(r"<t:(\d+):R>", first + again)}
        assert instant % 86_400 == 0
        await table.ann.slash("house room", option="daily_chips", value="0")
        assert one_line(await table.cid.slash("chips daily")) == (
            "There are no daily chips in this server."
        )


async def test_many_clicks_for_daily_chips_give_them_once(play: Any) -> None:
    async with play() as table:
        answers = await asyncio.gather(*(table.ben.slash("chips daily") for _ in range(10)))
        told = [one_line(answer) for answer in answers]
        assert sum(text.startswith("You get 200") for text in told) == 1
        table.stage.repeat_last_dispatch()
        assert one_line(await table.ben.slash("chips balance")).startswith("You have 1,200")


async def test_gifts_in_every_wrong_way(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        off = await ben.slash("chips give", member=ann, amount=10)
        assert one_line(off) == "Members cannot give each other chips in this server."
        await allow_gifts(table, 300)
        for amount in BAD_AMOUNTS:
            answer = await ben.slash("chips give", raw=True, member=ann, amount=amount)
            assert one_line(answer) == AMOUNT_LINE
        word = await ben.slash("chips give", raw=True, member=ann, amount="many")
        assert one_line(word) == "That is not a whole number."
        self_given = await ben.slash("chips give", member=ben, amount=10)
        assert one_line(self_given) == "You cannot give chips to yourself."
        dee = table.stage.person("Dee")
        table.stage.staff.part(table.stage.guild, dee.user)
        stranger = await ben.slash("chips give", member=dee, amount=10)
        assert one_line(stranger) == "That is not a member of this server."
        assert one_line(await ben.slash("chips give", member=cid, amount=200)) == (
            "You give Cid 200 chips; your balance is 800."
        )
        assert one_line(await ben.slash("chips give", member=cid, amount=101)) == (
            "You can give away 300 chips a day at most; 100 are left for today."
        )
        await ann.slash("table open", max_buy_in=1_000)
        await ben.slash("sit", amount=750)
        assert one_line(await ben.slash("chips give", member=cid, amount=51)) == (
            "You do not have that much: your balance is 50."
        )
        assert table.balances() == {"Ben": 50, "Cid": 1_200}


async def test_managers_grant_and_take_and_nobody_else(play: Any) -> None:
    async with play() as table:
        ann, ben, _ = table.people
        granted = await ann.slash("chips grant", member=ben, amount=500, reason="a prize")
        assert one_line(granted) == (
            "Ben gets 500 chips of the house and has a balance of 1,500 now."
        )
        taken = await ann.slash("chips take", member=ben, amount=1_500, reason="a mistake")
        assert one_line(taken) == ("1,500 chips of Ben go back to the house; his balance is 0 now.")
        more = await ann.slash("chips take", member=ben, amount=1, reason="more")
        assert one_line(more) == (
            "There are only 0 chips in that balance; chips at tables cannot be taken."
        )
        for words in ("chips grant", "chips take"):
            answer = await ben.slash(words, raw=True, member=ben, amount=5, reason="mine")
            assert one_line(answer).startswith(MANAGERS)
        assert table.balances()["Ben"] == 0


async def test_grants_and_takes_in_every_wrong_way(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        for words in ("chips grant", "chips take"):
            for amount in BAD_AMOUNTS:
                answer = await ann.slash(words, raw=True, member=ben, amount=amount, reason="x")
                assert one_line(answer) == AMOUNT_LINE
            word = await ann.slash(words, raw=True, member=ben, amount="all", reason="x")
            assert one_line(word) == "That is not a whole number."
            for reason in ("", "  ", "x" * 201):
                answer = await ann.slash(words, raw=True, member=ben, amount=1, reason=reason)
                assert one_line(answer) == "A reason is needed, of 200 characters at most."
        nobody = await ann.slash("chips take", member=cid, amount=1, reason="x")
        assert one_line(nobody) == "That member has no chips here yet."
        dee = table.stage.person("Dee")
        table.stage.staff.part(table.stage.guild, dee.user)
        stranger = await ann.slash("chips grant", member=dee, amount=10, reason="x")
        assert one_line(stranger) == "That is not a member of this server."
        assert table.balances() == {}


async def test_the_manager_role_grants_too(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        role = table.stage.world.grant(table.stage.guild, ben.user, Permission.NONE)
        before = await ben.slash("chips grant", member=cid, amount=5, reason="x")
        assert one_line(before).startswith(MANAGERS)
        await table.stage.stop_bot()  # it knows the roles that are there when it starts
        await table.stage.start_bot()
        await ann.slash("house manager", role=role)
        after = await ben.slash("chips grant", member=cid, amount=5, reason="x")
        assert one_line(after).startswith("Cid gets 5 chips")


async def test_two_managers_at_once_take_what_is_there_once(play: Any) -> None:
    async with play() as table:
        ann, ben, _ = table.people
        dee = table.stage.person("Dee", permissions=Permission.MANAGE_GUILD)
        await ben.slash("chips daily")
        answers = await asyncio.gather(
            ann.slash("chips take", member=ben, amount=1_000, reason="one"),
            dee.slash("chips take", member=ben, amount=1_000, reason="two"),
        )
        told = sorted(one_line(answer) for answer in answers)
        assert told == [
            "1,000 chips of Ben go back to the house; his balance is 200 now.",
            "There are only 200 chips in that balance; chips at tables cannot be taken.",
        ]


async def test_a_history_tells_reasons_and_names_without_their_markup(play: Any) -> None:
    async with play() as table:
        ann, ben, _ = table.people
        nasty = table.stage.person(NASTY)
        nothing = await nasty.slash("chips history")
        assert one_line(nothing) == "You have no chips here yet, and so no history."
        await allow_gifts(table)
        await nasty.slash("chips give", member=ben, amount=10)
        await ann.slash("chips grant", member=ben, amount=5, reason="@everyone **wins** <@1>")
        answer = await ben.slash("chips history")
        assert answer.ephemeral
        lines = answer.text.splitlines()
        assert lines[0] == "**Your chips**"
        told = [re.sub(r"<t:\d+:f>", "T", line) for line in lines[1:]]
        assert told == [
            r"**+5** · Granted by Ann: \@everyone \*\*wins\*\* \<\@1\> · T",
            r"**+10** · Gift from \*\*\@everyone\*\* \<\@1\> \`x\` · T",
            "**+1,000** · Starting chips · T",
        ]
        assert answer.message.pinged == ()
        board = await ben.slash("leaderboard")
        assert r"\*\*\@everyone\*\* \<\@1\> \`x\` · **990**" in board.text


async def test_a_history_is_turned_by_buttons_after_a_restart_too(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        for number in range(24):
            await ann.slash("chips grant", member=ben, amount=number + 1, reason="x")
        first = await ben.slash("chips history")
        assert "Page 1 of 3" in first.text
        assert "[Back]" not in first.text
        await table.stage.stop_bot()
        await table.stage.start_bot()
        second = await ben.click("Next", private=True)
        assert "Page 2 of 3" in second.text
        last = await ben.click("Next", private=True)
        assert "Page 3 of 3" in last.text
        assert "Starting chips" in last.text
        assert "[Next]" not in last.text
        back = await ben.click("Back", private=True)
        assert "Page 2 of 3" in back.text
        assert len(ben.privates()) == 1
        for page in (3, 99, 10**18):
            beyond = await ben.slash("chips history", raw=True, page=page)
            assert "Page 3 of 3" in beyond.text
        for page in (0, -1):
            before = await ben.slash("chips history", raw=True, page=page)
            assert "Page 1 of 3" in before.text
        forged = await cid.press(second.message, "journal:1")
        assert "That button is not in use any more" in forged.text


async def test_leaderboards_by_chips_and_by_winnings(play: Any) -> None:
    async with play(deck="Ks Qs 9h Kc 3c 8h 2c Ah 2d Jh 4c 4h 5s Ts 5c 7h 8d 6d") as table:
        ann, ben, cid = table.people
        empty = await ann.slash("leaderboard")
        assert "Nobody has chips here yet." in empty.text
        await table.begin(ann, ben, cid)
        await ben.slash("bring-in")
        await cid.slash("fold")
        await ann.slash("fold")
        await table.panel("Ben")
        await ann.slash("chips grant", member=cid, amount=500, reason="x")
        chips = await cid.slash("leaderboard")
        assert chips.ephemeral
        assert MessageFlag.IS_COMPONENTS_V2 in chips.message.flags
        lines = chips.text.splitlines()
        assert lines[0] == "**Most chips**"
        assert lines[1].startswith("1\\. Cid · **1,49")
        assert "Page" not in chips.text
        won = await cid.click("By winnings", private=True)
        lines = won.text.splitlines()
        assert lines[0] == "**Most won in hands**"
        assert re.fullmatch(r"1\\\. Ben · \*\*\+\d+\*\*", lines[1])
        panel = table.newest()
        forged = await cid.press(panel, "balance:0")
        assert one_line(forged).startswith("That button is not in use any more")
        assert table.newest().text == panel.text
        named = await cid.slash("leaderboard", by="winnings")
        assert named.text == won.text
        raw = await cid.slash("leaderboard", raw=True, by="nonsense", page=-7)
        assert raw.text == chips.text


async def test_who_left_keeps_his_place_by_his_stored_name(play: Any) -> None:
    async with play() as table:
        ann, ben, _ = table.people
        await ben.slash("chips daily")
        table.stage.staff.part(table.stage.guild, ben.user)
        assert r"1\. Ben · **1,200**" in (await ann.slash("leaderboard")).text


async def test_pages_of_a_leaderboard(play: Any) -> None:
    async with play() as table:
        people = [table.stage.person(f"Player {number}") for number in range(12)]
        for person in people:
            await person.slash("chips daily")
        first = await people[0].slash("leaderboard")
        assert "Page 1 of 2" in first.text
        second = await people[0].click("Next", private=True)
        assert "Page 2 of 2" in second.text
        assert second.text.count("· **1,200**") == 2
        assert (await people[0].slash("leaderboard", page=2)).text == second.text


async def test_an_audit_is_for_managers_and_tells_all_accounts(play: Any) -> None:
    async with play() as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await ann.slash("chips grant", member=ben, amount=500, reason="a\tprize")
        answer = await ann.slash("bank audit")
        assert answer.ephemeral
        lines = answer.text.splitlines()
        assert lines[0] == "**The books add up.**"
        assert lines[1] == (
            "3 accounts hold 3,200 chips, and 300 more at tables. The house has given out 3,500."
        )
        assert re.fullmatch(r"<#\d+>: 3 seated with 300 chips\.", lines[2])
        text = ann.download(answer.message, "accounts.txt").text
        assert f"Ben\t{ben.id}\t1400\t100\n" in text
        assert f"+500\tBen\t{ben.id}\tAnn\t{ann.id}\ta prize\n" in text
        denied = await ben.slash("bank audit", raw=True)
        assert one_line(denied).startswith(MANAGERS)


async def test_guilds_that_share_members_share_nothing_else(play: Any) -> None:
    async with play() as table:
        stage = table.stage
        ben = table.ben
        await ben.slash("chips daily")
        other = stage.found_guild("Other")
        there = stage.person("Ben", guild=other, permissions=Permission.MANAGE_GUILD)
        assert there.id == ben.id
        assert one_line(await there.slash("chips balance")).startswith("You have no chips here")
        assert "Nobody has chips" in (await there.slash("leaderboard")).text
        assert "0 accounts hold 0 chips" in (await there.slash("bank audit")).text
        assert one_line(await there.slash("chips daily")).startswith("You get 200 chips")
        assert "1 account holds 1,200 chips" in (await there.slash("bank audit")).text


async def test_stats_come_with_a_picture(play: Any) -> None:
    async with play(deck="Ks Qs 9h Kc 3c 8h 2c Ah 2d Jh 4c 4h 5s Ts 5c 7h 8d 6d") as table:
        ann, ben, cid = table.people
        nothing = await ann.slash("stats")
        assert one_line(nothing) == "Ann has not played here yet."
        await table.begin(ann, ben, cid)
        await ben.slash("bring-in")
        await cid.slash("fold")
        await ann.slash("fold")
        await table.panel("Ben")
        answer = await cid.slash("stats", member=ben)
        assert answer.ephemeral
        lines = answer.text.splitlines()
        assert lines[0] == "**Ben**"
        assert re.fullmatch(
            r"Hands 1 · won 1 · showdowns 0 · biggest pot won \d+ · net \+\d+", lines[1]
        )
        assert re.fullmatch(r".+: hands 1, net \+\d+", lines[2])
        picture = cid.download(answer.message, "chips.png")
        assert picture.content.startswith(b"\x89PNG")
        own = await cid.slash("stats")
        assert own.text.startswith("**Cid**\nHands 1 · won 0 · showdowns 0")
