"""The life of a table over a real connection: sitting out, waiting, rebuys, removals, changes."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rehearsal.permissions import Permission
from bot.rehearsal.weather import Storm
from bot.rehearsal.wire import CallbackKind

DECK = "2c 7d Qs 9c Kd 4d"  # Cid's four of diamonds brings in
DENIED = "You need the permission Manage Server or the house's manager role for that."


def notices(table: Any, words: str) -> list[Any]:
    """Return the messages in the channel, no panels among them, that say so."""
    public = [message for message in table.ann.messages() if not message.ephemeral]
    return [message for message in public if words in message.payload["content"]]


async def told(table: Any, words: str) -> Any:
    """Wait for a message in the channel, and return it."""
    (message,) = await table.stage.wait_for(lambda: notices(table, words))
    return message


def one_line(answer: Any) -> str:
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    return str(answer.text)


async def test_sitting_out_and_back(play: Any) -> None:
    async with play(deck=DECK, pause=0.2) as table:
        ben = table.ben
        assert "There is no table" in one_line(await ben.slash("sitout"))
        await table.begin(*table.people)
        eve = table.stage.person("Eve")
        assert "You are not seated" in one_line(await eve.slash("sitout"))
        assert "You do not sit out" in one_line(await ben.slash("back"))
        answer = await ben.slash("sitout")
        assert one_line(answer).startswith("You play this hand and sit out from the next one.")
        await table.panel("sits out from the next hand", "I'm back")
        assert "You sit out already" in one_line(await ben.slash("sitout"))
        await table.stage.kill_bot()
        await table.stage.start_bot()
        await table.cid.click("Bring in 4")
        await table.ann.click("Fold")
        await ben.click("Fold")  # he plays this hand on
        await table.panel("Hand 2", "Ben** (99)")
        assert "· sits out" in table.newest().text
        assert one_line(await ben.slash("back")) == (
            "You are back: the next hand is dealt to you too."
        )


async def test_a_full_table_is_waited_for(play: Any) -> None:
    async with play() as table:
        ann, ben, cid, stage = table.ann, table.ben, table.cid, table.stage
        dee = stage.person("Dee")
        assert "There is no table" in one_line(await cid.slash("wait"))
        await ann.slash("house room", option="seats", value="2")
        await ann.slash("table open")
        assert "There is a free seat" in one_line(await cid.slash("wait"))
        await ann.slash("sit", amount=100)
        await ben.slash("sit", amount=100)
        assert "You are seated already" in one_line(await ben.slash("wait"))
        assert one_line(await cid.slash("sit", amount=100)) == (
            "The table is full: 2 are seated; /wait waits for a seat."
        )
        await table.panel("Wait for a seat")
        answer = await cid.click("Wait for a seat")
        assert one_line(answer).startswith("You wait for a seat as number 1.")
        assert "number 2" in one_line(await dee.slash("wait"))
        assert "already, as number 2" in one_line(await dee.slash("wait"))
        await table.panel("Waiting for a seat: Cid and Dee")
        await ben.slash("leave")
        call = await told(table, "a seat is free")
        assert call.payload["content"].startswith(f"{cid.mention}, a seat is free: `/sit`")
        assert call.pinged == (cid.id,)
        await table.panel("Cid (a seat is kept) and Dee")
        assert "kept for those who wait" in one_line(await ben.slash("sit", amount=100))
        await stage.kill_bot()
        await stage.start_bot()
        await table.panel("Cid (a seat is kept) and Dee")
        assert len(notices(table, "a seat is free")) == 1
        answer = await ann.slash("table kick", member=dee)
        assert one_line(answer) == "Dee waits for a seat no more."
        assert (await told(table, "Dee was removed from who wait for a seat.")).pinged == ()
        assert "number 2" in one_line(await dee.slash("wait"))
        assert one_line(await cid.slash("leave")) == "You wait for a seat no more."
        await table.panel("Dee (a seat is kept)")
        late = one_line(await cid.slash("wait"))
        assert late.startswith("You did not take the seat that was kept for you: you can wait")
        await dee.slash("leave")
        await cid.slash("sit", amount=100)
        await table.panel("Cid** (100)")
        assert "Waiting for a seat:" not in table.newest().text


async def test_who_has_busted_buys_again_by_a_button(play: Any) -> None:
    async with play(deck="Ah Ks Ac 7d Ad 2c", pause=60) as table:
        ann, ben = table.ann, table.ben
        await table.begin(ann, ben, preset="131_nl", min_buy_in=40)
        for _ in range(8):
            text = table.newest().text
            if "[Rebuy]" in text:
                break
            actor = table.actor()
            label = next(
                word for word in ("All-in", "Call", "Bring in", "Check") if f"[{word}" in text
            )
            await actor.click(label)
            await table.stage.wait_for(lambda before=text: table.newest().text != before)
        panel = await table.panel("Rebuy", "no chips")
        loser = ann if "Ann** (0)" in panel.text else ben
        winner = ben if loser is ann else ann
        await table.stage.kill_bot()
        await table.stage.start_bot()
        assert "more is the most" in one_line(await winner.slash("sit", amount=400))
        assert "not seated" in one_line(await table.cid.click("Rebuy"))
        answer = await loser.click("Rebuy")
        assert answer.type is CallbackKind.MODAL
        assert "40 to 400; your balance is 900" in answer.text
        for words, said in (
            ("0", "40 is the least"),
            ("39", "40 is the least"),
            ("-1", "is not a whole number of chips, 1 at least"),
            ("1e3", "is not a whole number of chips"),
            ("@everyone", "is not a whole number of chips"),
            ("999999999999999", "400 more is the most"),
        ):
            assert said in one_line(await loser.submit(modal=answer.modal, amount=words))
        assert "You sit with 50 chips" in one_line(
            await loser.submit(modal=answer.modal, amount="50")
        )
        await table.panel(f"{loser.name}** (50)")
        assert "[Rebuy]" not in table.newest().text


async def test_a_manager_removes_a_player_in_mid_hand(play: Any) -> None:
    async with play(deck=DECK, pause=60) as table:
        ann, ben, cid = table.people
        assert "There is no table" in one_line(await ann.slash("table kick", member=cid))
        await table.begin(*table.people)
        assert one_line(await ben.slash("table kick", raw=True, member=cid)) == DENIED
        eve = table.stage.person("Eve")
        assert "neither sits at this table" in one_line(await ann.slash("table kick", member=eve))
        answer = await ann.slash("table kick", member=cid)
        assert one_line(answer).startswith("Cid is removed. The hand goes on without him")
        message = await told(table, "Cid was removed from the table")
        assert message.pinged == ()
        await table.panel("leaving", "Ann")
        await table.stage.kill_bot()
        await table.stage.start_bot()
        assert "not seated" in one_line(await cid.slash("leave"))
        assert "The hand you left still runs" in one_line(await cid.slash("sit", amount=100))
        await ann.click("Fold")
        await ben.click("Complete to 10")
        await table.panel("Hand 1 is over")
        assert table.balances()["Cid"] == 995
        assert "neither sits" in one_line(await ann.slash("table kick", member=cid))


async def test_the_manager_role_opens_removes_and_closes(play: Any) -> None:
    async with play() as table:
        ann, ben, cid, stage = table.ann, table.ben, table.cid, table.stage
        role = stage.staff.give_role(ben.guild, ben.user, Permission.NONE)
        assert one_line(await ben.slash("table open", raw=True)) == DENIED
        await ann.slash("house manager", role=role)
        assert "The table is open" in (await ben.slash("table open", raw=True)).text
        await cid.slash("sit", amount=100)
        answer = await ben.slash("table kick", raw=True, member=cid)
        assert one_line(answer) == "Cid is removed and has his 100 chips back."
        assert one_line(await cid.slash("table close", raw=True)) == DENIED
        assert "The table is closed" in (await ben.slash("table close", raw=True)).text


async def test_a_change_of_the_house_is_told_and_comes_with_the_next_hand(play: Any) -> None:
    async with play(deck=DECK, pause=0.3) as table:
        ann, stage = table.ann, table.stage
        await ann.slash("house save", name="our_game", **{"from": "casino_fixed"})
        await table.begin(*table.people, preset="our_game")
        await table.panel("Hand 1 · our", "ante 1")
        await ann.slash("house set", variant="our_game", option="ante", value="2")
        message = await told(table, "from the next hand on")
        assert "ante: 1 → 2" in message.payload["content"]
        await stage.kill_bot()
        await stage.start_bot()
        assert "ante 1 " in table.newest().text
        await table.cid.click("Bring in 4")
        await table.ann.click("Fold")
        await table.ben.click("Fold")
        await table.panel("Hand 2", "ante 2")
        assert len(notices(table, "from the next hand on")) == 1


async def test_limits_and_clock_follow_the_house_unless_they_were_given(play: Any) -> None:
    async with play(deck=DECK, pause=0.3) as table:
        ann, stage = table.ann, table.stage
        answer = await ann.slash("table open", min_buy_in=50)
        assert "for 50 to 400 chips" in one_line(answer)
        for person in table.people:
            await person.slash("sit", amount=100)
        await table.cid.slash("deal")
        await table.panel("Hand 1", "buy-in 50 to 400", "60 s a turn")
        answer = await ann.slash("house room", option="clock", value="45")
        assert "follow from the next hand on; one that was opened with its own" in one_line(answer)
        message = await told(table, "from the next hand on")
        assert "seconds a turn \\(0\\: no clock\\): 60 → 45" in message.payload["content"]
        await ann.slash("house room", option="min_buy_in", value="20")
        await ann.slash("house room", option="max_buy_in", value="300")
        await stage.wait_for(lambda: notices(table, "the most buy-in: 400 → 300"))
        assert notices(table, "the least buy-in") == []
        assert "60 s a turn" in table.newest().text
        await stage.kill_bot()
        await stage.start_bot()
        await table.cid.click("Bring in 4")
        await table.ann.click("Fold")
        await table.ben.click("Fold")
        await table.panel("Hand 2", "buy-in 50 to 300", "45 s a turn")


async def test_changes_in_quick_succession_are_one_message(play: Any) -> None:
    async with play() as table:
        ann, ben, stage = table.ann, table.ben, table.stage
        await ann.slash("table open")
        await ben.slash("sit", amount=100)
        await table.panel("Ben** (100)")
        storm = stage.weather.brew(Storm("POST /channels/*/messages", hold=True))
        await ann.slash("table kick", member=ben)
        await storm.caught.wait()
        for option, value in (("seats", "4"), ("clock", "30"), ("seats", "6"), ("misses", "3")):
            await ann.slash("house room", option=option, value=value)
        storm.release()
        message = await told(table, "from the next hand on")
        assert message.payload["content"].splitlines()[1:] == [
            "- seats: 10 → 6",
            r"- seconds a turn \(0\: no clock\): 60 → 30",
            r"- missed turns until one sits out \(0\: never\): 2 → 3",
        ]
        await ann.slash("house room", option="misses", value="4")
        await stage.wait_for(lambda: len(notices(table, "from the next hand on")) == 2)


async def test_what_a_killed_bot_had_still_to_tell_is_told_once(play: Any) -> None:
    async with play() as table:
        ann, ben, stage = table.ann, table.ben, table.stage
        await ann.slash("table open")
        await ben.slash("sit", amount=100)
        await table.panel("Ben** (100)")
        storm = stage.weather.brew(Storm("POST /channels/*/messages", hold=True))
        await ann.slash("table kick", member=ben)
        await storm.caught.wait()
        await stage.kill_bot()
        stage.weather.clear()
        assert notices(table, "was removed") == []
        await stage.start_bot()
        await told(table, "Ben was removed from the table")
        await stage.kill_bot()
        await stage.start_bot()
        await ben.slash("sit", amount=100)
        await table.panel("Ben** (100)")
        assert len(notices(table, "was removed")) == 1


async def test_that_the_host_leaves_is_told(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.ann.slash("leave")
        message = await told(table, "who opened this table, has left it")
        assert message.pinged == ()
        await table.cid.click("Bring in 4")
        await table.ben.click("Fold")
        await table.panel("Hand 1 is over")


async def test_a_thread_is_a_tables_place(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        thread = stage.staff.open_thread(stage.table, "late")
        await table.ann.slash("table open")
        for person in table.people:
            person.enter(thread)
        await table.ann.slash("table open")
        for person in (table.ann, table.ben):
            await person.slash("sit", amount=100)
        await table.ann.slash("deal")
        await table.panel("Hand 1", "to act")
        assert "There is a table" in one_line(await table.ann.slash("table open"))
        await table.ann.slash("table close")
        table.ann.enter(stage.table)
        assert "There is a table" in one_line(await table.ann.slash("table open"))


@pytest.mark.parametrize("command", ["sitout", "back", "wait"])
async def test_without_a_table_there_is_one_line(play: Any, command: str) -> None:
    async with play() as table:
        assert one_line(await table.ann.slash(command)).startswith("There is no table")
