"""The panel: what it says in each phase, what it offers, and that it fits."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.picture import Note, Phase
from bot.render.panel import panel_view
from bot.render.reasons import possible_text
from engine.actions import Action, Verb
from engine.options import Show
from engine.rules import MOST_CHIPS

# Ann's door card is the nine of clubs, Ben's the king of diamonds, Cid's the four of diamonds.
DOORS = "2c 7d Qs 9c Kd 4d"
CALL, CHECK, FOLD = Action(Verb.CALL), Action(Verb.CHECK), Action(Verb.FOLD)
BRING_IN = Action(Verb.BRING_IN)


async def test_a_running_hand_is_told_in_words(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 200, 1300], DOORS).act(BRING_IN)
    text = read(panel_view(stage.picture())).text
    assert "### Hand 12 · Five-card stud, casino fixed limit" in text
    assert "ante 1 · bring-in 4, low card · bets 10/20, 20 on an open pair · raise cap 3" in text
    assert "buy-in 40 to 400 · 60 s a turn · round 1 of 4" in text
    assert "`??\u00a09♣` ►\u00a0**Ann** (99)\n" in text
    assert "\n`??\u00a0K♦` **Ben** (199)\n" in text
    assert "\n`??\u00a04♦` **Cid** (1,295) · bet 4 · bring-in · dealer" in text
    assert "**Pot 7**" in text
    assert "Cid brings in for 4" in text
    assert "**<@100000000000000000> to act** · <t:1800000000:R>" in text


async def test_acts_of_another_round_are_told_apart(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 200, 1300], DOORS).act(BRING_IN, CALL, CALL)
    text = read(panel_view(stage.picture())).text
    assert "Before: Cid brings in for 4 · Ann calls 4 · Ben calls 4" in text
    text = read(panel_view(stage.act(CHECK).picture())).text
    assert "checks" in text
    assert "brings in" not in text


async def test_no_down_card_is_in_a_panel(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS)
    text = read(panel_view(stage.picture())).text
    for hidden in ("2♣", "7♦", "Q♠"):
        assert hidden not in text


async def test_without_a_clock_no_deadline_is_shown(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben"], [100, 100])
    text = read(panel_view(stage.picture(due_at=None, clock_seconds=0))).text
    assert "to act**" in text
    assert "<t:" not in text
    assert "no clock" in text


async def test_a_folded_player_shows_no_card(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(BRING_IN, FOLD)
    text = read(panel_view(stage.picture())).text
    assert "**Ann** (99) · folded" in text
    assert "9♣" not in text


async def test_the_bring_in_player_is_offered_his_two_bets(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS)
    assert read(panel_view(stage.picture())).labels == ["Bring in 4", "Complete to 10", "Peek"]


async def test_facing_the_bring_in_fold_call_and_completion(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(BRING_IN)
    reading = read(panel_view(stage.picture()))
    assert reading.labels == ["Fold", "Call 4", "Complete to 10", "Peek"]
    assert [button["custom_id"] for button in reading.buttons] == [
        "dc:5:3:12:1:fold",
        "dc:5:3:12:1:call",
        "dc:5:3:12:1:complete:10",
        "dc:5:3:12:1:peek",
    ]


async def test_each_size_of_fixed_limit_has_a_button(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben"], [100, 100], "2c 3d Kc Kd 9c 7h 7s", preset="home_fixed")
    stage = stage.act(CHECK, CHECK, CHECK, CHECK)
    labels = read(panel_view(stage.picture())).labels
    assert labels == ["Fold", "Check", "Bet 10", "Bet 20", "Peek"]


async def test_no_limit_offers_least_pot_all_in_and_a_free_amount(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [99, 99, 135], DOORS, preset="classic_nl")
    stage = stage.act(BRING_IN)
    reading = read(panel_view(stage.picture()))
    assert reading.labels == [
        "Fold",
        "Call 1",
        "Raise to 2",
        "Raise to 3",
        "All-in 99",
        "Raise to …",
        "Peek",
    ]
    assert reading.buttons[5]["custom_id"] == "dc:5:3:12:1:ask_raise"


async def test_a_call_for_everything_says_so(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [3, 100, 100], DOORS).act(BRING_IN)
    assert read(panel_view(stage.picture())).labels == ["Fold", "Call 2 (all-in)", "Peek"]


async def test_side_pots_are_told_apart(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [11, 100, 100], DOORS)
    stage = stage.act(Action(Verb.COMPLETE, 10), CALL, CALL)
    while len(stage.hand.pots) < 2:
        sizes = stage.hand.options(stage.hand.actors[0]).wager
        act = CALL if sizes is None or sizes.verb is Verb.RAISE else Action(Verb.BET, sizes.least)
        stage = stage.act(act)
    assert "**Pot 43**" in read(panel_view(stage.picture())).text  # a bet to call parts nothing
    text = read(panel_view(stage.act(CALL).picture())).text
    assert "**Pot 53**\n-# Main pot 33 · side pot 20 (Ben and Cid)" in text
    assert "all-in" in text


async def test_several_side_pots_are_numbered_and_sum_to_the_pot(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid", "Dee"], [20, 40, 100, 100], DOORS, preset="classic_nl")
    for _turn in range(4):
        options = stage.hand.options(stage.hand.actors[0])
        raises = options.level < 80 and options.wager is not None
        total = min(options.wager.most, 80) if raises else 0
        stage = stage.act(Action(options.wager.verb, total) if raises else CALL)
    text = read(panel_view(stage.picture())).text
    parts = "Main pot 80 · side pot 1: 60 (Ben, Cid and Dee) · side pot 2: 80 (Cid and Dee)"
    assert f"**Pot 220**\n-# {parts}\n" in text


async def test_an_all_in_over_a_bring_in_is_no_completion(started: Any, read: Any) -> None:
    """R-FIX-9, R-FIX-10: 4 over a bring-in of 4 and under half of the small bet is no bet."""
    stage = started(["Ann", "Ben", "Cid"], [6, 100, 100], DOORS).act(BRING_IN)
    assert "call 4 or go all-in to 5" in possible_text(stage.hand.options(0))
    text = read(panel_view(stage.act(Action(Verb.COMPLETE, 5)).picture())).text
    assert "Ann is all-in for 5" in text


async def test_a_won_pot_names_winner_amount_and_hand(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben"], [50, 50], "4c 2h Kd 7s 4d Qs Kh 9h 8c Jd Ks", burn=False)
    stage = stage.act(BRING_IN, CALL)
    while not stage.hand.over:
        stage = stage.act(CHECK)
    text = read(panel_view(stage.picture())).text
    assert "**Hand 12 is over**" in text
    assert "wins 10 with " in text
    assert "to act" not in text


async def test_an_uncontested_pot_names_no_hand(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(BRING_IN, FOLD, FOLD)
    reading = read(panel_view(stage.picture()))
    assert "Cid wins 3." in reading.text
    assert "4 uncalled returned to Cid." in reading.text
    assert "Q♠" not in reading.text
    assert reading.labels == []


async def test_a_hand_without_a_pot_has_a_winner_too(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], preset="classic_nl")
    text = read(panel_view(stage.act(Action(Verb.BET, 20), FOLD, FOLD).picture())).text
    assert "Everybody else folded: Ann wins, with nothing in the pot." in text
    assert "20 uncalled returned to Ann." in text


async def test_an_old_panel_has_only_disabled_buttons(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS)
    reading = read(panel_view(stage.picture(), live=False, blind={stage.people[0].id}))
    assert reading.buttons
    assert all(button["disabled"] for button in reading.buttons)
    for stale in ("to act", "<t:", "press Peek"):
        assert stale not in reading.text


async def test_a_finished_panel_stays_true_for_ever(started: Any, read: Any) -> None:
    """It is not painted again when the next hand begins: no "5 seconds ago" may be left on it."""
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(BRING_IN, FOLD, FOLD)
    text = read(panel_view(stage.picture())).text
    assert "Next hand at <t:1800000000:T>" in text
    assert ":R>" not in text


async def test_no_next_hand_is_told_where_fewer_than_two_are_ready(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(BRING_IN, FOLD, FOLD)
    ann, ben, cid = stage.picture().seats
    for seats in ((ann,), (ann, replace(ben, stack=0)), (ann, replace(cid, leaving=True)), ()):
        text = read(panel_view(stage.picture(seats=seats))).text
        assert "Next hand" not in text
        assert "<t:" not in text


async def test_boards_stand_below_each_other_and_never_break(started: Any, read: Any) -> None:
    """A ten is a sign wider than all other cards."""
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], "2c 7d Qs Tc Kd 4d", burn=False)
    stage = stage.act(BRING_IN, CALL, CALL)
    seats = read(panel_view(stage.picture())).texts[1]
    rows = [line.split("`")[1] for line in seats.splitlines()]
    assert rows[0].startswith("??\u00a010♣\u00a0")
    assert rows[1].startswith("??\u00a0\u00a0K♦\u00a0")
    assert len({len(row) for row in rows}) == 1
    assert not any(" " in row for row in rows)


@pytest.mark.parametrize("act", [Action(Verb.COMPLETE, 10), BRING_IN])
async def test_only_a_bet_that_is_the_bring_in_is_called_so(
    started: Any, read: Any, act: Action
) -> None:
    """R-BRING-4: a completion at once brings nothing in; R-BRING-6: a call of one is more."""
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS).act(act)
    line = _line_of("Cid", read(panel_view(stage.picture())).text)
    assert ("bring-in" in line) == (act is BRING_IN)
    if act is BRING_IN:
        stage = stage.act(Action(Verb.COMPLETE, 10), CALL)
        assert "bet 4 · bring-in" in _line_of("Cid", read(panel_view(stage.picture())).text)
        stage = stage.act(Action(Verb.RAISE, 20))
        assert "bring-in" not in _line_of("Cid", read(panel_view(stage.picture())).text)


async def test_hands_of_one_name_are_told_apart_by_their_kickers(started: Any, read: Any) -> None:
    deck = "Kc Kd Js Td 8s 7h 4c 3s 5d 2d"
    stage = started(["Ann", "Ben"], [50, 50], deck, burn=False, show=Show.ALL)
    while not stage.hand.over:
        options = stage.hand.options(stage.hand.actors[0])
        stage = stage.act(BRING_IN if options.bring_in else CALL if options.call else CHECK)
    text = read(panel_view(stage.picture())).text
    assert "king-jack high" in _line_of("Ann", text)
    assert "king-ten high" in _line_of("Ben", text)
    assert "Ann wins 10 with king-jack high." in text


def _line_of(name: str, text: str) -> str:
    return next(line for line in text.splitlines() if f"**{name}**" in line)


async def test_names_keep_to_themselves(started: Any, read: Any) -> None:
    names = ["\u200b\u200b", "\u3164", "שלום", "\u202eevil", "- bullet"]
    stage = started(names, [100] * 5, "2c 7d Qs Ts As 9c Kd 4d Jh 8c", ante=1)
    text = read(panel_view(stage.act(BRING_IN).picture())).text
    assert "**player 0000** (99)" in text
    assert "**player 0001** (99)" in text
    assert "**\u2068שלום\u2069** (95) · bet 4" in text
    assert "\u2068שלום\u2069 brings in for 4" in text
    assert "**evil** (99)" in text
    assert r"**\- bullet** (99)" in text


async def test_players_without_pushed_cards_are_told_to_peek(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], DOORS)
    blind = {stage.people[0].id, stage.people[2].id}
    text = read(panel_view(stage.picture(), blind=blind)).text
    assert "-# Ann and Cid: press Peek to see your cards." in text


async def test_before_the_first_hand_it_says_how_to_begin(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben"], [100, 100])
    waiting = stage.picture(phase=Phase.WAITING, hand=0, view=None, players=(), seats=())
    reading = read(panel_view(waiting))
    assert reading.text.startswith("### Five-card stud, casino fixed limit")
    assert "Nobody is seated." in reading.text
    assert "/sit" in reading.text
    assert reading.labels == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phase": Phase.WAITING, "note": Note.VOIDED}, "Hand 12 was voided"),
        ({"phase": Phase.CLOSED, "seats": ()}, "The table is closed"),
        ({"phase": Phase.PAUSED, "note": Note.VOIDED}, "The table is paused"),
        ({"phase": Phase.WAITING, "note": Note.SHORT_OF_PLAYERS, "seats": ()}, "fewer than two"),
    ],
)
async def test_what_stopped_a_table_is_said(
    started: Any, read: Any, changes: dict[str, Any], words: str
) -> None:
    stage = started(["Ann", "Ben"], [100, 100])
    reading = read(panel_view(stage.picture(**changes)))
    assert words in reading.text
    assert reading.labels == []


HOSTILE = ("*_~|`[]()<>@#:" * 3)[:32]


async def test_the_worst_panel_fits_into_a_message(started: Any, read: Any) -> None:
    chance = random.Random(7)
    names = [HOSTILE] * 4 + ["𒐫" * 32, "א" * 32, "\u3164" * 32] * 2
    stage = started(names, [MOST_CHIPS - 7 * seat for seat in range(10)], preset="classic_nl")
    seen = 0
    while not stage.hand.over:
        _verify_fit(read(panel_view(stage.picture(), blind=_ids(stage))))
        seen += 1
        options = stage.hand.options(stage.hand.actors[0])
        wager = options.wager
        if wager is not None and chance.random() < 0.5:
            stage = stage.act(Action(wager.verb, wager.most))
        else:
            stage = stage.act(stage.hand.timed_out(options.seat) if options.check else CALL)
    assert seen >= 9
    _verify_fit(read(panel_view(stage.picture())))


def _ids(stage: Any) -> set[int]:
    return {person.id for person in stage.people}


def _verify_fit(reading: Any) -> None:
    parts = reading.walk()
    assert len(parts) <= 40
    text = "".join(reading.texts)
    assert len(text) <= 4_000
    assert len(text.encode()) <= 10_000
    ids = [button["custom_id"] for button in reading.buttons]
    assert len(set(ids)) == len(ids)
    assert all(len(one) <= 100 for one in ids)
    assert all(1 <= len(label) <= 80 for label in reading.labels)
    rows = [part for part in parts if part["type"] == 1]
    assert len(rows) <= 5
    assert all(1 <= len(row["components"]) <= 5 for row in rows)
