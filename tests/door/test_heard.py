"""What Discord tells of twice, and who is asked for in vain."""

from __future__ import annotations

from typing import Any

from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"


async def test_a_refused_command_told_of_again_does_nothing(play: Any) -> None:
    """Out of turn Ann's /call is refused; told of again in her turn it must not call a raise."""
    async with play(deck=DECK) as table:
        ann, _, cid = table.people
        await table.begin(*table.people)
        refused = await ann.slash("call")
        assert "not your turn" in refused.text
        await cid.say("@Doorcard complete")
        await table.panel(f"{ann.mention} to act")
        table.stage.repeat_last_dispatch()
        await ann.click("Peek")  # answered after the repeated command was heard
        assert table.actor() is ann


async def test_members_that_cannot_be_asked_for_are_not_gone(play: Any) -> None:
    """Only Discord's "unknown member" means gone: another 404 sends nobody off his seat."""
    async with play(deck=DECK) as table:
        await table.ann.slash("table open")
        for person in table.people:
            await person.slash("sit", amount=100)
        table.stage.weather.brew(Storm("GET /guilds/*/members/*", status=404, times=9))
        await table.ann.slash("deal")
        panel = await table.panel("Hand 1", "Ann", "Ben", "Cid")
        assert panel.text.count("(99)") == 3
