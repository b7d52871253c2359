"""A written hand read as a whole: its head, its lines, and a deck that deals what it tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card, cards_text, parse_cards
from engine.decks import deck_for
from engine.errors import BadNotation, BrokenHistory, RefusedRules
from engine.history import VARIANTS
from engine.notation import DealLine, Line, ShowLine, read_line
from engine.options import BringInMode, Limit
from engine.rules import MOST_CHIPS, MOST_SEATS, HouseRules, not_dealt_yet
from engine.state import LAST_STREET, lies_up
from engine.stub import Stub


@dataclass(frozen=True, slots=True)
class Rejected:
    """An act that must be refused after the first `after` lines; `line` is None for words alone."""

    after: int
    line: str | None
    words: str


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A file of the notation as read, chips as it tells them.

    `deck` is complete where the file has one and None where it must be built from the lines.
    """

    rules: HouseRules
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    finishing: tuple[int, ...] | None
    lines: tuple[Line, ...]
    texts: tuple[str, ...]
    deck: tuple[Card, ...] | None
    rejected: tuple[Rejected, ...]
    void: bool


def read(text: str) -> WrittenHand:
    """Read a file; raise BrokenHistory for whatever is missing or malformed in it."""
    head = _head(text)
    rules = _rules(head)
    stacks = _chips(head, "starting_stacks")
    if stacks is None:
        raise BrokenHistory("starting_stacks is missing")
    texts = _texts(head, "actions")
    if texts is None:
        raise BrokenHistory("actions is missing")
    players = _texts(head, "players") or tuple(f"p{seat + 1}" for seat in range(len(stacks)))
    finishing = _chips(head, "finishing_stacks")
    for name, values in (("players", players), ("finishing_stacks", finishing)):
        if values is not None and len(values) != len(stacks):
            raise BrokenHistory(f"{name} holds {len(values)} entries for {len(stacks)} stacks")
    return WrittenHand(
        rules=rules,
        players=players,
        stacks=stacks,
        finishing=finishing,
        lines=tuple(_line(number, line) for number, line in enumerate(texts, 1)),
        texts=texts,
        deck=_deck(head, rules, len(stacks)),
        rejected=_rejected(head, len(texts)),
        void="_void" in head,
    )


def dealt_places(written: WrittenHand) -> dict[tuple[int, int], int]:
    """Return at which place of the deck each card of each seat lies: (seat, its card) -> place.

    Follows the burns as the engine makes them (R-DECK-9, R-DECK-10), from the order of the lines
    alone. Raises BrokenHistory where the lines deal more cards than the deck has.
    """
    deck = deck_for(written.rules, len(written.stacks))
    stub = Stub(deck)  # each card stands for its own place
    places: dict[tuple[int, int], int] = {}
    held = [0] * len(written.stacks)
    for number, street in enumerate(_streets(written)):
        if len(street) > len(stub.cards) + len(stub.burned):
            raise BrokenHistory("more cards are dealt than the deck has")
        burn = written.rules.burn and number > 1
        cards, stub = (
            stub.deal_street(len(street), burn=burn) if number > 1 else stub.deal(len(street))
        )
        for seat, card in zip(street, cards, strict=True):
            places[seat, held[seat]] = deck.index(card)
            held[seat] += 1
    return places


def known_cards(written: WrittenHand) -> dict[tuple[int, int], Card]:
    """Return the cards the lines tell, dealt or shown: (seat, its card) -> card.

    Raises BrokenHistory for a card that stands twice or shown cards that were not dealt.
    """
    known = _KnownCards(written.rules, [0] * len(written.stacks))
    for number, line in enumerate(written.lines, 1):
        if isinstance(line, DealLine):
            known.deal(line, number)
        elif isinstance(line, ShowLine):
            known.show(line, number)
    return known.cards


def build_deck(
    written: WrittenHand,
    places: Mapping[tuple[int, int], int],
    known: Mapping[tuple[int, int], Card],
) -> tuple[Card, ...]:
    """Return a deck that deals the known cards where they were dealt, unused ones elsewhere.

    Raises BrokenHistory for a card that the game's deck does not hold.
    """
    deck = deck_for(written.rules, len(written.stacks))
    at = {places[spot]: card for spot, card in known.items() if spot in places}
    told = set(at.values())
    strange = told - set(deck)
    if strange:
        raise BrokenHistory(f"{cards_text(strange)} is not in a deck of {len(deck)} cards")
    unused = iter(card for card in deck if card not in told)
    return tuple(at[place] if place in at else next(unused) for place in range(len(deck)))


def _head(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BrokenHistory(f"not TOML: {error}") from error
    except ValueError as error:  # a decimal of thousands of digits
        raise BrokenHistory("a number in it is far too long") from error
    except RecursionError as error:
        raise BrokenHistory("its lists or tables are nested too deeply") from error


@dataclass(slots=True)
class _KnownCards:
    """Gathers the cards of a file's lines; `held` counts each seat's cards so far."""

    rules: HouseRules
    held: list[int]
    cards: dict[tuple[int, int], Card] = field(default_factory=dict)
    spots: dict[Card, tuple[int, int]] = field(default_factory=dict)

    def deal(self, line: DealLine, number: int) -> None:
        self._verify_seat(line.seat, number)
        place = self.held[line.seat]
        self.held[line.seat] += 1
        if place >= LAST_STREET:
            return  # the reader, who knows the turn, says which card was due instead
        if line.card is not None:
            self._note((line.seat, place), line.card, number)
        elif lies_up(self.rules, place):
            raise BrokenHistory("an up card is written as it lies, not ??", number)

    def show(self, line: ShowLine, number: int) -> None:
        self._verify_seat(line.seat, number)
        cards, held = line.cards or (), self.held[line.seat]
        if len(cards) > held:
            raise BrokenHistory(f"p{line.seat + 1} shows {len(cards)} cards, holds {held}", number)
        for place, card in enumerate(cards):
            if card is not None:
                self._note((line.seat, place), card, number)

    def _note(self, spot: tuple[int, int], card: Card, number: int) -> None:
        known = self.cards.setdefault(spot, card)
        if known is not card:
            raise BrokenHistory(f"p{spot[0] + 1} shows {card} and was dealt {known}", number)
        if self.spots.setdefault(card, spot) != spot:
            raise BrokenHistory(f"{card} stands twice", number)

    def _verify_seat(self, seat: int, number: int) -> None:
        if seat >= len(self.held):
            raise BrokenHistory(f"there is no p{seat + 1}", number)


def _streets(written: WrittenHand) -> list[list[int]]:
    """Return the seats dealt to, street by street: a street ends where a seat comes again."""
    streets: list[list[int]] = []
    last = MOST_SEATS
    for line in written.lines:
        if not isinstance(line, DealLine):
            if not isinstance(line, ShowLine):
                last = MOST_SEATS
            continue
        if line.seat <= last:
            streets.append([])
        streets[-1].append(line.seat)
        last = line.seat
    return streets


def _line(number: int, text: str) -> Line:
    try:
        return read_line(text)
    except BadNotation as error:
        raise BrokenHistory(str(error), number) from error


def _rules(head: Mapping[str, Any]) -> HouseRules:
    options = head.get("_rules")
    if options is None:
        options = _rules_of_phh(head)
    if not isinstance(options, dict):
        raise BrokenHistory("_rules is not a table")
    try:
        rules = HouseRules.from_options(options)
    except RefusedRules as error:
        raise BrokenHistory(f"_rules: {error}") from error
    waiting = not_dealt_yet(rules)
    if waiting:
        raise BrokenHistory("; ".join(str(fault) for fault in waiting))
    return rules


def _rules_of_phh(head: Mapping[str, Any]) -> dict[str, object]:
    """Return the house rules that a file without `_rules` means by its standard fields."""
    limits = {code: limit for limit, code in VARIANTS.items()}
    variant = head.get("variant")
    limit = limits.get(variant) if isinstance(variant, str) else None
    if limit is None:
        raise BrokenHistory(f"variant is none of {', '.join(limits)}, and _rules is missing")
    antes = _chips(head, "antes") or (0,)
    if len(set(antes)) != 1:
        raise BrokenHistory("antes differ from seat to seat")
    bring_in = head.get("bring_in", 0)
    names = {"small": "small_bet", "big": "big_bet"} if limit is Limit.FIXED else {}
    if limit in (Limit.POT, Limit.NONE):
        names = {"min_bet": "min_bet"}
    return {
        "limit": str(limit),
        "ante": antes[0],
        "bring_in": bring_in,
        "bring_in_mode": str(BringInMode.LOW if bring_in else BringInMode.NONE),
        **{ours: head[theirs] for ours, theirs in names.items() if theirs in head},
    }


def _deck(head: Mapping[str, Any], rules: HouseRules, players: int) -> tuple[Card, ...] | None:
    text = head.get("_deck")
    if text is None:
        return None
    if not isinstance(text, str):
        raise BrokenHistory("_deck is not a text")
    try:
        told = parse_cards(text)
    except BadNotation as error:
        raise BrokenHistory(f"_deck: {error}") from error
    deck = deck_for(rules, players)
    strange = set(told) - set(deck)
    if strange:
        raise BrokenHistory(f"_deck: {cards_text(strange)} is not in a deck of {len(deck)} cards")
    return told + tuple(card for card in deck if card not in set(told))


def _rejected(head: Mapping[str, Any], most: int) -> tuple[Rejected, ...]:
    entries = head.get("_rejected", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BrokenHistory("_rejected is not a list of tables")
    rejected = []
    for entry in entries:
        after, line, words = entry.get("after"), entry.get("action"), entry.get("words", "")
        if type(after) is not int or not 0 <= after <= most:
            raise BrokenHistory(f"_rejected: after must be from 0 to {most}")
        if line is not None and not isinstance(line, str):
            raise BrokenHistory("_rejected: action is not a text")
        rejected.append(Rejected(after, line, str(words)))
    return tuple(rejected)


def _chips(head: Mapping[str, Any], name: str) -> tuple[int, ...] | None:
    values = head.get(name)
    if values is None:
        return None
    if not isinstance(values, list) or not all(
        type(one) is int and 0 <= one <= MOST_CHIPS * MOST_SEATS for one in values
    ):
        raise BrokenHistory(f"{name} is not a list of whole numbers of chips")
    return tuple(values)


def _texts(head: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    values = head.get(name)
    if values is None:
        return None
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise BrokenHistory(f"{name} is not a list of texts")
    return tuple(values)
