"""The words: names, cards, hands, stakes, acts, reasons, amounts."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.person import Person
from bot.picture import Moment, Private
from bot.render.cards import card_text, row_text, widths_of
from bot.render.controls import Control, Press
from bot.render.modal import AmountModal, read_amount
from bot.render.names import chips_text, listed, name_text, person_text, plain_name
from bot.render.private import private_view
from bot.render.reasons import amount_range, possible_text, why_text
from bot.render.stakes import stakes_text
from engine.actions import Action, Options, Verb, Wager, Why, WhyNot
from engine.cards import FULL_DECK, Card, parse_cards
from engine.options import BringInMode, CapLift, Game, LateRounds
from engine.presets import PRESETS, preset_named
from engine.rules import HouseRules
from engine.view import view


def test_every_card_has_a_text_of_its_own_with_rank_and_suit() -> None:
    texts = {card_text(card) for card in FULL_DECK}
    assert len(texts) == 52
    assert card_text(Card.of("Td")) == "10♦"
    assert row_text([None, Card.of("Kd"), Card.of("9c")]) == "`??\u00a0K♦\u00a09♣`"
    assert row_text([]) == ""


def test_rows_below_each_other_are_filled_up_inside_alone() -> None:
    """Discord takes away the spaces at the ends of a code span."""
    rows = [parse_cards("Ts Kd"), parse_cards("4s Tc"), []]
    assert widths_of(rows) == [3, 3]
    texts = [row_text(row, widths_of(rows)) for row in rows]
    assert texts == ["`10♠\u00a0\u00a0K♦`", "`4♠\u00a0\u00a010♣`", ""]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ann", "Ann"),
        ("**Ann**", r"\*\*Ann\*\*"),
        ("@everyone", r"\@everyone"),
        ("<@123456789012345678>", r"\<\@123456789012345678\>"),
        ("[free](https://x.example)", r"\[free\]\(https\://x.example\)"),
        ("a\nb\u202ec", "a bc"),
        ("   ", "?"),
        ("\u200b\u3164\u2800\u0301", "?"),
        ("A\u200bn\u00adn\ufeff", "Ann"),
        ("\u061cשלום \u2067שלום", "\u2068שלום שלום\u2069"),
        ("محمد", "\u2068محمد\u2069"),
        ("Zoë 🏴\U000e0067\U000e007f", "Zoë 🏴\U000e0067\U000e007f"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("- Ann", r"\- Ann"),
        ("1. Ann", r"1\. Ann"),
        ("Ann-Lena 1.5", "Ann-Lena 1.5"),
        ("a\ud800b", "a b"),
        ("x" * 40, "x" * 31 + "…"),
    ],
)
def test_a_name_is_never_markup(name: str, text: str) -> None:
    assert name_text(name) == text


@given(st.text())
def test_a_name_is_one_short_line(name: str) -> None:
    plain = plain_name(name)
    assert 1 <= len(plain) <= 32
    assert len(plain.splitlines()) == 1


@pytest.mark.parametrize("name", ["", " ", "\u200b" * 5, "\u3164", "\u2800\u115f", "\u0301"])
def test_who_has_no_name_that_is_seen_is_told_by_his_id(name: str) -> None:
    assert person_text(Person(123456789012345678, name)) == "player 5678"
    assert person_text(Person(123456789012345678, name), 6) == "5678"
    assert person_text(Person(123456789012345678, "*Ann*")) == r"\*Ann\*"


@given(st.text())
def test_a_name_turns_no_text_around_it(name: str) -> None:
    """Whatever runs from right to left is isolated, and every isolate of a name is closed."""
    text = name_text(name)
    assert text.count("\u2068") == text.count("\u2069") <= 1
    inner = text.strip("\u2068\u2069")
    assert not {"\u202e", "\u202d", "\u2066", "\u2067", "\u200f"} & set(inner)
    if "\u2068" not in text:
        assert not {"R", "AL", "AN"} & {unicodedata.bidirectional(sign) for sign in inner}


def test_chips_and_lists_read_as_people_write_them() -> None:
    assert chips_text(1_234_567) == "1,234,567"
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_words_with_and_without_numbers(why: Why) -> None:
    for reason in (WhyNot(why), WhyNot(why, (1_000,)), WhyNot(why, (10, 20))):
        words = why_text(reason)
        assert words
        assert "{" not in words
        assert len(words.splitlines()) == 1


def test_a_reason_tells_its_number() -> None:
    assert why_text(WhyNot(Why.TOO_SMALL, (1_200,))) == "Too small: 1,200 is the least."
    assert why_text(WhyNot(Why.NOT_A_STEP, (10, 20))) == "Not one of the sizes here: 10 and 20."


def test_what_is_possible_is_told() -> None:
    wager = Wager(Verb.RAISE, 40, 40, (40,))
    options = Options(0, stack=100, level=20, fold=True, call=20, wager=wager)
    assert possible_text(options) == "You may fold, call 20 or raise to 40."
    free = Options(0, stack=99, check=True, fold=True, wager=Wager(Verb.BET, 2, 99))
    assert possible_text(free) == "You may fold, check or bet any amount from 2 to 99."
    assert possible_text(Options(0, idle=WhyNot(Why.FOLDED))) == ""
    assert amount_range(Wager(Verb.BET, 10, 20, (10, 20))) == "10 or 20"
    assert amount_range(Wager(Verb.BET, 2, 1396)) == "2 to 1,396"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_has_its_stakes_in_words(preset: str) -> None:
    rules = HouseRules.from_options(PRESETS[preset].options)
    assert stakes_text(rules)


def test_the_stakes_of_what_is_dealt() -> None:
    lines = {preset.name: stakes_text(preset.rules()) for preset in PRESETS.values()}
    assert lines["casino_fixed"] == (
        "ante 1 · bring-in 4, low card · bets 10/20, 20 on an open pair"
        " · raise cap 3, no cap if two begin the round"
    )
    assert "bets 10/20 · raise cap 3" in lines["casino_fixed_modern"]
    assert (
        "bets 10/20, 20 on an open pair, 10 or 20 from round 3 · raise cap 3" in lines["home_fixed"]
    )
    assert lines["classic_nl"] == "bring-in 1, low card · no limit from 1"
    assert lines["131_nl"].startswith("1-3-1, the last card down · ante 1")
    assert lines["manila_32"].startswith(
        "32 cards, 7 and up · a flush beats a full house · A-7-8-9-10 is a straight · ante 1"
    )
    assert lines["short_auto"] == (
        "as few cards as the players allow · under 52 a flush beats a full house"
        " · ante 2 · pot limit from 2"
    )
    short = preset_named("short_auto").rules()
    assert stakes_text(short, 2).startswith("24 cards, 9 and up · a flush beats a full house")
    assert "A-9-10-J-Q is a straight" in stakes_text(short, 2)
    assert stakes_text(short, 9) == "ante 2 · pot limit from 2"
    assert "bets 1 to 5 · later to 10" in lines["spread_1_5_10"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"raise_cap": 0}, "bets 10/20, 20 on an open pair"),
        ({"raise_cap": 1, "cap_lift": CapLift.NEVER}, "pair · raise cap 1"),
        ({"cap_lift": CapLift.HEADS_UP}, "pair · raise cap 3, no cap for two"),
        ({"small": 20, "late_rounds": LateRounds.FREE, "raise_cap": 0}, "bets 20/20"),
        ({"game": Game.LOW, "bring_in_mode": BringInMode.HIGH, "raise_cap": 0}, "bets 10/20"),
    ],
)
def test_the_stakes_tell_big_bets_and_the_cap(options: dict[str, Any], words: str) -> None:
    """R-FIX-4, R-FIX-6, R-FIX-7, R-FIX-8."""
    rules = replace(preset_named("casino_fixed").rules(), **options)
    assert stakes_text(rules).endswith(words)


@pytest.mark.parametrize(
    ("preset", "options", "words"),
    [
        (
            "casino_lowball",
            {},
            "lowball, ace to five · ante 1 · bring-in 4, high card · bets 10/20",
        ),
        ("home_lowball", {}, "lowball, ace to six · ante 5 · bets 10/20, 10 or 20 from round 3"),
        ("lowball_27", {}, "lowball, deuce to seven · ante 1"),
        ("hilo_8", {}, "high-low, eight or better · ante 1"),
        ("hilo", {}, "high-low, ace to five · ante 1"),
        ("hilo_declare", {}, "high-low, ace to six · declare at once · ante 5"),
        ("hilo_declare", {"both": True}, "· declare at once, both allowed · ante 5"),
        ("hilo_declare", {"declare": "sequential"}, "· declare in turn · ante 5"),
        ("hilo_buy", {}, "six · one buy for 20 · declare at once · ante 5"),
        ("hilo_buy2", {}, "six · two buys for 20 and 40 · declare at once · ante 5"),
        ("hilo_buy2", {"buy_bet": "after_last"}, "· two buys in a row for 20 and 40"),
        ("casino_fixed", {"buy": 1}, "one buy for 20 · ante 1"),
        ("short_auto", {"flush_over_full": "no"}, "as the players allow · ante 2"),
        ("short_auto", {"flush_over_full": "yes"}, "allow · a flush beats a full house · ante 2"),
        ("soko_fi", {}, "Sökö · ante 1 · bring-in 2, high card · pot limit from 2"),
        ("soko_fi", {"soko_rank": "below"}, "Sökö, a pair beats a four-flush · ante 1"),
        ("home_fixed", {"chip_unit": 5}, "begin the round · smallest chip 5"),
        ("dealers_choice", {}, "the dealer picks the game of each hand"),
        ("dealers_choice", {"choice": "orbit"}, "a dealer picks the game for an orbit"),
        (
            "dealers_choice",
            {"choice": "fixed", "choice_scale": 5},
            "the games take turns, one an orbit · stakes times 5",
        ),
    ],
)
def test_the_stakes_name_the_game_its_declaration_and_its_buys(
    preset: str, options: dict[str, Any], words: str
) -> None:
    line = stakes_text(HouseRules.from_options({**PRESETS[preset].options, **options}))
    assert words in line
    assert preset != "dealers_choice" or line == words


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("60", 60),
        (" 60 ", 60),
        ("1,200", 1200),
        ("1 200", 1200),
        ("1'234'567", 1_234_567),
        ("0", 0),
        ("abc", None),
        ("-5", None),
        ("+5", None),
        ("1e9", None),
        ("1.5", None),
        ("1,20", None),
        ("12,00", None),
        ("", None),
        ("٦٠", None),
        ("60 chips", None),
        ("9" * 16, None),
    ],
)
def test_an_amount_is_read_strictly(text: str, amount: int | None) -> None:
    assert read_amount(text) == amount


async def test_the_modal_keeps_to_discords_limits_and_is_kept_by_nobody() -> None:
    control = Control(Moment(1, 2, 3, 5), Press.ASK_RAISE)
    modal = AmountModal(control, Wager(Verb.RAISE, 999_999_999, 1_000_000_000))
    body = modal.to_dict()
    assert body["custom_id"] == "dc:5:1:2:3:ask_raise"
    assert len(body["title"]) <= 45
    (label,) = body["components"]
    assert len(label["label"]) <= 45
    assert len(label["description"]) <= 100
    assert label["component"]["custom_id"] == "amount"
    assert modal.is_finished()


async def test_a_player_sees_his_own_cards_and_what_he_may_do(started: Any, read: Any) -> None:
    stage = started(["Ann", "Ben", "Cid"], [100, 100, 100], "9h 7d Qs 9c Kd 4d")
    stage = stage.act(Action(Verb.BRING_IN))
    moment = Moment(3, 12, 1, 5)
    text = read(
        private_view(Private(moment, 0, view(stage.hand, 0), stage.people, stage.hand.options(0)))
    ).text
    assert "**Your cards** · hand 12" in text
    assert "Down `9♥` · up `9♣`" in text
    assert "You hold a pair of nines." in text
    assert "**It is your turn.** You may fold, call 4 or complete to 10." in text
    other = read(
        private_view(Private(moment, 1, view(stage.hand, 1), stage.people, stage.hand.options(1)))
    ).text
    assert "`7♦`" in other
    assert "9♥" not in other
    assert "It is not your turn." in other
