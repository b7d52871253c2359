"""A buy in words: the panel, the menu of a buyer's own cards, and what he gets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.picture import Moment, Private
from bot.render.buttons import wager_choices
from bot.render.buy import bought_text, hidden_buy_text, menu_text, menu_view
from bot.render.heard import sayable_text
from bot.render.outcome import outcome_text, outcome_view
from bot.render.panel import panel_view
from bot.render.private import private_view
from bot.render.reasons import amount_range, possible_text
from bot.tally import Tally
from bot.wish import Wish
from engine.actions import Action, Options, Verb, Wager
from engine.options import BringInMode, Limit
from engine.view import view

X38 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s 8d Ad 9h 7s 3d 6c 9d"
BET, CALL, CHECK = Action(Verb.BET, 10), Action(Verb.CALL), Action(Verb.CHECK)
PAT = Action(Verb.STAND_PAT)
TO_BUY = (*[CHECK] * 3, BET, CALL, CALL, *[CHECK] * 3)


@pytest.fixture
def due(started: Any) -> Any:
    """X38 where Ann is asked to buy."""

    def stage(preset: str = "hilo_buy", stacks: tuple[int, ...] = (200,) * 3, **rules: Any) -> Any:
        return started(("Ann", "Ben", "Cid"), stacks, X38, preset, **rules).act(*TO_BUY)

    return stage


def private(stage: Any, seat: int) -> Private:
    hand = stage.hand
    moment = Moment(3, 12, hand.turn, 5)
    return Private(moment, seat, view(hand, seat), stage.people, hand.options(seat))


def give_up(place: int) -> Action:
    return Action(Verb.DISCARD, place=place)


async def test_the_buyer_is_offered_a_card_and_to_stand_pat(due: Any, read: Any) -> None:
    stage = due()
    reading = read(panel_view(stage.picture()))
    assert " · the buy\n" in reading.text
    assert reading.labels == ["Buy a card (20)", "Stand pat", "Peek"]
    turn = stage.hand.turn
    assert [button["custom_id"] for button in reading.buttons][:2] == [
        f"dc:5:3:12:{turn}:buy",
        f"dc:5:3:12:{turn}:stand_pat",
    ]


async def test_the_menu_names_the_price_the_pot_and_each_card(due: Any, read: Any) -> None:
    one = private(due(), 0)
    assert menu_text(one).splitlines() == [
        "A new card costs 20; the pot is 45. Which card do you give up?",
        "You hold `K♦\u00a0K♣\u00a05♠\u00a0J♦\u00a09♥`: a pair of kings; low: a pair of kings.",
        "-# An up card is replaced face up; of a down card nobody else sees old or new.",
    ]
    reading = read(menu_view(one))
    assert reading.labels == [
        "Give up K♦ (down)",
        "Give up K♣",
        "Give up 5♠",
        "Give up J♦",
        "Give up 9♥",
        "Stand pat",
    ]
    ids = [button["custom_id"] for button in reading.buttons]
    assert ids[:5] == [f"dc:5:3:12:{one.moment.turn}:give_up:{place}" for place in range(5)]
    assert not any(card in str(ids) for card in ("K", "J"))


async def test_a_buyer_alone_is_told_of_his_down_card(due: Any, read: Any) -> None:
    stage = due().act(give_up(0))
    told = "You gave up `K♦` for `6♣`. You hold `6♣\u00a0K♣\u00a05♠\u00a0J♦\u00a09♥`: king high"
    wish = Wish(Verb.DISCARD, place=0)
    assert outcome_text(private(stage, 0), wish).startswith(told)
    assert outcome_view(private(stage, 0)) is None
    panel = read(panel_view(stage.picture())).text
    assert "Ann buys a card for 20" in panel
    assert "bought a card" in panel
    for text in (panel, read(private_view(private(stage, 1))).text):
        assert "K♦" not in text
        assert "6♣" not in text


async def test_an_up_card_is_replaced_before_everybody(due: Any, read: Any) -> None:
    stage = due().act(PAT, give_up(4))
    panel = read(panel_view(stage.picture())).text
    assert "bought a card, gave up `7♠`" in panel
    assert "Ann stands pat · Ben buys a card for 20" in panel
    assert "`??\u00a07♣\u00a04♦\u00a03♠\u00a06♣`" in panel


async def test_a_buy_may_take_the_last_chip(due: Any) -> None:
    stage = due(stacks=(200, 35, 200)).act(PAT, give_up(4))
    assert bought_text(private(stage, 1), 4).endswith("You are all-in.")


async def test_two_buys_are_counted_and_so_are_five_rounds(due: Any, read: Any) -> None:
    stage = due("hilo_buy2")
    assert " · buy 1 of 2\n" in read(panel_view(stage.picture())).text
    stage = stage.act(PAT, PAT, PAT)
    assert " · round 4 of 5\n" in read(panel_view(stage.picture())).text
    stage = stage.act(CHECK, CHECK, CHECK)
    reading = read(panel_view(stage.picture()))
    assert " · buy 2 of 2\n" in reading.text
    assert reading.labels[0] == "Buy a card (40)"


async def test_peek_says_how_to_buy(due: Any, read: Any) -> None:
    stage = due()
    text = read(private_view(private(stage, 0))).text
    assert "**It is your turn.** You may stand pat or buy a card for 20." in text
    assert "press “Buy a card” on the panel, or use `/buy`" in text
    assert "It is not your turn." in read(private_view(private(stage, 1))).text


async def test_who_cannot_be_supplied_is_told_so(due: Any, read: Any) -> None:
    picture = due().picture()
    assert picture.view is not None
    *before, now = picture.view.chapters
    chapters = (*before, replace(now, unsupplied=(1, 2)))
    picture = replace(picture, view=replace(picture.view, chapters=chapters))
    assert "-# No card is left to buy for Ben and Cid." in read(panel_view(picture)).text


def test_what_can_be_said_in_a_buy(due: Any) -> None:
    assert sayable_text(due().hand.options(0)) == (
        "It is your turn. You can say `stand pat` and `buy 7s` (an up card you give up, for 20)."
    )
    assert "`/buy`" in hidden_buy_text()


async def test_every_size_that_is_offered_is_whole_in_the_tables_chips(
    started: Any, read: Any
) -> None:
    stage = started(
        ("Ann", "Ben"), (500, 500), preset="131_nl", chip_unit=5, ante=5, bring_in=10, min_bet=10
    )
    for action in (Action(Verb.BRING_IN), Action(Verb.RAISE, 45), Action(Verb.CALL)):
        options = stage.hand.options(stage.hand.actors[0])
        wager = options.wager
        sizes = wager_choices(options, wager.verb, view(stage.hand, None).pot)
        assert sizes
        assert all(wager.allows(total) and total % 5 == 0 for _label, total in sizes)
        labels = read(panel_view(stage.picture())).labels
        assert any("…" in label for label in labels)
        verb = wager.verb if action.verb is Verb.RAISE else action.verb
        stage = stage.act(replace(action, verb=verb))


def test_the_size_of_the_pot_is_rounded_down_to_whole_chips() -> None:
    wager = Wager(Verb.BET, 10, 100, unit=5)
    options = Options(0, stack=100, wager=wager, check=True)
    assert [total for _label, total in wager_choices(options, Verb.BET, 33)] == [10, 30, 100]
    assert amount_range(wager) == "10 to 100 in whole chips of 5"
    assert "bet any amount from 10 to 100 in whole chips of 5" in possible_text(options)


async def test_a_pot_of_one_chip_is_not_called_one_without_a_low(started: Any, read: Any) -> None:
    """R-TABLE-2, R-ODD-1: a price that is one chip cannot be halved, though there are lows."""
    stage = started(
        ("Ann", "Ben", "Cid"),
        (5, 50, 50),
        "Kc 8h 8d Kd 6c 6d 9h 4d 4c 4s 2h 2s 2c Ah As 3h",
        "hilo_8",
        ante=5,
        bring_in=0,
        bring_in_mode=BringInMode.NONE,
        limit=Limit.NONE,
        chip_unit=5,
        buy=1,
        buy_price=(5,),
    )
    stage = stage.act(*[CHECK] * 6, give_up(3), PAT, CHECK, CHECK)
    assert stage.hand.over
    (fee,) = [award for award in stage.hand.awards if award.number == 1]
    assert (fee.chips, fee.contenders, len(fee.parts)) == (5, (1, 2), 1)
    assert "the side pot of 5" in read(panel_view(stage.picture())).text
    assert "No low qualified" not in read(panel_view(stage.picture())).text
    tally = Tally()
    tally.add(stage.hand)
    assert not any("without a low" in line for line in tally.lines(1.0))
