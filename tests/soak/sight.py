"""Who may know which cards of a hand: an own reading of the hand's lines, beside the engine's view.

A card lies face down where the rulebook deals it so (the first, in 1-3-1 the last too); a bought
one as the card it replaces. Its owner knows it, everybody else once the hand is shown.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from bot.replaying import rules_of
from bot.store.hands import HandRow, HandRows
from engine.cards import Card, parse_card, parse_cards
from engine.hand import Hand
from engine.history import lines
from engine.notation import read_act
from engine.options import DealForm
from engine.rules import HouseRules
from tests.soak.claims import Claim

Cards = frozenset[Card]


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody may know: the cards of each player as far as he sees them, and his own."""

    hands: tuple[Cards, ...] = ()
    own: tuple[Cards, ...] = ()

    @property
    def cards(self) -> Cards:
        """Return all of these cards."""
        return frozenset[Card]().union(*self.hands, *self.own)

    def makes(self, claim: Claim) -> bool:
        """Tell whether what is seen of one hand makes true what is said of it."""
        return any(map(claim.is_seen_in, self.hands)) or any(
            claim.is_seen_in(hand, own=True) for hand in self.own
        )

    def __or__(self, other: Known) -> Known:
        return Known(self.hands + other.hands, self.own + other.own)


@dataclass(slots=True)
class Sight:
    """The cards of one hand as far as it has come: those everybody knows, and each seat's own."""

    table: int
    number: int
    hand: Hand
    users: tuple[int, ...]
    acts: int = 0
    public: dict[int, Cards] = field(default_factory=dict)
    own: dict[int, Cards] = field(default_factory=dict)

    def known_to(self, user: int | None) -> Known:
        """Return what a member may know; what everybody may where he was not dealt in."""
        hands = tuple(self.public.values())
        if user is None or user not in self.users:
            return Known(hands)
        return Known(hands, (self.own.get(self.users.index(user), frozenset()),))

    def follow(self, row: HandRow) -> None:
        """Play on what the store has of the hand since."""
        for act in row.acts[self.acts :]:
            self.hand, _ = self.hand.act(*read_act(self.hand, act.line))
        self.acts = len(row.acts)
        self._read()

    def _read(self) -> None:
        public, own = read_lines(self.hand.rules, lines(self.hand))
        for kept, told in ((self.public, public), (self.own, own)):
            for seat, cards in told.items():
                kept[seat] = kept.get(seat, frozenset()) | cards


def sight_of(connection: sqlite3.Connection, table: int, number: int) -> Sight | None:
    """Read a hand of a table; None where there is none, or none any more."""
    row = HandRows(connection).numbered(table, number)
    if row is None or not row.kept:
        return None
    people = HandRows(connection).people(table, number)
    start = row.start
    stacks = [seat.stack for seat in start.seats]
    deck, reserve = parse_cards(start.deck), parse_cards(start.reserve)
    hand = Hand.start(rules_of(start.rules), stacks, deck, reserve)
    sight = Sight(table, number, hand, tuple(user for _, user, _ in people))
    sight.follow(row)
    return sight


def read_lines(
    rules: HouseRules, told: tuple[str, ...]
) -> tuple[dict[int, Cards], dict[int, Cards]]:
    """Read a hand's lines: each seat's cards that everybody has seen, and all that it has held."""
    public: dict[int, set[Card]] = {}
    lying: dict[int, list[Card | None]] = {}
    held: dict[int, set[Card]] = {}
    shown: set[int] = set()
    for line in told:
        match line.split():
            case ["d", "dh", who, text]:
                seat, card = _seat(who), parse_card(text)
                place = _lay(lying.setdefault(seat, []), card)
                held.setdefault(seat, set()).add(card)
                if seat in shown or _lies_up(rules, place):
                    public.setdefault(seat, set()).add(card)
            case [who, "sd", text]:
                cards = lying[_seat(who)]
                cards[cards.index(parse_card(text))] = None
            case [who, "sm", text]:
                shown.add(_seat(who))
                public.setdefault(_seat(who), set()).update(parse_cards(text))
            case _:
                pass  # no card is in any other line
    return _frozen(public), _frozen(held)


def _frozen(told: dict[int, set[Card]]) -> dict[int, Cards]:
    return {seat: frozenset(cards) for seat, cards in told.items()}


def _lay(cards: list[Card | None], card: Card) -> int:
    """Lay a card where one was given up, else behind the others; return its place."""
    place = cards.index(None) if None in cards else len(cards)
    cards[place : place + 1] = [card]
    return place


def _lies_up(rules: HouseRules, place: int) -> bool:
    return place > 0 and not (place == 4 and rules.deal is DealForm.ONE_THREE_ONE)


def _seat(who: str) -> int:
    return int(who.removeprefix("p")) - 1
