"""The lines of the hand-history notation: one action each, read strictly and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, assert_never

from engine.actions import Action, Declaration, Verb
from engine.cards import Card, cards_text, parse_card, parse_cards
from engine.errors import BadNotation
from engine.hand import Hand
from engine.rules import MOST_CHIPS

_SEAT: Final = r"p([1-9]|10)"
_DEAL: Final = re.compile(rf"d dh {_SEAT} (\?\?|[2-9TJQKA][cdhs])")
_SHOW: Final = re.compile(rf"{_SEAT} sm(?: ([2-9TJQKAcdhs?]+))?")
_ACT: Final = re.compile(rf"{_SEAT} (f|cc|pb|cbr (0|[1-9][0-9]{{0,17}}))")
_BUY: Final = re.compile(rf"{_SEAT} sd(?: (\?\?|[2-9TJQKA][cdhs]))?")
_DECLARE: Final = re.compile(rf"{_SEAT} dc (high|low|both)")


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
class BuyLine:
    """A seat pays and gives up a card, or stands pat where `discards` is False.

    `card` is None for a card given up that the writer may not see ("??").
    """

    seat: int
    discards: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class DeclareLine:
    """A seat declares what it plays for."""

    seat: int
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class ShowLine:
    """A seat shows its cards, or mucks where `cards` is None; a card unseen is None."""

    seat: int
    cards: tuple[Card | None, ...] | None


AnyAct = ActLine | BuyLine | DeclareLine
"""The lines that a player decides."""

Line = DealLine | AnyAct | ShowLine


def read_line(text: str) -> Line:
    """Read one line of `actions`; what follows a # is a remark. Raises BadNotation."""
    words = " ".join(text.split("#", 1)[0].split())
    if match := _DEAL.fullmatch(words):
        return DealLine(int(match[1]) - 1, None if match[2] == "??" else parse_card(match[2]))
    if match := _ACT.fullmatch(words):
        word = match[2].split()[0]
        total = int(match[3]) if match[3] else 0
        return ActLine(int(match[1]) - 1, word, total)
    if match := _BUY.fullmatch(words):
        seen = match[2] not in (None, "??")
        card = parse_card(match[2]) if seen else None
        return BuyLine(int(match[1]) - 1, match[2] is not None, card)
    if match := _DECLARE.fullmatch(words):
        return DeclareLine(int(match[1]) - 1, Declaration(match[2]))
    if match := _SHOW.fullmatch(words):
        return ShowLine(int(match[1]) - 1, _shown_cards(match[2]) if match[2] else None)
    raise BadNotation(f"{text!r} is not a line of the notation")


def read_act(hand: Hand, line: str) -> tuple[int, Action]:
    """Read the line of one act as the hand stands, "p3 cbr 40": the seat and the action.

    The notation has one word for check and call, and one for bet, raise and complete; the hand
    says which is meant. Raises BadNotation where the line is no act.
    """
    read = read_line(line)
    if not isinstance(read, AnyAct):
        raise BadNotation(f"{line!r} is not an act")
    return read.seat, action_of(hand, read)


def action_of(hand: Hand, line: AnyAct) -> Action:
    """Return the action a line means as the hand stands; it may still be illegal."""
    match line:
        case BuyLine(discards=False):
            return Action(Verb.STAND_PAT)
        case BuyLine(seat=seat, card=card):
            return Action(Verb.DISCARD, place=_place_of(hand, seat, card))
        case DeclareLine(declaration=declaration):
            return Action(Verb.DECLARE, declaration=declaration)
        case ActLine():
            return _betting_action(hand, line)
        case _:
            assert_never(line)


def _betting_action(hand: Hand, line: ActLine) -> Action:
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


def _place_of(hand: Hand, seat: int, card: Card | None) -> int:
    """Return which of a seat's cards is meant, -1 where it has no such card.

    A card the writer may not see is a down card; the first of them stands for any.
    """
    if card is None:
        return 0
    cards = cards_held(hand, seat)
    return cards.index(card) if card in cards else -1


def cards_held(hand: Hand, seat: int) -> tuple[Card, ...]:
    """Return all cards of a seat, down cards included: for who writes or reads a whole hand."""
    cards = hand._state.cards  # noqa: SLF001 -- the notation tells the whole truth about a hand
    return cards[seat] if 0 <= seat < len(cards) else ()


def line_of(hand: Hand, seat: int, action: Action) -> str:
    """Write an act as the hand stands before it: "p3 cbr 40", "p2 sd 7s"."""
    cards = cards_held(hand, seat)
    named = action.verb is Verb.DISCARD and 0 <= action.place < len(cards)
    return act_line(seat, action, cards[action.place] if named else None)


def act_line(seat: int, action: Action, card: Card | None = None) -> str:
    """Write one act: "p3 cbr 40"; `card` is the one given up in a buy, "??" without it."""
    match action.verb:
        case Verb.FOLD:
            word = "f"
        case Verb.CHECK | Verb.CALL:
            word = "cc"
        case Verb.BRING_IN:
            word = "pb"
        case Verb.COMPLETE | Verb.BET | Verb.RAISE:
            word = f"cbr {action.amount}"
        case Verb.STAND_PAT:
            word = "sd"
        case Verb.DISCARD:
            word = f"sd {card.text if card else '??'}"
        case Verb.DECLARE:
            word = f"dc {action.declaration}"
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
