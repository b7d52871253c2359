"""What the commands answer, in private, when they have done what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.names import chips_text, person_text
from bot.words import _

if TYPE_CHECKING:
    from bot.person import Person
    from bot.receipt import Closed, Left, Sat


def opened_text(least: int, most: int) -> str:
    """Return the answer to whoever opened a table."""
    least_text, most_text = chips_text(least), chips_text(most)
    return _("The table is open. Take a seat with `/sit`, for {least} to {most} chips.").format(
        least=least_text, most=most_text
    )


def sat_text(sat: Sat) -> str:
    """Return the answer to whoever sat down or bought more chips."""
    return _("You sit with {stack} chips; {balance} are left in your balance.").format(
        stack=chips_text(sat.stack), balance=chips_text(sat.balance)
    )


def left_text(left: Left) -> str:
    """Return the answer to whoever left."""
    if left.queued:
        return _("You wait for a seat no more.")
    if left.still:
        return _(
            "You leave. The hand stands still: where it goes on, it does so without you; else it is"
            " void and you have all you began it with back."
        )
    if left.waits:
        return _("You leave. The hand goes on without you and your chips return when it ends.")
    return _("You leave with {chips} chips; your balance is {balance}.").format(
        chips=chips_text(left.chips), balance=chips_text(left.balance)
    )


def removed_text(person: Person, left: Left) -> str:
    """Return the answer to whoever removed somebody."""
    name = person_text(person)
    if left.queued:
        return _("{name} waits for a seat no more.").format(name=name)
    if left.still:
        return _(
            "{name} is removed. The hand stands still: it goes on without him, or is void and he"
            " has all he began it with back."
        ).format(name=name)
    if left.waits:
        return _(
            "{name} is removed. The hand goes on without him and his chips return when it ends."
        ).format(name=name)
    return _("{name} is removed and has his {chips} chips back.").format(
        name=name, chips=chips_text(left.chips)
    )


def waiting_text(place: int) -> str:
    """Return the answer to whoever waits for a seat now."""
    return _(
        "You wait for a seat as number {place}. You are called here when one is free; it is then"
        " kept for you for a minute. Who does not take it cannot wait here again for ten minutes."
        " `/leave` gives up waiting."
    ).format(place=place)


def resting_text(*, in_hand: bool) -> str:
    """Return the answer to whoever sits out."""
    if in_hand:
        return _("You play this hand and sit out from the next one. `/back` deals you in again.")
    return _("You sit out. `/back` deals you in again.")


def back_text() -> str:
    """Return the answer to whoever is back."""
    return _("You are back: the next hand is dealt to you too.")


def closed_text(closed: Closed) -> str:
    """Return the answer to whoever closed a table, with everyone's chips."""
    if not closed.refunds:
        return _("The table is closed.")
    paid = ", ".join(
        _("{name} {chips}").format(name=person_text(person), chips=chips_text(chips))
        for person, chips in closed.refunds
    )
    return _("The table is closed. Returned: {paid}.").format(paid=paid)


def dealt_text() -> str:
    """Return the answer to whoever started a hand."""
    return _("The cards are dealt.")


def fold_question_text() -> str:
    """Return the question that a fold asks where a check is free (R-BET-1)."""
    return _("You can check for free. Do you want to fold all the same?")


def folded_text() -> str:
    """Return what is left of that question once it is answered."""
    return _("You fold.")
