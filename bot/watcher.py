"""What a table tells whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.notice import Notice
    from bot.person import Person
    from bot.picture import Picture
    from bot.table import Table


class What(StrEnum):
    """The kinds of change."""

    OPENED = "opened"
    SEATED = "seated"
    LEFT = "left"
    CHOOSING = "choosing"
    """The dealer of the next hand is asked for its game."""
    HAND_BEGAN = "hand began"
    ACTED = "acted"
    TIMED_OUT = "timed out"
    WARNED = "warned"
    """The actor's time runs out soon; the picture is the same."""
    BACK = "back"
    """Somebody who sat out is ready again."""
    HAND_ENDED = "hand ended"
    WAITING = "waiting"
    """No next hand starts by itself: too few are ready."""
    VOIDED = "voided"
    PAUSED = "paused"
    CLOSED = "closed"
    RESTORED = "restored"
    RESTS = "rests"
    """Somebody has asked to be left out from the next hand on."""
    QUEUED = "queued"
    """Others wait for a seat, or other seats are kept."""
    RULES = "rules"
    """Other rules of the house are in force, or will be from the next hand on."""
    FORGOT = "forgot"
    """Somebody who is not at the table any more has no name there now."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a table, already committed.

    `dealt` are the people with new private cards. `key` is the key of the interaction that caused
    it, None where nobody did (a clock, a restart): that click's answer paints the picture itself.
    `notices` are what the channel is to be told beside the panel, each already in the store.
    """

    kind: What
    picture: Picture
    dealt: tuple[Person, ...] = ()
    key: str | None = None
    notices: tuple[Notice, ...] = ()


class Watcher(Protocol):
    """Whoever shows the tables; called under the table's lock after the swap, so plain and fast."""

    def changed(self, table: Table, change: Change) -> None:
        """Take note of a change; an exception is logged and undoes nothing."""
