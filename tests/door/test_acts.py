"""Acting by slash commands, and many clicks at once: one line an act, and each counts once."""

from __future__ import annotations

import asyncio
from typing import Any

DECK = "2c 7d Qs 9c Kd 4d"  # Ann 9c, Ben Kd, Cid 4d, who brings in
COMMANDS: tuple[tuple[str, dict[str, int]], ...] = (
    ("check", {}),
    ("call", {}),
    ("bet", {"amount": 10}),
    ("raise", {"amount": 20}),
    ("complete", {}),
    ("bring-in", {}),
    ("fold", {}),
    ("allin", {}),
)


async def test_a_hand_is_played_by_commands_alone(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        for person, command, options, told in (
            (cid, "bring-in", {}, "You bring in for 4."),
            (ann, "complete", {}, "You complete to 10."),
            (ben, "raise", {"amount": 20}, "You raise to 20."),
            (cid, "fold", {}, "You fold."),
            (ann, "call", {}, "You call 10."),
        ):
            answer = await person.slash(command, **options)
            assert answer.ephemeral
            assert answer.text == told
        await table.panel("round 2 of 4", "Cid folds · Ann calls 10")
        first = table.actor()
        assert (await first.slash("check")).text == "You check."
        await table.panel(f"{first.name} checks")
        second = table.actor()
        assert (await second.slash("bet", amount=10)).text == "You bet 10."
        await table.panel(f"{second.name} bets 10")
        assert (await first.slash("fold")).text == "You fold."
        await table.panel("Hand 1 is over")


async def test_each_command_where_the_bring_in_is_due(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        must = "You have to bring in, for 4 at least. You may bring in for 4 or complete to 10."
        complete = "Here the bet is completed, to 10."
        await refused(
            table.cid,
            check=must,
            call=must,
            fold=must,
            bet=complete,
            allin="Too big: 10 is the most.",
        )
        await refused(table.cid, **{"raise": complete})
        assert (await table.cid.slash("bring-in")).text == "You bring in for 4."


async def test_each_command_facing_the_bring_in(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.cid.slash("bring-in")
        complete = "Here the bet is completed, to 10."
        await refused(
            table.ann,
            check="You cannot check: there are 4 to call.",
            bet=complete,
            allin="Too big: 10 is the most.",
        )
        await refused(table.ann, **{"raise": complete, "bring-in": "There is no bring-in to post."})
        assert (await table.ann.slash("complete")).text == "You complete to 10."


async def test_each_command_facing_a_bet(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.cid.slash("complete")
        bet = "There is a bet already: raise to 20 at least."
        await refused(
            table.ann,
            check="You cannot check: there are 10 to call.",
            bet=bet,
            complete=bet,
            allin="Too big: 20 is the most.",
        )
        for amount, words in ((15, "Too small: 20"), (21, "Too big: 20"), (500, "More than you")):
            answer = await table.ann.slash("raise", amount=amount)
            assert words in answer.text
            assert "You may fold, call 10 or raise to 20." in answer.text
        assert (await table.ann.slash("raise", amount=20)).text == "You raise to 20."


async def test_each_command_where_nobody_has_bet(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        for person, command in ((table.cid, "bring-in"), (table.ann, "call"), (table.ben, "call")):
            await person.slash(command)
        await table.panel("round 2 of 4")
        actor = table.actor()
        bet = "There is no bet to raise: bet 10 at least."
        await refused(actor, call="There is nothing to call.", complete=bet)
        await refused(actor, **{"raise": bet, "bring-in": "There is no bring-in to post."})
        assert (await actor.slash("bet", amount=10)).text == "You bet 10."


async def test_a_command_is_refused_to_whom_it_is_not_for(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        dan = table.stage.person("Dan")
        for command, options in COMMANDS:
            assert "There is no table" in (await ann.slash(command, **options)).text
        await ann.slash("table open")
        for person in table.people:
            await person.slash("sit", amount=100)
        for command, options in COMMANDS:
            assert "No hand is running" in (await ann.slash(command, **options)).text
        await ann.slash("deal")
        for command, options in COMMANDS:
            assert "not dealt into" in (await dan.slash(command, **options)).text
            answer = await ben.slash(command, **options)
            assert answer.ephemeral
            assert answer.text == "It is not your turn."
        await cid.slash("leave")
        for command, options in COMMANDS:
            assert "not seated" in (await cid.slash(command, **options)).text
        await table.panel("Cid brings in for 4")


async def test_fold_asks_where_a_check_is_free(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        for person, command in ((table.cid, "bring-in"), (table.ann, "call"), (table.ben, "call")):
            await person.slash(command)
        await table.panel("round 2 of 4")
        actor = table.actor()
        answer = await actor.slash("fold")
        assert answer.ephemeral
        assert "check for free" in answer.text
        assert actor is table.actor()
        assert "You fold." in (await actor.click("Fold anyway")).text
        await table.panel(f"{actor.name} folds")


async def test_all_in_is_the_wager_or_the_call_for_all(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await ann.slash("table open", preset="classic_nl")
        for person, amount in ((ann, 100), (ben, 60), (cid, 200)):
            await person.slash("sit", amount=amount)
        await ann.slash("deal")
        await table.panel("Hand 1")
        await cid.slash("bring-in")
        assert (await ann.slash("allin")).text == "You are all-in for 100."
        await table.panel("all-in")
        assert (await ben.slash("allin")).text == "You call 60. You are all-in."
        # The chips for a raise are there, and nobody is left to call one.
        await refused(cid, allin="Nobody is left with chips to call a raise.")
        assert (await cid.slash("call")).text == "You call 99."
        await table.panel("Hand 1 is over")


async def test_all_in_in_pot_limit_names_the_pot(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people, preset="pot_limit")
        first = table.actor()
        await first.slash("bring-in")
        await table.panel(f"{first.name} brings in for 2")
        actor = table.actor()
        # ante 1 each and the bring-in: 5 in the pot, 2 to call, 7 more on top
        await refused(actor, allin="Too big: 9 is the most.")
        assert (await actor.slash("raise", amount=9)).text == "You raise to 9."


async def test_an_act_by_command_costs_two_requests(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.panel("to act")
        served = table.stage.rest.served
        before = len(served)
        await table.cid.slash("bring-in")
        await table.panel("Cid brings in for 4")
        await table.ann.slash("call")
        await table.panel("Ann calls 4")
        await table.ben.slash("peek")  # whatever an act had set going would have come by now
        methods = sorted(method for method, _, _ in served[before:])
        assert methods == ["PATCH"] * 2 + ["POST"] * 3
        assert {status for _, _, status in served[before:]} == {200}


async def test_a_doubled_command_counts_once(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        await cid.slash("complete")
        await ann.slash("raise", amount=20)
        table.stage.repeat_last_dispatch()
        await ben.slash("call")
        table.stage.repeat_last_dispatch()
        await cid.slash("call")
        await table.panel("round 2 of 4", "**Pot 63**")
        assert acts(table) == 4


async def test_amounts_complete_themselves(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        assert (await ann.completes("bet", "amount", "")).choices == []
        await table.begin(ann, ben, cid, preset="classic_nl")
        assert (await ann.completes("raise", "amount", "")).choices == []
        assert (await cid.completes("raise", "amount", "")).choices == []
        assert await sizes(cid, "bet") == {"Bet 2": 2, "All-in 100": 100}
        await cid.slash("bring-in")
        assert await sizes(ann, "raise") == {"Raise to 2": 2, "Raise to 3": 3, "All-in 100": 100}
        assert await sizes(ann, "raise", "10") == {"All-in 100": 100}
        assert await sizes(ann, "raise", "7") == {}
        assert await sizes(ann, "bet") == {}


async def test_the_fixed_sizes_complete_themselves(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.cid.slash("complete")
        assert await sizes(table.ann, "raise") == {"Raise to 20": 20}


async def test_an_amount_that_is_none_gets_one_private_line(play: Any) -> None:
    async with play(deck=DECK) as table:
        await table.begin(*table.people)
        await table.cid.slash("complete")
        for amount in (0, -5, 10**10, "much", 2.5):
            answer = await table.ann.slash("raise", raw=True, amount=amount)
            assert answer.ephemeral, amount
            assert len(answer.text.splitlines()) == 1, amount
        assert (await table.ann.slash("call")).text == "You call 10."


async def test_of_a_hundred_clicks_on_one_turn_one_counts(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        panel = table.newest()
        ids = {c["label"]: c["custom_id"] for c in panel.components if c.get("label")}
        presses = [
            cid.press(panel, ids["Bring in 4" if number % 2 else "Complete to 10"], version=0)
            for number in range(100)
        ]
        answers = await asyncio.gather(*presses)
        told = [answer.text for answer in answers if answer.ephemeral]
        assert len(told) == 99
        assert set(told) <= {
            "Too late: the hand has moved on and nothing was done.",
            "It is not your turn.",
        }
        await table.panel(f"{ann.mention} to act")
        assert await pot(table) in ("7", "13")
        assert acts(table) == 1


async def test_clicks_and_commands_on_one_turn_count_once(play: Any) -> None:
    async with play(deck=DECK) as table:
        ann, ben, cid = table.people
        await table.begin(ann, ben, cid)
        panel = table.newest()
        button = next(c["custom_id"] for c in panel.components if c.get("label") == "Bring in 4")
        answers = await asyncio.gather(
            *(cid.slash("bring-in") for _ in range(10)),
            *(cid.press(panel, button, version=0) for _ in range(10)),
        )
        counted = [one for one in answers if not one.ephemeral or one.text.startswith("You bring")]
        assert len(counted) == 1
        await table.panel(f"{ann.mention} to act")
        assert await pot(table) == "7"


async def refused(person: Any, **commands: str) -> None:
    """Let somebody try commands, each of which must be refused with these words."""
    options = dict(COMMANDS)
    for command, words in commands.items():
        answer = await person.slash(command, **options[command])
        assert answer.ephemeral, command
        assert words in answer.text, command
        assert len(answer.text.splitlines()) == 1


async def sizes(person: Any, command: str, typed: str = "") -> dict[str, int]:
    """Return what a command's amount completes itself to, by label."""
    answer = await person.completes(command, "amount", typed)
    return {choice["name"]: choice["value"] for choice in answer.choices}


def acts(table: Any) -> int:
    """Return how many acts the bot has taken, as its log tells."""
    return sum(" act guild=" in line for line in table.stage.bot_output.splitlines())


async def pot(table: Any) -> str:
    """Return what the panel says is in the pot."""
    text: str = (await table.panel("Pot ")).text
    return text.split("**Pot ", maxsplit=1)[1].split("*", maxsplit=1)[0]
