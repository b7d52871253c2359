"""The one way to act in a hand: buttons, commands and messages all come through here."""

from __future__ import annotations

from bot.person import Person
from bot.picture import Moment, Phase, Picture, Private
from bot.refusal import No, Refusal, no_hand
from bot.table import Table
from bot.wish import Wish
from engine.actions import Action, Options, Verb
from engine.errors import IllegalAction
from engine.events import Acted


class FreeFold(Exception):
    """A fold where a check is free (R-BET-1): it is asked about before anything is done."""

    def __init__(self, moment: Moment) -> None:
        super().__init__("a check is free")
        self.moment = moment


async def act(
    table: Table,
    person: Person,
    wish: Wish,
    key: str,
    moment: Moment | None = None,
    *,
    sure: bool = False,
) -> Acted | None:
    """Let somebody act at a moment, or where that is None at the turn it is as he asks.

    What he is asked to decide is looked at here and acted on under the table's lock: where the
    hand has moved on or begun between the two it is too late, and nobody calls a raise he has not
    seen or folds cards that were dealt since.
    `key` is the id of the interaction or message; returns None where that was done already, and
    for a choice that waits for others'.

    Raises FreeFold unless he is `sure`, and what `Table.act` raises.
    """
    picture = table.picture()
    now = picture.moment if picture.phase is Phase.PLAYING else None
    options = options_of(picture, person) if moment in (None, now) else None
    if wish.verb is Verb.FOLD and not sure and now is not None and options and options.check:
        raise FreeFold(now)
    try:
        after = await table.act(person, moment or now, wish.action(options), key)
    except Refusal as refusal:
        if refusal.code is not No.DOUBLED:
            raise
        return None
    return _last_act(after, person)


def options_of(picture: Picture, person: Person) -> Options | None:
    """Return what somebody may do now, None where it is not his turn."""
    if picture.phase is not Phase.PLAYING or picture.view is None:
        return None
    choices = picture.view.choices
    return next((one for one in choices if picture.players[one.seat].id == person.id), None)


def private_for(table: Table, person: Person, verb: Verb, moment: Moment | None) -> Private:
    """Return what somebody sees who may act so now, or at the very moment he has seen.

    Raises Refusal (NO_HAND, CHOOSING, NOT_YOUR_HAND, STALE), and IllegalAction where he may not.
    """
    if moment is None and table.phase is not Phase.PLAYING:
        raise no_hand(choosing=table.phase is Phase.CHOOSING)
    private = table.private(person)
    if private is None:
        raise Refusal(No.NOT_YOUR_HAND)
    if moment not in (None, private.moment):
        raise Refusal(No.STALE)
    reason = private.options.refusal_of(verb)
    if reason is not None:
        raise IllegalAction(Action(verb), private.options, reason)
    return private


def private_after(table: Table, person: Person, moment: Moment | None) -> Private | None:
    """Return what somebody sees after an act of a hand; None where another has begun since."""
    private = table.private(person)
    same = private is not None and moment is not None and private.moment.hand == moment.hand
    return private if same else None


def _last_act(picture: Picture, person: Person) -> Acted | None:
    """Return the newest act of somebody in the running or last hand."""
    if picture.view is None or picture.chosen:
        return None
    acts = [one for chapter in picture.view.chapters for one in chapter.acts]
    return next((one for one in reversed(acts) if picture.players[one.seat].id == person.id), None)
