"""A hand as a file in the notation: one text for the log, the export, the tests, a bug report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from engine.cards import cards_text
from engine.events import Acted, CardDealt, Event, Mucked, Shown
from engine.hand import Hand
from engine.notation import act_line, deal_line, show_line
from engine.options import Limit
from engine.rules import HouseRules
from engine.state import HandState

VARIANTS: Final = {
    Limit.FIXED: "F5S",
    Limit.SPREAD: "S5S",
    Limit.POT: "P5S",
    Limit.NONE: "N5S",
}


def lines(hand: Hand) -> tuple[str, ...]:
    """Return the hand's actions in the notation, down cards included."""
    state = hand._state  # noqa: SLF001 -- the log is the whole truth about a hand
    written = (_line(state, event) for event in state.log)
    return tuple(line for line in written if line)


def write(hand: Hand, players: Sequence[str], *, void: str | None = None) -> str:
    """Write the whole hand as a file, every card in it: for the log, never for a player.

    `players` are the names by seat, `void` is the reason why the hand was called off.
    """
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
    text += ["actions = [", *(f"  {_toml(line)}," for line in lines(hand)), "]"]
    text.append(f"_deck = {_toml(_used_deck(hand))}")
    if void is not None:
        text.append(f"_void = {_toml(void)}")
    return "\n".join((*text, *_rules_table(rules))) + "\n"


def _line(state: HandState, event: Event) -> str | None:
    match event:
        case CardDealt(seat=seat, place=place):
            return deal_line(seat, state.cards[seat][place])
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
    if state.stub.turned:
        return cards_text(hand.deck)
    used = sum(len(cards) for cards in state.cards) + len(state.stub.burned)
    return cards_text(hand.deck[:used])


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
