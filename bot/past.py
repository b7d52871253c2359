"""A hand that was played, written down as one member may see it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.broken import BrokenHand
from bot.replaying import played_again
from bot.store import Store
from bot.store.hands import HandState
from bot.store.past import Past, read_past
from engine.history import export

MOST_HANDS = 2**53 - 1
"""The greatest number Discord's client can send."""


class Gap(StrEnum):
    """Why there is no such hand to tell of; the numbers that come with each behind it."""

    NO_TABLE = "there never was a table here"
    NO_HAND = "no hand is over yet"
    RUNNING = "it runs still"  # its number
    UNKNOWN = "there is none of that number"  # that number, the first and the last there are
    KEPT_NO_LONGER = "its cards and acts are gone"  # its number
    UNREADABLE = "it cannot be played again"  # its number


class NoPast(Exception):
    """There is nothing to tell: `gap` says why, `numbers` are those of hands."""

    def __init__(self, gap: Gap, *numbers: int) -> None:
        super().__init__(gap.value, *numbers)
        self.gap = gap
        self.numbers = numbers


@dataclass(frozen=True, slots=True)
class Tale:
    """A hand as a file in the notation; `own` says that the reader was in it.

    `earlier` says that the channel has had another table since.
    """

    table: int
    number: int
    text: str
    own: bool
    void: bool
    earlier: bool = False

    @property
    def filename(self) -> str:
        """Return what the file is called."""
        return f"doorcard-{self.table}-{self.number}.phh"


async def tell(
    store: Store, place: tuple[int, int], reader: int, number: int | None, void: str
) -> Tale:
    """Write down a hand of a channel as a member may see it; the last that is over without number.

    Of several tables the newest that has such a hand is meant.

    `place` is the guild and the channel, `reader` the member's user id, `void` the reason that a
    hand which was called off is given. Raises NoPast where there is nothing to tell.
    """
    guild, channel = place
    past = await store.report(lambda connection: read_past(connection, guild, channel, number))
    row = past.hand
    if row is None or row.state is HandState.RUNNING:
        raise _gap(past, number)
    if not row.kept:
        raise NoPast(Gap.KEPT_NO_LONGER, row.start.number)
    users = [user for user, _ in past.people]
    seat = users.index(reader) if reader in users else None
    try:
        hand = played_again(row)
    except BrokenHand as broken:
        raise NoPast(Gap.UNREADABLE, row.start.number) from broken
    off = row.state is HandState.VOID
    names = [name for _, name in past.people]
    text = export(hand, names, seat, void=void if off else None)
    return Tale(
        table=past.table,
        number=row.start.number,
        text=text,
        own=seat is not None,
        void=off,
        earlier=past.table != past.newest,
    )


def _gap(past: Past, number: int | None) -> NoPast:
    """Say why a hand is not told of."""
    if past.newest is None:
        return NoPast(Gap.NO_TABLE)
    if past.running and (number is None or number == past.running):
        return NoPast(Gap.RUNNING, past.running)
    if number is None or not past.last:
        return NoPast(Gap.NO_HAND)
    return NoPast(Gap.UNKNOWN, number, past.first, past.last)
