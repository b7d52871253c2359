"""The trails a written hand can mean: which down card was given up, which card was bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import Card, cards_text
from engine.course import LAST_STREET
from engine.decks import deck_for
from engine.errors import BrokenHistory
from engine.fates import Fate, FateReader, Numbered
from engine.importer import WrittenHand
from engine.notation import ActLine, BuyLine, DealLine, Line, ShowLine
from engine.rules import MOST_SEATS
from engine.trail import Trail

_MOST_BRANCHES: Final = 2_000
"""Bounds the search in a hostile file; real ones take a few dozen."""

_NO_SUPPLY: Final = "no order of the supply rebuilt for buyers (R-DECK-11) deals these cards"

Way = Fate | Card | None
"""How a seat's lines are read, the mark of a card that is bought, or the one way there is."""

_ONE_WAY: Final[tuple[Way, ...]] = (None,)


def trails(written: WrittenHand) -> Iterator[Trail]:
    """Yield what a written hand can mean, the likeliest first.

    A line that cannot be followed ends a trail: whoever plays it sees what is wrong there. Raises
    BrokenHistory where there is no trail: for a card that stands twice, shown cards that were not
    dealt, more cards than the deck has, or a rebuilt supply that cannot give the cards told.
    """
    search = _Search(written)
    found = False
    for trail in search.trails(search.start(), 1):
        found = True
        yield trail
    if not found:
        raise search.fault or BrokenHistory(_NO_SUPPLY)


def verify_told(written: WrittenHand) -> None:
    """Raise BrokenHistory for a card told that the game's deck does not hold."""
    deck = deck_for(written.rules, len(written.stacks))
    strange = set(_told_last(written.lines)) - set(deck)
    if strange:
        raise BrokenHistory(f"{cards_text(strange)} is not in a deck of {len(deck)} cards")


class _Search:
    def __init__(self, written: WrittenHand) -> None:
        self.written = written
        self.deck = deck_for(written.rules, len(written.stacks))
        self.buys = _buys(written.lines)
        self.streets = _streets(written.lines, self.buys)
        self.told_last = _told_last(written.lines)
        self.fates = _fates(written, self.buys)
        self.branches = iter(range(_MOST_BRANCHES))
        self.fault: BrokenHistory | None = None

    def start(self) -> Trail:
        trail = Trail.begin(self.deck, len(self.written.stacks))
        if self.written.deck is not None:
            trail.faces = dict(zip(self.deck, self.written.deck, strict=True))
            trail.marks = {card: mark for mark, card in trail.faces.items()}
        trail.fates = {seat: fates[0] for seat, fates in enumerate(self.fates) if len(fates) == 1}
        return trail

    def trails(self, trail: Trail, begin: int) -> Iterator[Trail]:
        """Follow a trail from a line on, by every way there is from it."""
        for number in range(begin, len(self.written.lines) + 1):
            line = self.written.lines[number - 1]
            if not self._makes_sense(trail, number, line):
                break
            ways = self._ways(trail, number, line)
            if len(ways) > 1:
                yield from self._branch(trail, number, ways)
                return
            if not ways:
                self._note(BrokenHistory(_NO_SUPPLY, number))
                return
            if not self._goes(trail, number, ways[0]):
                return
        yield trail

    def _branch(self, trail: Trail, number: int, ways: Sequence[Way]) -> Iterator[Trail]:
        for way in ways:
            if next(self.branches, None) is None:
                return
            fork = trail.fork()
            if self._goes(fork, number, way):
                yield from self.trails(fork, number + 1)

    def _goes(self, trail: Trail, number: int, way: Way) -> bool:
        """Follow a line one way; tell whether that is possible, and note why not."""
        try:
            self._follow(trail, number, way)
        except BrokenHistory as fault:
            self._note(fault)
            return False
        return True

    def _note(self, fault: BrokenHistory) -> None:
        """Keep the fault that was come upon last in the file."""
        if self.fault is None or (fault.number or 0) > (self.fault.number or 0):
            self.fault = fault

    def _makes_sense(self, trail: Trail, number: int, line: Line) -> bool:
        """Tell whether a line can stand there; what is not so is for its reader to say."""
        if line.seat >= len(trail.held):
            return isinstance(line, ShowLine)
        fates = self.fates[line.seat]
        if isinstance(line, BuyLine) and line.discards:
            return any(number in fate.discards for fate in fates)
        if not isinstance(line, DealLine):
            return True
        if number in self.buys:
            return self.buys[number] in trail.discards
        return len(trail.held[line.seat]) < LAST_STREET

    def _ways(self, trail: Trail, number: int, line: Line) -> Sequence[Way]:
        """Return the ways a line can be followed, none where no card can be had."""
        if isinstance(line, BuyLine) and line.discards and line.seat not in trail.fates:
            return self.fates[line.seat]
        if isinstance(line, DealLine) and number in self.buys:
            return self._drawable(trail, number, line)
        return _ONE_WAY

    def _drawable(self, trail: Trail, number: int, line: DealLine) -> Sequence[Way]:
        """Return the marks that a bought card may be, those that bind the rest least first."""
        marks = trail.drawable(line.seat)
        if self.written.deck is not None:
            order = self.written.reserve or self.written.deck
            return sorted(marks, key=lambda mark: order.index(trail.faces[mark]))[:1]
        card = trail.fates[line.seat].faces.get(number)
        if card is not None and card in trail.marks:
            return [trail.marks[card]]
        unseen = _different(trail, marks)
        if card is not None:
            return unseen
        known = [mark for mark in marks if mark in trail.faces]
        needed = [mark for mark in known if self.told_last[trail.faces[mark]] > number]
        idle = [mark for mark in known if mark not in needed]
        fresh = sum(
            last > number and card not in trail.marks for card, last in self.told_last.items()
        )
        spare = sum(mark not in trail.faces for mark in marks) > fresh
        return [*unseen, *idle, *needed] if spare else [*idle, *unseen, *needed]

    def _follow(self, trail: Trail, number: int, way: Way) -> None:
        line = self.written.lines[number - 1]
        match line:
            case DealLine():
                self._deal(trail, number, line, way)
            case BuyLine(discards=True):
                if isinstance(way, Fate):
                    trail.choose(line.seat, way, number)
                trail.give_up(line.seat, trail.fates[line.seat].discards[number], number)
            case ActLine(word="f"):
                trail.folded.add(line.seat)
            case _:
                pass

    def _deal(self, trail: Trail, number: int, line: DealLine, way: Way) -> None:
        seat = line.seat
        if isinstance(way, Card):
            if way not in trail.drawable(seat):
                raise BrokenHistory(f"{trail.faces.get(way)} stands twice", number)
            if not trail.draw(seat, trail.discards[self.buys[number]], way):
                raise BrokenHistory(_NO_SUPPLY, number)
            mark = way
        else:
            if number in self.streets:
                street, players = self.streets[number]
                burn = self.written.rules.burn
                trail.begin_street(players, first=street < 2, burn=burn)
            mark = trail.deal(seat)
        trail.dealt[number] = mark
        card = trail.fates[seat].faces.get(number) if seat in trail.fates else line.card
        if card is not None:
            trail.tell(mark, card, seat, number)


def _fates(written: WrittenHand, buys: dict[int, int]) -> list[list[Fate]]:
    """Return the readings of each seat's lines."""
    lines: list[list[Numbered]] = [[] for _ in written.stacks]
    for number, line in enumerate(written.lines, 1):
        if line.seat < len(lines):
            lines[line.seat].append((number, line))
        elif isinstance(line, DealLine | ShowLine):
            raise BrokenHistory(f"there is no p{line.seat + 1}", number)
    readers = [FateReader(written.rules, seat, told, buys) for seat, told in enumerate(lines)]
    return [reader.fates() for reader in readers]


def _different(trail: Trail, marks: Sequence[Card]) -> list[Card]:
    """Return those of the marks that are not told, one of each kind that is all the same."""
    owners = {mark: seat for seat, mark in trail.given_up}
    bound = set(trail.after).union(*trail.after.values())
    kinds: dict[Card | int, Card] = {}
    for mark in marks:
        if mark not in trail.faces:
            kinds.setdefault(mark if mark in bound else owners.get(mark, -1), mark)
    return list(kinds.values())


def _buys(lines: Sequence[Line]) -> dict[int, int]:
    """Return the lines that deal bought cards, with those of what was given up for them."""
    buys: dict[int, int] = {}
    bought: tuple[int, BuyLine] | None = None
    for number, line in enumerate(lines, 1):
        match line:
            case BuyLine(discards=True):
                bought = (number, line)
            case DealLine(seat=seat):
                if bought is not None and bought[1].seat == seat:
                    buys[number] = bought[0]
                bought = None
            case ShowLine():
                pass
            case _:
                bought = None
    return buys


def _streets(lines: Sequence[Line], buys: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Return the lines that begin a street: its number from 0, and how many cards are dealt.

    A street ends where a seat comes again.
    """
    streets: list[list[int]] = []
    last = MOST_SEATS
    for number, line in enumerate(lines, 1):
        if isinstance(line, DealLine) and number not in buys:
            if line.seat <= last:
                streets.append([])
            streets[-1].append(number)
            last = line.seat
        elif not isinstance(line, ShowLine):
            last = MOST_SEATS
    return {street[0]: (at, len(street)) for at, street in enumerate(streets)}


def _told_last(lines: Sequence[Line]) -> dict[Card, int]:
    """Return the last line that deals, shows or gives up a card, for every card told."""
    told: dict[Card, int] = {}
    for number, line in enumerate(lines, 1):
        match line:
            case DealLine(card=Card() as card) | BuyLine(card=Card() as card):
                told[card] = number
            case ShowLine(cards=tuple() as cards):
                told |= {card: number for card in cards if card is not None}
            case _:
                pass
    return told
