"""How a hand ended, in words: who won which pot with what, and what went back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.render.made import made_texts
from bot.render.names import WIDTH, chips_text, listed, person_text
from bot.words import _
from engine.actions import Declaration
from engine.events import Side
from engine.options import Declare, Game, Qualifier

if TYPE_CHECKING:
    from bot.person import Person
    from engine.events import PotAwarded, PotPart
    from engine.ranking import Made
    from engine.view import HandView

_NAMED: Final = 3
"""How many of those who split a pot, or failed in it, are named; the seats' lines tell the rest."""


def result_lines(view: HandView, players: Sequence[Person], width: int = WIDTH) -> Iterator[str]:
    """Give a line for each pot or half of one, the main pot first, and for each return of chips."""
    names = [person_text(player, width) for player in players]
    hands = shown_hands(view)
    pots = len(view.awards)
    for award in sorted(view.awards, key=lambda one: one.number):
        yield from _award_lines(award, hands, names, pots, view)
    if not pots:
        left = listed([names[seat.seat] for seat in view.seats if not seat.folded])
        yield _("Everybody else folded: {name} wins, with nothing in the pot.").format(name=left)
    for seat in view.seats:
        if seat.returned:
            yield _("{chips} uncalled returned to {name}.").format(
                chips=chips_text(seat.returned), name=names[seat.seat]
            )


@dataclass(frozen=True, slots=True)
class Shown:
    """The names of the hands that everybody saw at the end of a hand, by seat and side."""

    high: Mapping[int, str]
    low: Mapping[int, str]

    def of(self, side: Side) -> Mapping[int, str]:
        """Return the hands as they play for one side."""
        return self.high if side is Side.HIGH else self.low

    def text(self, seat: int, declared: Declaration | None = None) -> str | None:
        """Return a hand as it is told beside its seat: both ways in high-low, or as declared."""
        high = None if declared is Declaration.LOW else self.high.get(seat)
        low = None if declared is Declaration.HIGH else self.low.get(seat)
        if high is None or low is None:
            return high or low
        return _("{high}; low: {low}").format(high=high, low=low)


def shown_hands(view: HandView) -> Shown:
    """Return the names of the hands that everybody saw at the end of a hand."""
    seen = [seat for seat in view.seats if seat.made is not None and (seat.shown or seat.won)]
    made = {seat.seat: seat.made for seat in seen if seat.made is not None}
    if view.rules.game is Game.LOW:
        return Shown({}, _named(made, low=True))
    lows = {seat.seat: seat.low for seat in seen if seat.low is not None}
    return Shown(_named(made), _named(lows, low=True))


def _named(hands: Mapping[int, Made], *, low: bool = False) -> dict[int, str]:
    return dict(zip(hands, made_texts([*hands.values()], low=low), strict=True))


def _award_lines(
    award: PotAwarded, hands: Shown, names: Sequence[str], pots: int, view: HandView
) -> Iterator[str]:
    """Tell who won a pot, or each half of it; who contested it alone has shown nothing for it."""
    pot, last = _pot_text(award, pots), award.parts[-1]
    for part in award.parts:
        words = _("{who} split {what}") if len(part.shares) > 1 else _("{who} wins {what}")
        line = words.format(who=_winners_text(part, names), what=_part_text(award, part, pot))
        contested = len(award.contenders) > 1
        hand = hands.of(part.side).get(part.shares[0][0]) if contested else None
        line = (
            _("{line}.").format(line=line)
            if hand is None
            else _("{line} with {made}.").format(line=line, made=hand)
        )
        # A pot of one chip goes to the high hand, whoever is low (R-TABLE-2, R-ODD-1).
        halves = view.rules.game is Game.HILO and award.chips > view.rules.chip_unit
        if contested and halves and len(award.parts) == 1:
            line = f"{line} {_unopposed(part.side, award, view)}"
        yield f"{line} {_failed_text(award, names)}" if award.failed and part is last else line


def _failed_text(award: PotAwarded, names: Sequence[str]) -> str:
    """Return who declared both and wins nothing by it (R-DECL-8), or all do (R-DECL-9)."""
    if award.speaks:
        return _("All in it declared both ways and failed: the cards speak.")
    return _("{who} declared both ways and failed.").format(
        who=_few([names[seat] for seat in award.failed])
    )


def _unopposed(side: Side, award: PotAwarded, view: HandView) -> str:
    """Return why a pot of high-low was not split (R-HILO-2, R-DECL-6)."""
    high, rules = side is Side.HIGH, view.rules
    if rules.declare is Declare.NONE and rules.qualifier is Qualifier.EIGHT:
        return _("No low qualified.")
    other = Declaration.LOW if high else Declaration.HIGH
    declared = {view.seats[seat].declared for seat in award.contenders}
    if rules.declare is not Declare.NONE and not declared & {other, Declaration.BOTH}:
        return _("Nobody in it declared low.") if high else _("Nobody in it declared high.")
    return _("Nobody won it low.") if high else _("Nobody won it high.")


def _part_text(award: PotAwarded, part: PotPart, pot: str) -> str:
    if len(award.parts) == 1:
        return pot
    half = {
        Side.HIGH: _("{chips}, the high half of {pot},"),
        Side.LOW: _("{chips}, the low half of {pot},"),
    }[part.side]
    return half.format(chips=chips_text(part.chips), pot=pot)


def _winners_text(part: PotPart, names: Sequence[str]) -> str:
    winners = [names[seat] for seat, _chips in part.shares]
    if len(winners) == 1:
        return winners[0]
    shares = [
        _("{name} ({chips})").format(name=names[seat], chips=chips_text(chips))
        for seat, chips in part.shares
    ]
    return _few(shares)


def _few(texts: Sequence[str]) -> str:
    """List some texts, the last of them counted where they are many."""
    if len(texts) <= _NAMED:
        return listed(texts)
    others = _("{count} others").format(count=len(texts) - _NAMED + 1)
    return listed([*texts[: _NAMED - 1], others])


def _pot_text(award: PotAwarded, pots: int) -> str:
    chips = chips_text(award.chips)
    if pots == 1:
        return chips
    if award.number == 0:
        return _("the main pot of {chips}").format(chips=chips)
    if pots == 2:
        return _("the side pot of {chips}").format(chips=chips)
    return _("side pot {number} of {chips}").format(number=award.number, chips=chips)
