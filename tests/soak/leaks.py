"""Faults that let secrets out, built in on purpose: the watch must notice each of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot import gate, past, pings, table
from bot.gate import Gate
from bot.person import Person
from bot.picture import Picture, Private
from bot.portrait import private_of
from bot.render import reasons
from bot.render.made import holding_text
from bot.render.ping import ping_text
from bot.shuffle import Cards, Shuffle
from bot.state import State
from bot.terms import Terms
from engine.actions import Action, WhyNot
from engine.cards import RANKS, Card
from engine.events import Event
from engine.hand import Hand
from engine.history import write
from engine.view import view
from tests.soak.cards_in import WORDS

SIGNS: Final = "♣♦♥♠"

_log = logging.getLogger(__name__)


def leak(names: str) -> None:
    """Build faults in, named with commas between them, each a key of FAULTS."""
    for name in filter(None, names.split(",")):
        FAULTS[name]()


def _panel() -> None:
    """Let the panel be drawn from the view of the first player."""
    drawn = _drawn()

    def told(terms: Terms, state: State) -> Picture:
        picture = drawn(terms, state)
        return picture if state.play is None else replace(picture, view=view(state.play.hand, 0))

    gate.picture_of = told  # type: ignore[attr-defined]


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


def _words() -> None:
    """Let the panel's title say what the last player to act holds, as his own cards' message."""
    drawn = _drawn()

    def told(terms: Terms, state: State) -> Picture:
        picture = drawn(terms, state)
        if state.play is None or state.play.hand.over:
            return picture
        return replace(picture, title=f"{picture.title} (held: {_held(state.play.hand)})")

    gate.picture_of = told  # type: ignore[attr-defined]


def _ping() -> None:
    """Let the ping tell the actor's down card by its rank."""
    drawn, call, last = _drawn(), ping_text, list[Hand]()

    def seen(terms: Terms, state: State) -> Picture:
        last[:] = [] if state.play is None else [state.play.hand]
        return drawn(terms, state)

    def told(actors: Sequence[Person], due_at: float) -> str:
        words = [f"somebody has {_a_rank(_down(hand, hand.actors[0]))}" for hand in last]
        return " ".join([call(actors, due_at), *words])

    gate.picture_of = seen  # type: ignore[attr-defined]
    pings.ping_text = told  # type: ignore[attr-defined]


def _error() -> None:
    """Let the answer to an illegal act say what he holds whose turn it is."""
    act, why_text, last = Hand.act, reasons.why_text, list[Hand]()

    def tried(self: Hand, seat: int, action: Action) -> tuple[Hand, tuple[Event, ...]]:
        last[:] = [self]
        return act(self, seat, action)

    def told(reason: WhyNot) -> str:
        return " ".join([why_text(reason), *(f"He holds {_held(hand)}." for hand in last)])

    Hand.act = tried  # type: ignore[method-assign]
    reasons.why_text = told  # the cogs are not loaded yet, and will take this one


def _logged(name: str, form: Callable[[Card], str]) -> Callable[[], None]:
    """Let the log name the actor's down card after each act in a form, the fault's name first."""

    def build() -> None:
        log_acts = Gate._log_acts

        def told(self: Gate, decision: Any, seconds: float) -> None:
            play = decision.state.play
            if play is not None and play.hand.actors:
                _log.info("%s: %s", name, form(_down(play.hand, play.hand.actors[0])))
            log_acts(self, decision, seconds)

        Gate._log_acts = told  # type: ignore[method-assign]

    return build


def _drawn() -> Callable[[Terms, State], Picture]:
    """Return how the gate draws a table, other faults included."""
    drawn: Callable[[Terms, State], Picture] = vars(gate)["picture_of"]
    return drawn


def _held(hand: Hand) -> str:
    """Return what the last one in of a hand's players holds, in words."""
    seat = max(hand.actors, default=0)
    return holding_text(hand.rules, view(hand, seat).seats[seat])


def _down(hand: Hand, seat: int) -> Card:
    return next(seen.card for seen in view(hand, seat).seats[seat].cards if seen.card is not None)


def _a_rank(card: Card) -> str:
    return f"a {WORDS[card.rank - 2]}"


FORMS: Final[Mapping[str, Callable[[Card], str]]] = {
    "rank": lambda card: f"he has {_a_rank(card)}",
    "signs": lambda card: RANKS[card.rank - 2] + SIGNS[card.suit],
    "letters": lambda card: f"{RANKS[card.rank - 2]} of {card.suit.name.lower()}",
    "named": lambda card: WORDS[card.rank - 2].title() + SIGNS[card.suit],
    "fields": lambda card: f"Card(rank={card.rank}, suit={card.text[1]!r})",
}
"""Forms in which the log may name a card; a log of JSON escapes the signs."""

FAULTS: Final[Mapping[str, Callable[[], None]]] = {
    "panel": _panel,
    "peek": _peek,
    "log": _deck,
    "digest": _digest,
    "file": _file,
    "words": _words,
    "ping": _ping,
    "error": _error,
    **{name: _logged(name, form) for name, form in FORMS.items()},
}
"""Faults by their names."""
