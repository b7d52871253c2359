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
Choose = Callable[[Hand, Random], tuple[int, Action]]
SomeStart = Callable[[HouseRules, int, int, Random], Hand]


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
    """Return the act that puts the least into the pot without folding, high in a declaration."""
    options = hand.options(seat)
    for verb in (Verb.CHECK, Verb.CALL, Verb.BRING_IN, Verb.STAND_PAT, Verb.DECLARE):
        if options.refusal_of(verb) is None:
            return Action(verb)
    raise AssertionError(f"seat {seat} can do nothing that costs no more than a call: {options}")


def some_wager(wager: Wager, chance: Random) -> int:
    """Return a legal total: the least, the most, or any between."""
    if wager.steps:
        return chance.choice(wager.steps)
    near = range(wager.least, wager.most + 1, wager.unit)[:6]
    return chance.choice((wager.least, wager.most, chance.choice(near)))


def some_act(hand: Hand, seat: int, chance: Random) -> Action:
    """Return a random legal act, seldom a fold."""
    options = hand.options(seat)
    verbs = [verb for verb in options.verbs() for _ in range(1 if verb is Verb.FOLD else 4)]
    assert verbs, f"nothing is legal for seat {seat}: {options}"
    verb = chance.choice(verbs)
    if verb is Verb.DISCARD:
        return Action(verb, place=chance.randrange(5))
    if verb is Verb.DECLARE:
        return Action(verb, declaration=chance.choice(options.declarations))
    wagers = options.wager is not None and verb is options.wager.verb
    return Action(verb, some_wager(options.wager, chance) if wagers and options.wager else 0)


def some_turn(hand: Hand, chance: Random) -> tuple[int, Action]:
    """Return one of those who may act now, at random, and a random legal act of his."""
    seat = chance.choice(hand.actors)
    return seat, some_act(hand, seat, chance)


def wander_on(hand: Hand, chance: Random) -> Iterator[Hand]:
    """Yield the hand and each hand after it, played at random to its end."""
    bound = (sum(hand.starting_stacks) + 11) * len(hand.starting_stacks)
    yield hand
    while hand.actors:
        assert hand.turn < bound, "the hand never ends"
        hand, _ = hand.act(*some_turn(hand, chance))
        yield hand


def some_start(rules: HouseRules, seats: int, most: int, chance: Random) -> Hand:
    """Deal to random stacks of 1 to `most` chip units; one hand in three holds like cards."""
    stacks = [chance.randint(1, most) * rules.chip_unit for _ in range(seats)]
    deck = list(deck_for(rules, seats))
    reserve = deck.copy()
    chance.shuffle(reserve)
    if chance.randrange(3):
        chance.shuffle(deck)
    else:
        deck = like_hands(deck, seats, chance, burn=rules.burn)
    return Hand.start(rules, stacks, deck, reserve)


def like_hands(deck: Sequence[Card], seats: int, chance: Random, *, burn: bool) -> list[Card]:
    """Return the deck in an order that deals up to four seats one hand in other suits: ties."""
    lowest, width = chance.choice(deck).rank, chance.choice((5, 6, 13))
    near = [card for card in deck if (card.rank - lowest) % 13 < width]
    first = chance.sample(near if len(near) > 4 else deck, 5)
    shifts = chance.sample(range(4), 4)
    rest = list(deck)
    chance.shuffle(rest)
    hands: list[list[Card]] = []
    for seat in range(seats):
        wanted = [(card.rank, (card.suit + shifts[seat % 4]) % 4) for card in first]
        like = [c for one in wanted for c in rest if (c.rank, c.suit) == one]
        hands.append(like if len(like) == 5 and seat < 4 else rest[:5])
        rest = [card for card in rest if card not in hands[seat]]
    dealt: list[Card] = []
    for place in range(5):
        if burn and place > 1 and rest:
            dealt.append(rest.pop())
        dealt += [hand[place] for hand in hands]
    return dealt + rest


@st.composite
def house_rules(draw: st.DrawFn) -> HouseRules:
    """Draw any rules of part F that are not refused."""
    pick = st.sampled_from
    game = draw(pick(["high", "high", "low", "hilo", "hilo", "soko"]))
    mode = draw(pick(["none", "high", "best"] + ["low"] * (game != "low")))
    limit = draw(pick(["fixed", "spread", "pot", "none"]))
    small = draw(st.integers(1, 24))
    most = small if limit in ("fixed", "spread") else 24
    bring_in = 0 if mode == "none" else draw(pick([1, most, draw(st.integers(1, most))]))
    decks = ["52", "52", "auto", "48", "44", "40", "36", "32", "28", "24"]
    options: dict[str, object] = {
        "game": game,
        "deal": draw(pick(["1-4", "1-4", "1-3-1"])),
        "deck": draw(pick(decks)) if game == "high" else "52",
        "low_straight": draw(st.booleans()),
        "flush_over_full": draw(pick(["auto", "yes", "no"]))
        if game in ("high", "hilo")
        else "auto",
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
        "low_rank": draw(pick(["a5", "a6", "27"])),
        "choice": draw(pick(["none", "none", "hand", "orbit", "fixed"])),
        "soko_rank": draw(pick(["between", "below"])),
        "soko_open": draw(pick(["full", "plain"])),
    }
    options |= draw(limit_options(limit, small, bring_in))
    if game == "hilo":
        options |= draw(hilo_options())
    options |= draw(buy_options(limit))
    return HouseRules.from_options(in_units(options, draw(pick([1, 1, 1, 5]))))


@st.composite
def limit_options(draw: st.DrawFn, limit: str, small: int, bring_in: int) -> dict[str, object]:
    """Draw the options of one betting structure."""
    pick = st.sampled_from
    if limit not in ("fixed", "spread"):
        return {"min_bet": draw(pick([0, draw(st.integers(max(1, bring_in), 40))]))}
    options: dict[str, object] = {
        "raise_cap": draw(pick([0, 1, 2, 3])),
        "cap_lift": draw(pick(["start", "heads_up", "never"])),
        "short_all_in": draw(pick(["half", "full"])),
    }
    if limit == "fixed":
        return options | {
            "small": small,
            "big": draw(pick([small, 2 * small, small + 1, 3 * small])),
            "open_pair_big": draw(st.booleans()),
            "late_rounds": draw(pick(["big_only", "free"])),
        }
    return options | {
        "spread_min": draw(st.integers(1, small)),
        "spread_max": small,
        "spread_max_late": draw(pick([0, small, 2 * small])),
    }


@st.composite
def hilo_options(draw: st.DrawFn) -> dict[str, object]:
    """Draw a qualifier, a declaration, or neither."""
    pick = st.sampled_from
    declare = draw(pick(["none", "simultaneous", "sequential"]))
    if declare == "none":
        return {"low_rank": "a5", "qualifier": 8} if draw(st.booleans()) else {}
    return {
        "declare": declare,
        "declare_from": draw(pick(["last_raiser", "opener", "dealer_left"])),
        "both": draw(st.booleans()),
        "both_tie": draw(pick(["lose", "share"])),
    }


@st.composite
def buy_options(draw: st.DrawFn, limit: str) -> dict[str, object]:
    """Draw no buy, one or two; prices are cheap, or in fixed limit the big bet."""
    pick = st.sampled_from
    buy = draw(pick([0, 0, 1, 2]))
    price = draw(st.integers(1, 12))
    prices = draw(pick([[price, price + 1], [price, 2 * price]]))
    stated = limit != "fixed" or draw(st.booleans())
    return {
        "buy": buy,
        "buy_price": prices if stated else [],
        "buy_order": draw(pick(["dealer_left", "opener"])),
        "buy_bet": draw(pick(["after_each", "after_last"])),
    }


AMOUNTS = ("ante", "bring_in", "min_bet", "small", "big", "spread_min", "spread_max",
           "spread_max_late", "buy_price")  # fmt: skip


def in_units(options: Mapping[str, object], unit: int) -> dict[str, object]:
    """Return the options with every amount so many times as large, and that chip unit."""
    scaled = {**options, "chip_unit": unit}
    for name in AMOUNTS:
        match scaled.get(name):
            case int(amount):
                scaled[name] = amount * unit
            case list(amounts):
                scaled[name] = [amount * unit for amount in amounts]
    return scaled


@st.composite
def starts(draw: st.DrawFn) -> tuple[Hand, Random]:
    """Draw a hand just dealt, and the chance that plays it."""
    rules = draw(house_rules())
    most = draw(st.sampled_from([6, 40, 150, 400]))
    seats = draw(st.sampled_from([2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 10]))
    chance = Random(draw(st.integers(0, 2**32)))
    return some_start(rules, min(most_players(rules), seats), most, chance), chance


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


@pytest.fixture(scope="session", name="some_turn")
def any_turn() -> Choose:
    """Return the chooser of who acts now, and of what he does."""
    return some_turn


@pytest.fixture(scope="session", name="some_start")
def any_deal() -> SomeStart:
    """Return the dealer of random hands under given rules."""
    return some_start
