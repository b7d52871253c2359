"""What a table says while no hand runs: why, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.picture import Note, Phase
from bot.render.choice import choosing_line
from bot.words import _

if TYPE_CHECKING:
    from bot.picture import Picture


def lull_lines(picture: Picture, *, live: bool) -> Iterator[str]:
    """Tell how the table stands; `live` off: nothing that time makes untrue."""
    yield from _note_lines(picture)
    match picture.phase:
        case Phase.WAITING:
            if live:
                yield from _waiting_lines(picture)
        case Phase.CHOOSING:
            if live:
                yield choosing_line(picture)
        case Phase.BETWEEN:
            # The panel may stand like this for ever: a time of day stays true, "in 5 s" does not.
            if live and picture.due_at is not None and _ready(picture) >= 2:
                yield _("Next hand at {time}").format(time=f"<t:{int(picture.due_at)}:T>")
        case Phase.PAUSED:
            yield _("The table is paused: a fault was found, and is in the log. /leave pays you.")
        case Phase.CLOSED:
            yield _("The table is closed; everyone has his chips back.")
        case Phase.PLAYING:
            pass


def _note_lines(picture: Picture) -> Iterator[str]:
    if picture.note is Note.VOIDED:
        yield _("Hand {number} was voided: everyone has the chips of its start back.").format(
            number=picture.hand
        )
    if picture.note is Note.IDLE:
        yield _("Nobody did anything here for an hour.")
    if picture.note is Note.NO_GAME:
        yield _(
            "None of the table's games could be dealt to the players who were ready; /deal tells"
            " why."
        )
    if picture.note is Note.TOO_MANY:
        yield _(
            "More players were ready than the deck has cards for: let some sit out (/sitout) or"
            " leave."
        )


def _waiting_lines(picture: Picture) -> Iterator[str]:
    ready = _ready(picture)
    if picture.note is Note.UNANSWERED:
        yield _("Nobody answered in that hand, so the table waits.")
    if picture.note is Note.SHORT_OF_PLAYERS and ready < 2:
        yield _("Waiting: fewer than two players are ready.")
    if ready < 2 and picture.lacks_somebody:
        yield _("Who sits out presses “I'm back”; with two players ready /deal starts a hand.")
    elif ready < 2 and picture.is_full and not picture.has_busted:
        yield _("A seat is kept for who waits: he takes it with /sit; with two ready /deal deals.")
    elif ready < 2 and picture.is_full:
        yield _("Who has lost his chips presses “Rebuy”; with two players ready /deal deals.")
    elif ready < 2:
        yield _("Take a seat with /sit; with two at the table /deal starts a hand.")
    elif picture.is_full:
        yield _("/deal starts a hand.")
    else:
        yield _("/deal starts a hand; there is room for more with /sit.")


def _ready(picture: Picture) -> int:
    """Count the players whom the next hand would be dealt to."""
    return sum(1 for place in picture.seats if place.ready)
