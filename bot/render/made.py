"""What five cards make, or fewer so far, in words: "two pair, kings and fours"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from bot.words import _
from engine.ranking import Category, Made

if TYPE_CHECKING:
    from engine.cards import Card

_NAMED: Final = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
"""How many ranks the name of a hand tells where it is more than one."""


def made_text(made: Made) -> str:
    """Return the name of a made hand, as it follows "with"."""
    first, second = (*made.ranks, 0, 0)[:2]
    match made.category:
        case Category.HIGH_CARD:
            return _("{rank} high").format(rank=_one(first))
        case Category.PAIR:
            return _("a pair of {ranks}").format(ranks=_many(first))
        case Category.TWO_PAIR:
            return _("two pair, {high} and {low}").format(high=_many(first), low=_many(second))
        case Category.THREE_OF_A_KIND:
            return _("three of a kind, {ranks}").format(ranks=_many(first))
        case Category.STRAIGHT:
            return _("a straight, {rank} high").format(rank=_one(first))
        case Category.FLUSH:
            return _("a flush, {rank} high").format(rank=_one(first))
        case Category.FULL_HOUSE:
            return _("a full house, {high} over {low}").format(high=_many(first), low=_many(second))
        case Category.FOUR_OF_A_KIND:
            return _("four of a kind, {ranks}").format(ranks=_many(first))
        case Category.STRAIGHT_FLUSH:
            return _straight_flush_text(first)
        case _:
            assert_never(made.category)


def made_texts(hands: Sequence[Made]) -> list[str]:
    """Return the names of hands that were shown together, told apart where only kickers do.

    Of hands with one name each is told with its kickers down to the one that decides; equal hands
    stay equal.
    """
    return [
        _told(made, max((_parting(made, other) for other in hands), default=0)) for made in hands
    ]


def _parting(made: Made, other: Made) -> int:
    """Return the first place in which two hands of one name differ, 0 for all others."""
    named = _NAMED.get(made.category, 1)
    if (made.category, made.ranks[:named]) != (other.category, other.ranks[:named]):
        return 0
    places = enumerate(zip(made.ranks, other.ranks, strict=False))
    return next((place for place, (one, two) in places if one != two), 0)


def _told(made: Made, place: int) -> str:
    named = _NAMED.get(made.category, 1)
    kickers = "-".join(_one(rank) for rank in made.ranks[named : place + 1])
    if not kickers:
        return made_text(made)
    match made.category:
        case Category.HIGH_CARD:
            return _("{rank} high").format(rank=f"{_one(made.ranks[0])}-{kickers}")
        case Category.FLUSH:
            return _("a flush, {rank} high").format(rank=f"{_one(made.ranks[0])}-{kickers}")
        case _:
            words = _("{made}, {ranks} kicker") if place == named else _("{made}, {ranks} kickers")
            return words.format(made=made_text(made), ranks=kickers)


def holding_of(cards: Sequence[Card]) -> Made | None:
    """Return what one to four cards make so far, by equal ranks alone; None for no card."""
    groups = sorted(
        Counter(card.rank for card in cards).items(), key=lambda one: (-one[1], -one[0])
    )
    if not groups:
        return None
    ranks = tuple(rank for rank, _count in groups)
    counts = tuple(count for _rank, count in groups)
    match counts:
        case (4, *_):
            return Made(Category.FOUR_OF_A_KIND, ranks)
        case (3, *_):
            return Made(Category.THREE_OF_A_KIND, ranks)
        case (2, 2, *_):
            return Made(Category.TWO_PAIR, ranks)
        case (2, *_):
            return Made(Category.PAIR, ranks)
        case _:
            return Made(Category.HIGH_CARD, ranks)


def _straight_flush_text(top: int) -> str:
    if top == 14:
        return _("a royal flush")
    return _("a straight flush, {rank} high").format(rank=_one(top))


def _one(rank: int) -> str:
    return {
        2: _("deuce"),
        3: _("three"),
        4: _("four"),
        5: _("five"),
        6: _("six"),
        7: _("seven"),
        8: _("eight"),
        9: _("nine"),
        10: _("ten"),
        11: _("jack"),
        12: _("queen"),
        13: _("king"),
        14: _("ace"),
    }[rank]


def _many(rank: int) -> str:
    return {
        2: _("deuces"),
        3: _("threes"),
        4: _("fours"),
        5: _("fives"),
        6: _("sixes"),
        7: _("sevens"),
        8: _("eights"),
        9: _("nines"),
        10: _("tens"),
        11: _("jacks"),
        12: _("queens"),
        13: _("kings"),
        14: _("aces"),
    }[rank]
