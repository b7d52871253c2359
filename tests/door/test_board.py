"""The panel in bad weather: delayed, refused and dropped edits, and what a click painted stays."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.rehearsal.weather import Storm

DECK = "2c 7d Qs 9c Kd 4d"
EDITS = "PATCH /channels/*/messages/*"
POSTS = "POST /channels/*/messages"
PUSHES = "POST /webhooks/*"


async def test_a_late_edit_never_stays_over_what_a_click_has_painted(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.click("Bring in 4")
        storm = table.stage.weather.brew(Storm(EDITS, hold=True))
        dee = table.stage.person("Dee")
        await dee.slash("sit", amount=100)  # painted through the channel, and held back
        await asyncio.wait_for(storm.caught.wait(), 5)
        await ann.click("Call 4")
        await ben.click("Call 4")
        await table.panel("round 2 of 4")
        old = [version for version in table.newest().versions if "Dee" in str(version)]
        assert old  # the clicks did not wait for the edit
        before = len(table.newest().versions)
        storm.release()
        # The late edit puts round 1 back, and the board paints over it.
        await table.stage.wait_for(lambda: len(table.newest().versions) >= before + 2)
        assert "round 1 of 4" in str(table.newest().versions[before])
        await table.panel("round 2 of 4", "Dee")


async def test_an_edit_is_tried_again_after_503_and_a_dropped_connection(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.ann.slash("table open")
        await table.panel("Nobody is seated")
        table.stage.weather.brew(Storm(EDITS, status=503))
        await table.ann.slash("sit", amount=100)
        await table.panel("**Ann** (100)")
        table.stage.weather.brew(Storm(EDITS, drop=True))
        await table.ben.slash("sit", amount=100)
        await table.panel("**Ben** (100)")


async def test_a_post_whose_answer_is_lost_makes_one_message(play: Any) -> None:
    async with play(deck=DECK) as table:
        table.stage.weather.brew(Storm(POSTS, drop=True, late=True))
        await table.ann.slash("table open")
        await table.ann.slash("sit", amount=100)
        await table.panel("**Ann** (100)")
        assert len([m for m in table.ann.messages() if not m.ephemeral]) == 1


async def test_a_lost_permission_is_logged_once_and_undoes_no_act(play: Any) -> None:
    async with play(deck=DECK) as table:
        stage = table.stage
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for name in ("Dee", "Eve"):
            storm = stage.weather.brew(Storm(EDITS, status=403))
            await stage.person(name).slash("sit", amount=100)
            await asyncio.wait_for(storm.caught.wait(), 9)
        await cid.click("Bring in 4")
        await ann.click("Call 4")
        await table.panel("Ann calls 4", "Dee", "Eve")
        assert stage.bot_output.count("Discord refuses the panel") == 1


async def test_cards_that_cannot_be_pushed_are_a_peek_away(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        table.stage.weather.brew(Storm(PUSHES, status=404, times=1))
        await table.begin(ann, ben, cid)
        panel = await table.panel("press Peek to see your cards")
        blind = next(one for one in table.people if f"-# {one.name}: press" in panel.text)
        answer = await blind.click("Peek")
        assert answer.ephemeral
        assert "Your cards" in answer.text


async def test_a_click_on_an_older_panel_gets_a_line(play: Any) -> None:
    async with play(pause=0.05) as table:
        ann, ben, _ = table.people
        await table.begin(ann, ben)
        first = table.newest()
        actor = ann if ann.mention + " to act" in first.text else ben
        other = ben if actor is ann else ann
        await actor.click("Bring in")
        fold = next(c["custom_id"] for c in first.components if c.get("label") == "Fold")
        await other.click("Fold")
        await table.panel("Hand 2")
        then = next(at for at, past in enumerate(first.versions) if fold in str(past))
        answer = await other.press(first, fold, version=then)
        assert answer.ephemeral
        assert "Too late" in answer.text


async def test_a_click_costs_one_request_and_no_edit_besides(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.panel("to act")
        before = len(table.stage.rest.served)
        for label in ("Bring in 4", "Call 4", "Call 4", "Check", "Check", "Check"):
            await table.actor().click(label)
        await table.ann.slash("peek")  # whatever a click had set going would have come by now
        served = [(method, path) for method, path, _ in table.stage.rest.served[before:]]
        assert [method for method, _ in served] == ["POST"] * 7
        assert all(path.endswith("/callback") for _, path in served)


async def test_a_refused_token_is_not_tried_again(play: Any) -> None:
    async with play(deck=DECK, pause=0.05) as table:
        ann, ben, _ = table.people
        storm = table.stage.weather.brew(Storm(PUSHES, status=404, times=2))
        await table.begin(ann, ben)
        await table.panel("press Peek to see your cards")
        await asyncio.wait_for(storm.caught.wait(), 5)
        pushes = sum("/webhooks/" in path for _, path, _ in table.stage.rest.served)
        actor = table.actor()
        await actor.click("Bring in")  # his click is answered: he alone can be reached again
        await (ben if actor is ann else ann).slash("table close", raw=True)
        assert sum("/webhooks/" in path for _, path, _ in table.stage.rest.served) == pushes
