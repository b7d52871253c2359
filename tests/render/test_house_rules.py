"""The rules of a game in words: every option that matters is told, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from bot.render.house_rules import MOST_SIGNS, house_rules_texts, house_rules_views
from engine.errors import RefusedRules
from engine.options import (
    BothFail,
    BothTie,
    BringInMode,
    BringInTie,
    BuyBet,
    BuyOrder,
    CapLift,
    Choice,
    DealForm,
    DeckSize,
    Declare,
    DeclareFrom,
    FlushOverFull,
    Game,
    LateRounds,
    Limit,
    LowRank,
    MinRaise,
    OddChip,
    OpenTie,
    Qualifier,
    ShortAllIn,
    Show,
    SokoOpen,
    SokoRank,
)
from engine.presets import PRESETS
from engine.rules import HouseRules

VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "game": tuple(Game),
    "deal": tuple(DealForm),
    "deck": tuple(DeckSize),
    "low_straight": (True, False),
    "flush_over_full": tuple(FlushOverFull),
    "burn": (True, False),
    "ante": (0, 1, 5, 10, 1_000_000_000),
    "bring_in_mode": tuple(BringInMode),
    "bring_in": (0, 1, 2, 5, 10, 20),
    "bring_in_tie": tuple(BringInTie),
    "open_tie": tuple(OpenTie),
    "limit": tuple(Limit),
    "small": (5, 10, 20),
    "big": (10, 20, 40, 1_000_000_000),
    "spread_min": (1, 2, 5, 10),
    "spread_max": (5, 10, 20),
    "spread_max_late": (0, 10, 20, 999_999_999),
    "min_bet": (0, 2, 5, 20, 900_000_000),
    "open_pair_big": (True, False),
    "late_rounds": tuple(LateRounds),
    "raise_cap": (0, 1, 2, 3, 100),
    "cap_lift": tuple(CapLift),
    "min_raise": tuple(MinRaise),
    "short_all_in": tuple(ShortAllIn),
    "odd_chip": tuple(OddChip),
    "show": tuple(Show),
    "all_in_show": (True, False),
    "low_rank": tuple(LowRank),
    "qualifier": tuple(Qualifier),
    "soko_rank": tuple(SokoRank),
    "soko_open": tuple(SokoOpen),
    "declare": tuple(Declare),
    "declare_from": tuple(DeclareFrom),
    "both": (True, False),
    "both_tie": tuple(BothTie),
    "both_fail": tuple(BothFail),
    "buy": (0, 1, 2),
    "buy_price": ((), (20,), (20, 40), (20, 60), (25, 40), (999_999_999, 1_000_000_000)),
    "buy_order": tuple(BuyOrder),
    "buy_bet": tuple(BuyBet),
    "choice": tuple(Choice),
    "choice_scale": (1, 2, 1_000_000),
    "clock": (0, 30, 60, 3600),
    "chip_unit": (1, 5),
}
EXTRA: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("hilo_declare", {"declare": "sequential", "both": True}),
    ("hilo_buy2", {"buy_bet": "after_last", "both": True, "low_rank": "27"}),
    ("hilo_8", {"buy": 1}),
    ("home_lowball", {"buy": 2, "buy_price": [5, 10], "ante": 10}),
    ("casino_lowball", {"bring_in_mode": "best", "deal": "1-3-1"}),
    ("soko_fi", {"deal": "1-3-1"}),
    ("soko_fi", {"soko_rank": "below", "bring_in_mode": "low"}),
    ("short_auto", {"flush_over_full": True, "min_bet": 5}),
    ("manila_32", {"flush_over_full": False, "deck": 24}),
    ("casino_fixed", {"small": 10, "big": 10, "bring_in": 10}),
    ("casino_fixed", {"bring_in_mode": "best", "raise_cap": 1}),
    ("home_fixed", {"limit": "spread", "spread_min": 5, "spread_max": 5, "chip_unit": 5}),
    ("spread_1_5_10", {"spread_min": 2, "bring_in_mode": "high"}),
    ("classic_nl", {"min_bet": 5, "bring_in_mode": "best"}),
    ("dealers_choice", {"choice": "orbit", "choice_scale": 5}),
    ("dealers_choice", {"choice": "fixed", "clock": 0}),
)


LONGEST: Final = HouseRules(
    game=Game.HILO,
    deal=DealForm.ONE_THREE_ONE,
    ante=1_000_000_000,
    bring_in_mode=BringInMode.HIGH,
    bring_in=10,
    small=20,
    big=500_000_000,
    late_rounds=LateRounds.FREE,
    cap_lift=CapLift.HEADS_UP,
    odd_chip=OddChip.SUIT_LOW,
    all_in_show=False,
    low_rank=LowRank.A6,
    declare=Declare.SEQUENTIAL,
    both=True,
    both_tie=BothTie.SHARE,
    buy=2,
    buy_order=BuyOrder.OPENER,
    chip_unit=5,
)


def text_of(rules: HouseRules) -> str:
    return "\n\n".join(house_rules_texts(rules))


def of_preset(name: str, **options: Any) -> HouseRules:
    return HouseRules.from_options({**PRESETS[name].options, **options})


BASES: Final[Mapping[str, HouseRules]] = {
    **{name: of_preset(name) for name in PRESETS},
    **{
        f"{name} {number}": of_preset(name, **options)
        for number, (name, options) in enumerate(EXTRA)
    },
}


def variants(rules: HouseRules, option: str) -> Iterator[HouseRules]:
    """Give the rules with each value of one option, without those that are refused."""
    for value in VALUES[option]:
        try:
            yield replace(rules, **{option: value})
        except RefusedRules:
            continue


def meaning(rules: HouseRules) -> Mapping[str, object]:
    """Return what the options come to in play: those that mean nothing here are left out."""
    if rules.choice is not Choice.NONE:
        return {"choice": rules.choice, "scale": rules.choice_scale, "clock": rules.clock}
    told = {field.name: getattr(rules, field.name) for field in fields(HouseRules)}
    for name, matters in _matters(rules).items():
        if not matters:
            told[name] = None
    told["flush_over_full"] = _flush_over_full(rules)
    told["spread_max_late"] = rules.limit is Limit.SPREAD and rules.late_spread_max
    told["min_bet"] = rules.limit in (Limit.POT, Limit.NONE) and rules.least_bet
    told["buy_price"] = rules.prices
    if rules.open_tie is OpenTie.SUIT_HIGH and rules.game is not Game.LOW:
        told["open_tie"] = OpenTie.SUIT
    if rules.odd_chip is OddChip.SUIT_LOW and rules.game in (Game.HIGH, Game.SOKO):
        told["odd_chip"] = OddChip.SUIT
    return told


def _matters(rules: HouseRules) -> dict[str, bool]:
    fixed, spread = rules.limit is Limit.FIXED, rules.limit is Limit.SPREAD
    two = fixed and rules.big > rules.small
    pair = two and rules.game is not Game.LOW
    mixed = two and ((pair and rules.open_pair_big) or rules.late_rounds is LateRounds.FREE)
    lows = rules.game in (Game.LOW, Game.HILO)
    soko = rules.game is Game.SOKO
    declared = rules.declare is not Declare.NONE
    return {
        "low_straight": rules.deck is not DeckSize.FULL,
        "bring_in_tie": rules.bring_in_mode in (BringInMode.LOW, BringInMode.HIGH),
        "small": fixed,
        "big": fixed,
        "spread_min": spread,
        "spread_max": spread,
        "open_pair_big": pair,
        "late_rounds": two,
        "raise_cap": fixed or spread,
        "cap_lift": (fixed or spread) and rules.raise_cap > 0,
        "min_raise": mixed
        or (spread and rules.late_spread_max > rules.spread_min)
        or not (fixed or spread),
        "short_all_in": fixed or spread,
        "low_rank": lows,
        "qualifier": rules.game is Game.HILO,
        "soko_rank": soko,
        "soko_open": soko and rules.deal is DealForm.ONE_FOUR,
        "declare_from": rules.declare is Declare.SEQUENTIAL,
        "both": declared,
        "both_tie": rules.both,
        "both_fail": False,  # it has one value
        "buy_order": rules.buy > 0,
        "buy_bet": rules.buy == 2,
        "choice_scale": False,
    }


def _flush_over_full(rules: HouseRules) -> FlushOverFull:
    over = rules.flush_over_full
    if over is not FlushOverFull.AUTO or rules.deck is DeckSize.AUTO:
        return over
    return FlushOverFull.NO if rules.deck is DeckSize.FULL else FlushOverFull.YES


def test_every_option_of_the_rules_is_tried() -> None:
    assert list(VALUES) == [field.name for field in fields(HouseRules)]


@pytest.mark.parametrize("option", list(VALUES))
def test_an_option_changes_the_words_where_it_changes_the_game_and_nowhere_else(
    option: str,
) -> None:
    changed = 0
    for rules in BASES.values():
        for one, two in combinations(variants(rules, option), 2):
            same = meaning(one) == meaning(two)
            assert (text_of(one) == text_of(two)) == same, (one, two)
            changed += not same
    assert changed or option == "both_fail"


def any_rules(chance: Random) -> HouseRules:
    """Return rules with random values of all options, drawn until they are not refused."""
    while True:
        drawn = {name: chance.choice(values) for name, values in VALUES.items()}
        if drawn["game"] is not Game.HIGH:
            drawn["deck"] = DeckSize.FULL
        if drawn["game"] in (Game.LOW, Game.SOKO):
            drawn["flush_over_full"] = FlushOverFull.AUTO
        try:
            return HouseRules(**drawn)
        except RefusedRules:
            continue


def test_any_rules_name_no_option_and_leave_nothing_open() -> None:
    chance = Random(4)
    for _number in range(1_000):
        text = text_of(any_rules(chance))
        assert not [sign for sign in ("{", "}", "_", "  ", " .", "None") if sign in text], text


async def test_any_rules_fit_into_messages_and_the_longest_into_two(read: Any) -> None:
    """Discord takes 4,000 characters a message; a picked game stands below how it is picked."""
    chance = Random(4)
    choice = of_preset("dealers_choice", choice="orbit", choice_scale=1_000_000)
    for rules in (LONGEST, *(any_rules(chance) for _number in range(200))):
        views = house_rules_views("Title", rules, choice)
        pages = [read(view).texts for view in views]
        assert [len("".join(page)) <= MOST_SIGNS for page in pages] == [True] * len(pages)
        texts = [text for page in pages for text in page]
        assert texts == ["### Title", *house_rules_texts(rules, choice)]
        assert len(pages) == (2 if rules is LONGEST else len(pages)) <= 2


@pytest.mark.parametrize("preset", list(PRESETS))
async def test_every_preset_tells_its_rules_in_one_message(preset: str, read: Any) -> None:
    rules = of_preset(preset)
    (view,) = house_rules_views(PRESETS[preset].title, rules)
    reading = read(view)
    assert reading.texts[0] == f"### {PRESETS[preset].title}"
    assert tuple(reading.texts[1:]) == house_rules_texts(rules)
    assert len(reading.walk()) < 40
    assert reading.buttons == []


TOLD: Final[tuple[tuple[str, str], ...]] = (
    ("casino_fixed", "Everybody antes 1 chip. The lowest card showing must bring it in"),
    ("casino_fixed", "The bring-in is 4 chips, or a full bet of 10."),
    ("casino_fixed", "Each round has one bet and 3 raises at most."),
    ("casino_fixed", "you may bet 20 in it too. A bet or raise of 20 cannot be raised by just 10."),
    ("home_fixed", "bets and raises are 10 in the first two rounds, and 10 or 20 as you like"),
    ("home_fixed", "may be raised by just 10"),
    ("classic_nl", "No limit: a bet is from 1 to all you have."),
    ("classic_nl", "has acted, unless such all-ins have added up to a full raise since."),
    ("casino_lowball", "A hand without a pair is lower than one with a pair there;"),
    ("pot_limit", "Pot limit: a bet is from 2 to the size of the pot."),
    ("casino_lowball", "(a king is highest, an ace is low)"),
    (
        "casino_lowball",
        "The best low is 5-4-3-2-A: aces are low, straights and flushes do no harm.",
    ),
    ("home_lowball", "The best low is 6-4-3-2-A in mixed suits"),
    ("lowball_27", "(an ace is highest)"),
    ("lowball_27", "The best low is 7-5-4-3-2 in mixed suits"),
    ("hilo_8", "A low needs five different cards, eight or lower."),
    ("hilo", "Any low will do: there always is one."),
    ("hilo_declare", "You choose in secret, and all choices are shown together."),
    ("hilo_declare", "You declare high or low, never both."),
    ("hilo_buy", "After the fifth card, before the last betting, a new card costs 20 chips."),
    ("hilo_buy2", "another costs 40, and then comes a fifth betting round."),
    ("131_nl", "then two more up and a last down."),
    ("131_nl", "In the last round the same three up cards decide again."),
    ("soko_fi", "once four cards lie up, four-flushes and four-straights, above a pair."),
    ("soko_fi", "two pair, four-flush, four-straight, pair, high card."),
    ("soko_fi", "Odd chips of a tie go to the player who sits first left of the dealer."),
    ("manila_32", "The deck has 32 cards, 7 and up, enough for 6 players."),
    ("manila_32", "four of a kind, flush, full house"),
    ("short_auto", "nine or ten play with all 52."),
    ("dealers_choice", "Before the antes of each hand its dealer picks a game"),
)


@pytest.mark.parametrize(("preset", "words"), TOLD)
def test_the_presets_tell_what_is_special_about_them(preset: str, words: str) -> None:
    assert words in text_of(of_preset(preset))


def test_a_game_that_a_dealer_picked_is_told_below_how_games_are_picked() -> None:
    choice, picked = of_preset("dealers_choice", choice_scale=2), of_preset("soko_fi").scaled(2)
    first, *others = house_rules_texts(picked, choice)
    assert first.startswith("**Who picks the game**")
    assert "2 times as high" in first
    assert tuple(others) == house_rules_texts(picked)
    assert house_rules_texts(choice, choice) == house_rules_texts(choice)
