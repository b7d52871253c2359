"""The seats of a panel: a line for each, with stack, cards, chips bet, and marks."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from typing import TYPE_CHECKING

from bot.picture import Note, Phase
from bot.render.cards import row_text
from bot.render.made import made_text
from bot.render.names import WIDTH, chips_text, name_text

if TYPE_CHECKING:
    from bot.picture import Picture, PlaceView
    from engine.view import HandView, SeatView


def seat_lines(picture: Picture, width: int = WIDTH) -> Iterator[str]:
    """Give a line for each seat of the table, in the order of the places."""
    for place in picture.seats:
        yield _seat_line(picture, place, width)
    yield from _gone_lines(picture, width)


def _gone_lines(picture: Picture, width: int) -> Iterator[str]:
    """Give a line for each player of the last hand who has left since: it was his hand too."""
    view = shown_hand(picture)
    if view is None or not view.over:
        return
    seated = {place.hand_seat for place in picture.seats}
    for seat in view.seats:
        if seat.seat not in seated:
            name = name_text(picture.players[seat.seat].name, width)
            row = row_text(seen.card for seen in seat.cards)
            words = " ".join(part for part in (f"**{name}**", row) if part)
            yield " · ".join([words, *_over_tags(seat), _("has left")])


def _seat_line(picture: Picture, place: PlaceView, width: int) -> str:
    view = shown_hand(picture)
    seat = None
    if view is not None and place.hand_seat is not None:
        seat = view.seats[place.hand_seat]
    actor = seat is not None and view is not None and seat.seat in view.actors
    name = _("**{name}** ({stack})").format(
        name=name_text(place.person.name, width), stack=chips_text(place.stack)
    )
    head = [("▶ " if actor else "") + name]
    if seat is not None and seat.cards:
        head.append(row_text(seen.card for seen in seat.cards))
    tags = list(_tags(picture, place, view, seat))
    line = " ".join(head)
    return f"{line} · {' · '.join(tags)}" if tags else line


def shown_hand(picture: Picture) -> HandView | None:
    """Return the hand a panel shows: the running or last one, none that was voided."""
    return None if picture.note is Note.VOIDED else picture.view


def _tags(
    picture: Picture, place: PlaceView, view: HandView | None, seat: SeatView | None
) -> Iterator[str]:
    if view is not None and seat is not None:
        yield from _over_tags(seat) if view.over else _running_tags(view, seat)
    elif picture.phase is Phase.PLAYING:
        yield _("waits for the next hand")
    if not place.stack and (seat is None or (view is not None and view.over)):
        yield _("no chips")
    if place.dealer:
        yield _("dealer")
    if place.leaving:
        yield _("leaving")


def _running_tags(view: HandView, seat: SeatView) -> Iterator[str]:
    if seat.folded:
        yield _("folded")
    if seat.bet:
        yield _("bet {chips}").format(chips=chips_text(seat.bet))
    if seat.all_in:
        yield _("all-in")
    if view.bring_in_seat == seat.seat and view.round == 1:
        yield _("bring-in")


def _over_tags(seat: SeatView) -> Iterator[str]:
    if seat.made is not None and (seat.shown or seat.won):
        yield made_text(seat.made)
    if seat.folded:
        yield _("folded")
    if seat.mucked:
        yield _("mucks")
    if seat.won:
        yield _("**wins {chips}**").format(chips=chips_text(seat.won))
