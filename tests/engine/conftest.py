"""Hands dealt from rows of cards and played in the notation, for every test of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import strategies as st

from engine.actions import Action, Verb, Wager
from engine.cards import Card, parse_cards
from engine.decks import deck_for, most_players
from engine.hand import Hand
from engine.notation import read_act
from engine.rules import HouseRules

Options = Mapping[str, object]
Deal = Callable[..., Hand]
Play = Callable[..., Hand]
Wander = Callable[[Hand, Random], Iterator[Hand]]
Starts = st.SearchStrategy[tuple[Hand, Random]]


def deal_rows(options: Options, stacks: Sequence[int], rows: str = "") -> Hand:
    """Start a hand whose deck holds the rows ("* / Kh Kd / 2c 3c") and is not burned from.

    A row names the cards in dealing order; * stands for as many unused cards as there are seats.
    """
    told = [row.split() for row in rows.split("/")] if rows else []
    named = parse_cards(" ".join(card for row in told for card in row if card != "*"))
    rules = HouseRules.from_options({"burn": False, **options})
    unused = iter([card for card in deck_for(rules, len(stacks)) if card not in named])
    deck: list[Card] = []
    for row in told:
        if row == ["*"]:
            deck += islice(unused, len(stacks))
        else:
            deck += parse_cards(" ".join(row))
    deck += unused
    return Hand.start(rules, stacks, deck)


def play_lines(hand: Hand, *lines: str) -> Hand:
    """Play acts in the notation: "p3 cbr 40"; "*" lets everybody check or call to the end."""
    for line in lines:
        if line == "*":
            while hand.actors:
                seat = hand.actors[0]
                hand, _ = hand.act(seat, passive(hand, seat))
        else:
            hand, _ = hand.act(*read_act(hand, line))
    return hand


def passive(hand: Hand, seat: int) -> Action:
    """Return the act that puts the least into the pot without folding."""
    options = hand.options(seat)
    for verb in (Verb.CHECK, Verb.CALL, Verb.BRING_IN):
        if options.refusal_of(verb) is None:
            return Action(verb)
    raise AssertionError(f"seat {seat} can neither check, call nor bring in: {options}")


def some_wager(wager: Wager, chance: Random) -> int:
    """Return a legal total: the least, the most, or any between."""
    if wager.steps:
        return chance.choice(wager.steps)
    near = min(wager.most, wager.least + 5)
    return chance.choice((wager.least, wager.most, chance.randint(wager.least, near)))


def some_act(hand: Hand, seat: int, chance: Random) -> Action:
    """Return a random legal act, seldom a fold."""
    options = hand.options(seat)
    verbs = [verb for verb in options.verbs() for _ in range(1 if verb is Verb.FOLD else 4)]
    assert verbs, f"nothing is legal for seat {seat}: {options}"
    verb = chance.choice(verbs)
    wagers = options.wager is not None and verb is options.wager.verb
    return Action(verb, some_wager(options.wager, chance) if wagers and options.wager else 0)


def wander_on(hand: Hand, chance: Random) -> Iterator[Hand]:
    """Yield the hand and each hand after it, played at random to its end."""
    bound = (sum(hand.starting_stacks) + 8) * len(hand.starting_stacks)
    yield hand
    while hand.actors:
        assert hand.turn < bound, "the hand never ends"
        hand, _ = hand.act(hand.actors[0], some_act(hand, hand.actors[0], chance))
        yield hand


@st.composite
def house_rules(draw: st.DrawFn) -> HouseRules:
    """Draw any rules that this version deals."""
    pick = st.sampled_from
    mode = draw(pick(["none", "low", "high", "best"]))
    limit = draw(pick(["fixed", "spread", "pot", "none"]))
    small = draw(st.integers(1, 24))
    most = small if limit in ("fixed", "spread") else 24
    bring_in = 0 if mode == "none" else draw(pick([1, most, draw(st.integers(1, most))]))
    options: dict[str, object] = {
        "deal": draw(pick(["1-4", "1-4", "1-3-1"])),
        "deck": draw(pick(["52", "52", "auto", "48", "44", "40", "36", "32", "28", "24"])),
        "low_straight": draw(st.booleans()),
        "flush_over_full": draw(pick(["auto", "yes", "no"])),
        "ante": draw(st.integers(0 if bring_in else 1, 12)),
        "bring_in_mode": mode,
        "bring_in": bring_in,
        "bring_in_tie": draw(pick(["suit", "position"])),
        "open_tie": draw(pick(["suit", "position", "suit_high"])),
        "limit": limit,
        "min_raise": draw(pick(["full", "any"])),
        "odd_chip": draw(pick(["suit", "suit_low", "position"])),
        "show": draw(pick(["winners", "all"])),
        "all_in_show": draw(st.booleans()),
        "burn": draw(st.booleans()),
    }
    if limit in ("fixed", "spread"):
        options |= {
            "raise_cap": draw(pick([0, 1, 2, 3])),
            "cap_lift": draw(pick(["start", "heads_up", "never"])),
            "short_all_in": draw(pick(["half", "full"])),
        }
    if limit == "fixed":
        options |= {
            "small": small,
            "big": draw(pick([small, 2 * small, small + 1, 3 * small])),
            "open_pair_big": draw(st.booleans()),
            "late_rounds": draw(pick(["big_only", "free"])),
        }
    elif limit == "spread":
        options |= {
            "spread_min": draw(st.integers(1, small)),
            "spread_max": small,
            "spread_max_late": draw(pick([0, small, 2 * small])),
        }
    elif draw(st.booleans()):
        options["min_bet"] = draw(st.integers(max(1, bring_in), 40))
    return HouseRules.from_options(options)


@st.composite
def starts(draw: st.DrawFn) -> tuple[Hand, Random]:
    """Draw a hand just dealt, and the chance that plays it."""
    rules = draw(house_rules())
    most = draw(st.sampled_from([6, 40, 150, 400]))
    chance = Random(draw(st.integers(0, 2**32)))
    table = most_players(rules)
    seats = min(table, draw(st.sampled_from([2, 2, 3, 3, 3, 4, 4, 5, 6, 8, table])))
    stacks = [chance.randint(1, most) for _ in range(seats)]
    deck = list(deck_for(rules, seats))
    chance.shuffle(deck)
    return Hand.start(rules, stacks, deck), chance


@pytest.fixture
def deal() -> Deal:
    """Return the dealer of hands from rows of cards."""
    return deal_rows


@pytest.fixture
def play() -> Play:
    """Return the player of lines."""
    return play_lines


@pytest.fixture(scope="session")
def wander() -> Wander:
    """Return the random player."""
    return wander_on


@pytest.fixture(scope="session", name="starts")
def any_start() -> Starts:
    """Return hands just dealt under any rules of this version, and the chance that plays them."""
    return starts()
