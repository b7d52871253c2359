"""The seats of a panel: a line for each, with stack, cards, chips bet, and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from bot.picture import Note, Phase
from bot.render.cards import SPACE, row_text, widths_of
from bot.render.names import WIDTH, chips_text, person_text
from bot.render.result import Shown, shown_hands
from bot.words import _
from engine.actions import Declaration, Verb

if TYPE_CHECKING:
    from bot.picture import Picture, PlaceView
    from engine.view import HandView, SeatView

ACTOR: Final = "►"
"""Marks who is to act; of the like signs this one is no emoji, which Discord makes a picture of."""


def seat_lines(picture: Picture, width: int = WIDTH) -> Iterator[str]:
    """Give a line for each seat of the table, in the order of the places."""
    view = shown_hand(picture)
    rows = _rows(view) if view is not None else {}
    for place in picture.seats:
        yield _seat_line(picture, place, rows, width)
    if view is not None and view.over:
        yield from _gone_lines(picture, view, rows, width)


def _rows(view: HandView) -> dict[int, str]:
    """Return each seat's cards, as columns that stand below each other."""
    cards = {seat.seat: [seen.card for seen in seat.cards] for seat in view.seats}
    widths = widths_of(cards.values())
    return {seat: row_text(row, widths) for seat, row in cards.items()}


def _gone_lines(
    picture: Picture, view: HandView, rows: Mapping[int, str], width: int
) -> Iterator[str]:
    """Give a line for each player of the last hand who has left since: it was his hand too."""
    hands = shown_hands(view)
    seated = {place.hand_seat for place in picture.seats}
    for seat in view.seats:
        if seat.seat not in seated:
            name = person_text(picture.players[seat.seat], width)
            head = " ".join(part for part in (rows[seat.seat], f"**{name}**") if part)
            yield " · ".join([head, *_over_tags(seat, hands), _("has left")])


def _seat_line(picture: Picture, place: PlaceView, rows: Mapping[int, str], width: int) -> str:
    view = shown_hand(picture)
    seat = None
    if view is not None and place.hand_seat is not None:
        seat = view.seats[place.hand_seat]
    actor = seat is not None and seat.seat in picture.owing
    name = _("**{name}** ({stack})").format(
        name=person_text(place.person, width), stack=chips_text(place.stack)
    )
    if actor:
        name = f"{ACTOR}{SPACE}{name}"
    row = rows[seat.seat] if seat is not None else ""
    head = " ".join(part for part in (row, name) if part)
    return " · ".join([head, *_tags(picture, place, view, seat)])


def shown_hand(picture: Picture) -> HandView | None:
    """Return the hand a panel shows: the running or last one, none that was voided."""
    return None if picture.note is Note.VOIDED else picture.view


def _tags(
    picture: Picture, place: PlaceView, view: HandView | None, seat: SeatView | None
) -> Iterator[str]:
    if view is not None and seat is not None:
        yield from _over_tags(seat, shown_hands(view)) if view.over else _running_tags(view, seat)
        if seat.seat in picture.chosen:
            yield _("has chosen")
    elif picture.phase is Phase.PLAYING and not place.is_out:
        yield _("waits for the next hand")
    if not place.stack and (seat is None or (view is not None and view.over)):
        yield _("no chips")
    if place.dealer:
        yield _("dealer")
    if place.leaving:
        yield _("leaving")
    elif place.resting and picture.phase is Phase.PLAYING and seat is not None:
        yield _("sits out from the next hand")
    elif place.is_out:
        yield _("sits out")


def _running_tags(view: HandView, seat: SeatView) -> Iterator[str]:
    if seat.folded:
        yield _("folded")
    if seat.bet:
        yield _("bet {chips}").format(chips=chips_text(seat.bet))
    if seat.all_in:
        yield _("all-in")
    if _stands_on_bring_in(view, seat):
        yield _("bring-in")
    if seat.discards and not seat.folded:
        yield _bought_text(seat)
    if seat.declared is not None:
        yield declared_text(seat.declared)


def _bought_text(seat: SeatView) -> str:
    """Tell what a seat gave up for the cards it bought; a down card is nobody's business."""
    count = len(seat.discards)
    up = row_text(seen.card for seen in seat.discards if seen.card is not None)
    bought = _("bought a card") if count == 1 else _("bought {count} cards").format(count=count)
    return _("{bought}, gave up {cards}").format(bought=bought, cards=up) if up else bought


def declared_text(declaration: Declaration) -> str:
    """Return what somebody has declared, as everybody may see it."""
    return {
        Declaration.HIGH: _("declares high"),
        Declaration.LOW: _("declares low"),
        Declaration.BOTH: _("declares both ways"),
    }[declaration]


def _stands_on_bring_in(view: HandView, seat: SeatView) -> bool:
    """Tell whether the bring-in is all that a seat has bet: a completion or a call is more."""
    acts = [act.action.verb for act in view.chapters[0].acts if act.seat == seat.seat]
    return view.round == 1 and acts == [Verb.BRING_IN]


def _over_tags(seat: SeatView, hands: Shown) -> Iterator[str]:
    hand = hands.text(seat.seat, seat.declared)
    if hand is not None:
        yield hand
    if seat.declared is not None:
        yield declared_text(seat.declared)
    if seat.folded:
        yield _("folded")
    if seat.mucked:
        yield _("mucks")
    if seat.won:
        yield _("**wins {chips}**").format(chips=chips_text(seat.won))
