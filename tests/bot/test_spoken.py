"""Acts in words and wishes: what is read, what is none, and which act a wish comes to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.replies import MOST, MOST_TO_ALL, WINDOW, Replies
from bot.spoken import read_wish, without_mentions
from bot.wish import ALL_IN, Wish
from engine.actions import Action, Declaration, Options, Verb, Wager, Why, WhyNot
from engine.cards import parse_card

BOT = 1_234_567


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("check", Wish(Verb.CHECK)),
        ("CHECK", Wish(Verb.CHECK)),
        ("call", Wish(Verb.CALL)),
        ("Call", Wish(Verb.CALL)),
        ("fold", Wish(Verb.FOLD)),
        ("complete", Wish(Verb.COMPLETE)),
        ("bring in", Wish(Verb.BRING_IN)),
        ("bring-in", Wish(Verb.BRING_IN)),
        ("Bring  In", Wish(Verb.BRING_IN)),
        ("all-in", ALL_IN),
        ("all in", ALL_IN),
        ("allin", ALL_IN),
        ("ALL IN", ALL_IN),
        ("bet 20", Wish(Verb.BET, 20)),
        ("Bet  1,200", Wish(Verb.BET, 1200)),
        ("raise 20", Wish(Verb.RAISE, 20)),
        ("raise to 20", Wish(Verb.RAISE, 20)),
        ("RAISE TO 1 200", Wish(Verb.RAISE, 1200)),
        ("raise to 0", Wish(Verb.RAISE, 0)),
        ("  call\n", Wish(Verb.CALL)),
        ("Stand pat", Wish(Verb.STAND_PAT)),
        ("buy", Wish(Verb.DISCARD)),
        ("buy 7s", Wish(Verb.DISCARD, card=parse_card("7s"))),
        ("Buy the 7 of Spades", Wish(Verb.DISCARD, card=parse_card("7s"))),
        ("give up 10\u2665", Wish(Verb.DISCARD, card=parse_card("Th"))),
        ("give up the king of diamonds", Wish(Verb.DISCARD, card=parse_card("Kd"))),
        ("declare high", Wish(Verb.DECLARE)),
        ("Declare LOW", Wish(Verb.DECLARE, declaration=Declaration.LOW)),
        ("declare both", Wish(Verb.DECLARE, declaration=Declaration.BOTH)),
        ("declare both ways", Wish(Verb.DECLARE, declaration=Declaration.BOTH)),
    ],
)
def test_the_whole_message_is_the_act(text: str, wish: Wish) -> None:
    assert read_wish(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "call!",
        "call.",
        "I call",
        "call 20",
        "call me",
        "callcall",
        "stand",
        "give up",
        "buy me a beer",
        "buy 1s",
        "buy 7",
        "buy 7s 8s",
        "declare",
        "declare war",
        "declare high low",
        "check check",
        "check\ncall",
        "checks",
        "fold?",
        "bet",
        "bet to 20",
        "bet20",
        "bet -5",
        "bet 1e3",
        "bet 2.5",
        "bet 20 chips",
        "bet ²",
        "bet ٢٠",
        "raise",
        "raise to",
        "raise by 20",
        "raise to20",
        "raise\nto 20",
        "raise to 12,34",
        "bringin",
        "bring in 4",
        "complete to 10",
        "all - in",
        "al\u217c-in",
        "chec\u212a",
        "*call*",
        "||fold||",
        "/call",
        "<@1> call",
    ],
)
def test_anything_else_is_no_act(text: str) -> None:
    assert read_wish(text) is None


@given(
    st.sampled_from([("bet", Verb.BET), ("raise", Verb.RAISE), ("raise to", Verb.RAISE)]),
    st.integers(0, 10**15 - 1),
    st.booleans(),
    st.sampled_from([str.lower, str.upper, str.title]),
)
def test_any_amount_is_read_as_it_is_shown(
    said: tuple[str, Verb], amount: int, apart: bool, case: Callable[[str], str]
) -> None:
    words, verb = said
    assert read_wish(case(f"{words} {amount:,}" if apart else f"{words} {amount}")) == Wish(
        verb, amount
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"<@{BOT}> call", "call"),
        (f"<@!{BOT}> call", "call"),
        (f"call <@{BOT}>", "call"),
        (f"raise <@{BOT}> to 20", "raise  to 20"),
        (f"<@{BOT}>", ""),
        ("<@99> call", "<@99> call"),
        (f"<@{BOT}0> call", f"<@{BOT}0> call"),
    ],
)
def test_only_the_bots_own_mention_is_taken_out(text: str, left: str) -> None:
    assert without_mentions(text, BOT) == left


CAPPED = WhyNot(Why.CAPPED, (4,))
FACING = Options(0, stack=90, bet=10, level=30, fold=True, call=20, no_wager=CAPPED)


@pytest.mark.parametrize(
    ("options", "action"),
    [
        # no limit: the wager for all
        (Options(0, stack=90, bet=10, wager=Wager(Verb.RAISE, 50, 100)), Action(Verb.RAISE, 100)),
        (Options(0, stack=90, wager=Wager(Verb.BET, 10, 90)), Action(Verb.BET, 90)),
        # fixed limit, all-in for less than the bet
        (Options(0, stack=7, wager=Wager(Verb.COMPLETE, 7, 7, (7,))), Action(Verb.COMPLETE, 7)),
        # chips for a call at most
        (Options(0, stack=20, bet=10, level=30, fold=True, call=20), Action(Verb.CALL)),
    ],
)
def test_all_in_is_the_wager_or_the_call_for_all(options: Options, action: Action) -> None:
    assert ALL_IN.action(options) == action
    assert options.refusal(action) is None


@pytest.mark.parametrize(
    ("wager", "no_wager", "reason"),
    [
        (Wager(Verb.RAISE, 50, 80), None, WhyNot(Why.TOO_BIG, (80,))),  # pot limit
        (Wager(Verb.RAISE, 40, 40, (40,)), None, WhyNot(Why.TOO_BIG, (40,))),  # fixed limit
        (None, WhyNot(Why.CAPPED, (4,)), WhyNot(Why.CAPPED, (4,))),
        (None, WhyNot(Why.NOBODY_TO_RAISE), WhyNot(Why.NOBODY_TO_RAISE)),
        (None, WhyNot(Why.POT_TOO_SMALL, (15,)), WhyNot(Why.POT_TOO_SMALL, (15,))),
    ],
)
def test_all_in_is_refused_for_the_reason_that_stands_against_it(
    wager: Wager | None, no_wager: WhyNot | None, reason: WhyNot
) -> None:
    options = Options(
        0, stack=90, bet=10, level=30, fold=True, call=20, wager=wager, no_wager=no_wager
    )
    assert options.refusal(ALL_IN.action(options)) == reason


def test_an_amount_left_away_is_the_least() -> None:
    options = Options(0, stack=90, wager=Wager(Verb.COMPLETE, 10, 10, (10,)))
    assert Wish(Verb.COMPLETE).action(options) == Action(Verb.COMPLETE, 10)
    refused = Wish(Verb.COMPLETE).action(FACING)
    assert FACING.refusal(refused) == CAPPED


def test_a_wish_of_who_is_not_to_act_is_still_an_act_to_refuse() -> None:
    assert Wish(Verb.BET, 20).action(None) == Action(Verb.BET, 20)
    assert ALL_IN.action(None).verb is Verb.RAISE


def test_who_talks_where_a_channel_is_full_of_replies_takes_them_from_nobody() -> None:
    now = [0.0]
    replies = Replies(lambda: now[0])
    assert all(replies.has_room(1, member) for member in range(1, MOST_TO_ALL + 1))
    assert not replies.has_room(1, 99)
    assert replies.has_room(2, 99)
    now[0] = WINDOW
    assert replies.has_room(1, 99)


def test_replies_leave_a_channel_room_for_its_panel() -> None:
    now = [100.0]
    replies = Replies(lambda: now[0])
    assert [replies.has_room(1, 7) for _ in range(MOST + 2)] == [True] * MOST + [False] * 2
    assert replies.has_room(1, 8)  # somebody else is still answered
    assert replies.has_room(2, 7)
    now[0] += WINDOW
    assert replies.has_room(1, 7)
    assert list(replies._sent) == [(1, 7), (1, 0)]
