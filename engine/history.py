"""A hand as a file in the notation: one text for the log, the export, the tests, a bug report."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from typing import Final

from engine.actions import Action, Verb
from engine.cards import cards_text
from engine.events import Acted, CardDealt, Event, Mucked, Shown
from engine.hand import Hand
from engine.notation import act_line, deal_line, show_line
from engine.options import Limit
from engine.rules import HouseRules
from engine.state import HandState, lies_up

VARIANTS: Final = {
    Limit.FIXED: "F5S",
    Limit.SPREAD: "S5S",
    Limit.POT: "P5S",
    Limit.NONE: "N5S",
}


def lines(hand: Hand) -> tuple[str, ...]:
    """Return the hand's actions in the notation, down cards included.

    Of a simultaneous declaration nothing is written before the last has declared (R-DECL-2).
    """
    state = hand._state  # noqa: SLF001 -- the log is the whole truth about a hand
    return _told(_Teller(state, range(state.seats)))


def write(hand: Hand, players: Sequence[str], *, void: str | None = None) -> str:
    """Write the whole hand as a file, every card in it: for the log, never for a player.

    `players` are the names by seat, `void` is the reason why the hand was called off.
    """
    cards = [f"_deck = {_toml(_used_deck(hand))}"]
    if hand._state.rebuilt:  # noqa: SLF001 -- as in `lines`
        cards.append(f"_reserve = {_toml(cards_text(hand.reserve or hand.deck))}")
    return _file(hand, players, lines(hand), void, cards)


def export(
    hand: Hand, players: Sequence[str], viewer: int | None, *, void: str | None = None
) -> str:
    """Write a hand as the player at seat `viewer` may see it, or everybody where that is None.

    It names neither deck nor reserve, and has ?? for each card he may not see, now or ever:
    discards too. A hand that is not over is written as far as it went. `players` and `void` are
    those of `write`. Raises ValueError for a seat that was not dealt in.
    """
    state = hand._state  # noqa: SLF001 -- what the viewer may not see is left out below
    if viewer is not None and not 0 <= viewer < state.seats:
        raise ValueError(f"seat {viewer} was not dealt in")
    teller = _Teller(state, () if viewer is None else (viewer,))
    return _file(hand, players, _told(teller), void, [])


def _told(teller: _Teller) -> tuple[str, ...]:
    return tuple(line for line in map(teller.line, teller.state.log) if line)


def _file(
    hand: Hand,
    players: Sequence[str],
    told: Sequence[str],
    void: str | None,
    cards: Sequence[str],
) -> str:
    """Put a file together: its head, the lines told, the keys that tell of cards, the rules."""
    rules = hand.rules
    text = [f"variant = {_toml(VARIANTS[rules.limit])}"]
    text.append(f"antes = {_toml([rules.ante] * len(hand.starting_stacks))}")
    text.append(f"bring_in = {rules.bring_in}")
    if rules.limit is Limit.FIXED:
        text += [f"small_bet = {rules.small}", f"big_bet = {rules.big}"]
    else:
        text.append(f"min_bet = {rules.least_bet}")
    text.append(f"players = {_toml(list(players))}")
    text.append(f"starting_stacks = {_toml(list(hand.starting_stacks))}")
    if void is not None:
        text.append(f"finishing_stacks = {_toml(list(hand.starting_stacks))}")
    elif hand.over:
        text.append(f"finishing_stacks = {_toml(list(hand.stacks))}")
    text += ["actions = [", *(f"  {_toml(line)}," for line in told), "]", *cards]
    if void is not None:
        text.append(f"_void = {_toml(void)}")
    return "\n".join((*text, *_rules_table(rules))) + "\n"


class _Teller:
    """Writes the events of a hand in order; a card bought lies where another lay before it.

    `eyes` are the seats whose down cards are written; those of others are ??, unless shown.
    """

    def __init__(self, state: HandState, eyes: Container[int]) -> None:
        self.state = state
        self._eyes = eyes
        self._given_up = iter([card for _, _, card in state.discards])
        self._lying = {
            (seat, place): iter(
                [
                    *(card for buyer, at, card in state.discards if (buyer, at) == (seat, place)),
                    last,
                ]
            )
            for seat, cards in enumerate(state.cards)
            for place, last in enumerate(cards)
        }

    def line(self, event: Event) -> str | None:
        """Write one event, None where it follows from the rules."""
        match event:
            case CardDealt(seat=seat, place=place, card=seen):
                card = next(self._lying[seat, place])
                # Of a hand that was shown every card is seen that comes after (R-ALLIN-4).
                return deal_line(seat, card if seen or seat in self._eyes else None)
            case Acted(seat=seat, action=Action(verb=Verb.DISCARD) as action):
                card = next(self._given_up)
                up = lies_up(self.state.rules, action.place)
                return act_line(seat, action, card if up or seat in self._eyes else None)
            case Acted(seat=seat, action=action):
                return act_line(seat, action)
            case Shown(seat=seat, cards=cards):
                return show_line(seat, cards)
            case Mucked(seat=seat):
                return show_line(seat, ())
            case _:
                return None  # antes, returned bets and awards follow from the rules


def _used_deck(hand: Hand) -> str:
    state = hand._state  # noqa: SLF001 -- as in `lines`
    left = 0 if state.stub.turned else len(state.stub.cards)
    return cards_text(hand.deck[: len(hand.deck) - left])


def _rules_table(rules: HouseRules) -> list[str]:
    options = rules.to_options()
    return ["", "[_rules]", *(f"{name} = {_toml(value)}" for name, value in options.items())]


def _toml(value: object) -> str:
    """Write a string, number, boolean or list of them as TOML reads it."""
    if isinstance(value, list):
        return f"[{', '.join(_toml(one) for one in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, save that TOML wants DEL escaped and allows no lone surrogate.
        text = value.encode("utf-8", "replace").decode("utf-8")
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
    return str(value)
