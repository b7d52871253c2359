"""What a game is about, and how and from which deck it is dealt, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from bot.words import _
from engine.decks import lowest_rank, most_players
from engine.options import DealForm, DeckSize, Declare, Game

if TYPE_CHECKING:
    from engine.rules import HouseRules


def game_lines(rules: HouseRules) -> Iterator[str]:
    """Tell what wins the pot."""
    match rules.game:
        case Game.HIGH:
            yield _("Five-card stud: the best five-card hand wins the pot.")
        case Game.LOW:
            yield _("Lowball stud: the lowest five-card hand wins the pot.")
        case Game.HILO:
            yield _(
                "High-low stud: the best high hand and the best low hand each win half of the pot."
            )
            if rules.declare is Declare.NONE:
                yield _("Cards speak: you name nothing, and you can win both halves.")
            else:
                yield _("Before the showdown you declare which half you play for.")
        case Game.SOKO:
            yield _("Sökö: five-card stud in which four to a flush or a straight make a hand.")
        case _:
            assert_never(rules.game)


def deal_lines(rules: HouseRules) -> Iterator[str]:
    """Tell which cards lie up, when one is burned, and which deck they come from (B2, B3)."""
    match rules.deal:
        case DealForm.ONE_FOUR:
            yield _("You get one card face down and one face up, then three more face up.")
        case DealForm.ONE_THREE_ONE:
            yield _("You get one card face down and one face up, then two more up and a last down.")
        case _:
            assert_never(rules.deal)
    yield _("A betting round follows the first two cards, and each card after them.")
    if rules.burn:
        yield _("One card is burned before each of the last three.")
    else:
        yield _("No card is burned.")
    yield from _deck_lines(rules)


def _deck_lines(rules: HouseRules) -> Iterator[str]:
    if rules.deck is DeckSize.FULL:
        yield _("The deck has all 52 cards.")
    elif rules.deck is DeckSize.AUTO:
        yield _("The deck follows the number of players: for two it has 24 cards, nines and up.")
        yield _("With each player more the next lower rank comes in; nine or ten play with all 52.")
    else:
        lowest = lowest_rank(rules, 2)
        yield _("The deck has {count} cards, {rank} and up, enough for {most} players.").format(
            count=4 * (15 - lowest), rank=lowest, most=most_players(rules)
        )
