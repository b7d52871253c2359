"""Cards and decks: R-DECK-1, R-DECK-2, and the notation's strictness."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, Suit, cards_text, deck_of, parse_card, parse_cards
from engine.errors import BadNotation


def test_r_deck_1_the_full_deck_has_52_different_cards_and_ace_high() -> None:
    assert len(FULL_DECK) == len(set(FULL_DECK)) == 52
    assert {card.rank for card in FULL_DECK} == set(range(2, 15))
    assert parse_card("Ac").rank == 14
    assert [parse_card(f"K{suit}").suit for suit in "cdhs"] == list(Suit)


def test_a_card_is_one_object_however_it_is_got() -> None:
    for card in FULL_DECK:
        assert parse_card(card.text) is card
        assert copy.deepcopy(card) is card
        assert copy.copy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 -- our own bytes
        assert repr(card) == card.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "K",
        "kd",
        "KD",
        "Kx",
        "1d",
        "10d",
        "Kd ",
        " Kd",
        "Kdd",
        "K♦",
        "??",
        "*",
        "\u0661d",
        "Td\n",
        "0c",
        "Kd\x00",
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_card(text)


@pytest.mark.parametrize("text", ["AsK", "As,Kd", "As As", "AsAs", "AsXd", "A", "As-Kd"])
def test_what_is_no_row_of_cards_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_cards(text)


@pytest.mark.parametrize("text", ["A s", "A sK d", "AsK d"])
def test_a_card_is_not_torn_apart(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_cards(text)


@given(st.text())
def test_any_text_is_a_card_or_bad_notation(text: str) -> None:
    try:
        assert parse_card(text).text == text
    except BadNotation:
        assert text not in {card.text for card in FULL_DECK}


@given(st.lists(st.sampled_from(FULL_DECK), unique=True))
def test_rows_of_cards_come_back_as_written(cards: list[object]) -> None:
    row = tuple(card for card in FULL_DECK if card in cards)
    assert parse_cards(cards_text(row)) == row
    assert parse_cards(cards_text(row).replace(" ", "")) == row


@pytest.mark.parametrize(
    ("lowest", "cards"),
    [(2, 52), (3, 48), (4, 44), (5, 40), (6, 36), (7, 32), (8, 28), (9, 24)],
)
def test_r_deck_2_stripped_decks(lowest: int, cards: int) -> None:
    deck = deck_of(lowest)
    assert len(deck) == cards
    assert min(card.rank for card in deck) == lowest


@pytest.mark.parametrize("lowest", [1, 0, 10, -2])
def test_r_deck_2_no_other_deck(lowest: int) -> None:
    with pytest.raises(ValueError, match="from 2 to 9"):
        deck_of(lowest)
