"""A written hand played again: is every act legal, and does it end as the file says?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import Final

from engine.actions import Action, Options, Verb
from engine.cards import Card
from engine.contest import Contest
from engine.errors import BadNotation, BrokenHistory, IllegalAction, RefusedRules
from engine.events import CardDealt
from engine.hand import Hand
from engine.importer import Rejected, WrittenHand, read
from engine.notation import (
    ActLine,
    AnyAct,
    BuyLine,
    DealLine,
    DeclareLine,
    Line,
    ShowLine,
    action_of,
    cards_held,
    deal_line,
    read_act,
)
from engine.tracing import trails, verify_told
from engine.trail import Trail
from engine.unseen import Effort, choose_cards

_MOST_TRAILS: Final = 20
"""How many meanings of a file are played; nearly all files have one."""


class Verdict(IntEnum):
    """How a replay ended; the values are `doorcard replay`'s exit codes, the highest wins."""

    LEGAL = 0
    DIFFERS = 1
    BROKEN = 2


@dataclass(frozen=True, slots=True)
class PaidPot:
    """A pot as it was paid, in chips and players' names."""

    amount: int
    contenders: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a written hand; `pots` has the main pot first.

    `finishing_stacks` is empty where the hand did not end. `error` says what is wrong, one line;
    `unchecked` are the words of acts to be refused that the notation can't tell.
    """

    verdict: Verdict
    players: tuple[str, ...] = ()
    starting_stacks: tuple[int, ...] = ()
    finishing_stacks: tuple[int, ...] = ()
    pots: tuple[PaidPot, ...] = ()
    error: str | None = None
    unchecked: tuple[str, ...] = ()


def replay(text: str) -> Replay:
    """Play a file of the notation again and compare; never raises for a bad file."""
    try:
        written = read(text)
    except BrokenHistory as error:
        return Replay(Verdict.BROKEN, error=_one_line(str(error)))
    try:
        hand, accepted = play_through(written)
    except BrokenHistory as error:
        return Replay(Verdict.BROKEN, written.players, written.stacks, error=_one_line(str(error)))
    problems = [*accepted, *_differences(written, hand)]
    return Replay(
        Verdict.DIFFERS if problems else Verdict.LEGAL,
        written.players,
        written.stacks,
        written.stacks if written.void else hand.stacks if hand.over else (),
        _paid_pots(hand, written.players),
        _one_line("; ".join(problems)) or None,
        tuple(entry.words for entry in written.rejected if entry.line is None),
    )


def play_through(written: WrittenHand) -> tuple[Hand, list[str]]:
    """Play a read file; return the hand at its end and the acts accepted that were to be refused.

    Where it can mean several things the first is taken that ends as the file says. Raises
    BrokenHistory for an act that is illegal or a card that can't be dealt there.
    """
    if written.deck is None:
        verify_told(written)
    effort, fault, fallback = Effort(), None, None
    for trail in _meanings(written):
        try:
            played = _play_trail(written, trail, effort)
        except BrokenHistory as broken:
            if fault is None or (broken.number or 0) > (fault.number or 0):
                fault = broken
            continue
        if _ends_as_told(written, played[0]):
            return played
        fallback = fallback or played
    if fallback is None:
        raise fault or BrokenHistory("nothing can be made of it")
    return fallback


def _meanings(written: WrittenHand) -> Iterator[Trail]:
    """Yield what a file can mean; raise BrokenHistory where it can mean nothing."""
    try:
        yield from islice(trails(written), _MOST_TRAILS)
    except BrokenHistory:
        if written.deck is not None:
            # Whoever plays it says more plainly which card of the deck is another.
            _Reader(written, {}).play(written.deck, written.reserve)
        raise


def _play_trail(written: WrittenHand, trail: Trail, effort: Effort) -> tuple[Hand, list[str]]:
    """Play a file with the cards it tells, and choose the others."""
    if written.deck is not None:
        return _Reader(written, trail.discards).play(written.deck, written.reserve)

    def play(faces: Mapping[Card, Card]) -> tuple[Hand, list[str]]:
        deck = trail.whole_deck(faces)
        reserve = written.reserve or (trail.reserve(deck) if trail.rebuilt else ())
        return _Reader(written, trail.discards).play(deck, reserve)

    played = play({})
    if not played[0].over:
        return played
    finishing = None if written.void else written.finishing
    mucked = {line.seat for line in written.lines if isinstance(line, ShowLine) and not line.cards}
    contest = Contest(played[0], trail.known(), trail.marks, mucked, finishing, written.players)
    chosen = choose_cards(contest, effort)
    if not chosen:
        return played
    return play({trail.held[seat][place]: card for (seat, place), card in chosen.items()})


def _ends_as_told(written: WrittenHand, hand: Hand) -> bool:
    return written.void or not hand.over or written.finishing in (None, hand.stacks)


@dataclass(slots=True)
class _Reader:
    """Plays a written hand line by line and watches that its cards are the ones dealt."""

    written: WrittenHand
    discards: Mapping[int, int]
    dealt: int = 0
    accepted: list[str] = field(default_factory=list)

    def play(self, deck: tuple[Card, ...], reserve: tuple[Card, ...]) -> tuple[Hand, list[str]]:
        written = self.written
        try:
            hand = Hand.start(written.rules, written.stacks, deck, reserve)
        except RefusedRules as error:
            raise BrokenHistory(str(error)) from error
        for number, line in enumerate(written.lines, 1):
            self._try_rejected(hand, number - 1)
            hand = self._step(hand, number, line)
        self._try_rejected(hand, len(written.lines))
        missing = next(self._undealt(hand), None)
        if missing is not None and written.deck is None:
            raise BrokenHistory(f"p{missing.seat + 1}'s card {missing.place + 1} is missing")
        return hand, self.accepted

    def _step(self, hand: Hand, number: int, line: Line) -> Hand:
        match line:
            case DealLine():
                self._deal(hand, number, line)
                return hand
            case ActLine() | BuyLine() | DeclareLine():
                return self._act(hand, number, line)
            case ShowLine():
                self._compare_shown(hand, number, line)
                return hand

    def _deal(self, hand: Hand, number: int, line: DealLine) -> None:
        told = self.written.texts[number - 1]
        due = next(self._undealt(hand), None)
        if due is None:
            raise BrokenHistory(f"{told!r}: no card is dealt here", number)
        card = cards_held(hand, due.seat)[due.place]
        if due.seat != line.seat or line.card not in (None, card):
            raise BrokenHistory(f"{told!r}: {deal_line(due.seat, card)!r} is dealt here", number)
        self.dealt += 1

    def _compare_shown(self, hand: Hand, number: int, line: ShowLine) -> None:
        for told, card in zip(line.cards or (), cards_held(hand, line.seat), strict=False):
            if told not in (None, card):
                raise BrokenHistory(f"p{line.seat + 1} shows {told} and holds {card}", number)

    def _act(self, hand: Hand, number: int, line: AnyAct) -> Hand:
        text = self.written.texts[number - 1]
        due = next(self._undealt(hand), None)
        if due is not None:
            place = f"p{due.seat + 1}'s card {due.place + 1}"
            raise BrokenHistory(f"{text!r}: {place} is to be dealt first", number)
        try:
            after, _ = hand.act(line.seat, self._action(hand, number, line))
        except IllegalAction as error:
            told = f"{text!r} is illegal ({error.reason.why}); legal: {legal_lines(hand)}"
            raise BrokenHistory(told, number) from error
        return after

    def _action(self, hand: Hand, number: int, line: AnyAct) -> Action:
        action = action_of(hand, line)
        if action.verb is Verb.DISCARD and number in self.discards:
            return Action(Verb.DISCARD, place=self.discards[number])
        return action

    def _undealt(self, hand: Hand) -> Iterator[CardDealt]:
        deals = [event for event in hand.log if isinstance(event, CardDealt)]
        return iter(deals[self.dealt :])

    def _try_rejected(self, hand: Hand, done: int) -> None:
        for entry in self.written.rejected:
            if entry.after == done and entry.line is not None:
                self._try_one(hand, entry, entry.line)

    def _try_one(self, hand: Hand, entry: Rejected, line: str) -> None:
        before = hand.digest
        try:
            seat, action = read_act(hand, line)
            hand.act(seat, action)
        except BadNotation as error:
            raise BrokenHistory(f"_rejected: {error}") from error
        except IllegalAction:
            if hand.digest != before:
                self.accepted.append(
                    f"after {entry.after}: {line!r} was refused and changed the hand"
                )
        else:
            self.accepted.append(f"after {entry.after}: {line!r} was accepted")


def legal_lines(hand: Hand) -> str:
    """Return what the actor may do in the notation: "p2 f, p2 cc (10), p2 cbr 20, 30"."""
    if not hand.actors:
        return "nothing, the hand is over"
    return ", ".join(
        f"p{seat + 1} {line}" for seat in hand.actors for line in _legal(hand.options(seat))
    )


def _legal(options: Options) -> list[str]:
    if options.price:
        return ["sd", f"sd CARD ({options.price})"]
    legal = [f"dc {declaration}" for declaration in options.declarations]
    if options.fold:
        legal.append("f")
    if options.bring_in:
        legal.append(f"pb ({options.bring_in})")
    if options.check or options.call:
        legal.append(f"cc ({options.call})" if options.call else "cc")
    wager = options.wager
    if wager is not None:
        totals = ", ".join(map(str, wager.steps)) or f"{wager.least}-{wager.most}"
        legal.append(f"cbr {totals}")
    return legal


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _differences(written: WrittenHand, hand: Hand) -> list[str]:
    if written.finishing is None:
        return []
    if written.void:
        same = written.finishing == written.stacks
        return [] if same else ["a voided hand must finish with its starting stacks"]
    if not hand.over:
        return [f"the hand is not over; legal: {legal_lines(hand)}"]
    if hand.stacks != written.finishing:
        return [f"ends with {list(hand.stacks)}, not {list(written.finishing)}"]
    return []


def _paid_pots(hand: Hand, players: tuple[str, ...]) -> tuple[PaidPot, ...]:
    return tuple(
        PaidPot(
            award.chips,
            tuple(players[seat] for seat in award.contenders),
            tuple(players[seat] for seat in award.winners),
        )
        for award in reversed(hand.awards)
    )
