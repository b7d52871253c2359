"""What the lines of one seat tell of its cards: what is given up, and what is seen later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.course import LAST_STREET
from engine.errors import BrokenHistory
from engine.notation import BuyLine, DealLine, Line, ShowLine
from engine.rules import HouseRules
from engine.state import lies_up

Numbered = tuple[int, Line]
"""A line with its place in the file, counted from 1."""


@dataclass(slots=True)
class Fate:
    """One reading of a seat's lines.

    `faces` are the cards by the line that dealt them, wherever the file tells them first; `slots`
    the lines that dealt the cards it holds, in their places; `discards` the places of the cards
    given up, by their line.
    """

    slots: list[int] = field(default_factory=list)
    faces: dict[int, Card] = field(default_factory=dict)
    discards: dict[int, int] = field(default_factory=dict)

    def fork(self) -> Fate:
        """Return a reading that goes on from here by itself."""
        return Fate(self.slots.copy(), self.faces.copy(), self.discards.copy())

    def tell(self, place: int, card: Card, seat: int, number: int) -> None:
        """Note which card lies at a place; raise BrokenHistory where another is known to."""
        known = self.faces.setdefault(self.slots[place], card)
        if known is not card:
            raise BrokenHistory(f"p{seat + 1} shows {card} and was dealt {known}", number)


@dataclass(frozen=True, slots=True)
class FateReader:
    """Reads the lines of one seat in every way that fits; `buys` are its lines of bought cards."""

    rules: HouseRules
    seat: int
    lines: Sequence[Numbered]
    buys: dict[int, int]

    def fates(self) -> list[Fate]:
        """Return all readings, one alone but for unseen discards in 1-3-1 (R-DEAL-4).

        A line that makes no sense ends a reading: whoever plays it says what is wrong. Raises
        BrokenHistory where there is no reading: a card shown that was not dealt, or an unseen card
        that lies face up.
        """
        faults: list[BrokenHistory] = []
        found = list(self._read(Fate(), 0, faults))
        if not found:
            raise faults[-1]
        return found

    def _read(self, fate: Fate, begin: int, faults: list[BrokenHistory]) -> Iterator[Fate]:
        for at in range(begin, len(self.lines)):
            number, line = self.lines[at]
            if isinstance(line, BuyLine) and line.discards:
                places = self._places(fate, line)
                for place in places:
                    fork = fate.fork() if len(places) > 1 else fate
                    fork.discards[number] = place
                    if line.card is not None:
                        fork.tell(place, line.card, self.seat, number)
                    yield from self._read(fork, at + 1, faults)
                if places:
                    return
                break
            try:
                follows = self._follow(fate, number, line)
            except BrokenHistory as fault:
                faults.append(fault)
                return
            if not follows:
                break
        yield fate

    def _follow(self, fate: Fate, number: int, line: Line) -> bool:
        match line:
            case DealLine(card=card):
                place = self._place_dealt(fate, number)
                if place is None:
                    return False
                if card is not None:
                    fate.faces[number] = card
                elif lies_up(self.rules, place):
                    raise BrokenHistory("an up card is written as it lies, not ??", number)
            case ShowLine(cards=cards):
                told, held = cards or (), len(fate.slots)
                if len(told) > held:
                    name = f"p{self.seat + 1}"
                    raise BrokenHistory(f"{name} shows {len(told)} cards, holds {held}", number)
                for place, card in enumerate(told):
                    if card is not None:
                        fate.tell(place, card, self.seat, number)
            case _:
                pass
        return True

    def _place_dealt(self, fate: Fate, number: int) -> int | None:
        """Put a dealt card into its place and return that, None where it has none."""
        if number in self.buys:
            place = fate.discards.get(self.buys[number])
            if place is not None:
                fate.slots[place] = number
            return place
        if len(fate.slots) == LAST_STREET:
            return None
        fate.slots.append(number)
        return len(fate.slots) - 1

    def _places(self, fate: Fate, line: BuyLine) -> list[int]:
        """Return where the card that is given up may lie."""
        if len(fate.slots) < LAST_STREET or len(fate.discards) >= self.rules.buy:
            return []
        down = [place for place in range(LAST_STREET) if not lies_up(self.rules, place)]
        if line.card is None:
            return down
        faces = [fate.faces.get(slot) for slot in fate.slots]
        if line.card in faces:
            return [faces.index(line.card)]
        return [place for place in down if faces[place] is None]
