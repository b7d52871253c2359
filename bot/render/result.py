"""How a hand ended, in words: who won which pot with what, and what went back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.render.made import made_texts
from bot.render.names import WIDTH, chips_text, listed, person_text
from bot.words import _

if TYPE_CHECKING:
    from bot.person import Person
    from engine.events import PotAwarded
    from engine.view import HandView

_NAMED = 3
"""How many of those who split a pot are named; the seats' lines tell what each of them won."""


def result_lines(view: HandView, players: Sequence[Person], width: int = WIDTH) -> Iterator[str]:
    """Give a line for each pot, the main pot first, and for each return of uncalled chips."""
    names = [person_text(player, width) for player in players]
    hands = shown_hands(view)
    pots = len(view.awards)
    for award in sorted(view.awards, key=lambda one: one.number):
        yield _award_text(award, hands, names, pots)
    if not pots:
        left = listed([names[seat.seat] for seat in view.seats if not seat.folded])
        yield _("Everybody else folded: {name} wins, with nothing in the pot.").format(name=left)
    for seat in view.seats:
        if seat.returned:
            yield _("{chips} uncalled returned to {name}.").format(
                chips=chips_text(seat.returned), name=names[seat.seat]
            )


def shown_hands(view: HandView) -> dict[int, str]:
    """Return by seat the names of the hands that everybody saw at the end of a hand."""
    shown = [
        (seat.seat, seat.made)
        for seat in view.seats
        if seat.made is not None and (seat.shown or seat.won)
    ]
    texts = made_texts([made for _seat, made in shown])
    return {seat: text for (seat, _made), text in zip(shown, texts, strict=True)}


def _award_text(
    award: PotAwarded, hands: Mapping[int, str], names: Sequence[str], pots: int
) -> str:
    hand = hands.get(award.winners[0])
    words = _("{who} split {what}") if len(award.shares) > 1 else _("{who} wins {what}")
    line = words.format(who=_winners_text(award, names), what=_pot_text(award, pots))
    if hand is None or len(award.contenders) < 2:
        return _("{line}.").format(line=line)
    return _("{line} with {made}.").format(line=line, made=hand)


def _winners_text(award: PotAwarded, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in award.winners]
    if len(winners) == 1:
        return winners[0]
    shares = [
        _("{name} ({chips})").format(name=names[seat], chips=chips_text(chips))
        for seat, chips in award.shares
    ]
    if len(shares) <= _NAMED:
        return listed(shares)
    others = _("{count} others").format(count=len(shares) - _NAMED + 1)
    return listed([*shares[: _NAMED - 1], others])


def _pot_text(award: PotAwarded, pots: int) -> str:
    chips = chips_text(award.chips)
    if pots == 1:
        return chips
    if award.number == 0:
        return _("the main pot of {chips}").format(chips=chips)
    if pots == 2:
        return _("the side pot of {chips}").format(chips=chips)
    return _("side pot {number} of {chips}").format(number=award.number, chips=chips)
