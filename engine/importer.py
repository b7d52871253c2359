"""A written hand read as a whole: its head, its lines, and a deck that deals what it tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card, cards_text, parse_cards
from engine.decks import deck_for
from engine.errors import BadNotation, BrokenHistory, RefusedRules
from engine.history import VARIANTS
from engine.notation import Line, read_line
from engine.options import BringInMode, Limit
from engine.rules import MOST_CHIPS, MOST_SEATS, HouseRules


@dataclass(frozen=True, slots=True)
class Rejected:
    """An act that must be refused after the first `after` lines; `line` is None for words alone."""

    after: int
    line: str | None
    words: str


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A file of the notation as read, chips as it tells them.

    `deck` is complete where the file has one and None where it must be built from the lines;
    `reserve` is empty where the file has none.
    """

    rules: HouseRules
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    finishing: tuple[int, ...] | None
    lines: tuple[Line, ...]
    texts: tuple[str, ...]
    deck: tuple[Card, ...] | None
    reserve: tuple[Card, ...]
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
        deck=_deck(head, "_deck", rules, len(stacks)),
        reserve=_deck(head, "_reserve", rules, len(stacks)) or (),
        rejected=_rejected(head, len(texts)),
        void="_void" in head,
    )


def _head(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BrokenHistory(f"not TOML: {error}") from error
    except ValueError as error:  # a decimal of thousands of digits
        raise BrokenHistory("a number in it is far too long") from error
    except RecursionError as error:
        raise BrokenHistory("its lists or tables are nested too deeply") from error


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


def _deck(
    head: Mapping[str, Any], name: str, rules: HouseRules, players: int
) -> tuple[Card, ...] | None:
    text = head.get(name)
    if text is None:
        return None
    if not isinstance(text, str):
        raise BrokenHistory(f"{name} is not a text")
    try:
        told = parse_cards(text)
    except BadNotation as error:
        raise BrokenHistory(f"{name}: {error}") from error
    deck = deck_for(rules, players)
    strange = set(told) - set(deck)
    if strange:
        raise BrokenHistory(f"{name}: {cards_text(strange)} is not in a deck of {len(deck)} cards")
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
