"""The lines of the hand-history notation: one action each, read strictly and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, assert_never

from engine.actions import Action, Verb
from engine.cards import Card, cards_text, parse_card, parse_cards
from engine.errors import BadNotation
from engine.hand import Hand
from engine.rules import MOST_CHIPS

_SEAT: Final = r"p([1-9]|10)"
_DEAL: Final = re.compile(rf"d dh {_SEAT} (\?\?|[2-9TJQKA][cdhs])")
_SHOW: Final = re.compile(rf"{_SEAT} sm(?: ([2-9TJQKAcdhs?]+))?")
_ACT: Final = re.compile(rf"{_SEAT} (f|cc|pb|cbr (0|[1-9][0-9]{{0,17}}))")


@dataclass(frozen=True, slots=True)
class DealLine:
    """A card dealt to a seat; `card` is None where the writer may not see it ("??")."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class ActLine:
    """A seat's act in the notation's four words; `word` is f, cc, pb or cbr, `total` in chips."""

    seat: int
    word: str
    total: int = 0


@dataclass(frozen=True, slots=True)
class ShowLine:
    """A seat shows its cards, or mucks where `cards` is None; a card unseen is None."""

    seat: int
    cards: tuple[Card | None, ...] | None


Line = DealLine | ActLine | ShowLine


def read_line(text: str) -> Line:
    """Read one line of `actions`; what follows a # is a remark. Raises BadNotation."""
    words = " ".join(text.split("#", 1)[0].split())
    if match := _DEAL.fullmatch(words):
        return DealLine(int(match[1]) - 1, None if match[2] == "??" else parse_card(match[2]))
    if match := _ACT.fullmatch(words):
        word = match[2].split()[0]
        total = int(match[3]) if match[3] else 0
        return ActLine(int(match[1]) - 1, word, total)
    if match := _SHOW.fullmatch(words):
        return ShowLine(int(match[1]) - 1, _shown_cards(match[2]) if match[2] else None)
    raise BadNotation(f"{text!r} is not a line of the notation")


def read_act(hand: Hand, line: str) -> tuple[int, Action]:
    """Read the line of one act as the hand stands, "p3 cbr 40": the seat and the action.

    The notation has one word for check and call, and one for bet, raise and complete; the hand
    says which is meant. Raises BadNotation where the line is no act.
    """
    read = read_line(line)
    if not isinstance(read, ActLine):
        raise BadNotation(f"{line!r} is not an act")
    return read.seat, action_of(hand, read)


def action_of(hand: Hand, line: ActLine) -> Action:
    """Return the action a line means as the hand stands; it may still be illegal."""
    options = hand.options(line.seat)
    match line.word:
        case "f":
            return Action(Verb.FOLD)
        case "pb":
            return Action(Verb.BRING_IN)
        case "cc":
            return Action(Verb.CALL if options.call else Verb.CHECK)
        case _:
            verb = options.wager.verb if options.wager else Verb.RAISE
            return Action(verb, min(line.total, MOST_CHIPS * 100))


def act_line(seat: int, action: Action) -> str:
    """Write one act: "p3 cbr 40"."""
    match action.verb:
        case Verb.FOLD:
            word = "f"
        case Verb.CHECK | Verb.CALL:
            word = "cc"
        case Verb.BRING_IN:
            word = "pb"
        case Verb.COMPLETE | Verb.BET | Verb.RAISE:
            word = f"cbr {action.amount}"
        case _:
            assert_never(action.verb)
    return f"p{seat + 1} {word}"


def deal_line(seat: int, card: Card | None) -> str:
    """Write one dealt card: "d dh p2 Kd", or "??" for a card the reader may not see."""
    return f"d dh p{seat + 1} {card.text if card else '??'}"


def show_line(seat: int, cards: tuple[Card, ...]) -> str:
    """Write a showing of cards, or a muck where there are none: "p3 sm AsKd7h9c2d"."""
    shown = cards_text(cards).replace(" ", "")
    return f"p{seat + 1} sm {shown}".rstrip()


def _shown_cards(text: str) -> tuple[Card | None, ...]:
    if len(text) % 2:
        raise BadNotation(f"{text!r} is not a row of cards")
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    parse_cards("".join(pair for pair in pairs if pair != "??"))
    return tuple(None if pair == "??" else parse_card(pair) for pair in pairs)
