"""What five cards make, or fewer so far, in words: "two pair, kings and fours", "8-6-4-2-A"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from bot.words import _
from engine.cards import ACE, RANKS
from engine.options import Game, LowRank, Qualifier
from engine.ranking import Category, Made

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.rules import HouseRules
    from engine.view import CardSeen

_NAMED: Final = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
"""How many ranks the name of a hand tells where it is more than one."""

_WHOLE: Final = 5
_FOUR: Final = 4
_EIGHT: Final = 8


class Held(Protocol):
    """What a player holds as far as the viewer sees it: a seat's view, for one."""

    @property
    def cards(self) -> Sequence[CardSeen]:
        """Return his cards."""

    @property
    def made(self) -> Made | None:
        """Return what all five make: the hand that plays for high, or the only one."""

    @property
    def low(self) -> Made | None:
        """Return the low hand of high-low, None where it does not qualify."""


def holding_text(rules: HouseRules, held: Held) -> str:
    """Return what somebody holds in a game: "two pair, kings and fours; low: none".

    Fewer than five cards are told as far as they go; no card gives "".
    """
    cards = [seen.card for seen in held.cards if seen.card is not None]
    made = held.made or holding_of(cards, rules)
    if made is None:
        return ""
    if rules.game is not Game.HILO:
        return made_text(made, low=rules.game is Game.LOW)
    low = held.low if held.made is not None else _low_so_far(cards, rules)
    return _("{high}; low: {low}").format(
        high=made_text(made), low=_("none") if low is None else made_text(low, low=True)
    )


def made_text(made: Made, *, low: bool = False) -> str:
    """Return the name of a made hand, as it follows "with"; `low` where it plays for low.

    A low hand without a pair is told by its cards from the top: "8-6-4-2-A".
    """
    if low and made.category is Category.HIGH_CARD:
        return _cards_text(made.ranks)
    first, second = (*made.ranks, *made.ranks)[:2]
    if made.category is Category.STRAIGHT_FLUSH and first == ACE:
        return _("a royal flush")
    return _name_of(made.category).format(
        rank=_one(first), ranks=_many(first), high=_many(first), low=_many(second)
    )


def _name_of(category: Category) -> str:
    return {
        Category.HIGH_CARD: _("{rank} high"),
        Category.PAIR: _("a pair of {ranks}"),
        Category.FOUR_STRAIGHT: _("a four-straight, {rank} high"),
        Category.FOUR_FLUSH: _("a four-flush, {rank} high"),
        Category.TWO_PAIR: _("two pair, {high} and {low}"),
        Category.THREE_OF_A_KIND: _("three of a kind, {ranks}"),
        Category.STRAIGHT: _("a straight, {rank} high"),
        Category.FLUSH: _("a flush, {rank} high"),
        Category.FULL_HOUSE: _("a full house, {high} over {low}"),
        Category.FOUR_OF_A_KIND: _("four of a kind, {ranks}"),
        Category.STRAIGHT_FLUSH: _("a straight flush, {rank} high"),
    }[category]


def made_texts(hands: Sequence[Made], *, low: bool = False) -> list[str]:
    """Return the names of hands that were shown together, told apart where only kickers do.

    Of hands with one name each is told with its kickers down to the one that decides; equal hands
    stay equal. `low` where they play for low.
    """
    return [
        _told(made, max((_parting(made, other) for other in hands), default=0), low=low)
        for made in hands
    ]


def _parting(made: Made, other: Made) -> int:
    """Return the first place in which two hands of one name differ, 0 for all others."""
    named = _NAMED.get(made.category, 1)
    if (made.category, made.ranks[:named]) != (other.category, other.ranks[:named]):
        return 0
    places = enumerate(zip(made.ranks, other.ranks, strict=False))
    return next((place for place, (one, two) in places if one != two), 0)


def _told(made: Made, place: int, *, low: bool) -> str:
    named = _NAMED.get(made.category, 1)
    ranks = made.ranks[named : place + 1]
    if not ranks:
        return made_text(made, low=low)
    top = _words_of((made.ranks[0], *ranks))
    match made.category:
        case Category.HIGH_CARD if low:
            return made_text(made, low=True)
        case Category.FOUR_FLUSH if place >= _FOUR:
            return _("a four-flush, {ranks} high, {odd} kicker").format(
                ranks=_words_of(made.ranks[:_FOUR]), odd=_one(made.ranks[_FOUR])
            )
        case Category.HIGH_CARD | Category.FLUSH | Category.FOUR_FLUSH:
            return _name_of(made.category).format(rank=top)
        case _:
            words = _("{made}, {ranks} kicker") if place == named else _("{made}, {ranks} kickers")
            return words.format(made=made_text(made, low=low), ranks=_words_of(ranks))


def holding_of(cards: Sequence[Card], rules: HouseRules | None = None) -> Made | None:
    """Return what one to four cards make so far in a game; None for no card.

    Equal ranks alone count, in Sökö also four cards of a suit or in a row. Without `rules` the game
    is high poker.
    """
    if rules is None:
        return _groups_of(cards, ACE)
    four = _four_of(cards) if rules.game is Game.SOKO and len(cards) == _FOUR else None
    return four or _groups_of(cards, _ace_of(rules) if rules.game is Game.LOW else ACE)


def _low_so_far(cards: Sequence[Card], rules: HouseRules) -> Made | None:
    """Return the low that one to four cards make so far, None where it does not qualify."""
    made = _groups_of(cards, _ace_of(rules))
    if made is None or rules.qualifier is Qualifier.NONE:
        return made
    return made if made.category is Category.HIGH_CARD and made.ranks[0] <= _EIGHT else None


def _ace_of(rules: HouseRules) -> int:
    return ACE if rules.low_rank is LowRank.DEUCE_SEVEN else 1


def _groups_of(cards: Sequence[Card], ace: int) -> Made | None:
    counted = Counter(ace if card.rank == ACE else card.rank for card in cards)
    groups = sorted(counted.items(), key=lambda one: (-one[1], -one[0]))
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


def _four_of(cards: Sequence[Card]) -> Made | None:
    """Return the four-flush or four-straight of four cards (R-SOKO-2 to R-SOKO-4)."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    if len({card.suit for card in cards}) == 1:
        return Made(Category.FOUR_FLUSH, tuple(ranks))
    for run in (ranks, [*ranks[1:], 1] if ranks[0] == ACE else ranks):
        if run == list(range(run[0], run[0] - _FOUR, -1)):
            return Made(Category.FOUR_STRAIGHT, (run[0],))
    return None


def _cards_text(ranks: Sequence[int]) -> str:
    """Return the ranks of a low hand from the top: "8-6-4-2-A"; fewer than five are so far."""
    told = "-".join(_sign(rank) for rank in ranks)
    return told if len(ranks) >= _WHOLE else _("{cards} so far").format(cards=told)


def _sign(rank: int) -> str:
    sign = RANKS[(ACE if rank == 1 else rank) - 2]
    return "10" if sign == "T" else sign


def _words_of(ranks: Sequence[int]) -> str:
    return "-".join(_one(rank) for rank in ranks)


def _one(rank: int) -> str:
    return {
        1: _("ace"),
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
        1: _("aces"),
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
