"""What is in the middle of a hand that runs, and whose each part of it can become."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.render.names import chips_text, listed, person_text
from bot.words import _
from engine.pots import Pot

if TYPE_CHECKING:
    from bot.picture import Picture
    from engine.view import HandView


def pot_lines(view: HandView, picture: Picture, width: int) -> Iterator[str]:
    """Tell all that is in the middle, and its parts where there are side pots."""
    yield _("**Pot {chips}**").format(chips=chips_text(view.pot))
    main, *side = _settled_pots(view) or [Pot(view.pot, ())]
    if not side:
        return
    parts = [_("Main pot {chips}").format(chips=chips_text(main.chips))]
    for number, pot in enumerate(side, start=1):
        one = (
            _("side pot {chips} ({names})")
            if len(side) == 1
            else _("side pot {number}: {chips} ({names})")
        )
        names = _contenders(pot.contenders, picture, width)
        parts.append(one.format(number=number, chips=chips_text(pot.chips), names=names))
    yield "-# " + " · ".join(parts)


def _settled_pots(view: HandView) -> list[Pot]:
    """Return the pots that all-ins alone have parted; bets still to be called part nothing."""
    pots: list[Pot] = []
    for pot in view.pots:
        below = pots[-1] if pots else None
        gone = set(below.contenders) - set(pot.contenders) if below is not None else set()
        if below is None or (gone and all(view.seats[seat].all_in for seat in gone)):
            pots.append(pot)
        else:
            pots[-1] = Pot(below.chips + pot.chips, below.contenders)
    return pots


def _contenders(seats: Sequence[int], picture: Picture, width: int) -> str:
    if len(seats) > 3:
        return _("{count} players").format(count=len(seats))
    return listed([person_text(picture.players[seat], width) for seat in seats])
