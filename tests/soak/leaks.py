"""Faults that let secrets out, built in on purpose: the watch must notice each of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import gate, past, table
from bot.gate import Gate
from bot.person import Person
from bot.picture import Picture, Private
from bot.portrait import picture_of, private_of
from bot.shuffle import Cards, Shuffle
from bot.state import State
from bot.terms import Terms
from engine.hand import Hand
from engine.history import write
from engine.view import view

_log = logging.getLogger(__name__)


def leak(names: str) -> None:
    """Build faults in, named with commas between them: panel, peek, log, digest, file."""
    for name in filter(None, names.split(",")):
        {"panel": _panel, "peek": _peek, "log": _deck, "digest": _digest, "file": _file}[name]()


def _panel() -> None:
    """Let the panel be drawn from the view of the first player."""

    def drawn(terms: Terms, state: State) -> Picture:
        picture = picture_of(terms, state)
        return picture if state.play is None else replace(picture, view=view(state.play.hand, 0))

    gate.picture_of = drawn  # type: ignore[attr-defined]


def _peek() -> None:
    """Let everybody be shown the cards of the player to his left."""

    def private(terms: Terms, state: State, person: Person) -> Private | None:
        own = private_of(terms, state, person)
        if own is None or state.play is None:
            return own
        left = (own.seat + 1) % len(own.view.seats)
        return replace(own, seat=left, view=view(state.play.hand, left))

    table.private_of = private  # type: ignore[attr-defined]


def _deck() -> None:
    """Let the log name the first cards of each deck."""
    draw = Shuffle.draw

    def told(self: Shuffle, cards: Cards) -> tuple[Cards, Cards]:
        deck, reserve = draw(self, cards)
        _log.info("the deck is %s ...", deck[:5])
        return deck, reserve

    Shuffle.draw = told  # type: ignore[method-assign]


def _digest() -> None:
    """Let the log name the digest of each act."""
    log_acts = Gate._log_acts

    def told(self: Gate, decision: Any, seconds: float) -> None:
        play = decision.state.play
        if play is not None:
            _log.info("the hand is %s now", play.hand.digest)
        log_acts(self, decision, seconds)

    Gate._log_acts = told  # type: ignore[method-assign]


def _file() -> None:
    """Let the file of a past hand tell everything."""

    def told(
        hand: Hand, players: Sequence[str], viewer: int | None, *, void: str | None = None
    ) -> str:
        del viewer
        return write(hand, players, void=void)

    past.export = told  # type: ignore[attr-defined]
