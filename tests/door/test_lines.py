"""A database that is put back begins a line of its own: nothing shown before speaks for it."""

from __future__ import annotations

import shutil
from typing import Any

from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import MessageFlag, kinds_below
from bot.store.backup import back_up
from bot.store.restore import restore

DECK = "2c 7d Qs 9c Kd 4d"
LATE = "Too late"


async def deal(channel: Any, host: Any, other: Any) -> Any:
    """Open a table for two in the channel they are in, deal, and return the panel."""
    await host.slash("table open", clock=0)
    for person in (host, other):
        await person.slash("sit", amount=100)
    await host.slash("deal")
    return await channel.stage.wait_for(lambda: panel_of(host, "Hand 1", "to act"))


def panel_of(person: Any, *words: str) -> Any:
    """Return the newest panel somebody sees that says all of the words, or None."""
    panels = [
        message
        for message in person.messages()
        if not message.ephemeral
        and MessageFlag.IS_COMPONENTS_V2 in message.flags
        and all(word in message.text for word in words)
    ]
    return panels[-1] if panels else None


async def put_back(stage: Any, backup: Any) -> None:
    await stage.kill_bot()
    restore(stage.database, backup)
    await stage.start_bot()


def actor(panel: Any, *people: Any) -> Any:
    return next(one for one in people if f"{one.mention} to act" in panel.text)


class Live:
    """A panel as it stood when the bot was killed, with all its buttons."""

    def __init__(self, message: Any) -> None:
        self.message = message
        self.version = len(message.versions) - 1

    async def press(self, person: Any, label: str) -> Any:
        parts = kinds_below(self.message.versions[self.version]["components"])
        (found,) = [one for one in parts if str(one.get("label", "")).startswith(label)]
        assert not found.get("disabled")
        return await person.press(self.message, found["custom_id"], version=self.version)


async def test_an_old_panel_of_one_server_does_nothing_at_a_table_of_another(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage, ann, ben, eve = table.stage, table.ann, table.ben, table.cid
        other = stage.found_guild("Other Club")
        dan = stage.person("Dan", guild=other, permissions=Permission.MANAGE_GUILD)
        abroad = stage.person("Ben", guild=other)
        for manager in (ann, dan):
            await manager.slash("house room", option="seats", value="2")
        backup = stage.folder / "backup.db"
        back_up(stage.database, backup)
        old = await deal(table, ann, ben)
        live = Live(old)
        await put_back(stage, backup)
        before = (await deal(table, dan, abroad)).text
        for person, label in ((ben, "Bring in"), (ann, "Bring in"), (ben, "Peek"), (eve, "Wait")):
            answer = await live.press(person, label)
            assert LATE in answer.text, (label, answer.text)
            assert answer.ephemeral
        assert panel_of(dan, "Hand 1").text == before
        await stage.wait_for(lambda: old.buttons(enabled=True) == [])


async def test_an_old_panel_of_another_channel_does_nothing_at_the_table(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage, ann, ben = table.stage, table.ann, table.ben
        backup = stage.folder / "backup.db"
        back_up(stage.database, backup)
        live = Live(await deal(table, ann, ben))
        await put_back(stage, backup)
        for person in (ann, ben):
            person.enter(stage.lobby)
        new = await deal(table, ann, ben)
        before, clicker = new.text, actor(new, ann, ben)
        clicker.enter(stage.table)
        answer = await live.press(clicker, "Bring in")
        assert LATE in answer.text
        ann.enter(stage.lobby)
        assert panel_of(ann, "Hand 1").text == before


async def test_an_old_panel_of_the_same_channel_does_nothing_either(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage, ann, ben = table.stage, table.ann, table.ben
        backup = stage.folder / "backup.db"
        back_up(stage.database, backup)
        live = Live(await deal(table, ann, ben))
        await put_back(stage, backup)
        new = await deal(table, ann, ben)
        assert new is not live.message
        clicker = actor(new, ann, ben)
        answer = await live.press(clicker, "Bring in")
        assert LATE in answer.text
        assert "brings in" not in new.text
        await clicker.click("Bring in", message=new)
        await stage.wait_for(lambda: "brings in" in new.text)


async def test_a_panel_that_is_posted_as_it_was_sent_is_not_painted_again(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(table.ann, table.ben, clock=0)
        panel = await table.panel("Hand 1", "to act")
        for _ in range(8):
            await table.ann.slash("peek")  # meanwhile the bot would have done it
        assert len(panel.versions) == 1


async def lose_a_hand(table: Any, backup: Any) -> Any:
    """Play on after a backup until the next hand is dealt; kill the bot; return its panel."""
    ann, ben = table.ann, table.ben
    await deal(table, ann, ben)
    await table.actor().click("Bring in")
    await table.panel("brings in")
    back_up(table.stage.database, backup)
    await table.actor().click("Fold")
    lost = await table.panel("Hand 2", "to act")
    await table.stage.kill_bot()
    return lost


async def deal_anew(table: Any) -> None:
    """End the hand that runs in the copy, so that the next is dealt."""
    ann, ben = table.ann, table.ben
    first = await table.stage.wait_for(
        lambda: (
            (found := panel_of(ann, "Hand 1", "to act")) and found.buttons(enabled=True) and found
        )
    )
    await actor(first, ann, ben).click("Fold", message=first)


async def test_a_hand_dealt_anew_has_a_panel_of_its_own(play: Any) -> None:
    async with play(pause=0.2) as table:
        stage, backup = table.stage, table.stage.folder / "backup.db"
        lost = await lose_a_hand(table, backup)
        restore(stage.database, backup)
        await stage.start_bot()
        await deal_anew(table)
        await stage.wait_for(lambda: table.newest() is not lost and "to act" in table.newest().text)
        await table.actor().click("Bring in", message=table.newest())
        await table.panel("Hand 2", "brings in")


async def test_a_panel_in_place_of_a_lost_one_is_painted_where_no_line_tells_them_apart(
    play: Any,
) -> None:
    """A copy is put back by hand: Discord answers the post with the lost hand's message."""
    async with play(pause=0.2) as table:
        stage, backup = table.stage, table.stage.folder / "backup.db"
        lost = await lose_a_hand(table, backup)
        for end in ("-wal", "-shm"):
            stage.database.with_name(f"{stage.database.name}{end}").unlink(missing_ok=True)
        shutil.copy(backup, stage.database)
        before = lost.text
        await stage.start_bot()
        await deal_anew(table)
        await stage.wait_for(lambda: lost.text != before and lost.buttons(enabled=True))
        await table.actor().click("Bring in", message=lost)
        await table.panel("Hand 2", "brings in")
