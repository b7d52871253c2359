"""What hands are called: high, low and Sökö, whole or so far, and told apart by kickers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from bot.render.made import holding_of, holding_text, made_text, made_texts
from engine.cards import parse_cards
from engine.presets import preset_named
from engine.ranking import Category, Made, high_ranking, low_ranking_of, ranking_of
from engine.rules import HouseRules
from engine.view import CardSeen


@dataclass(frozen=True)
class Held:
    """What a seat's view says of what is held."""

    cards: tuple[CardSeen, ...]
    made: Made | None = None
    low: Made | None = None


def rules_of(preset: str, **options: Any) -> HouseRules:
    return HouseRules.from_options({**preset_named(preset).options, **options})


def made_of(preset: str, cards: str, **options: Any) -> Made:
    ranking = ranking_of(rules_of(preset, **options), 3)
    return ranking.made(ranking.of(parse_cards(cards)))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ks Kd 4h 4c 9s", "two pair, kings and fours"),
        ("As Kd Qh 4c 9s", "ace high"),
        ("2s 2d Qh 4c 9s", "a pair of deuces"),
        ("6s 6d 6h 4c 9s", "three of a kind, sixes"),
        ("As 2d 3h 4c 5s", "a straight, five high"),
        ("As 2s 9s 4s 5s", "a flush, ace high"),
        ("6s 6d 6h 4c 4s", "a full house, sixes over fours"),
        ("Ts Td Th Tc 4s", "four of a kind, tens"),
        ("5s 6s 7s 8s 9s", "a straight flush, nine high"),
        ("As Ks Qs Js Ts", "a royal flush"),
    ],
)
def test_a_made_hand_has_its_name(cards: str, words: str) -> None:
    ranking = high_ranking()
    assert made_text(ranking.made(ranking.of(parse_cards(cards)))) == words


def test_every_made_hand_has_words() -> None:
    ranking = high_ranking()
    assert all(made_text(ranking.made(value)) for value in range(len(ranking)))


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (["Js Jd Kh 4c 9s", "Jh Jc 9h 4d 3s"], ["jacks, king kicker", "jacks, nine kicker"]),
        (
            ["Js Jd Kh 9c 4s", "Jh Jc Kd 8d 4c", "Qs Qd 2h 3c 4h"],
            ["jacks, king-nine kickers", "jacks, king-eight kickers", "queens"],
        ),
        (["Js Jd Kh 9c 4s", "Jh Jc Kd 9d 4c"], ["a pair of jacks", "a pair of jacks"]),
        (
            ["Js Jd Kh 9c 4s", "Jh Jc Kd 9d 4c", "Jh Jc Kd 9d 3c"],
            ["king-nine-four kickers", "king-nine-four kickers", "king-nine-three kickers"],
        ),
        (["Ks 9d 4h 3c 2s", "Kd 8d 4c 3s 2h"], ["king-nine high", "king-eight high"]),
        (["Ks 9d 4h 3c 2s", "Kd Kh 4c 3s 2h"], ["king high", "a pair of kings"]),
        (["As 9s 4s 3s 2s", "Ad 8d 4d 3d 2d"], ["flush, ace-nine high", "flush, ace-eight high"]),
        (["Ks Kd 4h 4c 9s", "Kh Kc 4d 4s 8s"], ["fours, nine kicker", "fours, eight kicker"]),
        (["Ks Kd 4h 4c 9s", "Kh Kc 3d 3s 8s"], ["kings and fours", "kings and threes"]),
        (["6s 6d 6h 4c 4s", "6s 6d 6h 3c 3s"], ["sixes over fours", "sixes over threes"]),
        (["9s 8d 7h 6c 5s", "Ts 9d 8h 7c 6s"], ["nine high", "ten high"]),
    ],
)
def test_kickers_are_told_where_they_decide(hands: list[str], words: list[str]) -> None:
    ranking = high_ranking()
    mades = [ranking.made(ranking.of(parse_cards(cards))) for cards in hands]
    texts = made_texts(mades)
    assert len(texts) == len(words)
    assert [text.endswith(word) for text, word in zip(texts, words, strict=True)] == [True] * len(
        words
    )
    assert len(set(texts)) == len(set(mades))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ks", "king high"),
        ("Ks 4d", "king high"),
        ("4s 4d", "a pair of fours"),
        ("4s 4d Kc Kh", "two pair, kings and fours"),
        ("4s 4d 4c Kh", "three of a kind, fours"),
        ("4s 4d 4c 4h", "four of a kind, fours"),
    ],
)
def test_fewer_than_five_cards_hold_what_their_ranks_make(cards: str, words: str) -> None:
    made = holding_of(parse_cards(cards))
    assert made is not None
    assert made_text(made) == words


def test_no_card_holds_nothing() -> None:
    assert holding_of(()) is None


LOWS: tuple[tuple[str, str, str], ...] = (
    ("casino_lowball", "As 2d 4h 6c 8s", "8-6-4-2-A"),
    ("casino_lowball", "As 2d 3h 4c 5s", "5-4-3-2-A"),
    ("casino_lowball", "As Ts Js Qs Ks", "K-Q-J-10-A"),
    ("casino_lowball", "As Ad 3h 4c 5s", "a pair of aces"),
    ("casino_lowball", "As Ad 3h 3c 5s", "two pair, threes and aces"),
    ("casino_lowball", "As Ad 3h 3c 3s", "a full house, threes over aces"),
    ("home_lowball", "As 2d 3h 4c 6s", "6-4-3-2-A"),
    ("home_lowball", "As 2d 3h 4c 5s", "a straight, five high"),
    ("home_lowball", "As 2s 3s 4s 5s", "a straight flush, five high"),
    ("home_lowball", "As Td Jh Qc Ks", "K-Q-J-10-A"),
    ("home_lowball", "As Ts Js Qs Ks", "a flush, king high"),
    ("lowball_27", "2s 3d 4h 5c 7s", "7-5-4-3-2"),
    ("lowball_27", "As 2d 3h 4c 5s", "A-5-4-3-2"),
    ("lowball_27", "As Td Jh Qc Ks", "a straight, ace high"),
    ("lowball_27", "As Ts Js Qs Ks", "a royal flush"),
    ("lowball_27", "As Ad 3h 4c 5s", "a pair of aces"),
)


@pytest.mark.parametrize(("preset", "cards", "words"), LOWS)
def test_a_low_hand_is_told_by_its_cards_or_by_what_spoils_it(
    preset: str, cards: str, words: str
) -> None:
    """R-LOW-1, R-LOW-2, R-LOW-3."""
    assert made_text(made_of(preset, cards), low=True) == words


@pytest.mark.parametrize("preset", ["casino_lowball", "home_lowball", "lowball_27"])
def test_every_low_hand_has_words(preset: str) -> None:
    ranking = low_ranking_of(rules_of(preset))
    texts = [made_text(ranking.made(value), low=True) for value in range(len(ranking))]
    assert all(texts)
    assert not [text for text in texts if "so far" in text]


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (
            ["As Ad 6h 5c 4s", "Ah Ac 6d 5h 3c"],
            ["aces, six-five-four kickers", "aces, six-five-three kickers"],
        ),
        (["2s 2d 6h 5c As", "2h 2c 6d 5h 3c"], ["six-five-ace kickers", "six-five-three kickers"]),
        (["8s 6d 4h 2c As", "8h 6c 4d 2h 3c"], ["8-6-4-2-A", "8-6-4-3-2"]),
        (["8s 6d 4h 2c As", "8h 6c 4d 2h Ac"], ["8-6-4-2-A", "8-6-4-2-A"]),
    ],
)
def test_low_hands_of_one_name_are_told_apart(hands: list[str], words: list[str]) -> None:
    texts = made_texts([made_of("casino_lowball", cards) for cards in hands], low=True)
    assert [text.endswith(word) for text, word in zip(texts, words, strict=True)] == [True, True]


SOKO: tuple[tuple[str, str], ...] = (
    ("Ks 9s 5s 2s 3d", "a four-flush, king high"),
    ("Ks 9s 5s 2s Kd", "a four-flush, king high"),
    ("5s 8c 7d 6h Kd", "a four-straight, eight high"),
    ("5s 8c 7d 6h 8d", "a four-straight, eight high"),
    ("As 2d 3c 4h Kd", "a four-straight, four high"),
    ("Jc Qd Kh As 2d", "a four-straight, ace high"),
    ("8h 7h 6h 5h Ad", "a four-flush, eight high"),
    ("2c 2d 3h 3s 4c", "two pair, threes and deuces"),
    ("2c 3c 4c 5c 6d", "a straight, six high"),
)


@pytest.mark.parametrize(("cards", "words"), SOKO)
def test_the_two_hands_of_soko_have_their_names(cards: str, words: str) -> None:
    """R-SOKO-2 to R-SOKO-5."""
    assert made_text(made_of("soko_fi", cards)) == words


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (["Ks 9s 5s 2s Ad", "Kh 8h 5h 2h Ac"], ["king-nine high", "king-eight high"]),
        (
            ["Ks 9s 5s 2s Kd", "Kc 9c 5c 2c Qd"],
            ["king-nine-five-deuce high, king kicker", "king-nine-five-deuce high, queen kicker"],
        ),
        (["5s 8c 7d 6h Ad", "5d 8h 7c 6s Kd"], ["high, ace kicker", "high, king kicker"]),
        (["5s 8c 7d 6h Ad", "6d 9h 8d 7s Kd"], ["eight high", "nine high"]),
    ],
)
def test_four_flushes_and_four_straights_are_told_apart(hands: list[str], words: list[str]) -> None:
    """R-SOKO-3, R-SOKO-4."""
    texts = made_texts([made_of("soko_fi", cards) for cards in hands])
    assert [text.endswith(word) for text, word in zip(texts, words, strict=True)] == [True, True]


@pytest.mark.parametrize("soko_rank", ["between", "below"])
def test_no_two_hands_of_soko_shown_together_share_words(soko_rank: str) -> None:
    ranking = ranking_of(rules_of("soko_fi", soko_rank=soko_rank), 3)
    mades = [ranking.made(value) for value in range(0, len(ranking), 1 + len(ranking) // 150)]
    mades += [Made(Category.FOUR_FLUSH, (13, 9, 5, 2, odd)) for odd in (12, 11, 3)]
    for one, two in combinations(mades, 2):
        if one != two:
            first, second = made_texts([one, two])
            assert first != second


@pytest.mark.parametrize(
    ("preset", "cards", "words"),
    [
        ("casino_fixed", "Ks Kd 4h", "a pair of kings"),
        ("casino_lowball", "8s", "8 so far"),
        ("casino_lowball", "8s 2d 6h", "8-6-2 so far"),
        ("casino_lowball", "As Kd Th", "K-10-A so far"),
        ("lowball_27", "As Kd 2h", "A-K-2 so far"),
        ("casino_lowball", "As Ad 6h", "a pair of aces"),
        ("casino_lowball", "As Ad Ah", "three of a kind, aces"),
        ("home_lowball", "2s 3d 4h 5c", "5-4-3-2 so far"),
        ("soko_fi", "Ks 9s 5s 2s", "a four-flush, king high"),
        ("soko_fi", "8s 7s 6s 5s", "a four-flush, eight high"),
        ("soko_fi", "8s 7d 6s 5s", "a four-straight, eight high"),
        ("soko_fi", "As 2d 3s 4s", "a four-straight, four high"),
        ("soko_fi", "As Kd Qs Js", "a four-straight, ace high"),
        ("soko_fi", "Ks 9d 5s 2s", "king high"),
        ("soko_fi", "As Kd 2s 3s", "ace high"),
        ("soko_fi", "Ks Kd 5s 2s", "a pair of kings"),
        ("soko_fi", "Ks 9s 5s", "king high"),
        ("hilo_8", "As Ad", "a pair of aces; low: none"),
        ("hilo_8", "As 4d 7h", "ace high; low: 7-4-A so far"),
        ("hilo_8", "9s 4d", "nine high; low: none"),
        ("hilo", "Ks Kd 4h", "a pair of kings; low: a pair of kings"),
        ("hilo_declare", "As Kd", "ace high; low: K-A so far"),
    ],
)
def test_a_player_is_told_what_he_holds_so_far(preset: str, cards: str, words: str) -> None:
    held = Held(tuple(CardSeen(card, up=True) for card in parse_cards(cards)))
    assert holding_text(rules_of(preset), held) == words


@pytest.mark.parametrize(
    ("preset", "cards", "words"),
    [
        ("casino_fixed", "Ks Kd 4h 4c 9s", "two pair, kings and fours"),
        ("casino_lowball", "8s 6d 4h 2c As", "8-6-4-2-A"),
        ("hilo", "As Ad 8h 6c 4s", "a pair of aces; low: a pair of aces"),
        ("hilo", "As 2d 8h 6c 4s", "ace high; low: 8-6-4-2-A"),
        ("hilo_declare", "As 2d 3h 4c 5s", "a straight, five high; low: a straight, five high"),
        ("hilo", "As 2d 3h 4c 5s", "a straight, five high; low: 5-4-3-2-A"),
        ("soko_fi", "Ks 9s 5s 2s 3d", "a four-flush, king high"),
    ],
)
def test_a_player_is_told_what_his_five_cards_make(preset: str, cards: str, words: str) -> None:
    rules = rules_of(preset)
    ranking, lows = ranking_of(rules, 3), low_ranking_of(rules)
    five = parse_cards(cards)
    seen = tuple(CardSeen(card, up=True) for card in five)
    held = Held(seen, ranking.made(ranking.of(five)), lows.made(lows.of(five)))
    assert holding_text(rules, held) == words


def test_a_low_that_does_not_qualify_is_none() -> None:
    """R-LOW-4."""
    seen = tuple(CardSeen(card, up=True) for card in parse_cards("Ks Kd 4h 4c 9s"))
    held = Held(seen, made_of("hilo_8", "Ks Kd 4h 4c 9s"))
    assert holding_text(rules_of("hilo_8"), held) == "two pair, kings and fours; low: none"


def test_who_has_no_card_holds_nothing() -> None:
    assert holding_text(rules_of("hilo_8"), Held(())) == ""
